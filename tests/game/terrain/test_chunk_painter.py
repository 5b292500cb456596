"""Pixels painted in place are those of the library's picture, byte for byte."""

from __future__ import annotations

import numpy as np
import pygame
import pytest

import worldgen
from game.sprites.decorator import Decorator
from game.terrain.chunk_cache import new_surface
from game.terrain.chunk_painter import ChunkPainter
from game.terrain.map_style import MapStyle
from game.terrain.packed_pixels import copy_to
from game.terrain.water import water_code
from tests.game.fakes import packed

pytestmark = pytest.mark.usefixtures("compiled_kernels")


@pytest.fixture(scope="module")
def world() -> worldgen.World:
    return worldgen.World("atlantis")


@pytest.mark.parametrize("palette", worldgen.PALETTES)
@pytest.mark.parametrize(
    ("lod", "sketch"), [(-3, False), (0, False), (0, True), (7, False), (7, True)]
)
def test_pixels_are_those_of_the_picture(
    world: worldgen.World, palette: str, lod: int, sketch: bool
) -> None:
    x, y = world.spawn()
    key = int(x / (64 * 2.0**lod)), int(y / (64 * 2.0**lod)), lod
    chunk = world.chunk(*key, sketch=sketch)
    if sketch:
        # From samples alone, without the means of far levels.
        chunk = chunk.with_fields()
    for plants in (False, True):
        style = MapStyle(palette, plants=plants)
        picture = worldgen.paint(chunk, palette)
        moves = style.moves and not sketch
        if plants and moves:
            Decorator(world, palette).decorate(picture, chunk)
        code = water_code(chunk) if moves else 0
        pixels = ChunkPainter(world, style).pixels(*key, sketch=sketch)
        assert pixels.dtype == np.uint32
        assert np.array_equal(pixels, packed(picture, code))


def test_a_surface_holds_the_pixels_as_they_are() -> None:
    pixels = np.arange(0xFF000000, 0xFF000000 + 5 * 7, dtype=np.uint32).reshape(5, 7)
    surface = new_surface((7, 5))
    copy_to(surface, pixels)
    assert np.array_equal(pygame.surfarray.array2d(surface).T.astype(np.uint32), pixels)
