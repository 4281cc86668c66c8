"""How component libraries write their controls: templates that controls.py fills.

In a template `{label}` and `{id}` are filled in, `{on? text}` stays where the control is ticked, on or selected,
`{disabled? text}` and `{error? text}` likewise, and `{mark:KIND}` marks the element whose box is the control's, with
its kind and state for truth.js. `data-kind="none"` hides a native input behind a drawn one; `data-pseudo` says that
the control is drawn by a pseudo-element ("+after": by the element and its pseudo-element together).
"""

from __future__ import annotations

from training.pages.kit import CHEVRON, TICK, Kit, behind, native, nested
from training.pages.more_kits import more

FORM_CHECK = dict(
    checkbox=native("checkbox", "form-check-input", "form-check"), radio=native("radio", "form-check-input", "form-check"),
    toggle=native("toggle", "form-check-input", "form-check form-switch"),
)
BOOTSTRAP = dict(
    buttons=("btn btn-primary", "btn btn-secondary", "btn btn-outline-primary", "btn btn-danger", "btn btn-light", "btn btn-success btn-sm", "btn btn-outline-secondary btn-sm"),
    field="form-control", wrong="is-invalid", select="form-select", **FORM_CHECK,
    tabs=('<ul class="nav nav-tabs">{items}</ul>', '<ul class="nav nav-pills">{items}</ul>'),
    tab='<li class="nav-item"><a class="nav-link{on? active}{disabled? disabled}" {mark:tab}>{label}</a></li>',
    menus=('<div class="dropdown-menu show" style="position:static;display:inline-block">{items}</div>', '<div class="list-group" style="width:220px">{items}</div>'),
    item='<a class="dropdown-item list-group-item-action{on? active}{disabled? disabled}" {mark:menu-item}>{label}</a>', card="card p-3",
    bodies=('data-bs-theme="light"', 'data-bs-theme="light"', 'data-bs-theme="dark"'),
)
WINDOWS = dict(  # 98.css and its relatives
    checkbox='<div><input type="checkbox" id="{id}" data-kind="none"{on? checked}{disabled? disabled}><label for="{id}" {mark:checkbox} data-pseudo="before">{label}</label></div>',
    radio='<div><input type="radio" id="{id}" data-kind="none"{on? checked}{disabled? disabled}><label for="{id}" {mark:radio} data-pseudo="before">{label}</label></div>',
    tabs=('<menu role="tablist">{items}</menu>',), tab='<li role="tab" {on?aria-selected="true"} {mark:tab}><a style="color:inherit">{label}</a></li>', wrong="",
)

KITS: dict[str, Kit] = {
    "bootstrap": Kit(("dist/css/bootstrap.min.css",), **BOOTSTRAP),
    "@tabler/core": Kit(("dist/css/tabler.min.css",), **BOOTSTRAP),
    "halfmoon": Kit(("css/halfmoon.min.css",), **BOOTSTRAP),
    "bulma": Kit(
        ("css/bulma.min.css",), ("button is-primary", "button", "button is-info is-outlined", "button is-light", "button is-danger is-small"),
        field="input", wrong="is-danger", select='<div class="select{error? is-danger}"><select{disabled? disabled} {mark:select}><option>{label}</option></select></div>',
        tabs=('<div class="tabs"><ul>{items}</ul></div>', '<div class="tabs is-boxed"><ul>{items}</ul></div>', '<div class="tabs is-toggle"><ul>{items}</ul></div>'),
        tab='<li class="{on?is-active}" {mark:tab}><a>{label}</a></li>', menus=('<aside class="menu" style="width:220px"><ul class="menu-list">{items}</ul></aside>',),
        item='<li><a class="{on?is-active}" {mark:menu-item}>{label}</a></li>', card="box",
    ),
    "@picocss/pico": Kit(("css/pico.min.css",), ("", "secondary", "outline", "contrast"), toggle=native("toggle"), bodies=('data-theme="light"', 'data-theme="dark"')),
    "spectre.css": Kit(
        ("dist/spectre.min.css",), ("btn btn-primary", "btn", "btn btn-success", "btn btn-sm"), field="form-input", wrong="is-error", select="form-select",
        checkbox=behind("checkbox", "form-checkbox", '<i class="form-icon" {mark:checkbox}></i> {label}'),
        radio=behind("radio", "form-radio", '<i class="form-icon" {mark:radio}></i> {label}'),
        toggle=behind("toggle", "form-switch", '<i class="form-icon" {mark:toggle}></i> {label}'),
        tabs=('<ul class="tab">{items}</ul>', '<ul class="tab tab-block">{items}</ul>'), tab='<li class="tab-item{on? active}" {mark:tab}><a>{label}</a></li>',
        menus=('<ul class="menu" style="width:220px;position:static">{items}</ul>',), item='<li class="menu-item" {mark:menu-item}><a class="{on?active}">{label}</a></li>', card="card p-2",
    ),
    "milligram": Kit(("dist/milligram.min.css",), ("button", "button button-outline")),
    "purecss": Kit(
        ("build/pure-min.css",), ("pure-button pure-button-primary", "pure-button"), around='<span class="pure-form">{field}</span>',
        menus=('<div class="pure-menu" style="width:200px"><ul class="pure-menu-list">{items}</ul></div>',),
        item='<li class="pure-menu-item{on? pure-menu-selected}{disabled? pure-menu-disabled}" {mark:menu-item}><a class="pure-menu-link"{on? style="background:#eee"}>{label}</a></li>',
    ),
    "water.css": Kit(("out/water.min.css", "out/light.min.css", "out/dark.min.css")),
    "uikit": Kit(
        ("dist/css/uikit.min.css",), ("uk-button uk-button-primary", "uk-button uk-button-default", "uk-button uk-button-danger uk-button-small", "uk-button uk-button-secondary"),
        field="uk-input", wrong="uk-form-danger", select="uk-select", checkbox=native("checkbox", "uk-checkbox"), radio=native("radio", "uk-radio"),
        tabs=('<ul class="uk-tab">{items}</ul>', '<ul class="uk-subnav uk-subnav-pill">{items}</ul>'), tab='<li class="{on?uk-active}{disabled?uk-disabled}" {mark:tab}><a href="#x" data-kind="none">{label}</a></li>',
        menus=('<ul class="uk-nav uk-dropdown-nav" style="width:200px">{items}</ul>',), item='<li class="{on?uk-active}" {mark:menu-item}><a>{label}</a></li>', card="uk-card uk-card-default uk-card-body",
    ),
    "materialize-css": Kit(
        ("dist/css/materialize.min.css",), ("btn", "btn red", "btn-large", "btn-small blue"), off="disabled", wrong="invalid", select="browser-default",
        checkbox=behind("checkbox", "", '<span {mark:checkbox} data-pseudo="after">{label}</span>').replace("<input ", '<input class="filled-in" '),
        radio=behind("radio", "", '<span {mark:radio} data-pseudo="before">{label}</span>'),
        toggle='<div class="switch">' + behind("toggle", "", '<span class="lever" {mark:toggle} data-pseudo="+after"></span>{label}') + "</div>",
        tabs=('<ul class="tabs" style="overflow:hidden">{items}</ul>',), tab='<li class="tab{disabled? disabled}" {mark:tab}><a class="{on?active}"{on? style="box-shadow:inset 0 -2px #ee6e73"}>{label}</a></li>',
        menus=('<ul class="dropdown-content" style="display:inline-block;opacity:1;position:static;width:220px">{items}</ul>',), item='<li class="{on?active}{disabled? disabled}" {mark:menu-item}><a>{label}</a></li>', card="card-panel",
    ),
    "antd": Kit(
        ("dist/antd.min.css", "dist/antd.min.css", "dist/antd.dark.min.css", "dist/antd.compact.min.css"),
        ("ant-btn ant-btn-primary", "ant-btn ant-btn-default", "ant-btn ant-btn-dashed", "ant-btn ant-btn-primary ant-btn-dangerous", "ant-btn ant-btn-default ant-btn-sm"),
        field="ant-input", wrong="ant-input-status-error",
        select=f'<div class="ant-select ant-select-single ant-select-show-arrow{{disabled? ant-select-disabled}}" style="width:180px" {{mark:select}}><div class="ant-select-selector"><span class="ant-select-selection-item">{{label}}</span></div><span class="ant-select-arrow">{CHEVRON}</span></div>',
        checkbox=nested("ant", "checkbox", "ant-checkbox-input"), radio=nested("ant", "radio", "ant-radio-input"),
        toggle='<button class="ant-switch{on? ant-switch-checked}{disabled? ant-switch-disabled}"{disabled? disabled} {mark:toggle}><div class="ant-switch-handle"></div><span class="ant-switch-inner"></span></button> {label}',
        tabs=('<div class="ant-tabs ant-tabs-top"><div class="ant-tabs-nav"><div class="ant-tabs-nav-wrap"><div class="ant-tabs-nav-list">{items}</div></div></div></div>', '<div class="ant-tabs ant-tabs-top ant-tabs-card"><div class="ant-tabs-nav"><div class="ant-tabs-nav-wrap"><div class="ant-tabs-nav-list">{items}</div></div></div></div>'),
        tab='<div class="ant-tabs-tab{on? ant-tabs-tab-active}{disabled? ant-tabs-tab-disabled}"{on? style="box-shadow:inset 0 -2px #1890ff"} {mark:tab}><div class="ant-tabs-tab-btn">{label}</div></div>',
        menus=('<ul class="ant-menu ant-menu-root ant-menu-vertical ant-menu-light" style="width:210px">{items}</ul>', '<ul class="ant-menu ant-menu-root ant-menu-vertical ant-menu-dark" style="width:210px">{items}</ul>'),
        item='<li class="ant-menu-item{on? ant-menu-item-selected}{disabled? ant-menu-item-disabled}" {mark:menu-item}>{label}</li>', card="ant-card ant-card-bordered ant-card-body",
    ),
    "element-plus": Kit(
        ("dist/index.css",), ("el-button", "el-button el-button--primary", "el-button el-button--success", "el-button el-button--danger is-plain", "el-button el-button--primary is-round", "el-button el-button--small"),
        off="is-disabled", field='<div class="el-form-item{error? is-error}" style="margin:0;display:inline-block"><div class="el-input{disabled? is-disabled}"><div class="el-input__wrapper" {mark:field}><input class="el-input__inner" data-kind="none" {typed}{disabled? disabled}></div></div></div>',
        select=f'<div class="el-select" style="width:180px"><div class="el-select__wrapper{{disabled? is-disabled}}" {{mark:select}}><div class="el-select__selection"><div class="el-select__selected-item"><span>{{label}}</span></div></div><div class="el-select__suffix">{CHEVRON}</div></div></div>',
        checkbox='<label class="el-checkbox{on? is-checked}{disabled? is-disabled}"><span class="el-checkbox__input{on? is-checked}{disabled? is-disabled}"><input class="el-checkbox__original" type="checkbox" data-kind="none"><span class="el-checkbox__inner" {mark:checkbox}></span></span><span class="el-checkbox__label">{label}</span></label>',
        radio='<label class="el-radio{on? is-checked}{disabled? is-disabled}"><span class="el-radio__input{on? is-checked}{disabled? is-disabled}"><input class="el-radio__original" type="radio" data-kind="none"><span class="el-radio__inner" {mark:radio}></span></span><span class="el-radio__label">{label}</span></label>',
        toggle='<div class="el-switch{on? is-checked}{disabled? is-disabled}"><span class="el-switch__core" {mark:toggle}><div class="el-switch__action"></div></span></div> {label}',
        tabs=('<div class="el-tabs__nav" style="display:flex;float:none">{items}</div>',), tab='<div class="el-tabs__item is-top{on? is-active}{disabled? is-disabled}"{on? style="box-shadow:inset 0 -2px #409eff"} {mark:tab}>{label}</div>',
        menus=('<ul class="el-dropdown-menu" style="width:200px">{items}</ul>',), item='<li class="el-dropdown-menu__item{disabled? is-disabled}"{on? style="background:#ecf5ff;color:#409eff"} {mark:menu-item}>{label}</li>', card="el-card is-always-shadow el-card__body",
    ),
    "@arco-design/web-react": Kit(
        ("dist/css/arco.min.css",), tuple(f"arco-btn arco-btn-{k} arco-btn-size-default arco-btn-shape-{s}" for k, s in (("primary", "square"), ("secondary", "square"), ("outline", "round"), ("dashed", "square"))),
        off="arco-btn-disabled arco-input-disabled", field="arco-input arco-input-size-default", wrong="arco-input-error",
        checkbox=f'<label class="arco-checkbox{{on? arco-checkbox-checked}}{{disabled? arco-checkbox-disabled}}"><input type="checkbox" data-kind="none"><span class="arco-icon-hover arco-checkbox-icon-hover"><div class="arco-checkbox-mask" {{mark:checkbox}}>{TICK}</div></span><span class="arco-checkbox-text">{{label}}</span></label>',
        radio='<label class="arco-radio{on? arco-radio-checked}{disabled? arco-radio-disabled}"><input type="radio" data-kind="none"><span class="arco-icon-hover arco-radio-icon-hover"><div class="arco-radio-mask" {mark:radio}></div></span><span class="arco-radio-text">{label}</span></label>',
        toggle='<button class="arco-switch arco-switch-type-circle{on? arco-switch-checked}{disabled? arco-switch-disabled}" {mark:toggle}><div class="arco-switch-dot"></div></button> {label}',
        tabs=('<div class="arco-tabs-header-nav arco-tabs-header-nav-line arco-tabs-header-nav-top"><div class="arco-tabs-header" style="display:flex">{items}</div></div>',),
        tab='<div class="arco-tabs-header-title{on? arco-tabs-header-title-active}{disabled? arco-tabs-header-title-disabled}"{on? style="box-shadow:inset 0 -2px #165dff"} {mark:tab}><span class="arco-tabs-header-title-text">{label}</span></div>',
        bodies=("", 'arco-theme="dark" style="background:#17171a;color:#ddd"'),
    ),
    "view-design": Kit(
        ("dist/styles/iview.css",), ("ivu-btn ivu-btn-primary", "ivu-btn ivu-btn-default", "ivu-btn ivu-btn-dashed", "ivu-btn ivu-btn-success", "ivu-btn ivu-btn-error ivu-btn-small"),
        field="ivu-input", wrong="", around='<span class="{error?ivu-form-item-error}">{field}</span>',
        select='<div class="ivu-select ivu-select-single{disabled? ivu-select-disabled}" style="width:180px"><div class="ivu-select-selection" {mark:select}><span class="ivu-select-selected-value">{label}</span><i class="ivu-icon ivu-icon-ios-arrow-down ivu-select-arrow"></i></div></div>',
        checkbox=nested("ivu", "checkbox", "ivu-checkbox-input"), radio=nested("ivu", "radio", "ivu-radio-input"),
        toggle='<span class="ivu-switch{on? ivu-switch-checked}{disabled? ivu-switch-disabled}" {mark:toggle}><span class="ivu-switch-inner"></span></span> {label}',
        tabs=('<div class="ivu-tabs-nav" style="float:none;display:flex">{items}</div>',), tab='<div class="ivu-tabs-tab{on? ivu-tabs-tab-active}{disabled? ivu-tabs-tab-disabled}"{on? style="box-shadow:inset 0 -2px #2d8cf0"} {mark:tab}>{label}</div>',
        menus=('<ul class="ivu-dropdown-menu" style="width:200px">{items}</ul>',), item='<li class="ivu-dropdown-item{on? ivu-dropdown-item-selected}{disabled? ivu-dropdown-item-disabled}" {mark:menu-item}>{label}</li>',
    ),
    "vant": Kit(
        ("lib/index.css",), ("van-button van-button--primary van-button--normal", "van-button van-button--default van-button--normal", "van-button van-button--danger van-button--small van-button--round", "van-button van-button--plain van-button--success van-button--normal"),
        off="van-button--disabled",
        checkbox='<div class="van-checkbox" style="display:inline-flex"><div class="van-checkbox__icon van-checkbox__icon--square{on? van-checkbox__icon--checked}{disabled? van-checkbox__icon--disabled}"><i class="van-badge__wrapper van-icon van-icon-success" {mark:checkbox}></i></div><span class="van-checkbox__label">{label}</span></div>',
        toggle='<div class="van-switch{on? van-switch--on}{disabled? van-switch--disabled}" {mark:toggle}><div class="van-switch__node"></div></div> {label}',
        tabs=('<div class="van-tabs van-tabs--line" style="width:100%"><div class="van-tabs__wrap"><div class="van-tabs__nav van-tabs__nav--line">{items}</div></div></div>', '<div class="van-tabs van-tabs--card" style="width:100%"><div class="van-tabs__wrap"><div class="van-tabs__nav van-tabs__nav--card">{items}</div></div></div>'),
        tab='<div class="van-tab van-tab--grow{on? van-tab--active}{disabled? van-tab--disabled}"{on? style="box-shadow:inset 0 -3px #1989fa"} {mark:tab}><span class="van-tab__text">{label}</span></div>',
    ),
    "carbon-components": Kit(
        ("css/carbon-components.min.css",), ("bx--btn bx--btn--primary", "bx--btn bx--btn--secondary", "bx--btn bx--btn--tertiary", "bx--btn bx--btn--danger bx--btn--sm", "bx--btn bx--btn--field bx--btn--primary"),
        off="bx--btn--disabled", field="bx--text-input", wrong="bx--text-input--invalid", select="bx--select-input",
        checkbox='<div class="bx--checkbox-wrapper"><input type="checkbox" class="bx--checkbox" id="{id}" data-kind="none"{on? checked}{disabled? disabled}><label class="bx--checkbox-label" for="{id}" {mark:checkbox} data-pseudo="before">{label}</label></div>',
        radio='<div class="bx--radio-button-wrapper"><input type="radio" class="bx--radio-button" id="{id}" data-kind="none"{on? checked}{disabled? disabled}><label class="bx--radio-button__label" for="{id}"><span class="bx--radio-button__appearance" {mark:radio}></span><span>{label}</span></label></div>',
        toggle='<div><input type="checkbox" class="bx--toggle-input" id="{id}" data-kind="none"{on? checked}{disabled? disabled}><label class="bx--toggle-input__label" for="{id}">{label}<span class="bx--toggle__switch" {mark:toggle} data-pseudo="before"></span></label></div>',
        tabs=('<ul class="bx--tabs--scrollable__nav" style="display:flex">{items}</ul>',), tab='<li class="bx--tabs--scrollable__nav-item{on? bx--tabs--scrollable__nav-item--selected}{disabled? bx--tabs--scrollable__nav-item--disabled}" {mark:tab}><button class="bx--tabs--scrollable__nav-link" data-kind="none">{label}</button></li>', card="bx--tile",
    ),
    "daisyui": Kit(
        ("dist/full.css",), ("btn btn-primary", "btn", "btn btn-outline", "btn btn-secondary btn-sm", "btn btn-accent", "btn btn-neutral btn-sm"), field="input input-bordered", wrong="input-error", select="select select-bordered",
        checkbox=native("checkbox", "checkbox checkbox-primary"), radio=native("radio", "radio radio-primary"), toggle=native("toggle", "toggle toggle-primary"),
        tabs=('<div class="tabs tabs-bordered" style="display:inline-grid">{items}</div>', '<div class="tabs tabs-boxed" style="display:inline-grid">{items}</div>', '<div class="tabs tabs-lifted" style="display:inline-grid">{items}</div>'),
        tab='<a class="tab{on? tab-active}{disabled? tab-disabled}" {mark:tab}>{label}</a>', menus=('<ul class="menu bg-base-200 rounded-box" style="width:220px">{items}</ul>',),
        item='<li class="{disabled?disabled}"><a class="{on?active}" {mark:menu-item}>{label}</a></li>', card="card",
        bodies=tuple(f'data-theme="{t}"' for t in "light light dark cupcake corporate retro cyberpunk dracula nord sunset emerald".split()),
    ),
    "govuk-frontend": Kit(
        ("dist/govuk/govuk-frontend.min.css",), ("govuk-button", "govuk-button govuk-button--secondary", "govuk-button govuk-button--warning"), field="govuk-input", wrong="govuk-input--error", select="govuk-select",
        checkbox='<div class="govuk-checkboxes govuk-checkboxes--small"><div class="govuk-checkboxes__item"><input class="govuk-checkboxes__input" data-kind="none" type="checkbox" id="{id}"{on? checked}{disabled? disabled}><label class="govuk-label govuk-checkboxes__label" for="{id}" {mark:checkbox} data-pseudo="before">{label}</label></div></div>',
        radio='<div class="govuk-radios"><div class="govuk-radios__item"><input class="govuk-radios__input" data-kind="none" type="radio" id="{id}"{on? checked}{disabled? disabled}><label class="govuk-label govuk-radios__label" for="{id}" {mark:radio} data-pseudo="before">{label}</label></div></div>',
        bodies=('class="govuk-template__body govuk-body"',),
    ),
    "98.css": Kit(("dist/98.css",), bodies=('style="background:silver"',), **WINDOWS),
    "xp.css": Kit(("dist/XP.css",), bodies=('style="background:#ece9d8"',), **{**WINDOWS, "tabs": (), "tab": ""}),
    "7.css": Kit(("dist/7.css",), bodies=('style="background:#f0f0f0"',), **{**WINDOWS, "tabs": (), "tab": ""}),
    "nes.css": Kit(("css/nes.min.css",), ("nes-btn is-primary", "nes-btn", "nes-btn is-error", "nes-btn is-success"), off="is-disabled", field="nes-input", wrong="is-error"),
    "papercss": Kit(("dist/paper.min.css",), ("", "btn-secondary", "btn-small", "btn-danger-outline"), toggle='<fieldset class="form-group" style="border:0;padding:0;margin:0"><label class="paper-switch"><input type="checkbox" data-kind="none"{on? checked}{disabled? disabled}><span class="paper-switch-slider" {mark:toggle}></span></label> {label}</fieldset>'),
    "simpledotcss": Kit(("simple.min.css",)),
    "mvp.css": Kit(("mvp.css",)),
    "sakura.css": Kit(("css/sakura.css", "css/sakura-dark.css", "css/sakura-earthly.css")),
    "tacit-css": Kit(("dist/tacit-css.min.css",)),
    "terminal.css": Kit(("dist/terminal.min.css",), ("btn btn-default", "btn btn-primary", "btn btn-error btn-ghost"), wrong=""),
    "wingcss": Kit(("dist/wing.min.css",), ("", "btn outline")),
    # Held out: only for evaluation.
    "semantic-ui-css": Kit(
        ("semantic.min.css",), ("ui primary button", "ui button", "ui basic button", "ui red button", "ui green small button"), off="disabled",
        field='<div class="ui input{error? error}{disabled? disabled}"><input type="text" {typed} {mark:field}></div>',
        select='<div class="ui selection dropdown{disabled? disabled}{error? error}" {mark:select}><div class="text">{label}</div><i class="dropdown icon"></i></div>',
        **{kind: f'<div class="ui {look}checkbox{{disabled? disabled}}"><input type="{form}" class="hidden" data-kind="none"{{on? checked}}{{disabled? disabled}}><label {{mark:{kind}}} data-pseudo="before">{{label}}</label></div>' for kind, look, form in (("checkbox", "", "checkbox"), ("radio", "radio ", "radio"), ("toggle", "toggle ", "checkbox"))},
        tabs=('<div class="ui tabular menu">{items}</div>', '<div class="ui secondary pointing menu">{items}</div>'), tab='<a class="item{on? active}{disabled? disabled}" {mark:tab}>{label}</a>',
        menus=('<div class="ui vertical menu">{items}</div>', '<div class="ui vertical inverted menu">{items}</div>'), item='<a class="item{on? active}{disabled? disabled}" {mark:menu-item}>{label}</a>', card="ui segment",
    ),
    "foundation-sites": Kit(
        ("dist/css/foundation.min.css",), ("button", "button secondary", "button hollow", "button alert small"), wrong="is-invalid-input",
        toggle='<div class="switch" style="display:inline-block;margin:0"><input class="switch-input" type="checkbox" id="{id}" data-kind="none"{on? checked}{disabled? disabled}><label class="switch-paddle" for="{id}" {mark:toggle}></label></div> {label}',
        tabs=('<ul class="tabs">{items}</ul>',), tab='<li class="tabs-title{on? is-active}" {mark:tab}><a{on? aria-selected="true"}>{label}</a></li>',
        menus=('<ul class="vertical menu" style="width:200px">{items}</ul>',), item='<li class="{on?is-active}" {mark:menu-item}><a>{label}</a></li>', card="callout",
    ),
    "mini.css": Kit(("dist/mini-default.min.css",), ("primary", "", "secondary", "tertiary", "inverse small"), card="card fluid section"),
    "rsuite": Kit(
        ("dist/rsuite.min.css",), ("rs-btn rs-btn-primary", "rs-btn rs-btn-default", "rs-btn rs-btn-ghost", "rs-btn rs-btn-default rs-btn-sm"), off="rs-btn-disabled", field="rs-input",
        **{kind: f'<div class="rs-{kind}{{on? rs-{kind}-checked}}{{disabled? rs-{kind}-disabled}}"><div class="rs-{kind}-checker"><label><span class="rs-{kind}-control"><input type="{kind}" data-kind="none"><span class="rs-{kind}-inner" {{mark:{kind}}} data-pseudo="before"></span></span><span class="rs-{kind}-label">{{label}}</span></label></div></div>' for kind in ("checkbox", "radio")},
        toggle='<label class="rs-toggle{on? rs-toggle-checked}{disabled? rs-toggle-disabled}"><span class="rs-toggle-presentation" {mark:toggle}></span></label> {label}',
        tabs=('<div class="rs-nav rs-nav-subtle rs-nav-horizontal">{items}</div>', '<div class="rs-nav rs-nav-tabs rs-nav-horizontal">{items}</div>'), tab='<a class="rs-nav-item{on? rs-nav-item-active}{disabled? rs-nav-item-disabled}" {mark:tab}>{label}</a>',
        menus=('<ul class="rs-dropdown-menu" style="display:inline-block;position:static;width:200px">{items}</ul>',), item='<li><a class="rs-dropdown-item{on? rs-dropdown-item-active}{disabled? rs-dropdown-item-disabled}" {mark:menu-item}>{label}</a></li>',
    ),
    "@blueprintjs/core": Kit(
        ("lib/css/blueprint.css",), ("bp6-button", "bp6-button bp6-intent-primary", "bp6-button bp6-intent-danger", "bp6-button bp6-outlined", "bp6-button bp6-small"), off="bp6-disabled", field="bp6-input", wrong="bp6-intent-danger",
        select='<div class="bp6-html-select{disabled? bp6-disabled}"><select{disabled? disabled} {mark:select}><option>{label}</option></select><span class="bp6-icon"><svg width="16" height="16" viewBox="0 0 16 16" fill="currentColor"><path d="M5 7h6L8 3zM5 9h6l-3 4z"/></svg></span></div>',
        **{kind: f'<label class="bp6-control bp6-{look}{{disabled? bp6-disabled}}"><input type="{form}" data-kind="none" style="opacity:0"{{on? checked}}{{disabled? disabled}}><span class="bp6-control-indicator" {{mark:{kind}}}></span>{{label}}</label>' for kind, look, form in (("checkbox", "checkbox", "checkbox"), ("radio", "radio", "radio"), ("toggle", "switch", "checkbox"))},
        tabs=('<div class="bp6-tabs"><div class="bp6-tab-list">{items}</div></div>',), tab='<div class="bp6-tab" role="tab" {on?aria-selected="true"}{disabled?aria-disabled="true"} {mark:tab}>{label}</div>',
        menus=('<ul class="bp6-menu" style="width:200px">{items}</ul>',), item='<li><a class="bp6-menu-item{on? bp6-active bp6-intent-primary}{disabled? bp6-disabled}" {mark:menu-item}>{label}</a></li>', card="bp6-card",
        bodies=("", 'class="bp6-dark" style="background:#252a31;color:#eee"'),
    ),
    "chota": Kit(
        ("dist/chota.min.css",), ("button primary", "button", "button outline", "button error"), wrong="error",
        tabs=('<nav class="tabs">{items}</nav>',), tab='<a class="{on?active}" {mark:tab}>{label}</a>', card="card", bodies=("", 'class="dark" style="--bg-color:#000;--bg-secondary-color:#131316;--font-color:#f5f5f5;--color-grey:#ccc;--color-darkGrey:#ccc;--color-lightGrey:#333"'),
    ),
}
KITS |= more(BOOTSTRAP)
HELD_OUT = {"semantic-ui-css", "foundation-sites", "mini.css", "rsuite", "@blueprintjs/core", "chota"}
