"""The layer table as a PyTorch module, with BatchNorm behind every layer but the last."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from training.reader.architecture import Flag, Kind, Layer, reader


class Step(nn.Module):
    """One row of the table."""

    def __init__(self, layer: Layer, last: bool) -> None:
        super().__init__()
        self.layer = layer
        groups = layer.inputs if layer.kind is Kind.DEPTHWISE else 1
        self.conv = nn.Conv2d(
            layer.inputs, layer.outputs, layer.kernel, layer.stride, layer.pad, (1, layer.dilation), groups, bias=last
        )
        self.norm = nn.Identity() if last else nn.BatchNorm2d(layer.outputs)

    def forward(self, x: Tensor) -> Tensor:
        x = self.norm(self.conv(x))
        return torch.relu_(x) if Flag.RELU in self.layer.flags else x


def split_frames(x: Tensor, frames: int) -> Tensor:
    """(N, frames·C, 1, T) -> (N, C, 1, frames·T), the frames of a column beside each other."""
    n, channels, _, columns = x.shape
    x = x.reshape(n, frames, channels // frames, columns)
    return x.permute(0, 2, 3, 1).reshape(n, channels // frames, 1, columns * frames)


class Reader(nn.Module):
    def __init__(self, layers: list[Layer] | None = None) -> None:
        super().__init__()
        self.layers = layers or reader()
        last = self.layers[-1]
        self.steps = nn.ModuleList(
            nn.Identity() if layer.kind is Kind.SPLIT else Step(layer, layer is last) for layer in self.layers
        )

    def forward(self, x: Tensor) -> Tensor:
        """(N, 1, 32, W), W a multiple of 4 -> (N, W / 2, classes), unnormalised."""
        kept = x
        for layer, step in zip(self.layers, self.steps):
            if layer.kind is Kind.SPLIT:
                x = split_frames(x, layer.kernel[1])
                continue
            if Flag.KEEP in layer.flags:
                kept = x
            x = step(x)
            if Flag.ADD in layer.flags:
                x = x + kept
        return x.squeeze(2).transpose(1, 2)
