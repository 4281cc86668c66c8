"""From a grey crop to what the network sees. The C++ reader does the same, step by step:

1. resize to 32 rows, keeping the aspect (bicubic; the network is trained on several filters);
2. ground to 0 and ink to 1: the median is the ground; the ink is the 1st or 99th percentile, whichever lies
   farther from it; a span under 8 of 255 counts as 8, and where both percentiles lie within 8 of each other
   the smallest and largest value take their place;
3. as 8 bits: round((value + 0.5) * 127.5), clipped, so -0.5 is 0, ground is 64 and ink is 191;
4. the network reads (byte / 127.5) - 0.5, with 4 columns of ground on both sides and as many more on the
   right as make the width a multiple of 4.
"""

from __future__ import annotations

import numpy as np

ROWS = 32
GROUND = 64  # the byte that stands for 0


def normalise(grey: np.ndarray) -> np.ndarray:
    """uint8 in, uint8 out: steps 2 and 3."""
    below = np.bincount(grey.ravel(), minlength=256).cumsum()
    at = lambda share: int(np.searchsorted(below, max(1, share * below[-1])))
    low, ground, high = at(0.01), at(0.5), at(0.99)
    if high - low < 8:
        low, high = at(0), at(1)
    up = high - ground > ground - low
    scale = (1 if up else -1) / max(8, high - ground if up else ground - low)
    values = (np.arange(256) - ground) * scale
    table = np.clip(np.rint((values + 0.5) * 127.5), 0, 255).astype(np.uint8)
    return table[grey]
