"""What cameras and programs put beside the pixels: EXIF, XMP, ICC profiles."""

import struct

SECRET = "51 deg 28' 40\" N"  # a position that must not survive preparation


def tiff(orientation=1, order="<", gps=False, thumbnail=b""):
    """A TIFF block with an orientation, on request with a position and a thumbnail."""
    mark = b"II*\0" if order == "<" else b"MM\0*"
    entries = [
        entry(order, 0x010E, 2, 20, None),
        entry(order, 0x0112, 3, 1, struct.pack(order + "HH", orientation, 0)),
    ]
    count = len(entries) + (1 if gps else 0)
    after = 8 + 2 + 12 * count + 4
    text = b"a picture of a test\0"
    entries[0] = entry(order, 0x010E, 2, len(text), struct.pack(order + "I", after))
    tail = text
    if gps:
        gps_at = after + len(tail)
        entries.append(entry(order, 0x8825, 4, 1, struct.pack(order + "I", gps_at)))
        tail += gps_block(order, gps_at)
    next_at = after + len(tail) if thumbnail else 0
    if thumbnail:
        tail += thumbnail_block(order, next_at, thumbnail)
    return (
        mark
        + struct.pack(order + "IH", 8, count)
        + b"".join(entries)
        + struct.pack(order + "I", next_at)
        + tail
    )


def entry(order, tag, kind, count, value):
    return struct.pack(order + "HHI", tag, kind, count) + (value or bytes(4))


def gps_block(order, at):
    degrees_at = at + 2 + 12 * 3 + 4
    text = SECRET.encode() + b"\0"
    return (
        struct.pack(order + "H", 3)
        + entry(order, 1, 2, 2, b"N\0\0\0")
        + entry(order, 2, 5, 3, struct.pack(order + "I", degrees_at))
        + entry(order, 27, 7, len(text), struct.pack(order + "I", degrees_at + 24))
        + bytes(4)
        + struct.pack(order + "6I", 51, 1, 28, 1, 40, 1)
        + text
    )


def thumbnail_block(order, at, jpeg):
    data_at = at + 2 + 12 * 2 + 4
    return (
        struct.pack(order + "H", 2)
        + entry(order, 0x0201, 4, 1, struct.pack(order + "I", data_at))
        + entry(order, 0x0202, 4, 1, struct.pack(order + "I", len(jpeg)))
        + bytes(4)
        + jpeg
    )


XMP = (
    '<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF '
    'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" '
    'xmlns:dc="http://purl.org/dc/elements/1.1/" dc:creator="A. Nonymous"/></rdf:RDF></x:xmpmeta>'
    '<?xpacket end="r"?>'
).encode()

# D50-adapted colorants, X Y Z of red, green and blue.
SRGB = [(0.43607, 0.22249, 0.01392), (0.38515, 0.71687, 0.09708), (0.14307, 0.06061, 0.71410)]
WIDE = [(0.60974, 0.31111, 0.01947), (0.20528, 0.62567, 0.06087), (0.14919, 0.06322, 0.74457)]
SRGB_CURVE = (2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045)


def fixed(*values):
    return struct.pack(">%di" % len(values), *(int(round(value * 65536)) for value in values))


def words(text):
    encoded = text.encode("utf-16-be")
    return b"mluc" + bytes(4) + struct.pack(">II2s2sII", 1, 12, b"en", b"US", len(encoded), 28) + encoded


def xyz(values):
    return b"XYZ " + bytes(4) + fixed(*values)


def curve(parameters):
    """One number is a gamma, five are sRGB's shape."""
    kind = 0 if len(parameters) == 1 else 3
    return b"para" + bytes(4) + struct.pack(">HH", kind, 0) + fixed(*parameters)


def profile(space, tags):
    table, data = b"", b""
    at = 128 + 4 + 12 * len(tags)
    for name, body in tags:
        body += bytes(-len(body) % 4)
        table += name + struct.pack(">II", at + len(data), len(body))
        data += body
    size = at + len(data)
    head = struct.pack(">I4sI4s4s4s", size, bytes(4), 0x04200000, b"mntr", space, b"XYZ ")
    head += struct.pack(">6H", 2020, 1, 1, 0, 0, 0) + b"acsp" + bytes(28) + fixed(0.9642, 1, 0.8249)
    return head + bytes(128 - len(head)) + struct.pack(">I", len(tags)) + table + data


def rgb_profile(name, colorants, parameters):
    tags = [(b"desc", words(name)), (b"cprt", words("CC0")), (b"wtpt", xyz((0.9642, 1, 0.8249)))]
    for letter, colorant in zip(b"rgb", colorants):
        tags.append((bytes([letter]) + b"XYZ", xyz(colorant)))
    for letter in b"rgb":
        tags.append((bytes([letter]) + b"TRC", curve(parameters)))
    return profile(b"RGB ", tags)


def grey_profile(name, gamma):
    return profile(
        b"GRAY",
        [
            (b"desc", words(name)),
            (b"cprt", words("CC0")),
            (b"wtpt", xyz((0.9642, 1, 0.8249))),
            (b"kTRC", curve((gamma,))),
        ],
    )


SRGB_PROFILE = rgb_profile("plain sRGB", SRGB, SRGB_CURVE)
WIDE_PROFILE = rgb_profile("wide gamut", WIDE, (563 / 256,))
SWAPPED_PROFILE = rgb_profile("red and green swapped", [SRGB[1], SRGB[0], SRGB[2]], SRGB_CURVE)
LINEAR_GREY_PROFILE = grey_profile("linear grey", 1.0)
