"""The look of a generated page: a CSS library from npm or a made-up style sheet, a font, a theme."""

from __future__ import annotations

import json
import random
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

# npm package -> its style sheet. Those held out are for evaluation.
LIBRARIES = {
    "bootstrap": "dist/css/bootstrap.min.css", "bulma": "css/bulma.min.css", "@picocss/pico": "css/pico.min.css",
    "spectre.css": "dist/spectre.min.css", "milligram": "dist/milligram.min.css", "purecss": "build/pure-min.css",
    "water.css": "out/water.min.css", "semantic-ui-css": "semantic.min.css", "uikit": "dist/css/uikit.min.css",
    "foundation-sites": "dist/css/foundation.min.css", "materialize-css": "dist/css/materialize.min.css",
    "mini.css": "dist/mini-default.min.css",
}
HELD_OUT = {"semantic-ui-css", "foundation-sites", "mini.css"}
# How the libraries call the same things.
CLASSES = {
    "bootstrap": {"button": "btn btn-primary", "plain": "btn btn-outline-secondary", "field": "form-control", "select": "form-select", "check": "form-check-input", "table": "table table-bordered", "badge": "badge bg-success", "card": "card p-3", "tabs": "nav nav-tabs", "tab": "nav-link", "alert": "alert alert-warning"},
    "bulma": {"button": "button is-primary", "plain": "button", "field": "input", "select": "", "check": "", "table": "table is-bordered is-striped", "badge": "tag is-info", "card": "box", "tabs": "", "tab": "button is-text", "alert": "notification is-warning"},
    "spectre.css": {"button": "btn btn-primary", "plain": "btn", "field": "form-input", "select": "form-select", "check": "", "table": "table table-striped", "badge": "label label-secondary", "card": "card p-2", "tabs": "tab", "tab": "tab-item", "alert": "toast toast-warning"},
    "semantic-ui-css": {"button": "ui primary button", "plain": "ui button", "field": "", "select": "ui dropdown", "check": "", "table": "ui celled table", "badge": "ui label", "card": "ui segment", "tabs": "ui menu", "tab": "item", "alert": "ui warning message"},
    "uikit": {"button": "uk-button uk-button-primary", "plain": "uk-button uk-button-default", "field": "uk-input", "select": "uk-select", "check": "uk-checkbox", "table": "uk-table uk-table-divider", "badge": "uk-badge", "card": "uk-card uk-card-default uk-card-body", "tabs": "uk-tab", "tab": "", "alert": "uk-alert-warning"},
    "foundation-sites": {"button": "button", "plain": "button hollow", "field": "", "select": "", "check": "", "table": "", "badge": "label", "card": "callout", "tabs": "", "tab": "button clear", "alert": "callout warning"},
    "materialize-css": {"button": "btn", "plain": "btn-flat", "field": "browser-default", "select": "browser-default", "check": "filled-in", "table": "striped", "badge": "chip", "card": "card-panel", "tabs": "", "tab": "btn-flat", "alert": "card-panel"},
    "purecss": {"button": "pure-button pure-button-primary", "plain": "pure-button", "field": "", "select": "", "check": "", "table": "pure-table pure-table-bordered", "badge": "", "card": "", "tabs": "pure-menu", "tab": "pure-menu-link", "alert": ""},
}
THEMES = [
    ("#ffffff", "#1f2328", "#0969da", "#d0d7de"), ("#f6f8fa", "#24292f", "#1a7f37", "#d8dee4"), ("#0d1117", "#e6edf3", "#2f81f7", "#30363d"),
    ("#1e1e1e", "#d4d4d4", "#0e639c", "#3c3c3c"), ("#282a36", "#f8f8f2", "#bd93f9", "#44475a"), ("#fdf6e3", "#586e75", "#268bd2", "#eee8d5"),
    ("#fafafa", "#333333", "#e91e63", "#e0e0e0"), ("#101418", "#c9d1d9", "#f78166", "#21262d"), ("#eef2ff", "#1e1b4b", "#4f46e5", "#c7d2fe"),
]


@dataclass
class Look:
    library: str  # "" when the style sheet is made up
    css: str
    classes: dict[str, str]
    icons: list[int]  # what the page's icon font, called "icons", has

    def of(self, part: str) -> str:
        return self.classes.get(part, "")


@lru_cache(maxsize=2)
def all_faces(data: Path) -> list[dict]:
    return json.loads((data / "fonts.json").read_text("utf-8"))


def font_faces(rng: random.Random, data: Path, held: bool) -> tuple[str, str, str]:
    """@font-face rules for a text font and a code font, and their names."""
    faces = all_faces(data)
    rules, names = "", []
    for name, kinds in (("page", ("sans", "sans", "sans", "serif")), ("code", ("mono",))):
        kind = rng.choice(kinds)
        face = rng.choice([f for f in faces if f["kind"] == kind and f["held"] == held and f["share"]])
        for part in face["parts"]:
            codes = ",".join(f"U+{ord(c):X}" for c in part["chars"])
            file = (data / "fonts" / part["file"]).resolve().as_uri()
            rules += f"@font-face{{font-family:'{name}';src:url('{file}');unicode-range:{codes}}}\n"
        names.append(name)
    return rules, names[0], names[1]


def icon_font(rng: random.Random, data: Path) -> tuple[str, list[int]]:
    """An @font-face rule for a font of pictograms, and the characters it has."""
    faces = all_faces(data)
    part = rng.choice([f for f in faces if f["kind"] == "icons"])["parts"][0]
    file = (data / "fonts" / part["file"]).resolve().as_uri()
    return f"@font-face{{font-family:'icons';src:url('{file}')}}\n", [ord(c) for c in part["chars"]]


def choose_look(rng: random.Random, data: Path, packages: Path, held: bool) -> Look:
    faces, text, code = font_faces(rng, data, held)
    ground, ink, accent, edge = rng.choice(THEMES)
    installed = [n for n in LIBRARIES if (n in HELD_OUT) == held and (packages / n / LIBRARIES[n]).exists()]
    library = rng.choice(installed) if installed and rng.random() < 0.65 else ""
    sheet = (packages / library / LIBRARIES[library]).resolve().as_uri() if library else ""
    size, radius, pad = rng.choice((12, 13, 14, 15, 16)), rng.choice((0, 2, 4, 6, 12)), rng.choice((2, 4, 6, 8, 12))
    css = f"@import url('{sheet}');\n" if library else ""
    icon_rule, icons = icon_font(rng, data)
    css += faces + icon_rule + f"""
body {{ font-family: '{text}', 'DejaVu Sans', sans-serif !important; margin: {rng.randint(0, 24)}px; font-size: {size}px; }}
pre, code, .mono {{ font-family: '{code}', 'DejaVu Sans Mono', monospace !important; font-size: {size - rng.randint(0, 2)}px; }}
.row {{ display: flex; gap: {pad + 4}px; align-items: center; flex-wrap: wrap; margin: {pad}px 0; }}
.grid {{ display: grid; gap: {pad + 6}px; grid-template-columns: repeat({rng.randint(2, 4)}, 1fr); }}
.turned {{ writing-mode: vertical-rl; }} .turned.up {{ transform: rotate(180deg); }}
[role=switch] {{ display: inline-block; width: 2.6em; height: 1.4em; border-radius: 1em; background: {edge}; position: relative; border: 0; padding: 0; vertical-align: middle; }}
[role=switch]::after {{ content: ''; position: absolute; width: 1em; height: 1em; border-radius: 50%; background: #fff; left: .2em; top: .2em; }}
[role=switch][aria-checked=true] {{ background: {accent}; }} [role=switch][aria-checked=true]::after {{ left: 1.4em; }}
.bubble {{ max-width: 60%; padding: {pad + 4}px; border-radius: {radius + 8}px; background: {edge}; color: {ink}; margin: {pad}px; }} .mine {{ margin-left: auto; background: {accent}; color: #fff; }}
"""
    if not library:
        css += f"""
body {{ background: {ground}; color: {ink}; }} a {{ color: {accent}; }}
button, input, select, textarea {{ font: inherit; color: {ink}; background: {ground}; border: 1px solid {edge}; border-radius: {radius}px; padding: {pad}px {pad + 6}px; }}
.primary {{ background: {accent}; color: #fff; border-color: {accent}; }} :disabled {{ opacity: .45; }}
table {{ border-collapse: collapse; }} td, th {{ border: {rng.choice((0, 1, 1))}px solid {edge}; padding: {max(1, pad - 2)}px {pad}px; }}
.badge {{ border: 1px solid {accent}; color: {accent}; border-radius: {rng.choice((3, 20))}px; padding: 0 {pad}px; font-size: .85em; }}
.card {{ border: 1px solid {edge}; border-radius: {radius}px; padding: {pad + 6}px; }}
.tab {{ border: 0; border-bottom: 2px solid transparent; }} .tab[aria-selected=true] {{ border-color: {accent}; color: {accent}; }}
.alert {{ background: {edge}; color: {ink}; border-left: 4px solid {accent}; padding: {pad}px; }} [aria-invalid=true] {{ border-color: #d1242f; }}
"""
    plain = {"button": "primary", "badge": "badge", "card": "card", "tab": "tab", "alert": "alert"}
    return Look(library, css, CLASSES.get(library, {} if library else plain), icons)
