"""python3 -m unittest discover -t . -s training -p '*_test.py'"""

import random
import tempfile
import unittest
from pathlib import Path

import numpy as np
from PIL import Image

from training.lines import charset, chunks, from_pages
from training.lines.prepare import GROUND, normalise


class Charset(unittest.TestCase):
    def test_letters_of_one_shape_are_latin_in_a_line_without_others(self) -> None:
        self.assertEqual(charset.canonical("СОС"), "COC")
        self.assertEqual(charset.canonical("СОЮЗ"), "СОЮЗ")

    def test_a_label_has_one_space_a_gap_and_no_ellipsis(self) -> None:
        self.assertEqual(charset.label("  a   b…"), "a b...")

    def test_every_character_is_one_class(self) -> None:
        self.assertEqual(sorted(charset.INDEX.values()), list(range(1, charset.CLASSES)))


class Prepare(unittest.TestCase):
    def test_ground_and_ink_come_out_the_same_in_either_polarity(self) -> None:
        line = np.full((32, 100), 240, np.uint8)
        line[8:24, 20:30] = 30

        dark, light = normalise(line), normalise(255 - line)

        self.assertTrue(np.array_equal(dark, light))
        self.assertEqual((int(dark[0, 0]), int(dark[10, 25])), (GROUND, 191))


class Chunks(unittest.TestCase):
    def test_a_chunk_survives_the_disk(self) -> None:
        chunk = chunks.make([(np.full((32, 50), 9, np.uint8), "ab"), (np.full((32, 60), 8, np.uint8), "")], 64)
        with tempfile.TemporaryDirectory() as folder:
            chunks.write(Path(folder) / "0-1-0.lines", chunk)
            read = chunks.read(Path(folder) / "0-1-0.lines")

        self.assertTrue(np.array_equal(read.pixels, chunk.pixels))
        self.assertEqual(read.widths.tolist(), [50, 60])
        self.assertEqual(read.labels[0, :2].tolist(), [charset.INDEX["a"], charset.INDEX["b"]])


class FromPages(unittest.TestCase):
    def setUp(self) -> None:
        pixels = np.full((200, 400, 3), 255, np.uint8)
        pixels[52:64, 40:120:4] = 0  # strokes of a line
        self.picture = Image.fromarray(pixels)
        line = {"box": [38, 48, 84, 20], "line": [80, 58, 84, 20, 0], "text": "ab  c…", "angle": 0, "words": []}
        self.page = {"size": [400, 200], "lines": [line], "ignored": []}

    def test_a_line_is_cut_with_its_label(self) -> None:
        cuts = [c for c in from_pages.samples_of(self.picture, self.page, random.Random(1)) if c[1]]
        self.assertEqual([text for _, text in cuts], ["ab c..."])
        self.assertEqual(cuts[0][0].shape[0], 32)
        self.assertGreater(cuts[0][0].shape[1], 80)

    def test_what_cannot_be_seen_or_is_cut_off_is_left_out(self) -> None:
        faint = {**self.page["lines"][0], "box": [200, 100, 84, 20], "line": [242, 110, 84, 20, 0]}
        cut_off = {**self.page["lines"][0], "box": [-10, 48, 84, 20]}
        page = {**self.page, "lines": [faint, cut_off]}
        self.assertEqual([text for _, text in from_pages.samples_of(self.picture, page, random.Random(1)) if text], [])

    def test_a_place_without_text_is_away_from_every_line(self) -> None:
        rng = random.Random(2)
        places = [p for p in (from_pages.empty_place(self.page, rng) for _ in range(200)) if p]
        self.assertTrue(places)
        self.assertFalse([p for p in places if abs(p.x - 80) < 42 and abs(p.y - 58) < 10])


if __name__ == "__main__":
    unittest.main()
