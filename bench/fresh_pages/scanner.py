"""What a scanner does to a sheet: it lies askew, the light is uneven, there is noise, blur and JPEG."""

import io
import math

from PIL import Image, ImageChops, ImageFilter


def scan(rng, image, words):
    """The picture of the sheet and where its words are now."""
    angle = rng.choice([-1, 1]) * rng.uniform(0.5, 2.5)
    image = image.convert("L").rotate(angle, Image.Resampling.BICUBIC, fillcolor=rng.randint(190, 250))
    light = Image.linear_gradient("L").point(lambda value: 255 - int((255 - value) * 0.16)).rotate(rng.choice([0, 90, 180, 270]))
    image = ImageChops.multiply(image, light.resize(image.size))
    image = image.filter(ImageFilter.GaussianBlur(rng.uniform(0.3, 0.8)))
    noise = Image.frombytes("L", image.size, rng.randbytes(image.width * image.height)).point(lambda value: int(128 + (value - 128) * 0.14))
    image = ImageChops.add(image, noise, 1, -128)
    file = io.BytesIO()
    image.save(file, "JPEG", quality=rng.randint(45, 80))
    return Image.open(file).convert("L"), [turned(word, angle, image.size) for word in words]


def turned(word, angle, size):
    line, x, y, width, height, text = word
    cos, sin = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    middle_x, middle_y = size[0] / 2, size[1] / 2
    corners = [(px - middle_x, py - middle_y) for px in (x, x + width) for py in (y, y + height)]
    xs = [middle_x + px * cos + py * sin for px, py in corners]
    ys = [middle_y - px * sin + py * cos for px, py in corners]
    return line, min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys), text
