"""Small pictures for buttons, drawn from lines in a square of 24 by 24."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final

import pygame

from game.ui.lettering import Colour

_SQUARE: Final = 24
_FINER: Final = 4
"""Each picture is drawn so many times as large, and shrunk to have smooth edges."""

_STROKE: Final = 2.0


class _Pen:
    """Draws in the square of a picture."""

    def __init__(self, surface: pygame.Surface, colour: Colour) -> None:
        self._surface = surface
        self._colour = colour
        self._scale = surface.width / _SQUARE

    def line(self, *points: tuple[float, float]) -> None:
        """Draw a line with round corners."""
        width = max(1, round(_STROKE * self._scale))
        placed = [(x * self._scale, y * self._scale) for x, y in points]
        pygame.draw.lines(self._surface, self._colour, False, placed, width)
        for place in placed:
            pygame.draw.circle(self._surface, self._colour, place, width / 2)

    def filled(self, *points: tuple[float, float]) -> None:
        placed = [(x * self._scale, y * self._scale) for x, y in points]
        pygame.draw.polygon(self._surface, self._colour, placed)

    def ring(self, x: float, y: float, radius: float) -> None:
        width = max(1, round(_STROKE * self._scale))
        place = x * self._scale, y * self._scale
        pygame.draw.circle(self._surface, self._colour, place, radius * self._scale, width)

    def dot(self, x: float, y: float, radius: float) -> None:
        place = x * self._scale, y * self._scale
        pygame.draw.circle(self._surface, self._colour, place, radius * self._scale)


def _chart(pen: _Pen) -> None:
    """A map that was folded twice."""
    pen.line((3, 6), (9, 4), (15, 6), (21, 4), (21, 18), (15, 20), (9, 18), (3, 20), (3, 6))
    pen.line((9, 4), (9, 18))
    pen.line((15, 6), (15, 20))


def _overlays(pen: _Pen) -> None:
    """Sheets that lie upon each other."""
    pen.filled((12, 3), (22, 8), (12, 13), (2, 8))
    pen.line((3, 12), (12, 16.5), (21, 12))
    pen.line((3, 16), (12, 20.5), (21, 16))


def _grid(pen: _Pen) -> None:
    for place in (8.0, 16.0):
        pen.line((place, 3), (place, 21))
        pen.line((3, place), (21, place))


def _names(pen: _Pen) -> None:
    """A letter."""
    pen.line((5, 20), (12, 4), (19, 20))
    pen.line((8, 14.5), (16, 14.5))


def _bookmarks(pen: _Pen) -> None:
    """A ribbon."""
    pen.line((6, 4), (18, 4), (18, 21), (12, 16), (6, 21), (6, 4))


def _tour(pen: _Pen) -> None:
    """The needle of a compass."""
    pen.ring(12, 12, 10)
    pen.filled((17, 7), (13.6, 13.6), (7, 17), (10.4, 10.4))


def _settings(pen: _Pen) -> None:
    """Three sliders."""
    for y, x in ((6.0, 15.0), (12.0, 8.0), (18.0, 14.0)):
        pen.line((3, y), (21, y))
        pen.dot(x, y, 3.2)


def _find(pen: _Pen) -> None:
    """A magnifying glass."""
    pen.ring(10, 10, 7)
    pen.line((15.2, 15.2), (21, 21))


_DRAWN: Final[dict[str, Callable[[_Pen], None]]] = {
    "chart": _chart,
    "overlays": _overlays,
    "grid": _grid,
    "names": _names,
    "bookmarks": _bookmarks,
    "tour": _tour,
    "settings": _settings,
    "find": _find,
}
ICONS: Final = tuple(_DRAWN)
"""The names of all pictures."""


@lru_cache(128)
def icon(name: str, size: int, colour: Colour) -> pygame.Surface:
    """Return one of ``ICONS``, so many pixels wide and high."""
    fine = pygame.Surface((_FINER * size, _FINER * size), pygame.SRCALPHA)
    # Its own colour everywhere, so that no other one shows at the edges.
    fine.fill((*colour, 0))
    _DRAWN[name](_Pen(fine, colour))
    return pygame.transform.smoothscale(fine, (size, size))
