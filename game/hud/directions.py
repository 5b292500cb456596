"""Eight directions in words; y runs downward, so north is where it falls."""

from __future__ import annotations

import math
from typing import Final

_WORDS: Final = (
    "east",
    "south-east",
    "south",
    "south-west",
    "west",
    "north-west",
    "north",
    "north-east",
)


def direction_word(dx: float, dy: float) -> str:
    """Return the direction of a way; one of length 0 leads east.

    >>> direction_word(3, -3)
    'north-east'
    """
    eighths = round(math.atan2(dy, dx) / (math.pi / 4))
    return _WORDS[eighths % len(_WORDS)]
