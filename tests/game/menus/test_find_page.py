"""Finding places by their names."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

import worldgen
from game.hud.nearby_names import distance, named, nearby_names
from game.hud.places import Place, PlaceKind
from game.menus.find_page import FindPage
from tests.game.driver import Driver
from tests.game.pages import shown
from tests.worlds import island_with_lake
from worldgen.coordinates import COORDINATE_LIMIT

pytestmark = pytest.mark.usefixtures("compiled_kernels")


@pytest.fixture
def driver(tmp_path: Path) -> Iterator[Driver]:
    made = Driver(tmp_path, keeps_voyage=False)
    made.app.surface = pygame.display.set_mode((640, 360), pygame.RESIZABLE)
    made.settle()
    yield made
    made.app.close()


def opened(driver: Driver) -> FindPage:
    driver.press(pygame.K_f)
    page = shown(driver, FindPage)
    driver.until(lambda: bool(page.found))
    return page


def place(name: str) -> Place:
    return Place(PlaceKind.ISLAND, name, 0, 0, 100.0)


def test_beginnings_come_before_other_matches_and_order_stays_otherwise() -> None:
    places = [place(name) for name in ("Old Kamba", "Xkam", "Kambando", "Kam", "Isle")]
    assert [each.name for each in named(places, " kam ")] == [
        "Kambando",
        "Kam",
        "Old Kamba",
        "Xkam",
    ]
    assert named(places, "") == places
    assert named(places, "zz") == []
    assert [each.name for each in named([place("Straße")], "STRASSE")] == ["Straße"]


def test_the_nearest_come_first_and_nothing_is_solved() -> None:
    world = worldgen.World("not solved yet")
    found = nearby_names(world, 5000, -3000)
    ways = [distance(each, 5000, -3000) for each in found]
    assert len(found) > 50
    assert ways == sorted(ways)
    assert world.solved_islands(0, -8000, 10_000, 10_000) == ()


@pytest.mark.parametrize("x", [-COORDINATE_LIMIT, COORDINATE_LIMIT])
def test_at_the_edge_of_the_world_too(x: int) -> None:
    assert isinstance(nearby_names(worldgen.World("edge"), x, x), tuple)


def test_peaks_lakes_and_rivers_of_known_islands_are_found() -> None:
    world = worldgen.World("atlantis")
    island = island_with_lake(world)
    left, top, width, height = island.bounds
    names = {each.name for each in nearby_names(world, left + width // 2, top + height // 2)}
    assert {island.name, island.peak.name, island.rivers[0].name, island.lakes[0].name} <= names


def test_typing_narrows_the_list_and_enter_leads_there(driver: Driver) -> None:
    page = opened(driver)
    every = list(page.found)
    wanted = every[min(7, len(every) - 1)]
    driver.type(wanted.name)
    assert page.found[0].name == wanted.name
    assert len(page.found) < len(every)
    goal = page.found[0]
    driver.press(pygame.K_RETURN)
    assert driver.top is driver.play
    assert (driver.play.camera.x, driver.play.camera.y) == (goal.x, goal.y)


def test_arrows_and_enter_choose_another_one(driver: Driver) -> None:
    page = opened(driver)
    goal = page.found[1]
    assert page.form.is_typing
    driver.press(pygame.K_DOWN, pygame.K_DOWN, pygame.K_RETURN)
    assert driver.top is driver.play
    assert (driver.play.camera.x, driver.play.camera.y) == (goal.x, goal.y)


def test_a_name_that_is_nowhere_leads_nowhere(driver: Driver) -> None:
    before = driver.play.camera
    page = opened(driver)
    driver.type("qqqqqq")
    assert page.found == []
    driver.press(pygame.K_RETURN)
    assert driver.top is page
    driver.press(pygame.K_ESCAPE)
    assert driver.play.camera == before
