"""A checkpoint of the reader that steps over six columns out of one that steps over four: a start for training, nothing more.

    python3 -m training.reader.coarsen WEIGHTS.pt OUT.pt        # then training.reader.train --step 6 --start OUT.pt --anew

The new network reads a line as the old one reads it when it is squeezed to two thirds: the first kernel is stretched, and of three
answers the first two are the old first. Repeated answers are one, so greedy reading gives the same text.
"""

from __future__ import annotations

import sys

import torch

from training.reader.architecture import Kind, reader
from training.reader.model import Reader


def coarsened(old: dict[str, torch.Tensor]) -> dict[str, torch.Tensor]:
    layers = reader(step=6)
    frames = next(i for i, layer in enumerate(layers) if layer.kind is Kind.SPLIT) - 1
    new = {}
    for name, value in old.items():
        value = value.float() if value.is_floating_point() else value
        if name == "steps.0.conv.weight":
            left, middle, right = value.unbind(3)
            value = torch.stack([left / 2, left / 2, middle, right / 2, right / 2], 3)
        elif name.startswith(f"steps.{frames}.") and value.ndim:
            first, second = value.chunk(2)
            value = torch.cat([first, first, second])
        new[name] = value
    return new


def main() -> None:
    net = Reader(reader(step=6))
    net.load_state_dict(coarsened(torch.load(sys.argv[1], map_location="cpu")["ema"]))
    torch.save({"ema": net.state_dict(), "step": 0, "elapsed": 0.0, "calls": 0}, sys.argv[2])


if __name__ == "__main__":
    main()
