"""A page with its lines as the training keeps it: colours packed into one integer a pixel, and which line a pixel is of.

A line is [centre x, centre y, length, height, degrees clockwise], as pages/truth.js writes it.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw

from training.detector.score import area, shared
from training.pages.generate import corners

ACROSS = 0.25  # the core of a line reaches so far from its middle, in heights
ENDS = 0.15  # and so far short of its ends
IGNORED = -1
SEEN = 24  # least span of colours, of 255, in a line that can be seen


@dataclass
class Sheet:
    colours: np.ndarray  # int32 rows × columns: red + green << 8 + blue << 16
    owner: np.ndarray  # int16 rows × columns: 0 nothing, n the n-th line, -1 neither right nor wrong
    lines: np.ndarray  # float32 n × 5: x, y, length, height, radians


def pack_colours(pixels: np.ndarray) -> np.ndarray:
    wide = pixels.astype(np.int32)
    return wide[..., 0] | wide[..., 1] << 8 | wide[..., 2] << 16


def is_seen(pixels: np.ndarray, line: list[float]) -> bool:
    """Whether the line differs from its ground at all: pages have dark text on dark bubbles."""
    xs, ys = zip(*corners(line))
    part = pixels[max(0, int(min(ys))) : int(max(ys)) + 1, max(0, int(min(xs))) : int(max(xs)) + 1]
    if part.size == 0:
        return False
    part = part.reshape(-1, 3).astype(np.int16)
    return int(np.abs(part - np.median(part, 0)).max(1).max()) >= SEEN


def tangled(lines: list[list[float]], most: float = 0.2) -> set[int]:
    """Numbers of lines that lie over one another (a fifth of the smaller is shared): nobody can read them."""
    shapes = [corners(line) for line in lines]
    boxes = [(min(x for x, _ in s), min(y for _, y in s), max(x for x, _ in s), max(y for _, y in s)) for s in shapes]
    bad: set[int] = set()
    for i, a in enumerate(boxes):
        for j in range(i):
            b = boxes[j]
            if a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]:
                if shared(shapes[i], shapes[j]) > most * min(area(shapes[i]), area(shapes[j])):
                    bad |= {i, j}
    return bad


def core(line: list[float]) -> list[float]:
    x, y, length, height, angle = line
    return [x, y, max(3.0, length - 2 * min(ENDS * height, 0.25 * length)), 2 * ACROSS * height, angle]


def sheet_of(pixels: np.ndarray, lines: list[list[float]], ignored: list[list[float]]) -> Sheet:
    """`lines` with degrees; `ignored` as x, y, width, height."""
    rows, columns, _ = pixels.shape
    owner = Image.new("I", (columns, rows), 0)
    pen = ImageDraw.Draw(owner)
    for x, y, w, h in ignored:
        pen.rectangle((x, y, x + w, y + h), fill=IGNORED)
    seen = [is_seen(pixels, line) for line in lines]
    for shape in (lambda line: line, core):  # cores last: the boxes of close lines overlap
        for number, line in enumerate(lines, 1):
            pen.polygon(corners(shape(line)), fill=number if seen[number - 1] else IGNORED)
    table = np.array(lines, np.float32).reshape(-1, 5)
    table[:, 4] = np.radians(table[:, 4])
    return Sheet(pack_colours(pixels), np.asarray(owner).astype(np.int16), table)


def read_page(json_path: Path) -> Sheet:
    page = json.loads(json_path.read_text("utf-8"))
    picture = next(p for p in (json_path.with_suffix(s) for s in (".webp", ".png")) if p.exists())
    pixels = np.asarray(Image.open(picture).convert("RGB"))
    bad = tangled([row["line"] for row in page["lines"]])
    lines = [row["line"] for i, row in enumerate(page["lines"]) if i not in bad]
    return sheet_of(pixels, lines, page["ignored"] + [page["lines"][i]["box"] for i in bad])


def turned_line(line: list[float], degrees: float, centre: tuple[float, float]) -> list[float]:
    """The line after the page was turned clockwise around a point."""
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    dx, dy = line[0] - centre[0], line[1] - centre[1]
    return [centre[0] + dx * cos - dy * sin, centre[1] + dx * sin + dy * cos, line[2], line[3], line[4] + degrees]
