"""Picks the training fonts out of the downloaded packages.

    python3 -m training.gather.fonts DOWNLOADS

writes training/data/fonts/* (plain OpenType) and training/data/fonts.json: one face a row, a face being
several files that share its characters, as a browser's unicode ranges do.
"""

from __future__ import annotations

import json
import logging
import re
import shutil
import sys
import tarfile
from io import BytesIO
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

from training.gather import check, licences, manifest
from training.gather.lists import read_list
from training.gather.woff import to_opentype
from training.lines.charset import CHARS

DATA = Path(__file__).parent.parent / "data"
OUT = DATA / "fonts"
LARGE = 150_000  # bytes
RANGES = ("latin", "latin-ext", "cyrillic", "greek")

# Faces of the distribution's packages: pattern of file names, kind, share among faces of its kind.
# These are what screens of a Linux desktop show, so most weigh more than a web font.
DEBIAN_FACES = [
    (r"DejaVuSans(-Bold|-Oblique)?\.ttf", "sans", 3), (r"DejaVuSansCondensed\.ttf", "sans", 1),
    (r"DejaVuSansMono(-Bold|-Oblique)?\.ttf", "mono", 4), (r"DejaVuSerif(-Bold)?\.ttf", "serif", 2),
    (r"LiberationSans-(Regular|Bold|Italic)\.ttf", "sans", 4),
    (r"LiberationSansNarrow-Regular\.ttf", "sans", 1),
    (r"LiberationMono-(Regular|Bold|Italic)\.ttf", "mono", 4),
    (r"LiberationSerif-(Regular|Bold|Italic)\.ttf", "serif", 3),
    (r"NotoSans-(Regular|Bold|Italic)\.ttf", "sans", 3), (r"NotoSerif-(Regular|Bold)\.ttf", "serif", 2),
    (r"NotoSansMono-(Regular|Bold)\.ttf", "mono", 2),
    (r"Roboto-(Regular|Medium|Bold|Light)\.ttf", "sans", 3), (r"RobotoSlab-Regular\.ttf", "serif", 1),
    (r"OpenSans-(Regular|Semibold|Bold)\.ttf", "sans", 2), (r"Lato-(Regular|Bold)\.ttf", "sans", 1),
    (r"Inter-(Regular|Medium|SemiBold|Bold)\.otf", "sans", 4),
    (r"FiraCode-(Regular|Medium|Bold)\.ttf", "mono", 3),
    (r"JetBrainsMono-(Regular|Medium|Bold|Italic)\.ttf", "mono", 4),
    (r"Hack-(Regular|Bold)\.ttf", "mono", 2), (r"Inconsolata\.otf", "mono", 2),
    (r"FreeSans\.(ttf|otf)", "sans", 1), (r"FreeMono(Bold)?\.(ttf|otf)", "mono", 1),
    (r"Carlito-(Regular|Bold)\.ttf", "sans", 3), (r"Caladea-Regular\.ttf", "serif", 1),
    (r"mononoki-Regular\.ttf", "mono", 1), (r"FantasqueSansMono-Regular\.(otf|ttf)", "mono", 1),
    (r"ClearSans-Regular\.ttf", "sans", 1), (r"LinLibertine_R\.otf", "serif", 1),
    (r"Go-(Mono|Regular|Medium)\.ttf", "mono", 1), (r"Monoid-Regular\.(ttf|otf)", "mono", 1),
    (r"NimbusSans-Regular\.otf", "sans", 1), (r"NimbusMonoPS-Regular\.otf", "mono", 1),
    (r"C059-Roman\.otf", "serif", 1), (r"P052-Roman\.otf", "serif", 1),
    (r"texgyretermes-regular\.otf", "serif", 1), (r"Symbola.*\.(ttf|otf)", "symbols", 0),
    (r"NotoSansMath-Regular\.ttf", "symbols", 0), (r"NotoSansSymbols2?-Regular\.ttf", "symbols", 0),
]
# What people read code and interfaces in: drawn more often than its share.
POPULAR = {
    "inter": 6, "roboto": 5, "source-code-pro": 4, "cascadia-code": 4, "cascadia-mono": 3, "fira-code": 4,
    "jetbrains-mono": 4, "roboto-mono": 3, "ibm-plex-mono": 3, "ibm-plex-sans": 3, "source-sans-3": 3,
    "ubuntu-mono": 3, "ubuntu-sans": 3, "open-sans": 3, "poppins": 3, "montserrat": 2, "geist-sans": 3,
    "dm-sans": 2, "nunito": 2, "figtree": 2, "work-sans": 2, "noto-sans-mono": 2, "monaspace-neon": 2,
    "commit-mono": 2, "google-sans-code": 2, "arimo": 3, "cousine": 3, "tinos": 2, "mona-sans": 2,
}


def covered(font: TTFont) -> str:
    cmap = font.getBestCmap()
    return "".join(c for c in CHARS if ord(c) in cmap)


def weights_to_take(available: list[int], family: str, kind: str) -> list[int]:
    """The regular one and the bold one; of popular and of coding families one more between."""
    near = lambda goal: min(available, key=lambda w: abs(w - goal))
    more = [near(550)] if family in POPULAR or kind == "mono" else []
    return list(dict.fromkeys([near(400), near(700)] + more))


def narrowed(data: bytes) -> bytes:
    """Only the reader's characters: for the few files that hold thousands of others."""
    options = subset.Options(layout_features=["kern", "calt", "liga", "clig", "ccmp", "mark", "locl"], hinting=True)
    font = TTFont(BytesIO(data))
    worker = subset.Subsetter(options)
    worker.populate(text=CHARS)
    worker.subset(font)
    out = BytesIO()
    font.save(out)
    return out.getvalue()


def take_npm(archive: Path, kind: str, held: bool) -> tuple[manifest.Package, list[dict]] | None:
    with tarfile.open(archive) as tar:
        read = lambda name: tar.extractfile("package/" + name).read()
        package, about = json.loads(read("package.json")), json.loads(read("metadata.json"))
        names = {Path(n).name for n in tar.getnames() if n.endswith(".woff")}
        licence = about["license"]["type"] if isinstance(about["license"], dict) else about["license"]
        if licence not in licences.FONT_LICENCES or package["license"] != licence:
            logging.warning("refused %s: licence %s", package["name"], licence)
            return None
        faces, files = [], []
        wanted = [(w, "normal") for w in weights_to_take(about["weights"], about["id"], kind)]
        if kind in ("mono", "serif") and "italic" in about["styles"]:
            wanted.append((wanted[0][0], "italic"))
        for weight, style in wanted:
            parts = []
            for part in RANGES:
                name = f"{about['id']}-{part}-{weight}-{style}.woff"
                main = weight in (400, 700) and style == "normal"
                if name not in names or (part != "latin" and not main):
                    continue
                data = to_opentype(read("files/" + name))
                data = narrowed(data) if len(data) > LARGE else data
                chars = covered(TTFont(BytesIO(data), lazy=True))
                have = "".join(p["chars"] for p in parts)
                new = "".join(c for c in chars if c not in have)
                if not new:
                    continue
                out = name.replace(".woff", ".ttf")
                (OUT / out).write_bytes(data)
                if part == "latin" and not check.has_small_letters(OUT / out):
                    logging.warning("left out %s: it has no small letters", out)
                    break
                parts.append({"file": out, "chars": check.drawn(OUT / out, new)})
                files.append(name)
            if parts and len(parts[0]["chars"]) > 80:
                share = POPULAR.get(about["id"], 1) / len(wanted)
                faces.append(
                    {"family": about["id"], "kind": kind, "share": share, "held": held, "parts": parts}
                )
    row = manifest.Package(
        "npm", package["name"], package["version"], [licence], manifest.sha256_of(archive), "fonts", files
    )
    return row, faces


def take_debian(root: Path, name: str) -> tuple[manifest.Package, list[dict]] | None:
    found = licences.debian_licences(root, name)
    if not found:
        logging.warning("refused %s: its licence is unclear", name)
        return None
    faces, files = [], []
    for path in sorted(root.rglob("*.[ot]tf")):
        hit = next((f for f in DEBIAN_FACES if re.fullmatch(f[0], path.name)), None)
        if hit is None or path.is_symlink() or path.name in files:
            continue
        _, kind, share = hit
        options = subset.Options(
            layout_features=["kern", "calt", "liga", "clig", "ccmp", "mark", "locl"],
            hinting=True, notdef_outline=True, drop_tables=["DSIG", "FFTM", "GDEF" if kind != "mono" else "DSIG"],
        )
        font = subset.load_font(str(path), options)
        worker = subset.Subsetter(options)
        worker.populate(text=CHARS)
        worker.subset(font)
        out = f"debian-{path.name}".replace(" ", "")
        font.save(str(OUT / out))
        count = max(1, hit[0].count("|"))
        face = {"family": name, "kind": kind, "share": share / count, "held": False}
        faces.append({**face, "parts": [{"file": out, "chars": check.drawn(OUT / out, covered(font))}]})
        files.append(path.name)
    return manifest.debian_package(root, found, "fonts", files), faces


def take_icons(root: Path, name: str) -> tuple[manifest.Package, list[dict]] | None:
    """A sample of an icon font's glyphs: things beside text that are not text."""
    found = licences.debian_licences(root, name)
    path = next((p for p in sorted(root.rglob("*.ttf")) if not p.is_symlink()), None)
    if not found or path is None:
        logging.warning("refused %s", name)
        return None
    options = subset.Options(layout_features=[], hinting=False)
    font = subset.load_font(str(path), options)
    codes = [c for c in sorted(font.getBestCmap()) if c > 0xE000][::5]
    worker = subset.Subsetter(options)
    worker.populate(unicodes=codes)
    worker.subset(font)
    out = f"icons-{path.name}"
    font.save(str(OUT / out))
    face = {"family": name, "kind": "icons", "share": 0, "held": False}
    face["parts"] = [{"file": out, "chars": "".join(map(chr, codes))}]
    return manifest.debian_package(root, found, "icons", [path.name]), [face]


def main(downloads: Path) -> None:
    logging.getLogger("fontTools").setLevel(logging.ERROR)
    shutil.rmtree(OUT, ignore_errors=True)
    OUT.mkdir(parents=True)
    taken = []
    for kind, names in read_list("families.txt").items():
        for name in names:
            for archive in sorted((downloads / "npm").glob(f"fontsource-{name}-[0-9]*.tgz"))[:1]:
                held = kind == "held-out"
                shape = "mono" if "mono" in name else "serif" if name in ("ibm-plex-serif", "bitter") else "sans"
                taken.append(take_npm(archive, shape if held else kind, held))
    packages = read_list("packages.txt")
    for take, kind in ((take_debian, "fonts"), (take_icons, "icons")):
        for name in packages[kind]:
            root = downloads / "deb" / name
            if root.is_dir():
                taken.append(take(root, name))
    rows = [t[0] for t in taken if t and t[1]]
    faces = [face for t in taken if t for face in t[1]]
    (DATA / "fonts.json").write_text(json.dumps(faces, ensure_ascii=False))
    manifest.merge(rows, {"fonts", "icons"})
    used = {p["file"] for f in faces for p in f["parts"]}
    for path in OUT.iterdir():
        if path.name not in used:
            path.unlink()
    size = sum((OUT / f).stat().st_size for f in used)
    families = len({f["family"] for f in faces})
    print(f"{families} families, {len(faces)} faces, {len(used)} files, {size / 2**20:.1f} MiB")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
