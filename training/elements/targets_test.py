import unittest

import numpy as np

try:
    import torch
except ImportError:
    torch = None

from training.elements import plain, score
from training.elements.architecture import HEAT, SIDES, STATE, UNIT, VALUES
from training.elements.truth import Element, Sheet, table_of


@unittest.skipIf(torch is None, "needs PyTorch")
class Targets(unittest.TestCase):
    def test_what_is_taught_says_what_the_page_shows(self) -> None:
        from training.elements.targets import Shelf, answers

        truth = [
            Element("button", (20.0, 30.0, 120.0, 60.0), frozenset({"disabled"})), Element("checkbox", (21.0, 80.0, 34.0, 93.0), frozenset({"checked"})),
            Element("field", (30.0, 120.0, 310.0, 150.0), frozenset({"error"})), Element("icon", (40.0, 126.0, 56.0, 142.0), frozenset()),
            Element("icon", (60.0, 38.0, 72.0, 50.0), frozenset(), counts=False),
        ]
        shelf = Shelf("cpu", 200 * 320, 1)
        shelf.add(Sheet(np.zeros((200, 320), np.int32), table_of(truth), 0), 1.0)
        for zoom, x, y in ((1.0, 0.0, 0.0), (0.5, 0.0, 0.0), (1.0, 16.0, 12.0)):
            taught = answers(shelf, torch.tensor([0]), torch.tensor([[[1 / zoom, 0, x], [0, 1 / zoom, y]]]), torch.tensor([zoom]), 320)
            maps = np.zeros((80, 80, VALUES), np.float32)
            maps[:, :, HEAT] = (taught["heat"][0].permute(1, 2, 0).numpy() - 0.5) * 8
            maps[:, :, SIDES] = np.log(taught["sides"][0].permute(1, 2, 0).clamp(min=0.1).numpy() / UNIT)
            maps[:, :, STATE] = taught["states"][0].permute(1, 2, 0).numpy() - 0.5
            moved = lambda e: Element(e.kind, tuple((v - o) * zoom for v, o in zip(e.box, (x, y, x, y))), e.states, e.counts)
            tally = score.compare([moved(e) for e in truth], plain.elements_of(maps, (320, 320)), least=0.9)

            self.assertEqual((tally.matched, tally.all_right), (4, 4))
            self.assertTrue(all(hit for rows in tally.found.values() for _, hit in rows))
            self.assertEqual(float(taught["counted"][0, 8].min()), 0.0)  # the part
            self.assertAlmostEqual(float(taught["weight"].sum()), 4, delta=0.1)


if __name__ == "__main__":
    unittest.main()
