"""Draws a text as coverage: hinted at its size, or larger and averaged down, or for LCD stripes."""

from __future__ import annotations

import random
from dataclasses import dataclass

import numpy as np
from PIL import Image, ImageDraw

from training.lines.faces import Face, Faces

LUMA = np.array([0.299, 0.587, 0.114], np.float32)
LCD_FILTER = np.array([8, 77, 86, 77, 8], np.float32) / 256  # FreeType's default


@dataclass
class Ink:
    """Coverage 0..1 in picture pixels; `base` is the baseline's row and `size` the font size in them."""

    cover: np.ndarray
    base: float
    size: float

    def box(self, level: float = 0.3) -> tuple[int, int, int, int] | None:
        """left, top, right, bottom of what a line finder would see."""
        seen = self.cover > level
        rows, columns = np.flatnonzero(seen.any(1)), np.flatnonzero(seen.any(0))
        if not len(rows):
            return None
        return int(columns[0]), int(rows[0]), int(columns[-1]) + 1, int(rows[-1]) + 1


@dataclass
class Style:
    """How a text is set."""

    face: Face
    size: float
    way: str  # "hinted", "smooth", "lcd", "bilevel"
    shaping: bool
    tracking: float = 0.0  # extra pixels between letters
    space: float = 1.0  # factor on the width of spaces

    @staticmethod
    def choose(rng: random.Random, faces: Faces, text: str, code_like: bool) -> "Style":
        kind = rng.random()
        size = min(48.0, max(7.0, rng.lognormvariate(2.64, 0.35))) if kind < 0.72 else rng.uniform(8, 12.5) if kind < 0.84 else rng.uniform(7, 48)
        way = rng.choices(("hinted", "smooth", "lcd", "bilevel"), (34, 48, 15, 3))[0]
        if way in ("hinted", "bilevel"):
            size = float(round(size))
        face = faces.choose(text, code_like)
        style = Style(face, size, way, shaping=rng.random() < (0.65 if face.kind == "mono" else 0.4))
        if rng.random() < 0.10:
            style.tracking = rng.uniform(-0.05, 0.16) * size
        if rng.random() < 0.2:
            style.space = rng.uniform(0.55, 1.0) if rng.random() < 0.5 else rng.uniform(1.0, 2.2)
        return style


def draw(faces: Faces, text: str, style: Style, rng: random.Random) -> Ink | None:
    zoom = 1 if style.way in ("hinted", "bilevel") else 3 if style.size < 26 else 2
    pixels = max(5, round(style.size * zoom))
    runs = faces.runs(text, style.face)
    if runs is None:
        return None
    pad = pixels
    x = pad + (rng.random() * zoom if zoom > 1 else 0)
    tracking = style.tracking * zoom if zoom > 1 else round(style.tracking)
    pieces = []
    for piece, file in runs:
        font = faces.font(file, pixels, style.shaping)
        if tracking or style.space != 1:
            for unit in (list(piece) if tracking else split_at_spaces(piece)):
                if not unit.isspace():
                    pieces.append((x, unit, font))
                x += font.getlength(unit) * (style.space if unit.isspace() else 1) + tracking
        else:
            pieces.append((x, piece, font))
            x += font.getlength(piece)
        if x > 7000:
            return None

    base, height = int(pixels * 1.5), int(pixels * 2.25)
    height += -height % zoom
    width = int(x + pad)
    width += -width % zoom
    picture = Image.new("L", (width, height))
    pen = ImageDraw.Draw(picture)
    if style.way == "bilevel":
        pen.fontmode = "1"
    for at, piece, font in pieces:
        pen.text((at if zoom > 1 else round(at), base), piece, 255, font=font, anchor="ls")
    if rng.random() < 0.05:  # slanted by the browser, for want of an italic face
        slant = rng.uniform(0.1, 0.25)
        picture = picture.transform(picture.size, Image.AFFINE, (1, slant, -slant * base, 0, 1, 0), Image.BILINEAR)
    cover = np.asarray(picture, np.float32) / 255
    if zoom > 1:
        cover = lcd(cover, zoom, rng) if style.way == "lcd" and zoom == 3 else shrink(cover, zoom)
    return Ink(cover, base / zoom, pixels / zoom)


def split_at_spaces(text: str) -> list[str]:
    units: list[str] = []
    for char in text:
        if units and units[-1].isspace() == char.isspace():
            units[-1] += char
        else:
            units.append(char)
    return units


def shrink(cover: np.ndarray, zoom: int) -> np.ndarray:
    height, width = cover.shape
    return cover.reshape(height // zoom, zoom, width // zoom, zoom).mean((1, 3))


def lcd(cover: np.ndarray, zoom: int, rng: random.Random) -> np.ndarray:
    """Coverage by red, green and blue stripes, as the grey that a screenshot's pixel has."""
    height, width = cover.shape
    stripes = cover.reshape(height // zoom, zoom, width).mean(1)
    wide = np.pad(stripes, ((0, 0), (2, 2)))
    smooth = sum(wide[:, i : i + width] * LCD_FILTER[i] for i in range(5))
    weights = LUMA if rng.random() < 0.6 else np.array([rng.random() + 0.05 for _ in range(3)], np.float32)
    return smooth.reshape(height // zoom, width // 3, 3) @ (weights / weights.sum())
