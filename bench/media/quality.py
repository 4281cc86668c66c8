#!/usr/bin/python3
"""How true a resized picture is: PSNR against Pillow's Lanczos3 of the whole picture, upright and in sRGB.

    {"file": original, "out": result}  ->  {"psnr": decibels}       a JSON line each way
"""

import json
import math
import pathlib
import sys
import warnings

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tests/oracle"))
sys.dont_write_bytecode = True

import pillow as oracle  # noqa: E402
from PIL import Image, ImageChops, ImageStat  # noqa: E402

references = {}  # several programs are compared with one original


def on_white(image):
    white = Image.new("RGBA", image.size, (255, 255, 255, 255))
    white.alpha_composite(image)
    return white.convert("RGB")


def reference(path, size):
    if (path, size) not in references:
        references.clear()
        references[path, size] = on_white(oracle.load(path).resize(size, Image.Resampling.LANCZOS))
    return references[path, size]


def psnr(original, result):
    seen = on_white(oracle.load(result))
    difference = ImageChops.difference(seen, reference(original, seen.size))
    squares = sum(ImageStat.Stat(difference).sum2) / (3 * seen.width * seen.height)
    return 99.0 if squares == 0 else 10 * math.log10(255 * 255 / squares)


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    Image.MAX_IMAGE_PIXELS = None
    for line in sys.stdin:
        request = json.loads(line)
        try:
            reply = {"psnr": psnr(request["file"], request["out"])}
        except Exception as error:  # an unreadable result is a finding, not the end
            reply = {"error": str(error) or type(error).__name__}
        print(json.dumps(reply), flush=True)
