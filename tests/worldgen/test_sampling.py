"""Scattered places are what regions hold there, at any level of detail and distance."""

from __future__ import annotations

import numpy as np
import pytest

from tests.fields import FIELDS, same
from worldgen import CoordinateError, ParameterError, World
from worldgen.coordinates import COORDINATE_LIMIT


@pytest.fixture(scope="module")
def world() -> World:
    return World("atlantis")


@pytest.mark.parametrize("lod", (-2, 0, 3))
def test_scattered_places_are_those_of_the_region(world: World, lod: int) -> None:
    x, y = (int(part) // 8 * 8 for part in world.spawn())
    step = 2.0**lod
    random = np.random.default_rng(1)
    columns, rows = random.integers(0, 150, (2, 40, 25))
    within = random.uniform(0.0, 0.999, (2, 40, 25))
    sampled = world.sample(x + (columns + within[0]) * step, y + (rows + within[1]) * step, lod=lod)
    region = world.region(x, y, 150, 150, lod)
    assert list(sampled) == list(FIELDS)
    for name, values in sampled.items():
        assert values.dtype == getattr(region, name).dtype
        assert same(values, getattr(region, name)[rows, columns])


def test_places_far_apart_are_those_of_single_samples(world: World) -> None:
    far = COORDINATE_LIMIT - 100
    x = np.array([0, -far, far, 2**31, -(2**40)])
    y = np.array([far, far, -far, -1, 12345])
    sampled = world.sample(x, y, ("height", "biome"))
    for n, place in enumerate(zip(x, y, strict=True)):
        there = world.at(*(int(part) for part in place))
        assert sampled["height"][n] == np.float32(there.height)
        assert sampled["biome"][n] == there.biome


def test_shapes_and_names(world: World) -> None:
    assert world.sample([], [])["height"].shape == (0,)
    assert world.sample(5, 7, "height")["height"].shape == ()
    grid = world.sample(np.arange(3), np.arange(4)[:, np.newaxis], ["shore"], sketch=True)
    assert list(grid) == ["shore"]
    assert same(grid["shore"], world.region(0, 0, 3, 4, sketch=True).shore)


def test_wrong_places_and_names_are_refused(world: World) -> None:
    for bad in (np.nan, np.inf, 2.0**53, "3", True, None):
        with pytest.raises(CoordinateError, match=r"^y must be"):
            world.sample(0, bad)  # type: ignore[arg-type]
    with pytest.raises(ParameterError, match="field must be one of height"):
        world.sample(0, 0, ("hight",))
