"""The home island: the one that play begins on, and the box it lies in."""

from __future__ import annotations

from worldgen.area import Area
from worldgen.features.island import Island
from worldgen.world import World


def home_island(world: World) -> Island | None:
    """Return the island that the spawn of a world lies on; None where there are no islands."""
    key = world.at(*world.spawn()).island
    return None if key is None else world.island(*key)


def home_area(world: World, lod: int = 0) -> Area | None:
    """Return the box of the home island; None when it has no land."""
    island = home_island(world)
    if island is None:
        return None
    x, y, width, height = island.bounds
    return Area.of_cells(x, y, width, height, lod) if min(width, height) >= 1 else None
