"""Pages full of controls, as component libraries draw them: forms, settings, dialogs, toolbars, lists, galleries."""

from __future__ import annotations

import html
import random
import re
from pathlib import Path

from training.lines.sources import TextSource
from training.pages import invented
from training.pages.kinds import Kinds, Page
from training.pages.kits import HELD_OUT, KITS, Kit
from training.pages.style import Look, choose_look

SHARE_INVENTED = 0.4
WORDS = "Save Cancel OK Delete Edit Close Apply Next Back Submit Send Search Login Sign in Settings Profile Help About Export Import Share Copy Add Remove Refresh Download Upload Continue Done Open New Filter Sort Reset Home Overview Details Users Reports Billing Security".split()
ON = {"checkbox": "checked", "radio": "checked", "toggle": "checked", "tab": "selected", "menu-item": "selected"}
CSS = """*,*::before,*::after{transition:none!important;animation:none!important;caret-color:transparent!important}
.ln{display:flex;gap:12px;align-items:center;flex-wrap:wrap;margin:8px 0}.ln>*{margin:0}.spread{justify-content:space-between;flex-wrap:nowrap}
.fl{display:block;font-size:.9em;margin:0 0 3px}.hint{font-size:.8em;opacity:.8}.cols{display:grid;gap:18px;align-items:start}
.veil{position:fixed;inset:0;background:#0007}.dialog{position:fixed;box-shadow:0 8px 30px #0006}
.ic{display:inline-flex;vertical-align:middle}ul,ol,menu{list-style:none}
"""


def fill(template: str, label: str, number: str, states: set[str], **more: str) -> str:
    """A template of kits.py as HTML; `states` of on, disabled, error."""
    text = re.sub(r"\{(on|disabled|error)\?([^{}]*)\}", lambda m: m[2] if m[1] in states else "", template)

    def mark(match: re.Match) -> str:
        names = [ON.get(match[1], "") if s == "on" else s for s in sorted(states)]
        return f'data-kind="{match[1]}" data-state="{" ".join(n for n in names if n)}"'

    text = re.sub(r"\{mark:([\w-]+)\}", mark, text)
    for name, value in {"label": label, "id": number, **more}.items():
        text = text.replace("{" + name + "}", value)
    return text


class Controls(Kinds):
    def __init__(self, rng: random.Random, texts: TextSource, look: Look, photos: list[Path], kit: Kit) -> None:
        super().__init__(rng, texts, look, photos)
        self.kit = kit
        self.own = {  # template of the library, or an invented one
            "toggle": kit.toggle or invented.TOGGLE, "tab": kit.tab or invented.TAB, "tabs": kit.tabs or invented.TABS,
            "item": kit.item or invented.ITEM, "menus": kit.menus or invented.MENUS,
        }
        # A page keeps its few looks, as a program does.
        self.classes = rng.sample(kit.buttons, min(len(kit.buttons), rng.randint(2, 5)))

    # Words and signs.

    def name(self) -> str:
        return self.pick(*WORDS) if self.flip(0.35) else self.words(1, self.pick(1, 1, 2, 3))

    def small_icon(self) -> str:
        return f'<span class="ic">{self.sign()}</span>'

    def states(self, on: float = 0.0, disabled: float = 0.14, error: float = 0.0) -> set[str]:
        found = {name for name, odds in (("on", on), ("disabled", disabled), ("error", error)) if self.flip(odds)}
        return found - {"error"} if "disabled" in found else found

    # Controls.

    def one_button(self) -> str:
        state = self.states(disabled=0.16)
        style = f"{self.rng.choice(self.classes)}{' ' + self.kit.off if self.kit.off and 'disabled' in state else ''}"
        kind = self.rng.random()
        inside = self.name() if kind < 0.68 else f"{self.small_icon()} {self.name()}" if kind < 0.84 else self.small_icon() if kind < 0.95 else f"{self.name()} {self.pick('▾', '→', '›', '⌄')}"
        return fill('<button class="{style}"{disabled? disabled} {mark:button}>{label}</button>', inside, "", state, style=style)

    def one_icon(self) -> str:
        return f'<span class="ic" style="padding:3px">{self.sign()}</span>'

    def one_field(self, width: int = 0, error: float = 0.14) -> str:
        kit, state = self.kit, self.states(error=error)
        text = self.pick(self.line(22), html.escape(self.texts.invent.person()), html.escape(self.texts.invent.number()), html.escape(self.texts.invent.address()))
        typed = self.pick(f'value="{text}"', f'value="{text}"', f'placeholder="{self.words(1, 3)}"', "")
        style = f"{kit.field} {kit.wrong if 'error' in state else ''} {kit.off if 'disabled' in state else ''}"
        size = f"width:{width or self.rng.randint(110, 320)}px"
        if kit.field.startswith("<"):
            field = fill(kit.field, "", "", state, typed=f'{typed} type="text" style="{size}"' if "el-input" not in kit.field else f'{typed} type="text"')
            return f'<span style="display:inline-block;{size}">{field}</span>' if "el-input" in kit.field else field
        red = "" if kit.wrong and kit.wrong != "invalid" else f"border:{self.pick(1, 1, 2)}px solid {self.pick('#d1242f', '#e53935', '#c00', '#ff4d4f')}!important;" if "error" in state else ""
        if self.flip(0.12):
            made = fill('<textarea class="{style}" style="height:{tall}px;{size};{red}"{disabled? disabled}{error? aria-invalid="true"} {mark:field}>{label}</textarea>', self.line(30), "", state, style=style, tall=str(self.rng.randint(45, 110)), size=size, red=red)
        else:
            form = self.pick("text", "text", "text", "password", "search", "email")
            made = fill('<input type="{form}" class="{style}" {typed} style="{size};{red}"{disabled? disabled}{error? aria-invalid="true"} {mark:field}>', "", "", state, form=form, style=style, typed=typed, size=size, red=red)
        return fill(kit.around, "", "", state, field=made)

    def one_select(self) -> str:
        state = self.states(error=0.05 if self.kit.select.startswith("<") else 0.0)
        if self.kit.select.startswith("<"):
            return fill(self.kit.select, self.words(1, 2), "", state)
        return fill(
            '<select class="{style}" style="width:auto;min-width:{wide}px;max-width:260px"{disabled? disabled} {mark:select}><option>{label}</option></select>', self.words(1, 2), "", state,
            style=self.kit.select, wide=str(self.rng.randint(80, 200)),
        )

    def one_checkbox(self) -> str:
        return fill(self.kit.checkbox, self.words(1, 4), self.fresh(), self.states(on=0.5))

    def one_radio(self) -> str:
        return fill(self.kit.radio, self.words(1, 3), self.fresh(), self.states(on=0.45))

    def one_toggle(self, label: str | None = None) -> str:
        return f'<span class="tg" style="display:inline-flex;gap:8px;align-items:center">{fill(self.own["toggle"], self.words(1, 3) if label is None else label, self.fresh(), self.states(on=0.5))}</span>'

    def one_link(self) -> str:
        return f'<a href="#x">{self.words(1, 3)}</a>'

    def one_slider(self) -> str:
        return f'<input type="range" value="{self.rng.randint(0, 100)}" style="width:{self.rng.randint(90, 220)}px"{" disabled" if self.flip(0.1) else ""}>'

    def listed(self, template: str, around: str, count: int, icons: float, off: float = 0.1) -> str:
        chosen, rows = self.rng.randrange(count), []
        signs = self.flip(icons)
        for i in range(count):
            state = ({"on"} if i == chosen else set()) | ({"disabled"} if i != chosen and "disabled?" in template and self.flip(off) else set())
            rows.append(fill(template, (self.small_icon() + " " if signs else "") + self.name(), "", state))
        return around.replace("{items}", "".join(rows))

    def one_tabs(self) -> str:
        return self.listed(self.own["tab"], self.rng.choice(self.own["tabs"]), self.rng.randint(2, 6), 0.2)

    def one_menu(self) -> str:
        return f'<div style="width:max-content">{self.listed(self.own["item"], self.rng.choice(self.own["menus"]), self.rng.randint(3, 9), 0.35, 0.15)}</div>'

    # Blocks.

    def labelled(self, control: str) -> str:
        return f'<div style="margin:8px 0"><label class="fl">{self.words(1, 3)}{self.pick("", "", " *", ":")}</label>{control}{self.note()}</div>'

    def note(self) -> str:
        return f'<div class="hint">{self.line(50)}</div>' if self.flip(0.15) else ""

    def fields_block(self) -> str:
        width = self.rng.randint(150, 380)
        rows = "".join(self.labelled(self.pick(self.one_field(width), self.one_field(width), self.one_select())) for _ in range(self.rng.randint(2, 5)))
        return f"{rows}<div class=ln>{self.pick(self.one_checkbox(), self.one_toggle(), '')}</div><div class=ln>{self.many(self.one_button, 1, 3)}{self.one_link() if self.flip(0.4) else ''}</div>"

    def settings_block(self) -> str:
        row = lambda: f'<div class="ln spread" style="border-bottom:1px solid #8883;padding:6px 0"><div>{self.words(1, 4)}{self.note()}</div>{self.pick(self.one_toggle(""), self.one_toggle(""), self.one_select(), self.one_button(), self.one_checkbox(), self.one_link())}</div>'
        return f"<h3>{self.words(1, 3)}</h3>" + self.many(row, 3, 7)

    def choices_block(self) -> str:
        make = self.pick(self.one_checkbox, self.one_radio, self.one_toggle)
        around = self.pick('<div class="ln">{}</div>', "<div>{}</div>")
        each = "<div style='margin:5px 0'>{}</div>" if around.startswith("<div>") else "{}"
        return f"<b>{self.words(1, 3)}</b>" + around.format("".join(each.format(make()) for _ in range(self.rng.randint(3, 7))))

    def buttons_block(self) -> str:
        return f"<div class=ln>{self.many(self.one_button, 2, 7)}</div>"

    def toolbar_block(self) -> str:
        parts = [self.pick(self.one_icon, self.one_icon, self.one_button, self.one_link, self.one_select)() for _ in range(self.rng.randint(4, 9))]
        return f'<div class="ln" style="gap:{self.rng.randint(4, 14)}px">{self.one_field(180) if self.flip(0.4) else ""}{"".join(parts)}</div>'

    def gallery_block(self) -> str:
        makes = (self.one_button, self.one_field, self.one_select, self.one_checkbox, self.one_radio, self.one_toggle, self.one_link, self.one_slider, self.one_icon, self.chip)
        return f'<div class="ln">{"".join(self.rng.choice(makes)() for _ in range(self.rng.randint(5, 12)))}</div>'

    def table_block(self) -> str:
        columns = self.rng.randint(2, 4)
        act = self.pick(lambda: self.one_icon() + self.one_icon(), self.one_button, self.one_link, lambda: self.one_toggle(""))
        with_box, with_act = self.flip(0.6), self.flip(0.7)
        def row() -> str:
            first = f"<td>{fill(self.kit.checkbox, '', self.fresh(), self.states(on=0.4, disabled=0.06))}</td>" if with_box else ""
            cells = "".join(f"<td>{self.one_link() if self.flip(0.12) else self.chip() if self.flip(0.1) else self.value()}</td>" for _ in range(columns))
            return f"<tr>{first}{cells}{f'<td>{act()}</td>' if with_act else ''}</tr>"
        return f'<table class="{self.look.of("table")} table" style="border-collapse:collapse">{self.many(row, 3, 8)}</table>'

    def text_block(self) -> str:
        return f"<h3>{self.words(1, 4)}</h3><p>{self.line(90)} {self.one_link()} {self.line(60)}</p>{self.alert() if self.flip(0.3) else ''}"

    def pages_block(self) -> str:
        """Numbered pages under a list, with the current one."""
        return f'<div class="ln" style="gap:4px">{"".join(f"<a href=#x>{i}</a>" for i in range(1, self.rng.randint(4, 8)))}</div><div class=ln>{self.one_button()}{self.one_button()}</div>'

    def card_of(self, block: str) -> str:
        if self.flip(0.45):
            return block
        return f'<div class="{self.kit.card}" style="height:auto;{"border:1px solid #8884;padding:14px" if not self.kit.card else "padding:14px"}">{block}</div>'

    def blocks(self, count: int) -> str:
        makes = (
            self.fields_block, self.fields_block, self.settings_block, self.choices_block, self.choices_block, self.choices_block, self.buttons_block, self.toolbar_block,
            self.gallery_block, self.gallery_block, self.table_block, self.text_block, self.one_tabs, self.one_tabs, self.one_menu, self.one_menu, self.pages_block,
        )
        return "".join(f'<div style="margin-bottom:14px;min-width:0">{self.card_of(self.rng.choice(makes)())}</div>' for _ in range(count))

    # The page.

    def controls_page(self) -> str:
        rng = self.rng
        self.size = self.pick(self.size, self.size, (1600, 900), (1920, 1080), (420, 840), (1024, 640))
        columns = 1 if self.size[0] < 500 else rng.choice((1, 2, 2, 3))
        body = f'<div class="cols" style="grid-template-columns:repeat({columns},minmax(0,1fr))">{"".join(f"<div style=min-width:0>{self.blocks(rng.randint(3, 6))}</div>" for _ in range(columns))}</div>'
        top = f'<div class="ln spread" style="background:{self.colour(15, 40)};color:#fff;padding:8px 14px;margin:0">{self.one_icon()}<b>{self.words(1, 2)}</b><span style="flex:1"></span>{self.one_icon()}{self.one_button()}{self.avatar()}</div>' if self.flip(0.3) else ""
        if self.flip(0.3):
            body = f'<div style="display:flex;gap:18px"><div style="flex:none">{self.one_menu()}</div><div style="flex:1;min-width:0">{self.one_tabs()}{body}</div></div>'
        over = ""
        if self.flip(0.18):
            ground = "background:var(--raised,#fff)"
            over = f'<div class="veil"></div><div class="dialog {self.kit.card}" style="{ground};color:var(--ink,#222);padding:18px;border-radius:{self.pick(0, 4, 8, 12)}px;left:{rng.randint(15, 40)}%;top:{rng.randint(8, 30)}%;width:{rng.randint(280, 520)}px;height:auto"><div class="ln spread"><b>{self.words(1, 4)}</b>{self.one_icon()}</div><p>{self.line(70)}</p>{self.pick(self.fields_block, self.choices_block, lambda: "")()}<div class="ln" style="justify-content:flex-end">{self.many(self.one_button, 1, 3)}</div></div>'
        elif self.flip(0.2):
            over = f'<div style="position:fixed;left:{rng.randint(5, 70)}%;top:{rng.randint(5, 50)}%;background:var(--raised,#fff);color:var(--ink,#222);box-shadow:0 3px 14px #0005">{self.one_menu()}</div>'
        return f'{top}<div style="padding:{rng.randint(6, 26)}px">{body}</div>{over}'


def controls_page(rng: random.Random, texts: TextSource, data: Path, packages: Path, photos: list[Path], held: bool) -> tuple[Page, Look]:
    """One page, and the look it has; its `library` is "" where the style sheet is invented."""
    look = choose_look(rng, data, packages, held)  # for its fonts
    fonts = "\n".join(line for line in look.css.splitlines() if line.startswith("@font-face"))
    names = [n for n in KITS if (n in HELD_OUT) == held and (packages / n / KITS[n].sheets[0]).exists()]
    library = "" if rng.random() < (0.0 if held else SHARE_INVENTED) else rng.choice(names)
    kit = KITS[library] if library else invented.KIT
    sheet = f"@import url('{(packages / library / rng.choice(kit.sheets)).resolve().as_uri()}');\n" if library else ""
    own_font = library and rng.random() < 0.4  # some libraries bring a look of their own
    font = f"font-family:{'Arial,DejaVu Sans' if own_font else 'page,DejaVu Sans'},sans-serif!important;"
    css = f"{sheet}{fonts}\n{CSS}body{{{font}font-size:{rng.choice((12, 13, 14, 14, 15, 16))}px;margin:0;min-height:100vh}}\n{invented.css(rng, not library)}"
    made = Look(library, css, {}, look.icons)
    page = Controls(rng, texts, made, photos, kit).page_of("controls")
    page.html = page.html.replace("<body>", f"<body {rng.choice(kit.bodies)}>")
    return page, made
