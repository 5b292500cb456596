"""Every page at several sizes of window and text: nothing is cut, hidden or on top of another."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import pygame
import pytest

from game.camera import Camera
from game.lab.lab_menu import PAGES
from game.menus.bindings_page import BindingsPage
from game.menus.opening_page import OpeningPage
from game.menus.search_page import SearchPage
from game.menus.title import NAME, name_size
from game.menus.title_menu import TitleMenu
from game.ui.control import Button, Control, Field
from game.ui.display import Label, ScrollArea
from game.ui.lettering import Lettering
from game.ui.list_page import question
from game.ui.page import Page
from game.ui.tip import words_about
from game.world.background_load import BackgroundLoad, LoadError, Tell
from game.world.session import OpenedWorld
from game.world.voyage import Bookmark
from game.world.world_search import FoundWorld
from tests.game.driver import Driver
from tests.game.pages import page
from worldgen import World, WorldParameters, save_world

pytestmark = pytest.mark.usefixtures("compiled_kernels")

SIZES = ((320, 240), (640, 480), (1280, 720), (480, 800), (900, 260), (1280, 400))
SCALES = (1.0, pytest.param(1.5, marks=pytest.mark.slow), 2.0)
"""What lies between the least and the greatest is tried among the slow tests."""

LONG = "A world with a name that is much too long for any row of a list in any window, truly"


def _unopened(_tell: Tell) -> OpenedWorld:
    raise LoadError("never opened")


def search_with_finds(driver: Driver) -> SearchPage:
    search = SearchPage(driver.app, WorldParameters(), 0, lambda _: None)
    words = "Highest peak 0.88 · Longest river 1,234 · Lakes 12"
    pixels = np.zeros((90, 144, 3), np.uint8)
    search.found = [FoundWorld(10**9 - number, words, pixels) for number in range(20)]
    search.tried = 12_345
    return search


def pages(driver: Driver, gate: threading.Event) -> dict[str, Callable[[], None]]:
    def waits(tell: Tell) -> OpenedWorld:
        gate.wait()
        return _unopened(tell)

    app, menus = driver.app, driver.menus
    load = BackgroundLoad(_unopened)
    ask = partial(question, app, "Delete “Atlantis”?", "It is only put aside.", "No", "Yes")
    shows: dict[str, Callable[[], None]] = {
        "pause": menus.pause,
        "help": menus.help,
        "settings": menus.settings,
        "bindings": lambda: app.push(BindingsPage(app)),
        "save": menus.save_as,
        "load": menus.load,
        "new": menus.new_world,
        "bookmarks": menus.bookmarks,
        "go_to": menus.go_to,
        "lab": menus.lab,
        "question": lambda: app.push(ask(app.pop)),
        "opening": lambda: app.push(OpeningPage(app, waits, lambda _: None)),
        "search": lambda: app.push(search_with_finds(driver)),
        "title": lambda: app.push(TitleMenu(app, load, None, lambda _: driver.play)),
    }
    for kind in PAGES:
        shows[kind.__name__] = lambda kind=kind: app.push(kind(app))  # type: ignore[misc]
    return shows


@pytest.fixture
def driver(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Driver]:
    # Nobody looks at the pictures of worlds.
    monkeypatch.setattr("game.menus.preview_panel.pictures", lambda *_: ())
    monkeypatch.setattr(
        "game.menus.thumbnails.thumbnail", lambda *_: np.zeros((90, 144, 3), np.uint8)
    )
    saves = tmp_path / "saves"
    saves.mkdir()
    for number, name in enumerate(("Atlantis", "日本の島", LONG, "Fjords")):
        save_world(saves / f"{number}.json", World(number), name)
    driver = Driver(tmp_path)
    marks = tuple(Bookmark(name, Camera(0, 0)) for name in ("harbour", LONG, "港"))
    driver.play.take_session(replace(driver.play.session, bookmarks=marks))
    # Pages alone are looked at: the land needs no workers.
    driver.play.loader.stop()
    yield driver
    driver.app.close()


def in_sight(area: ScrollArea | None, top: Page, thing: Control | Label) -> bool:
    if area is None:
        return pygame.Rect((0, 0), top.size).contains(thing.place)
    area.reveal(thing.place)
    top.form.update(1 / 60)
    view = area.place
    return (
        view.left <= thing.place.left
        and thing.place.right <= view.right
        and (view.contains(thing.place) or thing.place.height > view.height)
    )


def is_row(control: Control) -> bool:
    """Return whether it is a row of a list, whose text is the player's and may be cut."""
    return control.on_jump is not None


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("scale", SCALES)
def test_all_text_of_every_page_can_be_read(
    driver: Driver, size: tuple[int, int], scale: float
) -> None:
    driver.app.surface = pygame.display.set_mode(size)
    driver.app.change_settings(ui_scale=scale)
    gate = threading.Event()
    for name, show in pages(driver, gate).items():
        show()
        driver.frames(2)
        top = page(driver)
        check_texts(top, name)
        check_places(top, name)
        while driver.top is not driver.play:
            driver.app.pop()
    gate.set()


@pytest.mark.parametrize("size", SIZES)
def test_the_name_of_the_game_fits_into_the_window(size: tuple[int, int]) -> None:
    assert Lettering(name_size(size), is_title=True).width(NAME) <= size[0]


def check_texts(top: Page, name: str) -> None:
    for label in top.form.labels:
        assert label.shown == label.text, (name, label.text)
    for control in top.form.controls:
        if isinstance(control, Button) and control.is_cut:
            assert is_row(control), (name, control.text)
            assert control.text in words_about(control)


def check_places(top: Page, name: str) -> None:
    controls = [control for control in top.form.controls if control.shown]
    for one, other in itertools.combinations(controls, 2):
        if one.area is other.area:
            assert not one.place.colliderect(other.place), (name, words(one), words(other))
    labels = [label for label in top.form.labels if label.text]
    things: list[Control | Label] = [*controls, *labels]
    for thing in things:
        assert in_sight(thing.area, top, thing), (name, words(thing), thing.place)


def words(thing: Control | Label) -> str:
    return thing.text if isinstance(thing, Button | Label | Field) else type(thing).__name__
