"""The network's forward and backward pass as CUDA graphs, one for every width of lines: a hundred launches become one.

Python and the drivers need longer for the launches than the GPU for the work.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn

from training.lines import chunks
from training.lines.prepare import ROWS
from training.reader.pool import EXTRA, lines_of


class Cast(nn.Module):
    """The network under autocast, as one module that a graph is captured of."""

    def __init__(self, net: nn.Module) -> None:
        super().__init__()
        self.net = net

    def forward(self, x: Tensor) -> Tensor:
        with torch.autocast("cuda", torch.bfloat16, cache_enabled=False):
            return self.net(x)


def captured(net: nn.Module, columns: int, layout: torch.memory_format) -> dict[int, nn.Module]:
    """By the width of a batch. Nothing else may use the GPU meanwhile; what the capture does to running means is undone."""
    kept = {name: value.clone() for name, value in net.state_dict().items()}
    made = {}
    for width in chunks.WIDTHS:
        sample = torch.randn(lines_of(width, columns), 1, ROWS, width + EXTRA, device="cuda").contiguous(memory_format=layout)
        made[width + EXTRA] = torch.cuda.make_graphed_callables(Cast(net).train(), (sample,))
    net.load_state_dict(kept)
    torch.cuda.synchronize()
    return made
