"""Which of the two networks loses the words of whole pages: reads every page on the lines that the detector finds, and on the true ones.

    python3 -m training.detector.blame DETECTOR.fnn READER.fnn PAGES... [--processes N] [--wrong N] [--gpu]

For every kind: word F1 on found lines, word F1 on the true lines (what a perfect detector would give), and of the words that are
lost on found lines the share that no found line covers. `--wrong` prints so many misread words of a page with what was read there. `--gpu` runs
the networks by PyTorch.
"""

from __future__ import annotations

import argparse
import functools
import json
import math
import multiprocessing
from collections import defaultdict
from pathlib import Path

import numpy as np
from PIL import Image

from training.detector import plain, score
from training.detector.crop import grey_of, words_of
from training.detector.evaluate import in_ignored, truth_of
from training.detector.plain import Line
from training.reader import plain as reading
from training.reader.weights_file import Network, read

Words = list[tuple[str, tuple[float, ...]]]


def true_lines(shapes: list) -> list[Line]:
    """As the detector would give them, from their corners."""
    lines = []
    for a, b, _, d in shapes:
        middle = ((b[0] + d[0]) / 2, (b[1] + d[1]) / 2)
        angle = math.atan2(b[1] - a[1], b[0] - a[0])
        lines.append(Line(*middle, math.dist(a, b), math.dist(a, d), 0.0 if abs(angle) < 1e-6 else angle, 1.0))
    return lines


def counts(truth: dict, words: Words) -> tuple[int, int, int]:
    right, total, _ = score.match_words(truth["words"], words)
    counted = sum(bool(score.clean(p)) for t, b in words if not in_ignored(b, truth["ignored"]) for p in t.split())
    return right, total, max(right, counted)


def lost_words(truth: dict, words: Words) -> list[tuple[str, tuple[float, ...], str]]:
    """Every true word that was not read at its place, with what was read there."""
    lost = []
    for text, box in truth["words"]:
        wanted = [p for p in map(score.clean, text.split()) if p]
        x, y, m = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2, (box[3] - box[1]) / 2
        near = [t for t, b in words if b[0] - m <= x <= b[2] + m and b[1] - m / 2 <= y <= b[3] + m / 2]
        have = {score.clean(p) for t in near for p in t.split()}
        if any(w not in have for w in wanted):
            lost.append((text, box, " ".join(near)))
    return lost


@functools.cache
def network_of(path: Path) -> Network:
    return read(path)


def examine(job: tuple[Path, Path, Path, bool]) -> tuple:
    path, detector, reader, gpu = job
    run = plain.run
    if gpu:
        from training.detector import on_gpu

        run, reading.run = on_gpu.run, on_gpu.run_reader
    name = path.name.removesuffix(".json").removesuffix(".gt.txt")
    pixels = np.asarray(Image.open(path.parent / f"{name}.png").convert("RGB"))
    truth, grey, network = truth_of(path, pixels), grey_of(pixels), network_of(reader)
    on = lambda lines: [(t, tuple(b)) for line in lines for t, b in words_of(network, grey, line)[1]]
    found = on(plain.detect(network_of(detector), pixels, run))
    exact = on(true_lines([shape for shape, _ in truth["lines"]]))
    return name, truth["kind"], counts(truth, found), counts(truth, exact), lost_words(truth, found)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("detector", type=Path)
    arguments.add_argument("reader", type=Path)
    arguments.add_argument("pages", type=Path, nargs="+")
    arguments.add_argument("--processes", type=int, default=1)
    arguments.add_argument("--wrong", type=int, default=0)
    arguments.add_argument("--gpu", action="store_true")
    options = arguments.parse_args()
    for folder in options.pages:
        paths = sorted([*folder.glob("*.json"), *folder.glob("*.gt.txt")], key=lambda p: p.name[::-1])
        rows: dict[str, list] = defaultdict(list)
        with multiprocessing.get_context("spawn").Pool(options.processes) as pool:
            for row in pool.imap_unordered(examine, [(p, options.detector, options.reader, options.gpu) for p in paths]):
                rows[row[1]].append(row)
                name, _, found, exact, lost = row
                print(f"{name} {score.f1(*found):.3f} on true lines {score.f1(*exact):.3f}", flush=True)
                for text, _, near in lost[: options.wrong]:
                    print("   ", json.dumps([text, near], ensure_ascii=False), flush=True)
        print(f"\n{folder.name}\n\n| kind | pages | words | word F1 | on true lines | lost | of those unseen |\n|---|---|---|---|---|---|---|")
        for kind, part in [*sorted(rows.items()), ("all", [r for p in rows.values() for r in p])]:
            mean = lambda i: float(np.mean([score.f1(*r[i]) for r in part]))
            lost = [w for r in part for w in r[4]]
            unseen = sum(not near for _, _, near in lost)
            print(f"| {kind} | {len(part)} | {sum(r[2][1] for r in part)} | {mean(2):.3f} | {mean(3):.3f} | {len(lost)} | {unseen} |", flush=True)


if __name__ == "__main__":
    main()
