"""Moving water and clouds: where they may be, what they cost, and that they can be switched off."""

from __future__ import annotations

import itertools

import numpy as np
import pygame
import pytest

import worldgen
from game.camera import CELL, Camera, View
from game.terrain import clouds as clouds_module
from game.terrain.chunk_mosaic import blit
from game.terrain.clouds import CELLS_PER_TEXEL, TILE
from game.terrain.effects import Effects
from game.terrain.packed_pixels import copy_to
from game.terrain.water import CALM, DRY, water_code
from tests.game.fakes import packed

pytestmark = pytest.mark.usefixtures("compiled_kernels")

SIZE = (640, 360)


@pytest.fixture(scope="module")
def world() -> worldgen.World:
    return worldgen.World("atlantis")


def shore_view(world: worldgen.World, zoom: int = 0) -> View:
    return Camera.at_cell(*world.spawn(), zoom=zoom).view(*SIZE)


def surface_of(world: worldgen.World, view: View) -> pygame.Surface:
    """Return the land of a view at a whole level of detail."""
    lod = -view.zoom // 32
    step = 2.0**lod
    region = world.region(view.left * step, view.top * step, view.width, view.height, lod)
    surface = pygame.Surface((view.width, view.height), 0, 32)
    copy_to(surface, packed(worldgen.paint(region), water_code(region)))
    return surface


def colours(surface: pygame.Surface) -> np.ndarray:
    return np.asarray(pygame.surfarray.array2d(surface).T & 0xFFFFFF)


def still(world: worldgen.World, view: View) -> np.ndarray:
    return colours(surface_of(world, view))


def drawn(world: worldgen.World, view: View, effects: Effects) -> np.ndarray:
    return colours(moved(surface_of(world, view), view, effects))


def moved(land: pygame.Surface, view: View, effects: Effects) -> pygame.Surface:
    """Return the land as it comes on the window."""
    target = pygame.Surface(land.size, 0, 32)
    effects.blitter(view)(target, (0, 0), land.size, land, (0, 0), land.size)
    return target


def test_the_code_tells_water_from_land_and_near_from_far(world: worldgen.World) -> None:
    x, y = world.spawn()
    region = world.region(x - 400, y - 400, 800, 800)
    code = water_code(region)
    assert code.dtype == np.uint8
    assert (code[region.biome == worldgen.Biome.OCEAN] != DRY).all()
    dry = np.isnan(region.water_level)
    assert (code[dry] == DRY).all()
    inland = np.isin(region.biome, (worldgen.Biome.RIVER, worldgen.Biome.LAKE))
    assert (code[inland & (region.shore > 0)] == CALM).all()
    sea = (region.biome == worldgen.Biome.OCEAN) & (region.shore > -8)
    order = np.argsort(-region.shore[sea], kind="stable")
    assert (np.diff(code[sea][order].astype(int)) >= 0).all()


@pytest.mark.parametrize("zoom", [0, 32, -32])
def test_water_moves_and_land_does_not(world: worldgen.World, zoom: int) -> None:
    view = shore_view(world, zoom)
    effects = Effects()
    effects.clouds = False
    pictures = [still(world, view)]
    for _ in range(2):
        pictures.append(drawn(world, view, effects))
        effects.advance(0.4)
    lod = -zoom // 32
    step = 2.0**lod
    region = world.region(view.left * step, view.top * step, *SIZE, lod)
    wet = ~np.isnan(region.water_level)
    for before, after in itertools.pairwise(pictures):
        assert np.array_equal(before[~wet], after[~wet])
        assert (before[wet] != after[wet]).mean() > 0.05
    # Gently: the mean colour of the sea hardly changes.
    for shift in (0, 8, 16):
        sea = [(picture[wet] >> shift & 255).mean() for picture in pictures]
        assert max(sea) - min(sea) < 6


def test_the_waves_stay_on_the_water_while_the_view_moves(world: worldgen.World) -> None:
    view = shore_view(world)
    aside = View(view.left + 37, view.top - 11, view.width, view.height, view.zoom)
    for water, clouds in ((True, False), (False, True)):
        effects = Effects()
        effects.water, effects.clouds = water, clouds
        effects.advance(3.0)
        before, after = drawn(world, view, effects), drawn(world, aside, effects)
        first, second = before[: 360 - 11, 37:], after[11:, : 640 - 37]
        difference = (first >> 8 & 255).astype(int) - (second >> 8 & 255).astype(int)
        assert np.abs(difference).max() <= 1


def shaded(view: View, seconds: float) -> np.ndarray:
    """Return a grey picture under clouds."""
    effects = Effects()
    effects.water = False
    effects.advance(seconds)
    return colours(moved(plain(SIZE, 0xC8C8C8), view, effects))


def test_clouds_darken_softly_and_drift() -> None:
    view = Camera(0, 0).view(*SIZE)
    shades = [(shaded(view, seconds) & 255).astype(int) for seconds in (0.0, 5.0, 60.0)]
    for shade in shades:
        assert 100 < shade.min() <= shade.max() <= 0xC8
        assert np.abs(np.diff(shade, axis=0)).max() <= 4
        assert np.abs(np.diff(shade, axis=1)).max() <= 4
    assert not np.array_equal(shades[0], shades[2])
    drift = round(5.0 * clouds_module.DRIFT[0])
    near = np.abs(shades[1][:, drift:] - shades[0][:, :-drift])
    assert np.median(near) <= 2


def test_clouds_are_the_same_far_from_the_origin() -> None:
    around = TILE * CELLS_PER_TEXEL
    pictures = [
        shaded(Camera(cells * CELL, -cells * CELL).view(*SIZE), 1.0)
        for cells in (0, around * 2**30, -around * 2**30)
    ]
    assert np.array_equal(pictures[0], pictures[1])
    assert np.array_equal(pictures[0], pictures[2])


def test_each_can_be_switched_off(world: worldgen.World) -> None:
    view = shore_view(world)
    effects = Effects()
    effects.water = effects.clouds = False
    effects.advance(2.0)
    assert np.array_equal(drawn(world, view, effects), still(world, view))
    assert effects.step == 0
    effects.water = True
    assert effects.step == 40


def test_far_out_nothing_moves() -> None:
    assert Effects().blitter(Camera(0, 0, -200).view(*SIZE)) is blit


def plain(size: tuple[int, int], colour: int = 0x40808080) -> pygame.Surface:
    surface = pygame.Surface(size, 0, 32)
    surface.get_buffer().write(np.full(size, colour, dtype=np.uint32).tobytes())
    return surface


@pytest.mark.parametrize("size", [(1, 1), (3, 500), (513, 2), (17, 16), (1300, 5)])
def test_any_size_of_window(size: tuple[int, int]) -> None:
    effects = Effects()
    for x in (-(10**9), -1, 0, 511, 10**12):
        view = Camera(x, -x, 8).view(*size)
        seen = colours(moved(plain(size), view, effects))
        for shift in (0, 8, 16):
            assert (np.abs((seen >> shift & 255).astype(int) - 128) < 100).all()


def test_land_laid_in_pieces_is_the_land_laid_at_once(world: worldgen.World) -> None:
    view = shore_view(world)
    land = surface_of(world, view)
    effects = Effects()
    effects.advance(1.7)
    whole = moved(land, view, effects)
    pieces = pygame.Surface(SIZE, 0, 32)
    lay = effects.blitter(view)
    # Beyond the edges, and where parts meet, nothing is laid twice.
    for x, width in ((-5, 142), (137, 64), (201, 640)):
        for y, height in ((0, 7), (7, 400)):
            lay(pieces, (x, y), (width, height), land, (640 * 7 + x, y - 360), SIZE)
    lay(pieces, (700, 0), (9, 9), land, (0, 0), SIZE)
    for shift in (0, 8, 16):
        parts = (colours(each) >> shift & 255 for each in (pieces, whole))
        assert np.abs(np.subtract(*(part.astype(int) for part in parts))).max() <= 1


def test_an_unusual_screen_is_left_as_it_is() -> None:
    target = pygame.Surface(SIZE, 0, 24)
    land = plain(SIZE, 0x400A141E)
    view = Camera(0, 0).view(*SIZE)
    effects = Effects()
    effects.blitter(view)(target, (0, 0), SIZE, land, (0, 0), SIZE)
    assert target.get_at((5, 5))[:3] == (10, 20, 30)


def test_the_code_comes_along_through_every_blit_and_scaling() -> None:
    """What moving water rests on: the unused byte of a pixel is copied and scaled like the rest."""
    chunk = pygame.Surface((64, 64), 0, 32)
    chunk.get_buffer().write(np.full((64, 64), 0x40102030, dtype=np.uint32).tobytes())
    target = pygame.Surface((90, 90), 0, 32)
    for copy in (chunk, pygame.transform.smoothscale(chunk, (80, 80)),
                 pygame.transform.scale(chunk, (70, 70))):  # fmt: skip
        target.fill(0)
        target.blit(copy, (3, 4))
        assert bytes(target.get_view("0").raw[4 * (90 * 30 + 30) :][:4]) == bytes.fromhex(
            "30201040"
        )
