"""Water that runs down and water that spreads: what local rules do, and what solving does."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

import worldgen
from game.lab.island import lab_island, window_on
from game.lab.maps import bare_world
from worldgen.island.humidity import diffuse
from worldgen.island.relief import random_cells
from worldgen.seed import layer_key, normalize_seed, world_key

_SIDE = 200
_NEIGHBOURS = [(dr, dc) for dr in (-1, 0, 1) for dc in (-1, 0, 1) if dr or dc]


@dataclass(frozen=True)
class Walk:
    """A way to the lowest neighbour, again and again."""

    path: tuple[tuple[int, int], ...]
    """(row, column) of every cell."""
    reached_sea: bool


@dataclass(frozen=True)
class RiverComparison:
    """The same island twice: as noise with walks on it, and solved with its rivers."""

    heights: np.ndarray
    water: float
    walks: tuple[Walk, ...]
    solved: np.ndarray
    """uint8 (height, width, 3): the island as the game shows it."""
    lines: tuple[np.ndarray, ...]
    """(n, 2) each: rivers in samples of the pictures, x first."""
    to_sea: int

    @property
    def stalled(self) -> int:
        """How many walks ended in a hollow."""
        return sum(not walk.reached_sea for walk in self.walks)


def compare_rivers(seed: str, count: int, palette: str) -> RiverComparison:
    """Walk down from so many mountain cells of an island, and solve the island as well."""
    world = worldgen.World(seed)
    found = lab_island(world)
    window = window_on(found, _SIDE, _SIDE)
    parameters = world.parameters
    noise = bare_world(seed, True, parameters.octaves, parameters.feature_size)
    raw = window.region(noise, sketch=True)
    own = np.where(raw.in_domain(found.key), raw.height, 0.0)
    starts = mountain_cells(seed, own, parameters.water_level, count)
    walks = tuple(walk_down(raw.height, start, parameters.water_level) for start in starts)
    region = window.region(world, sketch=False)
    island = world.island(*found.key)
    rivers = island.rivers if island else ()
    corner, step = (window.x, window.y), 2**window.lod
    return RiverComparison(
        raw.height,
        parameters.water_level,
        walks,
        worldgen.paint(region, palette),
        tuple((river.points - corner) / step for river in rivers),
        sum(river.mouth in ("sea", "lake") for river in rivers),
    )


def mountain_cells(
    seed: str, heights: np.ndarray, water: float, count: int
) -> list[tuple[int, int]]:
    """Return random cells among the highest fifth of the land."""
    land = heights[heights > water]
    if not land.size:
        return []
    highest = np.argwhere(heights >= np.quantile(land, 0.8))
    lots = np.empty((1, len(highest)))
    random_cells(np.uint64(layer_key(world_key(normalize_seed(seed)), "lots")), 0, 0, lots)
    drawn = highest[np.argsort(lots[0])[:count]]
    return [(int(row), int(column)) for row, column in drawn]


def walk_down(heights: np.ndarray, start: tuple[int, int], water: float) -> Walk:
    """Go to the lowest of the eight neighbours until the sea, or until all are higher."""
    path = [start]
    row, column = start
    while heights[row, column] >= water:
        around = [
            (float(heights[row + dr, column + dc]), row + dr, column + dc)
            for dr, dc in _NEIGHBOURS
            if 0 <= row + dr < heights.shape[0] and 0 <= column + dc < heights.shape[1]
        ]
        lowest, next_row, next_column = min(around)
        if lowest >= heights[row, column]:
            return Walk(tuple(path), reached_sea=False)
        row, column = next_row, next_column
        path.append((row, column))
    return Walk(tuple(path), reached_sea=True)


def spread_water(heights: np.ndarray, water: float, rate: float, steps: int) -> np.ndarray:
    """Return how much water has come inland from the sea, which stays full."""
    source = np.ascontiguousarray(heights < water, dtype=np.uint8)
    humidity = np.empty(heights.shape)
    diffuse(source, rate, steps, humidity)
    return humidity


def island_heights(seed: str) -> tuple[np.ndarray, float]:
    """Return the heights around an island as a sketch, and the water level."""
    world = worldgen.World(seed)
    region = window_on(lab_island(world), _SIDE, _SIDE).region(world, sketch=True)
    return region.height, world.parameters.water_level
