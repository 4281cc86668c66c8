"""Draws a sheet of generated lines with their labels, to be looked at.

    python3 -m training.lines.sheet OUT.png [SEED]
"""

from __future__ import annotations

import sys
import time

import numpy as np
from PIL import Image, ImageDraw

from training.lines.generator import LineGenerator


def main(path: str, seed: int = 1, count: int = 96) -> None:
    lines = LineGenerator(seed)
    start = time.process_time()
    samples = [lines.sample() for _ in range(count * 3)]
    took = (time.process_time() - start) / len(samples)
    widths = [image.shape[1] for image, _ in samples]
    print(f"{took * 1000:.2f} ms a line, mean width {np.mean(widths):.0f}, {np.mean([len(t) for _, t in samples]):.0f} letters")
    sheet = Image.new("L", (1600, 46 * count // 2), 128)
    pen = ImageDraw.Draw(sheet)
    font = lines.faces.font("debian-DejaVuSans.ttf", 10)
    for i, (image, text) in enumerate(samples[:count]):
        x, y = i % 2 * 800, i // 2 * 46
        sheet.paste(Image.fromarray(image[:, :790]), (x, y))
        pen.text((x + 2, y + 33), text, 255, font=font)
    sheet.save(path)


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:3]))
