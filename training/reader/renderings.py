"""Two lines of code as a browser shows them: 4 coding fonts × 6 sizes × light and dark, for evaluation alone.

    python3 -m training.reader.renderings DOWNLOADS OUT.npz
"""

from __future__ import annotations

import io
import sys
import tempfile
from pathlib import Path

import numpy as np
from PIL import Image

from training.pages.chromium import Chromium
from training.reader.cut import crop, tight
from training.reader.lineset import EvalLine, save

LINES = ('if __name__ == "__main__":', "total = a * b - c + d")
FONTS = {
    "DejaVu Sans Mono": "DejaVuSansMono.ttf", "Liberation Mono": "LiberationMono-Regular.ttf",
    "Fira Code": "FiraCode-Regular.ttf", "JetBrains Mono": "JetBrainsMono-Regular.ttf",
}
SIZES = (12, 13, 14, 15, 16, 18)
THEMES = {"light": ("#ffffff", "#24292f"), "dark": ("#1e1e1e", "#d4d4d4")}


def page(name: str, file: Path, size: int, colours: tuple[str, str]) -> str:
    rows = "".join(f"<pre>{line.replace('<', '&lt;')}</pre>" for line in LINES)
    return (
        f"<style>@font-face{{font-family:'{name}';src:url('{file.as_uri()}')}}"
        f"body{{background:{colours[0]};color:{colours[1]};margin:16px}}"
        f"pre{{font:{size}px '{name}';margin:0 0 12px;display:table}}</style>{rows}"
    )


def main(downloads: Path, out: Path) -> None:
    lines = []
    with Chromium() as browser, tempfile.TemporaryDirectory() as folder:
        for name, file_name in FONTS.items():
            file = next(p for p in (downloads / "deb").rglob(file_name) if not p.is_symlink())
            for size in SIZES:
                for theme, colours in THEMES.items():
                    path = Path(folder) / "page.html"
                    path.write_text(page(name, file.resolve(), size, colours), "utf-8")
                    browser.open(path.as_uri(), 600, 120)
                    boxes = browser.run(
                        "[...document.querySelectorAll('pre')].map(e=>{const r=e.getBoundingClientRect();return[r.x,r.y,r.width,r.height]})"
                    )
                    pixels = np.asarray(Image.open(io.BytesIO(browser.picture())).convert("RGB"))
                    for text, (x, y, w, h) in zip(LINES, boxes):
                        box = (x, y - 3, w, h + 6)  # an underscore may lie under the line's box
                        lines.append(EvalLine(crop(pixels, tight(pixels, box)), text, f"{name} {size} px {theme}"))
    save(out, lines)
    print(f"{len(lines)} lines")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
