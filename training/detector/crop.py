"""A found line as the reader's input, and the reader's answer as words with their boxes in the picture.

The crop is the line's box with MARGIN heights more on all sides, turned upright: 32 rows, so many columns that
letters keep their shape. Level lines are cut out and resized (bicubic, over the whole box); others are sampled
bilinearly from the picture, first halved (2×2 means) as long as a row of the crop would step over two pixels.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np
from PIL import Image

from training.detector.plain import Line
from training.lines.ink import LUMA
from training.lines.prepare import ROWS, normalise
from training.reader import plain as reading
from training.reader.weights_file import Network

MARGIN = 0.1
LEVEL = 0.7  # cosine: from here on a line is level
TRUST = 0.8  # mean chance of the characters under which a short line is tried along other axes
TRUSTED = 0.6  # least mean chance of the characters of any line: below it, it is a piece of a picture
SURE = 0.9  # least chance of every character of a doubtful line, or of one along another axis


def grey_of(pixels: np.ndarray) -> np.ndarray:
    return np.clip(np.rint(pixels.astype(np.float32) @ LUMA), 0, 255).astype(np.uint8)


def crop(grey: np.ndarray, line: Line) -> np.ndarray:
    """uint8, 32 rows, prepared. `grey` is the whole picture."""
    margin = max(1.0, MARGIN * line.height)
    length, height = line.length + 2 * margin, line.height + 2 * margin
    width = max(8, round(length * ROWS / height))
    quarter = line.angle / (math.pi / 2)
    if abs(quarter - round(quarter)) < 1e-6:
        turned = np.rot90(grey, round(quarter) % 4)  # counter-clockwise, which undoes the line's own turn
        x, y = turned_point(line.x, line.y, grey.shape, round(quarter) % 4)
        box = (x - length / 2, y - height / 2, x + length / 2, y + height / 2)
        rows, columns = turned.shape
        # Only a piece is resized; past the picture's edge its last pixels are repeated.
        x0, y0, x1, y1 = math.floor(box[0]) - 4, math.floor(box[1]) - 4, math.ceil(box[2]) + 4, math.ceil(box[3]) + 4
        piece = turned[np.clip(np.arange(y0, y1), 0, rows - 1)][:, np.clip(np.arange(x0, x1), 0, columns - 1)]
        picture = Image.fromarray(np.ascontiguousarray(piece))
        inside = (box[0] - x0, box[1] - y0, box[2] - x0, box[3] - y0)
        return normalise(np.asarray(picture.resize((width, ROWS), Image.BICUBIC, box=inside)))
    return normalise(sample(grey, line, length, height, width))


def turned_point(x: float, y: float, shape: tuple[int, int], quarters: int) -> tuple[float, float]:
    """Where a point lies after np.rot90(picture, quarters)."""
    rows, columns = shape
    return ((x, y), (y, columns - x), (columns - x, rows - y), (rows - y, x))[quarters]


def sample(grey: np.ndarray, line: Line, length: float, height: float, width: int) -> np.ndarray:
    scale, x0, y0 = 1.0, line.x, line.y
    picture = grey.astype(np.float32)
    reach = int(math.hypot(length, height) / 2) + 3
    left, top = max(0, int(x0) - reach), max(0, int(y0) - reach)
    picture = picture[top : int(y0) + reach, left : int(x0) + reach]
    x0, y0 = x0 - left, y0 - top
    while height * scale / ROWS > 2 and min(picture.shape) > 3:
        rows, columns = picture.shape[0] // 2 * 2, picture.shape[1] // 2 * 2
        picture = picture[:rows, :columns].reshape(rows // 2, 2, columns // 2, 2).mean((1, 3))
        scale, x0, y0 = scale / 2, x0 / 2, y0 / 2
    cos, sin = math.cos(line.angle) * scale, math.sin(line.angle) * scale
    u = ((np.arange(width) + 0.5) / width - 0.5) * length
    v = ((np.arange(ROWS) + 0.5) / ROWS - 0.5) * height
    x = x0 + u[None, :] * cos - v[:, None] * sin - 0.5
    y = y0 + u[None, :] * sin + v[:, None] * cos - 0.5
    rows, columns = picture.shape
    xi, yi = np.floor(x).astype(int), np.floor(y).astype(int)
    fx, fy = x - xi, y - yi
    at = lambda dy, dx: picture[np.clip(yi + dy, 0, rows - 1), np.clip(xi + dx, 0, columns - 1)]
    value = (at(0, 0) * (1 - fx) + at(0, 1) * fx) * (1 - fy) + (at(1, 0) * (1 - fx) + at(1, 1) * fx) * fy
    return np.clip(np.rint(value), 0, 255).astype(np.uint8)


@dataclass
class Reading:
    text: str
    frames: np.ndarray  # of each character
    chances: np.ndarray  # of each character
    columns: int  # of the prepared crop

    def trust(self) -> float:
        return float(self.chances.mean()) if len(self.chances) else 0.0


def read(network: Network, grey: np.ndarray, line: Line) -> Reading:
    prepared = crop(grey, line)
    values = reading.run(network, reading.to_input(prepared, network.step))
    best = values.argmax(1)
    new = np.flatnonzero((best != 0) & (best != np.concatenate([[0], best[:-1]])))
    chances = 1 / np.exp(values[new] - values[new].max(1, keepdims=True)).sum(1)
    return Reading("".join(network.charset[c - 1] for c in best[new]), new, chances, prepared.shape[1])


def best_reading(network: Network, grey: np.ndarray, line: Line) -> tuple[Line, Reading]:
    """A line far from level is read in both directions, and the one that the reader trusts more is taken: the detector
    often cannot tell them apart."""
    found = read(network, grey, line)
    if abs(math.cos(line.angle)) < LEVEL:
        back = replace(line, angle=(line.angle + math.pi) % (2 * math.pi))
        other = read(network, grey, back)
        if other.trust() > found.trust():
            return back, other
    return line, found


def words_of(network: Network, grey: np.ndarray, line: Line) -> tuple[str, list[tuple[str, list[float]]]]:
    """What the line says, and its words with boxes (left, top, right, bottom) in the picture. Nothing, where the
    detector was in doubt and the reader is not sure of each of its characters. A short line that the reader does not
    trust is tried along its other axes, and one of them taken when the reader is sure there."""
    line, found = best_reading(network, grey, line)
    if found.trust() < TRUST:
        for other in line.others:
            other, answer = best_reading(network, grey, other)
            if len(answer.chances) and answer.chances.min() >= SURE and answer.trust() > found.trust():
                line, found = other, answer
    if found.trust() < (TRUSTED if line.sure else 0) or not line.sure and len(found.chances) and found.chances.min() < SURE:
        return "", []
    margin = max(1.0, MARGIN * line.height)
    pixels = (line.length + 2 * margin) / found.columns
    per_frame = network.step / network.frames
    words, start, text = [], None, found.text
    for i in range(len(text) + 1):
        if i < len(text) and text[i] != " ":
            start = i if start is None else start
        elif start is not None:
            left = (found.frames[start] * per_frame - 4) * pixels - margin
            right = ((found.frames[i - 1] + 2) * per_frame - 4) * pixels - margin
            words.append((text[start:i], word_box(line, left, right)))
            start = None
    return " ".join(text.split()), words


def word_box(line: Line, left: float, right: float) -> list[float]:
    """The upright box around a part of the line, from `left` to `right` of its start."""
    cos, sin = math.cos(line.angle), math.sin(line.angle)
    along = (left + right) / 2 - line.length / 2
    x, y = line.x + along * cos, line.y + along * sin
    dx = (abs((right - left) * cos) + abs(line.height * sin)) / 2
    dy = (abs((right - left) * sin) + abs(line.height * cos)) / 2
    return [x - dx, y - dy, x + dx, y + dy]
