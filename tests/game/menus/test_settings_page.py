"""The settings explain themselves, stand in groups, and can go back to the defaults."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from game.input.bindings import Bindings
from game.input.controls import Action, Controls
from game.input.pad_events import PadButton
from game.menus.action_groups import action_groups
from game.menus.bindings_page import BindingsPage
from game.menus.help_page import HelpPage, key_groups, pad_group
from game.menus.setting_tips import SETTING_TIPS
from game.menus.title_menu import TitleMenu
from game.settings import RULES, Settings
from game.ui.control import Choice, Slider
from game.world.background_load import BackgroundLoad
from game.world.session import OpenedWorld
from tests.game.driver import Driver
from tests.game.pages import button, click, page

pytestmark = pytest.mark.usefixtures("compiled_kernels")


@pytest.fixture
def driver(tmp_path: Path) -> Iterator[Driver]:
    driver = Driver(tmp_path)
    driver.app.surface = pygame.display.set_mode((960, 600))
    driver.frames(1)
    yield driver
    driver.app.close()


def test_every_setting_says_what_it_does(driver: Driver) -> None:
    driver.menus.settings()
    driver.frames(1)
    controls = [each for each in page(driver).form.controls if isinstance(each, Choice | Slider)]
    assert {each.tip for each in controls} == set(SETTING_TIPS.values())
    without = {"window_width", "window_height", "help_seen"}
    assert set(SETTING_TIPS) == set(RULES) - without


def test_settings_go_back_to_the_defaults(driver: Driver) -> None:
    driver.app.change_settings(palette="safe", speed=2.0)
    driver.menus.settings()
    click(driver, button(driver, "Defaults"))
    settings = driver.app.settings_file.settings
    assert (settings.palette, settings.speed) == (Settings().palette, Settings().speed)


def test_every_action_stands_under_one_heading() -> None:
    listed = [action for _, actions in action_groups() for action in actions]
    assert sorted(listed, key=lambda action: action.name) == sorted(
        Action, key=lambda action: action.name
    )


def test_the_help_lists_keys_and_buttons_apart() -> None:
    bindings = Bindings()
    keys = [line for group in key_groups(Controls()) for line in group.lines]
    next_island = dict((words, names) for names, words in keys)[Action.NEXT_ISLAND.value]
    assert next_island == "N"
    buttons = pad_group(bindings)
    assert buttons.heading == "Gamepad"
    assert (PadButton.SOUTH.value, Action.NEXT_ISLAND.value) in buttons.lines


def test_help_and_bindings_have_headings(driver: Driver) -> None:
    for opened in (HelpPage(driver.app), BindingsPage(driver.app)):
        driver.app.push(opened)
        driver.frames(1)
        texts = [label.text for label in page(driver).form.labels]
        for heading, _ in action_groups():
            assert heading in texts
        driver.app.pop()


def test_pages_on_pages_do_not_turn_the_land_black(driver: Driver) -> None:
    driver.settle()
    corner = pygame.Rect(0, 0, 40, 40)
    corner.bottomleft = 300, 600

    def brightness() -> float:
        colour = pygame.transform.average_color(driver.app.surface, corner)
        return sum(colour[:3])

    bright = brightness()
    driver.menus.pause()
    driver.frames(2)
    dimmed = brightness()
    assert 0.2 * bright < dimmed < 0.6 * bright
    for show in (driver.menus.settings, driver.menus.go_to, driver.menus.help):
        show()
        driver.frames(2)
        assert abs(brightness() - dimmed) <= 6


def test_a_first_start_has_nothing_to_continue(driver: Driver) -> None:
    opened = OpenedWorld(driver.play.session, driver.play.camera, is_first=True)
    menu = TitleMenu(driver.app, BackgroundLoad(lambda _: opened), None, lambda _: driver.play)
    driver.app.push(menu)
    driver.until(lambda: menu.is_ready)
    driver.frames(1)
    button(driver, "Begin")
    texts = [each.text for each in menu.form.controls if hasattr(each, "text")]
    assert "Continue" not in texts


def test_the_title_flies_slowly_once_the_world_is_there(driver: Driver) -> None:
    opened = OpenedWorld(driver.play.session, driver.play.camera)
    menu = TitleMenu(driver.app, BackgroundLoad(lambda _: opened), None, lambda _: driver.play)
    driver.app.push(menu)
    driver.until(lambda: menu.flight is not None and menu.flight.whole)
    flight = menu.flight
    assert flight is not None
    before = flight.camera
    driver.frames(60)
    moved = abs(flight.camera.x - before.x) + abs(flight.camera.y - before.y)
    # Some tens of pixels a second.
    assert 10 < moved / 64 / 2 < 60
    driver.app.change_settings(less_motion=True)
    driver.frames(2)
    before = flight.camera
    driver.frames(10)
    assert flight.camera == before
