"""What stands on the ground follows from the ground alone, however the plane is cut."""

from __future__ import annotations

import numpy as np
import pytest

import worldgen
from tests.forest import find_forest
from worldgen import Biome
from worldgen.chunk.decoration import Decorations, Growth, decorations

UNITS = 64


@pytest.fixture(scope="module")
def world() -> worldgen.World:
    return worldgen.World("atlantis")


def rows(found: Decorations) -> list[tuple[int, int, int, int]]:
    columns = (found.y, found.x, found.kind, found.bits)
    return sorted(zip(*(column.tolist() for column in columns), strict=True))


def test_a_region_holds_what_its_parts_hold(world: worldgen.World) -> None:
    x, y = find_forest(world)
    whole = decorations(world.region(x, y, 80, 60))
    parts = []
    for left, width in ((0, 33), (33, 47)):
        for top, height in ((0, 17), (17, 43)):
            parts += rows(decorations(world.region(x + left, y + top, width, height)))
    assert rows(whole) == sorted(parts)
    assert len(whole) > 20


def test_everything_stands_in_a_cell_of_its_own(world: worldgen.World) -> None:
    x, y = world.spawn()
    region = world.region(x - 100, y - 100, 240, 240)
    found = decorations(region)
    columns, lines = found.x // UNITS - (x - 100), found.y // UNITS - (y - 100)
    assert columns.min() >= 0
    assert lines.min() >= 0
    assert max(columns.max(), lines.max()) < 240
    assert len(set(zip(columns.tolist(), lines.tolist(), strict=True))) == len(found)
    biomes = region.biome[lines, columns]
    assert not np.isin(biomes, (Biome.OCEAN, Biome.RIVER)).any()
    assert (found.kind[biomes == Biome.LAKE] == Growth.REEDS).all()
    # Low ground counts as beach, but only near the water it is sand.
    sand = (biomes == Biome.BEACH) & (region.shore[lines, columns] < 5)
    on_sand = {Growth(kind) for kind in found.kind[sand]}
    assert Growth.PALM in on_sand
    assert on_sand <= {Growth.PALM, Growth.ROCK, Growth.PEBBLES, Growth.TUFT}


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
        found = decorations(world.region(x, far, 64, 64))
        assert (found.x // UNITS >= x).all()
        assert (found.x // UNITS < x + 64).all()


def test_only_cells_hold_things(world: worldgen.World) -> None:
    with pytest.raises(ValueError, match="lod 0, not 1"):
        decorations(world.region(0, 0, 8, 8, lod=1))
    with pytest.raises(ValueError, match="whole cell"):
        decorations(world.region(0, 0.5, 8, 8))
    assert len(decorations(world.region(0, 0, 0, 0))) == 0
