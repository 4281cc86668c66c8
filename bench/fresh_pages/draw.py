#!/usr/bin/python3
"""Draws pages that nobody has seen before, with the words that they show, for `bench/ocr`; see README.md.

    bench/fresh_pages/draw.py --seed 7 --out DIR
    bench/fresh_pages/draw.py --seed 7 --out DIR --kinds scan,chart --count 20
"""

import argparse
import io
import itertools
import pathlib
import random
import sys

from PIL import Image

sys.dont_write_bytecode = True

import browser  # noqa: E402
import daily  # noqa: E402
import page as pages  # noqa: E402
import paper  # noqa: E402
import scanner  # noqa: E402
import work  # noqa: E402

KINDS = work.KINDS | daily.KINDS | paper.KINDS
TRUTH = (pathlib.Path(__file__).resolve().parent / "truth.js").read_text(encoding="utf-8")


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1, help="other pages for another one (default: 1)")
    parser.add_argument("--out", required=True, metavar="DIR", help="the pages come to DIR/screens")
    parser.add_argument("--count", type=int, default=5, help="pages of each kind (default: 5)")
    parser.add_argument("--kinds", help="some of: " + ", ".join(sorted(KINDS)))
    parser.add_argument("--photos", metavar="DIR", help="photographs (*.jpg) without words, for pages that show some; drawn ones otherwise")
    parser.add_argument("--chromium", default="chromium", help="the browser (default: chromium)")
    return parser.parse_args()


def write(folder, name, image, words, scale):
    image.save(folder / (name + ".png"))
    lines = ["# %s.png %dx%d dpr=%g" % (name, *image.size, scale),
             "# L x y w h text (line) | W x y w h text (word); pixels of the image, top-left origin, tab separated"]
    for _, group in itertools.groupby(words, key=lambda word: word[0]):
        group = list(group)
        left, top = min(word[1] for word in group), min(word[2] for word in group)
        right, bottom = max(word[1] + word[3] for word in group), max(word[2] + word[4] for word in group)
        lines.append("L\t%d\t%d\t%d\t%d\t%s" % (left, top, right - left, bottom - top, " ".join(word[5] for word in group)))
        lines += ["W\t%d\t%d\t%d\t%d\t%s" % tuple(map(lambda value: round(value) if isinstance(value, (int, float)) else value, word[1:])) for word in group]
    (folder / (name + ".gt.txt")).write_text("\n".join(lines) + "\n", encoding="utf-8")


def main():
    options = arguments()
    kinds = options.kinds.split(",") if options.kinds else sorted(KINDS)
    unknown = [kind for kind in kinds if kind not in KINDS]
    if unknown:
        raise SystemExit("draw.py: no kind called %s; there is: %s" % (unknown[0], ", ".join(sorted(KINDS))))
    folder = pathlib.Path(options.out).resolve() / "screens"
    folder.mkdir(parents=True, exist_ok=True)
    sheet = folder / "page.html"
    if options.photos:
        pages.photographs += [path.as_uri() for path in sorted(pathlib.Path(options.photos).resolve().glob("*.jpg"))]
    with browser.Browser(options.chromium) as chromium:
        for kind, number in itertools.product(kinds, range(1, options.count + 1)):
            rng = random.Random("%d %s %d" % (options.seed, kind, number))  # a page does not depend on the others
            page = KINDS[kind](rng)
            sheet.write_text("<!doctype html><meta charset=utf-8><style>%s</style>%s" % (page.style, page.body), encoding="utf-8")
            chromium.open(sheet.as_uri(), page.width, page.height, page.scale)
            whole = chromium.evaluate("document.documentElement.scrollHeight")
            if whole > page.height and kind not in ("phone", "slide", "ide"):
                chromium.open(sheet.as_uri(), page.width, whole, page.scale)
            words = [tuple(word) for word in chromium.evaluate(TRUTH)]
            image = Image.open(io.BytesIO(chromium.picture())).convert("RGB")
            if kind == "scan":
                image, words = scanner.scan(rng, image, words)
            name = "%s_%d_%d" % (kind, options.seed, number)
            write(folder, name, image, words, page.scale)
            print("%-22s %4d words" % (name, len(words)), file=sys.stderr)
    sheet.unlink()


if __name__ == "__main__":
    main()
