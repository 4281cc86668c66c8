"""gif/: stills and animations, each with one feature."""

from make import gif_writer as gif
from make import metadata, pattern
from make.entry import picture

SIZE = (33, 21)
MIME = "image/gif"
COLOURS = [pattern.RED, pattern.GREEN, pattern.BLUE, (255, 255, 255), (0, 0, 0), (200, 180, 40), (90, 90, 90), (40, 200, 200)]
CLEAR = 7  # the index that transparent frames leave open


def entry(name, data, shows, frames=1, size=SIZE):
    return picture("gif/%s.gif" % name, data, MIME, size, shows, frames)


def indices(width, height, count=7):
    rows = []
    for y in range(height):
        row = []
        for x in range(width):
            colour = pattern.colour_at(x, y, width, height)
            row.append(COLOURS.index(colour) if colour in COLOURS[:3] else 3 + (x // 3 + y // 2) % (count - 3))
        rows.append(row)
    return rows


def solid(width, height, index):
    return [[index] * width for _ in range(height)]


def with_hole(width, height, index):
    """A frame of one colour, open in the middle third."""
    return [
        [CLEAR if width // 3 <= x < 2 * width // 3 and height // 3 <= y < 2 * height // 3 else index for x in range(width)]
        for y in range(height)
    ]


def stills():
    rows = indices(*SIZE)
    start = gif.start(*SIZE, COLOURS)
    two = [[(x + y) % 2 for x in range(SIZE[0])] for y in range(SIZE[1])]
    grey = [(i, i, i) for i in range(256)]
    values = [value & 255 for value in pattern.noise(96 * 60)]
    noise = [values[96 * y : 96 * y + 96] for y in range(60)]
    return [
        entry("still", start + gif.image(rows, 8) + gif.END, "one frame"),
        entry("version-87a", gif.start(*SIZE, COLOURS, b"87a") + gif.image(rows, 8) + gif.END, "GIF87a"),
        entry("interlaced", start + gif.image(rows, 8, interlaced=True) + gif.END, "interlaced"),
        entry("transparent", start + gif.control(transparent=CLEAR) + gif.image(with_hole(*SIZE, 0), 8) + gif.END,
              "red with a transparent middle"),
        entry("local-palette", gif.start(*SIZE) + gif.image(rows, 8, local=COLOURS) + gif.END, "no global palette"),
        entry("two-colours", gif.start(*SIZE, COLOURS[:2]) + gif.image(two, 2) + gif.END, "a palette of two"),
        entry("full-table", gif.start(96, 60, grey) + gif.image(noise, 256) + gif.END,
              "noise: the LZW table fills up and is cleared", size=(96, 60)),
        entry("full-table-kept", gif.start(96, 60, grey) + gif.image(noise, 256, clear_when_full=False) + gif.END,
              "noise: the LZW table fills up and stays", size=(96, 60)),
        entry("large-code-size", start + gif.image(rows, 8, minimum=8) + gif.END, "8-bit codes for 8 colours"),
        entry("no-trailer", start + gif.image(rows, 8), "whole but for the last byte, as many programs write it"),
        entry("trailing-bytes", start + gif.image(rows, 8) + gif.END + b"PK\3\4 more", "bytes behind the trailer"),
        entry("offset-still", start + gif.image(solid(10, 8, 0), 8, (20, 10)) + gif.END,
              "the frame covers a part of the canvas, the rest is transparent"),
        entry("beyond-canvas", start + gif.image(solid(20, 20, 0), 8, (20, 10)) + gif.END,
              "the frame reaches over the canvas and is clipped"),
        entry("metadata", start + gif.comment(metadata.SECRET.encode()) + xmp() + plain_text() + gif.image(rows, 8) + gif.END,
              "comment, XMP and plain text extensions"),
    ]


def xmp():
    magic = b"\x01" + bytes(range(255, -1, -1)) + b"\0"
    return b"\x21\xff\x0bXMP DataXMP" + metadata.XMP + magic


def plain_text():
    return b"\x21\x01\x0c" + bytes(8) + b"\x08\x08\x00\x01" + gif.blocks(b"hello")


def animations():
    start = gif.start(*SIZE, COLOURS) + gif.loop()
    first = gif.image(indices(*SIZE), 8)
    files = []
    for disposal, word in ((0, "unspecified"), (1, "keep"), (2, "to background"), (3, "to previous")):
        frames = gif.control(disposal=1) + first
        for number, at in enumerate(((2, 1), (11, 6), (20, 11))):
            frames += gif.control(disposal, 5 * number, CLEAR) + gif.image(with_hole(12, 9, 3 + number), 8, at)
        files.append(entry("disposal-%d" % disposal, start + frames + gif.END,
                           "disposal %d (%s), offset frames with holes" % (disposal, word), 4))
    files.append(entry("disposal-2-first", start + gif.control(2) + first + gif.control(1, 10, CLEAR)
                       + gif.image(with_hole(12, 9, 4), 8, (4, 4)) + gif.END,
                       "the whole first frame is disposed of to background", 2))
    locals_ = b"".join(
        gif.control(1) + gif.image(indices(*SIZE), 8, local=COLOURS[i:] + COLOURS[:i]) for i in range(3)
    )
    files.append(entry("local-palettes", start + locals_ + gif.END, "three frames, each with a palette of its own", 3))
    mixed = gif.control(1, 0) + gif.image(solid(10, 8, 1), 8, (5, 5)) + gif.control(1, 100) + first
    files.append(entry("first-frame-partial", start + mixed + gif.END,
                       "the first frame covers a part of the canvas only", 2))
    files.append(entry("interlaced-frames", start + (gif.control(1) + gif.image(indices(*SIZE), 8, interlaced=True)) * 2
                       + gif.END, "interlaced frames", 2))
    return files


def files():
    return stills() + animations()
