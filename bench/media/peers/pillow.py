#!/usr/bin/python3
"""The benchmark's jobs by Pillow. One JSON request a line on stdin, one JSON reply a line on stdout; see
../README.md."""

import base64
import hashlib
import io
import json
import math
import operator
import sys
import time

from PIL import Image, ImageOps

try:
    import numpy
except ImportError:
    numpy = None  # only the hash is slower without

Image.MAX_IMAGE_PIXELS = None
MAX_EDGE, LOW_EDGE, MAX_BYTES, HASH_SIDE = 1568, 512, 5 << 20, 64
LANCZOS = Image.Resampling.LANCZOS
COSINES = [[math.cos((2 * x + 1) * u * math.pi / (2 * HASH_SIDE)) for x in range(HASH_SIDE)] for u in range(8)]


def is_lossless(data):
    return data[12:16] == b"VP8L"


def encode(image, kind, data, variant):
    """Same format out as in, but for what a model could not take: a PNG over the byte limit becomes JPEG, a GIF
    PNG. "fast" turns off what costs time and loses no pixels, and writes lossless WebP as PNG."""
    fast = variant == "fast"
    file = io.BytesIO()
    if kind == "JPEG" or (kind == "PNG" and len(data) > MAX_BYTES):
        kind = "JPEG"
        if image.mode not in ("L", "RGB"):
            image = image.convert("RGB")
        image.save(file, kind, quality=85, subsampling=2)
    elif kind == "WEBP" and is_lossless(data) and not fast:
        image.save(file, kind, lossless=True)
    elif kind == "WEBP" and not is_lossless(data):
        image.save(file, kind, quality=80, method=0 if fast else 4)
    else:
        kind = "PNG"
        image.save(file, kind, compress_level=1 if fast else 6)
    return file.getvalue(), kind.lower()


def body(data, kind):
    """What every job ends with: the hash, and the request body as a client would send it."""
    hashlib.sha256(data).hexdigest()
    source = {"type": "base64", "media_type": "image/" + kind, "data": base64.b64encode(data).decode()}
    return json.dumps({"content": [{"type": "image", "source": source}]}).encode()


def for_resize(image):
    """Lanczos needs samples, not indices."""
    if image.mode == "P":
        return image.convert("RGBA" if "transparency" in image.info else "RGB")
    if image.mode == "1":
        return image.convert("L")
    return image


def finish(image, kind, data, variant):
    encoded, kind = encode(image, kind, data, variant)
    body(encoded, kind)
    return image.size, encoded


def fit(data, edge, variant):
    image = Image.open(io.BytesIO(data))
    kind = image.format
    # "fast" shrinks JPEGs while decoding and others by whole numbers first, as Image.thumbnail() does.
    fast = variant == "fast"
    scale = edge / max(image.size)
    if fast and scale < 1:
        image.draft(None, (round(image.width * scale), round(image.height * scale)))
    image = ImageOps.exif_transpose(image)
    scale = edge / max(image.size)
    if scale < 1:
        size = (max(1, round(image.width * scale)), max(1, round(image.height * scale)))
        image = for_resize(image).resize(size, LANCZOS, reducing_gap=2.0 if fast else None)
    return finish(image, kind, data, variant)


def crop(data, variant):
    image = Image.open(io.BytesIO(data))
    kind = image.format
    image = ImageOps.exif_transpose(image)
    left, top = image.width // 4, image.height // 4
    image = image.crop((left, top, min(image.width, left + 800), min(image.height, top + 600)))
    return finish(image, kind, data, variant)


def validate(data, _variant):
    image = Image.open(io.BytesIO(data))
    image.load()
    body(data, image.format.lower())
    return image.size, data


def low_frequencies(grey):
    if numpy is not None:
        cosines = numpy.asarray(COSINES)
        pixels = numpy.frombuffer(grey, numpy.uint8).reshape(HASH_SIDE, HASH_SIDE)
        return (cosines @ pixels @ cosines.T).ravel().tolist()
    rows = [grey[y * HASH_SIDE : (y + 1) * HASH_SIDE] for y in range(HASH_SIDE)]
    across = [[sum(map(operator.mul, row, wave)) for row in rows] for wave in COSINES]
    return [sum(map(operator.mul, column, wave)) for wave in COSINES for column in across]


def phash(data, _variant):
    image = Image.open(io.BytesIO(data))
    image.draft("L", (HASH_SIDE, HASH_SIDE))
    image = ImageOps.exif_transpose(image)
    if image.mode != "L":
        image = image.convert("L")
    image.thumbnail((HASH_SIDE, HASH_SIDE), LANCZOS, reducing_gap=2.0)
    square = Image.new("L", (HASH_SIDE, HASH_SIDE), 128)
    square.paste(image, ((HASH_SIDE - image.width) // 2, (HASH_SIDE - image.height) // 2))
    low = low_frequencies(square.tobytes())
    ordered = sorted(low)
    median = (ordered[31] + ordered[32]) / 2
    bits = "".join("1" if value > median else "0" for value in low)
    return square.size, b"%016x" % int(bits, 2)


JOBS = {
    "ingest": lambda data, variant: fit(data, MAX_EDGE, variant),
    "lowres": lambda data, variant: fit(data, LOW_EDGE, variant),
    "crop": crop,
    "validate": validate,
    "phash": phash,
}


def answer(request):
    began = time.process_time()
    with open(request["file"], "rb") as file:
        data = file.read()
    (width, height), out = JOBS[request["job"]](data, request.get("variant", "default"))
    used = time.process_time() - began
    if request.get("out"):
        with open(request["out"], "wb") as file:
            file.write(out)
    return {"cpu_ms": used * 1000, "bytes": len(out), "width": width, "height": height, "out": request.get("out")}


for line in sys.stdin:
    try:
        reply = answer(json.loads(line))
    except Exception as error:  # the benchmark goes on without this figure
        reply = {"error": str(error) or type(error).__name__}
    print(json.dumps(reply), flush=True)
