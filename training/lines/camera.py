"""What happens to a screen before it is read: scaled, packed as JPEG, blurred, scanned askew, noisy."""

from __future__ import annotations

import io
import random

import numpy as np
from PIL import Image, ImageFilter

FILTERS = (Image.BILINEAR, Image.BICUBIC, Image.LANCZOS, Image.BICUBIC, Image.BOX)
Window = tuple[float, float, float, float]  # left, top, right, bottom


def tilt(picture: Image.Image, window: Window, text_height: float, ground: int, rng: random.Random) -> tuple[Image.Image, Window]:
    """Up to 2 degrees, and no more than half the text's height over its width, as deskewing leaves it."""
    left, top, right, bottom = window
    most = min(0.035, 0.5 * text_height / max(1.0, right - left))
    slope = rng.uniform(-most, most)
    middle = (left + right) / 2
    lean = slope if rng.random() < 0.7 else 0.0  # letters lean with the line when the page was turned
    rise = abs(slope) * (right - left) / 2
    matrix = (1, -lean, lean * (top + bottom) / 2, slope, 1, -slope * middle)
    turned = picture.transform(picture.size, Image.AFFINE, matrix, Image.BICUBIC, fillcolor=ground)
    return turned, (left, max(0.0, top - rise), right, min(float(picture.height), bottom + rise))


def rescale(picture: Image.Image, window: Window, text_height: float, rng: random.Random) -> tuple[Image.Image, Window]:
    lowest = max(0.5, 6.5 / max(4.0, text_height))
    factor = rng.uniform(lowest, 1) if lowest < 1 and rng.random() < 0.55 else rng.uniform(1, 3 if text_height < 20 else 1.6)
    width, height = max(1, round(picture.width * factor)), max(1, round(picture.height * factor))
    x, y = width / picture.width, height / picture.height
    left, top, right, bottom = window
    return picture.resize((width, height), rng.choice(FILTERS)), (left * x, top * y, right * x, bottom * y)


def noise(picture: Image.Image, rng: random.Random, generator: np.random.Generator) -> Image.Image:
    values = np.asarray(picture, np.float32)
    if rng.random() < 0.75:
        values = values + generator.normal(0, rng.uniform(2, 22), values.shape)
    else:  # specks
        values = values.copy()
        values[generator.random(values.shape) < rng.uniform(0.002, 0.02)] = rng.choice((0, 255, 128))
    if rng.random() < 0.3:  # uneven paper
        values = values + np.linspace(-1, 1, values.shape[1])[None, :] * rng.uniform(-25, 25)
    return Image.fromarray(np.clip(values, 0, 255).astype(np.uint8))


def jpeg(picture: Image.Image, rng: random.Random, least: int) -> Image.Image:
    packed = io.BytesIO()
    picture.save(packed, "JPEG", quality=rng.randint(least, 95))
    return Image.open(packed).convert("L")


def shoot(
    picture: Image.Image, window: Window, text_height: float, ground: int, rng: random.Random, generator: np.random.Generator, faint: bool = False
) -> tuple[Image.Image, Window]:
    """`faint`, or very small: then it is not spoilt so far that nobody could read it."""
    gentle = faint or text_height < 9
    if rng.random() < 0.12:
        picture, window = tilt(picture, window, text_height, ground, rng)
    if rng.random() < 0.32:
        picture, window = rescale(picture, window, text_height, rng)
    if not gentle and rng.random() < 0.08:
        picture = picture.filter(ImageFilter.GaussianBlur(rng.uniform(0.3, 0.8) * (1 if text_height < 16 else 1.6)))
    if rng.random() < 0.02:
        picture = picture.filter(ImageFilter.UnsharpMask(1, rng.randint(50, 200), 0))
    if not gentle and rng.random() < 0.11:
        picture = noise(picture, rng, generator)
    if rng.random() < 0.22:
        picture = jpeg(picture, rng, 65 if gentle else 25)
    return picture, window
