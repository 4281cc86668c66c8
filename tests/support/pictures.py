#!/usr/bin/env python3
"""Makes the files that tests send: the same bytes at every run.

    pictures.py plain WIDTH HEIGHT R,G,B FILE     a slow gradient around a colour: a PNG, or by the ending
    pictures.py noise WIDTH HEIGHT SEED FILE      a picture that does not compress
    pictures.py places WIDTH HEIGHT FILE          no part is like another; stays a PNG when it is sent
    pictures.py exact WIDTH BYTES FILE            a PNG of exactly so many bytes, with nothing to cut out
    pictures.py button R,G,B FILE                 a page with a button of that colour
    pictures.py moving WIDTH HEIGHT FILE          a GIF of three frames
    pictures.py sheet WIDTH HEIGHT SCALE FILE     a table full of words, in letters of 8 px times SCALE
    pictures.py screens WIDTH HEIGHT SCALE COUNT FOLDER    screen-000.png …: a log that grows, no two alike
    pictures.py pdf PAGES FILE
    pictures.py scan PAGES FILE                   a PDF of pages that are pictures full of words
    pictures.py is_part ORIGINAL X Y FILE         fails unless FILE is, pixel by pixel, what ORIGINAL has at X, Y
    pictures.py --lines                           makes many: each line of standard input is a JSON array of such
                                                  arguments, and is answered by {} or {"failed": "why"}
"""

import json
import random
import struct
import sys
import zlib

from PIL import Image, ImageDraw, ImageFont


def plain(width, height, colour, file):
    red, green, blue = (int(part) for part in colour.split(","))
    ramp = Image.linear_gradient("L").resize((int(width), int(height)))
    channels = [ramp.point(lambda value, base=base: max(0, min(255, base + (value - 128) // 16)))
                for base in (red, green, blue)]
    Image.merge("RGB", channels).save(file)


def noise(width, height, seed, file):
    size = (int(width), int(height))
    raw = random.Random(int(seed)).randbytes(size[0] * size[1] * 3)
    Image.frombytes("RGB", size, raw).save(file)


def places(width, height, file):
    """Tiles of 16 pixels, each in a colour of its own: as flat as a screen, and no part is like another."""
    width, height = int(width), int(height)
    row = bytearray(width * 3)
    row[0::3] = bytes(x // 16 % 256 for x in range(width))
    rows = []
    for y in range(height):
        row[1::3] = bytes([y // 16 % 256]) * width
        rows.append(bytes(row))
    Image.frombytes("RGB", (width, height), b"".join(rows)).save(file)


def is_part(original, x, y, file):
    with Image.open(file) as part, Image.open(original) as whole:
        box = (int(x), int(y), int(x) + part.width, int(y) + part.height)
        if part.convert("RGB").tobytes() != whole.convert("RGB").crop(box).tobytes():
            sys.exit(f"{file} ({part.width}x{part.height}) is not what {original} has at {x}, {y}")


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def stored(data, empty_blocks):
    """A zlib stream that compresses nothing, and may be made longer by empty blocks of 5 bytes."""
    parts = [b"\x78\x01"] + [b"\x00\x00\x00\xff\xff"] * empty_blocks
    blocks = [data[at:at + 65535] for at in range(0, len(data), 65535)]
    for i, block in enumerate(blocks):
        last = i + 1 == len(blocks)
        parts.append(struct.pack("<BHH", last, len(block), len(block) ^ 0xFFFF) + block)
    return b"".join(parts) + struct.pack(">I", zlib.adler32(data))


def exact_png(width, height, empty_blocks, empty_chunks):
    rows = random.Random(7).randbytes(width * 3 * height)
    data = b"".join(b"\0" + rows[y * width * 3:(y + 1) * width * 3] for y in range(height))
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", stored(data, empty_blocks))
            + chunk(b"IDAT", b"") * empty_chunks + chunk(b"IEND", b""))


def exact(width, size, file):
    """As many rows as fit; then blocks of 5 and chunks of 12 bytes fill what is left."""
    width, size = int(width), int(size)
    height = (size - 200) // (width * 3 + 2)
    missing = size - len(exact_png(width, height, 0, 0))
    chunks = next(count for count in range(5) if (missing - 12 * count) % 5 == 0)
    raw = exact_png(width, height, (missing - 12 * chunks) // 5, chunks)
    assert len(raw) == size, (len(raw), size)
    with open(file, "wb") as out:
        out.write(raw)


def button(colour, file):
    page = Image.new("RGB", (480, 240), (255, 255, 255))
    draw = ImageDraw.Draw(page)
    draw.rectangle([160, 100, 319, 139], fill=tuple(int(part) for part in colour.split(",")))
    draw.text((210, 114), "Save changes", fill=(255, 255, 255), font=ImageFont.load_default())
    page.save(file)


def moving(width, height, file):
    frames = [Image.new("RGB", (int(width), int(height)), (90 * i, 40, 200)) for i in range(3)]
    frames[0].save(file, "GIF", save_all=True, append_images=frames[1:], duration=100)


def sheet(width, height, scale, file):
    width, height, scale = int(width), int(height), int(scale)
    small = Image.new("L", (width // scale, height // scale), 255)
    draw = ImageDraw.Draw(small)
    font = ImageFont.load_default()
    random_number = random.Random(11)
    for y in range(4, small.height - 16, 20):
        draw.line([(0, y + 15), (small.width, y + 15)], fill=215)
        for x in range(8, small.width - 88, 96):
            word = random_number.choice(["Budget", "Kilometres", "Hamburg", "fleet-42", "pending"])
            draw.text((x, y), f"{word} {random_number.randrange(100)}", fill=20, font=font)
    small.resize((width, height), Image.NEAREST).convert("RGB").save(file)


def screens(width, height, scale, count, folder):
    """A window with a log in letters of 8 px times SCALE; each screen has scrolled on by some lines."""
    width, height, scale = int(width), int(height), int(scale)
    random_number = random.Random(17)
    words = ["connected", "retrying", "worker", "timeout", "saved", "queue", "42 ms", "[warn]"]
    font = ImageFont.load_default()
    lines = []
    for number in range(int(count)):
        small = Image.new("RGB", (width // scale, height // scale), (24, 26, 31))
        draw = ImageDraw.Draw(small)
        draw.rectangle([0, 0, small.width, 18], fill=(46 + number % 64, 52, 64))
        draw.text((6, 3), f"terminal {number}", fill=(230, 230, 230), font=font)
        while len(lines) < 3 * (number + 10):
            lines.append(" ".join(random_number.choice(words) for _ in range(8)))
        shown = lines[-((small.height - 24) // 18):]
        for row, line in enumerate(shown):
            draw.text((6, 24 + 18 * row), line, fill=(200, 210, 190), font=font)
        small.resize((width, height), Image.NEAREST).save(f"{folder}/screen-{number:03}.png", compress_level=1)


def pdf(pages, file):
    count = int(pages)
    kids = " ".join(f"{3 + i} 0 R" for i in range(count))
    objects = ["<</Type/Catalog/Pages 2 0 R>>", f"<</Type/Pages/Kids[{kids}]/Count {count}>>"]
    objects += ["<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>"] * count
    out = b"%PDF-1.4\n"
    places = []
    for i, text in enumerate(objects):
        places.append(len(out))
        out += f"{i + 1} 0 obj{text}endobj\n".encode()
    table = len(out)
    out += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n".encode()
    out += b"".join(f"{place:010} 00000 n \n".encode() for place in places)
    out += f"trailer<</Size {len(objects) + 1}/Root 1 0 R>>\nstartxref\n{table}\n%%EOF\n".encode()
    with open(file, "wb") as to:
        to.write(out)


def scan(pages, file):
    """A4 at 150 dpi, as a scanner gives it: no page has text, and no two are alike."""
    random_number = random.Random(5)
    font = ImageFont.load_default()
    sheets = []
    for number in range(int(pages)):
        small = Image.new("L", (620, 877), 250)
        draw = ImageDraw.Draw(small)
        draw.text((40, 30), f"Page {number + 1} of the scan", fill=20, font=font)
        for y in range(60, 840, 18):
            words = random_number.choices(["delivery", "invoice", "Hamburg", "total", "pending"], k=10)
            draw.text((40, y), " ".join(words), fill=30, font=font)
        sheets.append(small.resize((1240, 1754), Image.BICUBIC))
    sheets[0].save(file, "PDF", save_all=True, append_images=sheets[1:], resolution=150)


MAKERS = {"plain": plain, "noise": noise, "places": places, "exact": exact, "button": button, "moving": moving,
          "sheet": sheet, "screens": screens, "pdf": pdf, "scan": scan, "is_part": is_part}


def answer_lines():
    print("{}", flush=True)
    for line in sys.stdin:
        try:
            maker, *arguments = json.loads(line)
            MAKERS[maker](*arguments)
            answer = {}
        except (Exception, SystemExit) as error:  # the tests are to see it, and the next picture is another
            answer = {"failed": repr(error)}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    if sys.argv[1:] == ["--lines"]:
        answer_lines()
    else:
        MAKERS[sys.argv[1]](*sys.argv[2:])
