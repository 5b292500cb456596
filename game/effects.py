"""What moves over the land by itself: the water and the shadows of clouds.

Both change the pixels of the window in place, right after the land has been drawn. They move in
steps, so that a picture in which nothing else moves is not drawn anew every frame.
"""

from __future__ import annotations

import time

import pygame

from game.camera import View
from game.clouds import Clouds
from game.water import Water

STEPS_PER_SECOND = 20
_MASKS = (0xFF0000, 0xFF00, 0xFF)


class Effects:
    """Moving water and clouds, each of which can be switched off."""

    def __init__(self) -> None:
        self.water = True
        self.clouds = True
        self.milliseconds = 0.0
        """What both took the last time."""
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

    def draw(self, target: pygame.Surface, view: View) -> None:
        """Move water and clouds over the land that has just been drawn."""
        if not (self.water or self.clouds) or not _is_packed(target):
            return
        begun = time.perf_counter()
        # Held only here: nothing can be blitted while pixels are.
        pixels = pygame.surfarray.pixels2d(target).T
        now = self.step / STEPS_PER_SECOND
        if self.water:
            self._water.draw(pixels, view, now)
        if self.clouds:
            self._clouds.draw(pixels, view, now)
        self.milliseconds = (time.perf_counter() - begun) * 1000


def _is_packed(target: pygame.Surface) -> bool:
    """Whether pixels are laid out as the kernels take them, as on every usual screen."""
    without_gap = target.get_pitch() == 4 * target.width
    return target.get_bytesize() == 4 and target.get_masks()[:3] == _MASKS and without_gap
