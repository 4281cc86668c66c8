"""A small JPEG encoder that keeps its coefficients, so that a test picture can have any components, sampling,
markers and scans, and can be turned without loss."""

import math
import struct

ZIGZAG = sorted(range(64), key=lambda i: (i // 8 + i % 8, i // 8 if (i // 8 + i % 8) % 2 else i % 8))

# Symmetric, so that a transposed block needs no other table.
QUANT = [2 + (i // 8 + i % 8) for i in range(64)]

# Annex K.3: how many codes of each length, then the symbols.
DC_TABLE = (bytes.fromhex("00010501010101010100000000000000"), bytes(range(12)))
AC_TABLE = (
    bytes.fromhex("0002010303020403050504040000017d"),
    bytes.fromhex(
        "01020300041105122131410613516107227114328191a1082342b1c11552d1f0"
        "2433627282090a161718191a25262728292a3435363738393a43444546474849"
        "4a535455565758595a636465666768696a737475767778797a83848586878889"
        "8a92939495969798999aa2a3a4a5a6a7a8a9aab2b3b4b5b6b7b8b9bac2c3c4c5"
        "c6c7c8c9cad2d3d4d5d6d7d8d9dae1e2e3e4e5e6e7e8e9eaf1f2f3f4f5f6f7f8"
        "f9fa"
    ),
)


def codes_of(table):
    counts, symbols = table
    codes, code, at = {}, 0, 0
    for length, count in enumerate(counts, 1):
        for _ in range(count):
            codes[symbols[at]] = (code, length)
            code, at = code + 1, at + 1
        code <<= 1
    return codes


DC_CODES, AC_CODES = codes_of(DC_TABLE), codes_of(AC_TABLE)
COSINES = [
    [math.cos((2 * x + 1) * u * math.pi / 16) * (math.sqrt(0.125) if u == 0 else 0.5) for x in range(8)]
    for u in range(8)
]


class Bits:
    def __init__(self):
        self.out, self.held, self.count = bytearray(), 0, 0

    def put(self, value, length):
        self.held, self.count = (self.held << length) | value, self.count + length
        while self.count >= 8:
            self.count -= 8
            byte = (self.held >> self.count) & 255
            self.out += b"\xff\x00" if byte == 255 else bytes([byte])
        self.held &= (1 << self.count) - 1

    def flush(self):
        if self.count:
            self.put((1 << (8 - self.count)) - 1, 8 - self.count)


class Component:
    """One plane as quantised blocks: blocks[row][column] is 64 numbers, u + 8 * v."""

    def __init__(self, blocks, across, down, label):
        self.blocks, self.across, self.down, self.label = blocks, across, down, label


def transform(block):
    """Forward DCT and quantisation of 64 samples."""
    rows = [[sum(block[8 * y + x] * COSINES[u][x] for x in range(8)) for u in range(8)] for y in range(8)]
    out = []
    for v in range(8):
        for u in range(8):
            value = sum(rows[y][u] * COSINES[v][y] for y in range(8))
            out.append(int(round(value / QUANT[8 * v + u])))
    return out


def component(plane, across, down, columns, rows, label):
    """`columns` and `rows` count blocks; the plane's edges are repeated to fill them."""
    height, width = len(plane), len(plane[0])
    blocks = []
    for by in range(rows):
        line = []
        for bx in range(columns):
            samples = [
                plane[min(height - 1, 8 * by + y)][min(width - 1, 8 * bx + x)] - 128
                for y in range(8)
                for x in range(8)
            ]
            line.append(transform(samples))
        blocks.append(line)
    return Component(blocks, across, down, label)


def shrink(plane, across, down):
    height, width = len(plane), len(plane[0])
    out = []
    for y in range(0, height, down):
        line = []
        for x in range(0, width, across):
            box = [
                plane[min(height - 1, y + j)][min(width - 1, x + i)] for j in range(down) for i in range(across)
            ]
            line.append((sum(box) + len(box) // 2) // len(box))
        out.append(line)
    return out


def clamp(value):
    return max(0, min(255, int(round(value))))


def ycc(rows):
    """Rows of (r, g, b) -> the three planes of JFIF."""
    def plane(weights, offset):
        return [[clamp(sum(w * c for w, c in zip(weights, colour)) + offset) for colour in row] for row in rows]

    return [
        plane((0.299, 0.587, 0.114), 0),
        plane((-0.168735892, -0.331264108, 0.5), 128),
        plane((0.5, -0.418687589, -0.081312411), 128),
    ]


class Jpeg:
    """Planes of equal size; all but the first (and a fourth) are shrunk by `chroma`."""

    def __init__(self, planes, chroma=(1, 1), labels=None):
        self.height, self.width = len(planes[0]), len(planes[0][0])
        self.across, self.down = chroma if len(planes) > 1 else (1, 1)
        self.mcu_columns = -(-self.width // (8 * self.across))
        self.mcu_rows = -(-self.height // (8 * self.down))
        self.components = []
        for index, plane in enumerate(planes):
            full = index in (0, 3)
            across, down = (self.across, self.down) if full else (1, 1)
            if not full:
                plane = shrink(plane, self.across, self.down)
            label = labels[index] if labels else index + 1
            self.components.append(
                component(plane, across, down, self.mcu_columns * across, self.mcu_rows * down, label)
            )

    def turn(self, orientation):
        """Stores the picture as a camera held that way would: exact, for whole MCUs and square sampling."""
        for part in self.components:
            part.blocks = [[turn_block(b, orientation) for b in row] for row in turn_rows(part.blocks, orientation)]
        if orientation >= 5:
            self.width, self.height = self.height, self.width
            self.mcu_columns, self.mcu_rows = self.mcu_rows, self.mcu_columns
        return self

    def frame(self, marker=0xC0, precision=8, size=None):
        width, height = size or (self.width, self.height)
        body = struct.pack(">BHHB", precision, height, width, len(self.components))
        for part in self.components:
            body += bytes([part.label, part.across * 16 + part.down, 0])
        return segment(marker, body)

    def scan_header(self):
        body = bytes([len(self.components)])
        for part in self.components:
            body += bytes([part.label, 0])
        return segment(0xDA, body + bytes([0, 63, 0]))

    def scan(self, restart=0):
        bits, previous, done = Bits(), [0] * len(self.components), 0
        for my in range(self.mcu_rows):
            for mx in range(self.mcu_columns):
                if restart and done and done % restart == 0:
                    bits.flush()
                    bits.out += bytes([0xFF, 0xD0 + (done // restart - 1) % 8])
                    previous = [0] * len(self.components)
                for index, part in enumerate(self.components):
                    for by in range(part.down):
                        for bx in range(part.across):
                            block = part.blocks[my * part.down + by][mx * part.across + bx]
                            put_block(bits, block, previous[index])
                            previous[index] = block[0]
                done += 1
        bits.flush()
        return bytes(bits.out)

    def file(self, segments=b"", jfif=True, restart=0, **frame):
        return (
            b"\xff\xd8"
            + (JFIF if jfif else b"")
            + segments
            + quant_segment()
            + self.frame(**frame)
            + huffman_segments()
            + (segment(0xDD, struct.pack(">H", restart)) if restart else b"")
            + self.scan_header()
            + self.scan(restart)
            + b"\xff\xd9"
        )


def turn_rows(rows, orientation):
    from make.pattern import turned

    return turned(rows, orientation)


def turn_block(block, orientation):
    """The same turn inside one block: mirroring negates the odd frequencies."""
    if orientation >= 5:
        block = [block[8 * u + v] for v in range(8) for u in range(8)]
    if orientation in (2, 3, 7, 8):
        block = [-value if i % 2 else value for i, value in enumerate(block)]
    if orientation in (3, 4, 6, 7):
        block = [-value if (i // 8) % 2 else value for i, value in enumerate(block)]
    return block


def put_number(bits, codes, high, value):
    size = abs(value).bit_length()
    bits.put(*codes[high * 16 + size])
    if size:
        bits.put(value if value > 0 else value + (1 << size) - 1, size)


def put_block(bits, block, previous):
    put_number(bits, DC_CODES, 0, block[0] - previous)
    zeros = 0
    for i in ZIGZAG[1:]:
        if block[i] == 0:
            zeros += 1
            continue
        while zeros > 15:
            bits.put(*AC_CODES[0xF0])
            zeros -= 16
        put_number(bits, AC_CODES, zeros, block[i])
        zeros = 0
    if zeros:
        bits.put(*AC_CODES[0])


def segment(marker, body):
    return bytes([0xFF, marker]) + struct.pack(">H", len(body) + 2) + body


def quant_segment():
    return segment(0xDB, bytes([0]) + bytes(QUANT[i] for i in ZIGZAG))


def huffman_segments():
    return segment(0xC4, b"\x00" + DC_TABLE[0] + DC_TABLE[1]) + segment(0xC4, b"\x10" + AC_TABLE[0] + AC_TABLE[1])


JFIF = segment(0xE0, b"JFIF\0\x01\x01\x00\x00\x01\x00\x01\x00\x00")


def adobe(colour_transform):
    """0: the components are what they are; 1: YCC; 2: YCCK."""
    return segment(0xEE, b"Adobe\0\x64\0\0\0\0" + bytes([colour_transform]))


def exif_segment(tiff):
    return segment(0xE1, b"Exif\0\0" + tiff)


def icc_segments(profile, part=65519):
    parts = [profile[i : i + part] for i in range(0, len(profile), part)]
    return b"".join(
        segment(0xE2, b"ICC_PROFILE\0" + bytes([i, len(parts)]) + body) for i, body in enumerate(parts, 1)
    )
