"""The spawn: dry, flat, by the sea, away from mountains, on an island with a river; or why not."""

from __future__ import annotations

from math import hypot
from typing import Any

import numpy as np
import pytest

from tests.worldgen.chunk.water_checks import label_bodies
from tests.worlds import shared_world
from worldgen import Biome, World, WorldParameters
from worldgen.analysis.spawn_figures import flatness, mountain_distance
from worldgen.spawn.candidates import MOUNTAIN_CELLS
from worldgen.spawn.search import FLATTEST, ISLAND_CELLS, SHORE_CELLS

HIGH_WATER = {
    "water_level": 0.9,
    "beach_level": 0.905,
    "mountain_level": 0.91,
    "snow_level": 0.95,
}


def lacks(world: World) -> list[str]:
    """Return what the spawn of a world lacks, found out cell by cell."""
    x, y = world.spawn()
    found = []
    sample = world.at(x, y)
    if not np.isnan(sample.water_level):
        found.append("dry ground")
    if flatness(world, x, y) > FLATTEST:
        found.append("flat ground")
    near = world.region(x - SHORE_CELLS, y - SHORE_CELLS, 2 * SHORE_CELLS + 1, 2 * SHORE_CELLS + 1)
    down, across = np.nonzero(near.biome == Biome.OCEAN)
    if not (np.hypot(down - SHORE_CELLS, across - SHORE_CELLS) <= SHORE_CELLS).any():
        found.append("sea")
    distance = mountain_distance(world, x, y, MOUNTAIN_CELLS)
    if distance is not None and distance < MOUNTAIN_CELLS:
        found.append("distance from mountains")
    island = None if sample.island is None else world.island(*sample.island)
    if island is None or not island.rivers:
        found.append("river")
    if landmass(world, x, y) < ISLAND_CELLS:
        found.append("land")
    return found


def landmass(world: World, x: int, y: int) -> int:
    """Return how many cells of connected land surround a place, counted near it."""
    half = 160
    region = world.region(x - half, y - half, 2 * half, 2 * half)
    labels, cells = label_bodies(region.biome != Biome.OCEAN)
    return int(cells[labels[half, half]])


def test_spawns_are_good_places() -> None:
    lacking = {}
    for seed in range(6):
        world = shared_world(seed)
        missing = lacks(world)
        # What is lacking is said, and nothing is said to be lacking that is not.
        assert bool(missing) == bool(world.spawn().why), (seed, missing, world.spawn().why)
        if missing:
            lacking[seed] = world.spawn().why
    assert len(lacking) <= 1, lacking


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, 1000, 50))
def test_a_thousand_spawns(first: int) -> None:
    lacking = {}
    for seed in range(first, first + 50):
        world = World(seed)
        missing = lacks(world)
        assert bool(missing) == bool(world.spawn().why), (seed, missing, world.spawn().why)
        assert {"dry ground", "land"}.isdisjoint(missing), seed
        if missing:
            lacking[seed] = world.spawn().why
    assert len(lacking) <= 3, lacking


def test_spawns_are_the_same_every_time_and_differ_by_seed() -> None:
    first = [tuple(shared_world(seed).spawn()) for seed in range(5)]
    world = World(3)
    world.region(5000, 5000, 300, 300)
    assert tuple(world.spawn()) == first[3]
    assert tuple(world.spawn()) == first[3]
    assert len(set(first)) == len(first)
    assert all(hypot(x, y) < 65_536 for x, y in first)


def solved(world: World) -> int:
    """Return how many islands have been solved, which is what finding a spawn costs."""
    x, y = world.spawn()
    return len(world.solved_islands(x - 16384, y - 16384, 32768, 32768))


def test_a_spawn_needs_three_plans_at_most() -> None:
    for seed in range(3):
        world = World(seed)
        x, y = world.spawn()
        assert 1 <= solved(world) <= 3
        world.at(x, y)
        assert solved(world) <= 3


@pytest.mark.parametrize(
    ("settings", "reason"),
    [
        (HIGH_WATER, "mountains"),
        ({**HIGH_WATER, "island": False}, "mountains"),
        ({"water_level": 0.8, "beach_level": 0.82, "mountain_level": 0.9, "snow_level": 0.95}, ""),
        ({"river_density": 0.0}, "river"),
        ({"mountain_level": 0.431}, "mountains"),
    ],
    ids=str,
)
def test_a_spawn_says_what_it_lacks(settings: dict[str, Any], reason: str) -> None:
    for seed in range(2):
        world = World(seed, WorldParameters.from_mapping(settings))
        spawn = world.spawn()
        assert solved(world) <= 3
        assert spawn.why
        assert reason in spawn.why


@pytest.mark.parametrize("seed", range(2))
def test_where_there_is_no_land_the_spawn_says_so(seed: int) -> None:
    levels = {
        "water_level": 0.98,
        "beach_level": 0.985,
        "mountain_level": 0.99,
        "snow_level": 0.995,
    }
    drowned = {**levels, "feature_size": 4096.0, "octaves": 1, "cover": 0.0}
    world = World(seed, WorldParameters.from_mapping({**drowned, "relief": "fbm"}))
    sketch = world.region(-8192, -8192, 256, 256, lod=6, sketch=True)
    spawn = world.spawn()
    assert solved(world) <= 3
    assert spawn.why
    if not np.isnan(sketch.water_level).any():
        assert spawn.why == "there is no land near the origin"
        assert tuple(spawn) == (0, 0)


@pytest.mark.parametrize(
    "settings",
    [
        {"island": False},
        {"relief": "rules"},
        {"island_spacing": 512},
        {"cover": 0.0},
        {"cover": 1.0, "warp": 1.0},
        {"octaves": 1},
        {"water_level": 0.02, "beach_level": 0.05},
        {"erosion": 0.0, "smoothing": 0.0, "uplift": 0.0, "thermal": 0.0, "lakes": 0.0},
    ],
    ids=str,
)
def test_other_worlds_have_spawns_on_dry_land(settings: dict[str, Any]) -> None:
    world = World("elsewhere", WorldParameters.from_mapping(settings))
    missing = lacks(world)
    assert "dry ground" not in missing
    assert bool(missing) == bool(world.spawn().why), (missing, world.spawn().why)


@pytest.mark.parametrize("seed", range(3))
def test_wide_worlds_have_spawns_on_dry_land(seed: int) -> None:
    world = World(seed, WorldParameters(island_spacing=8192))
    x, y = world.spawn()
    assert np.isnan(world.at(x, y).water_level)
