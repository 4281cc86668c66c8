"""Cuts lines out of screenshots with known text, for evaluation alone.

    python3 -m training.reader.cut SCREENS OUT.npz

SCREENS holds NAME.png with NAME.gt.txt, whose rows "L x y w h text" (tab separated) are its lines, or with
NAME.json as training.pages.generate writes it.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from PIL import Image

from training.lines.charset import canonical, label
from training.lines.ink import LUMA
from training.lines.prepare import ROWS, normalise
from training.reader.lineset import EvalLine, save

Box = tuple[int, int, int, int]


def tight(pixels: np.ndarray, box: tuple[float, float, float, float]) -> Box | None:
    """The box of the ink inside a line's box: what a line finder would give."""
    height, width, _ = pixels.shape
    x, y, w, h = box
    x0, y0 = max(0, int(x)), max(0, int(y))
    x1, y1 = min(width, int(np.ceil(x + w))), min(height, int(np.ceil(y + h)))
    part = pixels[y0:y1, x0:x1].astype(np.int32)
    if part.size == 0:
        return None
    far = np.abs(part - np.median(part.reshape(-1, 3), axis=0)).sum(2)
    most = np.percentile(far, 99.5)
    if most < 20:
        return None
    ink = far > max(12, most * 0.2)  # an underscore may be a faint row
    rows, columns = np.flatnonzero(ink.any(1)), np.flatnonzero(ink.any(0))
    return x0 + int(columns[0]), y0 + int(rows[0]), x0 + int(columns[-1]) + 1, y0 + int(rows[-1]) + 1


def crop(pixels: np.ndarray, box: Box) -> np.ndarray:
    """The prepared line: a margin of a tenth (at least a pixel) around the ink, 32 rows, ground and ink levelled."""
    x0, y0, x1, y1 = box
    margin = max(1, round((y1 - y0) * 0.1))
    part = pixels[max(0, y0 - margin) : y1 + margin, max(0, x0 - margin) : x1 + margin]
    grey = Image.fromarray(np.clip(np.rint(part.astype(np.float32) @ LUMA), 0, 255).astype(np.uint8))
    width = max(8, round(grey.width * ROWS / grey.height))
    return normalise(np.asarray(grey.resize((width, ROWS), Image.BICUBIC)))


def truths(screens: Path) -> Iterator[tuple[str, list[tuple[list[float], str]]]]:
    """(name, [(box, text)]) of every screenshot; turned lines are left out."""
    for path in sorted(screens.glob("*.gt.txt")):
        rows = (row.split("\t") for row in path.read_text("utf-8").splitlines())
        yield path.name.removesuffix(".gt.txt"), [([float(v) for v in r[1:5]], r[5]) for r in rows if r[0] == "L"]
    for path in sorted(screens.glob("*.json")):
        page = json.loads(path.read_text("utf-8"))
        yield path.stem, [(line["box"], line["text"]) for line in page["lines"] if not line["angle"]]


def lines_of(screens: Path) -> list[EvalLine]:
    lines = []
    for name, rows in truths(screens):
        pixels = np.asarray(Image.open(screens / f"{name}.png").convert("RGB"))
        height, width, _ = pixels.shape
        for (x, y, w, h), text in rows:
            whole = x >= 0 and y >= 0 and x + w <= width and y + h <= height
            box = tight(pixels, (x, y, w, h)) if whole else None
            if box is not None and box[3] - box[1] >= 3:
                lines.append(EvalLine(crop(pixels, box), label(canonical(text)), name))
    return lines


def main(screens: Path, out: Path) -> None:
    lines = lines_of(screens)
    save(out, lines)
    print(f"{len(lines)} lines")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
