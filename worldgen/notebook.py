"""Small pictures of regions, islands and worlds, as notebooks show them."""

from __future__ import annotations

import numpy as np

from worldgen.chunk.fields import Samples, Source
from worldgen.coordinates import MAX_OVERVIEW_LOD, MAX_PLANNED_LOD
from worldgen.render.painter import paint
from worldgen.render.png import encode_png

_MARGIN = 16
"""Sea around an island's land, in cells."""

_WORLD_SIDE = 384
_WORLD_LOD = 3


def region_png(region: Samples) -> bytes:
    """Return the PNG file of a region's or chunk's picture."""
    return encode_png(paint(region))


def island_picture(
    source: Source[Samples],
    bounds: tuple[int, int, int, int],
    longest: int = 640,
    great: bool = False,
) -> np.ndarray:
    """Return the picture of the box of an island, uint8 (height, width, 3).

    ``bounds`` are x, y, width and height in cells. One pixel is ``2**lod`` cells: the finest lod
    from 0 on whose picture is at most ``longest`` pixels a side, or the coarsest that still shows
    islands as they are: for a ``great`` one, that has a coarse plan, these are farther out.
    """
    x, y, width, height = bounds
    lod, last = 0, MAX_OVERVIEW_LOD if great else MAX_PLANNED_LOD
    while max(width, height) + 2 * _MARGIN > longest << lod and lod < last:
        lod += 1
    step = 1 << lod
    left, top = x - _MARGIN, y - _MARGIN
    columns = -(-(width + 2 * _MARGIN) // step)
    rows = -(-(height + 2 * _MARGIN) // step)
    return paint(source.region(left - left % step, top - top % step, columns, rows, lod))


def world_png(source: Source[Samples], spawn: tuple[int, int]) -> bytes:
    """Return a PNG file that shows the sea around the spawn, from sketches and so at once."""
    half = (_WORLD_SIDE << _WORLD_LOD) // 2
    step = 1 << _WORLD_LOD
    left, top = ((place - half) // step * step for place in spawn)
    return region_png(source.region(left, top, _WORLD_SIDE, _WORLD_SIDE, _WORLD_LOD, sketch=True))
