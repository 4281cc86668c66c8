"""The record of what training data was made of: training/manifest.json, one row a package."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass, field
from pathlib import Path

MANIFEST = Path(__file__).parent.parent / "manifest.json"


@dataclass
class Package:
    origin: str  # "npm" or "debian"
    name: str
    version: str
    licences: list[str]
    sha256: str  # of the package as downloaded
    used_for: str
    files: list[str] = field(default_factory=list)  # fonts and pictures by name; text by package only


def sha256_of(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def debian_package(root: Path, licences: list[str], used_for: str, files: list[str]) -> Package:
    """The row of a Debian package that fetch.sh unpacked at `root`."""
    control = (root.parent / f"{root.name}.control").read_text()
    version = next(l.removeprefix("Version: ") for l in control.splitlines() if l.startswith("Version: "))
    checksum = (root.parent / f"{root.name}.sha256").read_text().strip()
    return Package("debian", root.name, version, licences, checksum, used_for, files)


def merge(rows: list[Package], used_for: set[str]) -> None:
    """Replaces the manifest's rows of these uses."""
    old = json.loads(MANIFEST.read_text()) if MANIFEST.exists() else []
    kept = [row for row in old if row["used_for"] not in used_for]
    merged = kept + [asdict(row) for row in rows]
    merged.sort(key=lambda row: (row["used_for"], row["origin"], row["name"]))
    MANIFEST.write_text(
        "[\n" + ",\n".join(json.dumps(row, ensure_ascii=False) for row in merged) + "\n]\n"
    )
