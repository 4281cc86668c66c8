"""Cuts pieces for grounds out of the downloaded wallpapers.

    python3 -m training.gather.photos DOWNLOADS

writes training/data/photos/*.jpg, grey, and training/data/colour/*.jpg.
"""

from __future__ import annotations

import logging
import sys
from pathlib import Path

from PIL import Image, UnidentifiedImageError

from training.gather import licences, manifest
from training.gather.lists import read_list

DATA = Path(__file__).parent.parent / "data"
SIZE = (520, 400)


def main(downloads: Path) -> None:
    for folder in ("photos", "colour"):
        (DATA / folder).mkdir(parents=True, exist_ok=True)
    rows, count = [], 0
    for name in read_list("packages.txt")["photos"]:
        root = downloads / "deb" / name
        found = licences.debian_licences(root, name)
        if not found:
            logging.warning("refused %s: its licence is unclear", name)
            continue
        used = []
        for path in sorted(root.rglob("*.*")):
            if path.suffix not in (".jpg", ".jpeg", ".png", ".webp") or path.is_symlink():
                continue
            try:
                picture = Image.open(path).convert("RGB")
            except UnidentifiedImageError:
                continue
            picture.thumbnail((1100, 1100))
            width, height = picture.size
            if width < SIZE[0] or height < SIZE[1]:
                continue
            used.append(path.name)
            for left in (0, width - SIZE[0]):
                top = (height - SIZE[1]) // 2
                piece = picture.crop((left, top, left + SIZE[0], top + SIZE[1]))
                piece.save(DATA / "colour" / f"{count:03}.jpg", quality=80)
                piece.convert("L").save(DATA / "photos" / f"{count:03}.jpg", quality=70)
                count += 1
        rows.append(manifest.debian_package(root, found, "photos", used))
    manifest.merge(rows, {"photos"})
    print(f"{count} pieces")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
