"""The network in numpy: the exported file run without PyTorch, and the text read from its answer.

This is the reference that the C++ engine is compared with, so it is written for clearness: activations are
[row][column][channel], float32 throughout.
"""

from __future__ import annotations

import numpy as np

from training.lines.prepare import GROUND
from training.reader.architecture import Flag, Kind, Layer
from training.reader.weights_file import Network


def to_input(line: np.ndarray, step: int, margin: int = 4) -> np.ndarray:
    """Bytes of a prepared line (32×W) as the network's input (32×W'×1), with the margins it expects."""
    right = margin + -(line.shape[1] + 2 * margin) % step
    wide = np.pad(line, ((0, 0), (margin, right)), constant_values=GROUND)
    return (wide.astype(np.float32) / 127.5 - 0.5)[:, :, None]


def windows(x: np.ndarray, layer: Layer) -> tuple[list[list[np.ndarray]], int, int]:
    """For every kernel position the part of the padded input that it sees."""
    rows, columns = layer.size_after(x.shape[0], x.shape[1])
    x = np.pad(x, ((layer.pad[0],) * 2, (layer.pad[1],) * 2, (0, 0)))
    (sy, sx), d = layer.stride, layer.dilation
    seen = [
        [x[i : i + sy * (rows - 1) + 1 : sy, j * d : j * d + sx * (columns - 1) + 1 : sx] for j in range(layer.kernel[1])]
        for i in range(layer.kernel[0])
    ]
    return seen, rows, columns


def run_layer(x: np.ndarray, layer: Layer, weights: np.ndarray, bias: np.ndarray) -> np.ndarray:
    seen, rows, columns = windows(x, layer)
    weights = weights.astype(np.float32)
    out = np.broadcast_to(bias, (rows, columns, layer.outputs)).copy()
    for i, row in enumerate(seen):
        for j, part in enumerate(row):
            out += part @ weights[i, j] if layer.kind is Kind.DENSE else part * weights[i, j, 0]
    return np.maximum(out, 0) if Flag.RELU in layer.flags else out


def run(network: Network, x: np.ndarray) -> np.ndarray:
    """32×W×1 -> frames × classes, unnormalised."""
    kept = x
    for layer, weights, bias in zip(network.layers, network.weights, network.biases):
        if layer.kind is Kind.SPLIT:
            x = x.reshape(1, x.shape[1] * layer.kernel[1], layer.outputs)
            continue
        if Flag.KEEP in layer.flags:
            kept = x
        x = run_layer(x, layer, weights, bias)
        if Flag.ADD in layer.flags:
            x = x + kept
    return x[0]


def decode(best: np.ndarray, charset: str) -> str:
    """CTC, greedy: repeated classes are one, blanks are none."""
    before = np.concatenate([[0], best[:-1]])
    return "".join(charset[c - 1] for c in best[(best != 0) & (best != before)])


def read_line(network: Network, line: np.ndarray) -> str:
    return " ".join(decode(run(network, to_input(line, network.step)).argmax(1), network.charset).split())
