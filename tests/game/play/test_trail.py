"""Nothing throws a place away: back and forward through places and worlds, with real keys."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from game.camera import PLACE_ZOOM, Camera
from game.menus.opening_page import OpeningPage
from game.ui import clipboard
from game.world.share import Shared
from tests.game.driver import Driver, post

pytestmark = pytest.mark.usefixtures("compiled_kernels")

FAR = Camera.at_cell(2**51, -(2**50))
ALT = pygame.KMOD_LALT


@pytest.fixture
def driver(tmp_path: Path) -> Iterator[Driver]:
    made = Driver(tmp_path, camera=FAR)
    yield made
    made.app.close()


def _octaves(driver: Driver) -> int:
    return driver.play.session.parameters.octaves


def test_other_worlds_are_seen_from_the_same_place(driver: Driver) -> None:
    driver.press(pygame.K_r)
    driver.until(lambda: driver.seed == 8)
    assert driver.play.camera == FAR
    driver.press(pygame.K_i)
    driver.until(lambda: not driver.play.session.parameters.island)
    driver.press(pygame.K_4)
    driver.until(lambda: _octaves(driver) == 4)
    driver.press(pygame.K_r, shift=True)
    driver.until(lambda: driver.seed == 7)
    assert driver.play.camera == FAR


def test_back_and_forward_through_places(driver: Driver) -> None:
    near = Camera.at_cell(40, 50)
    driver.play.travel(near)
    driver.press(pygame.K_r)
    driver.until(lambda: driver.seed == 8)
    assert "Alt+Left" in driver.app.notice
    driver.press(pygame.K_LEFT, mod=ALT)
    driver.until(lambda: driver.seed == 7)
    assert driver.play.camera == near
    driver.press(pygame.K_LEFT, mod=ALT)
    assert driver.play.camera == FAR
    driver.press(pygame.K_LEFT, mod=ALT)
    assert "no other place" in driver.app.notice
    driver.press(pygame.K_RIGHT, mod=ALT)
    assert driver.play.camera == near
    post(pygame.MOUSEBUTTONDOWN, button=7, pos=(10, 10))
    driver.frames(1)
    driver.until(lambda: driver.seed == 8)
    assert driver.play.camera == near
    post(pygame.MOUSEBUTTONDOWN, button=6, pos=(10, 10))
    driver.frames(1)
    driver.until(lambda: driver.seed == 7)


def test_going_elsewhere_ends_the_way_forward(driver: Driver) -> None:
    driver.play.travel(Camera.at_cell(40, 50))
    driver.press(pygame.K_LEFT, mod=ALT)
    driver.play.travel(Camera.at_cell(7, 7))
    driver.press(pygame.K_RIGHT, mod=ALT)
    assert driver.play.camera == Camera.at_cell(7, 7)


def test_the_chart_and_the_next_island_are_ways_back(driver: Driver) -> None:
    driver.press(pygame.K_m, frames=2)
    driver.press(pygame.K_d, frames=4)
    driver.press(pygame.K_RETURN)
    assert driver.top is driver.play
    charted = driver.play.camera
    assert charted != FAR
    driver.press(pygame.K_n)
    driver.until(lambda: not driver.play.autopilot.steering)
    driver.press(pygame.K_LEFT, mod=ALT)
    assert driver.play.camera == charted
    driver.press(pygame.K_LEFT, mod=ALT)
    assert driver.play.camera == FAR


def test_a_saved_world_comes_back_with_its_own_octaves(driver: Driver) -> None:
    driver.press(pygame.K_F5)
    driver.type("first")
    driver.press(pygame.K_RETURN)
    driver.press(pygame.K_3)
    driver.until(lambda: _octaves(driver) == 3)
    for words in ("3 octaves instead of 8", "no longer 'first'", "0: as before"):
        assert words in driver.app.notice
    driver.press(pygame.K_0)
    driver.until(lambda: driver.name == "first")
    assert _octaves(driver) == 8
    assert "'first' again" in driver.app.notice
    driver.press(pygame.K_r)
    driver.until(lambda: driver.seed == 8)
    driver.press(pygame.K_LEFT, mod=ALT)
    driver.until(lambda: driver.seed == 7)
    assert driver.name == "first"


@pytest.mark.parametrize("mod", [pygame.KMOD_LCTRL, pygame.KMOD_LALT, pygame.KMOD_LMETA])
def test_chords_are_no_plain_keys(driver: Driver, mod: int) -> None:
    before = driver.app.settings_file.settings
    keys = (pygame.K_d, pygame.K_r, pygame.K_3, pygame.K_TAB, pygame.K_g, pygame.K_h, pygame.K_F5)
    driver.press(*keys, mod=mod, frames=4)
    assert driver.top is driver.play
    assert driver.app.settings_file.settings == before
    assert (driver.play.camera, driver.seed, _octaves(driver)) == (FAR, 7, 8)


def test_a_share_string_is_opened_from_the_clipboard(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = Camera.at_cell(-3, 9, zoom=8)
    text = Shared(8, driver.play.session.parameters, place).encode()
    monkeypatch.setattr(clipboard, "paste", lambda: text)
    driver.press(pygame.K_v, mod=pygame.KMOD_LCTRL)
    driver.until(lambda: not isinstance(driver.top, OpeningPage))
    assert (driver.seed, driver.play.camera) == (8, place)
    assert driver.app.settings_file.settings.moving_water
    monkeypatch.setattr(clipboard, "paste", lambda: "hello")
    driver.press(pygame.K_v, mod=pygame.KMOD_LCTRL)
    assert "no share string" in driver.app.notice


def test_places_are_seen_from_near_enough(driver: Driver) -> None:
    far = Camera(FAR.x, FAR.y, PLACE_ZOOM - 16)
    driver.play.travel(far)
    driver.press(pygame.K_j)
    driver.type("3, 4")
    driver.press(pygame.K_RETURN)
    assert driver.play.camera == Camera.at_cell(3, 4, PLACE_ZOOM)
    driver.play.travel(Camera.at_cell(40, 50, PLACE_ZOOM - 16))
    driver.press(pygame.K_HOME)
    driver.until(lambda: driver.play.camera.zoom == PLACE_ZOOM)
    assert driver.cell == driver.play.session.source.spawn()
