"""What kitty's own parser makes of bytes: run by `kitty +runpy`, see kitty_screen.hpp.

Reads the bytes from the file named by FOVEA_BYTES; columns, rows and the size of a cell come from FOVEA_WINDOW.
Prints one JSON object: the rows of text, the pictures by their ids, and which cells they cover.
"""
import json
import os

from kitty.fast_data_types import Screen, parse_bytes, set_options
from kitty.options.types import defaults


class Callbacks:
    def __init__(self):
        self.answers = b""

    def write(self, data):
        self.answers += bytes(data)

    def __getattr__(self, name):
        return lambda *arguments, **named: None


columns, rows, cell_width, cell_height = map(int, os.environ["FOVEA_WINDOW"].split())
set_options(defaults)
callbacks = Callbacks()
screen = Screen(callbacks, rows, columns, 1000, cell_width, cell_height, 0, callbacks)
with open(os.environ["FOVEA_BYTES"], "rb") as file:
    data = file.read()
# Answers come before questions that follow, as in a terminal.
for begin in range(0, len(data), 65536):
    parse_bytes(screen, data[begin : begin + 65536])

dx, dy = 2.0 / columns, 2.0 / rows
placements = []
for layer in screen.grman.update_layers(0, -1.0, 1.0, dx, dy, columns, rows, cell_width, cell_height):
    place = layer["dest_rect"]
    placements.append(
        {
            "column": round((place["left"] + 1) / dx, 3),
            "row": round((1 - place["top"]) / dy, 3),
            "columns": round((place["right"] - place["left"]) / dx, 3),
            "rows": round((place["top"] - place["bottom"]) / dy, 3),
            "picture": layer["image_id"],
        }
    )
pictures = []
for number in os.environ.get("FOVEA_IDS", "").split():
    picture = screen.grman.image_for_client_id(int(number))
    if picture is None:
        continue
    width, height, pixels = picture["width"], picture["height"], picture["data"]
    size = len(pixels) // (width * height)

    def colour(x, y):
        at = (y * width + x) * size
        return list(pixels[at : at + 3])

    pictures.append(
        {
            "id": int(number),
            "picture": picture["internal_id"],
            "width": width,
            "height": height,
            # Of the four quarters, from the upper left on.
            "quarters": [
                colour(width // 4 * h, height // 4 * v) for v, h in ((1, 1), (1, 3), (3, 1), (3, 3))
            ],
        }
    )
print(
    json.dumps(
        {
            "text": [str(screen.line(row)).rstrip() for row in range(rows)],
            "pictures": pictures,
            "placements": placements,
            "cursor": [screen.cursor.y, screen.cursor.x],
            "answers": callbacks.answers.decode("latin-1"),
        }
    )
)
