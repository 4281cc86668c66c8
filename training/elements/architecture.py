"""The element detector's network as a table of layers, in the terms of reader/architecture.py.

A picture of any size (three channels, padded to multiples of 64) goes down to a 64th, so that both ends of a wide field
are seen, and comes back up to an eighth. Every answer is given for the four quarters of a cell, so for every 4×4 pixels
twenty values: how much each class has an element's middle here, the element's four sides, its states.
"""

from __future__ import annotations

from training.detector.architecture import blocks, down, stored, up
from training.reader.architecture import Flag, Kind, Layer, print_table

STEP = 64  # sizes are padded to multiples of it
CELL = 4  # pixels a side that one answer stands for, after the quarters are laid out
UNIT = 8.0  # a side's distance in pixels is UNIT * exp(value)
CLASSES = ("button", "field", "select", "checkbox", "radio", "toggle", "tab", "link", "icon", "menu-item", "slider")
STATES = ("disabled", "checked", "selected", "focused", "error")
# Which states a class can have; others are neither taught nor answered.
CAN_BE = {
    "disabled": {"button", "field", "select", "checkbox", "radio", "toggle", "tab", "menu-item", "slider"},
    "checked": {"checkbox", "radio", "toggle"}, "selected": {"tab", "menu-item"},
    "focused": {"button", "field", "select", "checkbox", "radio", "toggle", "link", "slider"}, "error": {"field", "select"},
}
# Values of the answer, after the quarters are laid out: value v of quarter q (row by row) is channel 4 v + q.
HEAT = slice(0, len(CLASSES))
SIDES = slice(HEAT.stop, HEAT.stop + 4)  # left, top, right, bottom
STATE = slice(SIDES.stop, SIDES.stop + len(STATES))
VALUES = STATE.stop


def elements(half: int = 16, quarter: int = 24, eighth: int = 64, sixteenth: int = 112, next_: int = 192, last: int = 256) -> list[Layer]:
    square = dict(kernel=(3, 3), pad=(1, 1), stride=(2, 2), flags=Flag.RELU)
    layers = [Layer(Kind.DENSE, 3, half, **square), Layer(Kind.DENSE, half, quarter, **square)]
    layers += blocks(1, quarter, 3)
    layers += down(quarter, eighth) + stored(blocks(2, eighth, 3), 0)
    layers += down(eighth, sixteenth) + stored(blocks(3, sixteenth, 5), 1)
    layers += down(sixteenth, next_) + stored(blocks(3, next_, 5), 2)
    layers += down(next_, last) + blocks(3, last, 5)
    layers += up(last, next_, 2) + blocks(2, next_, 5)
    layers += up(next_, sixteenth, 1) + blocks(2, sixteenth, 5)
    layers += up(sixteenth, eighth, 0) + blocks(2, eighth, 3)
    layers += [Layer(Kind.DENSE, eighth, 80, flags=Flag.RELU), Layer(Kind.DENSE, 80, 4 * VALUES)]
    return layers


if __name__ == "__main__":
    print_table(elements(), 1088, 1920)
