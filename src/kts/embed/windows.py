"""How a long text is cut into windows of tokens that the model can take."""

from __future__ import annotations

import math

VERSION = "1"
"""Changes whenever a text could be cut differently: the vectors of long texts hang on it."""
OVERLAP = 32
"""Tokens that neighbouring windows share, so that a sentence cut by one is whole in the other (not fitted)."""


def windows(count: int, room: int) -> tuple[tuple[int, int], ...]:
    """Ranges of equal size that cover `count` tokens, at most `room` each, evenly spread; one when all fit."""
    if count <= room:
        return ((0, count),)
    shared = min(OVERLAP, room // 4)
    number = math.ceil((count - shared) / (room - shared))
    size = math.ceil((count + (number - 1) * shared) / number)
    starts = (at * (count - size) // (number - 1) for at in range(number))
    return tuple((start, start + size) for start in starts)
