"""WebP containers around the bit streams that Pillow makes."""

import io
import struct

from PIL import Image

ANIMATION, XMP, EXIF, ALPHA, ICC = 0x02, 0x04, 0x08, 0x10, 0x20


def encode(rows, **options):
    """Rows of (r, g, b[, a]) -> the chunks of a still picture: [(name, body)]."""
    mode = "RGBA" if len(rows[0][0]) == 4 else "RGB"
    picture = Image.new(mode, (len(rows[0]), len(rows)))
    picture.putdata([pixel for row in rows for pixel in row])
    file = io.BytesIO()
    picture.save(file, "WEBP", method=4, **options)
    return [(name, body) for name, body in chunks_of(file.getvalue()) if name in (b"VP8 ", b"VP8L", b"ALPH")]


def chunks_of(file):
    at = 12
    while at < len(file):
        name, size = struct.unpack_from("<4sI", file, at)
        yield name, file[at + 8 : at + 8 + size]
        at += 8 + size + size % 2


def chunk(name, body):
    return name + struct.pack("<I", len(body)) + body + bytes(len(body) % 2)


def riff(chunks):
    body = b"WEBP" + b"".join(chunk(name, data) for name, data in chunks)
    return b"RIFF" + struct.pack("<I", len(body)) + body


def u24(value):
    return struct.pack("<I", value)[:3]


def canvas(width, height, flags):
    return (b"VP8X", struct.pack("<I", flags) + u24(width - 1) + u24(height - 1))


def frame(chunks, at, size, delay=100, blend=True, dispose=False):
    """`at` is even both ways, as the format has it."""
    flags = (0 if blend else 2) | (1 if dispose else 0)
    head = u24(at[0] // 2) + u24(at[1] // 2) + u24(size[0] - 1) + u24(size[1] - 1) + u24(delay)
    return (b"ANMF", head + bytes([flags]) + b"".join(chunk(name, data) for name, data in chunks))


def animation(background=0xFFFFFFFF, times=0):
    return (b"ANIM", struct.pack("<IH", background, times))
