"""python3 -m unittest discover -t . -s training -p '*_test.py'"""

import tempfile
import unittest
from pathlib import Path

import numpy as np

from training.lines import charset, chunks
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


if __name__ == "__main__":
    unittest.main()
