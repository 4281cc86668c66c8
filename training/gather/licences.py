"""Which licences training data may have, and how a package's licence is read. Unclear means refused."""

from __future__ import annotations

import re
from pathlib import Path

FONT_LICENCES = {"OFL-1.1", "Apache-2.0", "UFL-1.0", "MIT", "CC0-1.0"}

# What a Debian copyright file may name. The whole archive section `main` is free software; a file that
# names none of these is refused all the same.
FREE = re.compile(
    r"\b(OFL|SIL Open Font|Apache|Bitstream[- ]Vera|GUST|LPPL|Expat|MIT|BSD|ISC|GPL|GNU General Public|LGPL"
    r"|GFDL|Free Documentation|CC0|CC-BY-SA|CC-BY|Creative Commons|public[- ]domain|PSF|Python|Artistic"
    r"|MPL|Mozilla Public|PostgreSQL|Ruby|PHP|BSL|Boost|zlib|Unicode|free for any use)\b",
    re.IGNORECASE,
)
UNFREE = re.compile(r"\b(non-?commercial|CC-BY-NC|CC-BY-ND|no derivative)\b", re.IGNORECASE)


def debian_licences(package_root: Path, name: str) -> list[str]:
    """The licence names in a package's copyright file, as it writes them; empty when unclear."""
    path = package_root / "usr/share/doc" / name / "copyright"
    if not path.is_file():
        return []
    text = path.read_text("utf-8", "replace")
    fields = sorted({m.strip() for m in re.findall(r"(?m)^License: *(\S.*)$", text)})
    if fields:
        return [f for f in fields if FREE.search(f)][:12]
    if UNFREE.search(text):
        return []
    return sorted({m.group(1) for m in FREE.finditer(text)}, key=lambda name: (name.lower(), name))[:12]
