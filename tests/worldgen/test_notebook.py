"""Pictures as notebooks show them."""

from __future__ import annotations

import io

import numpy as np
import pytest
from PIL import Image

from worldgen import World, WorldParameters, paint
from worldgen.analysis.home import home_island
from worldgen.notebook import island_picture, region_png, world_png


@pytest.fixture(scope="module")
def world() -> World:
    return World(5, WorldParameters(island_spacing=512))


def opened(data: bytes) -> np.ndarray:
    with Image.open(io.BytesIO(data)) as image:
        return np.asarray(image)


def test_regions_and_chunks_are_shown_as_painted(world: World) -> None:
    for shown in (world.chunk(0, 0), world.region(-7, 3, 50, 20)):
        np.testing.assert_array_equal(opened(region_png(shown)), paint(shown))


def test_islands_are_shown_whole_and_no_larger_than_asked(world: World) -> None:
    island = home_island(world)
    assert island is not None
    _, _, width, height = island.bounds
    full = island_picture(world, island.bounds, longest=4096)
    assert full.shape == (height + 32, width + 32, 3)
    small = island_picture(world, island.bounds, longest=100)
    assert max(small.shape[:2]) <= 101
    tiny = island_picture(world, island.bounds, longest=1)
    assert min(tiny.shape[:2]) >= 1


def test_worlds_are_shown_from_above(world: World) -> None:
    picture = opened(world_png(world, world.spawn()))
    assert picture.shape == (384, 384, 3)
    assert len(np.unique(picture.reshape(-1, 3), axis=0)) > 100
