"""Draws pages with Chromium and writes what they show, for training the line finder and the element detector.

    python3 -m training.pages.generate OUT --pages 100 [--seed N] [--packages node_modules] [--held-out] [--marks]

writes OUT/NUMBER.png and OUT/NUMBER.json: {"size", "scale", "library", "lines": [{"box", "text", "angle"}],
"elements": [{"kind", "box", "label", "state"}], "ignored": [box]}, boxes as x, y, width, height in the picture's pixels.
`--marks` also writes OUT/NUMBER.marks.png with the boxes drawn, to be looked at.
"""

from __future__ import annotations

import argparse
import io
import json
import random
import tempfile
from pathlib import Path

from PIL import Image, ImageDraw

from training.lines.generator import DATA
from training.lines.sources import TextSource
from training.pages.chromium import Chromium
from training.pages.content import Content
from training.pages.style import choose_look

SIZES = ((1280, 800), (1440, 900), (1024, 768), (800, 1000), (390, 844), (1600, 900))
SCALES = (1.0, 1.0, 1.0, 1.25, 1.5, 2.0, 3.0)
TRUTH = (Path(__file__).parent / "truth.js").read_text("utf-8")


def scaled(rows: list[dict], scale: float) -> list[dict]:
    return [{**row, "box": [round(v * scale, 1) for v in row["box"]]} for row in rows]


def mark(picture: Image.Image, page: dict) -> Image.Image:
    marked = picture.convert("RGB")
    pen = ImageDraw.Draw(marked)
    for rows, colour in ((page["lines"], "red"), (page["elements"], "blue")):
        for row in rows:
            x, y, w, h = row["box"]
            pen.rectangle((x, y, x + w, y + h), outline=colour if not row.get("angle") else "magenta")
            if "kind" in row:
                pen.text((x, y - 9), f"{row['kind']} {' '.join(row['state'])}", fill=colour)
    return marked


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("out", type=Path)
    arguments.add_argument("--pages", type=int, default=10)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--packages", type=Path, default=DATA / "libraries/node_modules")
    arguments.add_argument("--held-out", action="store_true")
    arguments.add_argument("--marks", action="store_true")
    options = arguments.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    rng = random.Random(options.seed)
    texts = TextSource(DATA / "text", rng)
    photos = sorted((DATA / "photos").glob("*.jpg"))
    with Chromium() as browser, tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "page.html"
        for number in range(options.pages):
            look = choose_look(rng, DATA, options.packages, options.held_out)
            path.write_text(Content(rng, texts, look, photos).page(), "utf-8")
            (width, height), scale = rng.choice(SIZES), rng.choice(SCALES)
            browser.open(path.as_uri(), width, height, scale)
            truth = browser.run(TRUTH)
            picture = Image.open(io.BytesIO(browser.picture())).convert("RGB")
            page = {
                "size": picture.size, "scale": scale, "library": look.library,
                "lines": scaled(truth["lines"], scale), "elements": scaled(truth["elements"], scale),
                "ignored": [[round(v * scale, 1) for v in box] for box in truth["ignored"]],
            }
            name = f"{options.seed}-{number:05}"
            picture.save(options.out / f"{name}.png")
            (options.out / f"{name}.json").write_text(json.dumps(page, ensure_ascii=False), "utf-8")
            if options.marks:
                mark(picture, page).save(options.out / f"{name}.marks.png")


if __name__ == "__main__":
    main()
