"""Pieces of pages and what the detector should say about them, made on the GPU: turned, scaled, recoloured, spoilt.

All pages lie one behind the other in flat arrays, so a batch is a few gathers: for every pixel of a piece its place
in its page, from that the colour, the line it belongs to and, from the line's own numbers, the answer.
"""

from __future__ import annotations

import math

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor

from training.detector.architecture import UNIT
from training.detector.truth import ACROSS, ENDS, Sheet

SMALL = 4.0  # a lone letter's cells count so many times as much, those of a line of so many heights once
APART = 7  # quarter cells that `between` looks to either side
LEAST, MOST = 6.0, 140.0  # heights in pixels that are learned; others are neither right nor wrong


class Shelf:
    """Pages on the GPU. The first are fixed; behind them `slots` places of `side`² pixels are filled in turn."""

    def __init__(self, device: str, sheets: list[Sheet], slots: int = 0, side: int = 768, lines_each: int = 160) -> None:
        self.device, self.side, self.lines_each = device, side, lines_each
        sizes = [s.colours.size for s in sheets] + [side * side] * slots
        counts = [len(s.lines) for s in sheets] + [lines_each] * slots
        self.start = np.concatenate([[0], np.cumsum(sizes)])
        self.first = np.concatenate([[0], np.cumsum(counts)])
        self.rows = [s.colours.shape[0] for s in sheets] + [side] * slots
        self.columns = [s.colours.shape[1] for s in sheets] + [side] * slots
        self.colours = torch.zeros(int(self.start[-1]), dtype=torch.int32, device=device)
        self.owner = torch.zeros(int(self.start[-1]), dtype=torch.int16, device=device)
        self.lines = torch.zeros(int(self.first[-1]) + 1, 5, device=device)
        self.typical = [20.0] * len(sizes)  # height of a line, in pixels
        self.fixed, self.slots = len(sheets), slots
        self.filled = self.next = self.total = 0
        for number, sheet in enumerate(sheets):
            self.place(number, sheet)
        self.tables = {
            name: torch.tensor(values, device=device) for name, values in
            (("start", self.start[:-1]), ("first", self.first[:-1]), ("rows", self.rows), ("columns", self.columns))
        }

    def place(self, number: int, sheet: Sheet) -> None:
        part = slice(int(self.start[number]), int(self.start[number]) + sheet.colours.size)
        self.colours[part] = torch.from_numpy(sheet.colours.ravel()).to(self.device)
        self.owner[part] = torch.from_numpy(sheet.owner.ravel()).to(self.device)
        at = int(self.first[number])
        lines = sheet.lines[: self.lines_each] if number >= self.fixed else sheet.lines
        self.lines[at : at + len(lines)] = torch.from_numpy(lines).to(self.device)
        if len(lines):
            self.typical[number] = float(np.median(lines[:, 3]))

    def add(self, sheet: Sheet) -> None:
        """A drawn scene, in the place of the oldest when all are taken."""
        self.place(self.fixed + self.next, sheet)
        self.next = (self.next + 1) % self.slots
        self.filled = min(self.slots, self.filled + 1)
        self.total += 1

    def choose(self, count: int, rng: np.random.Generator, drawn: float) -> np.ndarray:
        """Numbers of pages: large pages come more often; a share of `drawn` scenes."""
        weights = np.sqrt(np.diff(self.start[: self.fixed + 1]).astype(np.float64))
        pages = rng.choice(self.fixed, count, p=weights / weights.sum())
        if self.filled:
            scenes = self.fixed + rng.integers(0, self.filled, count)
            pages = np.where(rng.random(count) < drawn, scenes, pages)
        return pages


def views(shelf: Shelf, pages: np.ndarray, side: int, rng: np.random.Generator, small: bool, plain: bool = False) -> tuple[Tensor, Tensor]:
    """For every piece its zoom (pixels of the piece for one of the page) and the matrix from piece to page (2×3)."""
    zooms, matrices = [], []
    for page in pages:
        typical = shelf.typical[page]
        if small:
            zoom = math.exp(rng.uniform(math.log(0.38), math.log(0.8)))
        elif plain or rng.random() < 0.62:
            zoom = 1.0
        else:
            zoom = math.exp(rng.uniform(math.log(0.75), math.log(2.0)))
        zoom = min(zoom, 64 / typical) if typical * zoom > 64 else max(zoom, min(1.0, 8.5 / typical))
        kind, turn = rng.random(), 0.0
        if not plain:
            if kind < 0.15:
                turn = math.radians(float(np.clip(rng.normal(0, 1.3), -4, 4)))
            elif kind < 0.22:
                turn = math.pi / 2 * rng.choice((1, 3, 3, 1, 2))
            elif kind < 0.28:
                turn = math.radians(rng.uniform(-35, 35))
        cos, sin = math.cos(turn) / zoom, math.sin(turn) / zoom
        rows, columns = shelf.rows[page], shelf.columns[page]
        reach = side / zoom / 2
        middle = lambda size: rng.uniform(min(reach, size / 2), max(size - reach, size / 2))
        x, y = middle(columns), middle(rows)
        if zoom == 1.0 and turn in (0.0,):  # crisp: pixels fall on pixels
            x, y = round(x) + (side % 2) / 2, round(y) + (side % 2) / 2
        half = side / 2
        matrices.append([[cos, -sin, x - cos * half + sin * half], [sin, cos, y - sin * half - cos * half]])
        zooms.append(zoom)
    return torch.tensor(zooms, device=shelf.device), torch.tensor(matrices, device=shelf.device, dtype=torch.float32)


def spots(matrices: Tensor, side: int, step: float) -> tuple[Tensor, Tensor]:
    """Where in their pages the centres of cells of `step` pixels lie."""
    count = round(side / step)
    at = (torch.arange(count, device=matrices.device) + 0.5) * step
    x, y = at[None, None, :], at[None, :, None]
    m = matrices[:, :, :, None, None]
    return m[:, 0, 0] * x + m[:, 0, 1] * y + m[:, 0, 2], m[:, 1, 0] * x + m[:, 1, 1] * y + m[:, 1, 2]


def look_up(shelf: Shelf, pages: Tensor, x: Tensor, y: Tensor) -> tuple[Tensor, Tensor]:
    """Flat places of whole-pixel positions, and which of them lie on the page."""
    rows, columns = shelf.tables["rows"][pages][:, None, None], shelf.tables["columns"][pages][:, None, None]
    on = (x >= 0) & (y >= 0) & (x < columns) & (y < rows)
    place = y.clamp(min=0).minimum(rows - 1) * columns + x.clamp(min=0).minimum(columns - 1)
    return shelf.tables["start"][pages][:, None, None] + place, on


def paint(shelf: Shelf, pages: Tensor, matrices: Tensor, side: int, finer: int) -> Tensor:
    """(N, 3, side, side), 0..1; `finer` times as many samples along a side, averaged."""
    x, y = spots(matrices, side, 1 / finer)
    x, y = x - 0.5, y - 0.5
    x0, y0 = x.floor(), y.floor()
    fx, fy = (x - x0).unsqueeze(1), (y - y0).unsqueeze(1)
    x0, y0 = x0.long(), y0.long()
    fill = torch.rand(len(pages), 3, 1, 1, device=x.device)

    def at(dx: int, dy: int) -> Tensor:
        place, on = look_up(shelf, pages, x0 + dx, y0 + dy)
        packed = shelf.colours[place]
        colours = torch.stack([packed & 255, packed >> 8 & 255, packed >> 16 & 255], 1).float() / 255
        return torch.where(on.unsqueeze(1), colours, fill)

    top = at(0, 0) * (1 - fx) + at(1, 0) * fx
    bottom = at(0, 1) * (1 - fx) + at(1, 1) * fx
    picture = top * (1 - fy) + bottom * fy
    return F.avg_pool2d(picture, finer) if finer > 1 else picture


def measures(shelf: Shelf, pages: Tensor, matrices: Tensor, zooms: Tensor, side: int, step: int) -> dict[str, Tensor]:
    """For cells of `step` pixels: whose they are and how they lie in their line, in the piece's pixels."""
    x, y = spots(matrices, side, step)
    place, on = look_up(shelf, pages, x.floor().long(), y.floor().long())
    owner = torch.where(on, shelf.owner[place], 0).long()
    line = shelf.lines[torch.where(owner > 0, shelf.tables["first"][pages][:, None, None] + owner - 1, len(shelf.lines) - 1)]
    dx, dy = x - line[..., 0], y - line[..., 1]
    cos, sin = line[..., 4].cos(), line[..., 4].sin()
    zoom = zooms[:, None, None]
    turn = torch.atan2(matrices[:, 1, 0], matrices[:, 0, 0])[:, None, None]  # of the page against the piece
    height, length = line[..., 3] * zoom, line[..., 2] * zoom
    learned = (owner > 0) & (height >= LEAST) & (height <= MOST)
    return {
        "along": (dx * cos + dy * sin) * zoom, "across": (dy * cos - dx * sin) * zoom, "length": length, "height": height,
        "angle": line[..., 4] - turn, "learned": learned, "void": (owner < 0) | ((owner > 0) & ~learned), "owner": owner,
    }


def between(owner: Tensor, core: Tensor) -> Tensor:
    """Cells outside of all cores with the cores of two lines within reach in their row: gaps of tables and of tabs, and what is beside them."""
    reach = dict(kernel_size=(1, 2 * APART + 1), stride=1, padding=(0, APART))
    number = owner.float().unsqueeze(1)
    last = F.max_pool2d(torch.where(core.unsqueeze(1), number, 0.0), **reach)
    first = -F.max_pool2d(torch.where(core.unsqueeze(1), -number, -1e6), **reach)
    return ((last > first) & ~core.unsqueeze(1)).squeeze(1)


def answers(shelf: Shelf, pages: Tensor, matrices: Tensor, zooms: Tensor, side: int) -> dict[str, Tensor]:
    fine = measures(shelf, pages, matrices, zooms, side, 2)
    half = (fine["length"] / 2 - torch.minimum(ENDS * fine["height"], 0.25 * fine["length"])).clamp(min=1.6)
    core = fine["learned"] & (fine["across"].abs() < (ACROSS * fine["height"]).clamp(min=1.6)) & (fine["along"].abs() < half)
    # Else a lone letter, which has few cells, counts for nothing beside long lines.
    small = torch.where(fine["learned"], (SMALL * fine["height"] / fine["length"].clamp(min=1)).clamp(1, SMALL), 1.0)
    cell = measures(shelf, pages, matrices, zooms, side, 4)
    inner = cell["learned"] & (cell["across"].abs() < 0.4 * cell["height"]) & (cell["along"].abs() < cell["length"] / 2 + 2)
    return {
        "core": core, "near": fine["learned"] & ~core, "small": small, "between": between(fine["owner"], core),
        "void": fine["void"], "inner": inner, "height": cell["height"],
        "above": (cell["across"] + cell["height"] / 2) / UNIT, "below": (cell["height"] / 2 - cell["across"]) / UNIT,
        "before": (cell["along"] + cell["length"] / 2) / UNIT, "behind": (cell["length"] / 2 - cell["along"]) / UNIT,
        "cos": cell["angle"].cos(), "sin": cell["angle"].sin(),
    }
