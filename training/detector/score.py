"""How well lines were found: matches at an overlap of one half, and words read right at their places."""

from __future__ import annotations

import string
from collections.abc import Iterable

Corners = list[tuple[float, float]]
Box = tuple[float, float, float, float]  # left, top, right, bottom
STRIP = string.punctuation + "•·–—“”‘’…│┃▸▾✓✗×→←↑↓"


def area(shape: Corners) -> float:
    return abs(sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in zip(shape, shape[1:] + shape[:1]))) / 2


def shared(a: Corners, b: Corners) -> float:
    """The area that two convex shapes (clockwise on screen) have in common: one is cut along the other's sides."""
    rest = a
    for (x0, y0), (x1, y1) in zip(b, b[1:] + b[:1]):
        side = lambda p: (x1 - x0) * (p[1] - y0) - (y1 - y0) * (p[0] - x0)
        cut = []
        for p, q in zip(rest, rest[1:] + rest[:1]):
            sp, sq = side(p), side(q)
            if sp >= 0:
                cut.append(p)
            if (sp > 0) != (sq > 0) and sp != sq:
                t = sp / (sp - sq)
                cut.append((p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])))
        rest = cut
        if not rest:
            return 0.0
    return area(rest)


def overlap(a: Corners, b: Corners) -> float:
    ax, ay, bx, by = *zip(*a), *zip(*b)
    if max(ax) < min(bx) or max(bx) < min(ax) or max(ay) < min(by) or max(by) < min(ay):
        return 0.0
    both = shared(a, b)
    return both / max(1e-9, area(a) + area(b) - both)


def match_lines(truth: list[Corners], found: list[Corners], ignored: list[Box], least: float = 0.5) -> tuple[int, int, int]:
    """Right, of the truth, of the found (those whose middle lies in an ignored box and match nothing are left out)."""
    pairs = sorted(((overlap(t, f), i, j) for i, t in enumerate(truth) for j, f in enumerate(found)), reverse=True)
    used_t: set[int] = set()
    used_f: set[int] = set()
    for value, i, j in pairs:
        if value < least:
            break
        if i not in used_t and j not in used_f:
            used_t.add(i)
            used_f.add(j)
    middle = lambda f: (sum(p[0] for p in f) / 4, sum(p[1] for p in f) / 4)
    in_ignored = lambda f: any(b[0] <= middle(f)[0] <= b[2] and b[1] <= middle(f)[1] <= b[3] for b in ignored)
    counted = sum(j in used_f or not in_ignored(f) for j, f in enumerate(found))
    return len(used_t), len(truth), counted


def clean(text: str) -> str:
    return text.strip().strip(STRIP)


def match_words(truth: Iterable[tuple[str, Box]], found: Iterable[tuple[str, Box]]) -> tuple[int, int, int]:
    """Right, of the truth, of the found: a word counts when its text is equal but for punctuation around it and the
    middle of its box lies within the true box grown by half its height."""
    truth = [(clean(p), b) for t, b in truth for p in t.split() if clean(p)]
    found = [(clean(p), b) for t, b in found for p in t.split() if clean(p)]
    left: dict[str, list[Box]] = {}
    for text, box in found:
        left.setdefault(text, []).append(box)
    right = 0
    for text, (x0, y0, x1, y1) in truth:
        m = (y1 - y0) / 2
        for k, b in enumerate(left.get(text, ())):
            if x0 - m <= (b[0] + b[2]) / 2 <= x1 + m and y0 - m <= (b[1] + b[3]) / 2 <= y1 + m:
                left[text].pop(k)
                right += 1
                break
    return right, len(truth), len(found)


def f1(right: int, truth: int, found: int) -> float:
    return 2 * right / max(1, truth + found)
