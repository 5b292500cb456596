"""Places and sizes as callers give them, made into plain checked numbers at the door.

Beyond this module a coordinate is an int or a float of Python's own: whole numbers of a few
bytes, as arrays hold them, would wrap when they are added or scaled.
"""

from __future__ import annotations

import math
import operator
from typing import Any

UNITS_PER_CELL = 64
"""World positions are counted in this many units to the cell."""

COORDINATE_LIMIT = 2**52
"""Farthest cell from the origin, on either axis, that a world can be asked for."""

_NEVER_NUMBERS = "bool", "bool_", "str", "str_", "bytes", "bytes_", "ndarray"


class CoordinateError(ValueError):
    """A place beyond the stated limits of the world, or no place at all."""


def whole(number: object, name: str) -> int:
    """Return a whole number as Python's own.

    Raises:
        CoordinateError: for anything that is not a single whole number.
    """
    given: Any = number
    try:
        if type(number).__name__ in _NEVER_NUMBERS:
            raise TypeError
        return operator.index(given)
    except TypeError:
        raise CoordinateError(f"{name} must be a whole number, not {_shown(number)}") from None


def cells(number: object, name: str) -> int | float:
    """Return a number of cells as Python's own int or float.

    Raises:
        CoordinateError: for anything but one finite number within ``COORDINATE_LIMIT``.
    """
    given: Any = number
    if type(given) is not int and type(given) is not float:
        try:
            if type(number).__name__ in _NEVER_NUMBERS:
                raise TypeError
            given = operator.index(given) if hasattr(given, "__index__") else float(given)
        except (TypeError, ValueError, OverflowError):
            raise CoordinateError(
                f"{name} must be a number of cells, not {_shown(number)}"
            ) from None
    if isinstance(given, float) and not math.isfinite(given):
        raise CoordinateError(f"{name} must be a finite number of cells, not {given}")
    if not -COORDINATE_LIMIT <= given <= COORDINATE_LIMIT:
        raise CoordinateError(
            f"{name} must lie within {COORDINATE_LIMIT} cells (2**52) of the origin"
        )
    return int(given) if isinstance(given, int) else float(given)


def to_units(coordinate: object, name: str = "coordinate") -> int:
    """Return a coordinate in cells as whole sixty-fourths, rounded down.

    Raises:
        CoordinateError: if it is no finite number or beyond ``COORDINATE_LIMIT`` cells.
    """
    if type(coordinate) is int and -COORDINATE_LIMIT <= coordinate <= COORDINATE_LIMIT:
        return coordinate * UNITS_PER_CELL
    return int(cells(coordinate, name) * UNITS_PER_CELL // 1)


def rectangle(
    x: object, y: object, width: object, height: object
) -> tuple[int | float, int | float, int | float, int | float]:
    """Return a rectangle of cells as plain numbers.

    Raises:
        CoordinateError: for what is no number, beyond the limit, or of negative size.
    """
    sides = (cells(x, "x"), cells(y, "y"), cells(width, "width"), cells(height, "height"))
    if sides[2] < 0 or sides[3] < 0:
        raise CoordinateError(f"a rectangle cannot be {sides[2]:g} x {sides[3]:g} cells")
    return sides


def _shown(value: object) -> str:
    try:
        text = repr(value)
    except ValueError:
        text = f"a {type(value).__name__} too long to show"
    return text if len(text) <= 60 else text[:57] + "..."
