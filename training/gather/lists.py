"""Reads families.txt and packages.txt: lines of "kind: name name ..."."""

from __future__ import annotations

from pathlib import Path


def read_list(file_name: str) -> dict[str, list[str]]:
    kinds: dict[str, list[str]] = {}
    for line in (Path(__file__).parent / file_name).read_text().splitlines():
        if line and not line.startswith("#"):
            kind, names = line.split(":")
            kinds.setdefault(kind, []).extend(names.split())
    return {kind: list(dict.fromkeys(names)) for kind, names in kinds.items()}
