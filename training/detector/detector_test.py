"""python3 -m unittest discover -t . -s training -p '*_test.py'"""

import math
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import numpy as np

from training.detector import crop, plain, score
from training.detector.architecture import MAPS, OUTPUTS, UNIT, detector
from training.detector.truth import core, sheet_of, turned_line
from training.reader.architecture import Flag, Kind, Layer
from training.reader.weights_file import Network, read, write


def maps_of(lines: list[list[float]], rows: int, columns: int) -> np.ndarray:
    """What a perfect network would say: lines as [x, y, length, height, degrees]."""
    maps = np.zeros((rows // 4, columns // 4, OUTPUTS), np.float32)
    y, x = np.mgrid[0 : rows // 2, 0 : columns // 2] * 2 + 1.0
    inside = np.full(x.shape, -8.0)
    for lx, ly, length, height, degrees in lines:
        turn = math.radians(degrees)
        cos, sin = math.cos(turn), math.sin(turn)
        _, _, long, high, _ = core([lx, ly, length, height, degrees])
        across = lambda x, y: (y - ly) * cos - (x - lx) * sin
        along = lambda x, y: (x - lx) * cos + (y - ly) * sin
        inside[(abs(across(x, y)) < high / 2) & (abs(along(x, y)) < long / 2)] = 8.0
        cy, cx = np.mgrid[0 : rows // 4, 0 : columns // 4] * 4 + 2.0
        near = (abs(across(cx, cy)) < height / 2 + 2) & (abs(along(cx, cy)) < length / 2 + 2)
        values = {
            "above": (across(cx, cy) + height / 2) / UNIT, "below": (height / 2 - across(cx, cy)) / UNIT,
            "before": (along(cx, cy) + length / 2) / UNIT, "behind": (length / 2 - along(cx, cy)) / UNIT,
            "cos": np.full(cx.shape, cos), "sin": np.full(cx.shape, sin),
        }
        for name, value in values.items():
            maps[near, MAPS[name]] = value[near]
    maps[:, :, MAPS["core"]] = inside.reshape(rows // 4, 2, columns // 4, 2).transpose(0, 2, 1, 3).reshape(rows // 4, columns // 4, 4)
    return maps


class Lines(unittest.TestCase):
    def check(self, wanted: list[list[float]]) -> None:
        found = plain.lines_of(maps_of(wanted, 256, 512))
        self.assertEqual(len(found), len(wanted))
        for line in wanted:
            best = max(found, key=lambda f: score.overlap(f.corners(), plain.Line(*line[:4], math.radians(line[4]), 1).corners()))
            self.assertAlmostEqual(best.x, line[0], delta=1)
            self.assertAlmostEqual(best.y, line[1], delta=1)
            self.assertAlmostEqual(best.length, line[2], delta=2.5)
            self.assertAlmostEqual(best.height, line[3], delta=1)
            turn = (math.degrees(best.angle) - line[4] + 180) % 360 - 180
            self.assertAlmostEqual(turn, 0, delta=1)

    def test_rows_that_touch_come_apart(self) -> None:
        self.check([[150, 40, 200, 12, 0], [150, 52, 200, 12, 0], [150, 64, 200, 12, 0]])

    def test_cells_four_pixels_apart_come_apart(self) -> None:
        self.check([[50, 40, 40, 12, 0], [94, 40, 40, 12, 0], [138, 40, 40, 12, 0]])

    def test_a_turned_and_a_slanted_line_keep_their_direction(self) -> None:
        self.check([[60, 128, 120, 16, 270], [300, 128, 200, 18, -25]])

    def test_half_a_degree_of_skew_is_seen_on_a_long_line(self) -> None:
        self.check([[256, 128, 440, 14, 0.6]])

    def test_one_letter_is_a_line(self) -> None:
        self.check([[100, 100, 5, 11, 0]])

    def test_a_faint_short_component_is_a_doubtful_line(self) -> None:
        maps = maps_of([[100, 100, 8, 12, 0], [200, 100, 80, 12, 0]], 256, 512)
        core = maps[:, :, MAPS["core"]]
        maps[:, :30, MAPS["core"]] = np.where(core[:, :30] > 0, -1.0, core[:, :30])

        self.assertEqual([line.sure for line in plain.lines_of(maps)], [False, True])

    def test_cells_that_see_a_line_upside_down_do_not_turn_it(self) -> None:
        wanted = [150.0, 100.0, 200.0, 12.0, 0.0]
        maps = maps_of([wanted], 256, 512)
        wrong = maps_of([[150, 100, 200, 12, 180]], 256, 512)
        maps[:, 35:45, 4:] = wrong[:, 35:45, 4:]
        (line,) = plain.lines_of(maps)

        self.assertAlmostEqual(line.angle, 0)
        self.assertAlmostEqual(line.y, 100, delta=0.5)
        self.assertAlmostEqual(line.length, 200, delta=2.5)

    def test_an_empty_page_has_no_lines(self) -> None:
        self.assertEqual(plain.lines_of(maps_of([], 64, 64)), [])


class Joined(unittest.TestCase):
    def test_pieces_that_touch_are_one_line_and_cells_are_not(self) -> None:
        piece = lambda x, length: plain.Line(x, 50, length, 12, 0, 0.9)
        found = plain.joined([piece(30, 40), piece(62, 22), piece(110, 60)])

        self.assertEqual([(line.x, line.length) for line in found], [(41.5, 63), (110, 60)])


class Components(unittest.TestCase):
    def test_cells_that_touch_at_a_corner_alone_are_two(self) -> None:
        _, _, numbers = plain.components(np.array([[1, 1, 0], [0, 0, 1], [1, 0, 1]], bool))
        self.assertEqual(len(set(numbers.tolist())), 3)

    def test_a_horseshoe_is_one(self) -> None:
        _, _, numbers = plain.components(np.array([[1, 0, 1], [1, 0, 1], [1, 1, 1]], bool))
        self.assertEqual(set(numbers.tolist()), {0})


class Overlap(unittest.TestCase):
    def test_a_square_and_its_half(self) -> None:
        square = [(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)]
        half = [(2.0, 0.0), (4.0, 0.0), (4.0, 4.0), (2.0, 4.0)]
        self.assertAlmostEqual(score.overlap(square, half), 0.5)
        self.assertAlmostEqual(score.overlap(square, square), 1.0)


class Crop(unittest.TestCase):
    def test_a_line_read_downwards_is_cut_as_if_it_were_level(self) -> None:
        level = np.full((60, 120), 250, np.uint8)
        level[25:35, 30:34] = level[25:35, 50:80] = 10
        line = plain.Line(60, 30, 80, 16, 0, 1)
        down = np.rot90(level, -1)  # clockwise
        turned = plain.Line(60 - 30, 60, 80, 16, math.pi / 2, 1)

        self.assertTrue(np.array_equal(crop.crop(level, line), crop.crop(down, turned)))

    def test_a_slanted_cut_is_nearly_the_level_one(self) -> None:
        level = np.full((60, 120), 250, np.uint8)
        level[25:35, 30:34] = level[25:35, 50:80] = 10
        line = plain.Line(60, 30, 80, 16, 0, 1)
        nearly = plain.Line(60, 30, 80, 16, 0.001, 1)
        difference = np.abs(crop.crop(level, line).astype(int) - crop.crop(level, nearly))

        self.assertLess(difference.mean(), 6)


class Words(unittest.TestCase):
    def test_a_turned_line_is_read_the_way_that_the_reader_trusts(self) -> None:
        """A reader that answers "ab", the surer the darker the start of its input is."""
        network = Network([], "ab ", [], [])
        grey = np.full((200, 60), 250, np.uint8)
        grey[150:180, 20:40] = 10  # the start, for a line that is read upwards

        def run(_, x: np.ndarray) -> np.ndarray:
            values = np.zeros((x.shape[1] // 2, 4), np.float32)
            values[:, 0] = 9
            dark = float(x[:, : x.shape[1] // 2].mean() - x[:, x.shape[1] // 2 :].mean())
            values[4] = values[8] = 0
            values[4, 1] = values[8, 2] = 3 + 5 * dark
            return values

        with mock.patch.object(crop.reading, "run", run):
            down = crop.words_of(network, grey, plain.Line(30, 100, 160, 20, math.pi / 2, 1))
            up = crop.words_of(network, grey, plain.Line(30, 100, 160, 20, 3 * math.pi / 2, 1))

        self.assertEqual(down, up)
        self.assertGreater(down[1][0][1][1], 100)  # its word lies at the bottom


class Truth(unittest.TestCase):
    def test_a_line_that_cannot_be_seen_is_neither_right_nor_wrong(self) -> None:
        pixels = np.full((40, 80, 3), 30, np.uint8)
        pixels[10:20, 5:30] = 200
        sheet = sheet_of(pixels, [[20, 15, 40, 14, 0], [60, 30, 20, 10, 0]], [])

        self.assertEqual((int(sheet.owner[15, 20]), int(sheet.owner[30, 60])), (1, -1))

    def test_turning_a_page_turns_its_lines(self) -> None:
        x, y, _, _, angle = turned_line([10, 0, 5, 2, 0], 90, (0, 0))
        self.assertAlmostEqual(x, 0)
        self.assertAlmostEqual(y, 10)
        self.assertEqual(angle, 90)


class Weights(unittest.TestCase):
    def test_slots_survive_the_file_and_add_up(self) -> None:
        layers = [
            Layer(Kind.DENSE, 3, 4, flags=Flag.STORE, slot=1),
            Layer(Kind.DEPTHWISE, 4, 4, kernel=(3, 3), stride=(2, 2), pad=(1, 1)), Layer(Kind.UP, 4, 4, slot=1),
        ]
        rng = np.random.default_rng(1)
        arrays = [rng.normal(size=(1, 1, 3, 4)).astype(np.float16), np.zeros((3, 3, 1, 4), np.float16), None]
        biases = [np.ones(4, np.float32), np.full(4, 2, np.float32), None]
        with tempfile.TemporaryDirectory() as folder:
            write(Path(folder) / "a.fnn", Network(layers, "", arrays, biases, rows=0, step=32, frames=0))
            network = read(Path(folder) / "a.fnn")
        picture = rng.normal(size=(8, 8, 3)).astype(np.float32)
        wanted = picture @ arrays[0][0, 0].astype(np.float32) + 1 + 2

        self.assertEqual(network.layers, layers)
        self.assertTrue(np.allclose(plain.run(network, picture), wanted, atol=1e-5))

    def test_a_tall_picture_is_answered_in_strips(self) -> None:
        shapes = []

        def run(_, x: np.ndarray) -> np.ndarray:
            shapes.append(x.shape[0])
            return np.repeat(x[::4, ::4, :1], OUTPUTS, 2)

        pixels = (np.arange(3001)[:, None, None] % 251 * np.ones((1, 32, 3))).astype(np.uint8)
        maps = plain.answer(None, pixels, run)

        self.assertEqual(shapes, [1408, 1536, 576])
        self.assertTrue(np.allclose(maps[:, 0, 0], pixels[::4, 0, 0] / 127.5 - 1, atol=1e-6))

    def test_the_network_stays_within_its_budget(self) -> None:
        self.assertLess(sum(layer.weights() for layer in detector()), 800_000)


if __name__ == "__main__":
    unittest.main()
