"""Water at the borders of domains and chunks: the same in any order, and never cut."""

from __future__ import annotations

import random
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache

import numpy as np
import pytest

from tests.fields import digest_of
from tests.worldgen.chunk.water_checks import AROUND, check_water, shifted
from worldgen import CHUNK_SIZE, Biome, Region, World, WorldParameters

PARAMETERS = {
    "islands": WorldParameters(lakes=1.0, river_density=1.0, island_spacing=512),
    "one land": WorldParameters(lakes=1.0, river_density=1.0, island_spacing=512, island=False),
}
SEED = 63560
Places = list[tuple[int, int]]


@lru_cache(maxsize=1)
def border_chunks() -> Places:
    """Return 7 x 7 chunks around a corner where three domains meet."""
    sketch = World(SEED, PARAMETERS["islands"]).region(0, 0, 256, 256, lod=3, sketch=True)
    owner = sketch.domain_index
    corners = [owner[:-1, :-1], owner[1:, :-1], owner[:-1, 1:], owner[1:, 1:]]
    different = sum(
        (one != other).astype(int)
        for number, one in enumerate(corners)
        for other in corners[number + 1 :]
    )
    row, column = np.argwhere(different >= 5)[0].tolist()
    cx, cy = 8 * column // CHUNK_SIZE, 8 * row // CHUNK_SIZE
    return [(cx + dx, cy + dy) for dy in range(-3, 4) for dx in range(-3, 4)]


def made(world: World, places: Iterable[tuple[int, int]], workers: int = 1) -> dict[str, str]:
    """Return what each chunk was when it was made."""
    with ThreadPoolExecutor(workers) as pool:
        order = list(places)
        return dict(
            zip(
                (f"{cx} {cy}" for cx, cy in order),
                pool.map(lambda place: digest_of(world.chunk(*place)), order),
                strict=True,
            )
        )


@pytest.mark.parametrize("kind", PARAMETERS)
def test_order_threads_and_eviction_change_nothing(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    places = border_chunks()
    expected = made(World(SEED, PARAMETERS[kind]), places)
    assert len(set(expected.values())) == len(expected)
    assert made(World(SEED, PARAMETERS[kind]), reversed(places)) == expected
    shuffled = random.Random(5).sample(places, len(places))
    assert made(World(SEED, PARAMETERS[kind]), shuffled, 8) == expected
    monkeypatch.setattr("worldgen.island.plan_cache.MAX_PLANS", 1)
    forgetful = World(SEED, PARAMETERS[kind])
    few = shuffled[:10]
    assert made(forgetful, few, 2) == {
        name: expected[name] for name in (f"{cx} {cy}" for cx, cy in few)
    }


@lru_cache(maxsize=2)
def endless(seed: int) -> tuple[World, Region]:
    """Return a part of a land that runs on, over the borders of several domains."""
    world = World(seed, WorldParameters(island=False, lakes=1.0, river_density=1.0))
    return world, world.region(-100, -100, 1280, 1280)


ENDLESS_SEEDS = [1, *(pytest.param(s, marks=pytest.mark.slow) for s in range(2, 30))]


@pytest.mark.parametrize("seed", ENDLESS_SEEDS)
def test_water_of_land_that_runs_on_ends_in_sea_or_lake(seed: int) -> None:
    world, region = endless(seed)
    faults = check_water(region, margin=1, lakes_are_ends=True)
    assert faults.total == 0, faults
    assert faults.river_cells > 0
    assert region.mask is not None
    for key in region.mask.island_keys():
        island = world.island(*key)
        for river in island.rivers if island else ():
            assert river.mouth in ("sea", "lake")
            x, y = river.points[-1]
            if river.mouth == "sea":
                assert world.at(x, y).biome == Biome.OCEAN, river
            else:
                # Where a lake is small, the river that leaves it may flow over the very place.
                around = world.region(int(x) - 6, int(y) - 6, 13, 13).biome
                assert Biome.LAKE in around, river


@pytest.mark.parametrize("seed", ENDLESS_SEEDS)
def test_no_river_crosses_the_border_of_a_domain(seed: int) -> None:
    _, region = endless(seed)
    assert len(np.unique(region.domain_index)) > 1
    river = region.biome == Biome.RIVER
    crossing = np.zeros_like(river)
    for down, across in AROUND:
        other_owner = shifted(region.domain_index, down, across, -1)
        beside = shifted(river, down, across, False)
        crossing |= river & beside & (other_owner != region.domain_index) & (other_owner >= 0)
    assert not crossing.any(), np.argwhere(crossing)[:5]


@pytest.mark.parametrize(
    "settings",
    [
        {"water_level": 0.05, "beach_level": 0.1},
        {"water_level": 0.6, "beach_level": 0.62, "octaves": 1},
        {"feature_size": 60.0},
        {"island_spacing": 512},
    ],
    ids=str,
)
def test_land_that_runs_on_whatever_the_parameters(settings: dict[str, float]) -> None:
    world = World(7, WorldParameters.from_mapping({"island": False, **settings}))
    faults = check_water(world.region(-300, -300, 600, 600), margin=1, lakes_are_ends=True)
    assert faults.total == 0, faults


@pytest.mark.slow
@pytest.mark.parametrize("seed", (63560, 71778, 47806, 44445, 21950, 65806, 2907, 41134, 89256))
@pytest.mark.parametrize("spacing", (512, 1024))
def test_land_that_runs_on_in_other_worlds(seed: int, spacing: int) -> None:
    settings = WorldParameters(island=False, lakes=1.0, river_density=1.0, island_spacing=spacing)
    region = World(seed, settings).region(-550, -550, 1100, 1100)
    faults = check_water(region, margin=1, lakes_are_ends=True)
    assert faults.total == 0, faults


def test_corrections_taper_to_nothing_at_borders_of_land_that_runs_on() -> None:
    """Only octaves that a plan holds, no water: what is left of the noise is the correction."""
    smooth = {"island": False, "octaves": 4, "lakes": 0.0, "river_density": 0.0}
    off = dict.fromkeys(("erosion", "smoothing", "uplift", "thermal"), 0.0)
    shaped = World(3, WorldParameters.from_mapping(smooth)).region(-300, -300, 1200, 1200)
    noise = World(3, WorldParameters.from_mapping({**smooth, **off})).region(-300, -300, 1200, 1200)
    correction = np.abs(shaped.height - noise.height)
    land = (shaped.shore > 8.0) & (noise.height > noise.water + 0.02)
    border = np.zeros_like(land)
    for down, across in AROUND:
        border |= shifted(shaped.domain_index, down, across, -1) != shaped.domain_index
    border[[0, -1]] = border[:, [0, -1]] = False
    assert np.count_nonzero(border & land) > 200
    assert correction[border & land].max() < 1e-6
    assert correction[land].mean() > 0.01


def test_no_step_shows_at_a_border_of_land_that_runs_on() -> None:
    _, region = endless(1)
    dry = np.isnan(region.water_level)
    for axis in (0, 1):
        steps = np.abs(np.diff(region.height, axis=axis))
        both = np.take(dry, range(1, dry.shape[axis]), axis=axis)
        both &= np.take(dry, range(dry.shape[axis] - 1), axis=axis)
        border = np.diff(region.domain_index, axis=axis) != 0
        assert np.count_nonzero(border & both) > 100
        ratio = steps[border & both].mean() / steps[~border & both].mean()
        assert ratio < 1.5, ratio
