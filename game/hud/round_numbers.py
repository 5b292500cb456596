"""Round numbers: 1, 2 or 5 with noughts."""

from __future__ import annotations

import math


def round_up(number: float) -> float:
    """Return the smallest of ..., 0.5, 1, 2, 5, 10, 20, ... that is not below a number."""
    power = 10.0 ** math.floor(math.log10(number))
    return next(power * digit for digit in (1, 2, 5, 10) if power * digit >= number * (1 - 1e-9))


def round_down(number: float) -> float:
    """Return the largest of ..., 0.5, 1, 2, 5, 10, 20, ... that is not above a number."""
    power = 10.0 ** math.floor(math.log10(number))
    return next(power * digit for digit in (5, 2, 1) if power * digit <= number * (1 + 1e-9))
