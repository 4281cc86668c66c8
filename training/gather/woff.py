"""Turns a WOFF 1 file into the plain OpenType file inside it, which packs far better in one archive."""

from __future__ import annotations

import struct
import zlib


def to_opentype(woff: bytes) -> bytes:
    signature, flavor, _, count = struct.unpack_from(">4sIIH", woff)
    if signature != b"wOFF":
        raise ValueError("not a WOFF 1 file")
    tables = []
    for i in range(count):
        tag, offset, packed, size, checksum = struct.unpack_from(">4sIIII", woff, 44 + 20 * i)
        data = woff[offset : offset + packed]
        tables.append((tag, checksum, zlib.decompress(data) if packed < size else data))

    power = 1 << (count.bit_length() - 1)
    head = struct.pack(
        ">IHHHH", flavor, count, power * 16, power.bit_length() - 1, count * 16 - power * 16
    )
    directory, body, at = b"", b"", 12 + 16 * count
    for tag, checksum, data in tables:
        directory += struct.pack(">4sIII", tag, checksum, at + len(body), len(data))
        body += data + b"\0" * (-len(data) % 4)
    return head + directory + body
