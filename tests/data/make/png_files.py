"""png/: every colour type and depth, both ways of interlacing, every form of transparency, and the chunks around."""

import struct
import zlib

from make import metadata, pattern
from make.entry import picture
from make.png_writer import GREY, GREY_ALPHA, PALETTE, RGB, RGBA, SIGNATURE, chunk, header, png, raw_image

SIZE = (33, 21)
MIME = "image/png"
NAMES = {GREY: "grey", RGB: "rgb", PALETTE: "palette", GREY_ALPHA: "grey-alpha", RGBA: "rgba"}
DEPTHS = {
    GREY: (1, 2, 4, 8, 16),
    RGB: (8, 16),
    PALETTE: (1, 2, 4, 8),
    GREY_ALPHA: (8, 16),
    RGBA: (8, 16),
}


def spread(value, depth):
    """0..255 in `depth` bits. At 16 the low byte differs from the high one, so that rounding shows."""
    if depth == 16:
        return min(65535, value * 257 + (value * 37) % 128)
    return value * ((1 << depth) - 1) // 255


def palette(count):
    """As many different colours as there are indices: corners first, then a walk through the cube."""
    colours = [pattern.RED, pattern.GREEN, pattern.BLUE, (255, 255, 255)]
    colours += [((i * 67) & 255, (i * 31 + 80) & 255, (i * 13 + 160) & 255) for i in range(4, count)]
    return colours[:count]


def index_at(x, y, count):
    colour = pattern.colour_at(x, y, *SIZE)
    known = [pattern.RED, pattern.GREEN, pattern.BLUE]
    found = known.index(colour) if colour in known else 3 + (x * 7 + y * 3) % max(1, count - 3)
    return found % count


def rows_of(colour, depth, size=SIZE):
    width, height = size
    if colour == PALETTE:
        return [[(index_at(x, y, 1 << depth),) for x in range(width)] for y in range(height)]
    rows = []
    for y in range(height):
        row = []
        for x in range(width):
            rgb = pattern.colour_at(x, y, width, height)
            samples = rgb if colour in (RGB, RGBA) else (pattern.luma(rgb),)
            if colour in (GREY_ALPHA, RGBA):
                samples += (pattern.alpha_at(x, y, width, height),)
            row.append(tuple(spread(sample, depth) for sample in samples))
        rows.append(row)
    return rows


def plte(depth):
    return chunk(b"PLTE", bytes(sample for colour in palette(1 << depth) for sample in colour))


def plain():
    files = []
    for colour, depths in DEPTHS.items():
        for depth in depths:
            before = plte(depth) if colour == PALETTE else b""
            for interlaced in (False, True):
                name = "%s-%d%s" % (NAMES[colour], depth, "-interlaced" if interlaced else "")
                data = png(rows_of(colour, depth), depth, colour, interlaced, before)
                shows = "%s, %d bits%s, all five filters" % (NAMES[colour], depth, ", Adam7" if interlaced else "")
                files.append(picture("png/%s.png" % name, data, MIME, SIZE, shows))
    return files


def transparent():
    """tRNS: one clear grey or colour (that of the first pixel), or an alpha for the first indices."""
    files = []
    for colour in (GREY, RGB, PALETTE):
        for depth in DEPTHS[colour]:
            rows = rows_of(colour, depth)
            if colour == PALETTE:
                count = min(5, 1 << depth)
                before = plte(depth) + chunk(b"tRNS", bytes((0, 128, 255, 64, 200))[:count])
                shows = "palette, %d bits, alpha for the first %d indices" % (depth, count)
            else:
                before = chunk(b"tRNS", struct.pack(">%dH" % len(rows[0][0]), *rows[0][0]))
                shows = "%s, %d bits, the colour of the red corner is transparent" % (NAMES[colour], depth)
            data = png(rows, depth, colour, before=before)
            files.append(picture("png/%s-%d-trns.png" % (NAMES[colour], depth), data, MIME, SIZE, shows))
    return files


def small():
    """Sizes at which passes of Adam7 are empty."""
    files = []
    for size in ((1, 1), (2, 1), (1, 5), (3, 3), (5, 2), (8, 8), (9, 1)):
        data = png(rows_of(RGB, 8, size), 8, RGB, True)
        name = "png/interlaced-%dx%d.png" % size
        files.append(picture(name, data, MIME, size, "Adam7 with empty passes"))
    files.append(picture("png/pixel.png", png([[(230, 20, 30)]], 8, RGB), MIME, (1, 1), "one red pixel"))
    return files


def text_chunks():
    return (
        chunk(b"tEXt", b"Comment\0taken at " + metadata.SECRET.encode())
        + chunk(b"zTXt", b"Author\0\0" + zlib.compress(b"A. Nonymous"))
        + chunk(b"iTXt", b"XML:com.adobe.xmp\0\0\0\0\0" + metadata.XMP)
        + chunk(b"tIME", struct.pack(">HBBBBB", 2024, 2, 3, 4, 5, 6))
    )


def iccp(profile):
    return chunk(b"iCCP", b"profile\0\0" + zlib.compress(profile, 9))


def swapped(rows):
    return [[(green, red, blue) for red, green, blue in row] for row in rows]


def with_chunks():
    rows = rows_of(RGB, 8)

    def file(name, shows, size=SIZE, picture_rows=rows, **parts):
        return picture("png/%s.png" % name, png(picture_rows, 8, RGB, **parts), MIME, size, shows)

    turned = pattern.turned(rows, 6)
    physical = chunk(b"pHYs", struct.pack(">IIB", 3780, 3780, 1))
    return [
        file("with-text", "tEXt, zTXt, iTXt, tIME before and after the pixels", before=text_chunks(), after=text_chunks()),
        file("with-harmless-chunks", "sRGB, gAMA, pHYs: nothing to strip",
             before=chunk(b"sRGB", b"\0") + chunk(b"gAMA", struct.pack(">I", 45455)) + physical),
        file("with-private-chunk", "an unknown ancillary chunk", before=chunk(b"prVt", b"secret")),
        file("with-exif-6", "eXIf says orientation 6", picture_rows=turned,
             before=chunk(b"eXIf", metadata.tiff(6, ">"))),
        file("with-exif-gps", "eXIf after the pixels holds a position",
             after=chunk(b"eXIf", metadata.tiff(1, "<", gps=True))),
        file("with-icc-srgb", "iCCP is plain sRGB", before=iccp(metadata.SRGB_PROFILE)),
        file("with-icc-wide", "iCCP is a wide gamut: colours get stronger", before=iccp(metadata.WIDE_PROFILE)),
        file("with-icc-swapped", "stored with red and green swapped; iCCP swaps them back",
             picture_rows=swapped(rows), before=iccp(metadata.SWAPPED_PROFILE)),
        file("with-icc-broken", "iCCP is no profile: ignored", before=iccp(b"not a profile" * 20)),
        file("with-icc-grey", "iCCP is a grey profile on a colour picture: ignored",
             before=iccp(metadata.LINEAR_GREY_PROFILE)),
        file("with-gamma-linear", "gAMA 1.0 stands alone", before=chunk(b"gAMA", struct.pack(">I", 100000))),
        file("many-idats", "the pixels in IDATs of 7 bytes", idat=7),
        file("empty-idat", "an IDAT without bytes comes first", before=chunk(b"IDAT")),
        picture("png/grey-icc-linear.png", png(rows_of(GREY, 8), 8, GREY, before=iccp(metadata.LINEAR_GREY_PROFILE)),
                MIME, SIZE, "iCCP is a linear grey profile"),
        picture("png/rgba-icc-swapped.png",
                png([[(g, r, b, a) for r, g, b, a in row] for row in rows_of(RGBA, 8)], 8, RGBA,
                    before=iccp(metadata.SWAPPED_PROFILE)),
                MIME, SIZE, "iCCP swaps red and green, with alpha"),
        picture("png/trailing-bytes.png", png(rows, 8, RGB) + b"PK\3\4 more", MIME, SIZE, "bytes behind IEND"),
        picture("png/apng.png", apng(rows), MIME, SIZE, "APNG: the default image counts, not the second frame", 2),
    ]


def apng(rows):
    other = zlib.compress(raw_image([row[::-1] for row in rows], 8, RGB))
    control = struct.pack(">IIIIHHBB", *SIZE, 0, 0, 1, 10, 0, 0)
    return (
        SIGNATURE
        + header(*SIZE, 8, RGB)
        + chunk(b"acTL", struct.pack(">II", 2, 0))
        + chunk(b"fcTL", struct.pack(">I", 0) + control)
        + chunk(b"IDAT", zlib.compress(raw_image(rows, 8, RGB)))
        + chunk(b"fcTL", struct.pack(">I", 1) + control)
        + chunk(b"fdAT", struct.pack(">I", 2) + other)
        + chunk(b"IEND")
    )


def files():
    return plain() + transparent() + small() + with_chunks()
