"""Painting one chunk in a worker, as the pixels that a Surface takes."""

from __future__ import annotations

import numpy as np

import worldgen
from game.sprites.decorator import Decorator
from game.terrain.map_style import MapStyle
from game.terrain.packed_pixels import blank_pixels, codes_of, colours_of
from game.terrain.water import water_code
from worldgen.render.overlays import paint_overlay


class ChunkPainter:
    """Paints chunks of one world; any thread may call it.

    With ``sketched`` all land is drawn as sketches have it, so that nothing is ever solved.
    """

    def __init__(self, world: worldgen.World, style: MapStyle, sketched: bool = False) -> None:
        self._world = world
        self._style = style
        self._sketched = sketched
        stands = style.plants and style.moves
        self._decorator = Decorator(world, style.palette) if stands else None

    def pixels(self, cx: int, cy: int, lod: int, sketch: bool) -> np.ndarray:
        """Return the packed pixels of a chunk: uint32 (64, 64), with the codes of its water.

        On a sketch nothing stands and nothing moves: coasts and rivers are not yet where they
        will be. Far out it is painted from its samples alone, which costs far less than means.
        """
        chunk = self._world.chunk(cx, cy, lod, sketch=sketch or self._sketched)
        if sketch:
            chunk = chunk.with_fields()
        pixels = blank_pixels(*chunk.shape)
        picture = colours_of(pixels)
        if self._style.overlay is not None:
            picture[...] = paint_overlay(chunk, self._style.overlay)
            return pixels
        worldgen.paint(chunk, self._style.palette, out=picture)
        if sketch or self._sketched:
            return pixels
        if self._decorator is not None:
            self._decorator.decorate(picture, chunk)
        if self._style.moves:
            codes_of(pixels)[...] = water_code(chunk)
        return pixels
