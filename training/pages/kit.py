"""What a component library's controls are written as: the templates' form, and those that many share (kits.py says how they are filled)."""

from __future__ import annotations

from dataclasses import dataclass

TICK = '<svg class="arco-checkbox-mask-icon" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="4"><path d="M4 12l6 6L20 6"/></svg>'
CHEVRON = '<svg width="12" height="12" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="3"><path d="M4 8l8 8 8-8"/></svg>'
NATIVE = '<label style="display:inline-flex;gap:6px;align-items:center"><input type="TYPE"{on? checked}{disabled? disabled} {mark:TYPE}><span>{label}</span></label>'


def native(kind: str, classes: str = "", outer: str = "") -> str:
    """An input that the style sheet draws itself."""
    role = ' role="switch"' if kind == "toggle" else ""
    form = "checkbox" if kind == "toggle" else kind
    start, end = (f'<div class="{outer}">', "</div>") if outer else ("<span>", "</span>")
    return f'{start}<input type="{form}"{role} class="{classes}" id="{{id}}"{{on? checked}}{{disabled? disabled}} {{mark:{kind}}}><label for="{{id}}" class="form-check-label" style="display:inline;margin-left:6px">{{label}}</label>{end}'


def behind(kind: str, outer: str, inner: str) -> str:
    """A hidden input and, in one label, what is drawn for it."""
    form = "radio" if kind == "radio" else "checkbox"
    return f'<label class="{outer}"><input type="{form}" data-kind="none"{{on? checked}}{{disabled? disabled}}>{inner}</label>'


def nested(prefix: str, kind: str, input_class: str) -> str:
    """Ant Design and its relatives: wrapper, box, hidden input, drawn box."""
    p = f"{prefix}-{kind}"
    return (
        f'<label class="{p}-wrapper{{on? {p}-wrapper-checked}}{{disabled? {p}-wrapper-disabled}}"><span class="{p}{{on? {p}-checked}}{{disabled? {p}-disabled}}">'
        f'<input type="{kind}" class="{input_class}" data-kind="none"><span class="{p}-inner" {{mark:{kind}}}></span></span><span>{{label}}</span></label>'
    )


@dataclass(frozen=True)
class Kit:
    sheets: tuple[str, ...]
    buttons: tuple[str, ...] = ("",)  # classes
    off: str = ""  # class of a disabled button, field or select
    field: str = ""
    wrong: str = "invalid"  # class of a field in error; "" when the library has none
    around: str = "{field}"  # around a field
    select: str = ""  # class of a native select, or a template
    checkbox: str = NATIVE.replace("TYPE", "checkbox")
    radio: str = NATIVE.replace("TYPE", "radio")
    toggle: str = ""  # "": an invented one
    tabs: tuple[str, ...] = ()  # what stands around them; (): none of its own
    tab: str = ""
    menus: tuple[str, ...] = ()
    item: str = ""
    card: str = ""
    bodies: tuple[str, ...] = ("",)  # attributes of the body
    css: str = ""  # what its scripts would add
