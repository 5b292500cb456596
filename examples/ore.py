"""A layer of your own: ore that any chunk finds again, whatever was asked before."""

import numpy as np

import worldgen
from worldgen import CHUNK_SIZE

world = worldgen.World("atlantis")
ore = world.layer("ore", wavelength=90, octaves=3)


def deposits(cx: int, cy: int) -> list[tuple[int, int]]:
    """Return the cells of a chunk that hold ore: on dry land, where there is much of it."""
    chunk = world.chunk(cx, cy)
    x = cx * CHUNK_SIZE + np.arange(CHUNK_SIZE)
    y = cy * CHUNK_SIZE + np.arange(CHUNK_SIZE)[:, np.newaxis]
    rich = (ore.chunk(cx, cy) > 0.6) & np.isnan(chunk.water_level)
    lucky = world.rng(cx, cy, "ore").random(rich.shape) < 0.2
    rows, columns = np.nonzero(rich & lucky)
    return [(int(x[c]), int(y[r, 0])) for r, c in zip(rows, columns, strict=True)]


cx, cy = (int(part) // CHUNK_SIZE for part in world.spawn())
for dx in (-1, 0, 1):
    found = deposits(cx + dx, cy)
    print(f"chunk ({cx + dx}, {cy}): {len(found)} deposits", *found[:3])
