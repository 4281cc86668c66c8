"""The fonts that lines are drawn in: faces by kind, each with the files that cover its characters."""

from __future__ import annotations

import json
import random
from dataclasses import dataclass
from pathlib import Path

from PIL import ImageFont, features

from training.lines.twins import without_twins

HAS_SHAPING = features.check("raqm")  # ligatures and kerning by the font's own rules
SCRIPT_SAMPLE = {"cyrillic": "ж", "greek": "λ", "extended": "ě"}


@dataclass
class Face:
    family: str
    kind: str  # mono, sans, serif, symbols, icons
    share: float
    files: list[str]
    file_of: dict[str, str]  # character -> file


class Faces:
    """`held` picks the families that are kept for validation instead of the others."""

    def __init__(self, folder: Path, rng: random.Random, held: bool = False) -> None:
        self.folder, self.rng = folder, rng
        self.cache: dict[tuple[str, int, bool], ImageFont.FreeTypeFont] = {}
        rows = json.loads((folder.parent / "fonts.json").read_text("utf-8"))
        faces = [(self.face(row), row["held"]) for row in rows]
        self.by_kind: dict[str, list[Face]] = {}
        for face, is_held in faces:
            if face.share and is_held == held:
                self.by_kind.setdefault(face.kind, []).append(face)
        self.icons = [face for face, _ in faces if face.kind == "icons"]
        self.symbols = [face for face, _ in faces if face.kind == "symbols"]
        first = lambda name: next(f for f, _ in faces if f.files == [name])
        self.fallback = [first("debian-DejaVuSans.ttf"), first("debian-DejaVuSansMono.ttf")]
        self.heights: dict[str, tuple[float, float]] = {}
        plain_icons = without_twins(self, self.icons, self.fallback + self.symbols)
        for face in self.icons:
            face.file_of = {char: face.file_of[char] for char in plain_icons[face.files[0]]}

    @staticmethod
    def face(row: dict) -> Face:
        file_of = {char: part["file"] for part in reversed(row["parts"]) for char in part["chars"]}
        return Face(row["family"], row["kind"], row["share"], [p["file"] for p in row["parts"]], file_of)

    def choose(self, text: str, code_like: bool) -> Face:
        """A face for this text; one that has most of its letters where there is one."""
        shares = (62, 30, 8) if code_like else (17, 65, 18)
        best, missing_least = None, 1 << 30
        for _ in range(6):
            kind = self.rng.choices(("mono", "sans", "serif"), shares)[0]
            faces = self.by_kind[kind]
            face = self.rng.choices(faces, [f.share for f in faces])[0]
            missing = sum(c not in face.file_of for c in text)
            if missing < missing_least:
                best, missing_least = face, missing
            if missing <= len(text) // 8:
                break
        return best

    def letters(self, face: Face) -> tuple[float, float]:
        """How far the face's tall letters rise over the baseline and its descenders hang below it, for size 1."""
        if face.files[0] not in self.heights:
            font = self.font(face.file_of.get("d", face.files[0]), 100)
            above, below = -font.getbbox("dbHl", anchor="ls")[1] / 100, font.getbbox("gpq", anchor="ls")[3] / 100
            self.heights[face.files[0]] = (above, below)
        return self.heights[face.files[0]]

    def runs(self, text: str, face: Face) -> list[tuple[str, str]] | None:
        """(text, file) pieces: what a face lacks comes from another, as in a browser. None: nobody has it."""
        pieces: list[list[str]] = []
        for char in text:
            file = face.file_of.get(char) or (pieces[-1][1] if char == " " and pieces else None)
            if file is None:
                order = self.fallback + self.symbols
                file = next((f.file_of[char] for f in order if char in f.file_of), None)
            if file is None:
                return None
            if pieces and pieces[-1][1] == file:
                pieces[-1][0] += char
            else:
                pieces.append([char, file])
        return [(piece, file) for piece, file in pieces]

    def font(self, file: str, size: int, shaping: bool = False) -> ImageFont.FreeTypeFont:
        key = (file, size, shaping)
        font = self.cache.get(key)
        if font is None:
            if len(self.cache) > 2500:
                self.cache.clear()
            engine = ImageFont.Layout.RAQM if shaping and HAS_SHAPING else ImageFont.Layout.BASIC
            font = self.cache[key] = ImageFont.truetype(str(self.folder / file), size, layout_engine=engine)
        return font
