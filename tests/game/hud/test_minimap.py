"""The small map: painted like the land, always around the player, and a way to travel."""

from __future__ import annotations

import numpy as np
import pygame
import pytest

import worldgen
from game.camera import CELL, MAX_ZOOM, MIN_ZOOM, Camera
from game.hud import tile_cache as tile
from game.hud.minimap import Minimap
from game.hud.outline import draw_outline
from game.terrain.chunk_grid import chunks_of
from game.terrain.loader import Loader
from game.terrain.world_source import GeneratedWorld

pytestmark = pytest.mark.usefixtures("compiled_kernels")

SIZE = (640, 360)


@pytest.fixture(scope="module")
def world() -> worldgen.World:
    return worldgen.World("atlantis")


def complete(minimap: Minimap, loader: Loader, camera: Camera) -> None:
    view = minimap.view(camera, SIZE)
    while not all(minimap.tiles.get(key) for key in chunks_of(view)):
        minimap.update(camera, SIZE)
        loader.wait()


def test_its_colours_are_those_of_the_painter(world: worldgen.World) -> None:
    loader = Loader(GeneratedWorld(world), workers=1)
    minimap = Minimap(loader, GeneratedWorld(world))
    for camera in (Camera.at_cell(100, 50), Camera.at_cell(-(2**40), 2**41, -64)):
        complete(minimap, loader, camera)
        view = minimap.view(camera, SIZE)
        minimap.lay_out(view)
        lod = -view.zoom // 32
        seen = pygame.surfarray.array3d(minimap.surface).swapaxes(0, 1)
        x, y = view.left * 2**lod, view.top * 2**lod
        region = world.region(x, y, view.width, view.height, lod, sketch=True)
        expected = worldgen.paint(region)
        assert np.array_equal(seen[: view.height, : view.width], expected)
    loader.stop()


def test_what_lies_under_a_pixel_is_where_a_click_leads(world: worldgen.World) -> None:
    loader = Loader(GeneratedWorld(world), workers=1)
    minimap = Minimap(loader, GeneratedWorld(world))
    place = minimap.place(SIZE)
    assert pygame.Rect(0, 0, *SIZE).contains(place)
    camera = Camera.at_cell(1000, -2000, 16)
    here = minimap.world_of(place.center, camera, SIZE)
    assert abs(here.x - camera.x) <= 16 * CELL
    assert abs(here.y - camera.y) <= 16 * CELL
    assert here.zoom == camera.zoom
    there = minimap.world_of((place.centerx + 40, place.centery), camera, SIZE)
    view = minimap.view(camera, SIZE)
    assert (there.x - here.x) // CELL == 40 * 2 ** (-view.zoom // 32)
    loader.stop()


def test_it_shows_more_than_the_view_at_every_zoom(world: worldgen.World) -> None:
    loader = Loader(GeneratedWorld(world), workers=1)
    minimap = Minimap(loader, GeneratedWorld(world))
    for zoom in range(MIN_ZOOM + 40, MAX_ZOOM + 1, 5):
        assert minimap.view(Camera(0, 0, zoom), SIZE).zoom <= zoom - 64
    widest = minimap.view(Camera(0, 0), SIZE).zoom
    minimap.zoom_by(-1)
    assert minimap.view(Camera(0, 0), SIZE).zoom == widest - 32
    for _ in range(20):
        minimap.zoom_by(1)
    assert minimap.view(Camera(0, 0), SIZE).zoom == -32
    loader.stop()


def test_sheets_are_bounded_and_a_still_map_makes_nothing(
    world: worldgen.World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tile, "_MOST", 24)
    loader = Loader(GeneratedWorld(world), workers=1)
    minimap = Minimap(loader, GeneratedWorld(world))
    target = pygame.Surface(SIZE, 0, 32)
    for step in range(4):
        complete(minimap, loader, Camera.at_cell(9000 * step, 0))
        assert len(minimap.tiles) <= 24
    camera = Camera.at_cell(27000, 0)
    minimap.draw(target, camera)
    made: list[object] = []
    monkeypatch.setattr("game.hud.minimap.new_surface", made.append)
    monkeypatch.setattr("game.hud.tile_cache.new_surface", made.append)
    before = minimap.state
    for _ in range(5):
        minimap.update(camera, SIZE)
        minimap.draw(target, camera)
    assert not made
    assert minimap.state == before
    loader.stop()


def test_it_is_no_larger_than_a_small_window_has_room_for(world: worldgen.World) -> None:
    loader = Loader(GeneratedWorld(world), workers=1)
    minimap = Minimap(loader, GeneratedWorld(world))
    for size in ((1, 1), (2, 600), (200, 90), (2560, 1440)):
        target = pygame.Surface(size, 0, 32)
        minimap.update(Camera(0, 0), size)
        minimap.draw(target, Camera(0, 0))
    loader.stop()


def test_the_outline_is_where_the_window_is() -> None:
    target = pygame.Surface((300, 300), 0, 32)
    camera = Camera.at_cell(0, 0, 0)
    view = Camera.at_cell(0, 0, -96).view(300, 300)
    draw_outline(target, target.get_rect(), view, camera, (800, 400))
    lit = pygame.mask.from_threshold(target, (255, 255, 255), (10, 10, 10)).get_bounding_rects()[0]
    assert lit.center == (150, 150)
    assert abs(lit.width - 100) <= 2
    assert abs(lit.height - 50) <= 2
    # Far away, and far closer than the map can show.
    for other in (Camera(2**60, -(2**60)), Camera(0, 0, 128)):
        draw_outline(target, target.get_rect(), view, other, (800, 400))
