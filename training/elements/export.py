"""Writes a trained element detector as the weights file, and a reference answer for the C++ engine's tests.

    python3 -m training.elements.export CHECKPOINT OUT.fnn
    python3 -m training.elements.export --reference WEIGHTS.fnn PICTURE.png OUT.bin

The reference file: u32 rows, u32 columns, rows×columns×3 bytes (the picture), u32 rows, u32 columns, u32 values of the
answer after its quarters are laid out, its float32 values (row by row, values last), u32 elements, and for each element u32
class (in the order of CLASSES), u32 states (bit n is the n-th of STATES), five float32: left, top, right, bottom, score. All
little-endian.
"""

from __future__ import annotations

import struct
import sys
from pathlib import Path

import numpy as np

from training.elements import plain
from training.elements.architecture import CLASSES, STATES, STEP, elements
from training.reader.export import fold, write_checked
from training.reader.weights_file import Network, read


def export(checkpoint: dict, layers: list, path: Path) -> str:
    return write_checked(path, Network(layers, "", *fold(checkpoint, layers), rows=0, step=STEP, frames=0))


def write_reference(weights: Path, picture: Path, out: Path) -> None:
    from PIL import Image

    pixels = np.asarray(Image.open(picture).convert("RGB"))
    maps = plain.answer(read(weights), pixels)
    found = plain.elements_of(maps, pixels.shape[:2])
    with out.open("wb") as file:
        file.write(struct.pack("<II", *pixels.shape[:2]) + pixels.tobytes())
        file.write(struct.pack("<III", *maps.shape) + maps.astype("<f4").tobytes())
        file.write(struct.pack("<I", len(found)))
        for element in found:
            bits = sum(1 << STATES.index(s) for s in element.states)
            file.write(struct.pack("<II5f", CLASSES.index(element.kind), bits, *element.box, element.score))
    print(f"{len(found)} elements")


def main() -> None:
    if sys.argv[1] == "--reference":
        write_reference(*map(Path, sys.argv[2:5]))
        return
    import torch

    print(export(torch.load(sys.argv[1], map_location="cpu")["ema"], elements(), Path(sys.argv[2])))


if __name__ == "__main__":
    main()
