"""The layer table as a PyTorch module."""

from __future__ import annotations

import torch.nn.functional as F
from torch import Tensor, nn

from training.detector.architecture import detector
from training.reader.architecture import Flag, Kind, Layer
from training.reader.model import Step


class Detector(nn.Module):
    def __init__(self, layers: list[Layer] | None = None) -> None:
        super().__init__()
        self.layers = layers or detector()
        last = self.layers[-1]
        self.steps = nn.ModuleList(
            Step(layer, layer is last) if layer.has_weights() else nn.Identity() for layer in self.layers
        )

    def forward(self, x: Tensor) -> Tensor:
        """(N, 3, H, W), sizes multiples of 32 -> (N, 10, H / 4, W / 4)."""
        kept, slots = x, {}
        for layer, step in zip(self.layers, self.steps):
            if layer.kind is Kind.UP:
                x = F.interpolate(x, scale_factor=2, mode="nearest") + slots[layer.slot]
                continue
            if Flag.KEEP in layer.flags:
                kept = x
            x = step(x)
            if Flag.ADD in layer.flags:
                x = x + kept
            if Flag.STORE in layer.flags:
                slots[layer.slot] = x
        return x
