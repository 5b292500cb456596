"""A place as a player types it: ``120, -45.5``, or ``x 120 y -45.5``, in cells."""

from __future__ import annotations

import math
import re
from fractions import Fraction

from game.camera import CELL, Camera
from game.options import MAX_POSITION

_NUMBER = re.compile(r"[+-]?[0-9]+(?:\.[0-9]+)?")
_ALLOWED = re.compile(r"[\sxyXY=:,;+\-.0-9]*")
_LONGEST = 100


class PlaceError(ValueError):
    """A text that names no place; the message says what is allowed."""


def read_place(text: str, zoom: int) -> Camera:
    """Return a camera over the place that a text names.

    Raises:
        PlaceError: in one line.
    """
    # A dash of any kind is a minus; thousands may be grouped by thin spaces or apostrophes.
    plain = text.replace("−", "-").replace("–", "-").replace("'", "")
    numbers = _NUMBER.findall(plain)
    if len(text) > _LONGEST or not _ALLOWED.fullmatch(plain) or len(numbers) != 2:
        raise PlaceError("give two numbers of cells, x and y, as in 120, -45.5")
    x, y = (Fraction(number) for number in numbers)
    if max(abs(x), abs(y)) > MAX_POSITION:
        raise PlaceError(f"a place lies within {MAX_POSITION} cells (2**52) of the origin")
    return Camera(math.floor(x * CELL), math.floor(y * CELL), zoom)


def shown_place(camera: Camera) -> str:
    """Return the place of a camera as it can be read and typed again."""
    x, y = camera.cell
    return f"{x}, {y}"
