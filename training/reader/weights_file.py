"""The file that carries a trained network to the C++ engine. Little-endian throughout.

    offset  size   what
    0       8      magic "FOVEANN1"
    8       4 × 8  u32: version, layers, classes, bytes of the charset, input rows, columns per step,
                   frames per step, bytes of the parameters
    40      32     SHA-256 of everything behind it
    72      24 × layers   twelve u16 a layer: kind, inputs, outputs, kernel rows, kernel columns, stride rows,
                   stride columns, padding rows, padding columns, dilation along columns, flags, slot
    ...            the charset in UTF-8: the characters of classes 1, 2, ...; class 0 is the blank
    ...            0 to 3 zero bytes, so that the parameters start at a multiple of 4
    ...            the parameters, layer by layer: float16 weights in the order [kernel row][kernel column]
                   [input][output] (depthwise: [row][column][channel]), 0 or 2 zero bytes to a multiple of 4,
                   float32 biases

Kinds and flags are those of architecture.py. Split and up layers have no parameters. Version 1 is a chain of layers
(kinds 0 to 2, flags 1 to 4, slot 0); version 2 may have kind 3 and flag 8, which use slots. A network for pictures of
any height (the detector) has 0 input rows, no charset and 0 frames; its rows and columns are padded to the step.
"""

from __future__ import annotations

import hashlib
import struct
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from training.reader.architecture import Flag, Kind, Layer

MAGIC = b"FOVEANN1"
VERSIONS = (1, 2)
HEADER = struct.Struct("<8s8I32s")
ROW = struct.Struct("<12H")


@dataclass
class Network:
    layers: list[Layer]
    charset: str
    weights: list[np.ndarray | None]  # [kernel row, kernel column, input (1 if depthwise), output], float16
    biases: list[np.ndarray | None]  # float32
    rows: int = 32
    step: int = 4
    frames: int = 2

    def version(self) -> int:
        return 2 if any(l.kind is Kind.UP or Flag.STORE in l.flags for l in self.layers) else 1


def padded(data: bytes) -> bytes:
    return data + b"\0" * (-len(data) % 4)


def write(path: Path, network: Network) -> str:
    """Writes the file; returns its SHA-256."""
    table = b"".join(
        ROW.pack(l.kind, l.inputs, l.outputs, *l.kernel, *l.stride, *l.pad, l.dilation, l.flags, l.slot) for l in network.layers
    )
    parameters = b"".join(
        padded(w.astype("<f2").tobytes()) + b.astype("<f4").tobytes()
        for w, b in zip(network.weights, network.biases) if w is not None
    )
    charset = network.charset.encode()
    front = table + charset
    body = front + b"\0" * (-(HEADER.size + len(front)) % 4) + parameters
    header = HEADER.pack(
        MAGIC, network.version(), len(network.layers), len(network.charset) + 1, len(charset), network.rows, network.step,
        network.frames, len(parameters), hashlib.sha256(body).digest(),
    )
    path.write_bytes(header + body)
    return hashlib.sha256(header + body).hexdigest()


def read(path: Path) -> Network:
    data = path.read_bytes()
    magic, version, count, classes, charset_bytes, rows, step, frames, size, digest = HEADER.unpack_from(data)
    if magic != MAGIC or version not in VERSIONS or hashlib.sha256(data[HEADER.size :]).digest() != digest:
        raise ValueError(f"{path} is not a whole weights file of version 1 or 2")
    layers, weights, biases, at = [], [], [], HEADER.size
    for _ in range(count):
        kind, inputs, outputs, kh, kw, sh, sw, ph, pw, dilation, flags, slot = ROW.unpack_from(data, at)
        layers.append(Layer(Kind(kind), inputs, outputs, (kh, kw), (sh, sw), (ph, pw), dilation, Flag(flags), slot))
        at += ROW.size
    charset = data[at : at + charset_bytes].decode()
    at = len(data) - size
    for layer in layers:
        if not layer.has_weights():
            weights.append(None)
            biases.append(None)
            continue
        inputs = layer.inputs if layer.kind is Kind.DENSE else 1
        shape = (*layer.kernel, inputs, layer.outputs)
        weights.append(np.frombuffer(data, "<f2", layer.weights(), at).reshape(shape))
        at += (2 * layer.weights() + 3) // 4 * 4
        biases.append(np.frombuffer(data, "<f4", layer.outputs, at))
        at += 4 * layer.outputs
    if len(charset) + 1 != classes or at != len(data):
        raise ValueError(f"{path} contradicts itself")
    return Network(layers, charset, weights, biases, rows, step, frames)
