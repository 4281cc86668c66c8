"""The reader's network as a table of layers: what the training builds, the weights file lists and C++ runs.

Convolutions only, so any width goes: 32 rows in, an answer (CTC frame) for every two columns out.
The layers between see every fourth column, or, in the cheaper network that `step` 6 makes, every sixth.
BatchNorm is folded into the weights before they leave the training.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum, IntFlag

from training.lines.charset import CLASSES


class Kind(IntEnum):
    DENSE = 0  # every output channel sees every input channel
    DEPTHWISE = 1  # channel by channel
    SPLIT = 2  # `outputs` channels of `kernel[1]` neighbouring frames each: no weights, more columns
    UP = 3  # every value doubled along rows and columns, then `slot` added: no weights


class Flag(IntFlag):
    NONE = 0
    RELU = 1  # after the bias
    KEEP = 2  # the layer's input is kept ...
    ADD = 4  # ... and added to this layer's output, after the ReLU
    STORE = 8  # the layer's output, all done, is remembered in `slot`


@dataclass(frozen=True)
class Layer:
    kind: Kind
    inputs: int
    outputs: int
    kernel: tuple[int, int] = (1, 1)  # rows, columns
    stride: tuple[int, int] = (1, 1)
    pad: tuple[int, int] = (0, 0)  # zeros on either side
    dilation: int = 1  # along the columns
    flags: Flag = Flag.NONE
    slot: int = 0  # of STORE and UP

    def has_weights(self) -> bool:
        return self.kind in (Kind.DENSE, Kind.DEPTHWISE)

    def weights(self) -> int:
        if not self.has_weights():
            return 0
        inputs = self.inputs if self.kind is Kind.DENSE else 1
        return inputs * self.outputs * self.kernel[0] * self.kernel[1]

    def size_after(self, rows: int, columns: int) -> tuple[int, int]:
        if self.kind is Kind.SPLIT:
            return rows, columns * self.kernel[1]
        if self.kind is Kind.UP:
            return 2 * rows, 2 * columns
        return (
            (rows + 2 * self.pad[0] - self.kernel[0]) // self.stride[0] + 1,
            (columns + 2 * self.pad[1] - self.dilation * (self.kernel[1] - 1) - 1) // self.stride[1] + 1,
        )


def block(channels: int, kernel: tuple[int, int], dilation: int = 1) -> Iterator[Layer]:
    """Depthwise, then all channels mixed, added to its input."""
    pad = (kernel[0] // 2, kernel[1] // 2 * dilation)
    yield Layer(Kind.DEPTHWISE, channels, channels, kernel, pad=pad, dilation=dilation, flags=Flag.KEEP)
    yield Layer(Kind.DENSE, channels, channels, flags=Flag.RELU | Flag.ADD)


def reader(stem: int = 32, rows_8: int = 64, rows_4: int = 128, line: int = 256, blocks: int = 9, frame: int = 128, step: int = 4) -> list[Layer]:
    relu, square = Flag.RELU, dict(kernel=(3, 3), pad=(1, 1))
    first = dict(kernel=(3, 2 * (step // 2) - 1), pad=(1, step // 2 - 1))
    layers = [
        Layer(Kind.DENSE, 1, stem, stride=(2, step // 2), flags=relu, **first),
        Layer(Kind.DENSE, stem, rows_8, stride=(2, 2), flags=relu, **square),
    ]
    for _ in range(3):
        layers += block(rows_8, (3, 3))
    layers += [
        Layer(Kind.DEPTHWISE, rows_8, rows_8, stride=(2, 1), **square),
        Layer(Kind.DENSE, rows_8, rows_4, flags=relu),
    ]
    for _ in range(3):
        layers += block(rows_4, (3, 3))
    layers.append(Layer(Kind.DENSE, rows_4, line, kernel=(4, 1), flags=relu))
    for i in range(blocks):
        layers += block(line, (1, 9), dilation=2 if i % 3 == 1 else 1)
    layers += [
        Layer(Kind.DENSE, line, step // 2 * frame, flags=relu),
        Layer(Kind.SPLIT, step // 2 * frame, frame, kernel=(1, step // 2)),
        Layer(Kind.DENSE, frame, CLASSES),
    ]
    return layers


def count(layers: list[Layer], rows: int = 32, columns: int = 408) -> list[tuple[Layer, int, int, int, int]]:
    """(layer, weights, rows out, columns out, multiplications) for an input of this size."""
    table = []
    for layer in layers:
        rows, columns = layer.size_after(rows, columns)
        table.append((layer, layer.weights(), rows, columns, layer.weights() * rows * columns))
    return table


def print_table(layers: list[Layer], rows: int, columns: int) -> None:
    table = count(layers, rows, columns)
    print("| layer | in | out | kernel | stride | dilation | flags | weights | output | million mult. |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    for layer, weights, rows, columns, products in table:
        flags = " ".join(f.name.lower() for f in (Flag.RELU, Flag.KEEP, Flag.ADD) if f in layer.flags)
        flags += f" store {layer.slot}" if Flag.STORE in layer.flags else f"add {layer.slot}" if layer.kind is Kind.UP else ""
        print(
            f"| {layer.kind.name.lower()} | {layer.inputs} | {layer.outputs} | {layer.kernel[0]}×{layer.kernel[1]} "
            f"| {layer.stride[0]}×{layer.stride[1]} | {layer.dilation} | {flags} | {weights} | {rows}×{columns} | {products / 1e6:.2f} |"
        )
    print(f"\n{sum(t[1] for t in table):,} weights, {sum(t[4] for t in table) / 1e6:.1f} million multiplications")


def main() -> None:
    print_table(reader(), 32, 408)  # 400 columns and 8 of margin


if __name__ == "__main__":
    main()
