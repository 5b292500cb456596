"""Searching for a world in the game: wishes, live finds, stopping, and taking one."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.menus.new_world import NewWorldPage
from game.menus.search_page import SearchPage
from game.ui.control import Choice
from game.world.world_goals import ANY, WISHES, query_for
from game.world.world_search import Tried, search_worlds
from tests.game.driver import Driver
from tests.game.pages import button, click, fields, page, shown
from worldgen import WorldParameters
from worldgen.search import Candidate, GoalError, evaluate

pytestmark = pytest.mark.usefixtures("compiled_kernels")


@pytest.fixture
def driver(tmp_path: Path) -> Iterator[Driver]:
    driver = Driver(tmp_path)
    driver.app.surface = pygame.display.set_mode((1280, 720))
    driver.frames(1)
    yield driver
    driver.app.close()


@pytest.fixture
def search(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> SearchPage:
    monkeypatch.setattr("game.menus.new_world.random_seed", lambda: "100")
    # Nobody looks at the preview of the page below.
    monkeypatch.setattr("game.menus.preview_panel.pictures", lambda *_: ())
    driver.menus.new_world()
    driver.frames(1)
    click(driver, button(driver, "Find a world"))
    return shown(driver, SearchPage)


def wish(driver: Driver, name: str, words: str) -> None:
    """Choose an option of a wish with the keyboard."""
    number = [each.name for each in WISHES].index(name)
    choices = [each for each in page(driver).form.controls if isinstance(each, Choice)]
    page(driver).form.focus(choices[number])
    while words not in choices[number].text:
        driver.press(pygame.K_RIGHT)


def test_every_option_is_a_goal_that_can_be_met() -> None:
    for number, each in enumerate(WISHES):
        assert each.words[0] == ANY
        assert each.tip.endswith(".")
        for option in range(1, len(each.options)):
            chosen = [0] * len(WISHES)
            chosen[number] = option
            for parameters in (WorldParameters(), WorldParameters(island=False)):
                query_for(chosen, parameters.island).check_worlds((parameters,))
    with pytest.raises(GoalError):
        query_for([0] * len(WISHES), True)


def test_a_world_is_found_and_taken(driver: Driver, search: SearchPage) -> None:
    wish(driver, "Lakes", "some")
    click(driver, button(driver, "Search"))
    button(driver, "Stop")
    driver.until(lambda: len(search.found) >= 2)
    click(driver, button(driver, "Stop"))
    assert not search.searching
    found = search.found[0]
    assert isinstance(found.seed, int)
    assert found.seed >= 100
    query = query_for([int(each.name == "Lakes") * 2 for each in WISHES], True)
    assert evaluate(query, Candidate(0, found.seed, WorldParameters())).hit
    assert "Lakes" in found.words
    click(driver, button(driver, f"Seed {found.seed}"))
    new = shown(driver, NewWorldPage)
    assert fields(driver)[1].text == str(found.seed)
    assert new.draft.seed == found.seed


def test_nothing_wished_for_is_told(driver: Driver, search: SearchPage) -> None:
    click(driver, button(driver, "Search"))
    assert "Wish for something" in driver.app.notice
    assert not search.searching


def test_a_stopped_search_finds_nothing_more(
    driver: Driver, search: SearchPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate, begun = threading.Event(), threading.Event()

    def held(*args: Any) -> Iterator[Tried]:
        begun.set()
        gate.wait()
        yield from search_worlds(*args)

    monkeypatch.setattr("game.menus.search_page.search_worlds", held)
    wish(driver, "Longest river", "short")
    click(driver, button(driver, "Search"))
    begun.wait()
    assert search.searching
    click(driver, button(driver, "Stop"))
    gate.set()
    search.wait()
    driver.frames(3)
    assert (search.tried, search.found) == (0, [])
    driver.press(pygame.K_ESCAPE)
    shown(driver, NewWorldPage)


def test_a_wish_that_no_world_can_meet_is_told(driver: Driver) -> None:
    dry = WorldParameters(lakes=0.0)
    driver.app.push(SearchPage(driver.app, dry, 0, lambda _: None))
    driver.frames(1)
    wish(driver, "Lakes", "many")
    click(driver, button(driver, "Search"))
    assert "lakes" in driver.app.notice
    assert not shown(driver, SearchPage).searching


def test_the_search_is_the_librarys() -> None:
    chosen = [0] * len(WISHES)
    chosen[0] = 2
    query = query_for(chosen, True)
    tries = search_worlds(query, WorldParameters(), 40, (16, 10), "natural")
    for number in range(3):
        tried = next(tries)
        outcome = evaluate(query, Candidate(number, 40 + number, WorldParameters()))
        assert tried.count == number + 1
        assert (tried.found is not None) == outcome.hit
        if tried.found is not None:
            assert tried.found.pixels.shape == (10, 16, 3)
