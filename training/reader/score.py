"""How well lines were read: lines exactly right, and the share of characters in error."""

from __future__ import annotations

from training.lines.charset import comparable


def distance(a: str, b: str) -> int:
    """Insertions, deletions and substitutions between two texts."""
    if len(a) < len(b):
        a, b = b, a
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        before, row[0] = row[0], i
        for j, y in enumerate(b, 1):
            before, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, before + (x != y))
    return row[-1]


def score(pairs: list[tuple[str, str]]) -> dict[str, float]:
    """Of (true, read) pairs."""
    pairs = [(comparable(a), comparable(b)) for a, b in pairs]
    errors = sum(distance(a, b) if a != b else 0 for a, b in pairs)
    letters = sum(len(a) for a, _ in pairs)
    right = sum(a == b for a, b in pairs)
    return {"lines": len(pairs), "exact": round(right / len(pairs), 5), "cer": round(errors / max(1, letters), 6)}
