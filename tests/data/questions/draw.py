#!/usr/bin/python3
"""Draws the pictures of this folder from pages/, with Chromium: draw.py [NAME…]; see README.md."""

import io
import pathlib
import re
import sys

from PIL import Image

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[2] / "bench/fresh_pages"))

import browser  # noqa: E402


def small(picture, enough=60_000):
    """As PNG of 256 colours where that is seen by nobody, which it is on flat pages; fewer where it stays too large."""
    image = Image.open(io.BytesIO(picture)).convert("RGB")
    for colours in (256, 128, 64):
        file = io.BytesIO()
        image.quantize(colours, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE).save(file, "PNG", optimize=True)
        if file.tell() <= enough:
            break
    return file.getvalue()


def main():
    with browser.Browser() as chromium:
        for page in sorted((HERE / "pages").glob("*.html")):
            if sys.argv[1:] and page.stem not in sys.argv[1:]:
                continue
            width, height, scale = re.match(r".*<!-- (\d+)x(\d+)(?:@(\d))? -->", page.read_text()).groups()
            chromium.open(page.as_uri(), int(width), int(height), int(scale or 1))
            target = HERE / (page.stem + ".png")
            target.write_bytes(small(chromium.picture()))
            print("%-20s %6d bytes" % (target.name, target.stat().st_size))


if __name__ == "__main__":
    main()
