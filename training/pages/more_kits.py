"""More component libraries, in the terms of kits.py: themes of one library, older versions, other systems' looks."""

from __future__ import annotations

from training.pages.kit import CHEVRON, Kit

BOOTSTRAP_LIKE = dict(
    tabs=('<ul class="nav nav-tabs">{items}</ul>', '<ul class="nav nav-pills">{items}</ul>'),
    tab='<li class="nav-item"><a class="nav-link{on? active}{disabled? disabled}" {mark:tab}>{label}</a></li>',
    menus=('<div class="list-group" style="width:220px">{items}</div>', '<div class="dropdown-menu show" style="position:static;display:inline-block">{items}</div>'),
    item='<a class="list-group-item list-group-item-action dropdown-item{on? active}{disabled? disabled}" {mark:menu-item}>{label}</a>',
)
PRIME_CSS = """.p-button{display:inline-flex;align-items:center;overflow:hidden;position:relative}.p-dropdown{display:inline-flex;position:relative}
.p-dropdown-label{display:block;white-space:nowrap;overflow:hidden;flex:1 1 auto;width:1%}.p-dropdown-trigger{display:flex;align-items:center;justify-content:center;flex-shrink:0}
.p-checkbox,.p-radiobutton{display:inline-flex;position:relative;vertical-align:bottom}.p-checkbox-box,.p-radiobutton-box{display:flex;justify-content:center;align-items:center}
.p-radiobutton-icon{border-radius:50%}.p-inputswitch{position:relative;display:inline-block}.p-inputswitch-slider{position:absolute;inset:0;border:1px solid transparent}
.p-inputswitch-slider:before{position:absolute;content:"";top:50%}.p-tabview-nav{display:flex;margin:0;padding:0;list-style:none}
.p-tabview-nav-link{display:flex;align-items:center;position:relative;text-decoration:none;overflow:hidden}.p-menu ul{margin:0;padding:0;list-style:none}.p-menuitem-link{display:flex;align-items:center;text-decoration:none}
.p-disabled{opacity:.6}.p-checkbox-input,.p-radiobutton-input{position:absolute;opacity:0}"""
MARK = '<svg width="12" height="12" viewBox="0 0 14 14" fill="none" stroke="currentColor" stroke-width="2"><path d="M2 7l4 4 6-9"/></svg>'


def prime_box(kind: str, inside: str) -> str:
    return (
        f'<span style="display:inline-flex;gap:8px;align-items:center"><span class="p-{kind} p-component{{on? p-highlight}}{{disabled? p-disabled}}"><span class="p-{kind}-box" {{mark:{"radio" if kind == "radiobutton" else kind}}}>{inside}</span></span><span>{{label}}</span></span>'
    )


def beside(kind: str, outer: str, input_class: str, label_class: str) -> str:
    """An input and a label behind it, whose pseudo-element draws the box."""
    form = "radio" if kind == "radio" else "checkbox"
    return (
        f'<div class="{outer}"><input type="{form}" class="{input_class}" id="{{id}}" data-kind="none"{{on? checked}}{{disabled? disabled}}>'
        f'<label class="{label_class}" for="{{id}}" {{mark:{kind}}} data-pseudo="before">{{label}}</label></div>'
    )


def drawn_box(kind: str, outer: str, input_class: str, box: str) -> str:
    """A label with an input of a class, and the box that is drawn for it."""
    form = "radio" if kind == "radio" else "checkbox"
    return f'<label class="{outer}" style="display:inline-flex;gap:8px;align-items:center"><input type="{form}" class="{input_class}" data-kind="none"{{on? checked}}{{disabled? disabled}}><span class="{box}" {{mark:{kind}}}></span><span>{{label}}</span></label>'


def tdesign(kind: str) -> str:
    return f'<label class="t-{kind}{{on? t-is-checked}}{{disabled? t-is-disabled}}"><input type="{kind}" class="t-{kind}__former" data-kind="none"><span class="t-{kind}__input" {{mark:{kind}}}></span><span class="t-{kind}__label">{{label}}</span></label>'


def more(bootstrap: dict) -> dict[str, Kit]:
    """`bootstrap` is how kits.py writes Bootstrap 5."""
    themes = "brite cerulean cosmo cyborg darkly flatly journal litera lumen lux materia minty morph pulse quartz sandstone simplex sketchy slate solar spacelab superhero united vapor yeti zephyr".split()
    prime = "arya-blue bootstrap4-dark-blue bootstrap4-light-purple fluent-light lara-dark-teal lara-light-blue lara-light-amber luna-amber luna-pink md-dark-indigo md-light-deeppurple mdc-dark-deeppurple mdc-light-indigo mira nano nova nova-alt rhea saga-green soho-dark soho-light tailwind-light vela-orange viva-dark viva-light".split()
    jquery = "base black-tie cupertino flick humanity overcast pepper-grinder redmond smoothness south-street sunny ui-lightness ui-darkness".split()
    return {
        "bootswatch": Kit(tuple(f"dist/{t}/bootstrap.min.css" for t in themes), **{**bootstrap, "bodies": ("",)}),
        "@coreui/coreui": Kit(("dist/css/coreui.min.css",), **{**bootstrap, "bodies": ("", 'data-coreui-theme="dark"')}),
        "bootstrap-4": Kit(
            ("dist/css/bootstrap.min.css",), bootstrap["buttons"], field="form-control", wrong="is-invalid", select="custom-select",
            checkbox=beside("checkbox", "custom-control custom-checkbox", "custom-control-input", "custom-control-label"),
            radio=beside("radio", "custom-control custom-radio", "custom-control-input", "custom-control-label"),
            toggle=beside("toggle", "custom-control custom-switch", "custom-control-input", "custom-control-label"), card="card p-3", **BOOTSTRAP_LIKE,
        ),
        "bootstrap-3": Kit(
            ("dist/css/bootstrap.min.css",), ("btn btn-default", "btn btn-primary", "btn btn-danger", "btn btn-success btn-sm", "btn btn-info btn-xs"), field="form-control", wrong="", around='<span class="{error?has-error}">{field}</span>', select="form-control",
            tabs=('<ul class="nav nav-tabs">{items}</ul>', '<ul class="nav nav-pills">{items}</ul>'), tab='<li class="{on?active}{disabled? disabled}" {mark:tab}><a>{label}</a></li>',
            menus=('<ul class="dropdown-menu" style="display:inline-block;position:static;float:none">{items}</ul>',), item='<li class="{on?active}{disabled? disabled}" {mark:menu-item}><a>{label}</a></li>', card="panel panel-default",
        ),
        "primereact": Kit(
            tuple(f"resources/themes/{t}/theme.css" for t in prime), tuple("p-button p-component" + k for k in ("", " p-button-secondary", " p-button-outlined", " p-button-success", " p-button-danger p-button-sm", " p-button-text", " p-button-outlined p-button-secondary")),
            off="p-disabled", field="p-inputtext p-component", wrong="p-invalid", css=PRIME_CSS,
            select=f'<div class="p-dropdown p-component p-inputwrapper{{disabled? p-disabled}}{{error? p-invalid}}" style="width:190px" {{mark:select}}><span class="p-dropdown-label p-inputtext">{{label}}</span><div class="p-dropdown-trigger">{CHEVRON}</div></div>',
            checkbox=prime_box("checkbox", "{on?" + MARK + "}"), radio=prime_box("radiobutton", '<span class="p-radiobutton-icon"></span>'),
            toggle='<span class="p-inputswitch p-component{on? p-highlight}{disabled? p-disabled}" {mark:toggle}><span class="p-inputswitch-slider"></span></span> {label}',
            tabs=('<div class="p-tabview p-component"><ul class="p-tabview-nav">{items}</ul></div>',), tab='<li class="{on?p-highlight}{disabled? p-disabled}" {mark:tab}><a class="p-tabview-nav-link"><span class="p-tabview-title">{label}</span></a></li>',
            menus=('<div class="p-menu p-component"><ul class="p-menu-list">{items}</ul></div>',), item='<li class="p-menuitem{on? p-highlight}{disabled? p-disabled}" {mark:menu-item}><div class="p-menuitem-content"{on? style="background:#8884"}><a class="p-menuitem-link"><span class="p-menuitem-text">{label}</span></a></div></li>',
            card="p-card p-component", bodies=('style="background:var(--surface-ground,#fff);color:var(--text-color,#333)"',),
        ),
        "jquery-ui-themes": Kit(
            tuple(f"themes/{t}/jquery-ui.min.css" for t in jquery), ("ui-button ui-widget ui-corner-all", "ui-button ui-widget ui-corner-all ui-state-active", "ui-button ui-widget ui-corner-all ui-priority-primary"), off="ui-state-disabled", field="ui-widget ui-widget-content ui-corner-all", wrong="ui-state-error",
            select='<span class="ui-selectmenu-button ui-button ui-widget ui-corner-all{disabled? ui-state-disabled}" style="width:150px;text-align:left" {mark:select}><span class="ui-selectmenu-icon ui-icon ui-icon-triangle-1-s" style="float:right"></span><span class="ui-selectmenu-text">{label}</span></span>',
            tabs=('<div class="ui-tabs ui-widget ui-widget-content ui-corner-all"><ul class="ui-tabs-nav ui-helper-reset ui-helper-clearfix ui-widget-header ui-corner-all">{items}</ul></div>',),
            tab='<li class="ui-tabs-tab ui-corner-top {on?ui-tabs-active ui-state-active} ui-state-default{disabled? ui-state-disabled}" {mark:tab}><a class="ui-tabs-anchor">{label}</a></li>',
            menus=('<ul class="ui-menu ui-widget ui-widget-content" style="width:190px">{items}</ul>',), item='<li class="ui-menu-item{disabled? ui-state-disabled}" {mark:menu-item}><div class="ui-menu-item-wrapper{on? ui-state-active}">{label}</div></li>', card="ui-widget ui-widget-content ui-corner-all",
        ),
        "@salesforce-ux/design-system": Kit(
            ("assets/styles/salesforce-lightning-design-system.min.css",), ("slds-button slds-button_neutral", "slds-button slds-button_brand", "slds-button slds-button_outline-brand", "slds-button slds-button_destructive", "slds-button slds-button_success"),
            field="slds-input", wrong="", around='<div class="slds-form-element{error? slds-has-error}"><div class="slds-form-element__control">{field}</div></div>',
            select='<div class="slds-form-element{error? slds-has-error}"><div class="slds-select_container" style="width:180px"><select class="slds-select"{disabled? disabled} {mark:select}><option>{label}</option></select></div></div>',
            checkbox='<div class="slds-checkbox"><input type="checkbox" id="{id}" data-kind="none"{on? checked}{disabled? disabled}><label class="slds-checkbox__label" for="{id}"><span class="slds-checkbox_faux" {mark:checkbox}></span><span class="slds-form-element__label">{label}</span></label></div>',
            radio='<span class="slds-radio"><input type="radio" id="{id}" data-kind="none"{on? checked}{disabled? disabled}><label class="slds-radio__label" for="{id}"><span class="slds-radio_faux" {mark:radio}></span><span class="slds-form-element__label">{label}</span></label></span>',
            toggle='<label class="slds-checkbox_toggle slds-grid"><span class="slds-form-element__label">{label}</span><input type="checkbox" data-kind="none"{on? checked}{disabled? disabled}><span class="slds-checkbox_faux_container"><span class="slds-checkbox_faux" {mark:toggle}></span></span></label>',
            tabs=('<div class="slds-tabs_default"><ul class="slds-tabs_default__nav">{items}</ul></div>', '<div class="slds-tabs_scoped"><ul class="slds-tabs_scoped__nav slds-tabs_default__nav">{items}</ul></div>'), tab='<li class="slds-tabs_default__item{on? slds-is-active}" {mark:tab}><a class="slds-tabs_default__link">{label}</a></li>',
            menus=('<nav class="slds-nav-vertical" style="width:200px"><ul>{items}</ul></nav>', '<div class="slds-dropdown" style="position:static;transform:none;float:none;max-width:none;width:200px"><ul class="slds-dropdown__list">{items}</ul></div>'), item='<li class="slds-dropdown__item slds-nav-vertical__item{on? slds-is-active slds-is-selected}" {mark:menu-item}><a class="slds-nav-vertical__action"{on? style="background:#8882"}>{label}</a></li>', card="slds-card slds-p-around_small",
        ),
        "@clr/ui": Kit(
            ("clr-ui.min.css",), ("btn btn-primary", "btn", "btn btn-outline", "btn btn-danger", "btn btn-success btn-sm"), field="clr-input", wrong="",
            around='<div class="clr-control-container{error? clr-error}"><div class="clr-input-wrapper">{field}</div></div>',
            select='<div class="clr-control-container"><div class="clr-select-wrapper"><select class="clr-select"{disabled? disabled} {mark:select}><option>{label}</option></select></div></div>',
            tabs=('<ul class="nav">{items}</ul>',), tab='<li class="nav-item" {mark:tab}><button class="btn btn-link nav-link{on? active}" data-kind="none">{label}</button></li>',
            menus=('<div class="dropdown-menu" style="position:static;visibility:visible;display:inline-block">{items}</div>',), item='<div class="dropdown-item{on? active}{disabled? disabled}" {mark:menu-item}>{label}</div>', card="card", bodies=('cds-theme="light"', 'cds-theme="dark" style="background:#21333b;color:#ddd"'),
        ),
        "@patternfly/patternfly": Kit(
            ("patternfly.min.css",), tuple(f"pf-v6-c-button pf-m-{k}" for k in ("primary", "secondary", "tertiary", "danger", "control", "link")), off="pf-m-disabled",
            field='<span class="pf-v6-c-form-control{error? pf-m-error}{disabled? pf-m-disabled}" style="display:grid;{error?outline:1px solid #b1380b}" {mark:field}><input data-kind="none" {typed}{disabled? disabled}></span>',
            select=f'<button class="pf-v6-c-menu-toggle{{disabled? pf-m-disabled}}"{{disabled? disabled}} {{mark:select}}><span class="pf-v6-c-menu-toggle__text">{{label}}</span><span class="pf-v6-c-menu-toggle__controls"><span class="pf-v6-c-menu-toggle__toggle-icon">{CHEVRON}</span></span></button>',
            toggle='<label class="pf-v6-c-switch"><input class="pf-v6-c-switch__input" type="checkbox" data-kind="none"{on? checked}{disabled? disabled}><span class="pf-v6-c-switch__toggle" {mark:toggle}></span><span class="pf-v6-c-switch__label">{label}</span></label>',
            tabs=('<div class="pf-v6-c-tabs"><ul class="pf-v6-c-tabs__list">{items}</ul></div>',), tab='<li class="pf-v6-c-tabs__item{on? pf-m-current}" {mark:tab}><button class="pf-v6-c-tabs__link" data-kind="none"><span class="pf-v6-c-tabs__item-text">{label}</span></button></li>',
            menus=('<nav class="pf-v6-c-nav" style="width:220px"><ul class="pf-v6-c-nav__list">{items}</ul></nav>',), item='<li class="pf-v6-c-nav__item" {mark:menu-item}><a class="pf-v6-c-nav__link{on? pf-m-current}">{label}</a></li>', card="pf-v6-c-card", bodies=("", 'class="pf-v6-theme-dark"'),
        ),
        "@primer/css": Kit(
            ("dist/primer.css",), ("btn", "btn btn-primary", "btn btn-outline", "btn btn-danger", "btn btn-sm", "btn-invisible btn"), field="form-control", wrong="", around='<span class="form-group{error? errored}" style="margin:0">{field}</span>', select="form-select",
            card="Box p-3", bodies=('data-color-mode="light" data-light-theme="light"',),
        ),
        "material-components-web": Kit(
            ("dist/material-components-web.min.css",), ("mdc-button mdc-button--raised", "mdc-button mdc-button--outlined", "mdc-button mdc-button--unelevated", "mdc-button"),
            field='<label class="mdc-text-field mdc-text-field--outlined mdc-text-field--no-label{disabled? mdc-text-field--disabled}{error? mdc-text-field--invalid}" style="height:48px;width:100%" {mark:field}><span class="mdc-notched-outline"><span class="mdc-notched-outline__leading"></span><span class="mdc-notched-outline__trailing"></span></span><input class="mdc-text-field__input" data-kind="none" {typed}{disabled? disabled}></label>',
            select='<div class="mdc-select mdc-select--outlined mdc-select--no-label{disabled? mdc-select--disabled}{error? mdc-select--invalid}" style="width:200px" {mark:select}><div class="mdc-select__anchor"><span class="mdc-notched-outline"><span class="mdc-notched-outline__leading"></span><span class="mdc-notched-outline__trailing"></span></span><span class="mdc-select__selected-text-container"><span class="mdc-select__selected-text">{label}</span></span><span class="mdc-select__dropdown-icon"><svg width="10" height="5" viewBox="7 10 10 5" fill="currentColor"><polygon points="7 10 12 15 17 10"/></svg></span></div></div>',
            checkbox='<span class="mdc-form-field"><div class="mdc-checkbox{disabled? mdc-checkbox--disabled}"><input type="checkbox" class="mdc-checkbox__native-control" data-kind="none"{on? checked}{disabled? disabled}><div class="mdc-checkbox__background" {mark:checkbox}><svg class="mdc-checkbox__checkmark" viewBox="0 0 24 24"><path class="mdc-checkbox__checkmark-path" fill="none" d="M1.73,12.91 8.1,19.28 22.79,4.59"/></svg></div></div><label>{label}</label></span>',
            radio='<span class="mdc-form-field"><div class="mdc-radio{disabled? mdc-radio--disabled}"><input type="radio" class="mdc-radio__native-control" data-kind="none"{on? checked}{disabled? disabled}><div class="mdc-radio__background" {mark:radio}><div class="mdc-radio__outer-circle"></div><div class="mdc-radio__inner-circle"></div></div></div><label>{label}</label></span>',
            tabs=('<div class="mdc-tab-bar"><div style="display:flex">{items}</div></div>',), tab='<button class="mdc-tab{on? mdc-tab--active}" style="flex:none" {mark:tab}><span class="mdc-tab__content"><span class="mdc-tab__text-label">{label}</span></span><span class="mdc-tab-indicator{on? mdc-tab-indicator--active}"><span class="mdc-tab-indicator__content mdc-tab-indicator__content--underline"></span></span></button>',
            menus=('<ul class="mdc-deprecated-list" style="width:220px">{items}</ul>',), item='<li class="mdc-deprecated-list-item{on? mdc-deprecated-list-item--selected mdc-deprecated-list-item--activated}{disabled? mdc-deprecated-list-item--disabled}"{on? style="background:#6200ee1f"} {mark:menu-item}><span class="mdc-deprecated-list-item__text">{label}</span></li>', card="mdc-card",
        ),
        "onsenui": Kit(
            ("css/onsen-css-components.min.css", "css/onsen-css-components.min.css", "css/old-onsen-css-components.min.css"), ("button", "button button--outline", "button button--cta", "button button--material", "button--material--flat button"), field="text-input text-input--underbar", wrong="",
            css="body{position:static!important;overflow:auto!important}",
            select='<div class="select"><select class="select-input select-input--underbar"{disabled? disabled} {mark:select}><option>{label}</option></select></div>',
            checkbox=drawn_box("checkbox", "checkbox", "checkbox__input", "checkbox__checkmark"), radio=drawn_box("radio", "radio-button", "radio-button__input", "radio-button__checkmark"),
            toggle='<div class="switch" style="display:inline-block"><input type="checkbox" class="switch__input" data-kind="none"{on? checked}{disabled? disabled}><div class="switch__toggle" {mark:toggle}><div class="switch__handle"></div></div></div> {label}',
            tabs=('<div class="segment" style="width:360px">{items}</div>',), tab='<div class="segment__item"><input type="radio" class="segment__input" data-kind="none"{on? checked}{disabled? disabled}><div class="segment__button" {mark:tab}>{label}</div></div>',
        ),
        "weui": Kit(
            ("dist/style/weui.min.css",), ("weui-btn weui-btn_primary weui-btn_mini", "weui-btn weui-btn_default weui-btn_mini", "weui-btn weui-btn_warn weui-btn_mini"), off="weui-btn_disabled", toggle='<input class="weui-switch" type="checkbox"{on? checked}{disabled? disabled} {mark:toggle}> {label}', bodies=("", 'data-weui-theme="dark" style="background:#191919;color:#ddd"'),
        ),
        "tdesign-vue-next": Kit(
            ("dist/tdesign.min.css",), tuple(f"t-button t-button--variant-{v} t-button--theme-{t} t-size-{s}" for v, t, s in (("base", "primary", "m"), ("base", "default", "m"), ("outline", "primary", "m"), ("base", "danger", "s"), ("dashed", "default", "m"), ("text", "primary", "s"))), off="t-is-disabled",
            field='<div class="t-input__wrap"><div class="t-input{disabled? t-is-disabled}{error? t-is-error}" {mark:field}><input class="t-input__inner" data-kind="none" {typed}{disabled? disabled}></div></div>',
            select=f'<div class="t-input__wrap" style="width:180px"><div class="t-input t-is-readonly{{disabled? t-is-disabled}}{{error? t-is-error}}" {{mark:select}}><span style="flex:1;white-space:nowrap;overflow:hidden">{{label}}</span>{CHEVRON}</div></div>',
            checkbox=tdesign("checkbox"), radio=tdesign("radio"), toggle='<div class="t-switch t-size-m{on? t-is-checked}{disabled? t-is-disabled}" {mark:toggle}><span class="t-switch__handle"></span></div> {label}',
            tabs=('<div class="t-tabs__nav-wrap" style="display:flex;border-bottom:1px solid #ddd">{items}</div>',), tab='<div class="t-tabs__nav-item t-size-m{on? t-is-active}{disabled? t-is-disabled}"{on? style="box-shadow:inset 0 -2px #0052d9"} {mark:tab}><div class="t-tabs__nav-item-wrapper">{label}</div></div>',
            menus=('<div class="t-default-menu" style="width:200px;height:auto"><ul class="t-menu">{items}</ul></div>',), item='<li class="t-menu__item{on? t-is-active}{disabled? t-is-disabled}" {mark:menu-item}><span class="t-menu__content">{label}</span></li>', bodies=("", 'theme-mode="dark" style="background:#181818;color:#ddd"'),
        ),
        "photonkit": Kit(
            ("dist/css/photon.css",), ("btn btn-default", "btn btn-primary", "btn btn-large btn-default", "btn btn-negative", "btn btn-mini btn-default"), field="form-control", wrong="", css="html,body{height:auto!important;overflow:visible!important}",
            tabs=('<div class="tab-group" style="width:420px">{items}</div>',), tab='<div class="tab-item{on? active}" {mark:tab}>{label}</div>', menus=('<nav class="nav-group" style="width:180px;background:#f5f5f4">{items}</nav>',), item='<span class="nav-group-item{on? active}" {mark:menu-item}>{label}</span>',
        ),
        "@sakun/system.css": Kit(
            ("dist/system.css",), ("btn", "btn btn-default"), wrong="", checkbox=beside("checkbox", "", "", ""), radio=beside("radio", "field-row", "", ""),
        ),
        "office-ui-fabric-js": Kit(
            ("dist/css/fabric.components.min.css",), ("ms-Button", "ms-Button ms-Button--primary", "ms-Button ms-Button--small"), off="is-disabled", field="ms-TextField-field", wrong="", around='<span class="ms-TextField" style="margin:0">{field}</span>',
            toggle='<div class="ms-Toggle{disabled? is-disabled}" style="margin:0"><label class="ms-Toggle-field{on? is-selected}" {mark:toggle}></label></div> {label}',
            tabs=('<div class="ms-Pivot"><ul class="ms-Pivot-links">{items}</ul></div>', '<div class="ms-Pivot ms-Pivot--tabs"><ul class="ms-Pivot-links">{items}</ul></div>'), tab='<li class="ms-Pivot-link{on? is-selected}" {mark:tab}>{label}</li>', card="ms-Card",
        ),
        "picnic": Kit(
            ("picnic.min.css",), ("", "success", "warning", "error", "pseudo"), wrong="",
        ),
        "@blaze/css": Kit(
            ("dist/blaze/blaze.css",), ("c-button", "c-button c-button--brand", "c-button c-button--ghost", "c-button c-button--error", "c-button c-button--rounded c-button--success"), field="c-field", wrong="c-field--error", select="c-field",
            card="c-card u-high",
        ),
        "@exampledev/new.css": Kit(("new.css",)),
        "awsm.css": Kit(("dist/awsm.min.css", "dist/awsm_theme_big-stone.min.css", "dist/awsm_theme_black.min.css")),
        "holiday.css": Kit(("dist/holiday.css",)),
        "bamboo.css": Kit(("dist/light.min.css", "dist/dark.min.css")),
    }
