"""Draws the controls of component libraries in every state with their boxes, two libraries beside each other, to be looked at.

    python3 -m training.pages.sheet OUT.png NAME[:NUMBER]...

NAME is a library of kits.py, "invented", "desktop" or "native"; NUMBER chooses among its style sheets and bodies.
"""

from __future__ import annotations

import io
import random
import sys
import tempfile
from pathlib import Path

from PIL import Image, ImageDraw

from training.lines.generator import DATA
from training.lines.sources import TextSource
from training.pages import desktop, invented
from training.pages.chromium import Chromium
from training.pages.controls import CSS, Controls, fill
from training.pages.generate import mark, seen
from training.pages.kinds import Page
from training.pages.kit import Kit
from training.pages.kits import KITS
from training.pages.style import Look

SIZE = (760, 470)


def page_of(name: str, number: int, texts: TextSource) -> tuple[Page, Look]:
    rng = texts.rng = texts.invent.rng = random.Random(f"{name} {number}")
    kit = KITS[name] if name in KITS else Kit(("",)) if name == "native" else invented.kit(rng)
    sheet = f"@import url('{(DATA / 'libraries/node_modules' / name / kit.sheets[number % len(kit.sheets)]).resolve().as_uri()}');\n" if name in KITS else ""
    drawn = desktop.css(rng) if name == "desktop" else invented.css(rng, name == "invented")
    look = Look(name, f"{sheet}{CSS}{kit.css}body{{font-family:'DejaVu Sans',sans-serif!important;font-size:13px;margin:0}}{drawn}", {}, [])
    made = Controls(rng, texts, look, [], kit)

    def row(make, *states: set[str]) -> str:
        parts = []
        for state in states:
            made.states = lambda state=state, **_: set(state)
            parts.append(make())
        return f"<div class=ln>{''.join(parts)}</div>"

    button = lambda style: fill('<button class="{style}" {mark:button}>{label}</button>', style.split()[-1][:9] if style else "plain", "", set(), style=style)
    body = f"<div class=ln>{''.join(map(button, kit.buttons))}</div>" + row(made.one_button, {"disabled"})
    body += row(lambda: made.one_field(150), set(), {"disabled"}, {"error"}) + row(made.one_select, set(), {"disabled"}, {"error"})
    body += "".join(row(make, set(), {"on"}, {"disabled"}, {"on", "disabled"}) for make in (made.one_checkbox, made.one_radio, made.one_toggle))
    body += made.one_tabs() + made.one_menu()
    html = f"<!doctype html><meta charset=utf-8><style>{look.css}</style><body {kit.bodies[number % len(kit.bodies)]}><div style=padding:8px>{body}</div></body>"
    return Page("controls", html, SIZE, 1.0), look


def main(out: Path, names: list[str]) -> None:
    texts = TextSource(DATA / "text", random.Random(1))
    sheet = Image.new("RGB", (2 * SIZE[0], SIZE[1] * -(-len(names) // 2)), "gray")
    with Chromium() as browser, tempfile.TemporaryDirectory() as folder:
        for place, each in enumerate(names):
            name, _, number = each.partition(":")
            page, look = page_of(name, int(number or 0), texts)
            path = Path(folder) / "page.html"
            path.write_text(page.html, "utf-8")
            browser.open(path.as_uri(), *SIZE)
            truth = seen(browser, page, look)
            tile = mark(Image.open(io.BytesIO(browser.picture())), {**truth, "lines": [], "ignored": []})
            ImageDraw.Draw(tile).text((SIZE[0] - 220, SIZE[1] - 14), each, fill="magenta")
            sheet.paste(tile, (SIZE[0] * (place % 2), SIZE[1] * (place // 2)))
    sheet.save(out)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
