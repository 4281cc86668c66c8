"""The mean of two checkpoints of one lineage: often better than either, and never far from the one that is proven.

    python3 -m training.detector.mean OLD.pt NEW.pt SHARE_OF_NEW OUT.pt
"""

from __future__ import annotations

import sys

import torch


def main() -> None:
    old, new = (torch.load(path, map_location="cpu") for path in sys.argv[1:3])
    share = float(sys.argv[3])
    mixed = lambda a, b: (a.float() * (1 - share) + b.float() * share).half() if b.is_floating_point() else b
    torch.save({**new, "ema": {name: mixed(old["ema"][name], value) for name, value in new["ema"].items()}}, sys.argv[4])


if __name__ == "__main__":
    main()
