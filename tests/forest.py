"""Finds trees, for tests of what stands on the ground."""

from __future__ import annotations

import numpy as np

import worldgen
from worldgen import Biome

_SIDE = 64


def find_forest(world: worldgen.World) -> tuple[int, int]:
    """Return the middle of the most wooded 64 x 64 cells around the start."""
    x, y = (int(place) - 768 for place in world.spawn())
    region = world.region(x, y, 384, 384, lod=2)
    wood = np.isin(region.biome, (Biome.FOREST, Biome.JUNGLE, Biome.TAIGA))
    counts = wood.reshape(24, 16, 24, 16).sum(axis=(1, 3))
    row, column = divmod(int(counts.argmax()), 24)
    return x + _SIDE * column + _SIDE // 2, y + _SIDE * row + _SIDE // 2
