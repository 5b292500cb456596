"""Labelled datasets: the same numbers, with what they are, however they are cut."""

from __future__ import annotations

import json
import pickle
from typing import Any

import pytest

import worldgen
from tests.fields import FIELDS, same
from worldgen import Biome, ParameterError, World
from worldgen.extras import ExtraError, extra_module

pytest.importorskip("xarray", reason="needs the extra xarray")
BOX = (-90, 1300, 700, 600)


@pytest.fixture(scope="module")
def world() -> World:
    return World("sea of\u0007 'quotes' 🌊")


def test_a_region_keeps_its_numbers_and_says_what_they_are(world: World) -> None:
    region = world.region(-40, 2**50, 30, 20, lod=2)
    made = region.to_xarray()
    assert dict(made.sizes) == {"y": 20, "x": 30}
    assert list(made) == list(FIELDS)
    for name in FIELDS:
        assert same(made[name].values, getattr(region, name))
        assert made[name].dims == ("y", "x")
        assert made[name].long_name and made[name].comment.endswith(".")
    assert made.x[3] == -40 + 3 * 4 and made.y[1] == 2**50 + 4
    assert made.x.units == made.discharge.units == "cells"
    assert made.height.units == "1"
    assert (made.shore.valid_min, made.shore.valid_max) == (-40.0, 40.0)
    assert made.biome.flag_meanings.split()[Biome.LAKE] == "lake"
    assert list(made.biome.flag_values) == [int(each) for each in Biome]
    assert json.loads(made.parameters) == world.parameters.to_mapping()
    assert made.generator_version == worldgen.GENERATOR_VERSION


@pytest.mark.parametrize("chunks", (None, {"x": 256, "y": 100}))
def test_any_cut_of_a_lazy_dataset_is_the_region(world: World, chunks: Any) -> None:
    made = world.to_xarray(*BOX, fields=("height", "biome", "water_level"), chunks=chunks)
    region = world.region(*BOX)
    assert made.seed == world.seed
    assert list(made) == ["height", "biome", "water_level"]
    for rows, columns in (
        (slice(5, 8), slice(510, 515)),
        (slice(None, None, 7), slice(690, 3, -13)),
        (3, slice(None)),
        (-1, -1),
        ([500, 2, 2], slice(0, 3)),
        (slice(4, 4), slice(None)),
    ):
        part = made.isel(y=rows, x=columns)
        for name in made:
            assert same(part[name].values, getattr(region, name)[rows, columns])
    assert same(made.height.sel(x=[-90, -1], y=1300).values, region.height[0, [0, 89]])


def test_datasets_travel_to_other_processes(world: World) -> None:
    made = world.to_xarray(*BOX, fields=["height"], chunks=300)
    again = pickle.loads(pickle.dumps(made))
    assert same(again.height.values, world.region(*BOX).height)


def test_a_dataset_of_any_size_makes_nothing_before_it_is_looked_at(world: World) -> None:
    made = world.to_xarray(-(2**40), -(2**40), 2**20, 2**20, lod=0)
    assert made.height.size == 2**40
    part = made.isel(x=slice(2**19, 2**19 + 8), y=slice(9, 12))
    expected = world.region(-(2**40) + 2**19, -(2**40) + 9, 8, 3)
    assert same(part.height.values, expected.height)
    blocks = world.to_xarray(-(2**40), -(2**40), 2**20, 2**20, chunks=4096).height.data
    assert blocks.numblocks == (256, 256)


def test_sketches_and_levels_of_detail(world: World) -> None:
    made = world.to_xarray(0, 0, 4096, 2048, lod=5, sketch=True)
    assert dict(made.sizes) == {"y": 64, "x": 128}
    assert (made.lod, made.sketch) == (5, 1)
    assert same(made.biome.values, world.region(0, 0, 128, 64, lod=5, sketch=True).biome)


def test_unknown_fields_and_missing_packages_are_named(world: World) -> None:
    with pytest.raises(ParameterError, match="field must be one of"):
        world.to_xarray(*BOX, fields=["hight"])
    with pytest.raises(ExtraError, match=r"needs no_such_package.*endless-isles\[xarray\]"):
        extra_module("no_such_package.part", "this", "xarray")
