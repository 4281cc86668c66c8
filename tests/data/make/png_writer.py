"""Writes any legal PNG, and any illegal one: Pillow cannot write most depths, Adam7 or wrong files."""

import struct
import zlib

SIGNATURE = b"\x89PNG\r\n\x1a\n"
GREY, RGB, PALETTE, GREY_ALPHA, RGBA = 0, 2, 3, 4, 6
CHANNELS = {GREY: 1, RGB: 3, PALETTE: 1, GREY_ALPHA: 2, RGBA: 4}

# x start, y start, x step, y step
ADAM7 = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]


def chunk(kind, body=b""):
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def header(width, height, depth, colour, interlaced=False):
    return chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, int(interlaced)))


def pack_row(row, depth):
    """A row of sample tuples as bytes."""
    samples = [sample for pixel in row for sample in pixel]
    if depth == 16:
        return struct.pack(">%dH" % len(samples), *samples)
    if depth == 8:
        return bytes(samples)
    packed, held, bits = bytearray(), 0, 0
    for sample in samples:
        held, bits = (held << depth) | sample, bits + depth
        if bits == 8:
            packed.append(held)
            held, bits = 0, 0
    if bits:
        packed.append(held << (8 - bits))
    return bytes(packed)


def paeth(left, up, corner):
    guess = left + up - corner
    ranked = (abs(guess - left), abs(guess - up), abs(guess - corner))
    return (left, up, corner)[ranked.index(min(ranked))]


def filter_row(kind, row, above, step):
    out = bytearray([kind])
    for i, value in enumerate(row):
        left = row[i - step] if i >= step else 0
        up = above[i]
        corner = above[i - step] if i >= step else 0
        guess = (0, left, up, (left + up) // 2, paeth(left, up, corner))[kind]
        out.append((value - guess) & 255)
    return bytes(out)


def scanlines(rows, depth, colour, filters):
    """Filtered rows; the filter of row y is filters[y % len(filters)]."""
    step = max(1, CHANNELS[colour] * depth // 8)
    out, above = b"", None
    for y, row in enumerate(rows):
        packed = pack_row(row, depth)
        out += filter_row(filters[y % len(filters)], packed, above or bytes(len(packed)), step)
        above = packed
    return out


def raw_image(rows, depth, colour, interlaced=False, filters=(0, 1, 2, 3, 4)):
    if not interlaced:
        return scanlines(rows, depth, colour, filters)
    out = b""
    for x, y, across, down in ADAM7:
        part = [row[x::across] for row in rows[y::down]]
        if part and part[0]:
            out += scanlines(part, depth, colour, filters)
    return out


def png(rows, depth, colour, interlaced=False, before=b"", after=b"", filters=(0, 1, 2, 3, 4), idat=1 << 20):
    """Rows of sample tuples -> a file. `before` and `after` are chunks around the IDATs, whose bodies have at
    most `idat` bytes. Every row has another filter, so that all five are read."""
    data = zlib.compress(raw_image(rows, depth, colour, interlaced, filters), 9)
    parts = [chunk(b"IDAT", data[i : i + idat]) for i in range(0, len(data), idat)]
    return (
        SIGNATURE
        + header(len(rows[0]), len(rows), depth, colour, interlaced)
        + before
        + b"".join(parts)
        + after
        + chunk(b"IEND")
    )
