"""The panel of a world that is played: for players first, numbers of the machine on F3."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pygame
import pytest

from game.hud.hud import Hud, Status
from tests.game.driver import Driver

pytestmark = pytest.mark.usefixtures("compiled_kernels")


@pytest.fixture
def driver(tmp_path: Path) -> Iterator[Driver]:
    made = Driver(tmp_path, keeps_voyage=False)
    yield made
    made.app.close()


def said(driver: Driver) -> str:
    return "\n".join(text for text, _ in driver.play._status().lines)


def test_it_says_place_biome_and_height_and_f3_the_rest(driver: Driver) -> None:
    driver.settle()
    driver.until(lambda: driver.play.compass.ground is not None)
    ground = driver.play.compass.ground
    assert ground is not None
    first = said(driver)
    assert ground.biome in first
    assert " m high" in first or " m deep" in first
    for of_the_machine in ("fps", "chunk", "octave", "px"):
        assert of_the_machine not in first
    driver.press(pygame.K_F3)
    driver.frames(2)
    for of_the_machine in ("fps", "chunk", "8 octaves", "px per cell", "seed 7"):
        assert of_the_machine in said(driver)


def test_a_setting_keeps_cells(driver: Driver) -> None:
    driver.settle()
    driver.until(lambda: driver.play.compass.ground is not None)
    driver.app.change_settings(units="cells")
    assert "height 0." in said(driver)


def test_help_is_pointed_to_until_it_was_seen(driver: Driver) -> None:
    assert "H: help" in said(driver)
    driver.press(pygame.K_h)
    driver.press(pygame.K_ESCAPE)
    assert "help" not in said(driver)
    assert driver.app.settings_file.settings.help_seen


def test_the_hint_ends_by_itself_while_one_plays(driver: Driver) -> None:
    driver.press(pygame.K_ESCAPE)
    for _ in range(2):
        driver.app.fixed_step = 40.0
        driver.frames(1)
        assert "H: help" in said(driver)
    driver.press(pygame.K_ESCAPE)
    for _ in range(2):
        driver.frames(1)
    assert "help" not in said(driver)


@pytest.mark.parametrize("size", [(320, 240), (640, 360), (1920, 1080)])
def test_the_size_of_text_reaches_it(size: tuple[int, int]) -> None:
    target = pygame.Surface(size, 0, 32)
    status = Status("Kambando", "forest · 400 m high", position="x 1  y 2")
    areas = []
    for scale in (1.0, 2.0):
        hud = Hud(partial(float, scale))
        hud.draw_status(target, status)
        assert target.get_rect().contains(hud.area)
        areas.append(hud.area.height)
    assert areas[1] > areas[0]


def test_a_panel_that_says_the_same_is_not_written_again(monkeypatch: pytest.MonkeyPatch) -> None:
    target = pygame.Surface((640, 360), 0, 32)
    hud = Hud(lambda: 1.0)
    hud.draw_status(target, Status("Kambando", "forest"))
    written: list[str] = []
    monkeypatch.setattr(
        "game.ui.lettering.Lettering.draw", lambda _self, _target, text, *_: written.append(text)
    )
    hud.draw_status(target, Status("Kambando", "forest"))
    assert not written
    hud.draw_status(target, Status("Kambando", "beach"))
    assert written == ["Kambando", "beach"]
