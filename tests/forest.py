"""Finds woods and open land, for tests of what stands on the ground."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

import worldgen
from worldgen import Biome

_SIDE = 64
_REACH = 32_768
"""Cells from the origin within which land of one biome is looked for."""

_AROUND, _TRIED = 7, 200


def find_forest(world: worldgen.World) -> tuple[int, int]:
    """Return the middle of the most wooded 64 x 64 cells around the start."""
    x, y = (int(place) - 768 for place in world.spawn())
    region = world.region(x, y, 384, 384, lod=2)
    wood = np.isin(region.biome, (Biome.FOREST, Biome.JUNGLE, Biome.TAIGA))
    counts = wood.reshape(24, 16, 24, 16).sum(axis=(1, 3))
    row, column = divmod(int(counts.argmax()), 24)
    return x + _SIDE * column + _SIDE // 2, y + _SIDE * row + _SIDE // 2


def find_wide(world: worldgen.World, kind: Biome) -> tuple[int, int]:
    """Return the middle of 64 x 64 cells that one biome covers, far from its borders."""
    here = sliding_window_view(_sketched(world) == kind, (_AROUND, _AROUND)).sum(axis=(2, 3))
    for at in np.argsort(here, axis=None, kind="stable")[: -1 - _TRIED : -1]:
        row, column = divmod(int(at), here.shape[1])
        x, y = (64 * (place + _AROUND // 2) - _REACH for place in (column, row))
        # A sketch knows nothing of what is dug and built up there.
        if (world.region(x - 32, y - 32, 16, 16, lod=2).biome == kind).mean() > 0.85:
            return x, y
    raise AssertionError(f"no {kind.name.lower()} is wide enough")


@cache
def _sketched(world: worldgen.World) -> np.ndarray:
    side = 2 * _REACH // 64
    return world.region(-_REACH, -_REACH, side, side, lod=6, sketch=True).biome
