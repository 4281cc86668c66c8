#!/usr/bin/python3
"""A second opinion on pictures, by Pillow and Little CMS. Tests run it as a program and compare pixels.

    pillow.py decode FILE OUT.raw [FRAME]     the picture upright, in sRGB, as RGBA bytes
    pillow.py resize FILE W H OUT.raw         the same, then resized with Lanczos3 to W x H

Prints WIDTHxHEIGHT. Exit code 1 and one line on stderr when Pillow cannot read the file.

Where it differs from what is right: samples of 16 bits in colour are cut to 8 instead of rounded (off by one), gAMA is
ignored, CMYK without a profile is converted by plain arithmetic, an APNG is its default image, and a GIF whose frame
reaches over the canvas gets a larger one.
"""

import io
import sys
import warnings

from PIL import Image, ImageCms, ImageOps

SRGB = ImageCms.createProfile("sRGB")
SPACES = {"L": "GRAY", "RGB": "RGB ", "CMYK": "CMYK"}


def eight_bits(image):
    """Grey of 16 bits, rounded; everything else as it is."""
    if image.mode not in ("I", "I;16", "I;16B"):
        return image
    return image.convert("I").point(lambda value: value * (255 / 65535) + 0.5).convert("L")


def colour_and_alpha(image):
    """Two pictures: one of grey, RGB or CMYK, and its alpha or None."""
    if image.mode in ("L", "RGB", "CMYK") and "transparency" not in image.info:
        return image, None
    if image.mode == "LA":
        return image.getchannel("L"), image.getchannel("A")
    if image.mode == "1":
        return image.convert("L"), None
    rgba = image.convert("RGBA")
    return rgba.convert("RGB"), rgba.getchannel("A")


def to_srgb(image, profile):
    if profile and image.mode in SPACES:
        try:
            source = ImageCms.ImageCmsProfile(io.BytesIO(profile))
            if source.profile.xcolor_space == SPACES[image.mode]:
                return ImageCms.profileToProfile(image, source, SRGB, outputMode="RGB")
        except (ImageCms.PyCMSError, OSError):
            pass  # a broken profile counts as none
    return image.convert("RGB")


def load(path, frame=0):
    image = Image.open(path)
    image.seek(frame)
    image.load()
    profile = image.info.get("icc_profile")
    upright = ImageOps.exif_transpose(image)
    colour, alpha = colour_and_alpha(eight_bits(upright))
    out = to_srgb(colour, profile)
    out.putalpha(alpha if alpha is not None else 255)
    return out


def main(arguments):
    command, path = arguments[0], arguments[1]
    if command == "decode":
        out, image = arguments[2], load(path, int(arguments[3]) if len(arguments) > 3 else 0)
    elif command == "resize":
        width, height, out = int(arguments[2]), int(arguments[3]), arguments[4]
        image = load(path).resize((width, height), Image.Resampling.LANCZOS)
    else:
        raise SystemExit(__doc__)
    with open(out, "wb") as file:
        file.write(image.tobytes())
    print("%dx%d" % image.size)


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    if len(sys.argv) < 4:
        raise SystemExit(__doc__)
    try:
        main(sys.argv[1:])
    except Exception as error:  # whatever Pillow raises means the same to a test: it cannot read this
        print("pillow.py: %s" % error, file=sys.stderr)
        raise SystemExit(1)
