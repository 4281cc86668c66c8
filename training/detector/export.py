"""Writes a trained detector as the weights file, and a reference answer for the C++ engine's tests.

    python3 -m training.detector.export CHECKPOINT OUT.fnn
    python3 -m training.detector.export --reference WEIGHTS.fnn PICTURE.png OUT.bin

The reference file: u32 rows, u32 columns, rows×columns×3 bytes (the picture), u32 rows, u32 columns, u32 channels of the
answer, its float32 values (row by row, channels last), u32 lines, and for each line seven float32: centre x and y,
length, height, angle in radians, score, 1 or (doubtful) 0. All little-endian.
"""

from __future__ import annotations

import struct
import sys
from pathlib import Path

import numpy as np

from training.detector import plain
from training.detector.architecture import STEP, detector
from training.reader.export import fold, write_checked
from training.reader.weights_file import Network, read


def export(checkpoint: dict, layers: list, path: Path) -> str:
    return write_checked(path, Network(layers, "", *fold(checkpoint, layers), rows=0, step=STEP, frames=0))


def write_reference(weights: Path, picture: Path, out: Path) -> None:
    from PIL import Image

    network = read(weights)
    pixels = np.asarray(Image.open(picture).convert("RGB"))
    maps = plain.answer(network, pixels)
    lines = plain.lines_of(maps)
    with out.open("wb") as file:
        file.write(struct.pack("<II", *pixels.shape[:2]) + pixels.tobytes())
        file.write(struct.pack("<III", *maps.shape) + maps.astype("<f4").tobytes())
        file.write(struct.pack("<I", len(lines)))
        for line in lines:
            file.write(struct.pack("<7f", line.x, line.y, line.length, line.height, line.angle, line.score, line.sure))
    print(f"{len(lines)} lines")


def main() -> None:
    if sys.argv[1] == "--reference":
        write_reference(*map(Path, sys.argv[2:5]))
        return
    import torch

    print(export(torch.load(sys.argv[1], map_location="cpu")["ema"], detector(), Path(sys.argv[2])))


if __name__ == "__main__":
    main()
