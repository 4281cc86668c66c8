#!/usr/bin/python3
"""Makes the pictures of this folder and manifest.tsv.

    tests/data/make_pictures.py            writes them
    tests/data/make_pictures.py --check    says which differ from what it would write, and fails if any

Needs Debian's python3-pil and the standard library. The same versions give the same bytes; the files are committed,
so tests need neither.
"""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
sys.dont_write_bytecode = True

from make import bad_files, gif_files, jpeg_files, other_files, png_files, webp_files  # noqa: E402
from make.entry import Entry  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
FOLDERS = [png_files, jpeg_files, gif_files, webp_files, bad_files, other_files]
COLUMNS = [field for field in Entry._fields if field != "data"]


def manifest(entries):
    lines = ["\t".join(COLUMNS)]
    for entry in entries:
        lines.append("\t".join(str(getattr(entry, column)) for column in COLUMNS))
    return ("\n".join(lines) + "\n").encode()


def wanted():
    entries = [entry for folder in FOLDERS for entry in folder.files()]
    made = {entry.path: entry.data for entry in entries}
    if len(made) != len(entries):
        raise SystemExit("two files have one name")
    made["manifest.tsv"] = manifest(entries)
    return made


def stale(made):
    """Files in the picture folders that nothing makes any more."""
    folders = {path.split("/")[0] for path in made if "/" in path}
    present = [file for folder in folders for file in (HERE / folder).glob("*") if file.is_file()]
    return [str(file.relative_to(HERE)) for file in present if str(file.relative_to(HERE)) not in made]


def main():
    made = wanted()
    if "--check" in sys.argv[1:]:
        wrong = [path for path, data in made.items() if not (HERE / path).is_file() or (HERE / path).read_bytes() != data]
        wrong += stale(made)
        for path in wrong:
            print("differs:", path)
        raise SystemExit(1 if wrong else 0)
    for path, data in made.items():
        (HERE / path).parent.mkdir(exist_ok=True)
        (HERE / path).write_bytes(data)
    for path in stale(made):
        print("nothing makes", path)
    print("%d files, %d bytes" % (len(made), sum(map(len, made.values()))))


if __name__ == "__main__":
    main()
