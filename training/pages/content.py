"""The parts that generated pages are put together from, as HTML."""

from __future__ import annotations

import html
import random
from collections.abc import Callable
from pathlib import Path

from training.lines.sources import TextSource
from training.pages.style import Look


class Content:
    def __init__(self, rng: random.Random, texts: TextSource, look: Look, photos: list[Path]) -> None:
        self.rng, self.texts, self.look, self.photos = rng, texts, look, photos
        self.number = 0
        self.parts: list[Callable[[], str]] = [
            self.heading, self.paragraph, self.table, self.form, self.buttons, self.tabs, self.code, self.chat,
            self.cards, self.photo, self.chart, self.receipt, self.menu, self.toolbar, self.diff,
        ]

    def page(self) -> str:
        body = "\n".join(self.rng.choice(self.parts)() for _ in range(self.rng.randint(5, 12)))
        return f"<!doctype html><meta charset=utf-8><style>{self.look.css}</style><body>{body}</body>"

    def flip(self, odds: float) -> bool:
        return self.rng.random() < odds

    def line(self, longest: int = 60) -> str:
        return html.escape(self.texts.line(longest))

    def words(self, low: int, high: int) -> str:
        return html.escape(self.texts.invent.words_of(low, high))

    def say(self) -> str:
        return html.escape(self.texts.invent.label_text())

    def fresh(self) -> str:
        self.number += 1
        return f"e{self.number}"

    def button(self) -> str:
        kind = self.look.of("button") if self.flip(0.5) else self.look.of("plain")
        state = " disabled" if self.flip(0.15) else ""
        icon = self.rng.choice(["", "", "", "＋ ", "✓ ", "⚙ "]).replace("＋", "+")
        return f'<button class="{kind}"{state}>{icon}{self.say()}</button>'

    def buttons(self) -> str:
        return f'<div class="row">{"".join(self.button() for _ in range(self.rng.randint(1, 6)))}</div>'

    def heading(self) -> str:
        level = self.rng.randint(1, 5)
        return f"<h{level}>{self.words(1, 5)}</h{level}>"

    def paragraph(self) -> str:
        words = [self.line(80) for _ in range(self.rng.randint(1, 5))]
        words.insert(self.rng.randint(0, len(words)), f'<a href="#x">{self.words(1, 3)}</a>')
        if self.flip(0.3):
            words.append(f'<span class="{self.look.of("badge")}">{self.say()}</span>')
        text = " ".join(words)
        return f"<blockquote>{text}</blockquote>" if self.flip(0.15) else f"<p>{text}</p>"

    def cell(self) -> str:
        invent = self.texts.invent
        kind = self.rng.random()
        if kind < 0.15:
            return f'<span class="{self.look.of("badge")}">{self.say()}</span>'
        if kind < 0.22:
            return f'<input type="checkbox" {"checked" if self.flip(0.5) else ""}>'
        if kind < 0.3:
            return f'<a href="#x">{self.line(24)}</a>'
        return html.escape(self.rng.choice([invent.number, invent.number, invent.date, invent.identifier, invent.person, invent.short_code, invent.word])())

    def table(self) -> str:
        columns, rows = self.rng.randint(2, 8), self.rng.randint(2, 14)
        head = "".join(f"<th>{self.words(1, 2)}</th>" for _ in range(columns)) if self.flip(0.8) else ""
        body = "".join(f"<tr>{''.join(f'<td>{self.cell()}</td>' for _ in range(columns))}</tr>" for _ in range(rows))
        return f'<table class="{self.look.of("table")}"><tr>{head}</tr>{body}</table>'

    def form(self) -> str:
        rows = []
        for _ in range(self.rng.randint(2, 7)):
            name, kind = self.fresh(), self.rng.random()
            off = " disabled" if self.flip(0.12) else ""
            if kind < 0.4:
                wrong = ' aria-invalid="true"' if self.flip(0.15) else ""
                value = f'value="{self.line(24)}"' if self.flip(0.6) else f'placeholder="{self.words(1, 3)}"'
                control = f'<label for={name}>{self.words(1, 3)}</label> <input id={name} class="{self.look.of("field")}" {value}{wrong}{off}>'
            elif kind < 0.6:
                kind_name = self.rng.choice(("checkbox", "radio"))
                on = " checked" if self.flip(0.5) else ""
                control = f'<label><input type="{kind_name}" class="{self.look.of("check")}"{on}{off}> <span>{self.words(1, 5)}</span></label>'
            elif kind < 0.75:
                options = "".join(f"<option>{self.words(1, 2)}</option>" for _ in range(3))
                control = f'<label for={name}>{self.words(1, 2)}</label> <select id={name} class="{self.look.of("select")}"{off}>{options}</select>'
            elif kind < 0.9:
                on = "true" if self.flip(0.5) else "false"
                label = self.words(1, 4)
                control = f'<span role="switch" aria-checked="{on}" aria-label="{label}"></span> <span>{label}</span>'
            else:
                control = f'<label for={name}>{self.words(1, 2)}</label> <input id={name} type="range" value="{self.rng.randint(0, 100)}"{off}>'
            rows.append(f'<div class="row">{control}</div>')
        return f'<div class="{self.look.of("card")}">{"".join(rows)}{self.buttons()}</div>'

    def tabs(self) -> str:
        count = self.rng.randint(2, 6)
        chosen = self.rng.randrange(count)
        items = "".join(
            f'<button role="tab" class="{self.look.of("tab")}{" active" if i == chosen else ""}" aria-selected="{str(i == chosen).lower()}">{self.say()}</button>'
            for i in range(count)
        )
        return f'<div role="tablist" class="row {self.look.of("tabs")}">{items}</div>'

    def menu(self) -> str:
        items = "".join(
            f'<div role="menuitem" {"aria-disabled=true style=opacity:.4" if self.flip(0.15) else ""}>{self.say()} <span style="float:right">{html.escape(self.texts.invent.key_hint())}</span></div>'
            for _ in range(self.rng.randint(3, 8))
        )
        return f'<div class="{self.look.of("card")}" style="width:{self.rng.randint(140, 280)}px">{items}</div>'

    def toolbar(self) -> str:
        icons = "".join(f'<button class="{self.look.of("plain")}" aria-label="icon" data-kind="icon">{self.rng.choice("⚙☰✓✗★▶↻←→↑↓⋮")}</button>' for _ in range(self.rng.randint(2, 8)))
        return f'<div class="row">{icons}<a href="#x">{self.words(1, 2)}</a><a href="#x" aria-current="page">{self.words(1, 2)}</a></div>'

    def code(self) -> str:
        invent = self.texts.invent
        rows = []
        for i in range(self.rng.randint(3, 16)):
            text = html.escape("    " * self.rng.randint(0, 3) + self.rng.choice([invent.python_line, invent.expression, invent.assignment, invent.condition])())
            colour = self.rng.choice(["#c678dd", "#98c379", "#61afef", "#e06c75", "inherit", "inherit"])
            rows.append(f'<span style="opacity:.5">{i + 1:3}</span>  <span style="color:{colour}">{text}</span>')
        ground = "background:#282c34;color:#abb2bf;" if self.flip(0.6) else ""
        return f'<pre style="{ground}padding:8px;margin:6px 0;overflow:hidden">' + "\n".join(rows) + "</pre>"

    def diff(self) -> str:
        colours = {"+": "rgba(46,160,67,.25)", "-": "rgba(248,81,73,.25)", " ": "transparent"}
        rows = []
        for _ in range(self.rng.randint(4, 10)):
            sign = self.rng.choice("+- ")
            rows.append(f'<div style="background:{colours[sign]}">{sign} {html.escape(self.texts.invent.assignment())}</div>')
        return f'<pre style="margin:6px 0;overflow:hidden">{"".join(rows)}</pre>'

    def chat(self) -> str:
        return "".join(
            f'<div class="bubble {"mine" if self.flip(0.5) else ""}"><b>{html.escape(self.texts.invent.person())}</b><br>{self.line(90)}<br><small>{html.escape(self.texts.invent.date())}</small></div>'
            for _ in range(self.rng.randint(2, 5))
        )

    def cards(self) -> str:
        one = lambda: f'<div class="{self.look.of("card")}"><small>{self.say()}</small><h3>{html.escape(self.texts.invent.number())}</h3><span class="{self.look.of("badge")}">{self.say()}</span></div>'
        return f'<div class="grid">{"".join(one() for _ in range(self.rng.randint(2, 6)))}</div>'

    def photo(self) -> str:
        if not self.photos:
            return self.paragraph()
        picture = self.rng.choice(self.photos).resolve().as_uri()
        spots = "".join(
            f'<div style="position:absolute;left:{self.rng.randint(2, 70)}%;top:{18 * i + self.rng.randint(2, 10)}%;color:{self.rng.choice(["#fff", "#fff", "#ff0", "#000", "#f55", "#6cf"])};font-size:{self.rng.randint(11, 34)}px">{self.words(1, 4)}</div>'
            for i in range(self.rng.randint(1, 5))
        )
        tint = f"hue-rotate({self.rng.randint(0, 360)}deg) sepia({self.rng.random():.2f})"
        return f'<div style="position:relative;width:{self.rng.randint(300, 700)}px;height:{self.rng.randint(160, 320)}px;overflow:hidden"><img data-kind="image" alt="" src="{picture}" style="width:100%;height:100%;object-fit:cover;filter:{tint}">{spots}</div>'

    def chart(self) -> str:
        bars = "".join(
            f'<div style="display:flex;flex-direction:column;justify-content:flex-end;align-items:center;height:160px"><small>{self.rng.randint(1, 999)}</small><div style="width:26px;height:{self.rng.randint(8, 110)}px;background:hsl({self.rng.randint(0, 360)} 60% 50%)"></div><small class="turned up" data-angle="270">{self.words(1, 1)}</small></div>'
            for _ in range(self.rng.randint(3, 9))
        )
        return f'<div style="display:flex;gap:10px;align-items:flex-end;border-left:1px solid;border-bottom:1px solid;padding:6px;width:max-content"><div class="turned up" data-angle="270">{self.words(1, 2)}</div>{bars}</div>'

    def receipt(self) -> str:
        rows = "".join(
            f'<div style="display:flex;justify-content:space-between"><span>{self.words(1, 3)}</span><span>{self.rng.random() * 100:.2f}</span></div>'
            for _ in range(self.rng.randint(3, 8))
        )
        return f'<div class="mono" style="width:{self.rng.randint(200, 320)}px;background:#fff;color:#222;padding:12px">{rows}<hr><b style="display:flex;justify-content:space-between"><span>TOTAL</span><span>{self.rng.random() * 999:.2f} €</span></b></div>'
