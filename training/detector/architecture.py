"""The detector's network as a table of layers, in the terms of reader/architecture.py, with skips over slots.

A picture of any size (three channels, padded to multiples of 32) goes down to a 32nd and comes back up to a quarter:
for every 4×4 pixels ten values, named in MAPS. The steps are cheap where there are many cells and wide where there
are few: about 2.3 thousand million multiplications for a screen of 1920×1080.
"""

from __future__ import annotations

from training.reader.architecture import Flag, Kind, Layer, block, print_table

STEP = 32  # sizes are padded to multiples of it
CELL = 4  # pixels a side that one answer stands for
UNIT = 8.0  # pixels that 1 stands for in the distances
# Channels of the answer. The core is given for the four quarters of a cell, row by row; distances are from the
# cell's centre to the line's edges, measured across and along the line; the direction is the one it is read in.
MAPS = {"core": slice(0, 4), "above": 4, "below": 5, "before": 6, "behind": 7, "cos": 8, "sin": 9}
OUTPUTS = 10


def down(inputs: int, outputs: int) -> list[Layer]:
    """Halves the picture."""
    return [
        Layer(Kind.DEPTHWISE, inputs, inputs, kernel=(3, 3), stride=(2, 2), pad=(1, 1)),
        Layer(Kind.DENSE, inputs, outputs, flags=Flag.RELU),
    ]


def blocks(count: int, channels: int, side: int) -> list[Layer]:
    return [layer for _ in range(count) for layer in block(channels, (side, side))]


def stored(layers: list[Layer], slot: int) -> list[Layer]:
    last = layers[-1]
    return layers[:-1] + [Layer(**{**last.__dict__, "flags": last.flags | Flag.STORE, "slot": slot})]


def up(inputs: int, outputs: int, slot: int) -> list[Layer]:
    return [Layer(Kind.DENSE, inputs, outputs), Layer(Kind.UP, outputs, outputs, slot=slot)]


def detector(half: int = 16, quarter: int = 24, eighth: int = 56, sixteenth: int = 112, last: int = 176) -> list[Layer]:
    square = dict(kernel=(3, 3), pad=(1, 1), stride=(2, 2), flags=Flag.RELU)
    layers = [Layer(Kind.DENSE, 3, half, **square), Layer(Kind.DENSE, half, quarter, **square)]
    layers += stored(blocks(2, quarter, 3), 0)
    layers += down(quarter, eighth) + stored(blocks(3, eighth, 3), 1)
    layers += down(eighth, sixteenth) + stored(blocks(3, sixteenth, 5), 2)
    layers += down(sixteenth, last) + blocks(4, last, 5)
    layers += up(last, sixteenth, 2) + blocks(1, sixteenth, 5)
    layers += up(sixteenth, eighth, 1) + blocks(2, eighth, 3)
    layers += up(eighth, quarter, 0) + blocks(2, quarter, 3)
    layers.append(Layer(Kind.DENSE, quarter, OUTPUTS))
    return layers


if __name__ == "__main__":
    print_table(detector(), 1088, 1920)
