"""What moves over the land by itself: the water and the shadows of clouds.

Water moves while the land is copied to the window, and shadows fall on it right after: that costs
little more than the copy. Both move in steps, so that a picture in which nothing else moves is not
drawn anew every frame.
"""

from __future__ import annotations

import numpy as np
import pygame
from numba import types

from game.camera import View
from game.terrain.chunk_mosaic import Blitter, Pair, blit
from game.terrain.clouds import MOTION_TYPE as CLOUD_MOTION
from game.terrain.clouds import Clouds, cast_shadows, strength_at
from game.terrain.switch_interval import short_switch_interval
from game.terrain.water import MOTION_TYPE as WATER_MOTION
from game.terrain.water import (
    SOURCE_TYPE,
    RepeatingSource,
    Water,
    blit_water,
    moves_at,
)
from worldgen.kernels.decorators import kernel

STEPS_PER_SECOND = 20
_STRIP_PIXELS = 1 << 17
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

    def blitter(self, view: View) -> Blitter:
        """Return what blits the land of a view to the window, with all that moves."""
        water = self.water and moves_at(view.zoom)
        clouds = self.clouds and strength_at(view.zoom) > 0.0
        if not (water or clouds) or _blit_moving.awaited or self._water.awaited:
            return blit
        now = self.step / STEPS_PER_SECOND
        motions = self._water.motion(view, now), self._clouds.motion(view, now)

        def blit_moving(
            target: pygame.Surface,
            place: Pair,
            size: Pair,
            source: pygame.Surface,
            start: Pair,
            around: Pair,
        ) -> None:
            packed = _is_packed(target) and _is_packed(source)
            if not (water and packed):
                blit(target, place, size, source, start, around)
            left, top = max(0, place[0]), max(0, place[1])
            width = min(target.width, place[0] + size[0]) - left
            height = min(target.height, place[1] + size[1]) - top
            if not packed or width <= 0 or height <= 0:
                return
            from_x = (start[0] + left - place[0]) % around[0]
            from_y = (start[1] + top - place[1]) % around[1]
            # Views are held only here: nothing can be blitted while they are.
            with short_switch_interval():
                repeating = RepeatingSource(_pixels(source), from_x, from_y, *around)
                _blit_moving(
                    _pixels(target), left, top, width, height, repeating, water, clouds, *motions
                )

        return blit_moving


@kernel(
    types.void(
        types.uint32[:, ::1], *(types.int64,) * 4, SOURCE_TYPE, types.boolean, types.boolean,
        WATER_MOTION, CLOUD_MOTION,
    )
)  # fmt: skip
def _blit_moving(  # type: ignore[no-untyped-def]
    target, to_x, to_y, width, height, source, water, clouds, water_motion, cloud_motion
):
    """Copy strip by strip: the pixels are still in the processor's cache when shadows fall on them.

    All in one kernel, so that the interpreter is given to the workers once, for long.
    """
    rows = max(16, _STRIP_PIXELS // width)
    for above in range(0, height, rows):
        y, count = to_y + above, min(rows, height - above)
        if water:
            strip = RepeatingSource(
                source.pixels, source.x, source.y + above, source.around_x, source.around_y
            )
            blit_water(target, to_x, y, width, count, strip, water_motion)
        if clouds:
            cast_shadows(target, to_x, y, width, count, cloud_motion)


def _pixels(surface: pygame.Surface) -> np.ndarray:
    return pygame.surfarray.pixels2d(surface).T


def _is_packed(surface: pygame.Surface) -> bool:
    """Whether pixels are laid out as the kernels take them, as on every usual screen."""
    without_gap = surface.get_pitch() == 4 * surface.width
    return surface.get_bytesize() == 4 and surface.get_masks()[:3] == _MASKS and without_gap
