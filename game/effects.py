"""What moves over the land by itself: the water and the shadows of clouds.

Water moves while the land is laid on the window, and shadows fall on it right after: that costs
little more than laying it. Both move in steps, so that a picture in which nothing else moves is not
drawn anew every frame.
"""

from __future__ import annotations

import numpy as np
import pygame

from game.camera import View
from game.canvas import Area, Lay, blit
from game.clouds import Clouds, strength_at
from game.water import Water, moves_at

STEPS_PER_SECOND = 20
_STRIP_PIXELS = 1 << 18
_MASKS = (0xFF0000, 0xFF00, 0xFF)


class Effects:
    """Moving water and clouds, each of which can be switched off."""

    def __init__(self) -> None:
        self.water = True
        self.clouds = True
        self._water = Water()
        self._clouds = Clouds()
        self._seconds = 0.0

    @property
    def step(self) -> int:
        """A number that changes whenever another drawing would look different."""
        moving = self.water or self.clouds
        return int(self._seconds * STEPS_PER_SECOND) if moving else 0

    def advance(self, seconds: float) -> None:
        """Let time pass."""
        self._seconds += seconds

    def laying(self, view: View) -> Lay:
        """Return how the land of a view is to be laid on the window: with all that moves."""
        water = self.water and moves_at(view.zoom)
        clouds = self.clouds and strength_at(view.zoom) > 0.0
        if not (water or clouds):
            return blit

        def lay(
            target: pygame.Surface, source: pygame.Surface, place: tuple[int, int], area: Area
        ) -> None:
            moves = _is_packed(target) and _is_packed(source)
            cut = _within(target.size, source.size, place, area) if moves else None
            if not water or cut is None:
                target.blit(source, place, area)
            if cut is not None:
                # Views are held only here: nothing can be blitted while they are.
                self._move(_pixels(target), _pixels(source) if water else None, *cut, clouds, view)

        return lay

    def _move(
        self,
        target: np.ndarray,
        source: np.ndarray | None,
        place: tuple[int, int],
        area: Area,
        clouds: bool,
        view: View,
    ) -> None:
        """Lay an area with its water, if there is a source, and cast shadows upon it.

        A strip at a time: the pixels are still in the processor's cache for the shadows.
        """
        x, y = place
        from_x, from_y, width, height = area
        now = self.step / STEPS_PER_SECOND
        rows = max(16, _STRIP_PIXELS // width)
        for top in range(0, height, rows):
            count = min(rows, height - top)
            strip = x, y + top, width, count
            if source is not None:
                self._water.lay(source, (from_x, from_y + top), target, strip, view, now)
            if clouds:
                self._clouds.draw(target, strip, view, now)


def _pixels(surface: pygame.Surface) -> np.ndarray:
    return pygame.surfarray.pixels2d(surface).T


def _within(
    target: tuple[int, int], source: tuple[int, int], place: tuple[int, int], area: Area
) -> tuple[tuple[int, int], Area] | None:
    """Return what of a place and an area lies within both Surfaces; None if nothing does."""
    x, y = place
    from_x, from_y, width, height = area
    left, top = max(0, -x, -from_x), max(0, -y, -from_y)
    right = min(width, target[0] - x, source[0] - from_x)
    bottom = min(height, target[1] - y, source[1] - from_y)
    if left >= right or top >= bottom:
        return None
    return (x + left, y + top), (from_x + left, from_y + top, right - left, bottom - top)


def _is_packed(surface: pygame.Surface) -> bool:
    """Whether pixels are laid out as the kernels take them, as on every usual screen."""
    without_gap = surface.get_pitch() == 4 * surface.width
    return surface.get_bytesize() == 4 and surface.get_masks()[:3] == _MASKS and without_gap
