"""python3 -m unittest discover -t . -s training -p '*_test.py'"""

import unittest

try:
    import torch

    from training.reader.teacher import Teacher
except ImportError:
    torch = None


@unittest.skipIf(torch is None, "needs PyTorch")
class Lesson(unittest.TestCase):
    """Two classes beside the blank; six frames."""

    def chances(self, *frames: int) -> "torch.Tensor":
        sure = torch.full((1, len(frames), 3), -8.0)
        for i, best in enumerate(frames):
            sure[0, i, best] = 0.0
        return torch.log_softmax(sure, 2)

    def apart(self, taught: "torch.Tensor", answer: "torch.Tensor", label: int = 1) -> float:
        return float(Teacher.lesson(taught, answer, torch.tensor([[label]]), torch.tensor([1]))[0])

    def test_the_same_answer_costs_nothing(self) -> None:
        taught = self.chances(0, 0, 1, 0, 0, 0)

        self.assertAlmostEqual(self.apart(taught, taught), 0, places=5)

    def test_a_frame_later_costs_less_than_another_letter(self) -> None:
        taught = self.chances(0, 0, 1, 0, 0, 0)

        later, other = self.apart(taught, self.chances(0, 0, 0, 1, 0, 0)), self.apart(taught, self.chances(0, 0, 2, 0, 0, 0))

        self.assertLess(0.1, later)
        self.assertLess(later, 0.8 * other)

    def test_a_teacher_that_reads_the_line_wrong_teaches_nothing(self) -> None:
        taught = self.chances(0, 0, 1, 0, 0, 0)

        self.assertEqual(self.apart(taught, self.chances(0, 0, 2, 0, 0, 0), label=2), 0)

    def test_more_frames_than_the_teacher_has_are_left_out(self) -> None:
        taught = self.chances(0, 0, 1, 0, 0, 0)

        self.assertAlmostEqual(self.apart(taught, self.chances(0, 0, 1, 0, 0, 0, 0, 0)), 0, places=5)


if __name__ == "__main__":
    unittest.main()
