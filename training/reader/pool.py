"""The drawn lines on the GPU, by width. A thread takes new chunk files up as they appear."""

from __future__ import annotations

import os
import threading
import time
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from training.lines import chunks
from training.lines.prepare import ROWS

EXTRA = 16  # columns of ground that a batch has more than its lines


def lines_of(width: int, columns: int) -> int:
    """Lines in a batch of so many columns."""
    return max(32, columns // width)


class Pool:
    """Holds up to `bytes_each` of pixels for every width; then the oldest lines are replaced."""

    def __init__(self, folder: Path, device: str, bytes_each: int) -> None:
        self.folder, self.device = folder, device
        self.capacity = [bytes_each // (ROWS * width) // chunks.LINES * chunks.LINES for width in chunks.WIDTHS]
        empty = lambda *shape, dtype: torch.empty(shape, dtype=dtype, device=device)
        self.pixels = [empty(n, ROWS, w, dtype=torch.uint8) for n, w in zip(self.capacity, chunks.WIDTHS)]
        self.widths = [empty(n, dtype=torch.int16) for n in self.capacity]
        self.lengths = [empty(n, dtype=torch.int16) for n in self.capacity]
        self.labels = [empty(n, chunks.LONGEST, dtype=torch.int16) for n in self.capacity]
        self.count = [0] * len(chunks.WIDTHS)
        self.next = [0] * len(chunks.WIDTHS)
        self.taken: set[str] = set()
        self.total = 0
        self.stopped = threading.Event()

    def follow(self) -> None:
        """Runs in a thread."""
        while not self.stopped.is_set():
            names = [n for n in os.listdir(self.folder) if n.endswith(".lines") and n not in self.taken]
            for name in names:
                if self.stopped.is_set():
                    return
                self.add(int(name.split("-")[0]), chunks.read(self.folder / name))
                self.taken.add(name)
            time.sleep(0.3 if names else 0.1)

    def add(self, bucket: int, chunk: chunks.Chunk) -> None:
        size = len(chunk.widths)
        start = self.next[bucket] if self.next[bucket] + size <= self.capacity[bucket] else 0
        part = slice(start, start + size)
        for store, values in (
            (self.pixels, chunk.pixels), (self.widths, chunk.widths), (self.lengths, chunk.lengths), (self.labels, chunk.labels)
        ):
            store[bucket][part].copy_(torch.from_numpy(np.ascontiguousarray(values)))
        self.next[bucket] = start + size
        self.count[bucket] = max(self.count[bucket], start + size)
        self.total += size

    def batch(self, columns: int, rng: np.random.Generator) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """Pixels, widths, labels, lengths of random lines of one width: `columns` in all, any line as likely."""
        sizes = np.array([lines_of(width, columns) for width in chunks.WIDTHS])
        odds = np.array([n / s if n >= 32 else 0 for n, s in zip(self.count, sizes)])
        bucket = rng.choice(len(odds), p=odds / odds.sum())
        at = torch.randint(0, self.count[bucket], (int(sizes[bucket]),), device=self.device)
        return self.pixels[bucket][at], self.widths[bucket][at].float(), self.labels[bucket][at].long(), self.lengths[bucket][at].long()
