"""What is measured: the classes of pictures, and the bar for each job over a class.

The numbers of the rows are those of the project's benchmark table. A bar is how many times less CPU Fovea uses than
the strongest peer at its faster setting.
"""

import collections
import csv
import pathlib

MAX_EDGE = 1568

Picture = collections.namedtuple("Picture", "path kind width height")
Row = collections.namedtuple("Row", "number job group bar peers")

ALL = ("sharp", "pillow")

ROWS = [
    Row("1", "ingest", "photo-jpeg-large", 1.7, ALL),
    Row("2", "ingest", "photo-jpeg-progressive", 1.2, ALL),
    Row("3", "ingest", "photo-jpeg-fits", 2.0, ALL),
    # Pillow ignores the profiles here and has none for CMYK: fast, and the wrong colours.
    Row("4", "ingest", "photo-cmyk-icc", 2.3, ("sharp",)),
    Row("5", "ingest", "photo-png-over-5mib", 1.4, ALL),
    Row("6", "ingest", "screen-png-large", 2.0, ALL),
    Row("8", "ingest", "screen-png-fits", 7.0, ALL),
    Row("9", "ingest", "screen-png-with-photos", 2.0, ALL),
    Row("10", "ingest", "screen-png-long", 1.5, ALL),
    Row("11", "ingest", "png-odd", 1.6, ALL),
    Row("12", "ingest", "webp-lossy", 3.0, ALL),
    Row("13", "ingest", "webp-lossless", 2.0, ALL),
    Row("14", "ingest", "gif", 1.2, ALL),
    Row("15", "phash", "photo-jpeg-large", 1.0, ALL),
    Row("16a", "phash", "screen-png-large", 4.0, ALL),
    Row("16b", "phash", "screen-png-fits", 4.0, ALL),
    Row("17a", "lowres", "photo-jpeg-large", 1.1, ALL),
    Row("17b", "lowres", "screen-png-large", 2.0, ALL),
    Row("18a", "crop", "photo-jpeg-large", 1.8, ALL),
    Row("18b", "crop", "screen-png-large", 1.6, ALL),
    Row("19a", "validate", "photo-jpeg-large", 3.0, ALL),
    Row("19b", "validate", "screen-png-large", 8.0, ALL),
]

# Row 20: two workers against one, over the pictures of these rows; the bar is on Fovea's own rate.
PAIRED = [("20a", "photo-jpeg-large"), ("20b", "screen-png-large")]
PAIRED_BAR = 1.8

# Guards. Bytes: the most that Fovea's output may have, in sizes of sharp's at the setting named. WebP has none: sharp
# writes WebP again, Fovea JPEG and PNG, which are larger and many times faster; nor have pictures that fit, which stay
# byte for byte what they were. Memory: the most that Fovea's peak may be, in peaks of sharp's.
BYTES_GUARD = ("default", 1.15)
BYTES_GUARDS = {
    "screen-png-large": ("default", 1.3),
    "screen-png-long": ("default", 1.3),
    "screen-png-fits": None,
    "gif": None,
    "webp-lossy": None,
    "webp-lossless": None,
}
MAX_MEMORY_RATIO = {"photo-jpeg-large": 1 / 3, "photo-jpeg-progressive": 1 / 3, "screen-png-large": 3 / 4}


def group_of(kind, longest_edge):
    """The benchmark's class for a class of the corpus; None where a picture is not measured."""
    if kind == "screen":
        return "screen-png-large" if longest_edge > MAX_EDGE else "screen-png-fits"
    return {
        "photo-large-baseline": "photo-jpeg-large",
        "photo-large-progressive": "photo-jpeg-progressive",
        "photo-small": "photo-jpeg-fits",
        "photo-odd": "photo-cmyk-icc",
        "photo-png": "photo-png-over-5mib",
        "screen-mixed": "screen-png-with-photos",
        "screen-long": "screen-png-long",
        "png-16": "png-odd",
        "png-palette": "png-odd",
        "png-interlaced": "png-odd",
        "png-gray": "png-odd",
        "png-alpha": "png-odd",
        "webp-lossy": "webp-lossy",
        "webp-lossless": "webp-lossless",
        "gif": "gif",
        "gif-anim": "gif",
    }.get(kind)


def read_corpus(folder):
    """{group: [Picture]} from the corpus's manifest.tsv."""
    groups = collections.defaultdict(list)
    with open(pathlib.Path(folder) / "manifest.tsv", newline="") as file:
        for line in csv.DictReader(file, delimiter="\t"):
            if not line["width"]:
                continue
            width, height = int(line["width"]), int(line["height"])
            group = group_of(line["class"], max(width, height))
            if group:
                path = str(pathlib.Path(folder).resolve() / line["path"])
                groups[group].append(Picture(path, line["class"], width, height))
    return dict(groups)


def chosen(numbers):
    """The rows that `--rows 1,6,16` names; 16 stands for 16a and 16b."""
    if not numbers:
        return ROWS, PAIRED
    wanted = set(numbers.split(","))

    def is_wanted(number):
        return number in wanted or number.rstrip("ab") in wanted

    known = {number for row in ROWS for number in (row.number, row.number.rstrip("ab"))}
    known |= {number for pair in PAIRED for number in (pair[0], pair[0].rstrip("ab"))}
    if wanted - known:
        raise SystemExit("run.py: there is no row %s" % ", ".join(sorted(wanted - known)))
    return [row for row in ROWS if is_wanted(row.number)], [pair for pair in PAIRED if is_wanted(pair[0])]
