"""The buttons over the land do what their keys do."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from game.input.controls import Action
from game.menus.bookmarks_page import BookmarksPage
from game.menus.settings_page import SettingsPage
from game.play.chart import Chart
from game.play.tools import TOOLS
from tests.game.driver import Driver
from tests.game.pages import click_at, mouse

pytestmark = pytest.mark.usefixtures("compiled_kernels")


@pytest.fixture
def driver(tmp_path: Path) -> Iterator[Driver]:
    made = Driver(tmp_path, keeps_voyage=False)
    made.app.surface = pygame.display.set_mode((640, 360), pygame.RESIZABLE)
    made.frames(2)
    yield made
    made.app.close()


def button(driver: Driver, action: Action) -> tuple[int, int]:
    number = [each for _, each in TOOLS].index(action)
    place = driver.play._tools.place
    return place.left + (2 * number + 1) * place.width // (2 * len(TOOLS)), place.centery


@pytest.mark.parametrize(
    ("action", "kind"),
    [
        (Action.CHART, Chart),
        (Action.BOOKMARKS, BookmarksPage),
        (Action.SETTINGS, SettingsPage),
    ],
)
def test_buttons_open_what_their_keys_open(driver: Driver, action: Action, kind: type) -> None:
    click_at(driver, button(driver, action))
    assert isinstance(driver.top, kind)
    driver.press(pygame.K_ESCAPE)
    assert driver.top is driver.play


def test_buttons_switch_and_show_what_is_on(driver: Driver) -> None:
    settings_file = driver.app.settings_file
    click_at(driver, button(driver, Action.GRID))
    assert settings_file.settings.grid
    click_at(driver, button(driver, Action.NAMES))
    assert not settings_file.settings.names
    click_at(driver, button(driver, Action.OVERLAY))
    assert driver.play.scenery.overlay == "height"
    mouse(pygame.MOUSEBUTTONDOWN, button(driver, Action.OVERLAY), button=3)
    driver.frames(2)
    assert "No overlay" in driver.app.notice
    click_at(driver, button(driver, Action.TOUR))
    assert driver.play.autopilot.touring
    on = {tool.icon for tool in driver.play._tools._tools() if tool.on}
    assert on == {"grid", "tour"}


def test_a_press_of_a_button_moves_no_land(driver: Driver) -> None:
    before = driver.play.pilot.camera
    mouse(pygame.MOUSEBUTTONDOWN, button(driver, Action.GRID), button=1)
    mouse(pygame.MOUSEMOTION, (100, 300), rel=(0, 0), buttons=(1, 0, 0))
    driver.frames(2)
    assert not driver.play.pilot.dragging
    assert driver.play.pilot.camera == before


def test_u_hides_it_and_where_it_was_is_land_again(driver: Driver) -> None:
    place = button(driver, Action.CHART)
    driver.press(pygame.K_u)
    assert not driver.play._tools.place.width
    click_at(driver, place)
    assert driver.top is driver.play
    driver.press(pygame.K_u)
    assert driver.play._tools.place.width


@pytest.mark.parametrize("size", [(320, 240), (640, 360), (1280, 720)])
@pytest.mark.parametrize("ui_scale", [1.0, 2.0])
def test_panel_bar_and_small_map_keep_apart(
    driver: Driver, size: tuple[int, int], ui_scale: float
) -> None:
    driver.app.surface = pygame.display.set_mode(size, pygame.RESIZABLE)
    driver.app.change_settings(ui_scale=ui_scale)
    if size[0] >= 640:
        driver.press(pygame.K_F3)
    driver.frames(3)
    scenery = driver.play.scenery
    places = [scenery.panel, scenery.toolbar, scenery.minimap.place(size)]
    for number, place in enumerate(places):
        assert pygame.Rect(0, 0, *size).contains(place)
        assert place.collidelist(places[number + 1 :]) < 0


def test_the_tip_says_what_a_button_does_and_its_key(driver: Driver) -> None:
    mouse(pygame.MOUSEMOTION, button(driver, Action.CHART), rel=(0, 0), buttons=(0, 0, 0))
    driver.frames(2)
    assert driver.play._tools._hovered == 0
    assert driver.play._tools._tools()[0].words == "Chart of the sea · M"
