"""What lies over the land: switches that work, overlays in the land's place, a quiet picture."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pygame
import pytest

import worldgen
from game.camera import MAX_ZOOM, MIN_ZOOM, Camera
from game.input.controls import DEFAULT_BINDINGS, Action
from game.settings import RULES, Settings
from game.terrain.chunk_painter import ChunkPainter
from game.terrain.map_style import OVERLAYS, MapStyle, next_overlay
from tests.game.driver import Driver, post
from tests.game.fakes import packed
from tests.worlds import home_cell, shared_world
from worldgen.render.overlays import paint_overlay

pytestmark = pytest.mark.usefixtures("compiled_kernels")


@pytest.fixture
def driver(tmp_path: Path) -> Iterator[Driver]:
    home = Camera.at_cell(*home_cell(shared_world(7)), -32)
    made = Driver(tmp_path, keeps_voyage=False, camera=home)
    yield made
    made.app.close()


@pytest.mark.parametrize(
    ("key", "name"),
    [
        (pygame.K_TAB, "minimap"),
        (pygame.K_g, "grid"),
        (pygame.K_l, "names"),
        (pygame.K_p, "plants"),
        (pygame.K_v, "moving_water"),
        (pygame.K_k, "clouds"),
    ],
)
def test_a_key_switches_and_the_settings_remember(driver: Driver, key: int, name: str) -> None:
    file = driver.app.settings_file
    first = getattr(file.settings, name)
    driver.press(key)
    assert getattr(file.settings, name) is not first
    assert f'"{name}": {str(not first).lower()}' in file.path.read_text(encoding="utf-8")
    driver.press(key)
    assert getattr(file.settings, name) is first


def test_every_switch_has_a_rule_and_every_action_a_key() -> None:
    for name in ("plants", "moving_water", "clouds", "names", "minimap", "scale_bar", "grid"):
        assert name in RULES
        assert isinstance(getattr(Settings(), name), bool)
    assert set(DEFAULT_BINDINGS.values()) == set(Action)


def rest(driver: Driver) -> None:
    """Wait until nothing new comes to be seen."""
    play, quiet_frames = driver.play, 0
    while quiet_frames < 60:
        before = play.scenery.labels.state, play.scenery.minimap.state
        play.loader.wait()
        driver.frames(1)
        same = before == (play.scenery.labels.state, play.scenery.minimap.state)
        quiet_frames = quiet_frames + 1 if same and play.loader.idle else 0


def quiet(driver: Driver) -> None:
    """Let everything be still, so that pictures can be compared."""
    driver.app.change_settings(less_motion=True)
    driver.app.surface = pygame.display.set_mode((640, 360), pygame.RESIZABLE)
    driver.settle()
    labels = driver.play.scenery.labels
    driver.until(lambda: bool(labels.labels))
    place = labels.labels[0].place
    driver.play.pilot.place(Camera(place.x, place.y, -32))
    driver.settle()
    rest(driver)
    driver.until(lambda: driver.play.compass.ground is not None)
    driver.frames(5)


def picture(driver: Driver) -> np.ndarray:
    target = pygame.Surface(driver.app.size, 0, 32)
    play = driver.play
    play.terrain.draw(target, play.view, driver.app.now)
    play.scenery.draw(target, play.view, play.pilot.camera)
    return np.asarray(pygame.surfarray.array2d(target) & 0xFFFFFF)


@pytest.mark.parametrize("name", ["minimap", "grid", "names", "scale_bar"])
def test_what_is_switched_off_is_not_there(driver: Driver, name: str) -> None:
    quiet(driver)
    driver.app.change_settings(**{name: False})
    driver.frames(3)
    without = picture(driver)
    driver.app.change_settings(**{name: True})
    driver.frames(3)
    driver.until(lambda: not np.array_equal(picture(driver), without))


def test_u_leaves_the_land_alone(driver: Driver) -> None:
    quiet(driver)
    land = pygame.Surface(driver.app.size, 0, 32)
    driver.play.terrain.draw(land, driver.play.view, driver.app.now)
    driver.press(pygame.K_u)
    assert np.array_equal(
        pygame.surfarray.array2d(driver.app.surface) & 0xFFFFFF,
        pygame.surfarray.array2d(land) & 0xFFFFFF,
    )
    driver.press(pygame.K_u)
    assert driver.app.surface.get_at((14, 14)) != land.get_at((14, 14))
    assert not driver.play.scenery.land_alone


@pytest.mark.parametrize("size", [(320, 200), (1280, 720)])
def test_no_hole_at_any_zoom_with_all_that_lies_over_the_land(
    driver: Driver, size: tuple[int, int]
) -> None:
    # A cloud would darken the colour that is looked for.
    driver.app.change_settings(clouds=False, grid=True)
    driver.app.surface = pygame.display.set_mode(size, pygame.RESIZABLE)
    for number, zoom in enumerate(range(MIN_ZOOM, MAX_ZOOM + 1, 23)):
        driver.play.pilot.place(Camera.at_cell(97.3 * number, -50.7 * number, zoom))
        if number % 3 == 0:
            driver.play.pilot.zoom_by(3, size)
        driver.play.update(1 / 60, True)
        driver.app.surface.fill((255, 0, 255))
        driver.play.draw(driver.app.surface)
        pixels = pygame.surfarray.array2d(driver.app.surface) & 0xFFFFFF
        assert not (pixels == 0xFF00FF).any(), zoom


def test_overlays_follow_each_other_and_come_from_the_library(driver: Driver) -> None:
    seen = []
    for _ in range(len(OVERLAYS) + 1):
        driver.press(pygame.K_o)
        seen.append(driver.play.session.source.style.overlay)
    assert seen == [*OVERLAYS, None]
    driver.press(pygame.K_o, shift=True)
    assert driver.play.session.source.style.overlay == OVERLAYS[-1]
    world = driver.play.session.source.world
    for overlay in OVERLAYS:
        chunk = world.chunk(1, 1, 2)
        painter = ChunkPainter(world, MapStyle(overlay=overlay, plants=True))
        pixels = painter.pixels(1, 1, 2, sketch=False)
        assert np.array_equal(pixels, packed(paint_overlay(chunk, overlay)))
    assert next_overlay(None, back=True) == OVERLAYS[-1]


def test_no_water_moves_under_an_overlay_or_with_less_motion(driver: Driver) -> None:
    def moving() -> tuple[bool, bool]:
        driver.frames(1)
        return driver.play.scenery.effects.water, driver.play.scenery.effects.clouds

    assert moving() == (True, True)
    driver.press(pygame.K_o)
    assert moving() == (False, False)
    driver.press(pygame.K_o, shift=True)
    assert moving() == (True, True)
    driver.app.change_settings(less_motion=True)
    assert moving() == (False, False)
    driver.app.change_settings(less_motion=False, palette="lesson")
    assert moving() == (False, False)


def test_while_paused_the_water_stands_still(driver: Driver) -> None:
    driver.frames(10)
    step = driver.play.scenery.effects.step
    assert step > 0
    driver.press(pygame.K_ESCAPE)
    paused = driver.play.scenery.effects.step
    driver.frames(30)
    assert driver.play.scenery.effects.step == paused


def test_moving_water_makes_no_surface_and_no_text(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    driver.settle()
    driver.until(lambda: driver.play.compass.ground is not None)
    rest(driver)
    made: list[object] = []
    for name in (
        "game.ui.fonts.FontChain.render",
        "game.terrain.chunk_cache.new_surface",
        "game.hud.hud.pygame.Surface",
        "game.hud.minimap.new_surface",
    ):
        monkeypatch.setattr(name, lambda *_: made.append(1))
    before = driver.play.scenery.effects.step
    driver.frames(60)
    assert driver.play.scenery.effects.step > before + 10
    assert not made


def test_the_small_map_leads_elsewhere_and_zooms(driver: Driver) -> None:
    driver.frames(2)
    minimap = driver.play.scenery.minimap
    place = minimap.place(driver.app.size)
    start = driver.play.pilot.camera
    pixel = place.centerx + 20, place.centery
    expected = minimap.world_of(pixel, start, driver.app.size)
    post(pygame.MOUSEBUTTONDOWN, pos=pixel, button=1)
    driver.frames(1)
    post(pygame.MOUSEBUTTONUP, pos=pixel, button=1)
    driver.until(lambda: driver.play.pilot.camera == expected)
    zoom = driver.play.pilot.zoom_goal
    before = minimap.state
    post(pygame.MOUSEMOTION, pos=pixel, rel=(0, 0), buttons=(0, 0, 0))
    post(pygame.MOUSEWHEEL, x=0, y=-1, flipped=False)
    driver.frames(2)
    assert minimap.state != before
    assert driver.play.pilot.zoom_goal == zoom
    driver.press(pygame.K_TAB)
    post(pygame.MOUSEWHEEL, x=0, y=-1, flipped=False)
    driver.frames(2)
    assert driver.play.pilot.zoom_goal < zoom


def test_trees_come_and_go_with_their_key(driver: Driver) -> None:
    world = driver.play.session.source.world
    assert driver.play.session.source.style == MapStyle(plants=True)
    driver.press(pygame.K_p)
    assert driver.play.session.source.style == MapStyle()
    assert driver.play.session.source.world is world
    driver.press(pygame.K_r)
    driver.until(lambda: driver.seed == 8)
    assert driver.play.session.source.style == MapStyle()
    assert isinstance(driver.play.session.source.world, worldgen.World)
