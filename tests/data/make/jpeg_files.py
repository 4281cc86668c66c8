"""jpeg/: colour models, samplings, orientations, profiles and metadata."""

import io

from PIL import Image

from make import metadata, pattern
from make.entry import picture
from make.jpeg_writer import JFIF, Jpeg, adobe, exif_segment, huffman_segments, icc_segments, segment, ycc

SIZE = (37, 29)  # whole in no MCU
ALIGNED = (48, 32)  # whole in all of them
MIME = "image/jpeg"


def entry(name, data, shows, size=SIZE):
    return picture("jpeg/%s.jpg" % name, data, MIME, size, shows)


def colour(rows=None, chroma=(2, 2)):
    return Jpeg(ycc(rows or pattern.rgb(*SIZE)), chroma)


def samplings():
    files = []
    for name, chroma in (("444", (1, 1)), ("422", (2, 1)), ("440", (1, 2)), ("420", (2, 2)), ("411", (4, 1))):
        files.append(entry("baseline-" + name, colour(chroma=chroma).file(), "baseline, chroma 4:%s" % ":".join(name[1:])))
        aligned = colour(pattern.rgb(*ALIGNED), chroma).file()
        if name in ("444", "420"):
            files.append(entry("aligned-" + name, aligned, "whole MCUs, chroma 4:%s" % ":".join(name[1:]), ALIGNED))
    return files


def from_pillow():
    """Progressive files, by libjpeg's own script of scans."""
    rows = pattern.rgb(*SIZE)
    rgb = Image.new("RGB", SIZE)
    rgb.putdata([pixel for row in rows for pixel in row])

    def save(image, **options):
        file = io.BytesIO()
        image.save(file, "JPEG", quality=90, **options)
        return file.getvalue()

    return [
        entry("progressive-420", save(rgb, progressive=True, subsampling=2), "progressive, chroma 4:2:0"),
        entry("progressive-444", save(rgb, progressive=True, subsampling=0), "progressive, chroma 4:4:4"),
        entry("progressive-grey", save(rgb.convert("L"), progressive=True), "progressive, grey"),
        entry("optimised-420", save(rgb, optimize=True, subsampling=2), "baseline with its own Huffman tables"),
    ]


def split(rows):
    return [[[pixel[i] for pixel in row] for row in rows] for i in range(len(rows[0][0]))]


def colour_models():
    rgb = pattern.rgb(*SIZE)
    # Ink: the darkest third goes to black, so that the fourth plane holds something.
    ink = [[to_ink(pixel) for pixel in row] for row in rgb]
    inverted = [[tuple(255 - value for value in pixel) for pixel in row] for row in ink]
    cyan_magenta_yellow = [[pixel[:3] for pixel in row] for row in ink]
    black = [[pixel[3] for pixel in row] for row in inverted]
    red = split([[(255, 0, 0, 255)] * SIZE[0]] * SIZE[1])
    return [
        entry("grey", Jpeg([pattern.grey(*SIZE)]).file(), "one component"),
        entry("rgb-adobe", Jpeg(split(rgb)).file(adobe(0), jfif=False), "RGB stored as such: Adobe marker, transform 0"),
        entry("rgb-by-name", Jpeg(split(rgb), labels=b"RGB").file(jfif=False), "RGB stored as such: components R, G, B"),
        entry("ycc-adobe", colour().file(adobe(1), jfif=False), "YCC by the Adobe marker, no JFIF"),
        entry("cmyk-adobe", Jpeg(split(inverted)).file(adobe(0), jfif=False), "CMYK, inverted as Adobe does: the corner is red"),
        entry("cmyk-adobe-red", Jpeg(red).file(adobe(0), jfif=False), "CMYK with Adobe marker, all red"),
        entry("cmyk-plain", Jpeg(split(ink)).file(jfif=False), "CMYK without a marker: not inverted"),
        entry("ycck-adobe", Jpeg(ycc(cyan_magenta_yellow) + [black]).file(adobe(2), jfif=False),
              "YCCK: the corner is red"),
        entry("ycck-adobe-420", Jpeg(ycc(cyan_magenta_yellow) + [black], (2, 2)).file(adobe(2), jfif=False),
              "YCCK, chroma 4:2:0: the corner is red"),
    ]


def to_ink(pixel):
    black = (255 - max(pixel)) // 3
    return tuple(255 - min(255, value * 255 // (255 - black)) for value in pixel) + (black,)


def orientations():
    files = []
    for number in range(1, 9):
        order = "<" if number % 2 else ">"
        exif = exif_segment(metadata.tiff(number, order))
        turned = colour(pattern.rgb(*ALIGNED)).turn(number).file(exif)
        files.append(entry("orientation-%d" % number, turned,
                           "EXIF orientation %d, turned without loss, whole MCUs" % number, ALIGNED))
        odd = colour(pattern.turned(pattern.rgb(*SIZE), number)).file(exif)
        files.append(entry("odd-orientation-%d" % number, odd,
                           "EXIF orientation %d, encoded turned, no whole MCUs" % number))
    files.append(entry("orientation-9", colour().file(exif_segment(metadata.tiff(9))),
                       "EXIF orientation 9 does not exist: upright"))
    files.append(entry("orientation-broken-exif", colour().file(exif_segment(b"II*\0\xff\xff\xff\xff")),
                       "EXIF whose directory lies outside: upright"))
    return files


def swapped(rows):
    return [[(green, red, blue) for red, green, blue in row] for row in rows]


def profiles():
    rgb = pattern.rgb(*SIZE)
    grey = Jpeg([pattern.grey(*SIZE)])
    wide = metadata.WIDE_PROFILE
    parts = icc_segments(wide, 200)
    first = parts.index(b"\xff\xe2", 2)
    return [
        entry("icc-srgb", colour().file(icc_segments(metadata.SRGB_PROFILE)), "ICC profile is plain sRGB"),
        entry("icc-wide", colour().file(icc_segments(wide)), "wide-gamut ICC profile: colours get stronger"),
        entry("icc-wide-in-parts", colour().file(parts), "ICC profile in parts of 200 bytes"),
        entry("icc-parts-out-of-order", colour().file(parts[first:] + parts[:first]),
              "ICC profile whose first part comes last"),
        entry("icc-part-missing", colour().file(parts[first:]), "ICC profile without its first part: ignored"),
        entry("icc-swapped", colour(swapped(rgb), (1, 1)).file(icc_segments(metadata.SWAPPED_PROFILE)),
              "stored with red and green swapped; the ICC profile swaps them back"),
        entry("icc-broken", colour().file(icc_segments(bytes(300))), "ICC profile of zero bytes: ignored"),
        entry("icc-grey", grey.file(icc_segments(metadata.LINEAR_GREY_PROFILE)), "linear grey ICC profile"),
        entry("icc-grey-on-colour", colour().file(icc_segments(metadata.LINEAR_GREY_PROFILE)),
              "grey ICC profile on a colour picture: ignored"),
    ]


def surroundings():
    xmp = segment(0xE1, b"http://ns.adobe.com/xap/1.0/\0" + metadata.XMP)
    comment = segment(0xFE, b"taken at " + metadata.SECRET.encode())
    gps = exif_segment(metadata.tiff(1, ">", gps=True))
    thumbnail = Jpeg(ycc(pattern.rgb(16, 16))).file()
    with_thumbnail = exif_segment(metadata.tiff(1, "<", thumbnail=thumbnail))
    jfif_thumbnail = segment(0xE0, b"JFIF\0\x01\x02\x00\x00\x01\x00\x01\x02\x02" + bytes(12))
    plain = colour().file()
    filled = plain.replace(b"\xff\xdb", b"\xff\xff\xff\xdb", 1)
    return [
        entry("restart-markers", colour(chroma=(2, 2)).file(restart=1), "a restart marker behind every MCU"),
        entry("restart-every-3", colour(chroma=(1, 1)).file(restart=3), "a restart marker behind every third MCU"),
        entry("metadata", colour().file(gps + xmp + comment), "EXIF with a position, XMP and a comment: none may survive"),
        entry("thumbnail", colour().file(with_thumbnail), "a whole JPEG as thumbnail inside EXIF"),
        entry("jfif-thumbnail", colour().file(jfif_thumbnail, jfif=False), "a thumbnail inside JFIF"),
        entry("no-jfif", colour().file(jfif=False), "neither JFIF nor Adobe marker: YCC"),
        entry("fill-bytes", filled, "extra FF bytes before a marker"),
        entry("motion-jpeg-frame", plain.replace(huffman_segments(), b""),
              "no Huffman tables, as in Motion JPEG: the standard ones are meant"),
        entry("two-jfif", colour().file(JFIF), "JFIF twice"),
        entry("pixel", Jpeg(ycc([[pattern.RED]])).file(), "one red pixel", (1, 1)),
        entry("one-row", Jpeg(ycc(pattern.rgb(19, 1)), (2, 2)).file(), "one row", (19, 1)),
    ]


def files():
    return samplings() + from_pillow() + colour_models() + orientations() + profiles() + surroundings()
