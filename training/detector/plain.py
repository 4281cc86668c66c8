"""From a picture to its lines of text, in numpy: what the C++ engine has to do, step by step.

1. `answer`: the picture's bytes (RGB) as value / 127.5 - 1; rows and columns are padded at the bottom and on the right to
   multiples of 32 by repeating the last row and column; the layers of the file; ten values for every 4×4 pixels.
   A picture higher than 1536 rows is answered in strips of 1280 rows with 128 more above and below (fewer at the
   picture's ends), of which only the strip's own rows are kept: memory stays small, lines across a seam stay whole.
2. `components`: where a core's value is above 0, quarter cells (2×2 pixels) are on; those that touch along a side
   are one component. One of fewer than MIN_CELLS quarter cells, or of too little confidence, is dropped. Then the same
   with the lower level DOUBT: a component that holds no cell of those kept, and whose line is short, is a doubtful
   line. Most are icons and specks, some are lone digits: the reader decides (crop.py keeps only what it is sure of).
3. `line_of`: direction, edges and ends of each component out of the values of its cells. A page is upright when the
   cosines of all its cells, weighted with their chances, do not add up to less than 0. `joined` makes one of two
   sure lines that touch in a row.

A line is [centre x, centre y, length, height, radians clockwise], its direction the one it is read in: 0 is from left to
right, pi/2 downwards. Its height reaches from the tall letters' tops to the descenders' bottoms, whatever it says.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from training.detector.architecture import CELL, MAPS, STEP, UNIT
from training.reader.architecture import Flag, Kind
from training.reader.plain import run_layer
from training.reader.weights_file import Network

STRIP, OVERLAP = 1280, 128
MIN_CELLS = 3
MIN_SCORE = 0.65  # mean of the cells' chances
DOUBT, DOUBT_LENGTH = -1.5, 2.5  # the lower level, and how many heights a doubtful line may be long
MIN_HEIGHT, MAX_HEIGHT = 5.0, 240.0
LONG = 2.5  # times as long as thick: then a component's shape is more exact than its cells' directions
FAR = math.radians(65)  # between the two: then the shape is not believed
STRAIGHT, NOISE = 0.12, 2.2  # heights, or pixels, that a line may rise over its length and still be called level
NEARLY = 0.2  # radians: the same for a line whose shape says nothing
SHORT, DIFFERENT = 4.0, 0.35  # such a line under so many heights also gets axes that differ by so many radians
TOUCH = 0.2  # heights between two lines in a row that are one


@dataclass
class Line:
    x: float
    y: float
    length: float
    height: float
    angle: float
    score: float
    sure: bool = True
    others: tuple["Line", ...] = ()  # the same component with other axes, for the reader to choose from

    def corners(self) -> list[tuple[float, float]]:
        """Top left, top right, bottom right, bottom left, as read."""
        cos, sin = math.cos(self.angle), math.sin(self.angle)
        half, tall = self.length / 2, self.height / 2
        return [(self.x + u * cos - v * sin, self.y + u * sin + v * cos) for u, v in ((-half, -tall), (half, -tall), (half, tall), (-half, tall))]


def run(network: Network, x: np.ndarray) -> np.ndarray:
    """rows × columns × 3 -> rows / 4 × columns / 4 × 10."""
    kept, slots = x, {}
    for layer, weights, bias in zip(network.layers, network.weights, network.biases):
        if layer.kind is Kind.UP:
            x = x.repeat(2, 0).repeat(2, 1) + slots[layer.slot]
            continue
        if Flag.KEEP in layer.flags:
            kept = x
        x = run_layer(x, layer, weights, bias)
        if Flag.ADD in layer.flags:
            x = x + kept
        if Flag.STORE in layer.flags:
            slots[layer.slot] = x
    return x


def to_input(pixels: np.ndarray) -> np.ndarray:
    rows, columns, _ = pixels.shape
    wide = np.pad(pixels, ((0, -rows % STEP), (0, -columns % STEP), (0, 0)), mode="edge")
    return wide.astype(np.float32) / 127.5 - 1


def answer(network: Network, pixels: np.ndarray, run_network=run) -> np.ndarray:
    """The ten maps of a picture of any height."""
    rows = pixels.shape[0]
    if rows <= STRIP + 2 * OVERLAP:
        return run_network(network, to_input(pixels))[: -(-rows // CELL), : -(-pixels.shape[1] // CELL)]
    strips = []
    for top in range(0, rows, STRIP):
        start, end = max(0, top - OVERLAP), min(rows, top + STRIP + OVERLAP)
        maps = run_network(network, to_input(pixels[start:end]))
        skip, own = (top - start) // CELL, -(-(min(rows, top + STRIP) - top) // CELL)
        strips.append(maps[skip : skip + own, : -(-pixels.shape[1] // CELL)])
    return np.concatenate(strips)


def quarters(core: np.ndarray) -> np.ndarray:
    """rows × columns × 4 -> 2 rows × 2 columns."""
    rows, columns, _ = core.shape
    return core.reshape(rows, columns, 2, 2).transpose(0, 2, 1, 3).reshape(2 * rows, 2 * columns)


def components(on: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Rows, columns and component numbers (from 0) of all cells that are on. Neighbours share a side."""
    rows, columns = on.shape
    edges = np.diff(np.pad(on, ((0, 0), (1, 1))).astype(np.int8), axis=1)
    run_row, start = np.nonzero(edges == 1)
    _, end = np.nonzero(edges == -1)
    parent = np.arange(len(start))

    def root(i: int) -> int:
        while parent[i] != i:
            parent[i] = parent[parent[i]]
            i = parent[i]
        return i

    first = np.searchsorted(run_row, np.arange(rows + 1))
    for row in range(1, rows):
        above, here = first[row - 1], first[row]
        while above < first[row] and here < first[row + 1]:
            if start[above] < end[here] and start[here] < end[above]:
                a, b = root(above), root(here)
                parent[max(a, b)] = min(a, b)
            if end[above] < end[here]:
                above += 1
            else:
                here += 1
    roots = np.array([root(i) for i in range(len(start))], np.int64)
    _, numbers = np.unique(roots, return_inverse=True)
    lengths = end - start
    at = np.repeat(run_row, lengths)
    within = np.arange(lengths.sum()) - np.repeat(np.cumsum(lengths) - lengths, lengths)
    return at, np.repeat(start, lengths) + within, np.repeat(numbers, lengths)


def axes_of(x: np.ndarray, y: np.ndarray, weight: np.ndarray, cos: np.ndarray, sin: np.ndarray) -> tuple[float, float, bool]:
    """The axis that the cells tell and that of the component's shape, as radians of either of their directions, and
    whether the shape is to be believed.

    The cells' own directions are averaged as axes (doubled angles), so that cells that take a line for upside down do
    not cancel the others. A long component's shape is more exact; but that of a lone "l" is higher than it is long, so
    a shape far from what the cells tell is not believed."""
    told = 0.5 * math.atan2(float((weight * 2 * cos * sin).sum()), float((weight * (cos * cos - sin * sin)).sum()))
    dx, dy = x - float((weight * x).sum()), y - float((weight * y).sum())
    xx, yy, xy = (float((weight * a * b).sum()) for a, b in ((dx, dx), (dy, dy), (dx, dy)))
    spread = math.hypot(xx - yy, 2 * xy)
    shape = 0.5 * math.atan2(2 * xy, xx - yy)
    long = xx + yy + spread > LONG * LONG * (xx + yy - spread)
    return told, shape, long and apart(shape, told) < FAR


def apart(a: float, b: float) -> float:
    """The angle between two axes, 0 to pi / 2."""
    return abs((a - b + math.pi / 2) % math.pi - math.pi / 2)


def line_of(x: np.ndarray, y: np.ndarray, chance: np.ndarray, values: np.ndarray, values_at: tuple[np.ndarray, np.ndarray], upright: bool, sure: bool = True) -> Line | None:
    """A component's line. `x`, `y` are the centres of its quarter cells in pixels, `chance` how sure each is; `values`
    are the maps at the whole cells around them, whose centres are `values_at`. On an `upright` page no level line is
    read from right to left."""
    score = float(chance.mean())
    if len(x) < MIN_CELLS or sure and score < MIN_SCORE:
        return None
    weight = chance / chance.sum()
    mean = lambda v: float((v * weight).sum())
    cell_cos, cell_sin = values[:, MAPS["cos"]], values[:, MAPS["sin"]]
    sides = [UNIT * values[:, MAPS[n]] for n in ("above", "below", "before", "behind")]
    height = mean(sides[0] + sides[1])
    if not MIN_HEIGHT <= height <= MAX_HEIGHT:
        return None
    mx, my = mean(x), mean(y)
    told, shape, by_shape = axes_of(x, y, weight, cell_cos, cell_sin)
    angle = shape if by_shape else told
    level = round(angle / (math.pi / 2)) * (math.pi / 2)
    along = (x - mx) * math.cos(angle) + (y - my) * math.sin(angle)
    rise = abs(math.sin(angle - level)) * float(along.max() - along.min())
    if rise < max(STRAIGHT * height, NOISE) if by_shape else abs(angle - level) < NEARLY:
        angle = level

    def at(angle: float) -> Line:
        if mean(cell_cos) * math.cos(angle) + mean(cell_sin) * math.sin(angle) < 0:
            angle += math.pi
        if upright and math.cos(angle) < -0.7:
            angle += math.pi
        cos, sin = math.cos(angle), math.sin(angle)
        # Cells that took the line for upside down have its sides and ends the other way round.
        turned = cell_cos * cos + cell_sin * sin < 0
        above, below = np.where(turned, sides[1], sides[0]), np.where(turned, sides[0], sides[1])
        before, behind = np.where(turned, sides[3], sides[2]), np.where(turned, sides[2], sides[3])
        cx, cy = values_at
        along, across = (cx - mx) * cos + (cy - my) * sin, (cy - my) * cos - (cx - mx) * sin
        top, bottom = mean(across - above), mean(across + below)
        # The ends, from the cells within half a height of them.
        start = along < along.min() + 0.5 * height
        end = along > along.max() - 0.5 * height
        left = min(float((along - before)[start].mean()), float(along.min()))
        right = max(float((along + behind)[end].mean()), float(along.max()))
        u, v = (left + right) / 2, (top + bottom) / 2
        return Line(mx + u * cos - v * sin, my + u * sin + v * cos, right - left, bottom - top, angle % (2 * math.pi), score, sure)

    line = at(angle)
    if not by_shape and line.length < SHORT * line.height:
        line.others = tuple(at(a) for a in (0.0, math.pi / 2, shape) if apart(a, angle) > DIFFERENT)
    return line


def joined(lines: list[Line]) -> list[Line]:
    """Pieces of one line that touch, as a number whose full stop was taken for a gap, are made one."""
    lines = sorted(lines, key=lambda l: l.x * math.cos(l.angle) + l.y * math.sin(l.angle))
    kept: list[Line] = []
    for line in lines:
        for i, first in enumerate(kept):
            cos, sin = math.cos(first.angle), math.sin(first.angle)
            along = (line.x - first.x) * cos + (line.y - first.y) * sin
            across = (line.y - first.y) * cos - (line.x - first.x) * sin
            height = max(first.height, line.height)
            gap = along - (first.length + line.length) / 2
            turn = abs((line.angle - first.angle + math.pi) % (2 * math.pi) - math.pi)
            if (
                turn < 0.05 and abs(across) < 0.2 * height and height < 1.3 * min(first.height, line.height)
                and -0.8 * height < gap < TOUCH * height
            ):
                left, right = -first.length / 2, max(first.length / 2, along + line.length / 2)
                share = line.length / (first.length + line.length)
                u, v = (left + right) / 2, across * share
                tall = first.height + (line.height - first.height) * share
                kept[i] = Line(
                    first.x + u * cos - v * sin, first.y + u * sin + v * cos, right - left, tall, first.angle,
                    min(first.score, line.score), first.sure,
                )
                break
        else:
            kept.append(line)
    return kept


def lines_of(maps: np.ndarray) -> list[Line]:
    """From the top of the page down, and from left to right."""
    values = quarters(maps[:, :, MAPS["core"]])
    taken = np.zeros(values.shape, bool)
    found: list[Line] = []
    half, upright = CELL / 2, True
    for level, sure in ((0.0, True), (DOUBT, False)):
        rows, columns, numbers = components(values > level)
        if not len(rows):
            break
        chance = 1 / (1 + np.exp(-values[rows, columns]))
        if sure:
            upright = float((chance * maps[rows // 2, columns // 2, MAPS["cos"]]).sum()) >= 0
        order = np.argsort(numbers, kind="stable")
        bounds = np.searchsorted(numbers[order], np.arange(numbers.max() + 2))
        for a, b in zip(bounds, bounds[1:]):
            part = order[a:b]
            r, c = rows[part], columns[part]
            if not sure and taken[r, c].any():
                continue
            at = ((c // 2 + 0.5) * CELL, (r // 2 + 0.5) * CELL)
            line = line_of((c + 0.5) * half, (r + 0.5) * half, chance[part], maps[r // 2, c // 2], at, upright, sure)
            if line and (sure or line.length <= DOUBT_LENGTH * line.height):
                found.append(line)
                taken[r, c] = True
    found = joined([l for l in found if l.sure]) + [l for l in found if not l.sure]
    return sorted(found, key=lambda l: (l.y - l.height / 2, l.x))


def detect(network: Network, pixels: np.ndarray, run_network=run) -> list[Line]:
    """Lines of a picture (uint8 rows × columns × 3)."""
    return lines_of(answer(network, pixels, run_network))
