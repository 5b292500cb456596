"""Painting one chunk in a worker, as packed pixels for a Surface."""

from __future__ import annotations

import numpy as np

import worldgen
from game.sprites.decorator import Decorator
from game.terrain.map_style import MapStyle
from game.terrain.water import DRY, water_code
from worldgen.render.overlays import paint_overlay


class ChunkPainter:
    """Paints chunks of one world; any thread may call it."""

    def __init__(self, world: worldgen.World, style: MapStyle) -> None:
        self._world = world
        self._style = style
        stands = style.plants and style.moves
        self._decorator = Decorator(world, style.palette) if stands else None

    def pixels(self, cx: int, cy: int, lod: int, sketch: bool) -> bytes:
        """Return the picture of a chunk as packed pixels, with the code of water on top."""
        chunk = self._world.chunk(cx, cy, lod, sketch=sketch)
        if self._style.overlay is not None:
            return packed(paint_overlay(chunk, self._style.overlay))
        picture = worldgen.paint(chunk, self._style.palette)
        if self._decorator is not None:
            self._decorator.decorate(picture, chunk)
        return packed(picture, water_code(chunk) if self._style.moves else None)


def packed(picture: np.ndarray, code: np.ndarray | None = None) -> bytes:
    """Return the bytes of a Surface of 32 bits a pixel for a picture of uint8 (h, w, 3).

    ``code`` fills the byte of each pixel that holds no colour.
    """
    pixels = np.empty((*picture.shape[:2], 4), dtype=np.uint8)
    # A Surface holds 0x00RRGGBB in the byte order of the machine.
    pixels[:, :, _COLOURS] = picture
    pixels[:, :, _UNUSED] = DRY if code is None else code
    return pixels.tobytes()


_COLOURS, _UNUSED = ([2, 1, 0], 3) if np.little_endian else ([1, 2, 3], 0)
