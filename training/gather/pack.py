"""Packs training/data into the one archive that travels to the machine with the GPU, and unpacks it there.

    python3 -m training.gather.pack            writes training/data/pack.tar.xz
    python3 -m training.gather.pack unpack DIR
"""

from __future__ import annotations

import lzma
import sys
import tarfile
from pathlib import Path

DATA = Path(__file__).parent.parent / "data"
ARCHIVE = DATA / "pack.tar.xz"
PARTS = ("fonts.json", "fonts", "text", "photos", "colour")


def pack() -> None:
    # Like files lie together, and a dictionary larger than a family lets its weights share bytes.
    filters = [{"id": lzma.FILTER_LZMA2, "preset": 6, "dict_size": 1 << 25}]
    with lzma.open(ARCHIVE, "wb", filters=filters) as stream, tarfile.open(fileobj=stream, mode="w") as tar:
        for part in PARTS:
            for path in sorted([DATA / part] if (DATA / part).is_file() else (DATA / part).iterdir()):
                tar.add(path, path.relative_to(DATA))
    print(f"{ARCHIVE.stat().st_size / 2**20:.1f} MiB")


def unpack(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with tarfile.open(ARCHIVE) as tar:
        tar.extractall(folder)


if __name__ == "__main__":
    unpack(Path(sys.argv[2])) if sys.argv[1:2] == ["unpack"] else pack()
