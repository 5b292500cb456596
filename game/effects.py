"""What moves over the land by itself: the water and the shadows of clouds.

Water moves while the land is laid on the window, and shadows fall on it right after: that costs
little more than laying it. Both move in steps, so that a picture in which nothing else moves is not
drawn anew every frame.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pygame

from game.camera import View
from game.canvas import Lay, Pair, blit
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
        now = self.step / STEPS_PER_SECOND

        def lay(
            target: pygame.Surface,
            place: Pair,
            size: Pair,
            source: pygame.Surface,
            start: Pair,
            around: Pair,
        ) -> None:
            moves = _is_packed(target) and _is_packed(source)
            if not (water and moves):
                blit(target, place, size, source, start, around)
            if not moves:
                return
            # Views are held only here: nothing can be blitted while they are.
            pixels, land = _pixels(target), _pixels(source)
            for x, y, width, height in _strips(place, size, target.size):
                strip = x, y, width, height
                if water:
                    begin = start[0] + x - place[0], start[1] + y - place[1]
                    self._water.lay(pixels, strip, land, begin, around, view, now)
                if clouds:
                    self._clouds.draw(pixels, strip, view, now)

        return lay


def _strips(place: Pair, size: Pair, target: Pair) -> Iterator[tuple[int, int, int, int]]:
    """Return what of a rectangle lies within the target, strip by strip.

    The pixels of a strip are still in the processor's cache when shadows fall on it.
    """
    left, right = max(0, place[0]), min(target[0], place[0] + size[0])
    top, bottom = max(0, place[1]), min(target[1], place[1] + size[1])
    if left >= right:
        return
    rows = max(16, _STRIP_PIXELS // (right - left))
    for y in range(top, bottom, rows):
        yield left, y, right - left, min(rows, bottom - y)


def _pixels(surface: pygame.Surface) -> np.ndarray:
    return pygame.surfarray.pixels2d(surface).T


def _is_packed(surface: pygame.Surface) -> bool:
    """Whether pixels are laid out as the kernels take them, as on every usual screen."""
    without_gap = surface.get_pitch() == 4 * surface.width
    return surface.get_bytesize() == 4 and surface.get_masks()[:3] == _MASKS and without_gap
