"""Sketches: made without plans, and so like the full picture that the change is hardly seen."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
import pytest

from tests.fields import FIELDS, digest_of, same
from worldgen import CHUNK_SIZE, MAX_LOD, MIN_LOD, Region, World, WorldParameters, paint

PLANNED = range(MIN_LOD, 5)
SEEDS = [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 24))]


@lru_cache(maxsize=4)
def both(seed: int) -> tuple[Region, Region]:
    """Return the full picture and the sketch of two thousand cells around the origin."""
    world = World(seed)
    box = (-1024, -1024, 512, 512)
    return world.region(*box, lod=2), world.region(*box, lod=2, sketch=True)


def dry_in_both(full: Region, sketch: Region) -> np.ndarray:
    dry: np.ndarray = np.isnan(full.water_level) & np.isnan(sketch.water_level)
    return dry


@pytest.mark.parametrize("seed", SEEDS)
def test_heights_differ_little_over_land(seed: int) -> None:
    full, sketch = both(seed)
    land = dry_in_both(full, sketch)
    difference = sketch.height[land].astype(np.float64) - full.height[land]
    # Measured over 8 seeds: mean 0.004, mean size 0.04, spreads alike within a tenth.
    assert abs(difference.mean()) < 0.02
    assert np.abs(difference).mean() < 0.06
    assert 0.7 < sketch.height[land].std() / full.height[land].std() < 1.3


@pytest.mark.parametrize("seed", SEEDS)
def test_coasts_are_where_they_will_be(seed: int) -> None:
    full, sketch = both(seed)
    agreeing = np.mean((full.shore > 0.0) == (sketch.shore > 0.0))
    # Measured over 8 seeds: 99.1 to 99.98 per cent.
    assert agreeing > 0.985


@pytest.mark.parametrize("seed", SEEDS)
def test_colours_differ_little_over_land(seed: int) -> None:
    full, sketch = both(seed)
    land = dry_in_both(full, sketch)
    difference = paint(sketch)[land].astype(np.float64) - paint(full)[land]
    # Measured over 8 seeds: at most 7 of 255 in the mean of a channel, 24 in mean size.
    assert np.abs(difference.mean(axis=0)).max() < 12.0
    assert np.abs(difference).mean() < 32.0
    assert abs((sketch.moisture[land] - full.moisture[land]).mean()) < 0.03


def on_an_island(world: World) -> tuple[int, int]:
    """Return the chunk in the middle of a large island."""
    site = max(world.sites(-1024, -1024, 2048, 2048), key=lambda site: site.size)
    return int(site.x) // CHUNK_SIZE, int(site.y) // CHUNK_SIZE


def test_sketches_solve_nothing() -> None:
    world = World(1)
    cx, cy = on_an_island(world)
    missing = world.missing_plans(cx, cy)
    assert missing
    for lod in PLANNED:
        world.chunk(cx, cy, lod, sketch=True)
    for lod in range(5, MAX_LOD + 1):
        assert world.missing_plans(cx, cy, lod) == ()
        assert world.chunk(cx, cy, lod).sketch
    assert world.missing_plans(cx, cy) == missing


def test_a_sketch_does_not_depend_on_what_was_solved() -> None:
    fresh, used = World(1), World(1)
    cx, cy = on_an_island(used)
    used.chunk(cx, cy)
    assert used.missing_plans(cx, cy) == ()
    for lod in (0, 3):
        place = (cx >> lod, cy >> lod, lod)
        one, other = (world.chunk(*place, sketch=True) for world in (fresh, used))
        assert digest_of(one) == digest_of(other)
        assert one.sketch
        assert not used.chunk(*place).sketch


def test_far_chunks_are_sketches_whether_asked_or_not() -> None:
    world = World(1)
    for lod in (5, MAX_LOD):
        assert digest_of(world.chunk(2, -3, lod)) == digest_of(world.chunk(2, -3, lod, sketch=True))


@pytest.mark.parametrize(
    "settings",
    [
        {"island": False},
        {"relief": "rules"},
        {"water_level": 0.7, "beach_level": 0.72, "mountain_level": 0.8, "snow_level": 0.9},
        {"relief_steps": 200, "erosion": 1.0},
        {"octaves": 1},
    ],
    ids=str,
)
def test_sketches_of_any_world_are_sound(settings: dict[str, Any]) -> None:
    world = World(4, WorldParameters.from_mapping(settings))
    sketch = world.region(-4096, -4096, 256, 256, lod=5)
    assert ((sketch.height >= 0.0) & (sketch.height <= 1.0)).all()
    wet = ~np.isnan(sketch.water_level)
    assert (sketch.water_level[wet] == np.float32(sketch.water)).all()
    assert ((sketch.height < sketch.water) == wet).all()
    assert wet.any()
    assert (~wet).any()
    assert not sketch.discharge.any()


def test_without_rules_a_sketch_is_the_full_picture() -> None:
    off = dict.fromkeys(
        ("erosion", "smoothing", "uplift", "thermal", "lakes", "river_density"), 0.0
    )
    world = World(4, WorldParameters.from_mapping(off))
    for cx, cy in ((0, 0), (-3, 5), (7, -2)):
        full, sketch = world.chunk(cx, cy), world.chunk(cx, cy, sketch=True)
        for name in FIELDS:
            assert same(getattr(full, name), getattr(sketch, name)), name
    assert full.shape == (CHUNK_SIZE, CHUNK_SIZE)
