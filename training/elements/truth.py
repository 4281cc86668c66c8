"""A page with its controls as the training keeps it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PIL import Image

from training.detector.truth import pack_colours
from training.elements.architecture import CLASSES, STATES

# Kinds of pages that show menus or pictograms without marking all of them: what is found there beyond the marked ones is
# neither right nor wrong.
LOOSE = {
    "ide": {"menu-item", "icon"}, "phone": {"menu-item", "icon"}, "chat": {"menu-item", "icon"}, "mail": {"icon"}, "shop": {"icon"}, "map": {"icon"}, "mixed": {"icon"},
    "forms": {"icon"}, "tables": {"icon"},
}
NAMES = {"on": "checked"}  # another name of a state


@dataclass
class Element:
    kind: str
    box: tuple[float, float, float, float]  # left, top, right, bottom
    states: frozenset[str]
    counts: bool = True  # neither right nor wrong otherwise
    score: float = 1.0
    label: str = ""


@dataclass
class Sheet:
    colours: np.ndarray  # int32 rows × columns, as detector/truth.py packs them
    rows: np.ndarray  # float32 n × 7: left, top, right, bottom, class, states as bits, 1 if it counts
    unsure: int  # classes as bits whose ground is not taught


def elements_of(page: dict) -> list[Element]:
    found = []
    for row in page["elements"]:
        if row["kind"] not in CLASSES:
            continue
        x, y, w, h = row["box"]
        states = {NAMES.get(s, s) for s in row["state"]}
        found.append(Element(
            row["kind"], (x, y, x + w, y + h), frozenset(states & set(STATES)), not states & {"part", "cut"}, label=row["label"],
        ))
    return found


def table_of(found: list[Element]) -> np.ndarray:
    bits = lambda e: sum(1 << STATES.index(s) for s in e.states)
    rows = [[*e.box, CLASSES.index(e.kind), bits(e), e.counts] for e in found]
    return np.array(rows, np.float32).reshape(-1, 7)


def picture_of(json_path: Path) -> np.ndarray:
    picture = next(p for p in (json_path.with_suffix(s) for s in (".webp", ".png")) if p.exists())
    return np.asarray(Image.open(picture).convert("RGB"))


def unsure_of(page: dict) -> set[str]:
    return LOOSE.get(page["kind"], set())


def line_height_of(page: dict) -> float:
    heights = [row["line"][3] for row in page["lines"]]
    return float(np.median(heights)) if heights else 0.0


def read_page(json_path: Path) -> Sheet:
    page = json.loads(json_path.read_text("utf-8"))
    unsure = sum(1 << CLASSES.index(name) for name in unsure_of(page))
    return Sheet(pack_colours(picture_of(json_path)), table_of(elements_of(page)), unsure)
