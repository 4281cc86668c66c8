#!/usr/bin/env python3
"""Writes conversations that no model would have: whatever a session may have gathered from several
providers, files and people, in any order. The same for the same seed.

    conversations.py SEED FOLDER

makes pictures and messages.json in FOLDER: every format that is taken in, pictures that are tall, wide or
one pixel, texts that are empty or odd, calls without results and results without calls, ids and names that
only some provider would give.
"""

import base64
import json
import pathlib
import random
import sys

from PIL import Image, PngImagePlugin

TEXTS = ["hi", "", "  \n", "ü😀", "a\x00b\x01", '"quoted" \\ back', "\u2028line", "x" * 5000]
ALTS = ["a cat", 'ü "q" \n new', "[Image: x]", "<b>"]
IDS = ["functions.shot:{}", "call|" + "x" * 60 + "{}", "id with spaces {}", ""]
NAMES = ["my tool", "a.b/c", "3d", "n" * 90]
PDF = (
    b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n"
    b"2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n"
    b"3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 72 72]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n"
)


def save_picture(rng, kind, file):
    size = (rng.randint(1, 900), rng.randint(1, 900))
    image = Image.new("RGB", size, tuple(rng.randrange(256) for _ in range(3)))
    other = Image.new("RGB", size, (1, 2, 3))
    if kind in ("PNG", "JPEG", "WEBP", "GIF"):
        image.save(file, kind)
    elif kind in ("moving GIF", "moving WEBP"):
        image.save(file, kind.split()[1], save_all=True, append_images=[other])
    elif kind == "palette":
        image.convert("P").save(file, "PNG")
    elif kind == "transparent":
        image.convert("RGBA").save(file, "PNG")
    elif kind == "16 bits":
        Image.new("I;16", size, 30000).save(file, "PNG")
    elif kind == "CMYK":
        image.convert("CMYK").save(file, "JPEG")
    elif kind == "turned":
        exif = Image.Exif()
        exif[0x0112], exif[0x010E] = rng.randint(1, 8), "a secret place"
        image.save(file, "JPEG", exif=exif)
    elif kind == "commented":
        words = PngImagePlugin.PngInfo()
        words.add_text("Comment", "hidden")
        image.save(file, "PNG", pnginfo=words)
    elif kind == "tall":
        Image.linear_gradient("L").resize((200, 9000)).save(file, "PNG")
    elif kind == "wide":
        Image.linear_gradient("L").resize((8100, 90)).save(file, "JPEG")
    else:
        Image.new("L", (1, 1)).save(file, "PNG")


KINDS = [
    "PNG", "JPEG", "WEBP", "GIF", "moving GIF", "moving WEBP", "palette", "transparent", "16 bits", "CMYK", "turned",
    "commented", "tall", "wide", "one pixel",
]


class Writer:
    def __init__(self, rng, folder):
        self.rng, self.folder, self.calls, self.open = rng, folder, 0, []
        self.pictures = []
        for i, kind in enumerate(KINDS):
            save_picture(rng, kind, folder / f"{i}.bin")
            self.pictures.append(f"{i}.bin")
        (folder / "a.pdf").write_bytes(PDF)

    def chance(self, of):
        return self.rng.random() < of

    def image(self):
        block = {"type": "image"}
        name = self.rng.choice(self.pictures)
        which = self.rng.random()
        if which < 0.7:
            block["path"] = name
        elif which < 0.85:
            block["data"] = base64.b64encode((self.folder / name).read_bytes()).decode()
            block["mime"] = self.rng.choice(["image/png", "image/jpeg"])
        else:
            block["url"] = "https://example.org/a.png"
        if self.chance(0.4):
            block["alt"] = self.rng.choice(ALTS)
        return block

    def text(self):
        return {"type": "text", "text": self.rng.choice(TEXTS)}

    def document(self):
        return {"type": "document", "path": "a.pdf"}

    def call(self):
        self.calls += 1
        form = self.rng.choice(IDS) if self.chance(0.3) else "toolu_{}"
        self.open.append(form.format(self.calls))
        name = self.rng.choice(NAMES) if self.chance(0.3) else "shot"
        return {"type": "tool_use", "id": self.open[-1], "name": name, "input": self.rng.choice([{}, {"x": "é"}])}

    def results(self):
        blocks = []
        for call in self.open:
            if self.chance(0.7):
                content = self.rng.choice(
                    [[self.text()], [self.text(), self.image()], [self.image(), self.image()], "plain", [],
                     [self.document()]]
                )
                blocks.append(
                    {"type": "tool_result", "tool_use_id": call, "content": content, "is_error": self.chance(0.3)}
                )
        if self.chance(0.1):
            blocks.append({"type": "tool_result", "tool_use_id": "nobody", "content": "x"})
        self.open = []
        return blocks

    def message(self, role):
        if role == "system":
            return {"role": role, "content": "Be terse."}
        if role == "assistant":
            blocks = [self.text() for _ in range(self.rng.randint(0, 2))]
            blocks += [self.image()] if self.chance(0.1) else []
            blocks += [self.call() for _ in range(self.rng.choice([0, 0, 1, 2]))]
            self.rng.shuffle(blocks)
        else:
            blocks = self.results()
            made = [self.text, self.image, self.image, self.document]
            blocks += [self.rng.choice(made)() for _ in range(self.rng.randint(0, 4))]
            blocks += [self.image() for _ in range(25)] if self.chance(0.1) else []
            if self.chance(0.2):
                self.rng.shuffle(blocks)
        return {"role": role, "content": blocks or [{"type": "text", "text": "…"}]}

    def conversation(self):
        roles = [self.rng.choice(["user", "assistant", "user", "system"]) for _ in range(self.rng.randint(1, 8))]
        return [self.message(role) for role in roles] + [{"role": "user", "content": "And now?"}]


def main():
    seed, folder = int(sys.argv[1]), pathlib.Path(sys.argv[2])
    conversation = Writer(random.Random(seed), folder).conversation()
    (folder / "messages.json").write_text(json.dumps(conversation))


if __name__ == "__main__":
    main()
