"""What stands on the ground follows from the ground alone, however the plane is cut."""

from __future__ import annotations

import numpy as np
import pytest

import worldgen
from tests.fields import DRY_LAND, FIELDS
from tests.forest import find_forest
from worldgen import Biome
from worldgen.chunk.decoration import APRON, Decorations, decorations
from worldgen.growth import Growth

UNITS = 64


@pytest.fixture(scope="module")
def world() -> worldgen.World:
    return worldgen.World(2)


def rows(found: Decorations) -> list[tuple[int, int, int, int]]:
    columns = (found.y, found.x, found.kind, found.bits)
    return sorted(zip(*(column.tolist() for column in columns), strict=True))


def around(
    world: worldgen.World, x: int, y: int, width: int, height: int
) -> tuple[worldgen.Region, Decorations]:
    """Return a region with the apron it takes, and what stands in it."""
    region = world.region(x - APRON, y - APRON, width + 2 * APRON, height + 2 * APRON)
    return region, decorations(region)


def test_a_region_holds_what_its_parts_hold(world: worldgen.World) -> None:
    x, y = find_forest(world)
    whole = around(world, x, y, 80, 60)[1]
    parts = []
    for left, width in ((0, 33), (33, 47)):
        for top, height in ((0, 17), (17, 43)):
            parts += rows(around(world, x + left, y + top, width, height)[1])
    assert rows(whole) == sorted(parts)
    assert len(whole) > 20


def test_everything_stands_in_a_cell_of_its_own(world: worldgen.World) -> None:
    x, y = world.spawn()
    region = world.region(x - 100, y - 100, 240, 240)
    found = decorations(region)
    columns, lines = found.x // UNITS - (x - 100), found.y // UNITS - (y - 100)
    assert columns.min() >= APRON
    assert lines.min() >= APRON
    assert max(columns.max(), lines.max()) < 240 - APRON
    assert len(set(zip(columns.tolist(), lines.tolist(), strict=True))) == len(found)
    biomes = region.biome[lines, columns]
    assert not np.isin(biomes, (Biome.OCEAN, Biome.RIVER)).any()
    assert (found.kind[biomes == Biome.LAKE] == Growth.REEDS).all()
    # Low ground counts as beach, but only near the water it is sand.
    sand = (biomes == Biome.BEACH) & (region.shore[lines, columns] < 5)
    on_sand = {Growth(kind) for kind in found.kind[sand]}
    assert Growth.PALM in on_sand
    assert on_sand <= {Growth.PALM, Growth.ROCK, Growth.PEBBLES, Growth.TUFT, Growth.DRIFTWOOD}


def test_trees_never_stand_in_cells_side_by_side(world: worldgen.World) -> None:
    x, y = find_forest(world)
    found = decorations(world.region(x - 100, y - 100, 200, 200))
    trees = found.kind <= Growth.ACACIA
    cells = {(int(a) // UNITS, int(b) // UNITS)
             for a, b in zip(found.x[trees], found.y[trees], strict=True)}  # fmt: skip
    assert len(cells) > 30
    for a, b in cells:
        around = {(a + dx, b + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)} - {(a, b)}
        assert not around & cells


def test_far_from_the_origin_things_stand_as_well() -> None:
    world = worldgen.World(3, worldgen.WorldParameters(island=False))
    far = 2**50
    for x in (far, -far):
        found = around(world, x, far, 64, 64)[1]
        assert len(found) > 0
        assert (found.x // UNITS >= x).all()
        assert (found.x // UNITS < x + 64).all()


def test_only_cells_hold_things(world: worldgen.World) -> None:
    with pytest.raises(ValueError, match="lod 0, not 1"):
        decorations(world.region(0, 0, 8, 8, lod=1))
    with pytest.raises(ValueError, match="whole cell"):
        decorations(world.region(0, 0.5, 8, 8))
    for side in (0, 2 * APRON):
        assert len(decorations(world.region(0, 0, side, side))) == 0


def grounded(base: worldgen.Region, **values: float) -> worldgen.Region:
    """Return a region with all fields even: flat dry land of one biome, but for what is told."""
    given = {**DRY_LAND, "biome": Biome.FOREST, **values}
    arrays = {name: np.full(base.shape, value) for name, value in given.items()}
    return base.with_fields(
        **{name: array.astype(FIELDS[name].dtype) for name, array in arrays.items()}
    )


def test_each_of_seed_place_and_ground_decides_alone(world: worldgen.World) -> None:
    here = grounded(world.region(0, 0, 72, 72))
    stands = rows(decorations(here))
    assert stands == rows(decorations(grounded(world.region(0, 0, 72, 72))))
    other = worldgen.World("lemuria")
    assert stands != rows(decorations(grounded(other.region(0, 0, 72, 72))))
    elsewhere = decorations(grounded(world.region(1024, 0, 72, 72)))
    assert stands != [(y, x - 1024 * UNITS, kind, bits) for y, x, kind, bits in rows(elsewhere)]
    for layer in ({"biome": Biome.SAVANNA}, {"temperature": 0.3}, {"gradient_x": 0.05}):
        assert stands != rows(decorations(grounded(world.region(0, 0, 72, 72), **layer)))
    low_snow = worldgen.World(
        "atlantis", worldgen.WorldParameters(mountain_level=0.6, snow_level=0.62)
    )
    assert not (decorations(grounded(low_snow.region(0, 0, 72, 72))).kind == Growth.BROADLEAF).any()
    # What does not bear on things changes none.
    assert stands == rows(decorations(grounded(world.region(0, 0, 72, 72), discharge=3.0)))


def test_seeds_differ_in_each_kind_of_thing_that_has_a_place() -> None:
    one, other = (worldgen.World(seed) for seed in (1, 2))
    square = (-4000, -4000, 8000, 8000)
    for of in (
        lambda world: [(site.x, site.y) for site in world.sites(*square)],
        lambda world: [site.name for site in world.sites(*square)],
        lambda world: world.spawn(),
        lambda world: world.rng(3, 4, "treasure").integers(1 << 60),
    ):
        assert of(one) == of(worldgen.World(1))
        assert of(one) != of(other)


def test_crowns_keep_off_the_water(world: worldgen.World) -> None:
    base = grounded(world.region(0, 0, 128, 128))
    cover = np.zeros(base.shape, dtype=np.float32)
    cover[60:62] = 1.0
    found = decorations(base.with_fields(river_cover=cover))
    trees = found.kind <= Growth.ACACIA
    lines = found.y[trees] // UNITS
    assert not ((lines >= 60) & (lines <= 61 + APRON)).any()
    assert ((lines > 61 + APRON) & (lines < 75)).any()
    assert ((lines > 50) & (lines < 60)).any()


def test_nothing_grows_on_snow(world: worldgen.World) -> None:
    stones = {Growth.ROCK, Growth.SNOWY_ROCK, Growth.PEBBLES, Growth.DRIFTWOOD}
    snow = world.parameters.snow_level
    for values in (
        {"biome": Biome.SNOW, "temperature": 0.1},
        {"biome": Biome.TUNDRA, "temperature": 0.18},
        {"biome": Biome.MOUNTAIN, "height": snow - 0.02},
        {"biome": Biome.SNOW, "height": snow + 0.02},
    ):
        found = decorations(grounded(world.region(0, 0, 128, 128), **values))
        assert {Growth(kind) for kind in found.kind} <= stones


def test_small_things_stand_in_clumps(world: worldgen.World) -> None:
    found = decorations(
        grounded(world.region(0, 0, 264, 264), biome=Biome.GRASSLAND, moisture=0.35)
    )
    small = np.isin(found.kind, (Growth.TUFT, Growth.FLOWERS))
    counts = np.histogram2d(found.x[small], found.y[small], bins=32)[0]
    # As many as on a carpet of them would vary like their mean.
    assert counts.var() > 1.5 * counts.mean()
    assert (counts == 0).mean() > 0.1
