"""What the place where play begins is like: how flat, and how far from mountains."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

import numpy as np

from worldgen.area import Area
from worldgen.biomes import Biome, Terrain
from worldgen.region import Region
from worldgen.world import World

FLATNESS_RADIUS = 12
"""Flatness is the greatest difference of height among the cells this close to the spawn."""

MOUNTAIN_REACH = 1024
"""How far from the spawn mountains are looked for, in cells."""

_FIRST_REACH = 64
_TILE = 256


@dataclass(frozen=True)
class SpawnFigures:
    """The spawn and its surroundings."""

    x: int
    y: int
    flatness: float
    """Highest minus lowest height within ``FLATNESS_RADIUS`` cells."""
    mountain_distance: float | None
    """Cells to the nearest mountain; None when there is none within the reach asked for."""


def spawn_figures(world: World, mountain_reach: int = MOUNTAIN_REACH) -> SpawnFigures:
    """Measure the spawn of a world; what it costs grows with the way to the nearest mountain."""
    x, y = world.spawn()
    return SpawnFigures(x, y, flatness(world, x, y), mountain_distance(world, x, y, mountain_reach))


def flatness(world: World, x: int, y: int) -> float:
    """Return the greatest difference of height within ``FLATNESS_RADIUS`` cells of a place."""
    radius = FLATNESS_RADIUS
    region = Area(x - radius, y - radius, 2 * radius + 1, 2 * radius + 1).read(world)
    near = region.height[_squared_distances(region, x, y) <= radius * radius]
    return float(near.max()) - float(near.min())


def mountain_distance(world: World, x: int, y: int, reach: int = MOUNTAIN_REACH) -> float | None:
    """Return how many cells away the nearest mountain is; None beyond ``reach``.

    A mountain is a cell that is one by its height class or by its biome.
    """
    near = min(_FIRST_REACH, reach)
    while True:
        found = _nearest_mountain(world, x, y, near)
        if found is not None:
            return sqrt(found)
        if near == reach:
            return None
        near = min(2 * near, reach)


def _nearest_mountain(world: World, x: int, y: int, reach: int) -> int | None:
    """Return the squared distance to the nearest mountain in a circle."""
    nearest = reach * reach + 1
    for tile in Area(x - reach, y - reach, 2 * reach + 1, 2 * reach + 1).tiles(_TILE):
        if _gap(tile, x, y) >= nearest:
            continue
        region = tile.read(world)
        mountains = (region.terrain == Terrain.MOUNTAINS) | (region.biome == Biome.MOUNTAIN)
        if mountains.any():
            nearest = min(nearest, int(_squared_distances(region, x, y)[mountains].min()))
    return nearest if nearest <= reach * reach else None


def _gap(tile: Area, x: int, y: int) -> int:
    """Return the squared distance from a cell to the nearest cell of a tile."""
    across = max(tile.left - x, x - (tile.left + tile.width - 1), 0)
    down = max(tile.top - y, y - (tile.top + tile.height - 1), 0)
    return across * across + down * down


def _squared_distances(region: Region, x: int, y: int) -> np.ndarray:
    rows, columns = region.shape
    across = np.arange(columns, dtype=np.int64) + int(region.x - x)
    down = np.arange(rows, dtype=np.int64) + int(region.y - y)
    squared: np.ndarray = across * across + (down * down)[:, np.newaxis]
    return squared
