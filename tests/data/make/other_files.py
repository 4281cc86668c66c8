"""other/: what people send instead of a picture. Each is a small, whole file of its kind where that is possible
in a few lines, else its header. The verdict is that of the door for pictures."""

import gzip
import io
import struct
import zlib

from make import pattern
from make import webp_writer as webp
from make.entry import UNSUPPORTED, refused
from make.jpeg_writer import Jpeg, ycc

FRAME = (48, 32)


def zip_file():
    name, body = b"hello.txt", b"hello\n"
    sizes = struct.pack("<III", zlib.crc32(body), len(body), len(body))
    local = b"PK\3\4" + struct.pack("<HHHHH", 20, 0, 0, 0, 0x5821) + sizes + struct.pack("<HH", len(name), 0)
    entry = b"PK\1\2" + struct.pack("<HHHHHH", 20, 20, 0, 0, 0, 0x5821) + sizes
    entry += struct.pack("<HHHHHII", len(name), 0, 0, 0, 0, 0, 0) + name
    files = local + name + body
    end = b"PK\5\6" + struct.pack("<HHHHIIH", 0, 0, 1, 1, len(entry), len(files), 0)
    return files + entry + end


def gzip_file():
    file = io.BytesIO()
    with gzip.GzipFile(fileobj=file, mode="wb", mtime=0, filename="") as out:
        out.write(b"hello\n")
    return file.getvalue()


def bmp():
    pixels = bytes((30, 20, 230, 60, 200, 20, 0, 0)) * 2
    info = struct.pack("<IiiHHIIiiII", 40, 2, 2, 1, 24, 0, len(pixels), 2835, 2835, 0, 0)
    return b"BM" + struct.pack("<IHHI", 14 + len(info) + len(pixels), 0, 0, 14 + len(info)) + info + pixels


def tiff(order):
    """One grey pixel."""
    entries = [(256, 3, 1), (257, 3, 1), (258, 3, 8), (259, 3, 1), (262, 3, 1), (273, 4, 8), (277, 3, 1), (278, 3, 1), (279, 4, 1)]
    body = b""
    for tag, kind, value in entries:
        packed = struct.pack(order + ("HH" if kind == 3 else "I"), *((value, 0) if kind == 3 else (value,)))
        body += struct.pack(order + "HHI", tag, kind, 1) + packed
    mark = b"II*\0" if order == "<" else b"MM\0*"
    return mark + struct.pack(order + "I", 10) + b"\x80\0" + struct.pack(order + "H", len(entries)) + body + bytes(4)


def box(kind, *parts):
    body = b"".join(parts)
    return struct.pack(">I", 8 + len(body)) + kind + body


def brand(name, *others):
    """A file of ISO media that has no more than its type."""
    return box(b"ftyp", name, bytes(4), *others) + box(b"mdat", bytes(8))


def pdf():
    page = b"0.9 0.1 0.1 rg 20 20 60 40 re f"
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 100 80] /Contents 4 0 R >>",
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(page), page),
    ]
    out, offsets = b"%PDF-1.4\n", []
    for number, body in enumerate(objects, 1):
        offsets.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    table += b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    trailer = b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, len(out))
    return out + table + trailer


def full(kind, *parts, version=0, flags=0):
    return box(kind, struct.pack(">I", version << 24 | flags), *parts)


def mp4():
    """Three frames of Motion JPEG at 10 a second."""
    frames = [Jpeg(ycc(pattern.turned(pattern.rgb(*FRAME), turn))).file() for turn in (1, 2, 3)]
    head = box(b"ftyp", b"isom", struct.pack(">I", 512), b"isommp42")
    matrix = struct.pack(">9I", 0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000)
    movie = full(b"mvhd", struct.pack(">IIIIIHH8x", 0, 0, 1000, 300, 0x10000, 0x100, 0), matrix, bytes(24), struct.pack(">I", 2))
    track = full(b"tkhd", struct.pack(">IIIII8xHHHH", 0, 0, 1, 0, 300, 0, 0, 0, 0), matrix,
                 struct.pack(">II", FRAME[0] << 16, FRAME[1] << 16), flags=3)
    sample = struct.pack(">6xH16xHHIIIH32sHh", 1, *FRAME, 0x480000, 0x480000, 0, 1, b"\x04jpeg", 24, -1)
    media_head = full(b"mdhd", struct.pack(">IIIIHH", 0, 0, 1000, 300, 0x55C4, 0))
    handler = full(b"hdlr", bytes(4), b"vide", bytes(12), b"video\0")
    data = box(b"dinf", full(b"dref", struct.pack(">I", 1), full(b"url ", flags=1)))

    def moov(offset):
        table = box(
            b"stbl",
            full(b"stsd", struct.pack(">I", 1), box(b"jpeg", sample)),
            full(b"stts", struct.pack(">III", 1, len(frames), 100)),
            full(b"stsc", struct.pack(">IIII", 1, 1, len(frames), 1)),
            full(b"stsz", struct.pack(">II", 0, len(frames)), b"".join(struct.pack(">I", len(f)) for f in frames)),
            full(b"stco", struct.pack(">II", 1, offset)),
        )
        info = box(b"minf", full(b"vmhd", bytes(8), flags=1), data, table)
        return box(b"moov", movie, box(b"trak", track, box(b"mdia", media_head, handler, info)))

    offset = len(head) + len(moov(0)) + 8
    return head + moov(offset) + box(b"mdat", *frames)


def element(identity, *parts):
    """EBML: an id, a length of four bytes, a body."""
    body = b"".join(parts)
    return bytes.fromhex(identity) + struct.pack(">I", 0x10000000 | len(body)) + body


def number(identity, value):
    return element(identity, struct.pack(">I", value).lstrip(b"\0") or b"\0")


def webm():
    """Three VP8 frames at 10 a second: the bit stream of a lossy WebP is a VP8 key frame."""
    frames = [webp.encode(pattern.turned(pattern.rgb(*FRAME), turn), quality=80)[0][1] for turn in (1, 2, 3)]
    head = element("1A45DFA3", number("4286", 1), number("42F7", 1), number("42F2", 4), number("42F3", 8),
                   element("4282", b"webm"), number("4287", 2), number("4285", 2))
    info = element("1549A966", number("2AD7B1", 1000000), element("4489", struct.pack(">d", 300.0)),
                   element("4D80", b"test"), element("5741", b"test"))
    video = element("E0", number("B0", FRAME[0]), number("BA", FRAME[1]))
    tracks = element("1654AE6B", element("AE", number("D7", 1), number("73C5", 1), number("83", 1),
                                         element("86", b"V_VP8"), video))
    blocks = [element("A3", b"\x81" + struct.pack(">hB", 100 * i, 0x80) + data) for i, data in enumerate(frames)]
    return head + element("18538067", info, tracks, element("1F43B675", number("E7", 0), *blocks))


def files():
    def file(name, data, mime, shows):
        return refused("other/" + name, data, UNSUPPORTED, shows, mime)

    return [
        file("picture.bmp", bmp(), "image/bmp", "BMP, 2x2"),
        file("little-endian.tiff", tiff("<"), "image/tiff", "TIFF, one pixel"),
        file("big-endian.tiff", tiff(">"), "image/tiff", "TIFF, one pixel"),
        file("header.heic", brand(b"heic", b"mif1heic"), "image/heic", "HEIC, its header only"),
        file("header.avif", brand(b"avif", b"avifmif1miaf"), "image/avif", "AVIF, its header only"),
        file("header.jxl", b"\xff\x0a" + bytes(10), "image/jxl", "JPEG XL, its header only"),
        file("document.pdf", pdf(), "application/pdf", "PDF of one page, a red box"),
        file("video.mp4", mp4(), "video/mp4", "MP4, three frames of Motion JPEG, 48x32"),
        file("video.webm", webm(), "video/webm", "WebM, three frames of VP8, 48x32"),
        file("archive.zip", zip_file(), "application/zip", "ZIP of one file"),
        file("text.gz", gzip_file(), "application/gzip", "gzip"),
        file("text.txt", b"Not a picture, but the words of one.\n", "text/plain", "plain text"),
        file("utf-16.txt", "\ufeffNot a picture.\n".encode("utf-16-le"), "-", "text in UTF-16"),
        file("object.json", b'{"not": "a picture"}\n', "application/json", "JSON"),
        file("page.html", b"<html><body>hello</body></html>\n", "text/html", "HTML without a doctype"),
        file("noise.bin", bytes(value & 255 for value in pattern.noise(64, 7)), "-", "bytes of no known kind"),
    ]
