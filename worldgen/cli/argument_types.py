"""Places, sizes and levels of detail as they are written on the command line."""

from __future__ import annotations

import re
from argparse import ArgumentTypeError
from collections.abc import Callable
from fractions import Fraction

from worldgen.chunk.draw import MAX_LOD, MIN_LOD
from worldgen.render.png import LONGEST_SIDE

_NUMBER = r"([+-]?[0-9]{1,25}(?:\.[0-9]{1,25})?)"
_POINT = re.compile(rf"{_NUMBER}\s*,\s*{_NUMBER}")
_SIZE = re.compile(r"([0-9]{1,9})\s*[xX×]\s*([0-9]{1,9})")
_LOD = re.compile(r"[+-]?[0-9]{1,3}")
_WHOLE = re.compile(r"[+-]?[0-9]{1,20}")


def point(text: str) -> tuple[Fraction, Fraction]:
    """Read ``X,Y`` in cells, exactly, however far away it is."""
    match = _POINT.fullmatch(text.strip())
    if not match:
        raise ArgumentTypeError(f"must be X,Y in cells, as in -120,35.5, not {text!r}")
    return Fraction(match[1]), Fraction(match[2])


def size(text: str) -> tuple[int, int]:
    """Read ``WxH`` in pixels."""
    match = _SIZE.fullmatch(text.strip())
    width, height = (int(match[1]), int(match[2])) if match else (0, 0)
    if not (1 <= width <= LONGEST_SIDE and 1 <= height <= LONGEST_SIDE):
        raise ArgumentTypeError(
            f"must be WIDTHxHEIGHT, each a whole number from 1 to {LONGEST_SIDE}, not {text!r}"
        )
    return width, height


def lod(text: str) -> int:
    """Read a level of detail."""
    level = int(text) if _LOD.fullmatch(text.strip()) else None
    if level is None or not MIN_LOD <= level <= MAX_LOD:
        raise ArgumentTypeError(f"must be a whole number from {MIN_LOD} to {MAX_LOD}, not {text!r}")
    return level


def whole_number(low: int, high: int) -> Callable[[str], int]:
    """Return a reader of whole numbers within limits."""

    def read(text: str) -> int:
        number = int(text) if _WHOLE.fullmatch(text.strip()) else None
        if number is None or not low <= number <= high:
            raise ArgumentTypeError(f"must be a whole number from {low} to {high}, not {text!r}")
        return number

    return read
