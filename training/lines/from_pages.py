"""Cuts lines for the reader out of drawn pages (training.pages.generate), as long as pages appear, into chunk files.

    python3 -m training.lines.from_pages PAGES FOLDER [--processes N] [--seed N] [--times N] [--once]

Every line is cut as the detector would give it, with its small errors, or tight around its ink, as a plain line finder does. A page is
cut `--times` times: as it is, or scaled, packed as JPEG or scanned. One cut in thirty is of a place without text, labelled so.
"""

from __future__ import annotations

import argparse
import io
import json
import math
import multiprocessing
import os
import random
import time
from pathlib import Path

import numpy as np
from PIL import Image

from training.detector.crop import crop, grey_of
from training.detector.plain import Line
from training.detector.truth import is_seen, tangled
from training.lines import chunks
from training.lines.charset import canonical, is_known, label
from training.lines.generator import WIDEST, Sample
from training.pages.scan import scan
from training.reader import cut

NOTHING = 1 / 30  # cuts of places without text, to one of a line


def spoilt(picture: Image.Image, page: dict, rng: random.Random) -> tuple[Image.Image, dict]:
    """As it was shot (half of all), at another size, packed, or scanned."""
    kind = rng.random()
    if kind < 0.5:
        return picture, page
    if kind < 0.65:
        return scan(picture, page, rng)
    if kind < 0.85:
        heights = sorted(row["line"][3] for row in page["lines"]) or [16.0]
        least = max(0.55, 8.5 / max(4.0, heights[len(heights) // 5]))  # most lines stay legible
        factor = rng.uniform(least, 1.0) if least < 1 and rng.random() < 0.7 else rng.uniform(1.0, 1.8)
        size = round(picture.width * factor), round(picture.height * factor)
        picture = picture.resize(size, rng.choice((Image.BILINEAR, Image.BICUBIC, Image.LANCZOS, Image.BOX)))
        grown = lambda values: [v * factor for v in values]
        lines = [{**row, "box": grown(row["box"]), "line": [*grown(row["line"][:4]), row["line"][4]]} for row in page["lines"]]
        page = {**page, "size": size, "lines": lines, "ignored": [grown(b) for b in page["ignored"]]}
        if rng.random() < 0.5:
            return picture, page
    packed = io.BytesIO()
    picture.save(packed, "JPEG", quality=rng.randint(35, 92))
    return Image.open(packed).convert("RGB"), page


def as_found(row: dict, rng: random.Random) -> Line:
    """The line with the detector's errors."""
    x, y, length, height, angle = row["line"]
    error = lambda size: min(0.15, max(-0.12, rng.gauss(0, size))) * height
    above, below, before, behind = error(0.035), error(0.035), error(0.06), error(0.06)
    radians = math.radians(angle)
    if angle and rng.random() < 0.7 and length < 12 * height:
        radians += rng.gauss(0, 0.02)
    u, v = (behind - before) / 2, (below - above) / 2
    cos, sin = math.cos(radians), math.sin(radians)
    return Line(
        x + u * cos - v * sin, y + u * sin + v * cos, max(2.0, length + before + behind), max(3.0, height + above + below), radians, 1.0
    )


def empty_place(page: dict, rng: random.Random) -> Line | None:
    wide, high = page["size"]
    height = rng.choice(page["lines"])["line"][3] if page["lines"] else 16.0
    height *= rng.uniform(0.7, 1.6)
    length = height * rng.choice((1.0, 1.0, 1.5, 2.0, 3.0, 5.0))
    x, y = rng.uniform(length, wide - length), rng.uniform(height, high - height)
    if length * 2 > wide:
        return None
    reach = 0.7
    for bx, by, bw, bh in [row["box"] for row in page["lines"]] + page["ignored"]:
        if bx < x + reach * length and x - reach * length < bx + bw and by < y + reach * height and y - reach * height < by + bh:
            return None
    return Line(x, y, length, height, 0.0, 1.0)


def samples_of(picture: Image.Image, page: dict, rng: random.Random) -> list[Sample]:
    pixels = np.asarray(picture.convert("RGB"))
    grey = grey_of(pixels)
    wide, high = picture.size
    bad = tangled([row["line"] for row in page["lines"]])
    found: list[Sample] = []
    for i, row in enumerate(page["lines"]):
        x, y, w, h = row["box"]
        text = label(canonical(row["text"]))
        if i in bad or not text or not is_known(text) or row["line"][3] < 6.5:
            continue
        if x < 0 or y < 0 or x + w > wide or y + h > high or not is_seen(pixels, row["line"]):
            continue
        image = None
        if not row["line"][4] and rng.random() < 0.3:
            box = cut.tight(pixels, (x, y, w, h))
            if box is not None and box[3] - box[1] >= 0.35 * row["line"][3]:  # a lone dash is not blown up
                image = cut.crop(pixels, box)
        if image is None:
            image = crop(grey, as_found(row, rng))
        if 2 * len(text) + 2 <= image.shape[1] <= WIDEST - 8 and len(text) <= chunks.LONGEST:
            found.append((image, text))
    for _ in range(math.ceil(len(found) * NOTHING)):
        place = empty_place(page, rng)
        if place is not None:
            found.append((crop(grey, place), ""))
    return found


def picture_of(path: Path) -> Path | None:
    return next((p for p in (path.with_suffix(s) for s in (".webp", ".png")) if p.exists()), None)


def work(pages: Path, folder: Path, number: int, processes: int, options: argparse.Namespace) -> None:
    parent, rng = os.getppid(), random.Random(options.seed * 1000 + number)
    waiting: list[list[Sample]] = [[] for _ in chunks.WIDTHS]
    done: set[str] = set()
    written = 0

    def flush(bucket: int) -> None:
        nonlocal written
        chunks.write(folder / f"{bucket}-p{options.seed}x{number}-{written}.lines", chunks.make(waiting[bucket], chunks.WIDTHS[bucket]))
        waiting[bucket] = []
        written += 1

    while os.getppid() == parent:
        names = [n for n in os.listdir(pages) if n.endswith(".json") and n not in done and hash_of(n) % processes == number]
        rng.shuffle(names)
        for name in names:
            done.add(name)
            try:
                page, source = json.loads((pages / name).read_text("utf-8")), picture_of(pages / name)
                picture = Image.open(source).convert("RGB")
            except (ValueError, OSError, AttributeError):  # still being written
                done.discard(name)
                continue
            for _ in range(options.times):
                for image, text in samples_of(*spoilt(picture, page, rng), rng):
                    bucket = chunks.bucket_of(image.shape[1])
                    waiting[bucket].append((image, text))
                    if len(waiting[bucket]) >= (32 if written < 60 else chunks.LINES):
                        flush(bucket)
            if os.getppid() != parent:
                return
        if options.once:
            break
        time.sleep(0.5)
    for bucket, samples in enumerate(waiting):
        if samples:
            flush(bucket)


def hash_of(name: str) -> int:
    return sum(name.encode()) * 31 + len(name)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("pages", type=Path)
    arguments.add_argument("folder", type=Path)
    arguments.add_argument("--processes", type=int, default=1)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--times", type=int, default=2)
    arguments.add_argument("--once", action="store_true", help="ends when every page that is there was cut")
    options = arguments.parse_args()
    for folder in (options.pages, options.folder):
        folder.mkdir(parents=True, exist_ok=True)
    workers = [
        multiprocessing.Process(target=work, args=(options.pages, options.folder, i, options.processes, options), daemon=True)
        for i in range(options.processes)
    ]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()


if __name__ == "__main__":
    main()
