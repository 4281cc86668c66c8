"""Makes scans of drawn pages: turned by up to 3 degrees, unevenly lit, blurred, noisy, packed as JPEG.

    python3 -m training.pages.scan PAGES OUT [--seed N]

PAGES holds NAME.png with NAME.json as training.pages.generate writes them; OUT gets scan-NAME.png and its .json.
"""

from __future__ import annotations

import argparse
import io
import json
import math
import random
from pathlib import Path

import numpy as np
from PIL import Image, ImageFilter

from training.detector.truth import turned_line


def turned_box(box: list[float], degrees: float, centre: tuple[float, float]) -> list[float]:
    """The upright box around a turned box."""
    x, y, w, h = box
    cx, cy, *_ = turned_line([x + w / 2, y + h / 2, w, h, 0], degrees, centre)
    cos, sin = abs(math.cos(math.radians(degrees))), abs(math.sin(math.radians(degrees)))
    w, h = w * cos + h * sin, w * sin + h * cos
    return [cx - w / 2, cy - h / 2, w, h]


def scan(picture: Image.Image, page: dict, rng: random.Random) -> tuple[Image.Image, dict]:
    degrees = rng.choice((-1, 1)) * rng.uniform(0.3, 3.0)
    centre = (picture.width / 2, picture.height / 2)
    grey = picture.convert("L").rotate(-degrees, Image.BICUBIC, fillcolor=rng.choice((255, 240, 60)))
    grey = grey.filter(ImageFilter.GaussianBlur(rng.uniform(0.2, 0.8)))
    values = np.asarray(grey, np.float32)
    noise = np.random.default_rng(rng.getrandbits(32))
    field = Image.fromarray(noise.normal(1, 0.12, (4, 4)).astype(np.float32)).resize(grey.size, Image.BICUBIC)
    values = values * rng.uniform(0.75, 0.95) * np.asarray(field) + rng.uniform(5, 40)
    values = values + noise.normal(0, rng.uniform(3, 16), values.shape)
    packed = io.BytesIO()
    Image.fromarray(np.clip(values, 0, 255).astype(np.uint8)).save(packed, "JPEG", quality=rng.randint(45, 85))
    lines = [
        {
            **row, "line": turned_line(row["line"], degrees, centre), "box": turned_box(row["box"], degrees, centre),
            "words": [{**w, "box": turned_box(w["box"], degrees, centre)} for w in row["words"]],
        }
        for row in page["lines"]
    ]
    ignored = [turned_box(box, degrees, centre) for box in page["ignored"]]
    return Image.open(packed).convert("RGB"), {**page, "kind": "scan", "lines": lines, "ignored": ignored, "elements": []}


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("pages", type=Path)
    arguments.add_argument("out", type=Path)
    arguments.add_argument("--seed", type=int, default=1)
    options = arguments.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    rng = random.Random(options.seed)
    for path in sorted(options.pages.glob("*.json")):
        page = json.loads(path.read_text("utf-8"))
        picture, page = scan(Image.open(path.with_suffix(".png")).convert("RGB"), page, rng)
        picture.save(options.out / f"scan-{path.stem}.png")
        (options.out / f"scan-{path.stem}.json").write_text(json.dumps(page, ensure_ascii=False), "utf-8")


if __name__ == "__main__":
    main()
