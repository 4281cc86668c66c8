"""One file and its line in the manifest."""

import collections

Entry = collections.namedtuple("Entry", "path data mime width height frames verdict shows")

OK = "ok"
UNSUPPORTED = "UNSUPPORTED_FILE_TYPE"
BROKEN = "DECODE_FAILED"
TOO_LARGE = "FILE_TOO_LARGE"


def picture(path, data, mime, size, shows, frames=1):
    return Entry(path, data, mime, size[0], size[1], frames, OK, shows)


def refused(path, data, verdict, shows, mime="-"):
    return Entry(path, data, mime, "-", "-", "-", verdict, shows)
