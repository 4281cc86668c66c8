"""Writes a trained network as the weights file, and a reference answer for the C++ engine's tests.

    python3 -m training.reader.export CHECKPOINT OUT.fnn
    python3 -m training.reader.export --reference WEIGHTS.fnn LINES.npz OUT.bin

The reference file: u32 lines; for each line u32 width, 32×width bytes (the prepared line, row by row, without
margins), u32 frames, u32 classes, frames×classes float32 (the answer, unnormalised).
"""

from __future__ import annotations

import math
import struct
import sys
from pathlib import Path

import numpy as np

from training.lines.charset import CHARS
from training.reader import plain
from training.reader.architecture import Kind
from training.reader.lineset import load
from training.reader.weights_file import Network, read, write


def fold(checkpoint: dict, layers: list) -> tuple[list, list]:
    """BatchNorm into the weights in front of it: weights and biases of every layer."""
    weights, biases = [], []
    array = lambda key: checkpoint[key].detach().float().cpu().numpy().astype(np.float64)
    for i, layer in enumerate(layers):
        if not layer.has_weights():
            weights.append(None)
            biases.append(None)
            continue
        name = f"steps.{i}."
        weight = array(name + "conv.weight")
        if name + "norm.weight" in checkpoint:
            scale = array(name + "norm.weight") / np.sqrt(array(name + "norm.running_var") + 1e-5)
            bias = array(name + "norm.bias") - array(name + "norm.running_mean") * scale
            weight = weight * scale[:, None, None, None]
        else:
            bias = array(name + "conv.bias")
        weights.append(weight.transpose(2, 3, 1, 0).astype(np.float16))
        biases.append(bias.astype(np.float32))
    return weights, biases


def export(checkpoint: dict, layers: list, path: Path) -> str:
    frames = next(layer.kernel[1] for layer in layers if layer.kind is Kind.SPLIT)
    step = math.prod(layer.stride[1] for layer in layers)
    return write_checked(path, Network(layers, CHARS, *fold(checkpoint, layers), step=step, frames=frames))


def write_checked(path: Path, network: Network) -> str:
    largest = max(float(np.abs(w.astype(np.float32)).max()) for w in network.weights if w is not None)
    if not np.isfinite(largest):
        raise ValueError("a weight does not fit float16")
    return write(path, network)


def write_reference(weights: Path, lines: Path, out: Path, most: int = 2) -> None:
    network = read(weights)
    chosen = sorted(load(lines), key=lambda l: abs(l.pixels.shape[1] - 130))[:most]
    with out.open("wb") as file:
        file.write(struct.pack("<I", len(chosen)))
        for line in chosen:
            answer = plain.run(network, plain.to_input(line.pixels, network.step)).astype("<f4")
            file.write(struct.pack("<I", line.pixels.shape[1]) + np.ascontiguousarray(line.pixels).tobytes())
            file.write(struct.pack("<II", *answer.shape) + answer.tobytes())
            print(f"{line.text!r} read as {plain.read_line(network, line.pixels)!r}")


def main() -> None:
    if sys.argv[1] == "--reference":
        write_reference(*map(Path, sys.argv[2:5]))
        return
    import torch

    from training.reader.architecture import reader

    checkpoint = torch.load(sys.argv[1], map_location="cpu")["ema"]
    step = checkpoint["steps.0.conv.weight"].shape[3] + 1  # of the first layer's kernel
    print(export(checkpoint, reader(step=step), Path(sys.argv[2])))


if __name__ == "__main__":
    main()
