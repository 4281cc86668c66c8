"""What training lines say: real text of every kind, and invented text, in fixed shares."""

from __future__ import annotations

import random
import re
from pathlib import Path

from training.lines.charset import canonical, is_known
from training.lines.invented import Inventor

CODE = {"code-c": 4, "code-python": 5, "code-script": 4, "code-web": 2, "code-shell": 2, "code-other": 3}
PROSE = {"prose": 5, "interface": 5}
NOT_LATIN = ("ru", "uk", "bg", "sr", "be", "mk", "el")
FREQUENT = {"de": 4, "fr": 4, "es": 4, "it": 2, "pl": 2, "pt": 2, "tr": 2, "cs": 2, "ru": 4, "uk": 2, "el": 2}


class TextSource:
    """Draws lines of text. Each `line()` is in the reader's characters and may hold runs of spaces."""

    def __init__(self, folder: Path, rng: random.Random) -> None:
        self.rng = rng
        self.lines = {p.stem: p.read_text("utf-8").splitlines() for p in sorted(folder.glob("*.txt"))}
        words = [
            word
            for name, lines in self.lines.items() if name.startswith("words-") and "я" not in "".join(lines[:200])
            for word in lines * (4 if "english" in name else 1)
        ]
        rng.shuffle(words)
        self.invent = Inventor(rng, words)
        languages = [n for n in self.lines if n.startswith("language-")]
        weight = lambda name: FREQUENT.get(name.removeprefix("language-"), 1)
        other = [n for n in languages if n.removeprefix("language-") in NOT_LATIN]
        latin = [n for n in languages if n not in other]
        invent = self.invent
        self.kinds = [
            (20, self.from_files({n: w for n, w in CODE.items() if n in self.lines})),
            (16, self.from_files({n: w for n, w in PROSE.items() if n in self.lines})),
            (15, self.from_files({n: weight(n) for n in latin})),
            (7, self.from_files({n: weight(n) for n in other})),
            (20, invent.line), (5, invent.number), (3, invent.money), (2, invent.date), (3, invent.token), (3, invent.path),
            (4, invent.confusing), (4, invent.random_string), (4, invent.tiny), (3, invent.apostrophes), (3, invent.accented),
            (2, lambda: invent.words_of(1, 6)), (4, invent.symbols),
        ]
        self.weights = [w for w, _ in self.kinds]

    def from_files(self, names: dict[str, int]):
        keys, weights = list(names), list(names.values())

        def draw() -> str:
            lines = self.lines[self.rng.choices(keys, weights)[0]]
            return lines[int(self.rng.random() * len(lines))]

        return draw

    def shorten(self, text: str, longest: int) -> str:
        """A piece of a long line, cut at spaces where it can be."""
        if len(text) <= longest:
            return text
        starts = [0] + [m.end() for m in re.finditer(" +", text)]
        start = self.rng.choice([s for s in starts if s < len(text)])
        piece = text[start : start + longest]
        cut = piece.rfind(" ")
        return (piece[:cut] if cut > longest // 2 and start + longest < len(text) else piece).strip()

    def line(self, longest: int = 100) -> str:
        for _ in range(50):
            text = canonical(self.rng.choices(self.kinds, self.weights)[0][1]()).strip()
            if self.rng.random() < 0.04:
                text = canonical(text.upper())
            text = self.shorten(text, int(min(longest, 6 + abs(self.rng.gauss(0, 1)) * 50)))
            if text and is_known(text):
                return text
        return "text"
