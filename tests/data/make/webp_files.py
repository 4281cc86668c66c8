"""webp/: both codecs, alpha, animation and metadata."""

from make import metadata, pattern
from make import webp_writer as webp
from make.entry import picture

SIZE = (33, 21)
MIME = "image/webp"


def entry(name, chunks, shows, frames=1, size=SIZE):
    return picture("webp/%s.webp" % name, webp.riff(chunks), MIME, size, shows, frames)


def swapped(rows):
    return [[(pixel[1], pixel[0]) + pixel[2:] for pixel in row] for row in rows]


def block(width, height, colour):
    return [[colour] * width for _ in range(height)]


def animation(lossless):
    options = {"lossless": True} if lossless else {"quality": 90}
    first = webp.encode(pattern.rgba(*SIZE) if lossless else pattern.rgb(*SIZE), **options)
    red = webp.encode(block(12, 9, (230, 20, 30, 255)), **options)
    veil = webp.encode(block(12, 9, (30, 60, 220, 128)), **options)
    return [
        webp.canvas(*SIZE, webp.ANIMATION | webp.ALPHA),
        webp.animation(),
        webp.frame(first, (0, 0), SIZE),
        webp.frame(red, (4, 2), (12, 9), 0, dispose=True),
        webp.frame(veil, (14, 8), (12, 9), 50),
        webp.frame(veil, (20, 10), (12, 9), 200, blend=False),
    ]


def files():
    rgb, rgba = pattern.rgb(*SIZE), pattern.rgba(*SIZE)
    lossy = webp.encode(rgb, quality=90)
    lossless = webp.encode(rgb, lossless=True)
    with_alpha = webp.encode(rgba, quality=90)
    turned = webp.encode(pattern.turned(rgb, 6), quality=90)
    exif = (b"EXIF", metadata.tiff(6))
    gps = (b"EXIF", metadata.tiff(1, ">", gps=True))
    stored = webp.encode(swapped(rgb), lossless=True)
    profile = (b"ICCP", metadata.SWAPPED_PROFILE)
    return [
        entry("lossy", lossy, "VP8"),
        entry("lossless", lossless, "VP8L"),
        entry("lossless-alpha", webp.encode(rgba, lossless=True, exact=True), "VP8L with alpha"),
        entry("lossy-alpha", [webp.canvas(*SIZE, webp.ALPHA)] + with_alpha, "VP8X with ALPH and VP8"),
        entry("extended-plain", [webp.canvas(*SIZE, 0)] + lossy, "VP8X that says nothing more than VP8 does"),
        entry("pixel", webp.encode([[pattern.RED]], lossless=True), "one red pixel", size=(1, 1)),
        entry("exif-6", [webp.canvas(SIZE[1], SIZE[0], webp.EXIF)] + turned + [exif], "EXIF orientation 6"),
        entry("metadata", [webp.canvas(*SIZE, webp.EXIF | webp.XMP)] + lossy + [gps, (b"XMP ", metadata.XMP)],
              "EXIF with a position and XMP: none may survive"),
        entry("icc-swapped", [webp.canvas(*SIZE, webp.ICC), profile] + stored,
              "stored with red and green swapped; the ICC profile swaps them back"),
        entry("icc-srgb", [webp.canvas(*SIZE, webp.ICC), (b"ICCP", metadata.SRGB_PROFILE)] + lossy,
              "ICC profile is plain sRGB"),
        entry("unknown-chunk", [webp.canvas(*SIZE, 0)] + lossy + [(b"SECR", b"secret")], "an unknown chunk"),
        entry("animated-lossless", animation(True), "four frames: disposal, blending, offsets", 4),
        entry("animated-lossy", animation(False), "four frames, lossy", 4),
        picture("webp/trailing-bytes.webp", webp.riff(lossy) + b"PK\3\4 more", MIME, SIZE, "bytes behind the RIFF"),
    ]
