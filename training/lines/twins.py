"""Which pictograms of the icon fonts look like a character the reader knows: those are never drawn as "not text"."""

from __future__ import annotations

import string

import numpy as np
from PIL import Image, ImageDraw

from training.lines import charset

SIDE = 20
LIKE = 0.66  # correlation of two shapes from which they count as one; found by looking at the pairs
TEXT = string.ascii_letters + string.digits + "!?@#$%&*+=<>()[]{}/\\|^~«»" + charset.CURRENCY + charset.ARROWS + charset.SYMBOLS + charset.MATHS + "…•©®™¶§×÷±"


def shape(font, char: str) -> np.ndarray | None:
    """The glyph's ink, cut out and scaled to a square, as a vector of length 1 around its mean."""
    picture = Image.new("L", (96, 96))
    ImageDraw.Draw(picture).text((16, 16), char, 255, font=font)
    box = picture.getbbox()
    if box is None:
        return None
    cut = picture.crop(box)
    side = max(cut.size)
    square = Image.new("L", (side, side))
    square.paste(cut, ((side - cut.width) // 2, (side - cut.height) // 2))
    values = np.asarray(square.resize((SIDE, SIDE), Image.BOX), np.float32).ravel()
    values = values - values.mean()
    return values / max(1e-6, float(np.linalg.norm(values)))


def without_twins(faces, icons: list, text_faces: list) -> dict[str, list[str]]:
    """The characters of each icon face that look like no text, by the face's first file."""
    known = [shape(faces.font(f.file_of[c], 48), c) for f in text_faces for c in TEXT if c in f.file_of]
    known = np.stack([k for k in known if k is not None])
    rest = {}
    for face in icons:
        chars = [(c, shape(faces.font(file, 48), c)) for c, file in face.file_of.items()]
        chars = [(c, s) for c, s in chars if s is not None]
        most = (np.stack([s for _, s in chars]) @ known.T).max(1)
        rest[face.files[0]] = [c for (c, _), value in zip(chars, most) if value < LIKE]
    return rest
