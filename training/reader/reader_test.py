"""python3 -m unittest discover -t . -s training -p '*_test.py'"""

import struct
import tempfile
import unittest
from pathlib import Path

import numpy as np

from training.reader import plain, weights_file
from training.reader.architecture import Flag, Kind, Layer, count, reader
from training.reader.score import distance, score

WEIGHTS = Path(__file__).parent.parent / "weights"


class WeightsFile(unittest.TestCase):
    def network(self) -> weights_file.Network:
        layers = [Layer(Kind.DENSE, 1, 2, (1, 1), flags=Flag.RELU), Layer(Kind.SPLIT, 2, 1, (1, 2)), Layer(Kind.DENSE, 1, 3)]
        weights = [np.ones((1, 1, 1, 2), np.float16), None, np.arange(3, dtype=np.float16).reshape(1, 1, 1, 3)]
        return weights_file.Network(layers, "ab", weights, [np.zeros(2, np.float32), None, np.zeros(3, np.float32)])

    def test_a_network_survives_the_file(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "n.fnn"
            weights_file.write(path, self.network())
            read = weights_file.read(path)

        self.assertEqual((read.layers, read.charset), (self.network().layers, "ab"))
        self.assertTrue(np.array_equal(read.weights[2], self.network().weights[2]))

    def test_a_changed_byte_is_refused(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "n.fnn"
            weights_file.write(path, self.network())
            data = bytearray(path.read_bytes())
            data[-1] ^= 1
            path.write_bytes(bytes(data))
            with self.assertRaises(ValueError):
                weights_file.read(path)


class Network(unittest.TestCase):
    def test_two_columns_make_a_frame_at_either_step(self) -> None:
        for step in (4, 6):
            self.assertEqual(count(reader(step=step), 32, 408)[-1][2:4], (1, 204))

    def test_the_coarser_network_costs_three_quarters(self) -> None:
        fine, coarse = (sum(row[4] for row in count(reader(step=step))) for step in (4, 6))

        self.assertLess(coarse, 0.75 * fine)

    def test_the_kept_weights_give_the_kept_answer(self) -> None:
        network = weights_file.read(WEIGHTS / "reader.fnn")
        data = (WEIGHTS / "reader.reference.bin").read_bytes()
        lines, width = struct.unpack_from("<II", data)
        pixels = np.frombuffer(data, np.uint8, 32 * width, 8).reshape(32, width)
        frames, classes = struct.unpack_from("<II", data, 8 + 32 * width)
        expected = np.frombuffer(data, "<f4", frames * classes, 16 + 32 * width).reshape(frames, classes)

        answer = plain.run(network, plain.to_input(pixels, network.step))

        self.assertEqual(lines, 2)
        self.assertLess(float(np.abs(answer - expected).max()), 1e-3)


class Score(unittest.TestCase):
    def test_distance_counts_single_changes(self) -> None:
        self.assertEqual(distance("kitten", "sitting"), 3)

    def test_letters_of_one_shape_are_no_error(self) -> None:
        self.assertEqual(score([("СОС", "COC")])["exact"], 1.0)


if __name__ == "__main__":
    unittest.main()
