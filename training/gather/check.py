"""Looks at what a font really draws: glyphs that are empty, and capitals where small letters should be."""

from __future__ import annotations

from pathlib import Path

from PIL import ImageFont

SAME_IN_BOTH = set("csovwxzCSOVWXZ")  # small letters that may look like their capitals
LETTERS = "abdefghijklmnpqrty"
MAY_BE_EMPTY = {" "}


def shape(font: ImageFont.FreeTypeFont, char: str) -> tuple[tuple[int, int], bytes]:
    mask = font.getmask(char)
    return mask.size, bytes(mask)


def drawn(path: Path, chars: str) -> str:
    """The characters that leave ink, and no box of a missing glyph."""
    font = ImageFont.truetype(str(path), 24)
    missing = shape(font, "\uf8ff")
    kept = []
    for char in chars:
        size, ink = mask = shape(font, char)
        if char in MAY_BE_EMPTY or (any(ink) and mask != missing):
            kept.append(char)
    return "".join(kept)


def has_small_letters(path: Path) -> bool:
    """False for faces of capitals alone, whose lines no reader can tell."""
    font = ImageFont.truetype(str(path), 24)
    alike = sum(shape(font, c) == shape(font, c.upper()) for c in LETTERS)
    scaled = ImageFont.truetype(str(path), 48)
    height = lambda c: scaled.getbbox(c, anchor="ls")
    # Small capitals: n and e have the shape of N and E, only smaller; then x-height letters all are as tall as "i" without a dot.
    small_caps = height("b")[1] >= height("n")[1] - 1 and height("p")[3] <= height("n")[3] + 1
    return alike <= len(LETTERS) // 3 and not small_caps
