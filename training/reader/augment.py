"""Changes drawn lines on the GPU, so that none is seen twice: moved, stretched, slanted, lightened, noisy."""

from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import Tensor

from training.lines.prepare import ROWS
from training.reader.pool import EXTRA


def to_values(pixels: Tensor) -> Tensor:
    return pixels.float() / 127.5 - 0.5


def move(x: Tensor, widths: Tensor) -> Tensor:
    """(N, 1, 32, W) -> (N, 1, 32, W + EXTRA). Every line is shifted; two in three are bent a little as well."""
    n, _, _, width = x.shape
    device = x.device
    rand = lambda low, high: torch.rand(n, device=device) * (high - low) + low
    bent = (torch.rand(n, device=device) < 0.66).float()
    left = torch.randint(2, 10, (n,), device=device).float()
    room = (width + EXTRA - 3 - left) / widths.clamp(min=8)
    stretch = torch.minimum(1 + bent * rand(-0.08, 0.08), room)
    tall = 1 + bent * rand(-0.07, 0.07)
    slant = bent * rand(-0.08, 0.08)
    down = bent * rand(-1.0, 1.0)
    y = torch.arange(ROWS, device=device) + 0.5 - ROWS / 2
    columns = torch.arange(width + EXTRA, device=device) + 0.5
    from_x = ((columns[None] - left[:, None]) / stretch[:, None])[:, None, :] + (slant[:, None] * y[None])[:, :, None]
    from_y = (y[None] / tall[:, None] + down[:, None] + ROWS / 2)[:, :, None].expand_as(from_x)
    grid = torch.stack([from_x * (2 / width) - 1, from_y * (2 / ROWS) - 1], -1)
    return F.grid_sample(x, grid, "bilinear", "zeros", align_corners=False)


def spoil(x: Tensor) -> Tensor:
    n, device = x.shape[0], x.device
    rand = lambda: torch.rand(n, 1, 1, 1, device=device)
    x = torch.where(rand() < 0.05, 1 - x, x)  # the ground was taken for the ink
    power = torch.where(rand() < 0.3, 0.7 + 0.7 * rand(), 1.0)
    x = x.sign() * x.abs().clamp(min=1e-4) ** power
    soft = F.avg_pool2d(F.pad(x, (1, 1, 1, 1), mode="replicate"), 3, 1)
    x = torch.where(rand() < 0.15, x + (soft - x) * (1.6 * rand() - 0.6), x)  # blurred or sharpened
    x = x * (0.75 + 0.5 * rand()) + (rand() - 0.5) * 0.12
    return x + torch.randn_like(x) * (rand() * 0.09 * (rand() < 0.4))


def augment(pixels: Tensor, widths: Tensor) -> Tensor:
    return spoil(move(to_values(pixels).unsqueeze(1), widths))
