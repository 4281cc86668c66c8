"""Draws lines with all cores into chunk files until stopped (or until enough).

    python3 -m training.lines.draw FOLDER [--seed N] [--processes N] [--lines N] [--held-out] [--data DIR]
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
from pathlib import Path

from training.lines import chunks
from training.lines.generator import DATA, LineGenerator, Sample


def work(folder: Path, seed: int, lines: int, held: bool, data: Path) -> None:
    """Draws `lines` lines (0: without end). Chunks that are not full are written at the end."""
    parent = os.getppid()
    generator = LineGenerator(seed, held, data)
    waiting: list[list[Sample]] = [[] for _ in chunks.WIDTHS]
    drawn = written = 0

    def flush(bucket: int) -> None:
        nonlocal written
        chunk = chunks.make(waiting[bucket], chunks.WIDTHS[bucket])
        chunks.write(folder / f"{bucket}-{seed}-{written}.lines", chunk)
        waiting[bucket] = []
        written += 1

    while not lines or drawn < lines:
        image, text = generator.sample()
        drawn += 1
        if len(text) > chunks.LONGEST:
            continue
        bucket = chunks.bucket_of(image.shape[1])
        waiting[bucket].append((image, text))
        # The first chunks are small, so that training can start at once.
        if len(waiting[bucket]) >= min(chunks.LINES, 8 + drawn // 50):
            flush(bucket)
        if os.getppid() != parent:  # the parent is gone
            return
    for bucket, samples in enumerate(waiting):
        if samples:
            flush(bucket)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("folder", type=Path)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--processes", type=int, default=os.cpu_count())
    arguments.add_argument("--lines", type=int, default=0)
    arguments.add_argument("--held-out", action="store_true")
    arguments.add_argument("--data", type=Path, default=DATA)
    options = arguments.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    each = -(-options.lines // options.processes)
    workers = [
        multiprocessing.Process(
            target=work, args=(options.folder, options.seed * 1000 + i, each, options.held_out, options.data), daemon=True
        )
        for i in range(options.processes)
    ]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()


if __name__ == "__main__":
    main()
