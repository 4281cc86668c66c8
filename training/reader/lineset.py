"""Lines kept for evaluation: prepared pixels with their texts and where they came from, in one .npz file."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np


@dataclass
class EvalLine:
    pixels: np.ndarray  # uint8 32×W, as training.lines.prepare leaves them
    text: str
    origin: str = ""


def save(path: Path, lines: list[EvalLine]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(
        path,
        pixels=np.concatenate([l.pixels for l in lines], 1),
        widths=np.array([l.pixels.shape[1] for l in lines]),
        texts=np.array([l.text for l in lines]),
        origins=np.array([l.origin for l in lines]),
    )


def load(path: Path) -> list[EvalLine]:
    stored = np.load(path)
    ends = np.cumsum(stored["widths"])
    parts = np.split(stored["pixels"], ends[:-1], axis=1)
    return [EvalLine(p, str(t), str(o)) for p, t, o in zip(parts, stored["texts"], stored["origins"])]
