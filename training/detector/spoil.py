"""Changes the colours of pieces on the GPU, and spoils some of them as scanners, cameras and JPEG do."""

from __future__ import annotations

import math

import torch
import torch.nn.functional as F
from torch import Tensor


def recolour(x: Tensor) -> Tensor:
    n, device = len(x), x.device
    rand = lambda: torch.rand(n, 1, 1, 1, device=device)
    x = torch.where(rand() < 0.3, 1 - x, x)
    x = torch.where(rand() < 0.25, x[:, torch.randperm(3, device=device)], x)
    grey = x.mean(1, keepdim=True)
    x = torch.where(rand() < 0.12, grey.expand_as(x), x)
    mixed = torch.einsum("nij,njhw->nihw", torch.eye(3, device=device) + 0.25 * torch.randn(n, 3, 3, device=device), x)
    x = torch.where(rand() < 0.2, mixed.clamp(0, 1), x)
    contrast = torch.where(rand() < 0.3, 0.25 + 0.75 * rand(), 1.0)
    x = (x - 0.5) * contrast + 0.5 + (1 - contrast) * (rand() - 0.5)
    return torch.where(rand() < 0.25, x.clamp(min=1e-4) ** (0.6 + 0.9 * rand()), x)


def blur(x: Tensor, reach: Tensor) -> Tensor:
    """Gaussian of 7 taps, `reach` (N) its standard deviation."""
    n, channels = x.shape[:2]
    at = torch.arange(-3, 4, device=x.device).float()
    taps = torch.exp(-(at[None] ** 2) / (2 * reach[:, None] ** 2))
    taps = (taps / taps.sum(1, keepdim=True)).repeat_interleave(channels, 0)
    wide = F.pad(x, (3, 3, 3, 3), mode="replicate").reshape(1, n * channels, x.shape[2] + 6, x.shape[3] + 6)
    rows = F.conv2d(wide, taps[:, None, :, None], groups=n * channels)
    return F.conv2d(rows, taps[:, None, None, :], groups=n * channels).reshape_as(x)


def dct(device: str) -> Tensor:
    k, i = torch.meshgrid(torch.arange(8.0), torch.arange(8.0), indexing="ij")
    matrix = torch.cos(math.pi * (2 * i + 1) * k / 16) / 2
    matrix[0] /= math.sqrt(2)
    return matrix.to(device)


def jpeg(x: Tensor, strength: Tensor) -> Tensor:
    """What is left after coefficients of 8×8 blocks were rounded, coarser the higher they are."""
    n, c, h, w = x.shape
    matrix = dct(str(x.device))
    k = torch.arange(8, device=x.device)
    table = (12 + 7 * (k[:, None] + k[None])) / 255 * strength[:, None, None, None, None, None]
    parts = x.reshape(n, c, h // 8, 8, w // 8, 8).permute(0, 1, 2, 4, 3, 5)
    values = matrix @ parts @ matrix.T
    parts = matrix.T @ ((values / table).round() * table) @ matrix
    return parts.permute(0, 1, 2, 4, 3, 5).reshape(n, c, h, w)


def light(n: int, side: int, device: str) -> Tensor:
    """A slow change of brightness over the piece, about 1."""
    field = torch.randn(n, 1, 4, 4, device=device) * 0.22
    return 1 + F.interpolate(field, (side, side), mode="bicubic", align_corners=False)


def spoil(x: Tensor) -> Tensor:
    """(N, 3, S, S), 0..1 -> the same, for the network. Half of the pieces stay clean."""
    n, side, device = len(x), x.shape[2], str(x.device)
    x = recolour(x)
    rand = lambda: torch.rand(n, 1, 1, 1, device=device)
    flip = lambda odds: torch.nonzero(torch.rand(n, device=device) < odds).flatten()
    scanned = flip(0.12)
    if len(scanned):
        m = len(scanned)
        grey = x[scanned].mean(1, keepdim=True).expand(-1, 3, -1, -1) * light(m, side, device)
        x[scanned] = blur(grey.contiguous(), 0.3 + 0.8 * torch.rand(m, device=device))
    soft = flip(0.12)
    if len(soft):
        x[soft] = blur(x[soft], 0.3 + 1.1 * torch.rand(len(soft), device=device))
    noise = torch.zeros(n, 1, 1, 1, device=device)
    noise[flip(0.12)] = 1
    noise[scanned] = 1
    x = x + torch.randn_like(x[:, :1]) * noise * 0.1 * rand() + torch.randn_like(x) * noise * 0.05 * rand()
    packed = flip(0.22)
    if len(packed):
        x[packed] = jpeg(x[packed], 0.3 + 3.5 * torch.rand(len(packed), device=device) ** 2)
    return x.clamp(0, 1) * 2 - 1
