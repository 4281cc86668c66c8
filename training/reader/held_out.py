"""Draws the validation lines: the generator's own kind, in families that training never sees.

    python3 -m training.reader.held_out OUT.npz [LINES]
"""

from __future__ import annotations

import sys
from pathlib import Path

from training.lines.generator import LineGenerator
from training.reader.lineset import EvalLine, save


def main(out: Path, count: int = 1000) -> None:
    generator = LineGenerator(seed=424_242, held=True)
    save(out, [EvalLine(*generator.sample(), "held-out fonts") for _ in range(count)])


if __name__ == "__main__":
    main(Path(sys.argv[1]), *map(int, sys.argv[2:3]))
