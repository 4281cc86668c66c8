"""Lines on disk: files of a few hundred lines of like width, written by drawing processes, read while training.

A file is int32 (lines, width, longest label), then the pixels (uint8 lines×32×width), the lines' own widths
(int16), the lengths of their labels (int16) and the labels (int16 lines×longest).
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from training.lines.charset import INDEX
from training.lines.generator import Sample
from training.lines.prepare import GROUND, ROWS

WIDTHS = (64, 128, 192, 256, 320, 416, 544, 704, 896, 1120)
LONGEST = 128
LINES = 128


@dataclass
class Chunk:
    pixels: np.ndarray
    widths: np.ndarray
    lengths: np.ndarray
    labels: np.ndarray


def bucket_of(width: int) -> int:
    return next(i for i, most in enumerate(WIDTHS) if width <= most)


def make(samples: list[Sample], width: int) -> Chunk:
    count = len(samples)
    chunk = Chunk(
        np.full((count, ROWS, width), GROUND, np.uint8), np.zeros(count, np.int16), np.zeros(count, np.int16),
        np.zeros((count, LONGEST), np.int16),
    )
    for i, (image, text) in enumerate(samples):
        chunk.pixels[i, :, : image.shape[1]] = image
        chunk.widths[i], chunk.lengths[i] = image.shape[1], len(text)
        chunk.labels[i, : len(text)] = [INDEX[c] for c in text]
    return chunk


def write(path: Path, chunk: Chunk) -> None:
    """Appears whole or not at all."""
    count, _, width = chunk.pixels.shape
    hidden = path.with_suffix(".part")
    with hidden.open("wb") as file:
        np.array([count, width, LONGEST], np.int32).tofile(file)
        for values in (chunk.pixels, chunk.widths, chunk.lengths, chunk.labels):
            values.tofile(file)
    os.replace(hidden, path)


def read(path: Path) -> Chunk:
    data = np.fromfile(path, np.uint8)
    count, width, longest = data[:12].view(np.int32)
    at = 12 + count * ROWS * width
    rest = data[at:].view(np.int16) if at % 2 == 0 else np.frombuffer(data[at:].tobytes(), np.int16)
    return Chunk(
        data[12:at].reshape(count, ROWS, width), rest[:count], rest[count : 2 * count], rest[2 * count :].reshape(count, longest)
    )
