"""Pieces of pages and what the element detector should say about them, made on the GPU.

An element teaches a hill of heat around its middle (Gaussian, as wide as a tenth of the element, exactly 1 in the middle's
cell), and in the cells on the hill's upper part its four sides and its states.
"""

from __future__ import annotations

import math

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor

from training.detector.spoil import blur, jpeg
from training.detector.targets import paint
from training.elements.architecture import CAN_BE, CELL, CLASSES, STATES
from training.elements.truth import Sheet

MOST = 384  # elements of a page
WIDTH = 0.09  # standard deviation of a hill, in sizes of the element
UPPER = 0.35  # cells above this height of the hill learn sides and states
LEAST = 5.0  # pixels: smaller ones are neither right nor wrong


class Shelf:
    """Pages on the GPU, one behind the other, as many as `pixels` allow; `add` puts one more there."""

    def __init__(self, device: str, pixels: int, pages: int) -> None:
        self.device, self.count, self.used = device, 0, 0
        self.colours = torch.zeros(pixels, dtype=torch.int32, device=device)
        self.rows_of = torch.zeros(pages, MOST, 7, device=device)
        self.tables = {name: torch.zeros(pages, dtype=torch.long, device=device) for name in ("start", "rows", "columns", "unsure")}
        self.sizes: list[tuple[int, int]] = []
        self.weights: list[float] = []

    def add(self, sheet: Sheet, weight: float) -> bool:
        size, n = sheet.colours.size, self.count
        if self.used + size > len(self.colours) or n == len(self.rows_of):
            return False
        self.colours[self.used : self.used + size] = torch.from_numpy(sheet.colours.ravel()).to(self.device)
        rows = sheet.rows[:MOST]
        self.rows_of[n, : len(rows)] = torch.from_numpy(rows).to(self.device)
        for name, value in (("start", self.used), ("rows", sheet.colours.shape[0]), ("columns", sheet.colours.shape[1]), ("unsure", sheet.unsure)):
            self.tables[name][n] = value
        self.sizes.append(sheet.colours.shape)
        self.weights.append(weight)
        self.used += size
        self.count += 1  # last: another thread draws from those that are whole
        return True

    def choose(self, count: int, rng: np.random.Generator) -> np.ndarray:
        weights = np.array(self.weights[: self.count])
        return rng.choice(len(weights), count, p=weights / weights.sum())


def views(shelf: Shelf, pages: np.ndarray, side: int, rng: np.random.Generator, small: bool) -> tuple[Tensor, Tensor]:
    """For every piece its zoom and the matrix from piece to page (2×3): scaled and cut, never turned."""
    zooms, matrices = [], []
    for page in pages:
        rows, columns = shelf.sizes[page]
        if small:
            zoom = math.exp(rng.uniform(math.log(0.45), math.log(0.85)))
        else:
            zoom = 1.0 if rng.random() < 0.6 else math.exp(rng.uniform(math.log(0.8), math.log(1.9)))
        reach = side / zoom

        def start(size: int) -> float:
            low, high = min(0.0, size - reach), max(0.0, size - reach)
            return float(np.clip(rng.uniform(low - 0.1 * reach, high + 0.1 * reach), low, high))

        x, y = start(columns), start(rows)
        if zoom == 1.0:
            x, y = round(x), round(y)
        matrices.append([[1 / zoom, 0.0, x], [0.0, 1 / zoom, y]])
        zooms.append(zoom)
    return torch.tensor(zooms, device=shelf.device), torch.tensor(matrices, device=shelf.device, dtype=torch.float32)


def can_be() -> Tensor:
    """classes × states."""
    return torch.tensor([[float(name in CAN_BE[state]) for state in STATES] for name in CLASSES])


def seen_first(rows: Tensor, origin: Tensor, reach: Tensor) -> Tensor:
    """Only as many elements of each page as lie in the piece of it."""
    ends = torch.cat([origin, origin + reach], 1)[:, None]
    near = (rows[:, :, 2] > ends[:, :, 0]) & (rows[:, :, 3] > ends[:, :, 1]) & (rows[:, :, 0] < ends[:, :, 2]) & (rows[:, :, 1] < ends[:, :, 3]) & (rows[:, :, 2] > 0)
    order = torch.argsort(near.int(), dim=1, descending=True)[:, : int(near.sum(1).max().clamp(min=1))]
    return rows.gather(1, order[:, :, None].expand(-1, -1, rows.shape[2]))


def answers(shelf: Shelf, pages: Tensor, matrices: Tensor, zooms: Tensor, side: int) -> dict[str, Tensor]:
    """heat (N, classes, S, S), counted likewise, and for cells: weight, sides (pixels, N, 4, S, S), states, their masks."""
    most = int((shelf.rows_of[pages][:, :, 2] > 0).sum(1).max().clamp(min=1))
    rows = shelf.rows_of[pages][:, :most]
    zoom = zooms[:, None]
    origin = matrices[:, :, 2]
    rows = seen_first(rows, origin, side / zoom)
    most = rows.shape[1]
    whole = (rows[:, :, :4] - torch.cat([origin, origin], 1)[:, None]) * zoom[:, :, None]
    box = whole.clamp(0, side)
    size, full = box[:, :, 2:] - box[:, :, :2], (whole[:, :, 2:] - whole[:, :, :2]).clamp(min=1e-3)
    seen = size.prod(2) / full.prod(2)
    there = (rows[:, :, 2] > 0) & (size.amin(2) > 1)
    learned = there & (rows[:, :, 6] > 0) & (seen > 0.5) & (size.amin(2) >= LEAST)
    kind = rows[:, :, 4].long()
    cells = side // CELL
    at = (torch.arange(cells, device=zooms.device) + 0.5) * CELL
    middle = (box[:, :, :2] + box[:, :, 2:]) / 2
    middle_cell = (middle / CELL).floor().clamp(0, cells - 1)
    spread = (WIDTH * size).clamp(min=0.5 * CELL)

    def hill(axis: int) -> Tensor:
        step = (torch.arange(cells, device=zooms.device)[None, None] - middle_cell[:, :, axis, None]) * CELL
        return torch.exp(-(step**2) / (2 * spread[:, :, axis, None] ** 2))

    heights = hill(1)[:, :, :, None] * hill(0)[:, :, None, :] * learned[:, :, None, None]
    n = len(rows)
    heat = torch.zeros(n, len(CLASSES), cells, cells, device=zooms.device)
    heat.scatter_reduce_(1, kind[:, :, None, None].expand_as(heights), heights, "amax")
    inside = lambda axis: (at >= box[:, :, axis, None] - CELL) & (at <= box[:, :, axis + 2, None] + CELL)
    void = (inside(1)[:, :, :, None] & inside(0)[:, :, None, :] & (there & ~learned)[:, :, None, None]).float()
    ignored = torch.zeros_like(heat)
    ignored.scatter_reduce_(1, kind[:, :, None, None].expand_as(void), void, "amax")
    classes = torch.arange(len(CLASSES), device=zooms.device)
    unsure = (shelf.tables["unsure"][pages][:, None] >> classes & 1).float()[:, :, None, None]
    counted = (1 - torch.maximum(ignored, unsure)).clamp(min=0)
    counted = torch.where(heat > UPPER, torch.ones_like(counted), counted)

    # The smallest element whose upper part a cell lies on teaches it.
    rank = torch.where(heights > UPPER, 1 / size.prod(2).clamp(min=1)[:, :, None, None], torch.zeros_like(heights))
    best, owner = rank.max(1)
    weight = torch.where(best > 0, heights.gather(1, owner[:, None])[:, 0], torch.zeros_like(best))
    take = lambda values: values.gather(1, owner.flatten(1)).view_as(best)
    total = torch.zeros(n, most, device=zooms.device).scatter_add_(1, owner.flatten(1), weight.flatten(1))
    weight = weight / take(total).clamp(min=1e-3)
    x, y = at[None, None, :], at[None, :, None]
    sides = torch.stack([x - take(box[:, :, 0]), y - take(box[:, :, 1]), take(box[:, :, 2]) - x, take(box[:, :, 3]) - y], 1)
    bits = take(rows[:, :, 5]).long()
    states = torch.stack([(bits >> i & 1).float() for i in range(len(STATES))], 1)
    allowed = can_be().to(zooms.device)[take(rows[:, :, 4]).long()].permute(0, 3, 1, 2)
    return {"heat": heat, "counted": counted, "weight": weight, "sides": sides, "states": states, "allowed": allowed, "elements": learned.sum()}


def recolour(x: Tensor) -> Tensor:
    """Keeps hues: an error is red."""
    n, device = len(x), x.device
    rand = lambda: torch.rand(n, 1, 1, 1, device=device)
    dark = x + 1 - x.amax(1, keepdim=True) - x.amin(1, keepdim=True)  # light and dark change places
    x = torch.where(rand() < 0.25, dark, x)
    x = torch.where(rand() < 0.04, x.mean(1, keepdim=True).expand_as(x), x)
    mixed = torch.einsum("nij,njhw->nihw", torch.eye(3, device=device) + 0.08 * torch.randn(n, 3, 3, device=device), x)
    x = torch.where(rand() < 0.25, mixed.clamp(0, 1), x)
    contrast = torch.where(rand() < 0.25, 0.45 + 0.55 * rand(), torch.ones(n, 1, 1, 1, device=device))
    x = (x - 0.5) * contrast + 0.5 + (1 - contrast) * (rand() - 0.5)
    return torch.where(rand() < 0.25, x.clamp(min=1e-4) ** (0.7 + 0.6 * rand()), x)


def spoil(x: Tensor) -> Tensor:
    """(N, 3, S, S), 0..1 -> the same for the network; most pieces stay clean, as screenshots are."""
    n, device = len(x), str(x.device)
    x = recolour(x)
    flip = lambda odds: torch.nonzero(torch.rand(n, device=device) < odds).flatten()
    soft = flip(0.1)
    if len(soft):
        x[soft] = blur(x[soft], 0.3 + 0.7 * torch.rand(len(soft), device=device))
    packed = flip(0.15)
    if len(packed):
        x[packed] = jpeg(x[packed], 0.3 + 2.0 * torch.rand(len(packed), device=device) ** 2)
    return x.clamp(0, 1) * 2 - 1


def piece(shelf: Shelf, pages: Tensor, matrices: Tensor, side: int, small: bool) -> Tensor:
    return spoil(paint(shelf, pages, matrices, side, 2 if small else 1))


def heat_loss(logits: Tensor, target: Tensor, counted: Tensor, count: Tensor) -> Tensor:
    """CornerNet's focal loss: cells on the hills count less the higher they are."""
    right = torch.where(target >= 0.999, F.logsigmoid(logits) * (1 - logits.sigmoid()) ** 2, F.logsigmoid(-logits) * logits.sigmoid() ** 2 * (1 - target) ** 4)
    return -(right * counted).sum() / count.clamp(min=1)


def side_losses(values: Tensor, sides: Tensor, weight: Tensor, unit: float) -> tuple[Tensor, Tensor]:
    """1 - GIoU of the boxes, and the sides' logarithms."""
    wanted = sides.clamp(min=1.0)
    given = unit * values.clamp(-4, 6).exp()
    both = lambda a, b: torch.minimum(a, b)
    wide, high = both(given[:, 0], wanted[:, 0]) + both(given[:, 2], wanted[:, 2]), both(given[:, 1], wanted[:, 1]) + both(given[:, 3], wanted[:, 3])
    area = lambda s: (s[:, 0] + s[:, 2]) * (s[:, 1] + s[:, 3])
    shared = wide * high
    union = area(given) + area(wanted) - shared
    outer = torch.maximum(given, wanted)
    giou = shared / union - 1 + union / area(outer)
    total = weight.sum().clamp(min=1)
    logs = F.smooth_l1_loss(values, (wanted / unit).log(), reduction="none", beta=0.2).sum(1)
    return ((1 - giou) * weight).sum() / total, (logs * weight).sum() / total


MORE = {"error": 2.0, "disabled": 1.0}  # how much more an element with a state counts than one without; others 0.5


def state_loss(logits: Tensor, truth: dict[str, Tensor]) -> Tensor:
    weight = truth["allowed"] * truth["weight"][:, None]
    each = F.binary_cross_entropy_with_logits(logits, truth["states"], reduction="none")
    more = torch.tensor([MORE.get(name, 0.5) for name in STATES], device=logits.device)[None, :, None, None]
    return (each * weight * (1 + more * truth["states"])).sum() / weight.sum().clamp(min=1)  # most have no state
