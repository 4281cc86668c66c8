"""Finds controls on whole pages with exported weights, without PyTorch, and prints the figures.

    python3 -m training.elements.evaluate ELEMENTS.fnn PAGES... [--processes N] [--marks DIR] [--libraries]

PAGES are folders of NAME.png or NAME.webp with NAME.json (training.pages.generate), or pictures alone (then only --marks
has a use). The height of lines that tells how far a picture is shrunk comes from the page's truth. `--libraries` also prints the figures of each component library.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw

from training.elements import plain, score
from training.elements.truth import Element, elements_of, line_height_of, picture_of, unsure_of
from training.reader.weights_file import read

COLOURS = {
    "button": "#e6194b", "field": "#3c6cf4", "select": "#00a5c0", "checkbox": "#2ca02c", "radio": "#8fbc00", "toggle": "#b15928",
    "tab": "#f58231", "link": "#911eb4", "icon": "#888888", "menu-item": "#f032e6", "slider": "#006400",
}


def draw(pixels: np.ndarray, found: list[Element]) -> Image.Image:
    picture = Image.fromarray(pixels)
    pen = ImageDraw.Draw(picture)
    for element in found:
        pen.rectangle(element.box, outline=COLOURS[element.kind], width=2)
        pen.text((element.box[0] + 1, element.box[1] - 10), f"{element.kind} {' '.join(sorted(element.states))} {element.score:.2f}", fill=COLOURS[element.kind])
    return picture


def examine(job: tuple[Path, Path, Path | None]) -> tuple[str, score.Tally]:
    path, weights, marks = job
    alone = path.suffix == ".png"
    pixels = np.asarray(Image.open(path).convert("RGB")) if alone else picture_of(path)
    page = {"lines": []} if alone else json.loads(path.read_text("utf-8"))
    found = plain.detect(read(weights), pixels, least=0.05, line_height=line_height_of(page))
    if marks:
        marks.mkdir(parents=True, exist_ok=True)
        draw(pixels, [e for e in found if e.score >= plain.MIN_SCORE]).save(marks / f"{path.stem}.png")
    if alone:
        return "", score.Tally()
    return page["library"] or "invented", score.compare(elements_of(page), found, unsure_of(page))


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("weights", type=Path)
    arguments.add_argument("pages", type=Path, nargs="+")
    arguments.add_argument("--processes", type=int, default=1)
    arguments.add_argument("--marks", type=Path)
    arguments.add_argument("--libraries", action="store_true")
    options = arguments.parse_args()
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    for folder in options.pages:
        paths = sorted(folder.glob("*.json")) or sorted(folder.glob("*.png"))
        jobs = [(path, options.weights, options.marks) for path in paths]
        with multiprocessing.get_context("spawn").Pool(options.processes) as pool:
            results = pool.map(examine, jobs, chunksize=1)
        total, parts = score.Tally(), {}
        for library, tally in results:
            total.add(tally)
            parts.setdefault(library, score.Tally()).add(tally)
        print(f"\n{folder.name}: {len(paths)} pages\n\n{score.table(total)}")
        for library, tally in sorted(parts.items()) if options.libraries else []:
            print(library, score.figures(tally), f"{sum(tally.truth.values())} elements")


if __name__ == "__main__":
    main()
