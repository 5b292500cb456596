"""Worlds that tests share, with all that has been solved of them."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from worldgen import Island, Site, World, WorldParameters
from worldgen.seed import Seed


def shared_world(seed: Seed, **parameters: Any) -> World:
    """Return the one world of a seed and parameters, which keeps its plans for all tests."""
    return world_of(seed, WorldParameters(**parameters))


@cache
def world_of(seed: Seed, parameters: WorldParameters) -> World:
    """Return the shared world of a seed and parameters, as ``World`` takes them."""
    return World(seed, parameters)


def largest_site(world: World, squares: int) -> Site:
    """Return the site of the largest small island around the spawn."""
    (x, y), reach = world.spawn(), squares * world.parameters.island_spacing
    while True:
        sites = world.sites(x - reach, y - reach, 2 * reach, 2 * reach, 0)
        if sites:
            return max(sites, key=lambda site: (site.size, site.key))
        reach *= 2


def home_cell(world: World) -> tuple[int, int]:
    """Return a cell of high land on the largest small island around the spawn."""
    island = world.island(*largest_site(world, 4).key)
    assert island is not None
    return int(island.peak.x), int(island.peak.y)


def west_coast(world: World) -> tuple[int, int]:
    """Return the westernmost land of the largest small island around the spawn."""
    site = largest_site(world, 4)
    island = world.island(*site.key)
    assert island is not None
    x, y, width, height = island.bounds
    land = world.island_region(site.key, x, y, width // 4 + 1, height // 4 + 1, lod=2).shore > 0.0
    column, row = (int(place) for place in np.argwhere(land.T)[0])
    return x + 4 * column, y + 4 * row


def island_with_lake(world: World) -> Island:
    """Return the largest small island with a lake around the spawn."""
    (x, y), reach = world.spawn(), 4 * world.parameters.island_spacing
    while True:
        sites = world.sites(x - reach, y - reach, 2 * reach, 2 * reach, 0)
        islands = [island for site in sites if (island := world.island(*site.key)) is not None]
        islands = [island for island in islands if island.lakes]
        if islands:
            return max(islands, key=lambda island: (island.area, island.key))
        reach *= 2
