"""Places and sizes as callers give them, made into plain checked numbers at the door.

Beyond this module a coordinate is an int or a float of Python's own: whole numbers of a few
bytes, as arrays hold them, would wrap when they are added or scaled.
"""

from __future__ import annotations

import math
import operator
from fractions import Fraction
from typing import Any, NamedTuple

UNITS_PER_CELL = 64
"""World positions are counted in this many units to the cell."""

COORDINATE_LIMIT = 2**52
"""Farthest cell from the origin, on either axis, that a world can be asked for."""

CHUNK_SIZE = 64
"""Samples on each side of a chunk."""

MIN_LOD, MAX_LOD = -4, 10
MAX_PLANNED_LOD = 4
MAX_OVERVIEW_LOD = 6
"""Coarser chunks than this are always sketches."""

Cells = int | float | Fraction
"""A number of cells; fractions stay exact where floats run out of bits."""

_NEVER_NUMBERS = "bool", "bool_", "str", "str_", "bytes", "bytes_", "ndarray"


class CoordinateError(ValueError):
    """A place beyond the stated limits of the world, or no place at all."""


class SampleGrid(NamedTuple):
    """Where the samples of a rectangle lie; positions and step in sixty-fourths of a cell."""

    x: int
    """Position of sample [0, 0]."""
    y: int
    step: int
    """Distance between samples: ``64 * 2**lod``."""
    width: int
    """Samples in a row."""
    height: int

    @property
    def shape(self) -> tuple[int, int]:
        return self.height, self.width

    def widened(self, samples: int) -> SampleGrid:
        """Return the grid with some more samples on every side."""
        reach = samples * self.step
        more = 2 * samples
        return SampleGrid(
            self.x - reach, self.y - reach, self.step, self.width + more, self.height + more
        )

    def moved(self, x: int, y: int) -> SampleGrid:
        """Return the grid with its position changed by this many sixty-fourths."""
        return self._replace(x=self.x + x, y=self.y + y)

    def check(self) -> None:
        """Raise a ``CoordinateError`` if a sample lies beyond ``COORDINATE_LIMIT``."""
        limit = COORDINATE_LIMIT * UNITS_PER_CELL
        right, bottom = self.x + self.step * self.width, self.y + self.step * self.height
        if min(self.x, self.y) < -limit or max(right, bottom) > limit:
            raise CoordinateError(
                f"that lies beyond {COORDINATE_LIMIT} cells (2**52) of the origin"
            )


def step_units(lod: object) -> int:
    """Return the distance between the samples of a level of detail, in sixty-fourths of a cell.

    Raises:
        CoordinateError: for a lod outside -4..10.
    """
    level = whole(lod, "lod")
    if not MIN_LOD <= level <= MAX_LOD:
        raise CoordinateError(f"lod must be a whole number from {MIN_LOD} to {MAX_LOD}, not {lod}")
    return UNITS_PER_CELL << level if level >= 0 else UNITS_PER_CELL >> -level


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


def cells(number: object, name: str) -> Cells:
    """Return a number of cells as Python's own int or float, or as the fraction that it is.

    Raises:
        CoordinateError: for anything but one finite number within ``COORDINATE_LIMIT``.
    """
    given: Any = number
    if not isinstance(number, Fraction) and type(given) is not int and type(given) is not float:
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
    if isinstance(given, Fraction):
        return given
    return int(given) if isinstance(given, int) else float(given)


def to_units(coordinate: object, name: str = "coordinate") -> int:
    """Return a coordinate in cells as whole sixty-fourths, rounded down.

    Raises:
        CoordinateError: if it is no finite number or beyond ``COORDINATE_LIMIT`` cells.
    """
    # Most are whole numbers within the limit, and that is seen sooner than all else is checked.
    if type(coordinate) is int and -COORDINATE_LIMIT <= coordinate <= COORDINATE_LIMIT:
        return coordinate * UNITS_PER_CELL
    return int(cells(coordinate, name) * UNITS_PER_CELL // 1)


def to_cells(units: int) -> int | float:
    """Return whole sixty-fourths as cells: a whole number where it is one, exact at any distance.

    Anything else is a float, which is rounded from 2**47 cells on.
    """
    return units / UNITS_PER_CELL if units % UNITS_PER_CELL else units // UNITS_PER_CELL


def rectangle(
    x: object, y: object, width: object, height: object
) -> tuple[Cells, Cells, Cells, Cells]:
    """Return a rectangle of cells as plain numbers.

    Raises:
        CoordinateError: for what is no number, beyond the limit, or of negative size.
    """
    sides = (cells(x, "x"), cells(y, "y"), cells(width, "width"), cells(height, "height"))
    if sides[2] < 0 or sides[3] < 0:
        raise CoordinateError(
            f"a rectangle cannot be {float(sides[2]):g} x {float(sides[3]):g} cells"
        )
    return sides


def _shown(value: object) -> str:
    try:
        text = repr(value)
    except ValueError:
        text = f"a {type(value).__name__} too long to show"
    return text if len(text) <= 60 else text[:57] + "..."
