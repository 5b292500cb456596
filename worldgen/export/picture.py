"""A picture of any size, made band by band."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import cast

import numpy as np

from worldgen.render.painter import paint
from worldgen.world import World

TILE = 512
"""Samples a side that are drawn at once."""


def picture_bands(
    world: World,
    left: int,
    top: int,
    width: int,
    height: int,
    lod: int = 0,
    palette: str = "natural",
    drawn: Callable[[int], object] | None = None,
) -> Iterator[np.ndarray]:
    """Yield uint8 (rows, width, 3) from the top down.

    ``left`` and ``top`` count samples, ``2**lod`` cells each, from the world's origin. After each
    tile ``drawn`` is called with the number of its samples.
    """
    for row in range(0, height, TILE):
        rows = min(TILE, height - row)
        band = np.empty((rows, width, 3), dtype=np.uint8)
        for column in range(0, width, TILE):
            columns = min(TILE, width - column)
            x, y = _cells(left + column, lod), _cells(top + row, lod)
            region = world.region(x, y, columns, rows, lod)
            band[:, column : column + columns] = paint(region, palette)
            if drawn:
                drawn(rows * columns)
        yield band


def _cells(sample: int, lod: int) -> float:
    """Return where a sample lies, exactly; a float runs out of bits far from the origin."""
    return cast(float, Fraction(sample) * Fraction(2) ** lod)
