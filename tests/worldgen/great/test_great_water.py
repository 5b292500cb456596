"""The water of great islands on final fields: it reaches the sea across all tiles."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.worldgen.chunk.water_checks import check_water
from tests.worldgen.great.great_world import LARGEST, Great, find_great, shared_great
from worldgen import Biome
from worldgen.great.gather import needed_tiles

SIDE = 448
SEED = "c"


def assert_sound(great: Great, x: float, y: float, side: int = SIDE) -> int:
    """Check the water about a place, and return the cells of rivers there."""
    region = great.world.region(int(x) - side // 2, int(y) - side // 2, side, side)
    faults = check_water(region, margin=2, forks=great.forks(region))
    assert faults.total == 0, (great.key, x, y, faults)
    return faults.river_cells


def tiles_at(great: Great, x: float, y: float, side: int = SIDE) -> tuple[int, ...]:
    layers = great.world.generator.layers
    region = great.world.region(int(x) - side // 2, int(y) - side // 2, side, side, lod=0)
    return needed_tiles(layers, great.plan, region.grid)


@pytest.mark.parametrize("part", (0.05, 0.5, 0.95))
def test_water_follows_a_trunk_to_the_sea(part: float) -> None:
    great = shared_great(SEED)
    places = great.trunk_places()
    x, y = places[int(part * (len(places) - 1))]
    assert assert_sound(great, x, y) > 100


def test_water_is_sound_where_tiles_meet() -> None:
    great = shared_great(SEED)
    places = great.border_places()
    x, y = places[len(places) // 2]
    assert len(tiles_at(great, x, y)) > 1
    assert_sound(great, x, y)


def test_water_is_sound_at_a_lake_of_the_coarse_plan() -> None:
    great = shared_great(SEED)
    lake = great.world.island(*great.key).lakes[0]  # type: ignore[union-attr]
    region = great.world.region(int(lake.x) - 224, int(lake.y) - 224, SIDE, SIDE)
    assert np.count_nonzero(region.biome == Biome.LAKE) > 4000
    assert region.biome[224, 224] == Biome.LAKE
    assert region.water_level[224, 224] == np.float32(lake.level)
    assert check_water(region, margin=2).total == 0


@pytest.mark.slow
@pytest.mark.parametrize(
    "settings",
    [
        {"water_level": 0.05, "beach_level": 0.1},
        {"water_level": 0.6, "beach_level": 0.62},
        {"lakes": 1.0, "river_density": 1.0},
        {"lakes": 0.0},
        {"river_density": 0.07},
        {"relief_steps": 0},
        {"relief": "rules"},
        {"octaves": 1},
        {"feature_size": 60.0, "noise": "value"},
        {"feature_size": 4096.0, "persistence": 0.95},
        {"cover": 1.0, "warp": 1.0},
        {"uplift": 1.0, "erosion": 1.0, "relief_steps": 100},
        {"smoothing": 1.0, "thermal": 1.0, "relief_steps": 60},
    ],
    ids=str,
)
def test_water_whatever_the_parameters(settings: dict[str, Any]) -> None:
    great = find_great(SEED, **settings)
    places = [*great.trunk_places()[::400], *great.tile_places()[::5]]
    assert len(places) > 3
    for x, y in places:
        assert_sound(great, x, y)


def test_no_river_runs_where_their_density_is_0() -> None:
    great = find_great(SEED, river_density=0.0, lakes=0.0)
    x, y = great.trunk_places()[0]
    region = great.world.region(int(x) - 100, int(y) - 100, 200, 200)
    assert not region.discharge.any()
    assert great.world.island(*great.key).rivers == ()  # type: ignore[union-attr]
    assert check_water(region, margin=2).total == 0


def test_water_is_sound_2_to_the_50_cells_away() -> None:
    great = find_great(SEED, around=2**50 // 1024)
    x, y = great.trunk_places()[0]
    assert x > 2.0**49 and y > 2.0**49
    assert_sound(great, x, y)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20))
def test_water_along_the_greatest_river_of_other_worlds(seed: int) -> None:
    """At least 40 tiles and 300 borders of chunks about the greatest river of each."""
    great = find_great(seed, sizes=LARGEST)
    rivers = great.plan.rivers
    source, longest = 0, 0
    for start in rivers.sources:
        piece, total = int(start), 0
        while piece >= 0:
            total, piece = total + 1, int(rivers.following[piece])
        if total > longest:
            source, longest = int(start), total
    places, piece = great.trunk_places(), source
    met: set[int] = set()
    borders, last = 0, None
    while piece >= 0:
        x, y = places[piece]
        if last is None or abs(x - last[0]) + abs(y - last[1]) > 0.8 * SIDE:
            last = (x, y)
            assert_sound(great, x, y)
            met |= set(tiles_at(great, x, y))
            borders += 2 * (SIDE // 64) * (SIDE // 64 - 1)
        piece = int(rivers.following[piece])
    for x, y in great.tile_places()[:60]:
        assert_sound(great, x, y)
        met |= set(tiles_at(great, x, y))
        borders += 2 * (SIDE // 64) * (SIDE // 64 - 1)
    assert len(met) >= min(40, great.plan.tiles)
    assert borders >= 300
