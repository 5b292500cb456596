"""Finds woods and open land, for tests of what stands on the ground."""

from __future__ import annotations

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

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


def find_wide(world: worldgen.World, kind: Biome) -> tuple[int, int]:
    """Return the middle of 64 x 64 cells that one biome covers, far from its borders."""
    found: list[tuple[int, int, int]] = []
    for top in range(-15360, 15360, 2048):
        region = world.region(-4096, top, 512, 128, lod=4, sketch=True)
        counts = (region.biome == kind).reshape(16, 8, 64, 8).sum(axis=(1, 3))
        around = sliding_window_view(counts, (3, 3)).sum(axis=(2, 3))
        for at in np.argsort(around, axis=None)[-4:]:
            row, column = divmod(int(at), around.shape[1])
            place = -4096 + 128 * (column + 1) + 64, top + 128 * (row + 1) + 64
            found.append((int(around[row, column]), *place))
    for _, x, y in sorted(found, reverse=True):
        # A sketch knows nothing of what is dug and built up there.
        if (world.region(x - 32, y - 32, 16, 16, lod=2).biome == kind).mean() > 0.85:
            return x, y
    raise AssertionError(f"no {kind.name.lower()} is wide enough")
