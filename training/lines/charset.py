"""The characters that the reader knows.

Class 0 of the network is CTC's blank; CHARS[i] is class i + 1. The order is part of the weights file:
append, never reorder, or old weights read other letters.
"""

from __future__ import annotations

ASCII = "".join(map(chr, range(0x20, 0x7F)))
LATIN_1 = "".join(chr(c) for c in range(0xA1, 0x100) if c != 0xAD)
LATIN_EXTENDED = "".join(chr(c) for c in range(0x100, 0x17F) if c != 0x149) + "ȘșȚțẀẁẂẃẄẅẞỲỳ"
CYRILLIC = "".join(map(chr, range(0x400, 0x460))) + "Ґґ"
GREEK = "".join(chr(c) for c in range(0x386, 0x3CF) if c not in (0x387, 0x38B, 0x38D, 0x3A2, 0x3BC))
MARKS = "–—‘’‚“”„†‡•…‰′″‹›⁄№™"
CURRENCY = "€₩₫₴₹₺₽₿"
SMALL_DIGITS = "⁰⁴⁵⁶⁷⁸⁹ⁿ₀₁₂₃₄⅓⅔"
MATHS = "≈≠≤≥≡∞√∂∈∅∫∩∪∧∨∀∃"
ARROWS = "←↑→↓↔↕↗↘↩↪↵↻⇐⇒⇔"
SYMBOLS = "✓✗★☆●○■□▶◀▲▼▷△▽▸▾◆◇☐☑☒⚠⌘⌥⇧⌃⋮☰♥♪⚙"
BLOCKS = "█▓▒░▄▀▌▐"
BOX = "─│┌┐└┘├┤┬┴┼═║╔╗╚╝╠╣╦╩╬╭╮╯╰"

CHARS = (
    ASCII + LATIN_1 + LATIN_EXTENDED + CYRILLIC + GREEK + MARKS + CURRENCY + SMALL_DIGITS
    + MATHS + ARROWS + SYMBOLS + BLOCKS + BOX
)
assert len(set(CHARS)) == len(CHARS)
INDEX = {char: i + 1 for i, char in enumerate(CHARS)}
CLASSES = len(CHARS) + 1

# What looks the same is one class.
SAME = {
    "\t": " ", "\u00a0": " ", "\u2002": " ", "\u2003": " ", "\u2009": " ", "\u202f": " ",
    "\u2010": "-", "\u2011": "-", "\u2212": "–", "\u2015": "—", "\u2500\u2500": "──",
    "μ": "µ", "∆": "Δ", "∑": "Σ", "∏": "Π", "Ω": "Ω", "Å": "Å", "∙": "·", "⋅": "·", "‧": "·",
    "✔": "✓", "✕": "✗", "✖": "✗", "✘": "✗", "►": "▶", "◄": "◀", "▹": "▷", "⯈": "▶", "⏵": "▶",
    "┃": "│", "━": "─", "‣": "▸", "◦": "○", "∘": "○", "⬆": "↑", "⬇": "↓", "➜": "→",
    "➔": "→", "⟶": "→", "⟵": "←", "⟹": "⇒", "‐": "-", "ʼ": "’", "ʻ": "‘", "❯": "›", "❮": "‹",
    "⋯": "…",
    "ﬁ": "fi", "ﬂ": "fl", "ﬀ": "ff", "ﬃ": "ffi", "ﬄ": "ffl", "ſ": "s",
    "\u00ad": "", "\u200b": "", "\u200c": "", "\u200d": "", "\u2060": "", "\ufeff": "", "\ufe0f": "",
}
SAME = {ord(k): v for k, v in SAME.items() if len(k) == 1}

# Letters of two scripts with one shape: which one is meant shows in the rest of the line.
CYRILLIC_TWINS = dict(zip("АВЕЅІЈКМНОРСТХаеѕіјорсух", "ABESIJKMHOPCTXaesijopcyx"))
GREEK_TWINS = dict(zip("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧο", "ABEZHIKMNOPTYXo"))
TWINS = str.maketrans({**CYRILLIC_TWINS, **GREEK_TWINS})


def canonical(text: str) -> str:
    """The text in the reader's characters, its runs of spaces as they are."""
    if text.isascii():
        return text.replace("\t", " ")
    text = text.translate(SAME)
    plain_cyrillic = all(c in CYRILLIC_TWINS for c in text if "\u0400" <= c < "\u0500")
    plain_greek = all(c in GREEK_TWINS for c in text if "\u0370" <= c < "\u0400")
    return text.translate(TWINS) if plain_cyrillic and plain_greek else text


def label(text: str) -> str:
    """What the reader should answer for a drawn text: one space for each gap, none at the ends.

    An ellipsis is three full stops: they look the same, and the first run, taught both, sometimes read two.
    """
    return " ".join(text.replace("…", "...").split())


def comparable(text: str) -> str:
    """For scores: as label, with letters of one shape made equal."""
    return label(text.translate(SAME)).translate(TWINS)


def is_known(text: str) -> bool:
    return INDEX.keys() >= set(text)
