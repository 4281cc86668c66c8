"""A trained reader whose answers are a second goal for the one in training.

Both answer a frame for every two columns. Compared is the mean of three neighbouring frames, so that a letter that is told a frame earlier or
later costs little. Lines that the teacher does not read right teach nothing here.
"""

from __future__ import annotations

from pathlib import Path

import torch
import torch.nn.functional as F
from torch import Tensor, nn
from torch.nn.utils.fusion import fuse_conv_bn_eval

from training.reader.architecture import reader
from training.reader.model import Reader

SURE = 0.25  # loss a character, up to which the teacher is believed
LEAST = 1e-5  # a chance that counts as none


def around(chances: Tensor) -> Tensor:
    """Lines × frames × classes: the mean chances of a frame and its two neighbours, for all frames but the first and the last."""
    near = chances.exp()
    return (near[:, :-2] + near[:, 1:-1] + near[:, 2:]) / 3 + LEAST


class Teacher:
    def __init__(self, checkpoint: Path, device: str, layout: torch.memory_format) -> None:
        stored = torch.load(checkpoint, map_location=device)["ema"]
        net = Reader(reader(step=stored["steps.0.conv.weight"].shape[3] + 1)).to(device)
        net.load_state_dict(stored)
        net.eval().requires_grad_(False)
        for step in net.steps:
            if isinstance(getattr(step, "norm", None), nn.BatchNorm2d):
                step.conv, step.norm = fuse_conv_bn_eval(step.conv, step.norm), nn.Identity()
        kind = torch.bfloat16 if device == "cuda" else torch.float32
        self.net = net.to(dtype=kind, memory_format=layout)
        self.kind = kind

    @torch.no_grad()
    def answer(self, x: Tensor) -> Tensor:
        """Lines × frames × classes, logarithms of chances."""
        return F.log_softmax(self.net(x.to(self.kind)).float(), 2)

    @staticmethod
    def lesson(taught: Tensor, chances: Tensor, labels: Tensor, lengths: Tensor) -> tuple[Tensor, Tensor]:
        """How far `chances` is from what the teacher answers, a character, and the teacher's own loss."""
        frames = min(taught.shape[1], chances.shape[1])
        taught, chances = taught[:, :frames], chances[:, :frames]
        characters = lengths.clamp(min=1)
        with torch.no_grad():
            all_frames = torch.full_like(lengths, frames)
            own = F.ctc_loss(taught.transpose(0, 1), labels, all_frames, lengths, reduction="none", zero_infinity=True) / characters
            believed = (own < SURE).float()
            wanted = around(taught)
        away = (wanted * (wanted.log() - around(chances).log())).sum((1, 2)) / characters
        return (away * believed).mean(), own.mean()
