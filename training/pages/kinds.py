"""Whole pages of fifteen kinds, as people shoot them: an editor, a terminal, a map, a receipt, a scanned letter."""

from __future__ import annotations

import html
import math
import random
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from training.lines.sources import TextSource
from training.pages.content import Content
from training.pages.style import THEMES, Look

KINDS = (
    "ide", "diff", "terminal", "chat", "spreadsheet", "shop", "map", "tables", "phone", "slides", "document", "charts",
    "receipt", "forms", "mail",
)
SCHEMES = (  # ground, ink, then colours of highlighted code
    ("#1e1e1e", "#d4d4d4", "#569cd6", "#ce9178", "#6a9955", "#dcdcaa", "#c586c0"),
    ("#282c34", "#abb2bf", "#c678dd", "#98c379", "#5c6370", "#61afef", "#e06c75"),
    ("#ffffff", "#24292e", "#d73a49", "#032f62", "#6a737d", "#6f42c1", "#005cc5"),
    ("#fdf6e3", "#657b83", "#859900", "#2aa198", "#93a1a1", "#268bd2", "#cb4b16"),
    ("#002b36", "#839496", "#859900", "#2aa198", "#586e75", "#268bd2", "#cb4b16"),
    ("#272822", "#f8f8f2", "#f92672", "#e6db74", "#75715e", "#a6e22e", "#66d9ef"),
    ("#000000", "#cccccc", "#33ff33", "#ffff55", "#888888", "#55ffff", "#ff5555"),
    ("#0d1117", "#c9d1d9", "#ff7b72", "#a5d6ff", "#8b949e", "#d2a8ff", "#79c0ff"),
)


@dataclass
class Page:
    kind: str
    html: str
    size: tuple[int, int]
    scale: float
    focus: int = -1  # the number of the control that has the focus; -1: none


class Taken:
    """Places of labels that keep apart, as those of maps do: each is a row of discs along its own direction."""

    def __init__(self, boxes: list[tuple[int, int, int, int]]) -> None:
        self.boxes, self.discs = boxes, []

    def takes(self, x: float, y: float, length: float, height: float, degrees: float = 0) -> bool:
        """Whether the place is free; then it is taken. `x`, `y` are its middle."""
        cos, sin, radius = math.cos(math.radians(degrees)), math.sin(math.radians(degrees)), 0.55 * height
        count = max(1, round(length / height)) + 1
        along = [length * (i / (count - 1) - 0.5) for i in range(count)] if count > 1 else [0.0]
        discs = [(x + a * cos, y + a * sin, radius) for a in along]
        for dx, dy, r in discs:
            if any(left - r < dx < right + r and top - r < dy < bottom + r for left, top, right, bottom in self.boxes):
                return False
            if any(math.hypot(dx - ox, dy - oy) < r + other for ox, oy, other in self.discs):
                return False
        self.discs += discs
        return True


class Kinds(Content):
    """`page_of(kind)` draws one page. Sizes are kept small: the detector learns from pieces of pages anyway."""

    def __init__(self, rng: random.Random, texts: TextSource, look: Look, photos: list[Path]) -> None:
        super().__init__(rng, texts, look, photos)
        self.css = ""
        self.size, self.scale = (1280, 800), 1.0

    def page_of(self, kind: str) -> Page:
        rng = self.rng
        self.size = rng.choice(((1280, 720), (1100, 800), (960, 700), (800, 900), (1366, 768)))
        self.scale = rng.choice((1.0, 1.0, 1.0, 1.0, 1.25, 1.5, 2.0))
        body = getattr(self, f"{kind}_page")()
        if self.scale > 1.2:
            self.size = (round(self.size[0] / self.scale), round(self.size[1] / self.scale))
        return Page(
            kind,
            f"<!doctype html><meta charset=utf-8><style>{self.look.css}\nul,ol{{list-style:none}}\n{self.css}</style><body>{body}</body>",
            self.size, self.scale, rng.randrange(60) if rng.random() < 0.5 else -1,
        )

    # Small things.

    def pick(self, *items):
        return self.rng.choice(items)

    def colour(self, low: int = 20, high: int = 80) -> str:
        return f"hsl({self.rng.randint(0, 359)} {self.rng.randint(15, 95)}% {self.rng.randint(low, high)}%)"

    def value(self) -> str:
        invent = self.texts.invent
        return html.escape(self.pick(
            invent.number, invent.number, invent.number, invent.date, invent.identifier, invent.person, invent.short_code, invent.word,
            invent.tiny, invent.label_text, invent.version, invent.address,
        )().strip())

    def many(self, make: Callable[[], str], low: int, high: int) -> str:
        return "".join(make() for _ in range(self.rng.randint(low, high)))

    def icon(self, side: int = 16) -> str:
        """A pictogram of strokes: not text."""
        rng = self.rng
        shapes = []
        for _ in range(rng.randint(1, 4)):
            kind, p = rng.random(), lambda: rng.randint(2, 22)
            if kind < 0.3:
                shapes.append(f'<circle cx="{p()}" cy="{p()}" r="{rng.randint(1, 9)}"/>')
            elif kind < 0.5:
                shapes.append(f'<rect x="{rng.randint(2, 10)}" y="{rng.randint(2, 10)}" width="{rng.randint(3, 12)}" height="{rng.randint(3, 12)}" rx="{rng.randint(0, 4)}"/>')
            else:
                shapes.append(f'<path d="M{p()} {p()}L{p()} {p()}L{p()} {p()}{self.pick("z", "")}"/>')
        fill = self.pick("none", "none", "currentColor")
        return f'<svg data-kind="icon" width="{side}" height="{side}" viewBox="0 0 24 24" fill="{fill}" stroke="currentColor" stroke-width="{self.pick(1, 1.5, 2)}">{"".join(shapes)}</svg>'

    def glyph(self) -> str:
        """A pictogram out of an icon font: not text either."""
        return f'<span data-icon style="font-family:icons">&#x{self.rng.choice(self.look.icons):x};</span>' if self.look.icons else self.icon()

    def sign(self) -> str:
        return self.glyph() if self.flip(0.5) else self.icon(self.rng.randint(10, 24))

    def picture(self, style: str) -> str:
        if not self.photos or self.flip(0.15):
            stripes = f"repeating-linear-gradient({self.rng.randint(0, 180)}deg,{self.colour()} 0 {self.rng.randint(1, 6)}px,{self.colour()} {self.rng.randint(2, 8)}px {self.rng.randint(9, 16)}px)"
            return f'<div style="{style};background:{stripes}"></div>'
        source = self.rng.choice(self.photos).resolve().as_uri()
        tint = f"hue-rotate({self.rng.randint(0, 360)}deg)" if self.flip(0.3) else "none"
        return f'<img alt="" src="{source}" style="{style};object-fit:cover;filter:{tint}">'

    def sparkline(self, width: int = 80, height: int = 20) -> str:
        points = " ".join(f"{i * width / 12:.0f},{self.rng.randint(1, height - 1)}" for i in range(13))
        return f'<svg width="{width}" height="{height}"><polyline points="{points}" fill="none" stroke="{self.colour()}" stroke-width="{self.pick(1, 1.5, 2)}"/></svg>'

    def chip(self) -> str:
        look = self.pick(
            f'class="{self.look.of("badge")}"',
            f'style="display:inline-block;background:{self.colour(15, 50)};color:#fff;border-radius:{self.pick(2, 4, 9, 20)}px;padding:{self.pick(0, 1, 2)}px {self.rng.randint(2, 9)}px;font-size:{self.rng.randint(9, 13)}px"',
            f'style="display:inline-block;border:1px solid {self.colour(35, 60)};color:{self.colour(30, 55)};border-radius:{self.pick(2, 4, 9, 20)}px;padding:{self.pick(0, 1, 2)}px {self.rng.randint(2, 9)}px;font-size:{self.rng.randint(9, 13)}px"',
        )
        text = self.pick(self.say, lambda: str(self.rng.randint(0, 99)), lambda: html.escape(self.texts.invent.short_code()))()
        return f"<span {look}>{text}</span>"

    def avatar(self) -> str:
        side = self.rng.randint(20, 44)
        if self.flip(0.5):
            return self.picture(f"width:{side}px;height:{side}px;border-radius:50%;flex:none")
        letters = "".join(self.rng.choice("ABCDEFGHJKLMNOPRSTVWZ") for _ in range(2))
        return f'<span style="display:inline-flex;flex:none;align-items:center;justify-content:center;width:{side}px;height:{side}px;border-radius:50%;background:{self.colour(25, 55)};color:#fff;font-size:{side * 0.4:.0f}px">{letters}</span>'

    def short_word(self, most: int) -> str:
        words = [self.words(1, 1) for _ in range(8)]
        return next((w for w in words if len(html.unescape(w)) <= most), html.escape(html.unescape(words[0])[:most]))

    def turned(self, text: str, x: float, y: float, angle: int, style: str = "") -> str:
        return f'<span data-angle="{angle % 360}" style="position:absolute;white-space:nowrap;line-height:normal;left:{x:.1f}px;top:{y:.1f}px;transform:translate(-50%,-50%) rotate({angle}deg);{style}">{text}</span>'

    # The kinds.

    def code_rows(self, count: int, scheme: tuple[str, ...], numbers: bool, signs: bool = False) -> str:
        invent, rng, rows, depth = self.texts.invent, self.rng, [], 0
        first = rng.randint(1, 900)
        lines = self.texts.lines
        real = [n for n in lines if n.startswith("code-")]
        file = lines[rng.choice(real)] if real else []
        at = rng.randrange(max(1, len(file) - count)) if file else 0
        for i in range(count):
            if rng.random() < 0.1:
                text = ""
            elif rng.random() < 0.5 and file:
                text = "  " * rng.randint(0, 4) + file[at + i][:90].strip()
            else:
                depth = max(0, min(5, depth + rng.choice((-1, 0, 0, 1))))
                text = "    " * depth + rng.choice([invent.python_line, invent.expression, invent.assignment, invent.condition, invent.signature, invent.json_field])()
            words = [f'<span style="color:{rng.choice(scheme[1:])}">{html.escape(w)}</span>' if w.strip() else w for w in split_words(text)]
            if rng.random() < 0.4:
                words = [f'<span style="color:{rng.choice(scheme[1:])}">{html.escape(text)}</span>']
            number = f'<td style="opacity:.55;text-align:right;padding:0 {rng.randint(4, 6)}px;color:{scheme[4]}">{first + i}</td>' if numbers else ""
            sign, ground = "", ""
            if signs:
                mark = rng.choice("+-  ")
                ground = {"+": "background:rgba(46,160,67,.22)", "-": "background:rgba(248,81,73,.22)", " ": ""}[mark]
                number += f'<td style="opacity:.55;padding:0 5px">{first + i + 3 if mark != "-" else ""}</td>'
                sign = f"<td>{mark}</td>" if rng.random() < 0.9 else "<td></td>"
            rows.append(f'<tr style="{ground}">{number}{sign}<td class="c">{"".join(words) or "&nbsp;"}</td></tr>')
        return f'<table class="code">{"".join(rows)}</table>'

    def code_css(self, scheme: tuple[str, ...]) -> None:
        size = self.rng.randint(11, 16)
        self.css += (
            f"body{{margin:0!important;background:{scheme[0]}!important;color:{scheme[1]}!important;font-size:13px}}"
            f".code,.code td,.code tr{{border:0!important;border-collapse:collapse;border-spacing:0;padding:0;background-color:transparent;color:inherit;font-family:code,'DejaVu Sans Mono',monospace!important;font-size:{size}px;line-height:{self.rng.uniform(1.08, 1.6):.2f};width:auto;margin:0;white-space:pre}}"
            ".c{white-space:pre;width:100%!important}.bar{display:flex;gap:14px;align-items:center;padding:4px 8px;white-space:nowrap;overflow:hidden}"
            "*{box-shadow:none}svg{flex:none}"
        )

    def ide_page(self) -> str:
        scheme, rng = self.rng.choice(SCHEMES), self.rng
        self.code_css(scheme)
        edge = f"border:0 solid {scheme[4]}55;"
        tree = "".join(
            f'<div style="padding-left:{rng.randint(0, 3) * 12 + 6}px;white-space:nowrap">{self.pick("▸ ", "▾ ", "", "")}{self.sign() if self.flip(0.4) else ""} {html.escape(self.texts.invent.identifier())}{self.pick(".py", ".ts", ".cpp", ".json", "")} {self.pick("", "", "", "M", "U", "3")}</div>'
            for _ in range(rng.randint(8, 30))
        )
        tabs = "".join(f'<span data-kind="tab" data-state="{"" if i else "selected"}" style="{"" if i else f"background:{scheme[4]}44;box-shadow:inset 0 {self.pick(-2, 2)}px {scheme[2]};"}padding:3px 9px;border-right:1px solid {scheme[4]}55">{html.escape(self.texts.invent.identifier())}{self.pick(".py", ".ts", ".rs")} {self.pick("×", "●", "")}</span>' for i in range(rng.randint(1, 5)))
        menu = "".join(f'<span data-kind="menu-item" data-state="">{w}</span>' for w in rng.sample("File Edit Selection View Go Run Terminal Help Tools Window Navigate Build Git".split(), 6))
        icons = "".join(f"<div style='padding:9px'>{self.sign()}</div>" for _ in range(rng.randint(3, 8)))
        problems = "".join(f"<div style='white-space:nowrap'>{self.pick('⚠ ', '✗ ', '')}{self.line(90)} <span style='opacity:.6'>{html.escape(self.texts.invent.path())}</span></div>" for _ in range(rng.randint(0, 5)))
        hint = f'<div style="position:absolute;right:{rng.randint(10, 200)}px;top:{rng.randint(100, 400)}px;background:{scheme[0]};border:1px solid {scheme[4]};padding:2px">' + "".join(f'<div data-kind="menu-item" data-state="{"selected" if i == 1 else ""}" style="display:flex;gap:24px;justify-content:space-between;white-space:nowrap;{"background:#04395e;color:#fff" if i == 1 else ""}"><span>{html.escape(self.texts.invent.identifier())}</span><span style="opacity:.6">{html.escape(self.texts.invent.identifier())}</span></div>' for i in range(rng.randint(3, 8))) + "</div>" if self.flip(0.4) else ""
        side = f'<div style="width:{rng.randint(130, 240)}px;flex:none;overflow:hidden;border-right:1px solid {scheme[4]}55;font-size:{rng.randint(11, 14)}px;line-height:1.6">{tree}</div>' if self.flip(0.75) else ""
        return (
            f'<div class="bar" style="font-size:12px">{menu}</div><div style="display:flex;height:100vh;overflow:hidden">'
            f'{f"<div style=opacity:.7>{icons}</div>" if self.flip(0.6) else ""}{side}<div style="flex:1;overflow:hidden"><div class="bar" style="gap:0;{edge}">{tabs}</div>'
            f'{self.code_rows(rng.randint(15, 45), scheme, self.flip(0.85))}<div style="border-top:1px solid {scheme[4]}">{problems}</div></div></div>{hint}'
            f'<div style="position:fixed;bottom:0;left:0;right:0;background:{self.pick("#007acc", "#68217a", "#21252b", scheme[0])};color:#fff;font-size:12px" class="bar"><span>main*</span><span>Ln {rng.randint(1, 999)}, Col {rng.randint(1, 99)}</span><span>UTF-8</span><span>LF</span><span>Python 3.{rng.randint(6, 13)}.{rng.randint(0, 9)}</span></div>'
        )

    def diff_page(self) -> str:
        scheme = self.rng.choice(SCHEMES)
        self.code_css(scheme)
        files = []
        for _ in range(self.rng.randint(1, 3)):
            head = f'<div class="bar" style="background:{scheme[4]}33;border:1px solid {scheme[4]}66">{self.pick("▾", "▸", "")} <b>{html.escape(self.texts.invent.path())}</b> <span style="color:#2da44e">+{self.rng.randint(0, 300)}</span> <span style="color:#cf222e">−{self.rng.randint(0, 300)}</span> {self.chip() if self.flip(0.4) else ""}</div>'
            hunk = f'<div style="font-family:code;font-size:12px;opacity:.7;padding:2px 8px;background:#388bfd22">@@ -{self.rng.randint(1, 900)},7 +{self.rng.randint(1, 900)},9 @@ {html.escape(self.texts.invent.identifier())}</div>'
            rows = self.code_rows(self.rng.randint(5, 22), scheme, True, signs=True)
            if self.flip(0.25):
                rows = f'<div style="display:grid;grid-template-columns:1fr 1fr;overflow:hidden"><div style="overflow:hidden">{rows}</div><div style="overflow:hidden">{self.code_rows(12, scheme, True, signs=True)}</div></div>'
            files.append(head + hunk + rows)
        note = f'<div style="margin:8px 60px;border:1px solid {scheme[4]};border-radius:6px;padding:8px">{self.avatar()} <b>{html.escape(self.texts.invent.person())}</b> {self.chip()}<p>{self.line(80)}</p>{self.buttons()}</div>' if self.flip(0.5) else ""
        return f'<div style="margin:{self.rng.randint(0, 20)}px">{note.join(files)}</div>'

    def terminal_page(self) -> str:
        scheme, invent, rng = self.rng.choice(SCHEMES), self.texts.invent, self.rng
        self.code_css(scheme)
        rows = []
        for _ in range(rng.randint(18, 50)):
            make = rng.choice([invent.command, invent.log_line, invent.listing, invent.stack_frame, invent.python_frame, invent.table_row, invent.path, invent.box_art, invent.bullet, invent.json_field, lambda: self.texts.line(90), lambda: ""])
            text = make()[:rng.randint(60, 160)]
            words = [f'<span style="color:{rng.choice(scheme[1:])}{";font-weight:bold" if rng.random() < 0.1 else ""}">{html.escape(w)}</span>' if rng.random() < 0.3 and w.strip() else html.escape(w) for w in split_words(text)]
            rows.append("".join(words))
        bar = f'<div class="bar" style="background:#8883">{"".join(f"<span style=width:11px;height:11px;border-radius:50%;background:{c}></span>" for c in ("#f55", "#fc3", "#3c4"))}<span>{html.escape(invent.path())}</span></div>' if self.flip(0.5) else ""
        return f'{bar}<pre style="margin:{rng.randint(0, 12)}px;background:none;border:0;padding:0;color:inherit;line-height:{rng.uniform(1.0, 1.45):.2f};font-size:{rng.randint(10, 17)}px;white-space:pre">' + "\n".join(rows) + "</pre>"

    def chat_page(self) -> str:
        rng, invent = self.rng, self.texts.invent
        ground, ink, accent, edge = rng.choice(THEMES)
        self.css += f"body{{margin:0!important;background:{ground}!important;color:{ink}!important}}"
        people = "".join(f'<div style="display:flex;gap:8px;align-items:center;padding:5px">{self.avatar()}<div style="min-width:0;overflow:hidden"><b>{html.escape(invent.person())}</b><div style="opacity:.6;white-space:nowrap;font-size:.85em">{self.words(2, 5)}</div></div><span style="margin-left:auto;font-size:.8em">{rng.randint(0, 23)}:{rng.randint(10, 59)}</span>{self.chip() if self.flip(0.3) else ""}</div>' for _ in range(rng.randint(4, 12)))
        rows = []
        for _ in range(rng.randint(4, 10)):
            mine = self.flip(0.45)
            body = self.pick(self.line(90), self.line(40), f"<code>{html.escape(invent.assignment())}</code>", self.picture("width:200px;height:110px;border-radius:8px"), f"{self.words(1, 12)}<br>{self.words(2, 9)}")
            react = f'<div style="font-size:11px">{self.chip()}{self.chip()}</div>' if self.flip(0.25) else ""
            rows.append(f'<div style="display:flex;gap:8px;margin:{rng.randint(3, 10)}px;{"flex-direction:row-reverse" if mine else ""}">{self.avatar()}<div style="max-width:65%;background:{accent if mine else edge};color:{"#fff" if mine else ink};border-radius:{rng.randint(2, 18)}px;padding:{rng.randint(4, 10)}px {rng.randint(8, 14)}px">{"" if mine else f"<b>{html.escape(invent.person())}</b> <small>{html.escape(invent.date())}</small><br>"}{body}{react}</div></div>')
        side = f'<div style="width:{rng.randint(180, 260)}px;flex:none;border-right:1px solid {edge};overflow:hidden">{people}</div>' if self.flip(0.7) else ""
        return f'<div style="display:flex;height:100vh">{side}<div style="flex:1;overflow:hidden"><div style="padding:8px;border-bottom:1px solid {edge}"><b>#{self.words(1, 1)}</b> <small style="opacity:.6">{self.words(2, 5)}</small> {self.sign()}</div>{"".join(rows)}<div class="row" style="margin:8px"><input class="{self.look.of("field")}" placeholder="{self.words(1, 3)}" style="flex:1">{self.sign()}{self.button()}</div></div></div>'

    def spreadsheet_page(self) -> str:
        rng, invent = self.rng, self.texts.invent
        dark = self.flip(0.2)
        ground, ink, grid, head = ("#1f1f1f", "#ddd", "#444", "#2c2c2c") if dark else ("#fff", "#222", self.pick("#e0e0e0", "#c8c8c8", "#d9d9d9"), "#f3f3f3")
        size, pad = rng.randint(10, 15), rng.randint(1, 4)
        self.css += f"body{{margin:0!important;background:{ground}!important;color:{ink}!important}}.s{{border-collapse:collapse;font-size:{size}px;table-layout:fixed;margin:0;width:auto}}.s td,.s th{{border:1px solid {grid};padding:{pad}px {rng.randint(2, 5)}px;white-space:nowrap;overflow:hidden;line-height:{rng.uniform(1.0, 1.4):.2f};height:auto;color:inherit;background-color:transparent}}.s th{{background:{head};font-weight:normal;text-align:center}}"
        columns, rows = rng.randint(6, 14), rng.randint(18, 45)
        kinds = [rng.choice([invent.number, invent.number, invent.number, invent.word, invent.person, invent.date, invent.tiny, invent.short_code, invent.label_text, lambda: str(rng.randint(0, 9))]) for _ in range(columns)]
        widths = [rng.randint(36, 150) for _ in range(columns)]
        cols = "<col style=width:34px>" + "".join(f"<col style=width:{w}px>" for w in widths)
        top = "<tr><th></th>" + "".join(f"<th>{chr(65 + i)}</th>" for i in range(columns)) + "</tr>"
        align = [rng.choice(("left", "right", "right", "center")) for _ in range(columns)]
        fit = lambda text, width: text if len(text) * size * 0.55 < width - 10 else text[: max(1, int((width - 10) / size / 0.55))].strip()
        body = "".join(
            f'<tr style="{f"background:{self.colour(85, 97) if not dark else self.colour(10, 25)}" if rng.random() < 0.08 else ""}"><th>{r + 1}</th>'
            + "".join(f'<td style="text-align:{align[c]}{";font-weight:bold" if r == 0 else ""}">{html.escape(fit(kinds[c]() if r else invent.word(), widths[c])) if rng.random() < 0.92 else ""}</td>' for c in range(columns)) + "</tr>"
            for r in range(rows)
        )
        tools = f'<div class="row" style="margin:2px 6px;gap:12px;font-size:12px">{"".join(f"<span data-kind=menu-item data-state>{w}</span>" for w in rng.sample("File Edit View Insert Format Data Tools Help Home Layout Review".split(), 6))}</div><div class="row" style="margin:2px 6px">{self.many(self.sign, 4, 14)}</div><div style="font-size:12px;padding:3px 6px"><span style="border:1px solid {grid};padding:1px 14px">{html.escape(invent.cell_reference())}</span> <i>fx</i> <span>{html.escape(invent.formula())}</span></div>'
        sheet = lambda word: f'<span data-kind="tab" data-state="{"selected" if word == "Sheet1" else ""}" style="padding:2px;{f"font-weight:bold;background:{ground}" if word == "Sheet1" else ""}">{word}</span> &nbsp; '
        sheets = "".join(map(sheet, ("Sheet1", "Sheet2", html.escape(invent.word()))))
        return f'{tools}<table class="s">{cols}{top}{body}</table><div style="position:fixed;bottom:0;left:0;background:{head};font-size:12px;padding:3px 8px;width:100%">{sheets}</div>'

    def shop_page(self) -> str:
        rng = self.rng
        price = lambda: self.pick(f"€{rng.random() * 200:.2f}", f"{rng.random() * 200:.2f} €".replace(".", ","), f"${rng.randint(1, 999)}", f"£{rng.random() * 90:.2f}")
        def over() -> str:
            shade = self.pick("", "", "text-shadow:0 1px 3px #000", "text-shadow:0 0 4px #fff", "background:rgba(0,0,0,.45);padding:2px 6px", "-webkit-text-stroke:0")
            return f'<div style="position:absolute;left:{rng.randint(2, 60)}%;top:{rng.randint(2, 85)}%;color:{self.pick("#fff", "#fff", "#fff", "#000", "#ff0", "#f43", "#6cf", "#3f6", self.colour(10, 90))};font-size:{rng.randint(10, 40)}px;font-weight:{self.pick(400, 700)};white-space:nowrap;{shade}">{self.pick(self.words(1, 3), price(), self.say())}</div>'
        card = lambda: f'<div class="{self.look.of("card")}" style="position:relative"><div style="position:relative;overflow:hidden">{self.picture(f"width:100%;height:{rng.randint(90, 170)}px;display:block")}{self.many(over, 0, 2)}</div><div>{self.words(1, 4)}</div><div><b>{price()}</b> <s style="opacity:.6">{price()}</s> {self.chip()}</div><small>{self.pick("★★★★☆", "★★★★★", "★★★☆☆")} ({rng.randint(1, 999)})</small>{self.button() if self.flip(0.5) else ""}</div>'
        hero = f'<div style="position:relative;height:{rng.randint(160, 330)}px;overflow:hidden">{self.picture("width:100%;height:100%;display:block")}{self.many(over, 2, 6)}</div>' if self.flip(0.8) else ""
        nav = f'<div class="row"><b style="font-size:20px">{self.words(1, 1)}</b>{self.many(lambda: f"<a href=#x>{self.words(1, 1)}</a>", 2, 6)}<input class="{self.look.of("field")}" placeholder="{self.words(1, 2)}">{self.sign()}{self.sign()}{self.chip()}</div>'
        return f'{nav}{hero}<div class="grid">{self.many(card, 3, 9)}</div>'

    def map_page(self) -> str:
        rng = self.rng
        width, height = self.size
        land, water, road = self.pick(("#f2efe9", "#aad3df", "#fff"), ("#e8eaed", "#9cc0f9", "#ffffff"), ("#212121", "#0f252e", "#424242"), ("#dfe8d5", "#8fc1e3", "#f7e9a0"))
        parts = []
        for _ in range(rng.randint(3, 10)):
            x, y = rng.randint(0, width), rng.randint(0, height)
            points = " ".join(f"{x + rng.randint(60, 240) * math.cos(a):.0f},{y + rng.randint(40, 160) * math.sin(a):.0f}" for a in (i * 0.8 for i in range(8)))
            parts.append(f'<polygon points="{points}" fill="{self.pick(water, self.colour(60, 85), "#c8e6b0", "#d5d0c6")}" opacity="{rng.uniform(0.4, 1):.2f}"/>')
        labels = []
        for _ in range(rng.randint(8, 24)):
            x0, y0 = rng.randint(-50, width), rng.randint(-50, height)
            angle, length = rng.uniform(-85, 85) if self.flip(0.7) else rng.choice((0, 90)), rng.randint(200, 900)
            x1, y1 = x0 + length * math.cos(math.radians(angle)), y0 + length * math.sin(math.radians(angle))
            wide = rng.randint(2, 16)
            parts.append(f'<line x1="{x0}" y1="{y0}" x2="{x1:.0f}" y2="{y1:.0f}" stroke="#8886" stroke-width="{wide + 2}"/><line x1="{x0}" y1="{y0}" x2="{x1:.0f}" y2="{y1:.0f}" stroke="{self.pick(road, road, "#f9d27c", "#e892a2")}" stroke-width="{wide}"/>')
            if wide > 5:
                at = rng.uniform(0.2, 0.8)
                labels.append((x0 + (x1 - x0) * at, y0 + (y1 - y0) * at, round(angle), rng.randint(9, 13)))
        dark = land == "#212121"
        panel_wide = rng.randint(180, 280) if self.flip(0.5) else 0
        taken = Taken([(0, 0, panel_wide + 30, 170)] if panel_wide else [])
        halo = "text-shadow:" + ",".join(f"{a}px {b}px 1px {land}" for a in (-1, 1) for b in (-1, 1)) if self.flip(0.7) else ""
        ink = "#bbb" if dark else self.pick("#333", "#555", "#744", "#446")
        texts = ""
        for x, y, a, s in labels:
            said = self.words(1, 2)
            if taken.takes(x, y, 0.62 * s * len(html.unescape(said)), 1.3 * s, a):
                texts += self.turned(said, x, y, a, f"font-size:{s}px;color:{ink};{halo}")
        others = ("#8ab4f8", "#f0a0c0", "#81c995") if dark else ("#06c", "#a3265f", "#0a7a3c")
        for _ in range(rng.randint(6, 24)):
            said, size, apart = self.words(1, 2), rng.randint(9, 22), rng.randint(1, 5) if self.flip(0.2) else 0
            sign = self.icon(12) if self.flip(0.4) else ""
            spread = f"letter-spacing:{apart}px;text-transform:uppercase;" if apart else ""
            left, top = rng.randint(0, width - 60), rng.randint(0, height - 20)
            wide = (size * (0.75 if apart else 0.62) + apart) * len(html.unescape(said)) + (14 if sign else 0)
            if taken.takes(left + wide / 2, top + 0.7 * size, wide, 1.4 * size):
                texts += f'<div style="position:absolute;white-space:nowrap;left:{left}px;top:{top}px;font-size:{size}px;color:{self.pick(ink, ink, *others)};{halo};{spread}{self.pick("", "", "font-style:italic")}">{sign}{said}</div>'
        for _ in range(rng.randint(0, 8)):
            (ground, letters), size = self.pick(("#fff", "#000"), ("#fc0", "#000"), ("#1a73e8", "#fff"), ("#070", "#fff")), rng.randint(9, 12)
            left, top = rng.randint(0, width), rng.randint(0, height)
            if taken.takes(left + 14, top + 9, 34, 20):
                texts += f'<div style="position:absolute;left:{left}px;top:{top}px;border-radius:4px;background:{ground};border:1px solid #555;padding:0 4px;font-size:{size}px;color:{letters}">{self.pick("A", "B", "E", "M")}{rng.randint(1, 99)}</div>'
        panel = f'<div style="position:absolute;left:10px;top:10px;background:#fff;color:#222;padding:8px;border-radius:8px;width:{panel_wide}px"><input class="{self.look.of("field")}" value="{self.words(1, 2)}"><div>{self.words(1, 3)}</div><small>{rng.randint(1, 60)} min · {rng.random() * 30:.1f} km</small></div>' if panel_wide else ""
        self.css += f"body{{margin:0!important;background:{land}!important;overflow:hidden}}"
        return f'<svg style="position:absolute;left:0;top:0" width="{width}" height="{height}">{"".join(parts)}</svg>{texts}{panel}'

    def tables_page(self) -> str:
        rng = self.rng
        size, pad, side = rng.randint(10, 14), rng.randint(0, 4), rng.randint(2, 6)
        border = self.pick("0", "1px solid #8886", "1px solid #8886", "1px solid currentColor", "2px solid #888")
        self.css += f".d{{border-collapse:{self.pick('collapse', 'separate')};border-spacing:0;font-size:{size}px;margin:4px;width:{self.pick('auto', '100%')}}}.d td,.d th{{border:{border}!important;{'border-left:0!important;border-right:0!important;' if self.flip(0.25) else ''}padding:{pad}px {side}px!important;line-height:{rng.uniform(1.0, 1.35):.2f};white-space:nowrap;height:auto}}.d tr:nth-child(even){{background:{self.pick('transparent', '#8882')}}}"
        def table() -> str:
            columns, rows = rng.randint(3, 13), rng.randint(4, 24)
            kinds = [rng.choice([self.value, self.value, self.cell, lambda: str(rng.randint(0, 9)), lambda: f"{rng.random() * 999:.2f}", self.chip, lambda: self.sparkline(60, 14), self.sign, lambda: self.pick("Y", "N", "—", "✓", "✗", "-", "A", "B+"), lambda: html.escape(self.texts.invent.tiny())]) for _ in range(columns)]
            align = [rng.choice(("left", "right", "center", "left")) for _ in range(columns)]
            head = "".join(f'<th style="text-align:{a}">{self.words(1, 1)}{self.pick("", "", " ▾", " ↑")}</th>' for a in align) if self.flip(0.85) else ""
            body = "".join("<tr>" + "".join(f'<td style="text-align:{a}">{k()}</td>' for k, a in zip(kinds, align)) + "</tr>" for _ in range(rows))
            return f'<table class="d {self.look.of("table") if self.flip(0.5) else ""}"><tr>{head}</tr>{body}</table>'
        pairs = lambda: f'<table class="d">{"".join(f"<tr><td>{self.words(1, 2)}</td><td>{self.value()}</td></tr>" for _ in range(rng.randint(3, 9)))}</table>'
        bar = f'<div class="row"><b>{self.words(1, 2)}</b>{self.many(self.chip, 1, 5)}{self.button()}{self.sign()}</div>'
        return bar + self.many(lambda: self.pick(table, table, pairs, self.cards, self.tabs)(), 3, 6) + f'<div class="row">{self.many(lambda: f"<a href=#x>{rng.randint(1, 99)}</a>", 2, 8)}<small>{rng.randint(1, 20)}–{rng.randint(21, 99)} of {rng.randint(100, 9999)}</small></div>'

    def phone_page(self) -> str:
        rng = self.rng
        ground, ink, accent, edge = rng.choice(THEMES)
        self.css += f"body{{margin:0!important;background:{ground}!important;color:{ink}!important;font-size:{rng.randint(14, 17)}px}}"
        row = lambda: f'<div style="display:flex;align-items:center;gap:12px;padding:{rng.randint(7, 14)}px 16px;border-bottom:1px solid {edge}">{self.pick(self.avatar, self.sign, lambda: "")()}<div style="min-width:0"><div>{self.words(1, 3)}</div>{f"<small style=opacity:.6>{self.words(2, 5)}</small>" if self.flip(0.5) else ""}</div><span style="margin-left:auto;display:flex;gap:6px;align-items:center">{self.pick("", "›", self.chip(), self.value(), self.switch())}</span></div>'
        status = f'<div style="display:flex;justify-content:space-between;padding:6px 18px;font-size:13px;font-weight:600"><span>{rng.randint(0, 23)}:{rng.randint(10, 59)}</span><span>{self.icon(13)} {self.icon(13)} {self.pick("5G", "LTE", "")} {rng.randint(5, 100)}%</span></div>'
        count = rng.randint(3, 5)
        place = lambda i: f'<div data-kind="tab" data-state="{"" if i else "selected"}" style="text-align:center;{"" if i else f"color:{accent}"}">{self.icon(20)}<div>{self.short_word(round((340 / count - 8) / 5.8))}</div></div>'
        bottom = f'<div style="position:fixed;bottom:0;left:0;right:0;display:flex;justify-content:space-around;background:{ground};border-top:1px solid {edge};padding:6px 0;font-size:10px">{"".join(place(i) for i in range(count))}</div>'
        body = f'{status}<h1 style="font-size:{rng.randint(20, 34)}px;margin:8px 16px">{self.words(1, 2)}</h1>{self.many(lambda: self.pick(row, row, row, row, self.chat_bit, self.buttons, self.photo_bit)(), 6, 14)}{bottom}'
        self.scale = self.pick(2.0, 3.0, 3.0)
        self.size = (round(rng.randint(340, 400) * self.scale), round(rng.randint(380, 620) * self.scale))
        return body

    def switch(self) -> str:
        return f'<span role="switch" aria-checked="{self.pick("true", "false")}" aria-label="x"></span>'

    def chat_bit(self) -> str:
        return f'<div style="padding:0 12px">{self.chat()}</div>'

    def photo_bit(self) -> str:
        return f'<div style="position:relative;height:{self.rng.randint(100, 200)}px;overflow:hidden">{self.picture("width:100%;height:100%")}<div style="position:absolute;left:14px;bottom:10px;color:#fff;font-size:{self.rng.randint(14, 28)}px;text-shadow:0 1px 2px #0008">{self.words(1, 3)}</div></div>'

    def slides_page(self) -> str:
        rng = self.rng
        width, height = self.size
        ground, ink = self.pick(("#fff", "#222"), ("#0b1f3a", "#fff"), ("#f4f1ea", "#333"), ("#111", "#eee"), (f"linear-gradient({rng.randint(0, 360)}deg,{self.colour(15, 45)},{self.colour(15, 45)})", "#fff"))
        self.css += f"body{{margin:0!important;background:{ground}!important;color:{ink}!important}}"
        big = rng.randint(28, 72)
        bullets = "".join(f'<div style="margin:{rng.randint(4, 16)}px 0;padding-left:{rng.randint(0, 2) * 30}px">{self.pick("•", "–", "▸", "")} {self.words(2, 7)}</div>' for _ in range(rng.randint(2, 7)))
        aside = self.pick(lambda: self.picture(f"width:{width // 3}px;height:{height // 2}px"), self.bars, self.table, lambda: self.donut())()
        photo = f'<div style="position:absolute;inset:0;z-index:-1;opacity:{rng.uniform(0.2, 1):.2f}">{self.picture("width:100%;height:100%")}</div>' if self.flip(0.35) else ""
        return f'{photo}<div style="padding:{rng.randint(20, 60)}px"><div style="font-size:{big}px;font-weight:{self.pick(300, 700, 900)};line-height:1.15">{self.words(1, 4)}</div><div style="opacity:.7;font-size:{rng.randint(14, 28)}px">{self.words(2, 6)}</div><div style="display:flex;gap:40px"><div style="font-size:{rng.randint(16, 32)}px;flex:1">{bullets}</div><div style="font-size:{rng.randint(11, 18)}px">{aside}</div></div></div><div style="position:fixed;bottom:8px;left:20px;right:20px;display:flex;justify-content:space-between;font-size:{rng.randint(10, 14)}px;opacity:.7"><span>{self.words(1, 3)}</span><span>{rng.randint(1, 60)}</span></div>'

    def document_page(self) -> str:
        rng = self.rng
        paper = self.pick("#fff", "#fff", "#fdfcf8", "#f7f4ec")
        size = rng.randint(11, 17)
        self.css += f"body{{background:{paper}!important;color:#{self.pick('111', '222', '333')}!important;margin:{rng.randint(20, 60)}px!important;font-size:{size}px;line-height:{rng.uniform(1.15, 1.6):.2f}}}p{{text-align:{self.pick('left', 'justify')};margin:.5em 0}}"
        prose = self.texts.lines.get("prose", ["text"])
        def paragraph() -> str:
            at = rng.randrange(len(prose) - 12)
            return f"<p>{html.escape(' '.join(prose[at : at + rng.randint(2, 9)]))}</p>"
        columns = f"columns:{rng.randint(2, 3)};column-gap:{rng.randint(14, 30)}px;" if self.flip(0.4) else ""
        head = f'<div style="display:flex;justify-content:space-between"><div><b style="font-size:1.6em">{self.words(1, 3)}</b><br>{html.escape(self.texts.invent.person())}<br>{self.words(1, 2)} {rng.randint(1, 99)}</div><div style="text-align:right">{html.escape(self.texts.invent.date())}<br>No. {rng.randint(1000, 99999)}</div></div>'
        bill = lambda: f'<table style="width:100%;border-collapse:collapse">{"".join(f"<tr><td>{rng.randint(1, 99)}</td><td>{self.words(1, 4)}</td><td style=text-align:right>{rng.random() * 99:.2f}</td><td style=text-align:right>{rng.random() * 999:.2f}</td></tr>" for _ in range(rng.randint(3, 12)))}</table><hr><div style="text-align:right">Total {rng.random() * 999:.2f} €</div>'
        stamp = self.turned(self.say().upper(), self.size[0] * rng.uniform(0.3, 0.8), self.size[1] * rng.uniform(0.3, 0.8), rng.randint(-30, 30), f"color:#b22;border:2px solid #b22;padding:2px 8px;font-size:{rng.randint(14, 30)}px") if self.flip(0.2) else ""
        parts = "".join(self.pick(paragraph, paragraph, paragraph, bill, lambda: f"<h2>{self.words(1, 5)}</h2>")() for _ in range(rng.randint(8, 14)))
        self.size = self.pick((800, 1100), (720, 1000), (900, 1200), (620, 880))
        return f'{head}<div style="{columns}">{parts}</div>{stamp}<div style="text-align:center">— {rng.randint(1, 400)} —</div>'

    def bars(self) -> str:
        rng = self.rng
        width, height, count = rng.randint(260, 620), rng.randint(140, 330), rng.randint(3, 14)
        step, left = width / count, rng.randint(36, 60)
        angle = self.pick(0, 0, -90, -45, -30, -60, 45, 90)
        parts, labels = [], ""
        for i in range(rng.randint(3, 7)):
            y = height - height * i / 6
            parts.append(f'<line x1="{left}" x2="{left + width}" y1="{y:.0f}" y2="{y:.0f}" stroke="#8885" stroke-dasharray="{self.pick("0", "3", "0")}"/><text x="{left - 6}" y="{y + 4:.0f}" text-anchor="end" fill="currentColor" font-size="{rng.randint(9, 12)}">{self.pick(f"{i * 20}", f"{i * 250:,}", f"{i * 20}%", f"{i / 2}k")}</text>')
        small = rng.randint(9, 13)
        kind = rng.random()
        points = []
        for i in range(count):
            tall = rng.uniform(0.1, 0.95) * height
            x = left + step * (i + 0.5)
            points.append(f"{x:.0f},{height - tall:.0f}")
            if kind < 0.6:
                parts.append(f'<rect x="{x - step * 0.35:.0f}" width="{step * 0.7:.0f}" y="{height - tall:.0f}" height="{tall:.0f}" fill="{self.colour(35, 65)}"/>')
                if self.flip(0.4):
                    parts.append(f'<text x="{x:.0f}" y="{height - tall + self.pick(-4, 14):.0f}" text-anchor="middle" font-size="{small}" fill="currentColor">{rng.randint(1, 999)}</text>')
            word = self.pick(self.words(1, 1)[:10], str(2000 + i), "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec Q1 Q2".split()[i])
            drop = 12 if not angle else 12 + len(word) * small * 0.27
            labels += self.turned(word, x, height + drop, angle, f"font-size:{small}px") if angle else f'<span style="position:absolute;white-space:nowrap;line-height:normal;left:{x:.0f}px;top:{height + 4}px;transform:translateX(-50%);font-size:{small}px">{word[: max(2, int(step / small / 0.6))]}</span>'
        if kind >= 0.6:
            parts.append(f'<polyline points="{" ".join(points)}" fill="none" stroke="{self.colour()}" stroke-width="{self.pick(1, 2, 3)}"/>' + "".join(f'<circle cx="{p.split(",")[0]}" cy="{p.split(",")[1]}" r="3" fill="{self.colour()}"/>' for p in points))
        axis = self.turned(self.words(1, 2), 8, height / 2, self.pick(-90, -90, 90), f"font-size:{small + 1}px") if self.flip(0.7) else ""
        legend = "".join(f'<span style="font-size:{small}px"><span style="display:inline-block;width:10px;height:10px;background:{self.colour()}"></span> {self.words(1, 2)}</span> ' for _ in range(rng.randint(0, 4)))
        title = f"<b>{self.words(1, 4)}</b>" if self.flip(0.8) else ""
        return f'<div style="padding:8px">{title}<div style="display:flex;gap:10px">{legend}</div><div style="position:relative;width:{left + width}px;height:{height + (80 if angle else 26)}px"><svg style="position:absolute;left:0;top:0;overflow:visible" width="{left + width}" height="{height}">{"".join(parts)}</svg>{labels}{axis}</div></div>'

    def donut(self) -> str:
        rng, at, parts = self.rng, 0.0, []
        radius = rng.randint(50, 120)
        while at < 6:
            end = min(6.283, at + rng.uniform(0.3, 1.8))
            p = [f"{radius + r * math.cos(a):.0f} {radius + r * math.sin(a):.0f}" for r, a in ((radius, at), (radius, end), (radius * 0.55, end), (radius * 0.55, at))]
            parts.append(f'<path d="M{p[0]}A{radius} {radius} 0 {int(end - at > 3.14)} 1 {p[1]}L{p[2]}A{radius * 0.55:.0f} {radius * 0.55:.0f} 0 {int(end - at > 3.14)} 0 {p[3]}z" fill="{self.colour(35, 65)}"/>')
            middle = (at + end) / 2
            parts.append(f'<text x="{radius + radius * 0.78 * math.cos(middle):.0f}" y="{radius + 4 + radius * 0.78 * math.sin(middle):.0f}" text-anchor="middle" font-size="{rng.randint(9, 13)}" fill="#fff">{rng.randint(1, 99)}%</text>')
            at = end
        return f'<div style="padding:8px"><div>{self.words(1, 3)}</div><svg width="{2 * radius}" height="{2 * radius}">{"".join(parts)}<text x="{radius}" y="{radius + 6}" text-anchor="middle" font-size="{rng.randint(14, 26)}" fill="currentColor">{self.rng.randint(1, 9999)}</text></svg></div>'

    def charts_page(self) -> str:
        ground, ink, _, _ = self.rng.choice(THEMES)
        if self.flip(0.6):
            self.css += f"body{{background:{ground}!important;color:{ink}!important}}"
        def heat() -> str:
            cell = lambda: f'<td style="background:{self.colour(40, 80)};padding:2px;color:#000">{self.rng.randint(0, 99)}</td>'
            rows = "".join(f"<tr>{''.join(cell() for _ in range(9))}</tr>" for _ in range(self.rng.randint(3, 7)))
            return f'<table style="border-collapse:collapse;font-size:{self.rng.randint(9, 12)}px;width:auto">{rows}</table>'

        return f'<h2>{self.words(1, 4)}</h2><div style="display:flex;flex-wrap:wrap;gap:{self.rng.randint(8, 30)}px">{self.many(lambda: self.pick(self.bars, self.bars, self.bars, self.donut, self.cards, heat)(), 4, 8)}</div>'

    def receipt_page(self) -> str:
        rng = self.rng
        width = rng.randint(230, 380)
        mono = self.pick("font-family:code,'DejaVu Sans Mono',monospace!important;", "")
        row = lambda: f'<div style="display:flex;justify-content:space-between"><span>{self.pick("", f"{rng.randint(1, 9)} x ")}{self.words(1, 3)}</span><span>{rng.random() * 100:.2f}{self.pick("", " A", " B", " €")}</span></div>'
        table = lambda: f'<table style="width:100%;border:0;font:inherit">{"".join(f"<tr><td style=padding:0;border:0>{rng.randint(1, 12)}</td><td style=padding:0;border:0>{self.words(1, 2)}</td><td style=padding:0;border:0;text-align:right>{rng.random() * 60:.2f}</td></tr>" for _ in range(rng.randint(3, 9)))}</table>'
        rule = lambda: self.pick("<hr>", f"<div style='white-space:nowrap;overflow:hidden'>{'-' * 28}</div>", f"<div style='white-space:nowrap;overflow:hidden'>{'*' * 24}</div>", f'<div style="border-top:{self.pick(1, 2)}px dashed #333;margin:4px 0"></div>')
        total = f'<div style="display:flex;justify-content:space-between;font-size:{self.pick(1, 1.3, 1.6)}em"><b>{self.pick("TOTAL", "SUMME", "Total", "Total TTC", "Amount due")}</b><b>{rng.random() * 999:.2f}</b></div>'
        vat = self.many(lambda: f'<div style="display:flex;justify-content:space-between"><span>{self.pick("VAT", "MwSt", "TVA", "Tax")} {self.pick("7", "19", "20", "21", "8.1")}%</span><span>{rng.random() * 50:.2f}</span></div>', 1, 3)
        code = f'<div style="height:{rng.randint(24, 50)}px;background:repeating-linear-gradient(90deg,#000 0 {self.pick(1, 2)}px,#fff {self.pick(2, 3)}px {self.pick(4, 5)}px,#000 5px 8px,#fff 8px 10px)"></div><div style="text-align:center;letter-spacing:{rng.randint(0, 4)}px">{rng.randint(10**11, 10**12)}</div>'
        one = lambda: f'<div style="width:{width}px;background:#fff;color:#{self.pick("000", "222", "333", "555")};padding:{rng.randint(8, 18)}px;font-size:{rng.randint(11, 16)}px;line-height:{rng.uniform(1.05, 1.5):.2f};{mono}"><div style="text-align:center"><b>{self.words(1, 3).upper()}</b><br>{self.words(1, 2)} {rng.randint(1, 200)}<br>{rng.randint(10000, 99999)} {self.words(1, 1)}<br>Tel. {rng.randint(100, 999)}-{rng.randint(1000, 9999)}</div>{rule()}{self.many(self.pick(row, table), 1, 8)}{rule()}{total}{vat}{rule()}<div>{html.escape(self.texts.invent.date())}</div><div style="text-align:center">{self.words(2, 4)}</div>{code if self.flip(0.6) else ""}</div>'
        self.css += f"body{{background:{self.pick('#fff', '#888', '#d8d0c4', '#333')}!important;overflow:hidden}}"
        count = rng.randint(1, 3)
        self.size = (count * (width + 60) + 40, rng.randint(600, 900))
        self.scale = self.pick(1.0, 1.0, 1.5, 2.0)
        return f'<div style="display:flex;gap:24px;align-items:flex-start">{"".join(one() for _ in range(count))}</div>'

    def forms_page(self) -> str:
        parts = [self.form, self.form, self.tabs, self.buttons, self.heading, self.menu, self.toolbar, self.paragraph, self.alert, self.steps]
        return "".join(self.rng.choice(parts)() for _ in range(self.rng.randint(7, 13)))

    def alert(self) -> str:
        return f'<div class="{self.look.of("alert")}">{self.sign()} <b>{self.words(1, 2)}</b> {self.line(70)} <a href="#x">{self.words(1, 2)}</a></div>'

    def steps(self) -> str:
        return '<div class="row">' + "".join(f'<span style="display:inline-flex;width:22px;height:22px;border-radius:50%;align-items:center;justify-content:center;background:{self.colour(30, 55)};color:#fff;font-size:12px">{i + 1}</span><span>{self.words(1, 2)}</span>{self.pick("›", "—", "")}' for i in range(self.rng.randint(3, 5))) + "</div>"

    def mail_page(self) -> str:
        rng, invent = self.rng, self.texts.invent
        _, _, accent, edge = rng.choice(THEMES)
        self.css += "body{margin:0!important}"
        folders = "".join(f'<div data-kind="menu-item" data-state="{"selected" if i == 1 else ""}" style="display:flex;justify-content:space-between;padding:{rng.randint(2, 7)}px 10px;{f"background:{accent};color:#fff;border-radius:0 16px 16px 0" if i == 1 else ""}"><span>{self.sign()} {self.pick("Inbox", "Sent", "Drafts", "Spam", "Archive", self.words(1, 1))}</span><span>{rng.randint(1, 999) if self.flip(0.5) else ""}</span></div>' for i in range(rng.randint(5, 11)))
        star = lambda sign: f'<span data-kind="icon" data-state="part">{sign}</span>'
        row = lambda: f'<div style="display:flex;gap:10px;align-items:center;padding:{rng.randint(2, 8)}px 8px;border-bottom:1px solid {edge};white-space:nowrap;overflow:hidden;{self.pick("", "font-weight:bold")}"><input type="checkbox" style="flex:none">{self.pick(star("☆"), star("★"), "")}<span style="width:130px;overflow:hidden;flex:none">{html.escape(invent.person())[:16]}</span>{self.chip() if self.flip(0.25) else ""}<span>{self.words(1, 4)}</span><span style="opacity:.6">– {self.words(2, 5)}</span><span style="margin-left:auto;padding-left:8px">{self.pick("9:41", "Mon", "12 Mar", "2024-05-02", "Yesterday")}</span></div>'
        letter = f'<div style="padding:12px"><h3>{self.words(2, 6)} {self.chip()}</h3><div style="display:flex;gap:8px;align-items:center">{self.avatar()}<div><b>{html.escape(invent.person())}</b> <small>&lt;{html.escape(invent.identifier())}@example.org&gt;</small><br><small>to me ▾</small></div></div>{self.many(self.paragraph, 1, 3)}{self.buttons()}</div>' if self.flip(0.5) else ""
        return f'<div class="row" style="padding:0 8px">{self.sign()}<b>{self.words(1, 1)}</b><input class="{self.look.of("field")}" placeholder="{self.words(1, 2)}" style="flex:1;min-width:80px">{self.avatar()}</div><div style="display:flex"><div style="width:{rng.randint(140, 210)}px;flex:none">{self.button()}{folders}</div><div style="flex:1;min-width:0">{self.many(row, 5, 18)}{letter}</div></div>'


def split_words(text: str) -> list[str]:
    """Words and the spaces between them, one after the other."""
    pieces, last = [], None
    for char in text:
        if pieces and char.isspace() == last:
            pieces[-1] += char
        else:
            pieces.append(char)
        last = char.isspace()
    return pieces
