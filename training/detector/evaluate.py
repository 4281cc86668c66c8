"""Finds and reads whole pages with exported weights, without PyTorch, and prints the figures.

    python3 -m training.detector.evaluate DETECTOR.fnn READER.fnn PAGES... [--processes N] [--marks DIR] [--words DIR] [--wrong N]

PAGES are folders of NAME.png with NAME.json (training.pages.generate) or NAME.gt.txt ("L x y w h text" lines and "W ..."
words, tab separated). Lines match at an overlap of one half; words as in score.py. `--marks` draws what was found;
`--words` writes every page's words as JSON lines {"text", "box": [left, top, right, bottom]}.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
from collections import defaultdict
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw

from training.detector import plain, score
from training.detector.crop import grey_of, words_of
from training.detector.truth import is_seen, tangled
from training.lines.charset import canonical
from training.pages.generate import corners
from training.reader.weights_file import read


def truth_of(path: Path, pixels: np.ndarray) -> dict:
    """kind, lines (corners, text), words (text, box), ignored (boxes)."""
    if path.suffix == ".txt":
        rows = [row.split("\t") for row in path.read_text("utf-8").splitlines()]
        box = lambda r: (float(r[1]), float(r[2]), float(r[1]) + float(r[3]), float(r[2]) + float(r[4]))
        shape = lambda b: [(b[0], b[1]), (b[2], b[1]), (b[2], b[3]), (b[0], b[3])]
        return {
            "kind": path.name.split("_")[0], "ignored": [], "lines": [(shape(box(r)), r[5]) for r in rows if r[0] == "L"],
            "words": [(r[5], box(r)) for r in rows if r[0] == "W"],
        }
    page = json.loads(path.read_text("utf-8"))
    wide, high = page["size"]
    whole = lambda b: b[0] >= -1 and b[1] >= -1 and b[0] + b[2] <= wide + 1 and b[1] + b[3] <= high + 1
    edges = lambda b: (b[0], b[1], b[0] + b[2], b[1] + b[3])
    bad = tangled([row["line"] for row in page["lines"]])
    bad |= {i for i, row in enumerate(page["lines"]) if not is_seen(pixels, row["line"])}
    clear = [row for i, row in enumerate(page["lines"]) if i not in bad]
    words = [w for row in clear for w in row["words"]]
    return {
        "kind": page["kind"], "lines": [(corners(row["line"]), row["text"]) for row in clear if whole(row["box"])],
        "words": [(canonical(w["text"]), edges(w["box"])) for w in words if whole(w["box"])],
        # Words at the page's edge are cut off too.
        "ignored": [edges(b) for b in page["ignored"]] + [edges(w["box"]) for w in words if not whole(w["box"])]
        + [edges(page["lines"][i]["box"]) for i in bad],
    }


def in_ignored(box: list[float], ignored: list) -> bool:
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    return any(b[0] - 2 <= x <= b[2] + 2 and b[1] - 2 <= y <= b[3] + 2 for b in ignored)


def examine(job: tuple[Path, Path, Path, Path | None, Path | None]) -> tuple:
    path, detector, reader, marks, words_to = job
    name = path.name.removesuffix(".json").removesuffix(".gt.txt")
    pixels = np.asarray(Image.open(path.parent / f"{name}.png").convert("RGB"))
    truth = truth_of(path, pixels)
    grey = grey_of(pixels)
    lines = plain.detect(read(detector), pixels)
    network, words, texts = read(reader), [], []
    for line in lines:
        text, found = words_of(network, grey, line)
        texts.append(text)
        words += found
    kept = [line for line, text in zip(lines, texts) if text]
    on_lines = score.match_lines([shape for shape, _ in truth["lines"]], [l.corners() for l in kept], truth["ignored"])
    counted = [(t, tuple(b)) for t, b in words if not in_ignored(b, truth["ignored"])]
    # A word in an ignored box that is right all the same must not be counted as missing.
    on_words = score.match_words(truth["words"], [(t, tuple(b)) for t, b in words])
    on_words = (on_words[0], on_words[1], max(on_words[0], sum(bool(score.clean(p)) for t, _ in counted for p in t.split())))
    if words_to:
        words_to.mkdir(parents=True, exist_ok=True)
        rows = [json.dumps({"text": t, "box": [round(v, 1) for v in b]}, ensure_ascii=False) for t, b in words]
        (words_to / f"{name}.jsonl").write_text("\n".join(rows), "utf-8")
    if marks:
        marks.mkdir(parents=True, exist_ok=True)
        picture = Image.fromarray(pixels)
        pen = ImageDraw.Draw(picture)
        for line, text in zip(lines, texts):
            pen.polygon(line.corners(), outline=(255, 0, 0) if text else (0, 160, 255))
        missed = [s for s, _ in truth["lines"] if not any(score.overlap(s, l.corners()) >= 0.5 for l in kept)]
        for shape in missed:
            pen.polygon(shape, outline=(0, 200, 0))
        picture.save(marks / f"{name}.png")
    left: dict[str, int] = defaultdict(int)
    for t, _ in words:
        for part in t.split():
            left[score.clean(part)] += 1
    lost = []
    for t, _ in truth["words"]:
        for part in map(score.clean, t.split()):
            if part and left[part] <= 0:
                lost.append(part)
            left[part] -= 1
    extra = [t for t, n in left.items() for _ in range(max(0, n)) if t]
    return name, truth["kind"], on_lines, on_words, lost, extra


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("detector", type=Path)
    arguments.add_argument("reader", type=Path)
    arguments.add_argument("pages", type=Path, nargs="+")
    arguments.add_argument("--processes", type=int, default=1)
    arguments.add_argument("--marks", type=Path)
    arguments.add_argument("--words", type=Path)
    arguments.add_argument("--wrong", type=int, default=0, help="so many lost and extra words of a page are printed")
    options = arguments.parse_args()
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    for folder in options.pages:
        paths = sorted([*folder.glob("*.json"), *folder.glob("*.gt.txt")])
        jobs = [(p, options.detector, options.reader, options.marks, options.words) for p in paths]
        if options.processes > 1:
            with multiprocessing.get_context("spawn").Pool(options.processes) as pool:
                results = pool.map(examine, jobs, chunksize=1)
        else:
            results = [examine(job) for job in jobs]
        parts: dict[str, list] = defaultdict(list)
        for result in results:
            parts[result[1]].append(result)
        share = lambda a, b: f"{a / max(1, b):.3f}"
        print(f"\n{folder.name}\n\n| kind | pages | lines | recall | precision | words | word F1 | worst page |\n|---|---|---|---|---|---|---|---|")
        for kind, rows in [*sorted(parts.items()), ("all", results)]:
            lines, words = np.sum([r[2] for r in rows], 0), np.sum([r[3] for r in rows], 0)
            each = [score.f1(*r[3]) for r in rows]
            print(f"| {kind} | {len(rows)} | {lines[1]} | {share(lines[0], lines[1])} | {share(lines[0], lines[2])} | {words[1]} | {np.mean(each):.3f} | {min(each):.3f} |")
        for name, _, _, on_words, lost, extra in results if options.wrong else []:
            print(f"{name} {score.f1(*on_words):.3f}\n  lost  {lost[: options.wrong]}\n  extra {extra[: options.wrong]}", flush=True)


if __name__ == "__main__":
    main()
