"""What regions and chunks say of themselves: equality, islands, costs, and their docstrings."""

from __future__ import annotations

import inspect

import numpy as np
import pytest

from worldgen import Biome, ParameterError, Region, World, WorldParameters
from worldgen.chunk.fields import FIELDS


@pytest.fixture(scope="module")
def world() -> World:
    return World("atlantis")


@pytest.fixture(scope="module")
def home(world: World) -> Region:
    x, y = world.spawn()
    return world.region(x - 700, y - 500, 350, 250, lod=2)


def test_equal_content_is_equal(world: World) -> None:
    chunk = world.chunk(3, -2)
    assert chunk == World("atlantis").chunk(3, -2)
    assert hash(chunk) == hash(World("atlantis").chunk(3, -2))
    assert chunk != world.chunk(3, -1)
    assert chunk != World("other").chunk(3, -2)
    assert chunk != world.chunk(3, -2, sketch=True)
    assert chunk != world.region(192, -128, 64, 64)
    assert chunk != World("atlantis", WorldParameters(river_density=0.4)).chunk(3, -2)
    assert chunk != "chunk"


def test_islands_are_the_same_for_every_cut(world: World, home: Region) -> None:
    keys = home.island_keys
    assert len(keys) > 1 and list(keys) == sorted(keys, key=lambda key: (key[2], key))
    assert set(np.unique(home.island_index)) == {-1, *range(len(keys))}
    assert ((home.island_index == -1) == (home.biome == Biome.OCEAN)).all()
    cut = world.region(home.x + 4 * 100, home.y + 4 * 50, 200, 150, lod=2)
    whole = home.island_index[50:200, 100:300]
    for index, key in enumerate(cut.island_keys):
        assert ((cut.island_index == index) == (whole == keys.index(key))).all()


def test_domains_hold_the_sea_around_their_islands(world: World, home: Region) -> None:
    assert set(home.island_keys) <= set(home.domain_keys)
    land = home.island_index >= 0
    # The last row stands for open sea, which is nobody's.
    keys = np.array([*home.domain_keys, (0, 0, -1)])[home.domain_index]
    open_sea = home.domain_index < 0
    assert (home.biome[open_sea] == Biome.OCEAN).all()
    assert (keys[land] == np.array(home.island_keys)[home.island_index[land]]).all()
    for key in home.domain_keys:
        assert (home.in_domain(key) == (keys == key).all(axis=-1)).all()
    assert not home.in_domain((999, 999, 0)).any()
    row, column = np.argwhere(~land & ~open_sea)[0]
    there = world.at(home.x + 4 * int(column), home.y + 4 * int(row))
    assert there.island == tuple(keys[row, column])
    assert not hasattr(home, "owner")


def test_islands_at_and_near_places(world: World, home: Region) -> None:
    x, y = world.spawn()
    mine = world.home_island()
    there = world.island_at(x, y)
    assert mine is not None and there is not None and mine.key == there.key
    assert world.at(x, y).island == mine.key
    sea = np.argwhere(home.island_index == -1)[0]
    at_sea = home.x + 4 * int(sea[1]), home.y + 4 * int(sea[0])
    assert world.island_at(*at_sea) is None
    nearest = world.nearest_island(*at_sea)
    assert nearest is not None
    rows, columns = np.nonzero(home.island_index >= 0)
    ways = np.hypot(columns - sea[1], rows - sea[0])
    reach = 4.0 * min(sea[0], sea[1], 249 - sea[0], 349 - sea[1])
    owner = home.island_keys[home.island_index[rows[ways.argmin()], columns[ways.argmin()]]]
    assert owner == nearest.key or 4.0 * ways.min() > reach
    assert world.nearest_island(x, y).key == mine.key  # type: ignore[union-attr]


def test_a_world_without_domains_has_no_islands_by_place() -> None:
    endless = World(3, WorldParameters(island=False, relief_steps=0, lakes=0, river_density=0))
    region = endless.region(0, 0, 20, 20)
    assert region.island_index.shape == (20, 20)


def test_rivers_say_which_they_join(world: World) -> None:
    island = world.home_island()
    assert island is not None
    by_name = {river.name: river for river in island.rivers}
    tributaries = [river for river in island.rivers if river.joins is not None]
    assert tributaries
    for river in island.rivers:
        assert (river.joins is None) == (river.own_points == len(river.points))
    for river in tributaries:
        greater = by_name[river.joins or ""]
        junction = river.points[river.own_points - 1]
        own = greater.points[: greater.own_points]
        assert (own == junction).all(axis=1).any()


def test_costs_of_walking_and_sailing(home: Region) -> None:
    walk, sail = home.cost("walk"), home.cost("sail")
    assert walk.dtype == sail.dtype == np.float32
    sea, lake = home.biome == Biome.OCEAN, home.biome == Biome.LAKE
    assert np.isfinite(sail[sea | lake]).all() and np.isinf(sail[~(sea | lake)]).all()
    assert np.isinf(walk[sea | lake]).all() and np.isfinite(walk).sum() > 0.9 * (~sea).sum()
    assert walk.min() >= home.step and sail.min() == home.step
    level = home.with_fields(
        gradient_x=np.zeros(home.shape, np.float32), gradient_y=np.zeros(home.shape, np.float32)
    )
    assert (level.cost("walk")[home.biome == Biome.GRASSLAND] == home.step).all()
    assert (level.cost("walk") <= walk).all()
    with pytest.raises(ParameterError, match="kind must be one of walk, sail"):
        home.cost("fly")


def test_random_numbers_belong_to_world_chunk_and_layer(world: World) -> None:
    def first(made: World, cx: int, cy: int, layer: str) -> float:
        return float(made.rng(cx, cy, layer).random())

    # What PCG64 gives for this seed, on every machine.
    assert world.rng(3, -2, "ore").bit_generator.random_raw(2).tolist() == [
        13597199807555334594,
        11123974524449175051,
    ]
    values = {
        first(world, 3, -2, "ore"),
        first(world, -2, 3, "ore"),
        first(world, 3, 2, "ore"),
        first(world, 3 + 2**40, -2, "ore"),
        first(world, 3, -2, "gold"),
        first(World("atlantis 2"), 3, -2, "ore"),
    }
    assert len(values) == 6
    assert first(World("atlantis"), 3, -2, "ore") in values
    with pytest.raises(ParameterError, match="layer must be"):
        world.rng(0, 0, 5)  # type: ignore[arg-type]


def test_the_docstring_tells_of_every_field() -> None:
    text = inspect.getdoc(Region) or ""
    for name, field in FIELDS.items():
        assert f"{name}: {np.dtype(field.dtype)}" in text
        assert field.words in text
