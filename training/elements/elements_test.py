import math
import tempfile
import unittest
from pathlib import Path

import numpy as np

from training.elements import plain, score
from training.elements.architecture import CAN_BE, CELL, CLASSES, HEAT, SIDES, STATE, STATES, UNIT, VALUES, elements
from training.elements.truth import Element, elements_of, table_of
from training.pages.controls import fill
from training.reader.weights_file import Network, read, write


def element(kind: str, box: tuple, *states: str, score: float = 1.0) -> Element:
    return Element(kind, tuple(map(float, box)), frozenset(states), score=score)


def maps_of(found: list[Element], rows: int, columns: int) -> np.ndarray:
    """What a perfect network would say, laid out."""
    maps = np.zeros((rows // CELL, columns // CELL, VALUES), np.float32)
    maps[:, :, HEAT] = -8
    for e in found:
        left, top, right, bottom = e.box
        column, row = int((left + right) / 2 // CELL), int((top + bottom) / 2 // CELL)
        x, y = (column + 0.5) * CELL, (row + 0.5) * CELL
        maps[row, column, CLASSES.index(e.kind)] = 4
        maps[row, column, SIDES] = np.log(np.array([x - left, y - top, right - x, bottom - y]) / UNIT)
        maps[row, column, STATE] = [3 if s in e.states else -3 for s in STATES]
    return maps


class Plain(unittest.TestCase):
    def test_elements_come_back_with_their_boxes_and_states(self) -> None:
        wanted = [element("button", (10, 10, 90, 40), "disabled"), element("checkbox", (12, 60, 26, 74), "checked", "focused"), element("field", (40, 100, 300, 130), "error")]
        found = plain.elements_of(maps_of(wanted, 192, 320), (192, 320))

        self.assertEqual([(e.kind, e.states) for e in found], [(e.kind, e.states) for e in wanted])
        for a, b in zip(found, wanted):
            self.assertTrue(np.allclose(a.box, b.box, atol=0.01))

    def test_a_state_that_a_class_cannot_have_is_not_told(self) -> None:
        (found,) = plain.elements_of(maps_of([element("link", (10, 10, 90, 30), "checked", "focused")], 64, 128), (64, 128))
        self.assertEqual(found.states, {"focused"})

    def test_of_two_at_one_place_the_better_stays(self) -> None:
        both = [element("tab", (10, 10, 90, 40), score=0.6), element("button", (11, 10, 90, 41), score=0.8), element("icon", (20, 15, 36, 31), score=0.5)]
        self.assertEqual([e.kind for e in plain.kept(both)], ["button", "icon"])

    def test_equal_neighbours_are_one_peak(self) -> None:
        heat = np.full((5, 6), -9.0)
        heat[2, 2:5] = 3
        self.assertEqual(plain.peaks(heat, 0), [(2, 2)])

    def test_quarters_lie_row_by_row(self) -> None:
        maps = np.zeros((1, 1, 4 * VALUES))
        maps[0, 0, :4] = [1, 2, 3, 4]
        self.assertEqual(plain.laid_out(maps)[:, :, 0].tolist(), [[1, 2], [3, 4]])

    def test_a_tall_picture_is_answered_in_strips(self) -> None:
        shapes = []

        def run(_, x: np.ndarray) -> np.ndarray:
            shapes.append(x.shape[0])
            return np.repeat(x[::8, ::8, :1], 4 * VALUES, 2)

        pixels = (np.arange(3001)[:, None, None] // 8 % 251 * np.ones((1, 64, 3))).astype(np.uint8)
        maps = plain.answer(None, pixels, run)

        self.assertEqual(shapes, [1472, 1664, 640])
        self.assertTrue(np.allclose(maps[:, 0, 0], pixels[::4, 0, 0] / 127.5 - 1, atol=1e-6))


class Score(unittest.TestCase):
    def test_average_precision_of_two_hits_around_a_miss(self) -> None:
        self.assertAlmostEqual(score.average_precision([(0.9, True), (0.8, False), (0.7, True)], 2), 0.5 + 0.5 * 2 / 3)

    def test_what_does_not_count_is_neither_right_nor_wrong(self) -> None:
        part = Element("icon", (10, 10, 26, 26), frozenset(), counts=False)
        tally = score.compare([part], [element("icon", (11, 11, 25, 25), score=0.9), element("icon", (100, 100, 110, 110), score=0.8)])
        self.assertEqual(tally.found["icon"], [(0.8, False)])

    def test_states_are_counted_on_what_is_found(self) -> None:
        tally = score.compare([element("toggle", (0, 0, 40, 20), "checked")], [element("toggle", (0, 0, 40, 21), "checked", "disabled")])
        self.assertEqual((tally.states["checked"], tally.states["disabled"], tally.all_right), ([1, 0, 0, 0], [0, 0, 0, 1], 0))


class Truth(unittest.TestCase):
    def test_parts_of_controls_and_cut_ones_do_not_count(self) -> None:
        row = lambda kind, *state: {"kind": kind, "box": [1, 2, 3, 4], "label": "", "state": list(state)}
        found = elements_of({"elements": [row("icon", "part"), row("toggle", "on"), row("progress")]})

        self.assertEqual([(e.kind, set(e.states), e.counts) for e in found], [("icon", set(), False), ("toggle", {"checked"}, True)])
        self.assertEqual(table_of(found)[1].tolist(), [1, 2, 4, 6, CLASSES.index("toggle"), 2, 1])

    def test_a_template_shows_and_marks_its_states(self) -> None:
        text = fill('<i class="a{on? b}{disabled? c}" {mark:toggle}>{label}</i>', "x", "", {"on"})
        self.assertEqual(text, '<i class="a b" data-kind="toggle" data-state="checked">x</i>')


class Weights(unittest.TestCase):
    def test_the_table_runs_and_survives_its_file(self) -> None:
        layers = elements(4, 4, 8, 8, 8, 8)
        rng = np.random.default_rng(1)
        weights = [(0.1 * rng.normal(size=(*l.kernel, 1 if l.kind == 1 else l.inputs, l.outputs))).astype(np.float16) if l.has_weights() else None for l in layers]
        biases = [np.zeros(l.outputs, np.float32) if l.has_weights() else None for l in layers]
        with tempfile.TemporaryDirectory() as folder:
            write(Path(folder) / "a.fnn", Network(layers, "", weights, biases, rows=0, step=64, frames=0))
            network = read(Path(folder) / "a.fnn")
        maps = plain.answer(network, rng.integers(0, 255, (70, 130, 3)).astype(np.uint8))

        self.assertEqual(maps.shape, (18, 33, VALUES))
        self.assertTrue(np.isfinite(maps).all())

    def test_the_network_stays_within_its_budget(self) -> None:
        self.assertLess(sum(layer.weights() for layer in elements()), 1_000_000)
        self.assertEqual(set().union(*CAN_BE.values()) - set(CLASSES), set())
        self.assertLess(abs(math.exp(0) * UNIT - 8), 1e-9)


if __name__ == "__main__":
    unittest.main()
