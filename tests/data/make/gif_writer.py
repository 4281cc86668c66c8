"""Writes GIFs frame by frame, with every field free."""

import struct


def lzw(indices, minimum, clear_when_full=True):
    """The code stream. Without clear_when_full a full table stays as it is to the end, which is legal and
    which some decoders get wrong."""
    clear, end = 1 << minimum, (1 << minimum) + 1
    out, held, count = bytearray(), 0, 0
    table, size = {}, minimum + 1

    def put(code):
        nonlocal held, count
        held |= code << count
        count += size
        while count >= 8:
            out.append(held & 255)
            held >>= 8
            count -= 8

    put(clear)
    following, prefix = end + 1, None
    for index in indices:
        if prefix is None:
            prefix = index
            continue
        if (prefix, index) in table:
            prefix = table[prefix, index]
            continue
        put(prefix)
        if following < 4096:
            table[prefix, index] = following
            if following == 1 << size and size < 12:
                size += 1
            following += 1
        elif clear_when_full:
            put(clear)
            table, size, following = {}, minimum + 1, end + 1
        prefix = index
    put(prefix)
    if following == 1 << size and size < 12:
        size += 1
    put(end)
    if count:
        out.append(held & 255)
    return bytes(out)


def blocks(data):
    parts = [data[i : i + 255] for i in range(0, len(data), 255)]
    return b"".join(bytes([len(part)]) + part for part in parts) + b"\0"


def bits_of(palette):
    return max(1, (len(palette) - 1).bit_length())


def palette_bytes(palette):
    whole = list(palette) + [(0, 0, 0)] * ((1 << bits_of(palette)) - len(palette))
    return bytes(sample for colour in whole for sample in colour)


def interlace(rows):
    return rows[0::8] + rows[4::8] + rows[2::4] + rows[1::2]


def start(width, height, palette=None, version=b"89a", background=0):
    flags = 0x80 | (bits_of(palette) - 1) if palette else 0
    head = b"GIF" + version + struct.pack("<HHBBB", width, height, flags, background, 0)
    return head + (palette_bytes(palette) if palette else b"")


def control(disposal=0, delay=10, transparent=None):
    flags = disposal << 2 | (transparent is not None)
    return b"\x21\xf9\x04" + struct.pack("<BHB", flags, delay, transparent or 0) + b"\0"


def image(rows, colours, at=(0, 0), local=None, interlaced=False, clear_when_full=True, minimum=None):
    """Rows of indices. `colours` is the size of the palette in force."""
    flags = (0x80 | (bits_of(local) - 1) if local else 0) | (0x40 if interlaced else 0)
    head = b"\x2c" + struct.pack("<HHHHB", at[0], at[1], len(rows[0]), len(rows), flags)
    minimum = minimum or max(2, (colours - 1).bit_length())
    ordered = interlace(rows) if interlaced else rows
    indices = [index for row in ordered for index in row]
    return head + (palette_bytes(local) if local else b"") + bytes([minimum]) + blocks(lzw(indices, minimum, clear_when_full))


def loop(times=0):
    return b"\x21\xff\x0bNETSCAPE2.0" + b"\x03\x01" + struct.pack("<H", times) + b"\0"


def comment(text):
    return b"\x21\xfe" + blocks(text)


END = b"\x3b"
