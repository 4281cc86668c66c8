"""The JPEGs of bad/."""

from make import pattern
from make.entry import BROKEN, TOO_LARGE, picture, refused
from make.jpeg_writer import (
    DC_CODES,
    DC_TABLE,
    JFIF,
    Bits,
    Jpeg,
    huffman_segments,
    icc_segments,
    put_number,
    quant_segment,
    segment,
    ycc,
)
from make.other_files import zip_file

SIZE = (37, 29)
MIME = "image/jpeg"


def scan(labels, first, last, high, low, data):
    body = bytes([len(labels)]) + b"".join(bytes([label, 0]) for label in labels)
    return segment(0xDA, body + bytes([first, last, high * 16 + low])) + data


def dc_scan(jpeg):
    """The first scan of a progressive file: the mean of every block."""
    bits, previous = Bits(), [0] * len(jpeg.components)
    for y in range(jpeg.mcu_rows):
        for x in range(jpeg.mcu_columns):
            for index, part in enumerate(jpeg.components):
                value = part.blocks[y][x][0]
                put_number(bits, DC_CODES, 0, value - previous[index])
                previous[index] = value
    bits.flush()
    return scan([part.label for part in jpeg.components], 0, 0, 0, 0, bytes(bits.out))


def many_scans():
    """Legal: every frequency of every component comes bit by bit, and none of them holds anything. A decoder
    walks over all coefficients in each scan, so the work is the number of scans times the picture."""
    jpeg = Jpeg(ycc(pattern.rgb(16, 16)))
    # One AC symbol, "the next four blocks are empty", as the code 0.
    ac_table = segment(0xC4, b"\x10" + b"\x01" + bytes(15) + b"\x20")
    dc_table = segment(0xC4, b"\x00" + DC_TABLE[0] + DC_TABLE[1])
    empty = b"\x1f"
    scans = dc_scan(jpeg)
    for part in jpeg.components:
        for frequency in range(1, 64):
            for low in range(7, -1, -1):
                high = 0 if low == 7 else low + 1
                scans += scan([part.label], frequency, frequency, high, low, empty)
    return b"\xff\xd8" + JFIF + quant_segment() + jpeg.frame(0xC2) + dc_table + ac_table + scans + b"\xff\xd9"


def files():
    jpeg = Jpeg(ycc(pattern.rgb(*SIZE)), (2, 2))
    whole = jpeg.file()
    data_at = whole.index(b"\xff\xda") + 14
    middle = (data_at + len(whole)) // 2
    restarts = jpeg.file(restart=1)
    too_many_codes = segment(0xC4, b"\x00" + b"\x03" + bytes(15) + bytes(3))

    def file(name, data, shows, verdict=BROKEN):
        return refused("bad/jpeg-%s.jpg" % name, data, verdict, shows, MIME)

    return [
        file("truncated-scan", whole[:middle], "the file ends inside the pixels"),
        file("truncated-header", whole[:30], "the file ends before the frame header"),
        file("no-eoi", whole[:-2], "the last marker is missing"),
        file("no-scan", whole[: whole.index(b"\xff\xda")] + b"\xff\xd9", "headers and no pixels"),
        file("scan-garbage", whole[:middle] + b"\xff\x00" * 30 + b"\xff\xd9", "codes that are not in the table"),
        file("scan-too-short", whole[: data_at + 12] + b"\xff\xd9", "the end marker comes after a few blocks"),
        file("wrong-restart", restarts.replace(b"\xff\xd2", b"\xff\xd6", 1), "the restart markers are out of order"),
        file("bad-huffman", whole.replace(huffman_segments(), huffman_segments() + too_many_codes),
             "a Huffman table with three codes of one bit"),
        file("no-quantisation", whole.replace(quant_segment(), b""), "no quantisation table"),
        file("declares-4-gigapixels", jpeg.file(size=(65500, 65500)), "65500x65500 declared", TOO_LARGE),
        file("zero-height", jpeg.file(size=(37, 0)), "0 rows declared"),
        file("two-frames", whole.replace(jpeg.frame(), jpeg.frame() * 2), "two frame headers"),
        file("arithmetic", jpeg.file(marker=0xC9), "declares arithmetic coding"),
        file("lossless", jpeg.file(marker=0xC3), "declares the lossless process"),
        file("12-bit", jpeg.file(marker=0xC1, precision=12), "declares 12 bits a sample"),
        file("1500-scans", many_scans(), "1,513 legal scans over 16x16 pixels: needs a limit of scans"),
        picture("bad/trailing-zip.jpg", whole + zip_file(), MIME, SIZE, "a ZIP behind the picture: must not survive"),
        picture("bad/jpeg-named.png", whole, MIME, SIZE, "the extension lies, the bytes decide"),
        picture("bad/jpeg-profile-in-255-parts.jpg", jpeg.file(icc_segments(bytes(255 * 8), 8)), MIME, SIZE,
                "255 parts of an ICC profile of zero bytes: ignored"),
    ]
