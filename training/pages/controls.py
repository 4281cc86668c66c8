"""Pages full of controls, as component libraries draw them: forms, settings, dialogs, toolbars, lists, galleries."""

from __future__ import annotations

import html
import random
import re
from pathlib import Path

from training.lines.sources import TextSource
from training.pages import desktop, invented
from training.pages.kinds import Kinds, Page
from training.pages.kit import Kit
from training.pages.kits import HELD_OUT, KITS
from training.pages.style import Look, choose_look

SHARE_INVENTED, SHARE_DESKTOP, SHARE_NATIVE = 0.24, 0.14, 0.06  # style sheets made up, desktop looks, none at all
WORDS = "Save Cancel OK Delete Edit Close Apply Next Back Submit Send Search Login Sign in Settings Profile Help About Export Import Share Copy Add Remove Refresh Download Upload Continue Done Open New Filter Sort Reset Home Overview Details Users Reports Billing Security".split()
NAV = "Home Dashboard Projects Team Calendar Documents Reports Settings Users Orders Products Customers Analytics Inbox Messages Billing Help Logout Integrations Files General Privacy Notifications Appearance Network Display Sound Storage Accounts Updates".split()
ON = {"checkbox": "checked", "radio": "checked", "toggle": "checked", "tab": "selected", "menu-item": "selected"}
CSS = """*,*::before,*::after{transition:none!important;animation:none!important;caret-color:transparent!important}
.ln{display:flex;gap:12px;align-items:center;flex-wrap:wrap;margin:8px 0}.ln>*{margin:0}.spread{justify-content:space-between;flex-wrap:nowrap}
.fl{display:block;font-size:.9em;margin:0 0 3px}.hint{font-size:.8em;opacity:.8}.cols{display:grid;gap:18px;align-items:start}
.veil{position:fixed;inset:0;background:#0007}.dialog{position:fixed;box-shadow:0 8px 30px #0006}
.ln>a{white-space:nowrap}.ic{display:inline-flex;vertical-align:middle}ul,ol,menu{list-style:none}
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

    def one_field(self, width: int = 0, error: float = 0.2) -> str:
        kit, state = self.kit, self.states(error=error)
        text = self.pick(self.line(22), html.escape(self.texts.invent.person()), html.escape(self.texts.invent.number()), html.escape(self.texts.invent.address()))
        typed = self.pick(f'value="{text}"', f'value="{text}"', f'placeholder="{self.words(1, 3)}"', "")
        style = f"{kit.field} {kit.wrong if 'error' in state else ''} {kit.off if 'disabled' in state else ''}"
        size = f"width:{width or self.rng.randint(110, 320)}px"
        if kit.field.startswith("<"):
            outer = 'data-kind="none"' in kit.field  # the control is what lies around the input
            field = fill(kit.field, "", "", state, typed=f'{typed} type="text"' if outer else f'{typed} type="text" style="{size}"')
            return f'<span style="display:inline-block;{size}">{field}</span>' if outer else field
        red = "" if kit.wrong and kit.wrong != "invalid" else f"border:{self.pick(1, 1, 2)}px solid {self.pick('#d1242f', '#e53935', '#c00', '#ff4d4f')}!important;" if "error" in state else ""
        if self.flip(0.12):
            made = fill('<textarea class="{style}" style="height:{tall}px;{size};{red}"{disabled? disabled}{error? aria-invalid="true"} {mark:field}>{label}</textarea>', self.line(30), "", state, style=style, tall=str(self.rng.randint(45, 110)), size=size, red=red)
        else:
            form = self.pick("text", "text", "text", "password", "search", "email")
            made = fill('<input type="{form}" class="{style}" {typed} style="{size};{red}"{disabled? disabled}{error? aria-invalid="true"} {mark:field}>', "", "", state, form=form, style=style, typed=typed, size=size, red=red)
        return fill(kit.around, "", "", state, field=made)

    def one_select(self) -> str:
        state = self.states(error=0.14 if "{error?" in self.kit.select else 0.0)
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
        wrong = re.search(r'data-state="[^"]*error', control) is not None
        return f'<div style="margin:8px 0"><label class="fl">{self.words(1, 3)}{self.pick("", "", " *", ":")}</label>{control}{self.note(wrong)}</div>'

    def note(self, wrong: bool = False) -> str:
        """Red words belong to a field in error, nearly always."""
        if self.flip(0.75 if wrong else 0.03):
            return f'<div class="hint" style="color:{self.pick("#d1242f", "#e53935", "#c00", "var(--bad,#c00)")}">{self.words(2, 6)}</div>'
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

    # Parts of whole programs.

    def searched(self, width: int = 200) -> str:
        """A field with a pictogram before it, or a button joined to it."""
        if self.flip(0.5):
            return f'<span style="position:relative;display:inline-block"><span style="position:absolute;left:8px;top:50%;transform:translateY(-50%);z-index:1;pointer-events:none">{self.icon(14)}</span>{self.one_field(width).replace("style=" + chr(34), "style=" + chr(34) + "padding-left:28px!important;", 1)}</span>'
        return f'<span style="display:inline-flex">{self.one_field(width)}{self.one_button()}</span>'

    def crumbs_block(self) -> str:
        return f'<div class="ln" style="gap:6px">{self.pick(" / ", " › ", " > ").join(f"<a href=#x>{self.rng.choice(NAV)}</a>" for _ in range(self.rng.randint(1, 4)))} {self.pick("/", "›")} <span>{self.words(1, 2)}</span></div>'

    def cards_block(self) -> str:
        """Numbers, small charts, chips, discs: nothing of it is a control."""
        change = lambda: f'<small style="color:{self.pick("#2a2", "#c33")}">{self.pick("+", "-", "▲ ", "▼ ")}{self.rng.random() * 20:.1f}%</small>'
        one = lambda: f'<div style="border:1px solid #8884;border-radius:{self.pick(0, 4, 10)}px;padding:10px;min-width:110px"><small style="opacity:.7">{self.words(1, 2)}</small><div style="font-size:{self.rng.randint(16, 28)}px">{html.escape(self.texts.invent.number())}</div>{self.pick(self.chip, self.sparkline, change)()}</div>'
        return f'<div class="ln">{self.many(one, 2, 5)}</div>'

    def chips_block(self) -> str:
        return f'<div class="ln">{self.many(self.chip, 2, 7)}{self.steps() if self.flip(0.4) else ""}{self.avatar()}{self.avatar()}</div>'

    def chart_block(self) -> str:
        return f'<div style="overflow:hidden">{self.pick(self.bars, self.bars, self.donut)()}</div>'

    def side_bar(self) -> str:
        """The way through a program: pictograms, names, a chosen one, counts."""
        rng, rows = self.rng, []
        dark, signs, counts = self.flip(0.45), self.flip(0.75), self.flip(0.3)
        ground, ink = (self.pick("#1f2937", "#111827", "#0f172a", "#212529", "#2b2d42", "#001529"), "#cbd5e1") if dark else ("var(--soft,#f5f6f8)", "var(--ink,#222)")
        look = self.pick("background:#3b82f6;color:#fff", "background:#8884;font-weight:600", "box-shadow:inset 3px 0 #3b82f6;background:#8882", "color:#3b82f6;font-weight:600;background:#3b82f61a", f"background:{self.colour(30, 50)};color:#fff")
        count, pad, round_ = rng.randint(4, 12), rng.randint(3, 11), self.pick(0, 0, 6, 8, 20)
        on = rng.randrange(count)
        for i in range(count):
            if self.flip(0.12):
                rows.append(f'<div style="font-size:.75em;opacity:.6;padding:8px 12px 2px;text-transform:uppercase">{self.words(1, 2)}</div>')
            end = f'<span style="margin-left:auto;font-size:.8em;background:{self.colour(30, 50)};color:#fff;border-radius:9px;padding:0 6px">{rng.randint(1, 99)}</span>' if counts and self.flip(0.4) else f'<span style="margin-left:auto">{self.pick("›", "▾")}</span>' if self.flip(0.08) else ""
            rows.append(f'<div data-kind="menu-item" data-state="{"selected" if i == on else ""}" style="display:flex;gap:9px;align-items:center;padding:{pad}px 12px;border-radius:{round_}px;white-space:nowrap;{look if i == on else ""}">{self.small_icon() if signs else ""}<span>{rng.choice(NAV) if self.flip(0.6) else self.words(1, 2)}</span>{end}</div>')
        return f'<div style="width:{rng.randint(130, 240)}px;flex:none;background:{ground};color:{ink};padding:{self.pick(0, 6, 10)}px;min-height:100vh;box-sizing:border-box;overflow:hidden"><b style="display:block;padding:8px 12px">{self.words(1, 2)}</b>{"".join(rows)}</div>'

    def top_bar(self) -> str:
        ground, ink = self.pick((self.colour(15, 40), "#fff"), ("var(--raised,#fff)", "var(--ink,#222)"), ("transparent", "inherit"), ("#111", "#eee"))
        links = self.many(lambda: f'<a href="#x" style="color:inherit;text-decoration:none">{self.rng.choice(NAV)}</a>', 2, 6) if self.flip(0.5) else ""
        return f'<div class="ln" style="flex-wrap:nowrap;background:{ground};color:{ink};padding:{self.rng.randint(4, 12)}px 14px;margin:0;border-bottom:1px solid #8884;white-space:nowrap">{self.one_icon() if self.flip(0.5) else ""}<b>{self.words(1, 2)}</b>{links}<span style="flex:1"></span>{self.searched(150) if self.flip(0.4) else ""}{self.many(self.one_icon, 1, 4)}{self.one_button() if self.flip(0.4) else ""}{self.avatar()}</div>'

    def dense_table(self) -> str:
        rng, columns = self.rng, self.rng.randint(3, 7)
        kinds = [self.rng.choice((self.value, self.value, self.value, self.chip, self.one_link, self.one_icon, lambda: f"{rng.random() * 999:.2f}")) for _ in range(columns)]
        act = self.pick(lambda: self.many(self.one_icon, 1, 3), self.one_button, self.one_link, lambda: self.one_toggle(""), self.one_select, lambda: "")
        box = lambda: f"<td>{fill(self.kit.checkbox, '', self.fresh(), self.states(on=0.3, disabled=0.05))}</td>" if with_box else ""
        with_box = self.flip(0.65)
        title = lambda: f'<th style="text-align:left">{self.words(1, 1)} {self.pick("", "", "▾", "↑")}</th>'
        head = f'<tr>{box()}{"".join(title() for _ in range(columns))}</tr>'
        body = self.many(lambda: f'<tr style="border-top:1px solid #8884">{box()}{"".join(f"<td>{k()}</td>" for k in kinds)}<td style="white-space:nowrap">{act()}</td></tr>', 4, 14)
        pad = rng.randint(1, 8)
        return f'<style>.dt td,.dt th{{padding:{pad}px 8px}}</style><table class="dt" style="border-collapse:collapse;width:100%;font-size:{rng.randint(11, 14)}px">{head}{body}</table>'

    def pager(self) -> str:
        count, chosen = self.rng.randint(3, 8), self.rng.randint(1, 3)
        if self.flip(0.5):
            inside = "".join(f'<button class="{self.rng.choice(self.classes)}" {"disabled " if i == "‹" else ""}data-kind="button" data-state="">{i}</button>' for i in (*range(1, count), "›"))
        else:
            inside = "".join(f"<b>{i}</b>" if i == chosen else f'<a href="#x">{i}</a>' for i in range(1, count))
        return f'<div class="ln spread"><small>{self.rng.randint(1, 20)}–{self.rng.randint(21, 50)} / {self.rng.randint(100, 9999)}</small><div class="ln" style="gap:{self.pick(2, 4, 10)}px">{inside}{self.one_select() if self.flip(0.4) else ""}</div></div>'

    def filters(self) -> str:
        return f'<div class="ln" style="gap:8px">{self.searched(self.rng.randint(120, 240))}{self.many(self.one_select, 1, 3)}{self.chip() if self.flip(0.3) else ""}{self.many(self.one_button, 1, 2)}{self.many(self.one_icon, 0, 2)}</div>'

    def footer(self) -> str:
        return f'<div style="margin-top:14px;border-top:1px solid #8884;padding:8px;font-size:.85em" class="ln">© 20{self.rng.randint(10, 29)} {self.words(1, 2)} {self.many(lambda: f"<a href=#x>{self.words(1, 2)}</a>", 2, 6)}</div>'

    def admin_page(self) -> str:
        """A dense program: side bar, top bar, cards, filters, a table with its pages."""
        parts = [self.crumbs_block, self.cards_block, self.one_tabs, self.filters, self.dense_table, self.pager, self.chart_block, self.buttons_block, self.text_block, self.fields_block, self.chips_block]
        chosen = [part for part in parts if self.flip(0.55)] or [self.dense_table]
        inner = "".join(f'<div style="margin-bottom:{self.rng.randint(4, 14)}px">{part()}</div>' for part in chosen)
        return f'<div style="display:flex">{self.side_bar() if self.flip(0.8) else ""}<div style="flex:1;min-width:0">{self.top_bar() if self.flip(0.8) else ""}<div style="padding:{self.rng.randint(6, 20)}px">{inner}{self.footer() if self.flip(0.3) else ""}</div></div></div>'

    def dialog_page(self) -> str:
        """A window of settings: names at the left, rows of controls, OK and Cancel at the foot; around it a program's bars."""
        rng = self.rng
        ends = f'<div class="ln" style="justify-content:flex-end;border-top:1px solid #8884;padding-top:8px">{self.many(self.one_button, 2, 4)}</div>'
        rows = "".join(self.card_of(self.pick(self.settings_block, self.choices_block, self.fields_block, self.grouped)()) for _ in range(rng.randint(1, 3)))
        name = self.words(1, 3)
        control = lambda sign: f'<span data-kind="icon" data-state="" style="padding:2px 9px;display:inline-block">{sign}</span>'
        title = self.pick(
            f'<div class="ln spread" style="margin:0;padding:4px 8px;background:{self.pick("#fff", "#ddd", "#2b5797", "linear-gradient(#e8e8e8,#d0d0d0)", "var(--soft)")};color:{self.pick("#000", "#222")}"><span>{name}</span><span>{control("–")}{control("□")}{control("✕")}</span></div>',
            f'<div style="padding:5px 8px;background:var(--soft,#e4e4e4);text-align:center;position:relative"><span style="position:absolute;left:8px">{"".join(f"<span style=display:inline-block;width:12px;height:12px;border-radius:50%;margin-right:7px;background:{c}></span>" for c in ("#ff5f57", "#febc2e", "#28c840"))}</span>{name}</div>', "",
        )
        names = rng.sample("File Edit View Insert Format Tools Window Help Options Actions".split(), rng.randint(3, 7))
        entry = lambda word: f'<span data-kind="menu-item" data-state="" style="padding:3px 8px">{word}</span>'
        bar = f'<div class="ln" style="gap:0;margin:0;padding:0 4px;border-bottom:1px solid #8884">{"".join(map(entry, names))}</div>' if self.flip(0.5) else ""
        tools = f'<div class="ln" style="gap:{rng.randint(4, 14)}px;margin:2px 6px">{self.many(self.one_icon, 4, 12)}{self.one_select() if self.flip(0.4) else ""}{self.searched(120) if self.flip(0.3) else ""}</div>' if self.flip(0.5) else ""
        side = self.one_menu() if self.flip(0.5) else ""
        top = self.one_tabs() if self.flip(0.5) else ""
        state = f'<div style="border-top:1px solid #8884;padding:2px 8px;font-size:.85em" class="ln"><span>{self.words(1, 3)}</span><span style="flex:1"></span><span>{rng.randint(1, 100)} %</span></div>' if self.flip(0.4) else ""
        window = f'{title}{bar}{tools}<div style="display:flex;gap:14px;padding:{rng.randint(6, 16)}px">{side}<div style="flex:1;min-width:0">{top}{rows}{ends}</div></div>{state}'
        if self.flip(0.5):
            return window
        ground = self.pick(self.colour(20, 60), "#3a6ea5", "#008080", f"linear-gradient({rng.randint(0, 360)}deg,{self.colour(20, 60)},{self.colour(20, 60)})")
        return f'<div style="background:{ground};min-height:100vh;padding:{rng.randint(10, 60)}px;box-sizing:border-box"><div style="background:var(--ground,#fff);color:var(--ink,#222);box-shadow:0 6px 30px #0008;border-radius:{self.pick(0, 6, 10)}px;overflow:hidden;max-width:{rng.randint(420, 900)}px;margin:auto">{window}</div></div>'

    def grouped(self) -> str:
        """Labels on the left, controls in a column, as dialogs of desktop programs have them."""
        wide = self.rng.randint(90, 170)
        row = lambda: f'<div class="ln" style="flex-wrap:nowrap;margin:5px 0"><span style="width:{wide}px;flex:none;text-align:{self.pick("left", "right")}">{self.words(1, 2)}:</span>{self.pick(self.one_field(170), self.one_select(), self.one_select(), self.one_checkbox(), self.one_radio() + self.one_radio(), self.one_slider(), self.one_field(80) + self.one_button(), self.one_toggle(""))}</div>'
        return f'<fieldset style="border:1px solid #8886;border-radius:{self.pick(0, 4)}px;padding:8px;margin:0 0 8px"><legend style="font-size:1em;width:auto;margin:0;padding:0 4px">{self.words(1, 2)}</legend>{self.many(row, 3, 8)}</fieldset>'

    def mobile_page(self) -> str:
        """A phone's screen: a bar, rows with switches and arrows, tabs with pictograms at the bottom."""
        rng = self.rng
        pad = rng.randint(8, 15)
        end = lambda: self.pick(lambda: self.one_toggle(""), lambda: self.one_toggle(""), lambda: '<span style="opacity:.5">›</span>', self.one_icon, self.one_link, self.one_button, self.chip, self.one_select, lambda: fill(self.kit.checkbox, "", self.fresh(), self.states(on=0.5)))()
        row = lambda: f'<div class="ln spread" style="margin:0;padding:{pad}px 14px;border-bottom:1px solid #8883"><div class="ln" style="margin:0;flex-wrap:nowrap">{self.pick(self.small_icon(), self.avatar(), "", "")}<div>{self.words(1, 3)}{f"<div class=hint>{self.words(2, 5)}</div>" if self.flip(0.3) else ""}</div></div><span style="flex:none">{end()}</span></div>'
        parts = lambda: self.pick(lambda: self.many(row, 2, 6), lambda: self.many(row, 2, 6), self.fields_block, self.one_tabs, self.choices_block, self.buttons_block, lambda: self.searched(220), lambda: f"<h3>{self.words(1, 2)}</h3>", lambda: self.photo_bit())()
        body = "".join(f'<div style="margin:8px 0;padding:0 {self.pick(0, 10, 14)}px">{parts()}</div>' for _ in range(rng.randint(3, 6)))
        count = rng.randint(3, 5)
        on = rng.randrange(count)
        place = lambda i: f'<div data-kind="tab" data-state="{"selected" if i == on else ""}" style="flex:1;text-align:center;padding:6px 0;font-size:10px;{"color:#0a7cff;font-weight:600" if i == on else "opacity:.65"}">{self.icon(20)}<div>{self.words(1, 1)}</div></div>'
        foot = f'<div style="position:fixed;bottom:0;left:0;right:0;display:flex;background:var(--raised,#fff);color:var(--ink,#333);border-top:1px solid #8885">{"".join(map(place, range(count)))}</div>' if self.flip(0.6) else ""
        head = f'<div class="ln spread" style="margin:0;padding:8px 14px">{self.one_icon()}<b>{self.words(1, 2)}</b>{self.pick(self.one_icon, self.one_link, self.one_button)()}</div>'
        self.scale = self.pick(1.0, 1.5, 2.0, 2.0, 2.5, 3.0, 3.0)
        self.size = (round(rng.randint(330, 430) * self.scale), round(rng.randint(500, 760) * self.scale))
        if self.scale <= 1.2:
            self.size = (rng.randint(330, 430), rng.randint(640, 900))
        return f"{head}{body}{foot}"

    def login_page(self) -> str:
        width = self.rng.randint(240, 380)
        fields = "".join(self.labelled(self.one_field(width)) for _ in range(self.rng.randint(1, 4)))
        return f'<div style="display:flex;align-items:center;justify-content:center;min-height:100vh;background:{self.pick("transparent", self.colour(20, 90), "var(--soft)")}"><div class="{self.kit.card}" style="background:var(--raised,#fff);color:var(--ink,#222);padding:24px;width:{width + 20}px;height:auto;border-radius:{self.pick(0, 6, 12)}px"><h2>{self.words(1, 3)}</h2>{fields}<div class="ln spread">{self.one_checkbox()}{self.one_link()}</div><div class="ln">{self.many(self.one_button, 1, 3)}</div><p>{self.words(2, 4)} {self.one_link()}</p></div></div>'

    def card_of(self, block: str) -> str:
        if self.flip(0.45):
            return block
        return f'<div class="{self.kit.card}" style="height:auto;{"border:1px solid #8884;padding:14px" if not self.kit.card else "padding:14px"}">{block}</div>'

    def blocks(self, count: int) -> str:
        makes = (
            self.fields_block, self.fields_block, self.settings_block, self.choices_block, self.choices_block, self.choices_block, self.buttons_block, self.toolbar_block,
            self.gallery_block, self.gallery_block, self.table_block, self.text_block, self.one_tabs, self.one_tabs, self.one_menu, self.one_menu, self.pages_block,
            self.crumbs_block, self.cards_block, self.chips_block, self.chart_block, self.filters, self.pager, self.grouped, self.dense_table,
        )
        return "".join(f'<div style="margin-bottom:14px;min-width:0">{self.card_of(self.rng.choice(makes)())}</div>' for _ in range(count))

    # The page.

    def controls_page(self) -> str:
        rng = self.rng
        make = self.pick(*([self.gallery_page] * 9), *([self.admin_page] * 5), *([self.dialog_page] * 4), *([self.mobile_page] * 3), self.login_page)
        if make != self.gallery_page:
            self.size = self.pick(self.size, self.size, (1600, 900), (1024, 640), (1366, 768))
            self.scale = self.pick(1.0, 1.0, 1.0, 1.0, 1.25, 1.5, 2.0, 2.0, 3.0)
            body = make()
            if self.scale > 2.4 and make != self.mobile_page:
                self.size = (2300, 1500)
            return body
        return self.gallery_page()

    def gallery_page(self) -> str:
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
    kind = 1.0 if held else rng.random()
    made_up, desk = kind < SHARE_INVENTED, SHARE_INVENTED <= kind < SHARE_INVENTED + SHARE_DESKTOP
    bare = SHARE_INVENTED + SHARE_DESKTOP <= kind < SHARE_INVENTED + SHARE_DESKTOP + SHARE_NATIVE
    library = "" if made_up or desk or bare else rng.choices(names, [len(set(KITS[n].sheets)) ** 0.5 for n in names])[0]
    kit = KITS[library] if library else Kit(("",)) if bare else invented.kit(rng)
    sheet = f"@import url('{(packages / library / rng.choice(kit.sheets)).resolve().as_uri()}');\n" if library else ""
    drawn = desktop.css(rng) if desk else invented.css(rng, made_up)
    if bare:  # the browser's own controls
        drawn += rng.choice(("", "", f"*{{accent-color:{rng.choice(('#c2185b', '#2e7d32', '#6a1b9a', '#ef6c00'))}}}")) + rng.choice(("", "", ":root{color-scheme:dark;--ground:#121212;--raised:#222;--ink:#eee;--soft:#2a2a2a;--edge:#555}body{background:#121212;color:#eee}"))
    own_font = library and rng.random() < 0.4  # some libraries bring a look of their own
    font = f"font-family:{'Arial,DejaVu Sans' if own_font else 'page,DejaVu Sans'},sans-serif!important;"
    css = f"{sheet}{fonts}\n{CSS}{kit.css}body{{{font}font-size:{rng.choice((12, 13, 14, 14, 15, 16))}px;margin:0;min-height:100vh}}\n{drawn}"
    made = Look(library, css, {}, look.icons)
    page = Controls(rng, texts, made, photos, kit).page_of("controls")
    page.html = page.html.replace("<body>", f"<body {rng.choice(kit.bodies)}>")
    return page, made
