"""Where the player looks: plain whole numbers, exact at any distance from the origin.

A position is held in sixty-fourths of a cell and a zoom in thirty-seconds of a doubling, so
moving there and back, or zooming in and out, ends on the very same numbers. Within a doubling
the scale grows in equal steps (1, 33/32, 34/32, ...), which keeps it a ratio of small whole
numbers: every position on the screen follows from integer arithmetic with one rounding, always
downward, and the ground never trembles.

    >>> camera = Camera(x=0, y=0, zoom=0)
    >>> view = camera.view(1280, 720)
    >>> view.screen_of(64 * 10, 0)
    (650, 360)
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from worldgen.coordinates import UNITS_PER_CELL

CELL = UNITS_PER_CELL
"""Position units in a cell."""

ZOOM_DOUBLING = 32
"""Zoom units in which the scale doubles."""

ZOOM_NOTCH = 8
"""Zoom units of one notch of the wheel."""

MIN_ZOOM = -8 * ZOOM_DOUBLING
"""One pixel for 256 cells."""

MAX_ZOOM = 4 * ZOOM_DOUBLING
"""Sixteen pixels a cell."""

PLACE_ZOOM = -3 * ZOOM_DOUBLING
"""The farthest zoom at which a single place can be made out: one pixel for 8 cells."""

# From here on the next finer level of detail is shrunk instead of this one being stretched.
_LARGEST_STRETCH = 12


@dataclass(frozen=True)
class Ratio:
    """A positive fraction that is applied to whole numbers of any size."""

    top: int
    bottom: int

    def floor(self, number: int) -> int:
        """Return ``number`` times this ratio, rounded down."""
        return number * self.top // self.bottom

    def ceil(self, number: int) -> int:
        """Return ``number`` times this ratio, rounded up."""
        return -(-number * self.top // self.bottom)

    def inverse(self) -> Ratio:
        """Return the ratio that undoes this one."""
        return Ratio(self.bottom, self.top)


@lru_cache(maxsize=512)
def pixels_per_unit(zoom: int) -> Ratio:
    """Return how many pixels a sixty-fourth of a cell takes."""
    doublings, part = divmod(zoom, ZOOM_DOUBLING)
    fraction = Fraction(ZOOM_DOUBLING + part, ZOOM_DOUBLING * CELL) * Fraction(2) ** doublings
    return Ratio(fraction.numerator, fraction.denominator)


@lru_cache(maxsize=512)
def level_of_detail(zoom: int) -> tuple[int, Ratio]:
    """Return the lod to draw with and the pixels that one of its samples takes (0.7..1.4)."""
    doublings, part = divmod(zoom, ZOOM_DOUBLING)
    if part <= _LARGEST_STRETCH:
        fraction = Fraction(ZOOM_DOUBLING + part, ZOOM_DOUBLING)
        return -doublings, Ratio(fraction.numerator, fraction.denominator)
    fraction = Fraction(ZOOM_DOUBLING + part, 2 * ZOOM_DOUBLING)
    return -doublings - 1, Ratio(fraction.numerator, fraction.denominator)


def zoom_of(pixels_per_cell: float) -> int:
    """Return the zoom nearest to a number of pixels per cell.

    Raises:
        ValueError: if the number lies outside what the camera can show.
    """
    zooms = range(MIN_ZOOM, MAX_ZOOM + 1)
    if not scale_of(MIN_ZOOM) <= pixels_per_cell <= scale_of(MAX_ZOOM):
        raise ValueError(
            f"zoom must be {scale_of(MIN_ZOOM):g} to {scale_of(MAX_ZOOM):g} pixels per cell"
        )
    return min(zooms, key=lambda zoom: abs(scale_of(zoom) - pixels_per_cell))


def scale_of(zoom: int) -> float:
    """Return the pixels per cell of a zoom."""
    ratio = pixels_per_unit(zoom)
    return CELL * ratio.top / ratio.bottom


@dataclass(frozen=True)
class View:
    """What a camera shows in a window: a rectangle of the plane of pixels at one zoom."""

    left: int
    top: int
    width: int
    height: int
    zoom: int

    def screen_of(self, x: int, y: int) -> tuple[int, int]:
        """Return the pixel of the window on which a world position lies."""
        scale = pixels_per_unit(self.zoom)
        return scale.floor(x) - self.left, scale.floor(y) - self.top

    def world_of(self, screen_x: int, screen_y: int) -> tuple[int, int]:
        """Return the first world position that lies on a pixel of the window."""
        size = pixels_per_unit(self.zoom).inverse()
        return size.ceil(self.left + screen_x), size.ceil(self.top + screen_y)

    @property
    def middle(self) -> tuple[int, int]:
        """The pixel under which the camera's own position lies."""
        return self.width // 2, self.height // 2


@dataclass(frozen=True)
class Camera:
    """The world position in the middle of the window, in sixty-fourths of a cell, and the zoom."""

    x: int
    y: int
    zoom: int = 0

    @classmethod
    def at_cell(cls, x: float, y: float, zoom: int = 0) -> Camera:
        """Return a camera over a position given in cells."""
        return cls(int(x * CELL // 1), int(y * CELL // 1), zoom)

    @property
    def cell(self) -> tuple[int, int]:
        """The cell in the middle of the window."""
        return self.x // CELL, self.y // CELL

    def view(self, width: int, height: int) -> View:
        """Return the rectangle that a window of this size shows."""
        scale = pixels_per_unit(self.zoom)
        left = scale.floor(self.x) - width // 2
        top = scale.floor(self.y) - height // 2
        return View(left, top, width, height, self.zoom)

    def moved(self, dx: int, dy: int) -> Camera:
        """Return the camera moved by so many position units."""
        return replace(self, x=self.x + dx, y=self.y + dy)

    def held(self, dx: int, dy: int) -> tuple[int, int]:
        """Return the world position ``dx``, ``dy`` pixels from the middle of the window."""
        size = pixels_per_unit(self.zoom).inverse()
        return self.x + size.floor(dx), self.y + size.floor(dy)

    def holding(self, position: tuple[int, int], dx: int, dy: int) -> Camera:
        """Return the camera moved so that ``held(dx, dy)`` is this position."""
        size = pixels_per_unit(self.zoom).inverse()
        return replace(self, x=position[0] - size.floor(dx), y=position[1] - size.floor(dy))

    def zoomed(self, zoom: int, dx: int = 0, dy: int = 0) -> Camera:
        """Return the camera at another zoom, with the point ``dx``, ``dy`` kept where it is.

        Zooming back about the same point gives the very same camera again.
        """
        kept = max(MIN_ZOOM, min(MAX_ZOOM, zoom))
        return replace(self, zoom=kept).holding(self.held(dx, dy), dx, dy)

    def kept_within(self, limit: int) -> Camera:
        """Return the camera moved back to within ``limit`` position units of the origin."""
        x, y = max(-limit, min(limit, self.x)), max(-limit, min(limit, self.y))
        return self if (x, y) == (self.x, self.y) else replace(self, x=x, y=y)
