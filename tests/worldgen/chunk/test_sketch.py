"""Sketches: made without plans, and so like the full picture that the change is hardly seen."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
import pytest

from tests.fields import FIELDS, digest_of, same
from tests.worlds import largest_site, shared_world
from worldgen import CHUNK_SIZE, MAX_LOD, MIN_LOD, Region, World, WorldParameters, paint
from worldgen.coordinates import MAX_OVERVIEW_LOD

PLANNED = range(MIN_LOD, 5)
GROUPS = [
    range(3),
    *(pytest.param(range(n, n + 3), marks=pytest.mark.slow) for n in range(3, 24, 3)),
]


class Pair(NamedTuple):
    """The full pictures and the sketches of some small islands, sample by sample."""

    full_shore: np.ndarray
    sketched_shore: np.ndarray
    land: np.ndarray
    """Where both are dry."""
    full: Region
    sketch: Region


@lru_cache(maxsize=9)
def both(seed: int) -> Pair:
    """Return the full picture and the sketch of small islands about the largest near the spawn."""
    site = largest_site(shared_world(seed), 4)
    box = (int(site.x) // 4 * 4 - 1024, int(site.y) // 4 * 4 - 1024, 512, 512)
    world = shared_world(seed)
    full, sketch = world.region(*box, lod=2), world.region(*box, lod=2, sketch=True)
    # For great islands overviews stand in, which are made from coarse plans.
    small = np.isin(full.domain_index, [n for n, key in enumerate(full.domain_keys) if key[2] == 0])
    dry = np.isnan(full.water_level) & np.isnan(sketch.water_level)
    return Pair(full.shore[small], sketch.shore[small], dry & small, full, sketch)


def over_land(seeds: range, name: str) -> tuple[np.ndarray, np.ndarray]:
    """Return a field of all land of some seeds: in full, and sketched."""
    pairs = [both(seed) for seed in seeds]
    return (
        np.concatenate([getattr(pair.full, name)[pair.land] for pair in pairs]).astype(np.float64),
        np.concatenate([getattr(pair.sketch, name)[pair.land] for pair in pairs]).astype(float),
    )


@pytest.mark.parametrize("seeds", GROUPS, ids=str)
def test_heights_differ_little_over_land(seeds: range) -> None:
    full, sketch = over_land(seeds, "height")
    difference = sketch - full
    assert len(full) > 20_000
    assert abs(difference.mean()) < 0.02
    assert np.abs(difference).mean() < 0.06
    assert 0.7 < sketch.std() / full.std() < 1.3


@pytest.mark.parametrize("seeds", GROUPS, ids=str)
def test_coasts_are_where_they_will_be(seeds: range) -> None:
    pairs = [both(seed) for seed in seeds]
    same_side = [(pair.full_shore > 0.0) == (pair.sketched_shore > 0.0) for pair in pairs]
    # Of the domains of small islands alone, which hold more coast than the sea about them.
    assert np.concatenate(same_side).mean() > 0.96


@pytest.mark.parametrize("seeds", GROUPS, ids=str)
def test_colours_differ_little_over_land(seeds: range) -> None:
    pairs = [both(seed) for seed in seeds]
    difference = np.concatenate(
        [
            paint(pair.sketch)[pair.land].astype(np.float64) - paint(pair.full)[pair.land]
            for pair in pairs
        ]
    )
    assert np.abs(difference.mean(axis=0)).max() < 12.0
    assert np.abs(difference).mean() < 32.0
    full, sketch = over_land(seeds, "moisture")
    assert abs((sketch - full).mean()) < 0.03


def on_an_island(world: World) -> tuple[int, int]:
    """Return the chunk in the middle of a large island."""
    site = largest_site(world, 2)
    return int(site.x) // CHUNK_SIZE, int(site.y) // CHUNK_SIZE


def test_sketches_solve_nothing() -> None:
    world = World(1)
    cx, cy = on_an_island(shared_world(1))
    missing = world.missing_plans(cx, cy)
    assert missing
    for lod in PLANNED:
        world.chunk(cx, cy, lod, sketch=True)
    for lod in range(MAX_OVERVIEW_LOD + 1, MAX_LOD + 1):
        assert world.missing_plans(cx, cy, lod) == ()
        assert world.chunk(cx, cy, lod).sketch
    assert world.missing_plans(cx, cy) == missing


def test_a_sketch_does_not_depend_on_what_was_solved() -> None:
    fresh, used = World(1), World(1)
    cx, cy = on_an_island(shared_world(1))
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
    for lod in (MAX_OVERVIEW_LOD + 1, MAX_LOD):
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
    x, y = (int(place) // 32 * 32 - 4096 for place in shared_world(4).spawn())
    sketch = world.region(x, y, 256, 256, lod=5, sketch=True)
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
