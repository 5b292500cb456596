"""Water on final chunks: it can always be followed down to the sea, whatever the parameters."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.worldgen.chunk.water_checks import AROUND, Faults, check_water, label_bodies, shifted
from tests.worlds import largest_site, shared_world
from worldgen import CHUNK_SIZE, Biome, Region, World, WorldParameters

HALF = 10 * CHUNK_SIZE
"""Half the side of a square of 20 x 20 chunks."""

ALL_SEA = WorldParameters(
    water_level=0.98, beach_level=0.985, mountain_level=0.99, snow_level=0.995
)


def levels(water: float) -> dict[str, float]:
    """Return levels in rising order above a water level."""
    rest = 1.0 - water
    return {
        "water_level": water,
        "beach_level": water + 0.05 * rest,
        "mountain_level": water + 0.5 * rest,
        "snow_level": water + 0.7 * rest,
    }


def around_an_island(world: World, side: int) -> Region:
    """Return a square of cells around the largest small island near the spawn."""
    site = largest_site(world, 2)
    return world.region(int(site.x) - side // 2, int(site.y) - side // 2, side, side)


def assert_sound(faults: Faults) -> None:
    assert faults.total == 0, faults


@pytest.mark.parametrize(
    "seed", [0, *(pytest.param(s, marks=pytest.mark.slow) for s in range(1, 50))]
)
def test_all_water_runs_to_the_sea(seed: int) -> None:
    world = shared_world(seed)
    x, y = world.spawn()
    region = world.region(x - HALF, y - HALF, 2 * HALF, 2 * HALF)
    faults = check_water(region, margin=1)
    assert_sound(faults)
    assert faults.river_cells > 0 or not np.isnan(region.water_level).any()


@pytest.mark.parametrize(
    "seed", [0, *(pytest.param(s, marks=pytest.mark.slow) for s in range(1, 30))]
)
def test_many_lakes_and_rivers(seed: int) -> None:
    world = shared_world(f"wet {seed}", lakes=1.0, river_density=1.0)
    faults = check_water(around_an_island(world, 1024), margin=1)
    assert_sound(faults)
    assert faults.river_cells > 1000


def test_where_many_lakes_are_asked_for_most_islands_have_some() -> None:
    with_lakes = 0
    for seed in range(8):
        world = shared_world(f"wet {seed}", lakes=1.0)
        island = world.island(*largest_site(world, 16).key)
        assert island is not None
        with_lakes += bool(island.lakes)
    assert with_lakes >= 5


HARD_SETS: dict[str, dict[str, Any]] = {
    "water hardly any": levels(0.02),
    "water low": levels(0.05),
    "water high": levels(0.7),
    "water higher": levels(0.9),
    "water nearly all": levels(0.98),
    "flat noise": {"octaves": 1, "persistence": 0.05, "feature_size": 4096.0},
    "one octave": {"octaves": 1},
    "rough noise": {"persistence": 0.95},
    "fine noise": {"feature_size": 16.0},
    "value noise": {"noise": "value", "octaves": 12, "lacunarity": 1.5},
    "spacing least": {"island_spacing": 512},
    "spacing most": {"island_spacing": 8192},
    "cover least": {"cover": 0.0},
    "cover most": {"cover": 1.0, "warp": 1.0},
    "no warp": {"warp": 0.0},
    "no rivers": {"river_density": 0.0},
    "rivers everywhere": {"river_density": 1.0},
    "no lakes": {"lakes": 0.0},
    "no relief": {"relief_steps": 0, "lakes": 1.0, "river_density": 1.0},
    "erosion alone": {"erosion": 1.0, "smoothing": 0.0, "uplift": 0.0, "thermal": 0.0},
    "smoothing alone": {"erosion": 0.0, "smoothing": 1.0, "uplift": 0.0, "thermal": 0.0},
    "uplift alone": {"erosion": 0.0, "smoothing": 0.0, "uplift": 1.0, "thermal": 0.0},
    "many steps": {"relief_steps": 200},
    "grown by rules": {"relief": "rules", "relief_steps": 60},
    "grown, not at all": {"relief": "rules", "relief_steps": 0, "lakes": 1.0},
}


BETWEEN_OTHERS = (
    "water low",
    "water high",
    "one octave",
    "value noise",
    "cover least",
    "no warp",
    "no lakes",
    "erosion alone",
    "smoothing alone",
    "many steps",
    "grown, not at all",
)
"""Sets that are less extreme than others, or change less."""


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.slow if name in BETWEEN_OTHERS else ())
        for name in HARD_SETS
    ],
)
def test_hard_parameters(name: str) -> None:
    world = World("hard", WorldParameters.from_mapping(HARD_SETS[name]))
    faults = check_water(around_an_island(world, 640), 1, lakes_are_ends=name == "no rivers")
    assert_sound(faults)
    if world.parameters.river_density == 0.0:
        assert faults.river_cells == 0
    if world.parameters.lakes == 0.0:
        assert faults.lake_cells == 0


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("name", HARD_SETS)
def test_hard_parameters_in_other_worlds(name: str, seed: int) -> None:
    world = World(seed, WorldParameters.from_mapping(HARD_SETS[name]))
    faults = check_water(around_an_island(world, 1100), 1, lakes_are_ends=name == "no rivers")
    assert_sound(faults)


@pytest.mark.parametrize("water", [0.02, 0.05, 0.95, 0.98])
def test_a_first_chunk_needs_few_plans_at_any_water_level(water: float) -> None:
    world = World(3, WorldParameters.from_mapping(levels(water)))
    assert len(world.missing_plans(4, -3)) <= 4
    assert np.isfinite(world.chunk(4, -3).height).all()
    assert world.missing_plans(4, -3) == ()


def test_open_sea_belongs_to_nobody() -> None:
    world = World("open sea")
    sketch = world.region(-65_536, -65_536, 128, 128, lod=10)
    assert sketch.mask is not None
    row, column = np.argwhere(sketch.domain_index < 0)[0]
    x, y = int(sketch.x) + 1024 * int(column), int(sketch.y) + 1024 * int(row)
    sample = world.at(x, y)
    assert sample.island is None
    assert sample.island_name is None
    region = world.region(x - 4, y - 4, 8, 8)
    assert (region.domain_index < 0).any()
    assert (region.biome == Biome.OCEAN).all()
    assert (region.water_level == region.water).all()
    assert (region.height < region.water).all()


def test_a_domain_of_land_smaller_than_lattice_squares_is_shoal() -> None:
    rough = {**levels(0.9), "feature_size": 16.0, "island_spacing": 2048}
    world = World("shoals", WorldParameters.from_mapping(rough))
    bare = World("shoals", unshaped(**rough))
    specks = 0
    for site in world.sites(-8192, -8192, 16_384, 16_384):
        if specks or world.island(*site.key) is not None:
            continue
        box = (int(site.x) - 400, int(site.y) - 400, 800, 800)
        region, noise = world.region(*box), bare.region(*box)
        assert region.mask is not None
        own = region.in_domain(site.key)
        assert (region.biome[own] == Biome.OCEAN).all()
        assert (region.height[own] < region.water).all()
        specks += int(np.count_nonzero(noise.height[own] >= noise.water))
    assert specks > 0, "the noise of these domains holds no land at all"


def unshaped(**more: object) -> WorldParameters:
    """Return parameters with every rule of the plan off."""
    off = dict.fromkeys(
        ("erosion", "smoothing", "uplift", "thermal", "lakes", "river_density"), 0.0
    )
    return WorldParameters.from_mapping({**off, **more})


def test_rivers_look_wide_enough_zoomed_out() -> None:
    """A drawn river stays in one piece: its cover has hardly more pieces than its cells."""
    world = shared_world(0)
    x, y = (place // 4 * 4 - 512 for place in world.spawn())
    fine = world.region(x, y, 1024, 1024)
    coarse = world.region(x, y, 256, 256, lod=2)
    rivers = fine.biome == Biome.RIVER
    _, fine_pieces = label_bodies(near(rivers))
    drawn = coarse.river_cover > 0.0
    _, coarse_pieces = label_bodies(near(drawn))
    assert rivers.any()
    assert drawn.any()
    assert len(coarse_pieces) <= len(fine_pieces)
    under = rivers.reshape(256, 4, 256, 4).any(axis=(1, 3))
    assert np.count_nonzero(under & ~near(drawn)) == 0


def near(mask: np.ndarray) -> np.ndarray:
    """Return a mask with all cells beside it, so that cells that touch at corners are joined."""
    wide = mask.copy()
    for down, across in AROUND:
        wide |= shifted(mask, down, across, False)
    return wide


# The checks themselves


def test_the_checks_see_what_is_wrong() -> None:
    world = shared_world(0)
    x, y = world.spawn()
    region = world.region(x - 512, y - 512, 1024, 1024)
    assert check_water(region, margin=1).total == 0
    row, column = river_with_banks(region)
    bank = dry_beside(region, row, column)
    spoilt = {
        "stranded": ("water_level", (row, column), region.water_level[row, column] - 0.1),
        "low_banks": ("height", bank, region.height[row, column]),
        "ponds": ("biome", bank, Biome.OCEAN),
        "sunken": ("height", bank, region.water - 0.01),
    }
    for fault, (field, at, value) in spoilt.items():
        array = getattr(region, field).copy()
        array[at] = value
        faults = check_water(region.with_fields(**{field: array}), margin=1)
        assert getattr(faults, fault) > 0, fault


def test_the_checks_see_uneven_and_leaking_lakes() -> None:
    region = around_an_island(shared_world("wet 0", lakes=1.0), 1024)
    row, column = next(
        (r, c)
        for r, c in np.argwhere(region.biome == Biome.LAKE).tolist()
        if 20 < r < 1000 and 20 < c < 1000 and np.isnan(region.water_level[r, c + 1])
    )
    level, height = region.water_level.copy(), region.height.copy()
    level[row, column] += 0.001
    assert check_water(region.with_fields(water_level=level), margin=1).uneven_lakes > 0
    height[row, column + 1] = region.water_level[row, column] - 0.001
    assert check_water(region.with_fields(height=height), margin=1).leaks > 0


def river_with_banks(region: Region) -> tuple[int, int]:
    rivers = np.argwhere(region.biome == Biome.RIVER)
    inside = rivers[(rivers.min(axis=1) > 20) & (rivers.max(axis=1) < region.shape[0] - 20)]
    highest = max(inside.tolist(), key=lambda at: float(region.water_level[at[0], at[1]]))
    return highest[0], highest[1]


def dry_beside(region: Region, row: int, column: int) -> tuple[int, int]:
    for down, across in AROUND:
        if np.isnan(region.water_level[row + down, column + across]):
            return row + down, column + across
    raise AssertionError("a river of the test has no bank")


def test_bodies_are_counted_as_by_hand() -> None:
    generator = np.random.default_rng(7)
    for share in (0.1, 0.5, 0.6, 0.9):
        mask = generator.random((23, 31)) < share
        labels, cells = label_bodies(mask)
        assert ((labels > 0) == mask).all()
        assert cells[1:].sum() == mask.sum()
        seen: set[int] = set()
        for row, column in np.argwhere(mask).tolist():
            if labels[row, column] not in seen:
                seen.add(int(labels[row, column]))
                body = walked(mask, row, column)
                assert len(body) == cells[labels[row, column]]
                assert {int(labels[at]) for at in body} == {int(labels[row, column])}


def walked(mask: np.ndarray, row: int, column: int) -> set[tuple[int, int]]:
    body, left = {(row, column)}, [(row, column)]
    while left:
        r, c = left.pop()
        for at in ((r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)):
            inside = 0 <= at[0] < mask.shape[0] and 0 <= at[1] < mask.shape[1]
            if inside and mask[at] and at not in body:
                body.add(at)
                left.append(at)
    return body
