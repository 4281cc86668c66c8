"""Records the CSS and component libraries that pages are drawn with, as they are installed in training/data/libraries.

    npm install --prefix training/data/libraries $(python3 -m training.gather.libraries --names)
    python3 -m training.gather.libraries DOWNLOADS      (packs them again into DOWNLOADS/css for their checksums)
"""

from __future__ import annotations

import json
import logging
import subprocess
import sys
from pathlib import Path

from training.gather import manifest
from training.pages.kits import KITS
from training.pages.style import LIBRARIES

SHEETS = {name: {sheet} for name, sheet in LIBRARIES.items()}
for name, kit in KITS.items():
    SHEETS[name] = SHEETS.get(name, set()) | set(kit.sheets)
# Where the newest version draws with scripts, or writes its controls in another way than kits.py does.
MAJOR = {"antd": 4, "daisyui": 4, "rsuite": 5, "carbon-components": 10, "@blueprintjs/core": 6, "primereact": 10}
ALIAS = {"bootstrap-3": "bootstrap@3", "bootstrap-4": "bootstrap@4"}  # folder -> older version beside the newest
INSTALLED = Path(__file__).parent.parent / "data" / "libraries" / "node_modules"
ALLOWED = {"MIT", "BSD-3-Clause", "BSD-2-Clause", "Apache-2.0", "ISC"}


def main(downloads: Path) -> None:
    folder = downloads / "css"
    folder.mkdir(parents=True, exist_ok=True)
    rows = []
    for name, sheets in SHEETS.items():
        about = json.loads((INSTALLED / name / "package.json").read_text("utf-8"))
        if about.get("license") not in ALLOWED:
            logging.warning("refused %s: its licence is unclear", name)
            continue
        packed = subprocess.run(
            ["npm", "pack", "--silent", f"{about['name']}@{about['version']}"], cwd=folder, capture_output=True, text=True, check=True
        ).stdout.split()[-1]
        checksum = manifest.sha256_of(folder / packed)
        rows.append(manifest.Package("npm", name, about["version"], [about["license"]], checksum, "page styles", sorted(sheets)))
    manifest.merge(rows, {"page styles"})
    print(f"{len(rows)} libraries")


if __name__ == "__main__":
    named = lambda n: f"{n}@npm:{ALIAS[n]}" if n in ALIAS else f"{n}@{MAJOR[n]}" if n in MAJOR else n
    print(" ".join(map(named, SHEETS))) if sys.argv[1:] == ["--names"] else main(Path(sys.argv[1]))
