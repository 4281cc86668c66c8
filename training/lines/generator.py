"""One training line: said, set, composed, shot, cropped. A sample is (uint8 32×W, its label)."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
from PIL import Image

from training.lines.camera import FILTERS, Window, shoot
from training.lines.charset import label
from training.lines.faces import Faces
from training.lines.ink import Ink, Style, draw
from training.lines.prepare import ROWS, normalise
from training.lines.scene import Box, Photos, Scene
from training.lines.sources import TextSource

DATA = Path(__file__).parent.parent / "data"
WIDEST = 1120
Sample = tuple[np.ndarray, str]


class LineGenerator:
    """The same seed draws the same lines."""

    def __init__(self, seed: int, held: bool = False, data: Path = DATA) -> None:
        self.rng = random.Random(seed)
        self.noise = np.random.default_rng(seed)
        self.texts = TextSource(data / "text", self.rng)
        self.faces = Faces(data / "fonts", self.rng, held)
        self.scene = Scene(self.rng, self.faces, self.texts, Photos(data / "photos", self.rng))

    def sample(self) -> Sample:
        while True:
            made = self.not_text() if self.rng.random() < 0.03 else self.try_line()
            if made is not None:
                return made

    def not_text(self) -> Sample:
        grey = self.scene.nothing()
        width = max(8, min(400, round(grey.shape[1] * ROWS / grey.shape[0])))
        return normalise(np.asarray(Image.fromarray(grey).resize((width, ROWS), Image.BICUBIC))), ""

    def try_line(self) -> Sample | None:
        rng = self.rng
        text = self.texts.line()
        code_like = any(c in "_{}();=<>[]\\|" for c in text) or rng.random() < 0.1
        style = Style.choose(rng, self.faces, text, code_like)
        ink = draw(self.faces, text, style, rng)
        if ink is None:
            return None
        if rng.random() < 0.03:
            ink, text = self.join_cells(ink, text, style)
        bounds = ink.box()
        if bounds is None:
            return None
        canvas, window, ground = self.compose(ink, bounds, style)
        answer = label(text)
        return self.crop(canvas, window, bounds[3] - bounds[1], ground, answer)

    def join_cells(self, ink: Ink, text: str, style: Style) -> tuple[Ink, str]:
        """Two cells of a table with the border between them in the crop: a gap, never a character."""
        rng = self.rng
        second = self.texts.line(20)
        other = draw(self.faces, second, style, rng)
        if other is None or other.cover.shape[0] != ink.cover.shape[0]:
            return ink, text
        pad = int(ink.size * rng.uniform(0.2, 0.8))
        first, rest = ink.box(0.05), other.box(0.05)
        if first is None or rest is None:
            return ink, text
        height = ink.cover.shape[0]
        gap = np.zeros((height, 2 * pad + 1), np.float32)
        gap[:, pad] = rng.uniform(0.3, 1)
        cover = np.concatenate(
            [ink.cover[:, : first[2]], gap, other.cover[:, rest[0] :]], axis=1
        )
        return Ink(cover, ink.base, ink.size), f"{text} {second}"

    def compose(self, ink: Ink, bounds: Box, style: Style) -> tuple[np.ndarray, Window, float]:
        """The picture, and where a line finder would cut it."""
        rng, scene = self.rng, self.scene
        height, width = ink.cover.shape
        ground, colour = scene.colours()
        canvas = scene.ground(height, width, ground)
        busy = float(canvas.std()) > 12
        if busy and rng.random() < 0.45:
            colour = rng.choice((255.0, 245.0, 0.0, 10.0))
        elif busy and rng.random() < 0.6:  # a colour: its grey lies among the photograph's own
            colour = rng.uniform(30, 225)
        pale = busy and rng.random() < 0.15
        if pale:  # white letters over a light photograph
            canvas, colour = np.clip(canvas + (rng.uniform(140, 215) - canvas.mean()), 0, 250), 255.0
        elif busy and abs(colour - canvas.mean()) < 40:
            colour = 255.0 if canvas.mean() < 128 else 0.0
        taken = bounds
        if not busy and rng.random() < 0.08:
            badge = scene.badge(canvas, bounds, ground, colour)
            taken = badge if rng.random() < 0.6 else bounds
        if rng.random() < 0.04:  # selected words
            left, right = sorted((rng.randint(bounds[0], bounds[2]), rng.randint(bounds[0], bounds[2])))
            canvas[max(0, bounds[1] - 3) : bounds[3] + 3, left:right] = ground + (colour - ground) * rng.uniform(0.08, 0.35)
        if busy and rng.random() < (0.6 if pale else 0.3):
            scene.shade(canvas, ink, colour)
        inks = scene.inks(ink, bounds, ground, colour)
        cover = ink.cover ** rng.uniform(0.65, 1.4) if rng.random() < 0.35 else ink.cover
        canvas += (inks[None, :] - canvas) * cover
        scene.rules(canvas, bounds, ink.base, ink.size, ground, colour)
        if rng.random() < 0.14:
            scene.neighbours(canvas, bounds, style, colour)
        reach = scene.icon(canvas, bounds, colour) if rng.random() < 0.05 else 0
        return canvas, self.window(canvas, bounds, taken, ink, reach, style), ground

    def window(self, canvas: np.ndarray, bounds: Box, taken: Box, ink: Ink, reach: int, style: Style) -> Window:
        """The text's own box with a tenth of margin, or the height of its font's letters, as the detector gives
        it, with a tenth of margin and the detector's small errors; sometimes loose."""
        rng = self.rng
        left, top, right, bottom = taken
        least = 0.5 * ink.size  # a lone dash or dot is not blown up: finders keep a line's height
        tall = max(bottom - top, least)
        middle = (top + bottom) / 2
        kind = rng.random()
        if taken is bounds and rng.random() < 0.4:
            above, below = self.faces.letters(style.face)
            tall = (above + below) * ink.size
            slack = lambda: (0.1 + min(0.12, max(-0.08, rng.gauss(0, 0.035)))) * tall
            y0, y1 = ink.base - above * ink.size - slack(), ink.base + below * ink.size + slack()
            x0, x1 = left - reach - slack() - rng.uniform(0, 0.1) * tall, right + slack() + rng.uniform(0, 0.1) * tall
            return max(0.0, x0), max(0.0, y0), min(float(canvas.shape[1]), x1), min(float(canvas.shape[0]), y1)
        if taken is not bounds or kind < 0.75:
            y0, y1 = middle - tall / 2, middle + tall / 2
            slack = lambda: (rng.uniform(-0.02, 0.22) if rng.random() < 0.5 else 0.1) * tall + rng.choice((0, 0, 1))
            y0, y1 = y0 - slack(), y1 + slack()
        elif kind < 0.88:  # the text fills 45 to 80 % of the rows
            rows = (bounds[3] - bounds[1]) / rng.uniform(0.45, 0.8)
            spare = max(0.0, rows - (bounds[3] - bounds[1]))
            y0 = bounds[1] - spare * rng.uniform(0.1, 0.9)
            y1 = y0 + max(rows, least)
        else:  # the line box of the font
            y0, y1 = ink.base - ink.size * rng.uniform(0.85, 1.15), ink.base + ink.size * rng.uniform(0.18, 0.38)
        x0 = left - reach - rng.uniform(0, 0.3) * tall
        x1 = right + rng.uniform(0, 0.3) * tall
        if rng.random() < 0.06:  # indentation or an empty rest of the row
            x0, x1 = x0 - rng.uniform(0, 3) * tall, x1 + rng.uniform(0, 3) * tall
        if rng.random() < 0.3:
            y0, y1, x0, x1 = round(y0), round(y1), round(x0), round(x1)
        return max(0.0, x0), max(0.0, y0), min(float(canvas.shape[1]), x1), min(float(canvas.shape[0]), y1)

    def crop(self, canvas: np.ndarray, window: Window, text_height: int, ground: float, answer: str) -> Sample | None:
        rng = self.rng
        x, y = max(0, int(window[0]) - 8), max(0, int(window[1]) - 8)
        part = canvas[y : int(window[3]) + 9, x : int(window[2]) + 9]
        window = (window[0] - x, window[1] - y, window[2] - x, window[3] - y)
        picture = Image.fromarray(np.clip(part, 0, 255).astype(np.uint8))
        fill = int(min(255, max(0, ground)))
        picture, window = shoot(picture, window, text_height, fill, rng, self.noise, faint=float(part.max() - part.min()) < 70)
        left, top, right, bottom = window
        right, bottom = min(right, picture.width), min(bottom, picture.height)
        if bottom - top < 3 or right - left < 2:
            return None
        stretch = rng.uniform(0.93, 1.07) if rng.random() < 0.3 else 1.0
        width = max(8, round((right - left) * ROWS / (bottom - top) * stretch))
        if width > WIDEST - 8 or width < 2 * len(answer) + 2:
            return None
        grey = picture.resize((width, ROWS), rng.choice(FILTERS[:4]), box=(left, top, right, bottom))
        return normalise(np.asarray(grey)), answer
