"""bad/: broken and hostile files, named after what they show. Some must be accepted all the same."""

import struct
import zlib

from make import bad_jpegs, pattern
from make import gif_writer as gif
from make import webp_writer as webp
from make.entry import BROKEN, TOO_LARGE, UNSUPPORTED, picture, refused
from make.gif_files import COLOURS, indices, solid
from make.png_writer import GREY, PALETTE, RGB, SIGNATURE, chunk, header, png, raw_image

SIZE = (33, 21)
PNG, GIF, WEBP = "image/png", "image/gif", "image/webp"
IEND = chunk(b"IEND")


def bad(name, data, shows, mime, verdict=BROKEN):
    return refused("bad/" + name, data, verdict, shows, mime)


def rgb_rows():
    return [[tuple(pixel) for pixel in row] for row in pattern.rgb(*SIZE)]


def idat(raw):
    return chunk(b"IDAT", zlib.compress(raw, 9))


def line_without_ink():
    ground, light, dark = (93, 77, 242), (124, 249, 188), (104, 99, 19)
    marks = [(23, 0, 1, 12, light), (13, 16, 1, 1, dark), (7, 18, 2, 2, light)]
    rows = [[ground] * 24 for _ in range(20)]
    for left, top, width, height, colour in marks:
        for y in range(top, top + height):
            rows[y][left : left + width] = [colour] * width
    return rows


def png_files():
    rows = rgb_rows()
    whole = png(rows, 8, RGB)
    raw = raw_image(rows, 8, RGB)
    head = SIGNATURE + header(*SIZE, 8, RGB)
    at = whole.index(b"IDAT")
    length = struct.unpack_from(">I", whole, at - 4)[0]
    stream = whole[at + 4 : at + 4 + length]
    row_bytes = 1 + 3 * SIZE[0]
    wrong_filter = bytearray(raw)
    wrong_filter[5 * row_bytes] = 7
    greys = [[(x % 4,) for x in range(SIZE[0])] for _ in range(SIZE[1])]
    three = chunk(b"PLTE", bytes(9))
    half = len(stream) // 2

    def flip(position):
        changed = bytearray(whole)
        changed[position] ^= 0x10
        return bytes(changed)

    def file(name, data, shows, verdict=BROKEN):
        return bad("png-%s.png" % name, data, shows, PNG, verdict)

    return [
        file("bad-crc", flip(at + 4 + length + 1), "the checksum of IDAT is wrong"),
        file("bad-header-crc", flip(30), "the checksum of IHDR is wrong"),
        file("bad-adler", head + chunk(b"IDAT", stream[:-1] + bytes([stream[-1] ^ 1])) + IEND,
             "the checksum inside the zlib stream is wrong, the chunk's is right"),
        file("bad-deflate", head + chunk(b"IDAT", stream[:20] + b"\xff" * 40 + stream[60:]) + IEND,
             "the deflate stream is garbage, the chunk's checksum is right"),
        file("truncated-idat", whole[: at + 4 + length // 2], "the file ends inside IDAT"),
        file("truncated-signature", whole[:8], "nothing behind the signature"),
        file("no-iend", whole[: -len(IEND)], "IEND is missing"),
        file("no-idat", head + IEND, "no pixels at all"),
        file("idat-before-ihdr", SIGNATURE + chunk(b"IDAT", stream) + header(*SIZE, 8, RGB) + IEND,
             "the pixels come before the header"),
        file("two-headers", head + header(*SIZE, 8, RGB) + chunk(b"IDAT", stream) + IEND, "IHDR twice"),
        file("split-idat", head + chunk(b"IDAT", stream[:half]) + chunk(b"tEXt", b"a\0b")
             + chunk(b"IDAT", stream[half:]) + IEND, "another chunk between two IDATs"),
        file("chunk-longer-than-file", head + struct.pack(">I", 0x7FFFFFFF) + b"IDAT" + stream,
             "a chunk of 2 GB in a file of 1 KB"),
        file("unknown-critical-chunk", head + chunk(b"CRIT", b"?") + chunk(b"IDAT", stream) + IEND,
             "a chunk that must be understood, and is not"),
        file("declares-4-gigapixels", SIGNATURE + header(65536, 65536, 8, RGB) + chunk(b"IDAT", stream) + IEND,
             "65536x65536 declared", TOO_LARGE),
        file("declares-2-to-the-62-pixels", SIGNATURE + header(0x7FFFFFFF, 0x7FFFFFFF, 16, 6) + IEND,
             "the largest size a header can hold, 16-bit RGBA", TOO_LARGE),
        file("zero-width", SIGNATURE + header(0, 21, 8, RGB) + chunk(b"IDAT", stream) + IEND, "0 columns"),
        file("negative-width", SIGNATURE + header(0x80000021, 21, 8, RGB) + chunk(b"IDAT", stream) + IEND,
             "a width over 2^31"),
        file("illegal-depth", SIGNATURE + header(*SIZE, 4, RGB) + chunk(b"IDAT", stream) + IEND, "RGB with 4 bits"),
        file("illegal-interlace", SIGNATURE
             + chunk(b"IHDR", struct.pack(">IIBBBBB", *SIZE, 8, RGB, 0, 0, 2)) + chunk(b"IDAT", stream) + IEND,
             "interlace method 2"),
        file("zlib-ends-early", head + idat(raw[: 10 * row_bytes]) + IEND, "10 of 21 rows in a whole zlib stream"),
        file("zlib-too-long", head + idat(raw + raw[:row_bytes]) + IEND, "one row too many"),
        file("bad-filter", head + idat(bytes(wrong_filter)) + IEND, "a row says filter 7"),
        file("palette-missing", png(greys, 2, PALETTE), "palette picture without PLTE"),
        file("palette-not-thirds", png(greys, 2, PALETTE, before=chunk(b"PLTE", bytes(10))), "PLTE of 10 bytes"),
        file("index-out-of-range", png(greys, 2, PALETTE, before=three), "index 3 of 3 colours"),
    ]


def png_accepted():
    rows = [[(x * 7 & 255,) for x in range(SIZE[0])] for _ in range(SIZE[1])]
    bomb = chunk(b"zTXt", b"Comment\0\0" + zlib.compress(bytes(50 << 20), 9))
    profile_bomb = chunk(b"iCCP", b"profile\0\0" + zlib.compress(bytes(8 << 20), 9))
    return [
        picture("bad/png-line-without-ink.png", png(line_without_ink(), 8, RGB), PNG, (24, 20),
                "marks at its edge make a line of text whose box holds nothing but its ground"),
        picture("bad/png-text-bomb.png", png(rows, 8, GREY, before=bomb), PNG, SIZE,
                "text that inflates to 50 MB: skipped, never inflated"),
        picture("bad/png-profile-bomb.png", png(rows, 8, GREY, before=profile_bomb), PNG, SIZE,
                "an ICC profile that inflates to 8 MB: ignored"),
    ]


def gif_files():
    start = gif.start(*SIZE, COLOURS)
    whole = start + gif.image(indices(*SIZE), 8) + gif.END
    descriptor = b"\x2c" + struct.pack("<HHHHB", 0, 0, *SIZE, 0)
    tiny = gif.control() + gif.image([[0]], 2, minimum=2)

    def file(name, data, shows, verdict=BROKEN):
        return bad("gif-%s.gif" % name, data, shows, GIF, verdict)

    return [
        file("truncated", whole[: len(whole) // 2], "the file ends inside the pixels"),
        file("truncated-header", whole[:9], "the file ends inside the header"),
        file("no-frame", start + gif.END, "a canvas and no picture"),
        file("zero-canvas", gif.start(0, 0, COLOURS) + gif.image(indices(*SIZE), 8) + gif.END, "a canvas of 0x0"),
        file("lzw-garbage", start + descriptor + b"\x03" + gif.blocks(b"\xf8\xff\xff\xff") + gif.END,
             "codes that are not in the table"),
        file("lzw-too-few-pixels", start + descriptor + b"\x03" + gif.blocks(gif.lzw([1] * 100, 3)) + gif.END,
             "100 of 693 pixels"),
        file("lzw-code-size-13", start + descriptor + b"\x0d" + gif.blocks(b"\0\0\0\0") + gif.END,
             "codes of 13 bits cannot be"),
        file("unknown-block", start + b"\x99" + gif.image(indices(*SIZE), 8) + gif.END, "a block of no known kind"),
        file("2000-frames-on-256-megapixels", gif.start(16000, 16000, COLOURS) + gif.loop() + 2000 * tiny + gif.END,
             "2,000 frames on a canvas of 16000x16000", TOO_LARGE),
        picture("bad/gif-polyglot-script.gif",
                b"GIF89a/*" + gif.start(*SIZE, COLOURS)[8:] + gif.image(solid(33, 21, 0), 8) + gif.END
                + b"*/=1;alert(1)", GIF, (0x2A2F, SIZE[1]),
                "a script to some; the script must not survive"),
    ]


def webp_files():
    lossy = webp.encode(pattern.rgb(*SIZE), quality=90)
    lossless = webp.encode(pattern.rgb(*SIZE), lossless=True)
    whole = webp.riff(lossy)
    longer = bytearray(whole)
    longer[4:8] = struct.pack("<I", len(whole) + 1000)
    body = lossy[0][1]
    huge = webp.canvas(16383, 16383, 0)
    outside = [
        webp.canvas(*SIZE, webp.ANIMATION),
        webp.animation(),
        webp.frame(lossy, (20, 10), SIZE),
    ]

    def file(name, data, shows, verdict=BROKEN):
        return bad("webp-%s.webp" % name, data, shows, WEBP, verdict)

    return [
        file("riff-too-long", bytes(longer), "RIFF declares more bytes than there are"),
        file("truncated", whole[: len(whole) // 2], "the file ends inside the pixels"),
        file("truncated-header", whole[:16], "nothing behind the first chunk's name"),
        file("data-cut", webp.riff([(b"VP8 ", body[: len(body) // 3])]), "RIFF is right, the VP8 data are cut"),
        file("vp8-garbage", webp.riff([(b"VP8 ", body[:10] + b"\xff" * 30)]), "a frame header and garbage"),
        file("vp8l-garbage", webp.riff([(b"VP8L", lossless[0][1][:5] + b"\xff" * 20)]), "a VP8L header and garbage"),
        file("no-picture", webp.riff([webp.canvas(*SIZE, 0)]), "a canvas and no picture"),
        file("unknown-first-chunk", webp.riff([(b"JUNK", bytes(20))]), "the first chunk is of no known kind"),
        file("frame-outside-canvas", webp.riff(outside), "a frame that reaches over the canvas"),
        file("declares-268-megapixels", webp.riff([huge] + lossy), "a canvas of 16383x16383", TOO_LARGE),
    ]


def strangers():
    """Files that claim by name to be pictures."""
    page = b"<!DOCTYPE html>\n<html><head><title>404</title></head><body>Not found</body></html>\n"
    script = (
        b'<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><script>alert(1)</script>'
        b'<rect width="40" height="30" fill="red"/></svg>\n'
    )
    return [
        refused("bad/html-named.png", page, UNSUPPORTED, "a web page, as a failed download leaves it", "text/html"),
        refused("bad/script.svg", script, UNSUPPORTED, "SVG with a script", "image/svg+xml"),
        refused("bad/zero.png", b"", UNSUPPORTED, "no bytes at all"),
        refused("bad/one-byte.jpg", b"\xff", UNSUPPORTED, "one byte"),
    ]


def files():
    return png_files() + png_accepted() + bad_jpegs.files() + gif_files() + webp_files() + strangers()
