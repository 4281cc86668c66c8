"""Draws pages with Chromium and writes what they show, for training the line detector and the element detector.

    python3 -m training.pages.generate OUT --pages 100 [--seed N] [--kinds ide,map] [--packages node_modules]
        [--held-out] [--webp] [--marks]

writes OUT/NAME.png (or .webp, with little loss) and OUT/NAME.json: {"size", "scale", "library", "kind",
"lines": [{"box", "line", "text", "angle", "words": [{"box", "text"}]}], "elements": [{"kind", "box", "label", "state"}],
"ignored": [box]}, boxes as x, y, width, height in the picture's pixels; truth.js says what each means.
Kinds are those of kinds.py, "mixed", and "controls" (controls.py). `--marks` also writes OUT/NAME.marks.png with the boxes
drawn, to be looked at.
"""

from __future__ import annotations

import argparse
import io
import json
import math
import random
import tempfile
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw

from training.lines.generator import DATA
from training.lines.sources import TextSource
from training.pages.chromium import Chromium
from training.pages.content import Content
from training.pages.controls import controls_page
from training.pages.kinds import KINDS, Kinds, Page
from training.pages.style import Look, choose_look

SIZES = ((1280, 800), (1440, 900), (1024, 768), (800, 1000), (390, 844), (1600, 900))
SCALES = (1.0, 1.0, 1.0, 1.25, 1.5, 2.0, 3.0)
FOCUS = """(() => {
    const all = [...document.querySelectorAll("input,select,textarea,button,a[href]")].filter((e) => !e.disabled);
    if (all.length) all[NUMBER % all.length].focus({preventScroll: true, focusVisible: true});
})()"""
# Several controls at once get the look of the focus; NUMBERS are chances, used in turn.
FOCUS_MANY = """((chances) => {
    const all = [...document.querySelectorAll("[data-kind]:not([data-kind=none]),a[href],input[type=range]")];
    all.forEach((e, i) => {
        if (chances[i % chances.length] > 0.09) return;
        const input = e.matches("input,button,select,textarea,a[href]") ? e : e.closest("label")?.querySelector("input") ?? (e.htmlFor ? document.getElementById(e.htmlFor) : null) ?? e.querySelector("input");
        if (!input || input.disabled) return;
        input.setAttribute("data-forced", "");
        e.setAttribute("data-focus", "");
    });
})(NUMBERS)"""
TRUTH = (Path(__file__).parent / "truth.js").read_text("utf-8")


def scaled(rows: list[dict], scale: float) -> list[dict]:
    """Boxes and lines in the picture's pixels."""
    grown = lambda values: [round(v * scale, 1) for v in values]
    result = []
    for row in rows:
        row = {**row, "box": grown(row["box"])}
        if "line" in row:
            row["line"] = [*grown(row["line"][:4]), row["line"][4]]
            row["words"] = scaled(row["words"], scale)
        result.append(row)
    return result


def compose(kind: str, rng: random.Random, texts: TextSource, look: Look, photos: list[Path]) -> Page:
    if kind == "mixed":
        return Page(kind, Content(rng, texts, look, photos).page(), rng.choice(SIZES), rng.choice(SCALES))
    return Kinds(rng, texts, look, photos).page_of(kind)


def drop_unseen_focus(elements: list[dict], before: bytes, after: bytes) -> None:
    """Many a style sheet shows no focus: then the state is taken off."""
    one, two = (np.asarray(Image.open(io.BytesIO(p)).convert("RGB")).astype(np.int16) for p in (before, after))
    changed = np.abs(one - two).max(2) > 32
    for row in elements:
        x, y, w, h = row["box"]
        part = changed[max(0, int(y) - 6) : int(y + h) + 7, max(0, int(x) - 6) : int(x + w) + 7]
        if "focused" in row["state"] and part.sum() < 12:
            row["state"].remove("focused")


def shoot_controls(browser: Chromium, page: Page, look: Look, path: Path, form: str, rng: random.Random) -> tuple[bytes, dict]:
    """As `shoot`, with the focus on several controls."""
    path.write_text(page.html, "utf-8")
    browser.open(path.as_uri(), *page.size, page.scale)
    before = browser.picture(form)
    browser.run(FOCUS_MANY.replace("NUMBERS", json.dumps([round(rng.random(), 3) for _ in range(97)])))
    browser.force("[data-forced]", ["focus", "focus-visible"])
    page.focus = -1
    found = seen(browser, page, look)
    picture = browser.picture(form)
    drop_unseen_focus(found["elements"], before, picture)
    return picture, found


def shoot(browser: Chromium, page: Page, look: Look, path: Path, form: str) -> tuple[bytes, dict]:
    path.write_text(page.html, "utf-8")
    browser.open(path.as_uri(), *page.size, page.scale)
    if page.focus >= 0:
        browser.run(FOCUS.replace("NUMBER", str(page.focus)))
    found = seen(browser, page, look)
    return browser.picture(form), found


def seen(browser: Chromium, page: Page, look: Look) -> dict:
    truth = browser.run(TRUTH)
    return {
        "size": [round(v * page.scale) for v in page.size], "scale": page.scale, "library": look.library, "kind": page.kind,
        "lines": scaled(truth["lines"], page.scale), "elements": scaled(truth["elements"], page.scale),
        "ignored": [[round(v * page.scale, 1) for v in box] for box in truth["ignored"]],
    }


def corners(line: list[float]) -> list[tuple[float, float]]:
    """Of [centre x, centre y, length, height, degrees]: top left, top right, bottom right, bottom left as read."""
    x, y, length, height, angle = line
    cos, sin = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    return [(x + u * cos - v * sin, y + u * sin + v * cos) for u, v in (
        (-length / 2, -height / 2), (length / 2, -height / 2), (length / 2, height / 2), (-length / 2, height / 2))]


def mark(picture: Image.Image, page: dict, elements: bool = True) -> Image.Image:
    marked = picture.convert("RGB")
    pen = ImageDraw.Draw(marked)
    for row in page["lines"]:
        pen.polygon(corners(row["line"]), outline="red")
    for x, y, w, h in page["ignored"]:
        pen.rectangle((x, y, x + w, y + h), outline="green")
    for row in page["elements"] if elements else []:
        x, y, w, h = row["box"]
        pen.rectangle((x, y, x + w, y + h), outline="blue")
        pen.text((x, y - 9), f"{row['kind']} {' '.join(row['state'])}", fill="blue")
    return marked


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("out", type=Path)
    arguments.add_argument("--pages", type=int, default=10)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--kinds", default=",".join((*KINDS, "mixed")))
    arguments.add_argument("--packages", type=Path, default=DATA / "libraries/node_modules")
    arguments.add_argument("--held-out", action="store_true")
    arguments.add_argument("--webp", action="store_true")
    arguments.add_argument("--marks", action="store_true")
    options = arguments.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    texts = TextSource(DATA / "text", random.Random(options.seed))
    photos = sorted((DATA / "colour").glob("*.jpg")) or sorted((DATA / "photos").glob("*.jpg"))
    kinds = options.kinds.split(",")
    with Chromium() as browser, tempfile.TemporaryDirectory() as folder:
        for number in range(options.pages):
            rng = random.Random(f"{options.seed} {number}")  # any page can be drawn again alone
            texts.rng = texts.invent.rng = rng
            kind = kinds[number % len(kinds)]
            if kind == "controls":
                page, look = controls_page(rng, texts, DATA, options.packages, photos, options.held_out)
            else:
                look = choose_look(rng, DATA, options.packages, options.held_out)
                page = compose(kind, rng, texts, look, photos)
            form = "webp" if options.webp else "png"
            where = Path(folder) / "page.html"
            picture, truth = shoot_controls(browser, page, look, where, form, rng) if kind == "controls" else shoot(browser, page, look, where, form)
            name = f"{page.kind}-{options.seed}-{number:05}"
            (options.out / f"{name}.{form}").write_bytes(picture)
            (options.out / f"{name}.json").write_text(json.dumps(truth, ensure_ascii=False), "utf-8")
            if options.marks:
                mark(Image.open(io.BytesIO(picture)), truth).save(options.out / f"{name}.marks.png")


if __name__ == "__main__":
    main()
