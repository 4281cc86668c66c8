"""Exported networks run by PyTorch on a GPU, in float32, in the place of plain.py's numpy: the same figures in seconds."""

from __future__ import annotations

import numpy as np
import torch
import torch.nn.functional as F

from training.reader.architecture import Flag, Kind
from training.reader.weights_file import Network

DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = False
torch.backends.cudnn.benchmark = False
_kept: dict[int, tuple[Network, list]] = {}


def tensors_of(network: Network) -> list:
    if id(network) not in _kept:
        make = lambda values: None if values is None else torch.from_numpy(np.array(values, np.float32)).to(DEVICE)
        pairs = [(make(w), make(b)) for w, b in zip(network.weights, network.biases)]
        _kept[id(network)] = network, [(w if w is None else w.permute(3, 2, 0, 1).contiguous(), b) for w, b in pairs]
    return _kept[id(network)][1]


@torch.no_grad()
def run(network: Network, x: np.ndarray) -> np.ndarray:
    """rows × columns × channels in and out, as detector/plain.py's and elements/plain.py's `run`."""
    t = torch.from_numpy(np.ascontiguousarray(x.transpose(2, 0, 1)))[None].to(DEVICE)
    kept, slots = t, {}
    for layer, (weights, bias) in zip(network.layers, tensors_of(network)):
        if layer.kind is Kind.UP:
            t = F.interpolate(t, scale_factor=2, mode="nearest") + slots[layer.slot]
            continue
        if layer.kind is Kind.SPLIT:
            n, frames = t.shape[0], layer.kernel[1]
            t = t.reshape(n, frames, layer.outputs, t.shape[3]).permute(0, 2, 3, 1).reshape(n, layer.outputs, 1, -1)
            continue
        if Flag.KEEP in layer.flags:
            kept = t
        groups = layer.inputs if layer.kind is Kind.DEPTHWISE else 1
        t = F.conv2d(t, weights, bias, layer.stride, layer.pad, (1, layer.dilation), groups)
        if Flag.RELU in layer.flags:
            t = torch.relu_(t)
        if Flag.ADD in layer.flags:
            t = t + kept
        if Flag.STORE in layer.flags:
            slots[layer.slot] = t
    return t[0].permute(1, 2, 0).cpu().numpy()


def run_reader(network: Network, x: np.ndarray) -> np.ndarray:
    """As reader/plain.py's `run`."""
    return run(network, x)[0]
