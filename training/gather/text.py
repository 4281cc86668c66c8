"""Cuts the lines of real text out of the downloaded packages.

    python3 -m training.gather.text DOWNLOADS

writes training/data/text/KIND.txt, one line of text a line, in the reader's characters: code by language,
man pages and documents, interface texts in every European language (gettext), words.
"""

from __future__ import annotations

import gettext
import gzip
import logging
import random
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from training.gather import licences, manifest
from training.gather.lists import read_list
from training.lines.charset import canonical, is_known

OUT = Path(__file__).parent.parent / "data" / "text"
CODE = {
    "c": {".c", ".h", ".hpp", ".cpp", ".cc"}, "python": {".py"}, "web": {".css", ".html", ".svg", ".xml", ".json"},
    "script": {".js", ".ts", ".mjs", ".jsx", ".tsx"}, "shell": {".sh", ".bash", ".conf", ".yml", ".yaml", ".toml"},
    "other": {".go", ".rs", ".rb", ".pl", ".pm", ".php", ".java", ".el", ".vim", ".lua", ".sql", ".hs"},
}
LANGUAGES = (
    "de fr es it pl cs pt pt_BR sv tr hu da nl nb fi ro sk sl hr ca et lv lt ga is eu gl cy sq mt lb "
    "ru uk bg sr be mk el"
).split()
MOST = {"code": 40_000, "prose": 60_000, "language": 16_000, "words": 12_000}
PER_FILE = 150


def read(path: Path, limit: int = 150_000) -> str:
    try:
        opened = gzip.open(path, "rb") if path.suffix == ".gz" else path.open("rb")
        with opened as file:
            return file.read(limit).decode("utf-8")
    except (OSError, UnicodeDecodeError, EOFError):
        return ""


def usable(lines: Iterable[str], low: int = 2, high: int = 130) -> Iterator[str]:
    for line in lines:
        text = canonical(line.expandtabs(4)).strip()
        if low <= len(text) <= high and is_known(text):
            yield text


class Sink:
    """Distinct lines of one kind, a bounded number from each file."""

    def __init__(self) -> None:
        self.lines: set[str] = set()

    def add(self, rng: random.Random, lines: Iterable[str], per_file: int = PER_FILE) -> None:
        lines = list(lines)
        if len(lines) > 2 * per_file:
            lines = rng.sample(lines, 2 * per_file)
        found = list(usable(lines))
        self.lines.update(found if len(found) <= per_file else rng.sample(found, per_file))


def man_lines(source: str) -> Iterator[str]:
    """The words of a man page without its markup; lines with escapes that are left are skipped."""
    for line in source.splitlines():
        line = re.sub(r"^\.(B|I|BR|IR|RB|RI|IP|TP|SH|SS)\b *", "", line)
        line = re.sub(r"\\f\(..|\\f\[[A-Z]*\]|\\f.|\\&|\\,|\\/|\\%", "", line)
        for escape, char in (("\\-", "-"), ("\\(aq", "'"), ("\\e", "\\\\"), ("\\(bu", "•"), ("\\ ", " ")):
            line = line.replace(escape, char)
        if not line.startswith((".", "'")) and not re.search(r"\\[^\\]", line):
            yield line.replace("\\\\", "\\")


def catalogue_lines(path: Path) -> tuple[list[str], list[str]]:
    """The English and the translated texts of a gettext catalogue."""
    try:
        with path.open("rb") as file:
            entries = gettext.GNUTranslations(file)._catalog
    except (OSError, UnicodeDecodeError, ValueError, AttributeError):
        return [], []
    english, other = [], []
    for key, value in entries.items():
        english += (key[0] if isinstance(key, tuple) else key).splitlines()
        other += value.splitlines()
    untranslated = set(english)
    return english, [t for t in other if t not in untranslated]


def take_tree(root: Path, kind: str, sinks: dict[str, Sink], rng: random.Random) -> None:
    files = [p for p in root.rglob("*") if p.is_file() and not p.is_symlink()]
    rng.shuffle(files)
    by_suffix = {s: name for name, suffixes in CODE.items() for s in suffixes}
    sink = lambda name: sinks.setdefault(name, Sink())
    left = {name: 700 for name in CODE} | {"prose": 500}
    for path in files:
        parts = path.parts
        if path.suffix == ".mo" and "LC_MESSAGES" in parts:
            language = parts[parts.index("LC_MESSAGES") - 1].split("@")[0]
            if language in LANGUAGES:
                english, other = catalogue_lines(path)
                sink("language-" + language.split("_")[0]).add(rng, other, 2500)
                if language == "de":
                    sink("interface").add(rng, english, 4000)
        elif "man" in parts and path.suffix == ".gz":
            where = parts[parts.index("man") + 1]
            name = "prose" if where.startswith("man") else "language-" + where.split("_")[0]
            if name == "prose" or where.split("_")[0] in LANGUAGES:
                sink(name).add(rng, man_lines(read(path)))
        elif "dict" in parts and kind == "words":
            sink("words-" + path.name).add(rng, read(path, 9_000_000).split(), 40_000)
        elif "fortunes" in parts and path.suffix in ("", ".u8") and kind == "prose":
            language = next((p for p in parts if p in LANGUAGES), "")
            sink("language-" + language if language else "prose").add(rng, read(path).splitlines(), 3000)
        elif kind == "prose" and path.suffix in (".txt", ".html", ".md", ".rst", ".gz") and left["prose"] > 0:
            left["prose"] -= 1
            text = re.sub(r"<[^>]*>", "", read(path)).replace("&lt;", "<").replace("&gt;", ">")
            sink("prose").add(rng, (l for l in text.replace("&amp;", "&").splitlines() if l.strip()))
        elif kind == "code" and path.suffix in by_suffix and left[by_suffix[path.suffix]] > 0:
            left[by_suffix[path.suffix]] -= 1
            sink("code-" + by_suffix[path.suffix]).add(rng, read(path).splitlines())


def main(downloads: Path) -> None:
    rng = random.Random(17)
    OUT.mkdir(parents=True, exist_ok=True)
    sinks: dict[str, Sink] = {}
    rows = []
    packages = read_list("packages.txt")
    for kind in ("code", "prose", "catalogues", "words"):
        for name in packages[kind]:
            root = downloads / "deb" / name
            if not root.is_dir():
                continue
            found = licences.debian_licences(root, name)
            if not found:
                logging.warning("refused %s: its licence is unclear", name)
                continue
            take_tree(root, kind, sinks, rng)
            rows.append(manifest.debian_package(root, found, "text", []))
    for name, sink in sorted(sinks.items()):
        most = MOST.get(name.split("-")[0], MOST["prose"])
        lines = sorted(sink.lines)
        rng.shuffle(lines)
        (OUT / f"{name}.txt").write_text("\n".join(lines[:most]) + "\n", "utf-8")
        print(f"{name:20} {min(most, len(lines)):7} of {len(lines)}")
    manifest.merge(rows, {"text"})


if __name__ == "__main__":
    main(Path(sys.argv[1]))
