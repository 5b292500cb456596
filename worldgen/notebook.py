"""Small pictures of regions, islands and worlds, as notebooks show them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from worldgen.chunk.draw import MAX_PLANNED_LOD
from worldgen.render.painter import paint
from worldgen.render.png import encode_png

if TYPE_CHECKING:
    from worldgen.features.island import Island
    from worldgen.region import Region
    from worldgen.world import World

_MARGIN = 16
"""Sea around an island's land, in cells."""

_WORLD_SIDE = 384
_WORLD_LOD = 3


def region_png(region: Region) -> bytes:
    """Return the PNG file of a region's or chunk's picture."""
    return encode_png(paint(region))


def island_picture(world: World, island: Island, longest: int = 640) -> np.ndarray:
    """Return the picture of an island's box, uint8 (height, width, 3).

    One pixel is ``2**lod`` cells: the finest lod from 0 on whose picture is at most ``longest``
    pixels a side, or the coarsest that still shows islands as they are.
    """
    x, y, width, height = island.bounds
    lod = 0
    while max(width, height) + 2 * _MARGIN > longest << lod and lod < MAX_PLANNED_LOD:
        lod += 1
    step = 1 << lod
    left, top = x - _MARGIN, y - _MARGIN
    columns = -(-(width + 2 * _MARGIN) // step)
    rows = -(-(height + 2 * _MARGIN) // step)
    return paint(world.region(left - left % step, top - top % step, columns, rows, lod))


def world_png(world: World) -> bytes:
    """Return a PNG file that shows the sea around the spawn, from sketches and so at once."""
    x, y = world.spawn()
    half = (_WORLD_SIDE << _WORLD_LOD) // 2
    step = 1 << _WORLD_LOD
    left, top = (x - half) // step * step, (y - half) // step * step
    region = world.region(left, top, _WORLD_SIDE, _WORLD_SIDE, _WORLD_LOD, sketch=True)
    return encode_png(paint(region))
