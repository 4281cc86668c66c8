"""What else a screen shows around a line: grounds, rules, borders, badges, neighbours, icons, selections."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

from training.lines.faces import Faces
from training.lines.ink import Ink, Style, draw
from training.lines.sources import TextSource

Box = tuple[int, int, int, int]


def blend(canvas: np.ndarray, cover: np.ndarray, top: int, left: int, ink: float) -> None:
    """Lays coverage over the canvas, clipped to it."""
    y0, x0 = max(0, top), max(0, left)
    y1, x1 = min(canvas.shape[0], top + cover.shape[0]), min(canvas.shape[1], left + cover.shape[1])
    if y1 > y0 and x1 > x0:
        part = cover[y0 - top : y1 - top, x0 - left : x1 - left]
        canvas[y0:y1, x0:x1] += (ink - canvas[y0:y1, x0:x1]) * part


class Photos:
    """Grey pieces of photographs for grounds."""

    def __init__(self, folder: Path, rng: random.Random) -> None:
        self.rng = rng
        self.pictures = [np.asarray(Image.open(p).convert("L"), np.float32) for p in sorted(folder.glob("*.jpg"))]

    def piece(self, height: int, width: int) -> np.ndarray:
        rng = self.rng
        source = rng.choice(self.pictures)
        zoom = rng.choice((1, 1, 2, 3))
        rows, columns = min(source.shape[0], height // zoom + 2), min(source.shape[1], width // zoom + 2)
        y, x = rng.randint(0, source.shape[0] - rows), rng.randint(0, source.shape[1] - columns)
        part = source[y : y + rows, x : x + columns]
        if rng.random() < 0.5:
            part = part[:, ::-1]
        if zoom > 1:
            part = np.asarray(
                Image.fromarray(part.astype(np.uint8)).resize((columns * zoom, rows * zoom), Image.BICUBIC), np.float32
            )
        repeat = (height // part.shape[0] + 1, width // part.shape[1] + 1)
        return np.tile(part, repeat)[:height, :width].copy()


class Scene:
    """Composes the picture of a line. Distractors are drawn; the label stays what the line says."""

    def __init__(self, rng: random.Random, faces: Faces, texts: TextSource, photos: Photos) -> None:
        self.rng, self.faces, self.texts, self.photos = rng, faces, texts, photos
        self.noise = np.random.default_rng(rng.getrandbits(32))

    # Grounds and colours.

    def colours(self) -> tuple[float, float]:
        """Ground and ink, 0..255, from strong to faint contrast, of either polarity."""
        rng = self.rng
        kind = rng.random()
        contrast = rng.uniform(28, 75) if kind < 0.14 else rng.uniform(75, 160) if kind < 0.44 else rng.uniform(160, 255)
        light_ink = rng.random() < 0.5
        ground = rng.uniform(0, 255 - contrast) if light_ink else rng.uniform(contrast, 255)
        if rng.random() < 0.3:
            ground = rng.choice((0, 18, 30, 40)) if light_ink else rng.choice((255, 250, 245))
        ink = ground + contrast if light_ink else ground - contrast
        return ground, min(255.0, max(0.0, ink))

    def ground(self, height: int, width: int, level: float) -> np.ndarray:
        rng, kind = self.rng, self.rng.random()
        if kind < 0.64:
            return np.full((height, width), level, np.float32)
        if kind < 0.72:
            a, b = rng.uniform(-40, 40), rng.uniform(-40, 40)
            slope = np.linspace(-a, a, width)[None, :] + np.linspace(-b, b, height)[:, None]
            return (level + slope).astype(np.float32)
        if kind < 0.88:
            piece = self.photos.piece(height, width)
            return np.clip(level + (piece - piece.mean()) * rng.choice((0.15, 0.3, 0.6, 1.0)), 0, 255)
        if kind < 0.95:
            return (level + self.noise.normal(0, rng.uniform(1, 14), (height, width))).astype(np.float32)
        canvas = np.full((height, width), level, np.float32)
        for _ in range(rng.randint(1, 3)):
            left, right = sorted((rng.randint(0, width), rng.randint(0, width)))
            canvas[:, left:right] += rng.uniform(-30, 30)
        return canvas

    def badge(self, canvas: np.ndarray, box: Box, ground: float, ink: float) -> Box:
        """A pill or button around the text. Returns its box: what a line finder may take for the line's."""
        rng = self.rng
        left, top, right, bottom = box
        height = bottom - top
        dy, dx = rng.uniform(0.15, 0.55) * height, rng.uniform(0.3, 0.9) * height
        x0, y0, x1, y1 = (int(v) for v in (left - dx, top - dy, right + dx, bottom + dy))
        x0, y0 = max(0, x0), max(0, y0)
        x1, y1 = min(canvas.shape[1] - 1, x1), min(canvas.shape[0] - 1, y1)
        if x1 - x0 < 3 or y1 - y0 < 3:
            return box
        radius = rng.choice((0, 2, 4, height // 2 + 3, height))
        rim = ground + (ink - ground) * rng.uniform(0.25, 1.0)
        around = ground + rng.choice((-1, 1)) * rng.uniform(10, 120)
        mask = Image.new("L", (canvas.shape[1], canvas.shape[0]))
        pen = ImageDraw.Draw(mask)
        style = rng.random()
        if style < 0.45:  # a rim
            pen.rounded_rectangle((x0, y0, x1, y1), radius, outline=255, width=rng.choice((1, 1, 1, 2)))
            blend(canvas, np.asarray(mask, np.float32) / 255, 0, 0, rim)
        else:  # a filled shape: the rest of the picture is another colour
            pen.rounded_rectangle((x0, y0, x1, y1), radius, fill=255)
            blend(canvas, 1 - np.asarray(mask, np.float32) / 255, 0, 0, float(np.clip(around, 0, 255)))
        return x0, y0, x1 + 1, y1 + 1

    # After the text has been laid down.

    def rules(self, canvas: np.ndarray, box: Box, base: float, size: float, ground: float, ink: float) -> None:
        rng = self.rng
        left, top, right, bottom = box
        thick = 1 if size < 20 or rng.random() < 0.5 else 2
        faint = ground + (ink - ground) * rng.uniform(0.2, 1)

        def across(y: float, level: float, x0: int = 0, x1: int | None = None) -> None:
            row = max(0, round(y))
            canvas[row : row + thick, x0:x1] = level

        if rng.random() < 0.05:  # underlined
            across(base + max(1, size * rng.uniform(0.06, 0.16)), ink, left, right)
        if rng.random() < 0.01:  # struck through
            across(base - size * 0.28, ink, left, right)
        if rng.random() < 0.02:  # a spelling wave
            x = np.arange(left, right)
            y = np.clip((base + size * 0.15 + np.abs(x % 4 - 2)).astype(int), 0, canvas.shape[0] - 1)
            canvas[y, x] = faint
        if rng.random() < 0.08:
            across(top - rng.randint(1, 5), faint)
        if rng.random() < 0.08:
            across(bottom + rng.randint(0, 4), faint)
        for x in (left - rng.randint(2, 7), right + rng.randint(2, 6)):  # borders of a cell, a caret, a quotation's bar
            if rng.random() < 0.06:
                wide = thick if rng.random() < 0.7 else rng.randint(2, 4)
                x = max(0, x - wide + 1)
                canvas[:, x : x + wide] = faint

    def neighbours(self, canvas: np.ndarray, box: Box, style: Style, ink: float) -> None:
        """Lines above and below that look into the crop."""
        rng = self.rng
        other = draw(self.faces, self.texts.line(60), style, rng)
        bounds = other.box(0.05) if other else None
        if bounds is None:
            return
        cover = other.cover[bounds[1] : bounds[3], bounds[0] : bounds[2]]
        left = rng.randint(-cover.shape[1] // 2, max(1, canvas.shape[1] - cover.shape[1] // 2))
        gap = rng.randint(1, 3)
        top = box[1] - gap - cover.shape[0] if rng.random() < 0.5 else box[3] + gap
        blend(canvas, cover, top, left, ink)

    def icon(self, canvas: np.ndarray, box: Box, ink: float) -> int:
        """A pictogram beside the text; returns how far it reaches to the left of the box."""
        rng = self.rng
        left, top, right, bottom = box
        face = rng.choice(self.faces.icons)
        side = max(6, round((bottom - top) * rng.uniform(0.8, 1.4)))
        picture = Image.new("L", (side + 4, side + 4))
        char = rng.choice(list(face.file_of))
        ImageDraw.Draw(picture).text((1, 1), char, 255, font=self.faces.font(face.file_of[char], side))
        cover = np.asarray(picture, np.float32) / 255
        y = (top + bottom - cover.shape[0]) // 2
        if rng.random() < 0.7:
            x = left - cover.shape[1] - rng.randint(1, 5)
            blend(canvas, cover, y, x, ink)
            return left - max(0, x) if rng.random() < 0.6 else 0
        blend(canvas, cover, y, right + rng.randint(1, 5), ink)
        return 0

    def shade(self, canvas: np.ndarray, ink_picture: Ink, ink: float) -> None:
        """A soft shadow under text on a photograph."""
        rng = self.rng
        picture = Image.fromarray((ink_picture.cover * 255).astype(np.uint8))
        soft = np.asarray(picture.filter(ImageFilter.GaussianBlur(rng.uniform(0.6, 2.5))), np.float32) / 255
        blend(canvas, soft * rng.uniform(0.3, 0.9), rng.randint(0, 2), rng.randint(0, 1), 0 if ink > 128 else 255)

    def inks(self, ink_picture: Ink, box: Box, ground: float, ink: float) -> np.ndarray:
        """The ink of each column: words of several colours, as in highlighted code."""
        rng = self.rng
        width = ink_picture.cover.shape[1]
        inks = np.full(width, ink, np.float32)
        if rng.random() < 0.2:
            empty = np.flatnonzero(~(ink_picture.cover[box[1] : box[3]] > 0.05).any(0))
            cuts = empty[(empty > box[0]) & (empty < box[2])].tolist()
            for cut in sorted(rng.sample(cuts, min(len(cuts), rng.randint(1, 5)))):
                inks[cut:] = ground + (ink - ground) * rng.uniform(0.35, 1.1)
        return inks

    def nothing(self) -> np.ndarray:
        """A picture without text: pieces of photographs, icons, rules, boxes, dots."""
        rng = self.rng
        width, height = int(rng.choice((16, 24, 32, 64, 100, 200)) * rng.uniform(0.7, 1.5)), rng.randint(8, 40)
        if rng.random() < 0.4:
            return np.clip(self.photos.piece(height, width), 0, 255).astype(np.uint8)
        ground = rng.randint(0, 255)
        ink = rng.randint(0, 255)
        ink = ink if abs(ink - ground) > 30 else 255 - ground
        picture = Image.new("L", (width, height), ground)
        pen = ImageDraw.Draw(picture)
        if rng.random() < 0.45:
            face = rng.choice(self.faces.icons)
            char = rng.choice(list(face.file_of))
            at = (rng.randint(0, max(0, width - height)), 0)
            pen.text(at, char, ink, font=self.faces.font(face.file_of[char], max(6, height - 2)))
            return np.asarray(picture)
        for _ in range(rng.randint(1, 4)):
            x0, x1 = sorted((rng.randint(-4, width), rng.randint(0, width + 4)))
            y0, y1 = sorted((rng.randint(-4, height), rng.randint(0, height + 4)))
            shape = rng.random()
            if shape < 0.3:
                pen.rectangle((x0, y0, x1, y1), outline=ink)
            elif shape < 0.45:
                pen.line((x0, 0, x0, height), fill=ink, width=rng.randint(1, 3))
            elif shape < 0.55:
                pen.line((0, y0, width, y0), fill=ink, width=rng.randint(1, 3))
            elif shape < 0.7:
                pen.rounded_rectangle((x0, y0, x1 + 6, y1 + 6), 3, outline=ink)
            elif shape < 0.85:
                points = [(rng.randint(0, width), rng.randint(0, height)) for _ in range(rng.randint(2, 6))]
                pen.line(points, fill=ink, width=rng.randint(1, 3))
            else:
                pen.ellipse((x0, y0, x1 + 3, y1 + 3), outline=ink, fill=ink if rng.random() < 0.5 else None)
        return np.asarray(picture)
