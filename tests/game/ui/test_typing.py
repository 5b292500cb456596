"""Fields and lists under real keys: what is selected, what is typed early, ends and pages."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from game.camera import Camera
from game.menus.bookmarks_page import BookmarksPage
from game.menus.load_world import LoadPage
from game.ui.control import Field
from game.ui.text_page import TextPage
from game.world.voyage import Bookmark
from tests.game.driver import Driver, post
from tests.game.pages import page, shown
from worldgen.files.save import make_saves_folder, save_world, world_path

pytestmark = pytest.mark.usefixtures("compiled_kernels")


@pytest.fixture
def driver(tmp_path: Path) -> Iterator[Driver]:
    made = Driver(tmp_path)
    yield made
    made.app.close()


def _field(driver: Driver) -> Field:
    field = page(driver).form.focused
    assert isinstance(field, Field)
    return field


def test_a_field_that_opens_with_a_value_has_it_selected(driver: Driver) -> None:
    driver.press(pygame.K_j)
    x, y = driver.cell
    assert _field(driver).text == f"{x}, {y}"
    driver.type("7, 8")
    driver.press(pygame.K_RETURN)
    assert driver.cell == (7, 8)


def test_typing_goes_on_after_a_complaint(driver: Driver) -> None:
    driver.press(pygame.K_j)
    driver.type("x")
    driver.press(pygame.K_RETURN)
    assert shown(driver, TextPage).complaint
    driver.press(pygame.K_BACKSPACE)
    driver.type("12")
    driver.type(", 3")
    assert _field(driver).text == "12, 3"


def test_digits_typed_while_a_dialog_opens_are_its_own(driver: Driver) -> None:
    for key in (pygame.K_j, pygame.K_1, pygame.K_2, pygame.K_COMMA, pygame.K_6):
        post(pygame.KEYDOWN, key=key, mod=0, unicode="")
        post(pygame.KEYUP, key=key, mod=0)
    driver.frames(2)
    assert _field(driver).text == "12,6"
    driver.type("0")
    driver.press(pygame.K_RETURN)
    assert driver.cell == (12, 60)
    driver.frames(3)
    assert driver.play.session.parameters.octaves == 8


def test_a_world_that_has_a_name_is_saved_from_it(driver: Driver) -> None:
    driver.press(pygame.K_F5)
    driver.type("first")
    driver.press(pygame.K_RETURN)
    driver.menus.save_as()
    driver.frames(1)
    assert _field(driver).text == "first"
    driver.type("second")
    assert _field(driver).text == "second"


def test_a_place_is_named_by_island_and_biome(driver: Driver) -> None:
    spawn = driver.play.session.source.spawn()
    driver.play.travel(Camera.at_cell(*spawn))
    driver.settle()
    driver.until(lambda: driver.play.place_name is not None)
    name = driver.play.place_name
    assert name is not None
    ground = driver.play.session.source.ground(*driver.cell, 0)
    assert name == f"{ground.island}, {ground.biome}"
    driver.press(pygame.K_b)
    assert isinstance(driver.top, BookmarksPage)
    driver.press(pygame.K_RETURN)
    assert _field(driver).text == name
    driver.press(pygame.K_RETURN)
    assert driver.play.session.bookmarks == (Bookmark(name, driver.play.camera),)


def test_ends_and_pages_of_a_list(driver: Driver, tmp_path: Path) -> None:
    saves = tmp_path / "saves"
    make_saves_folder(saves)
    for number in range(30):
        world = driver.play.session.source.world
        save_world(world_path(saves, f"w{number:02}"), world, f"w{number:02}", overwrite=False)
    driver.press(pygame.K_F9)
    rows = shown(driver, LoadPage).row_list
    assert rows is not None
    driver.press(pygame.K_END)
    assert rows.chosen == 29
    driver.press(pygame.K_PAGEUP)
    assert 0 < rows.chosen < 29
    driver.press(pygame.K_HOME)
    assert rows.chosen == 0
    driver.press(pygame.K_PAGEDOWN)
    assert rows.chosen > 0
