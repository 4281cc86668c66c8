"""From a picture to its controls, in numpy: what the C++ engine has to do, step by step.

0. `shrunk`: the network has learned controls at one to two pixels a CSS pixel. Where the page's lines of text (those that the
   line detector is sure of) have a median height of 40 pixels or more, every n×n pixels become one, their mean rounded to the
   nearest (halves up), n being that height / LARGE rounded down; pixels on the right and at the bottom that fill no whole square
   are left out. The boxes found are then n times as large.
1. `answer`: the picture's bytes (RGB) as value / 127.5 - 1, padded at the bottom and on the right to multiples of 64 by
   repeating the last row and column; the layers of the file; channel 4 v + q of a cell of 8×8 pixels is value v of its
   quarter q (row by row), which gives twenty values for every 4×4 pixels. A picture higher than 1664 rows is answered in
   strips of 1280 rows with 192 more above and below, of which only the strip's own rows are kept.
2. `peaks`: for each class, cells whose heat (its sigmoid) is at least MIN_SCORE and no less than that of their eight neighbours (the
   first in reading order of equal ones).
3. `element_at`: the sides are UNIT * exp(value) pixels left, above, right and below of the cell's centre (values held within
   -4 and 6), cut off at the picture's edges; a state that the class can have is there when its value is above 0. The
   score is the heat's sigmoid.
4. `kept`: of the MOST best, from the best score down, an element that covers the same place as a better one (intersection over union above
   SAME_CLASS for one class, OTHER_CLASS for two) is dropped. What is left is sorted from top to bottom, then from left to right.
"""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from training.detector.plain import run
from training.elements.architecture import CAN_BE, CELL, CLASSES, HEAT, SIDES, STATE, STATES, STEP, UNIT, VALUES
from training.elements.truth import Element
from training.reader.weights_file import Network

STRIP, OVERLAP = 1280, 192
LARGE = 20.0  # pixels: lines of text twice as high are those of a picture at three pixels a CSS pixel
MIN_SCORE = 0.3
SAME_CLASS, OTHER_CLASS = 0.45, 0.6
MOST = 1000  # elements of a picture that are looked at: a drawing of hatched lines may have thousands of weak ones


def factor_for(line_height: float) -> int:
    return max(1, math.floor(line_height / LARGE))


def shrunk(pixels: np.ndarray, factor: int) -> np.ndarray:
    rows, columns = pixels.shape[0] // factor, pixels.shape[1] // factor
    squares = pixels[: rows * factor, : columns * factor].reshape(rows, factor, columns, factor, 3)
    return np.floor(squares.mean((1, 3), dtype=np.float64) + 0.5).astype(np.uint8)


def to_input(pixels: np.ndarray) -> np.ndarray:
    rows, columns, _ = pixels.shape
    wide = np.pad(pixels, ((0, -rows % STEP), (0, -columns % STEP), (0, 0)), mode="edge")
    return wide.astype(np.float32) / 127.5 - 1


def laid_out(maps: np.ndarray) -> np.ndarray:
    """rows × columns × 80 -> 2 rows × 2 columns × 20."""
    rows, columns, _ = maps.shape
    return maps.reshape(rows, columns, VALUES, 2, 2).transpose(0, 3, 1, 4, 2).reshape(2 * rows, 2 * columns, VALUES)


def answer(network: Network, pixels: np.ndarray, run_network=run) -> np.ndarray:
    rows, columns = pixels.shape[0], -(-pixels.shape[1] // CELL)
    if rows <= STRIP + 2 * OVERLAP:
        return laid_out(run_network(network, to_input(pixels)))[: -(-rows // CELL), :columns]
    strips = []
    for top in range(0, rows, STRIP):
        start, end = max(0, top - OVERLAP), min(rows, top + STRIP + OVERLAP)
        maps = laid_out(run_network(network, to_input(pixels[start:end])))
        skip, own = (top - start) // CELL, -(-(min(rows, top + STRIP) - top) // CELL)
        strips.append(maps[skip : skip + own, :columns])
    return np.concatenate(strips)


def peaks(heat: np.ndarray, least: float) -> list[tuple[int, int]]:
    """Rows and columns of a class's peaks."""
    wide = np.pad(heat, 1, constant_values=-np.inf)
    rows, columns = heat.shape
    top = heat >= least
    for dy in (-1, 0, 1):
        for dx in (-1, 0, 1):
            other = wide[1 + dy : 1 + dy + rows, 1 + dx : 1 + dx + columns]
            if (dy, dx) < (0, 0):
                top &= heat > other
            elif (dy, dx) > (0, 0):
                top &= heat >= other
    return list(zip(*(v.tolist() for v in np.nonzero(top))))


def element_at(values: np.ndarray, row: int, column: int, kind: int, size: tuple[int, int]) -> Element:
    x, y = (column + 0.5) * CELL, (row + 0.5) * CELL
    left, top, right, bottom = (UNIT * math.exp(min(6.0, max(-4.0, float(v)))) for v in values[SIDES])
    box = (max(0.0, x - left), max(0.0, y - top), min(float(size[1]), x + right), min(float(size[0]), y + bottom))
    name = CLASSES[kind]
    states = frozenset(s for s, v in zip(STATES, values[STATE]) if v > 0 and name in CAN_BE[s])
    return Element(name, box, states, score=1 / (1 + math.exp(-float(values[kind]))))


def overlap(a: tuple, b: tuple) -> float:
    """Intersection over union."""
    wide, high = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    if wide <= 0 or high <= 0:
        return 0.0
    area = lambda r: (r[2] - r[0]) * (r[3] - r[1])
    return wide * high / (area(a) + area(b) - wide * high)


def kept(found: list[Element]) -> list[Element]:
    chosen: list[Element] = []
    for element in sorted(found, key=lambda e: -e.score)[:MOST]:
        most = lambda other: SAME_CLASS if other.kind == element.kind else OTHER_CLASS
        if all(overlap(element.box, other.box) <= most(other) for other in chosen):
            chosen.append(element)
    return sorted(chosen, key=lambda e: (e.box[1], e.box[0]))


def elements_of(maps: np.ndarray, size: tuple[int, int], least: float = MIN_SCORE) -> list[Element]:
    """`size` is the picture's rows and columns."""
    heat = maps[:, :, HEAT]
    found = [
        element_at(maps[row, column], row, column, kind, size)
        for kind in range(len(CLASSES)) for row, column in peaks(heat[:, :, kind], math.log(least / (1 - least)))
    ]
    return kept(found)


def detect(network: Network, pixels: np.ndarray, run_network=run, least: float = MIN_SCORE, line_height: float = 0.0) -> list[Element]:
    """Controls of a picture (uint8 rows × columns × 3); `line_height` is the median of its lines, 0 if it has none."""
    factor = factor_for(line_height)
    if factor > 1 and min(pixels.shape[:2]) >= factor:
        pixels = shrunk(pixels, factor)
    found = elements_of(answer(network, pixels, run_network), pixels.shape[:2], least)
    return [replace(e, box=tuple(v * factor for v in e.box)) for e in found]
