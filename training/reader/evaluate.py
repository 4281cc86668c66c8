"""Reads sets of lines with an exported weights file, without PyTorch, and prints the figures.

    python3 -m training.reader.evaluate WEIGHTS.fnn SET.npz... [--wrong N]
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from pathlib import Path

from training.lines.charset import comparable
from training.reader.lineset import load
from training.reader.plain import read_line
from training.reader.score import score
from training.reader.weights_file import read


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("weights", type=Path)
    arguments.add_argument("sets", type=Path, nargs="+")
    arguments.add_argument("--wrong", type=int, default=0, help="so many wrong lines are printed")
    options = arguments.parse_args()
    network = read(options.weights)
    print("| set | part | lines | exact | CER |\n|---|---|---|---|---|")
    mistakes = []
    for path in options.sets:
        parts = defaultdict(list)
        for line in load(path):
            answer = read_line(network, line.pixels)
            for part in ("all", line.origin):
                parts[part].append((line.text, answer))
            if comparable(answer) != comparable(line.text):
                mistakes.append((line.origin, line.text, answer))
        for part, pairs in parts.items():
            figures = score(pairs)
            print(f"| {path.stem} | {part} | {figures['lines']} | {figures['exact']:.2%} | {figures['cer']:.3%} |")
    for origin, text, answer in mistakes[: options.wrong]:
        print(f"{origin}\n  {text!r}\n  {answer!r}")


if __name__ == "__main__":
    main()
