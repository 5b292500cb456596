"""The list of saved worlds: its order, and pictures of where the player was."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from game.camera import Camera
from game.menus.load_world import LoadPage
from game.world.voyage import Voyage
from game.world.voyage_files import keep_voyage
from tests.game.driver import Driver
from tests.game.pages import button, click, shown
from worldgen import World, save_world

pytestmark = pytest.mark.usefixtures("compiled_kernels")

AGES = {"b": 30, "C": 10, "a": 20, "d": 20}


@pytest.fixture
def driver(tmp_path: Path) -> Iterator[Driver]:
    saves = tmp_path / "saves"
    saves.mkdir()
    world = World(7)
    for number, (name, age) in enumerate(AGES.items()):
        path = saves / f"{name}.json"
        save_world(path, world, name)
        camera = Camera.at_cell(900 * number, 0)
        keep_voyage(saves, Voyage(camera, world.seed, world.parameters, path.name))
        os.utime(path, (1_700_000_000 - age, 1_700_000_000 - age))
    driver = Driver(tmp_path)
    driver.app.surface = pygame.display.set_mode((1280, 720))
    driver.frames(1)
    yield driver
    driver.app.close()


def test_the_newest_comes_first_and_the_order_can_be_changed(driver: Driver) -> None:
    driver.press(pygame.K_F9)
    load = shown(driver, LoadPage)
    orders = []
    for _ in range(3):
        orders.append("".join(world.name for world in load.worlds))
        before = load.chosen
        sorting = button(driver, "‹")
        load.form.focus(sorting)
        driver.press(pygame.K_RIGHT)
        # The world that is looked at stays the same one.
        assert load.chosen is not None
        assert before is not None
        assert load.chosen.path == before.path
    assert orders == ["Cadb", "badC", "abCd"]
    assert "newest" in button(driver, "‹").text


def test_worlds_of_one_seed_show_where_the_player_was(driver: Driver) -> None:
    driver.press(pygame.K_F9)
    load = shown(driver, LoadPage)

    def pictures() -> list[pygame.Surface]:
        boxes = load.row_list.picture_boxes if load.row_list else []
        return [box.picture for box in boxes if box.picture is not None]

    driver.until(lambda: len(pictures()) == len(AGES))
    assert len({bytes(each.get_buffer().raw) for each in pictures()}) == len(AGES)


def test_undo_stands_there_only_when_there_is_something(driver: Driver) -> None:
    driver.press(pygame.K_F9)
    shown(driver, LoadPage)
    assert not [each for each in load_buttons(driver) if "Undo" in each]
    driver.press(pygame.K_DELETE)
    driver.press(pygame.K_DOWN, pygame.K_RETURN)
    click(driver, button(driver, "Undo"))
    assert not [each for each in load_buttons(driver) if "Undo" in each]
    assert len(shown(driver, LoadPage).worlds) == len(AGES)


def load_buttons(driver: Driver) -> list[str]:
    controls = shown(driver, LoadPage).form.controls
    return [each.text for each in controls if hasattr(each, "text")]
