"""How well controls were found: average precision at an overlap of one half, and states of those found."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np

from training.elements.architecture import CAN_BE, CLASSES, STATES
from training.elements.plain import MIN_SCORE, overlap
from training.elements.truth import Element


@dataclass
class Tally:
    """Counts over many pages."""

    truth: dict[str, int] = field(default_factory=lambda: dict.fromkeys(CLASSES, 0))
    found: dict[str, list[tuple[float, bool]]] = field(default_factory=lambda: {name: [] for name in CLASSES})
    # state -> [right and there, right and not there, missed, wrongly told]
    states: dict[str, list[int]] = field(default_factory=lambda: {name: [0, 0, 0, 0] for name in STATES})
    all_right: int = 0  # matched elements whose every state is right
    matched: int = 0

    def add(self, other: Tally) -> None:
        for name in CLASSES:
            self.truth[name] += other.truth[name]
            self.found[name] += other.found[name]
        for name in STATES:
            self.states[name] = [a + b for a, b in zip(self.states[name], other.states[name])]
        self.all_right += other.all_right
        self.matched += other.matched


def covered(box: tuple, by: tuple) -> float:
    """The share of `box` that lies in `by`."""
    wide, high = min(box[2], by[2]) - max(box[0], by[0]), min(box[3], by[3]) - max(box[1], by[1])
    return max(0.0, wide) * max(0.0, high) / max(1e-6, (box[2] - box[0]) * (box[3] - box[1]))


def compare(truth: list[Element], found: list[Element], unsure: set[str] = frozenset(), least: float = 0.5) -> Tally:
    """One page. What is found on an element that does not count, or in a class that is unsure there, is left out."""
    tally = Tally()
    for kind in CLASSES:
        here = [e for e in truth if e.kind == kind and e.counts]
        void = [e for e in truth if e.kind == kind and not e.counts]
        tally.truth[kind] = len(here)
        taken: set[int] = set()
        for element in sorted((e for e in found if e.kind == kind), key=lambda e: -e.score):
            best = max(((overlap(element.box, e.box), i) for i, e in enumerate(here) if i not in taken), default=(0.0, -1))
            if best[0] >= least:
                taken.add(best[1])
                tally.found[kind].append((element.score, True))
                if element.score >= MIN_SCORE:
                    count_states(tally, here[best[1]], element)
            elif kind not in unsure and not any(covered(element.box, v.box) > 0.5 or overlap(element.box, v.box) > 0.3 for v in void):
                tally.found[kind].append((element.score, False))
    return tally


def count_states(tally: Tally, truth: Element, found: Element) -> None:
    right = True
    for state in STATES:
        if truth.kind not in CAN_BE[state]:
            continue
        wanted, told = state in truth.states, state in found.states
        tally.states[state][0 if wanted and told else 1 if not wanted and not told else 2 if wanted else 3] += 1
        right &= wanted == told
    tally.matched += 1
    tally.all_right += right


def average_precision(found: Iterable[tuple[float, bool]], truth: int) -> float:
    """The area under precision over recall, with precision made falling."""
    rows = sorted(found, reverse=True)
    if not truth or not rows:
        return 0.0
    right = np.cumsum([hit for _, hit in rows])
    recall, precision = right / truth, right / np.arange(1, len(rows) + 1)
    precision = np.maximum.accumulate(precision[::-1])[::-1]
    return float((np.diff(recall, prepend=0.0) * precision).sum())


def at_threshold(found: list[tuple[float, bool]], truth: int) -> tuple[float, float]:
    """Recall and precision of what is told."""
    told = [hit for score, hit in found if score >= MIN_SCORE]
    return sum(told) / max(1, truth), sum(told) / max(1, len(told))


def figures(tally: Tally) -> dict[str, float]:
    values = [average_precision(tally.found[k], tally.truth[k]) for k in CLASSES if tally.truth[k]]
    yes, no, missed, wrong = np.sum([tally.states[s] for s in STATES], 0)
    return {
        "map50": round(float(np.mean(values)), 4) if values else 0.0, "all_states": round(tally.all_right / max(1, tally.matched), 4),
        "state_recall": round(float(yes / max(1, yes + missed)), 4), "state_precision": round(float(yes / max(1, yes + wrong)), 4),
    }


def table(tally: Tally) -> str:
    lines = ["| class | elements | AP50 | recall | precision |", "|---|---|---|---|---|"]
    for kind in CLASSES:
        recall, precision = at_threshold(tally.found[kind], tally.truth[kind])
        lines.append(f"| {kind} | {tally.truth[kind]} | {average_precision(tally.found[kind], tally.truth[kind]):.3f} | {recall:.3f} | {precision:.3f} |")
    lines += [f"| all | {sum(tally.truth.values())} | {figures(tally)['map50']:.3f} | | |", "", "| state | elements | have it | right | of those with it | of those told |", "|---|---|---|---|---|---|"]
    for state in STATES:
        yes, no, missed, wrong = tally.states[state]
        lines.append(f"| {state} | {yes + no + missed + wrong} | {yes + missed} | {(yes + no) / max(1, yes + no + missed + wrong):.3f} | {yes / max(1, yes + missed):.3f} | {yes / max(1, yes + wrong):.3f} |")
    lines.append(f"| every state of an element | {tally.matched} | | {tally.all_right / max(1, tally.matched):.3f} | | |")
    return "\n".join(lines)
