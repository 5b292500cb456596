"""Lengths, heights and areas as players read them: metres and kilometres, or cells."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from game.hud.round_numbers import round_down

METRES_PER_CELL: Final = 20
METRES_PER_HEIGHT: Final = 4000
"""From the lowest height there is, 0, to the highest, 1."""

SCALE_WORDS: Final = f"{METRES_PER_CELL} m; heights from 0 to 1 span {METRES_PER_HEIGHT:,} m"
"""What one cell is."""

_KM: Final = 1000
_EXACT_KM: Final = 100
"""Kilometres from which tenths are left out."""


@dataclass(frozen=True)
class Units:
    """How numbers of the world are written.

    >>> Units(metric=True).distance(1234)
    '24.7 km'
    """

    metric: bool

    def distance(self, cells: float) -> str:
        """Return a length that is given in cells."""
        if not self.metric:
            return "1 cell" if cells == 1 else f"{_number(cells)} cells"
        metres = cells * METRES_PER_CELL
        if metres < _KM:
            return f"{_number(metres)} m"
        return f"{_kilometres(metres / _KM)} km"

    def height(self, height: float, sea_level: float) -> str:
        """Return a height above the sea, or how deep a place lies below it."""
        if not self.metric:
            return f"height {height:.2f}"
        metres = round((height - sea_level) * METRES_PER_HEIGHT)
        return f"{metres:,} m high" if metres >= 0 else f"{-metres:,} m deep"

    def area(self, cells: float) -> str:
        """Return an area that is given in cells."""
        if not self.metric:
            return f"{cells:,.0f} cells"
        return f"{_kilometres(cells * METRES_PER_CELL**2 / _KM**2)} km²"

    def round_length(self, most_cells: float) -> float:
        """Return how many cells the longest round length takes that is not above a number."""
        unit = METRES_PER_CELL if self.metric else 1
        return round_down(most_cells * unit) / unit


def _number(number: float) -> str:
    return f"{number:,.0f}" if number >= 10 else f"{number:.3g}"


def _kilometres(number: float) -> str:
    if number >= _EXACT_KM:
        return f"{number:,.0f}"
    return f"{number:.1f}".removesuffix(".0") if number >= 1 else f"{number:.2g}"
