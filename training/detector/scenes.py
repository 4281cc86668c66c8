"""Scenes for the detector, drawn without a browser: panels of prose, tables, code, chips, labels over photographs.

    python3 -m training.detector.scenes FOLDER [--seed N] [--processes N] [--scenes N] [--data DIR]

writes FOLDER/SEED-NUMBER.npz until stopped; `training.detector.train` takes them up and deletes them.
`python3 -m training.detector.scenes --sheet OUT.png` draws some with their lines, to be looked at.
"""

from __future__ import annotations

import argparse
import math
import multiprocessing
import os
import random
import time
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw

from training.detector.truth import Sheet, sheet_of
from training.lines.faces import Faces
from training.lines.generator import DATA
from training.lines.ink import Ink, Style, draw
from training.lines.sources import TextSource
from training.pages.generate import corners

SIDE = 768
Box = tuple[int, int, int, int]  # left, top, right, bottom
Colour = np.ndarray  # 3 floats, 0..255


class Scene:
    """One picture, filled panel by panel. `lines` are [centre x, centre y, length, height, degrees]."""

    def __init__(self, source: "SceneSource") -> None:
        self.source, self.rng = source, source.rng
        self.canvas = np.zeros((SIDE, SIDE, 3), np.float32)
        self.lines: list[list[float]] = []
        self.taken: list[Box] = []

    # What all panels use.

    def colour(self) -> Colour:
        return np.array([self.rng.uniform(0, 255) for _ in range(3)], np.float32)

    def theme(self) -> tuple[Colour, Colour]:
        """Ground and ink; grey more often than not, and far enough apart."""
        rng = self.rng
        light = rng.random() < 0.55
        ground = np.full(3, rng.choice((255, 255, 250, 245, 235)) if light else rng.choice((0, 16, 24, 30, 40)), np.float32)
        ground += np.array([rng.uniform(-8, 8) for _ in range(3)], np.float32)
        if rng.random() < 0.25:
            ground = self.colour()
        for _ in range(20):
            far = rng.choice((255, 240, 220, 180, 120, 60, 30, 0))
            ink = np.full(3, far, np.float32) if rng.random() < 0.6 else self.colour()
            if abs(float(ink.mean() - ground.mean())) > (30 if rng.random() < 0.15 else 70):
                break
        return np.clip(ground, 0, 255), ink

    def fill(self, box: Box, colour: Colour) -> None:
        left, top, right, bottom = box
        self.canvas[max(0, top) : max(0, bottom), max(0, left) : max(0, right)] = colour

    def shape(self, box: Box, colour: Colour, radius: int, outline: int = 0) -> None:
        """A rectangle with round corners, filled or as an outline."""
        left, top, right, bottom = box
        if right - left < 3 or bottom - top < 3:
            return
        mask = Image.new("L", (right - left, bottom - top))
        pen, area = ImageDraw.Draw(mask), (0, 0, right - left - 1, bottom - top - 1)
        pen.rounded_rectangle(area, radius, outline=255 if outline else None, width=outline or 1, fill=None if outline else 255)
        self.lay(np.asarray(mask, np.float32) / 255, left, top, colour)

    def lay(self, cover: np.ndarray, left: int, top: int, colour: Colour) -> None:
        y0, x0 = max(0, top), max(0, left)
        y1, x1 = min(SIDE, top + cover.shape[0]), min(SIDE, left + cover.shape[1])
        if y1 > y0 and x1 > x0:
            part = cover[y0 - top : y1 - top, x0 - left : x1 - left, None]
            self.canvas[y0:y1, x0:x1] += (colour - self.canvas[y0:y1, x0:x1]) * part

    def ink(self, text: str, style: Style) -> tuple[Ink, Box] | None:
        ink = draw(self.source.faces, text, style, self.rng)
        bounds = ink.box(0.1) if ink else None
        return (ink, bounds) if bounds else None

    def write(self, text: str, style: Style, left: float, base: float, colour: Colour, most: float = 1e9, align: float = 0.0) -> float:
        """A line with its baseline at `base`; what does not fit is cut off at a space. Returns its right end."""
        made = self.ink(text, style)
        while made and made[1][2] - made[1][0] > most and len(text) > 1:
            text = text[: max(1, int(len(text) * most / (made[1][2] - made[1][0])) - 1)].strip()
            made = self.ink(text, style) if text else None
        if not made:
            return left
        ink, (x0, _, x1, _) = made
        if most < 1e8:
            left += align * max(0.0, most - (x1 - x0))
        x, y = round(left) - x0, round(base - ink.base)
        self.lay(ink.cover, x, y, colour)
        above, below = self.source.letters(style, ink.size)
        top, bottom = y + ink.base - above, y + ink.base + below
        self.lines.append([left + (x1 - x0) / 2, (top + bottom) / 2, x1 - x0, bottom - top, 0.0])
        return left + x1 - x0

    def style(self, mono: bool = False, least: float = 8, most: float = 40) -> Style:
        rng = self.rng
        size = min(most, max(least, rng.lognormvariate(2.62, 0.28)))
        kind = "mono" if mono else rng.choice(("sans", "sans", "sans", "serif", "mono"))
        faces = self.source.faces.by_kind[kind]
        face = rng.choices(faces, [f.share for f in faces])[0]
        way = rng.choice(("hinted", "smooth", "smooth", "lcd"))
        return Style(face, float(round(size)) if way == "hinted" else size, way, shaping=False, tracking=rng.choice((0, 0, 0, 0, 0.08, 0.2)) * size)

    def text(self, longest: int) -> str:
        return " ".join(self.source.texts.line(longest).split())

    # Panels.

    def prose(self, box: Box, ink: Colour) -> None:
        rng, (left, top, right, bottom) = self.rng, box
        style = self.style()
        pitch = style.size * rng.uniform(1.0, 1.75)
        y, margin = top + style.size * 1.2, rng.randint(2, 16)
        columns = rng.choice((1, 1, 1, 2)) if right - left > 400 else 1
        width = (right - left - margin * (columns + 1)) / columns
        for column in range(columns):
            y, x = top + style.size * rng.uniform(1.1, 2), left + margin + column * (width + margin)
            while y < bottom - style.size * 0.4:
                share = rng.choice((1, 1, 1, 1, 0.6, 0.3))
                self.write(self.text(int(width * share / style.size * 2.2) + 3), style, x, y, ink, most=width)
                y += pitch * (1 if rng.random() < 0.85 else rng.uniform(1.3, 2.2))
                if rng.random() < 0.06:
                    style = self.style(most=30)
                    pitch = style.size * rng.uniform(1.0, 1.75)
                    y += style.size * 0.6

    def table(self, box: Box, ink: Colour) -> None:
        rng, (left, top, right, bottom) = self.rng, box
        style = self.style(most=20)
        pad, side = rng.choice((0, 1, 1, 2, 2, 3, 4, 6, 9)), rng.choice((2, 2, 3, 4, 6, 10))
        above, below = self.source.letters(style, style.size)
        row = above + below + 2 * pad + 1
        ground = self.canvas[min(SIDE - 1, top + 1), min(SIDE - 1, left + 1)].copy()
        rule = ground + (ink - ground) * rng.choice((0, 0, 0.12, 0.2, 0.4, 1.0))
        thick, upright = rng.choice((1, 1, 1, 2)), rng.random() < 0.7
        edges = [left + rng.randint(0, 8)]
        while edges[-1] < right - 30:
            edges.append(int(edges[-1] + rng.choice((rng.uniform(1.6, 3), rng.uniform(3, 9), rng.uniform(3, 14))) * style.size))
        edges[-1] = min(edges[-1], right)
        kinds = [rng.choice(self.source.cells) for _ in edges]
        aligns = [rng.choice((0.0, 0.0, 1.0, 1.0, 0.5)) for _ in edges]
        head, striped = rng.random() < 0.5, rng.random() < 0.3
        y, number = top + rng.randint(0, 6), 0
        while y + row < bottom:
            if (head and number == 0) or (striped and number % 2):
                self.fill((edges[0], int(y), edges[-1], int(y + row)), ground + (ink - ground) * rng.uniform(0.04, 0.15))
            for x0, x1, kind, align in zip(edges, edges[1:], kinds, aligns):
                room = x1 - x0 - 2 * side - 1
                if rng.random() < 0.9 and room > 4:
                    self.write(" ".join(kind().split()) or "-", style, x0 + side + 1, y + pad + 1 + above, ink, most=room, align=align)
            if rule is not None and (number == 0 or rng.random() < 0.98):
                self.fill((edges[0], int(y), edges[-1], int(y) + thick), rule)
            y, number = y + row, number + 1
        if upright:
            for x in edges:
                self.fill((x, top, x + thick, int(y)), rule)

    def code(self, box: Box, ink: Colour) -> None:
        rng, (left, top, right, bottom) = self.rng, box
        style = self.style(mono=True, most=24)
        style.tracking = 0.0
        pitch = style.size * rng.uniform(1.08, 1.6)
        y, number, depth = top + style.size * 1.1, rng.randint(1, 600), 0
        numbers = rng.random() < 0.6
        ground = self.canvas[min(SIDE - 1, top + 1), min(SIDE - 1, left + 1)].copy()
        while y < bottom - style.size * 0.3:
            x = left + 4
            if numbers:
                self.write(str(number), style, x, y, ground + (ink - ground) * 0.5)
                x += style.size * 2.8
            depth = max(0, min(5, depth + rng.choice((-1, 0, 0, 1))))
            if rng.random() < 0.9:
                colour = ink if rng.random() < 0.5 else ground + (self.colour() - ground) * 0.5 + (ink - ground) * 0.5
                make = rng.choice(self.source.code)
                self.write(" ".join(make().split()) or "{", style, x + depth * style.size * 1.2, y, colour, most=max(8, right - x - 8))
            y, number = y + pitch, number + 1

    def widgets(self, box: Box, ink: Colour) -> None:
        """Buttons, chips, fields, tick boxes, icons and bars, in rows."""
        rng, (left, top, right, bottom) = self.rng, box
        y = top + 4
        while y < bottom - 14:
            style = self.style(most=22)
            above, below = self.source.letters(style, style.size)
            pad, x = rng.choice((0, 1, 2, 4, 7)), left + rng.randint(3, 12)
            tall = int(above + below) + 2 * pad + 2
            accent, radius = self.colour(), rng.choice((0, 2, 4, 8, 30))
            while x < right - 24:
                kind, room = rng.random(), right - x - 8
                colour = ink
                if kind < 0.2:
                    self.icon((x, int(y), x + tall, int(y) + tall), ink)
                    x += tall + rng.randint(2, 10)
                    continue
                text = " ".join(rng.choice(self.source.words)().split()) or "OK"
                inset = 0
                if kind < 0.75 and room > 30:
                    made = self.ink(text[:14], style)
                    if not made:
                        break
                    inset, text = rng.randint(2, 10), text[:14]
                    width = made[1][2] - made[1][0] + 2 * inset
                    if width > room:
                        break
                    if rng.random() < 0.5:
                        self.shape((x, int(y), int(x + width), int(y) + tall), accent, radius)
                        colour = np.full(3, 255 if accent.mean() < 135 else 0, np.float32)
                    else:
                        self.shape((x, int(y), int(x + width), int(y) + tall), accent, radius, outline=rng.choice((1, 1, 2)))
                x = int(self.write(text, style, x + inset, y + pad + 1 + above, colour, most=max(6, room - inset))) + inset
                x += rng.choice((2, 3, 5, 8, 14, 30))
            y += tall + rng.choice((1, 2, 4, 8, 16))

    def labels(self, box: Box, ink: Colour) -> None:
        """Here and there, of any size, many of them turned."""
        rng, (left, top, right, bottom) = self.rng, box
        for _ in range(rng.randint(2, 4 + (right - left) * (bottom - top) // 12_000)):
            style = self.style(most=34) if rng.random() < 0.75 else self.style(least=24, most=72)
            made = self.ink(self.text(rng.choice((3, 4, 6, 8, 16, 30))), style)
            if not made:
                continue
            ink_drawn, (x0, y0, x1, y1) = made
            above, below = self.source.letters(style, ink_drawn.size)
            kind = rng.random()
            angle = 0 if kind < 0.45 else rng.choice((90, 270, 270)) if kind < 0.62 else rng.uniform(-60, 60) if kind < 0.9 else rng.uniform(-4, 4)
            middle = ((x0 + x1) / 2, ink_drawn.base + (below - above) / 2)  # the line's middle in its own picture
            cover = ink_drawn.cover
            turn, cos, sin = -angle, math.cos(math.radians(angle)), math.sin(math.radians(angle))
            if angle:
                picture = Image.fromarray((cover * 255).astype(np.uint8))
                turned = picture.rotate(turn, Image.BICUBIC, expand=True)
                dx, dy = middle[0] - cover.shape[1] / 2, middle[1] - cover.shape[0] / 2
                middle = (turned.width / 2 + dx * cos - dy * sin, turned.height / 2 + dx * sin + dy * cos)
                cover = np.asarray(turned, np.float32) / 255
            long, high = x1 - x0, above + below
            wide = (abs(long * cos) + abs(high * sin)) / 2 + 3
            tall = (abs(long * sin) + abs(high * cos)) / 2 + 3
            if 2 * wide > right - left or 2 * tall > bottom - top:
                continue
            x, y = rng.uniform(left + wide, right - wide), rng.uniform(top + tall, bottom - tall)
            area = (int(x - wide), int(y - tall), int(x + wide), int(y + tall))
            if any(area[0] < b[2] and b[0] < area[2] and area[1] < b[3] and b[1] < area[3] for b in self.taken):
                continue
            self.taken.append(area)
            part = self.canvas[max(0, area[1]) : area[3], max(0, area[0]) : area[2]]
            mean = part.reshape(-1, 3).mean(0)
            colour = ink if rng.random() < 0.3 else self.colour() if rng.random() < 0.5 else np.full(3, rng.choice((0, 255)), np.float32)
            if np.abs(colour - mean).max() < 60:
                colour = np.full(3, 255 if mean.mean() < 128 else 0, np.float32)
            px, py = round(x - middle[0]), round(y - middle[1])
            if rng.random() < 0.2:
                self.lay(cover * 0.7, px + 1, py + 1, 255 - colour)
            self.lay(cover, px, py, colour)
            self.lines.append([px + middle[0], py + middle[1], long, high, angle % 360])

    def nothing(self, box: Box, ink: Colour) -> None:
        """Strokes, shapes, hatching and icons: what looks a little like text and is none."""
        rng, (left, top, right, bottom) = self.rng, box
        for _ in range(rng.randint(1, 14)):
            x0, y0 = rng.randint(left, max(left, right - 8)), rng.randint(top, max(top, bottom - 8))
            x1, y1 = min(right, x0 + rng.randint(4, 160)), min(bottom, y0 + rng.randint(4, 90))
            kind = rng.random()
            if kind < 0.3:
                side = rng.randint(8, 48)
                for i in range(rng.randint(1, 6)):
                    self.icon((x0 + i * (side + 6), y0, x0 + i * (side + 6) + side, y0 + side), ink)
            elif kind < 0.45:
                self.fill((x0, y0, x1, min(y0 + rng.choice((1, 1, 2, 4)), bottom)), self.colour())
            elif kind < 0.55:
                step, thick = rng.randint(3, 14), rng.randint(1, 3)
                for x in range(x0, x1, step):
                    self.fill((x, y0, min(right, x + thick), y1), ink)
            elif kind < 0.7:
                self.shape((x0, y0, x1, y1), self.colour(), rng.choice((0, 3, 30)), outline=rng.choice((0, 1, 2)))
            else:
                mask = Image.new("L", (max(1, x1 - x0), max(1, y1 - y0)))
                points = [(i * mask.width / 9, rng.randint(0, mask.height)) for i in range(10)]
                ImageDraw.Draw(mask).line(points, 255, rng.randint(1, 3))
                self.lay(np.asarray(mask, np.float32) / 255, x0, y0, self.colour())

    def icon(self, box: Box, colour: Colour) -> None:
        rng, (left, top, right, bottom) = self.rng, box
        side = bottom - top
        if side < 6:
            return
        face = rng.choice(self.source.faces.icons)
        char = rng.choice(self.source.icon_chars[face.family])
        mask = Image.new("L", (side + 2, side + 2))
        ImageDraw.Draw(mask).text((1, 1), char, 255, font=self.source.faces.font(face.file_of[char], side))
        self.lay(np.asarray(mask, np.float32) / 255, left, top, colour)

    def photograph(self, box: Box) -> None:
        rng, (left, top, right, bottom) = self.rng, box
        picture = rng.choice(self.source.photos)
        zoom = max((right - left) / picture.width, (bottom - top) / picture.height, rng.uniform(0.5, 2.0))
        piece = picture.resize((max(right - left, int(picture.width * zoom)), max(bottom - top, int(picture.height * zoom))), Image.BILINEAR)
        x, y = rng.randint(0, piece.width - (right - left)), rng.randint(0, piece.height - (bottom - top))
        part = np.asarray(piece.crop((x, y, x + right - left, y + bottom - top)), np.float32)
        strength = rng.choice((1, 1, 1, 0.6, 0.3))
        self.canvas[top:bottom, left:right] = part * strength + (1 - strength) * part.mean()

    def panel(self, box: Box) -> None:
        rng = self.rng
        ground, ink = self.theme()
        kinds = {self.prose: 4, self.table: 5, self.code: 4, self.widgets: 5, self.labels: 3, self.nothing: 1}
        make = rng.choices(list(kinds), list(kinds.values()))[0]
        self.fill(box, ground)
        if make in (self.labels, self.nothing) and rng.random() < 0.8 or make in (self.prose, self.widgets) and rng.random() < 0.07:
            if self.source.photos and rng.random() < 0.75:
                self.photograph(box)
            else:
                left, top, right, bottom = box
                slope = np.linspace(0, 1, right - left)[None, :, None] * rng.uniform(-90, 90) + np.linspace(0, 1, bottom - top)[:, None, None] * rng.uniform(-90, 90)
                self.canvas[top:bottom, left:right] += slope
        if make is not self.nothing and rng.random() < 0.2:
            before = self.canvas.copy()
            self.nothing(box, ground + (ink - ground) * 0.25)
            self.canvas = before + (self.canvas - before) * rng.uniform(0.1, 0.6)
        make(box, ink)

    def split(self, box: Box, depth: int = 0) -> None:
        rng, (left, top, right, bottom) = self.rng, box
        if depth < 3 and rng.random() < 0.85 - 0.2 * depth and max(right - left, bottom - top) > 220:
            share = rng.uniform(0.3, 0.7)
            if (right - left) * rng.uniform(0.6, 1.6) > bottom - top:
                cut = int(left + (right - left) * share)
                parts = (left, top, cut, bottom), (cut, top, right, bottom)
            else:
                cut = int(top + (bottom - top) * share)
                parts = (left, top, right, cut), (left, cut, right, bottom)
            for part in parts:
                self.split(part, depth + 1)
            return
        self.panel(box)


class SceneSource:
    """The same seed draws the same scenes."""

    def __init__(self, seed: int, data: Path = DATA) -> None:
        self.rng = random.Random(seed)
        self.texts = TextSource(data / "text", self.rng)
        self.faces = Faces(data / "fonts", self.rng)
        self.photos = [Image.open(p).convert("RGB") for p in sorted((data / "colour").glob("*.jpg"))]
        self.icon_chars = {face.family: list(face.file_of) for face in self.faces.icons}
        invent = self.texts.invent
        self.cells = [
            invent.number, invent.number, invent.date, invent.tiny, invent.tiny, invent.short_code, invent.word, invent.identifier,
            invent.person, invent.label_text, invent.version, invent.address, lambda: str(self.rng.randint(0, 9)), lambda: self.rng.choice("YN—-✓✗"),
        ]
        self.words = [invent.label_text, invent.label_text, invent.word, invent.number, invent.short_code, lambda: str(self.rng.randint(0, 99)), lambda: invent.words_of(1, 3)]
        self.code = [invent.python_line, invent.assignment, invent.condition, invent.expression, invent.signature, invent.json_field, invent.log_line, invent.command, invent.path, lambda: self.texts.line(80)]

    def letters(self, style: Style, size: float) -> tuple[float, float]:
        above, below = self.faces.letters(style.face)
        return above * size, below * size

    def scene(self) -> tuple[np.ndarray, list[list[float]]]:
        while True:
            scene = Scene(self)
            scene.split((0, 0, SIDE, SIDE))
            if len(scene.lines) <= 160:
                return np.clip(scene.canvas, 0, 255).astype(np.uint8), scene.lines


def work(folder: Path, seed: int, count: int, data: Path) -> None:
    parent, source, number = os.getppid(), SceneSource(seed, data), 0
    while not count or number < count:
        pixels, lines = source.scene()
        sheet: Sheet = sheet_of(pixels, lines, [])
        hidden = folder / f"{seed}-{number}.part"
        with hidden.open("wb") as file:
            np.savez(file, colours=sheet.colours, owner=sheet.owner, lines=sheet.lines)
        hidden.rename(hidden.with_suffix(".npz"))
        number += 1
        while len(os.listdir(folder)) > 400:  # faster than they are taken up
            time.sleep(0.5)
            if os.getppid() != parent:
                return
        if os.getppid() != parent:
            return


def draw_sheet(path: Path, seed: int) -> None:
    source = SceneSource(seed)
    start = time.process_time()
    scenes = [source.scene() for _ in range(6)]
    print(f"{(time.process_time() - start) / 6 * 1000:.0f} ms a scene")
    sheet = Image.new("RGB", (3 * SIDE, 2 * SIDE))
    for i, (pixels, lines) in enumerate(scenes):
        picture = Image.fromarray(pixels)
        pen = ImageDraw.Draw(picture)
        for line in lines:
            pen.polygon(corners(line), outline="red")
        sheet.paste(picture, (i % 3 * SIDE, i // 3 * SIDE))
    sheet.save(path)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("folder", type=Path)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--processes", type=int, default=4)
    arguments.add_argument("--scenes", type=int, default=0)
    arguments.add_argument("--data", type=Path, default=DATA)
    arguments.add_argument("--sheet", action="store_true", help="FOLDER is a picture to be drawn instead")
    options = arguments.parse_args()
    if options.sheet:
        draw_sheet(options.folder, options.seed)
        return
    options.folder.mkdir(parents=True, exist_ok=True)
    each = -(-options.scenes // options.processes)
    workers = [
        multiprocessing.Process(target=work, args=(options.folder, options.seed * 1000 + i, each, options.data), daemon=True)
        for i in range(options.processes)
    ]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()


if __name__ == "__main__":
    main()
