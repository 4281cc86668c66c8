"""The pictures that the files show. Every one is asymmetric, so that a turned or mirrored copy cannot be
mistaken for it: a red, a green and a blue corner on a gradient, the fourth corner left open."""

RED = (230, 20, 30)
GREEN = (20, 200, 60)
BLUE = (30, 60, 220)


def colour_at(x, y, width, height):
    left, right = 3 * x < width, 3 * (width - 1 - x) < width
    top, bottom = 2 * y < height - 1, 2 * (height - 1 - y) < height - 1
    if top and left:
        return RED
    if top and right:
        return GREEN
    if bottom and left:
        return BLUE
    return (255 * x // max(1, width - 1), 255 * y // max(1, height - 1), 128)


def rgb(width, height):
    """Rows of (r, g, b)."""
    return [[colour_at(x, y, width, height) for x in range(width)] for y in range(height)]


def alpha_at(x, y, width, height):
    """Opaque at the left, clear at the right, and one hole in the red corner."""
    if (x, y) == (1, 1):
        return 0
    return 255 - 255 * x // max(1, width - 1)


def rgba(width, height):
    return [
        [colour_at(x, y, width, height) + (alpha_at(x, y, width, height),) for x in range(width)]
        for y in range(height)
    ]


def grey(width, height):
    """Rows of numbers 0..255."""
    return [[luma(colour) for colour in row] for row in rgb(width, height)]


def luma(colour):
    red, green, blue = colour
    return (299 * red + 587 * green + 114 * blue + 500) // 1000


def noise(count, seed=1):
    """The same numbers on every machine (a linear congruential generator, Numerical Recipes)."""
    values = []
    for _ in range(count):
        seed = (1664525 * seed + 1013904223) & 0xFFFFFFFF
        values.append(seed >> 16)
    return values


def turned(rows, orientation):
    """The rows as a camera held that way stores them: EXIF `orientation` turns them upright again."""
    if orientation >= 5:
        rows = [list(column) for column in zip(*rows)]
    if orientation in (2, 3, 7, 8):
        rows = [row[::-1] for row in rows]
    if orientation in (3, 4, 6, 7):
        rows = rows[::-1]
    return rows
