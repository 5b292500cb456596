"""The page of a new world: its preview is the start, what is old says so, sliders explain."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pygame
import pytest

from game.menus.new_world import NewWorldPage
from game.menus.world_sliders import SLIDERS, parameter_tips
from game.ui.tip import WAIT_SECONDS
from game.world.preview import Picture, pictures
from tests.game.driver import Driver
from tests.game.pages import button, click, click_at, drag, mouse, page, shown, sliders
from tests.worlds import shared_world, world_of
from worldgen.parameters import RULES

pytestmark = pytest.mark.usefixtures("compiled_kernels")


@pytest.fixture
def driver(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Driver]:
    # The islands of a preview are solved once for all tests.
    monkeypatch.setattr("game.menus.preview_panel.World", world_of)
    driver = Driver(tmp_path)
    driver.app.surface = pygame.display.set_mode((1280, 720))
    driver.frames(1)
    yield driver
    driver.app.close()


@pytest.fixture
def new(driver: Driver) -> NewWorldPage:
    driver.menus.new_world()
    driver.frames(1)
    new = shown(driver, NewWorldPage)
    driver.until(lambda: is_up_to_date(new))
    return new


def is_up_to_date(new: NewWorldPage) -> bool:
    boxes = new.preview.boxes.values()
    return all(box.picture is not None and not box.dimmed for box in boxes)


def pixel_of(new: NewWorldPage, what: str, is_land: bool) -> tuple[int, int]:
    """Return a pixel of the window amid land or sea of a picture, far from the middle."""
    picture, drawn = new.preview.pictures[what], new.preview.boxes[what].drawn
    height, width = picture.land.shape
    around = np.lib.stride_tricks.sliding_window_view(picture.land == is_land, (5, 5))
    row, column = np.argwhere(around.all(axis=(2, 3)))[0] + 2
    return (
        drawn.left + int((column + 0.5) * drawn.width / width),
        drawn.top + int((row + 0.5) * drawn.height / height),
    )


def test_the_preview_is_the_island_one_starts_on_and_whole(new: NewWorldPage) -> None:
    world = shared_world(7)
    picture = new.preview.pictures["island"]
    island = world.island_at(*world.spawn())
    assert island is not None
    assert picture.start == world.spawn()
    assert ("Island", island.name) in picture.words
    left, top, width, height = island.bounds
    rows, columns = picture.land.shape
    assert picture.corner[0] <= left
    assert picture.corner[1] <= top
    assert left + width <= picture.corner[0] + columns * picture.step
    assert top + height <= picture.corner[1] + rows * picture.step


def test_the_start_is_marked_on_both_pictures(driver: Driver, new: NewWorldPage) -> None:
    driver.frames(2)
    start = new.preview.pictures["island"].start
    assert start is not None
    for what in ("island", "sea"):
        share = new.preview.pictures[what].share_of(start)
        assert share is not None
        across, down = share
        drawn = new.preview.boxes[what].drawn
        pixel = drawn.left + int(across * drawn.width), drawn.top + int(down * drawn.height)
        assert driver.app.surface.get_at(pixel)[:3] == (255, 214, 120)


@pytest.mark.parametrize("what", ["island", "sea"])
def test_a_click_on_land_chooses_the_start(driver: Driver, new: NewWorldPage, what: str) -> None:
    before = new.preview.pictures["island"].start
    click_at(driver, pixel_of(new, what, is_land=True))
    assert new.draft.camera is not None
    chosen = new.draft.camera.cell
    assert chosen != before
    driver.until(lambda: is_up_to_date(new))
    assert new.preview.pictures["island"].start == chosen
    click(driver, button(driver, "Begin"))
    driver.until(lambda: driver.top is driver.play)
    assert driver.cell == chosen


def test_a_click_on_the_sea_chooses_nothing(driver: Driver, new: NewWorldPage) -> None:
    click_at(driver, pixel_of(new, "sea", is_land=False))
    assert new.draft.camera is None
    assert "sea" in driver.app.notice


def test_what_is_old_is_dimmed_and_says_so(
    driver: Driver, new: NewWorldPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = threading.Event()

    def held(*args: Any) -> Iterator[Picture]:
        gate.wait()
        yield from pictures(*args)

    monkeypatch.setattr("game.menus.preview_panel.pictures", held)
    figures = [label for label in page(driver).form.labels if label.text == "Island"]
    assert figures
    click(driver, button(driver, "on"))
    driver.frames(2)
    assert not new.draft.parameters.island
    for box in new.preview.boxes.values():
        assert box.dimmed
        assert "anew" in box.caption
    assert not [label for label in page(driver).form.labels if label.text == "Island"]
    gate.set()
    driver.until(lambda: is_up_to_date(new))
    assert not any(box.caption for box in new.preview.boxes.values())


def test_without_a_seed_the_pictures_say_that_there_is_no_world(
    driver: Driver, new: NewWorldPage
) -> None:
    new.draft = new.draft.with_seed_text(" ")
    driver.frames(1)
    assert all("no world" in box.caption for box in new.preview.boxes.values())


def test_the_name_of_the_preset_follows_the_sliders(driver: Driver, new: NewWorldPage) -> None:
    button(driver, "Archipelago")
    cover = next(number for number, slider in enumerate(SLIDERS) if slider[0] == "cover")
    drag(driver, sliders(driver)[cover], 0.9)
    button(driver, "your own")
    drag(driver, sliders(driver)[cover], 0.5)
    assert new.draft.parameters.cover == 0.5
    button(driver, "Archipelago")


def test_every_parameter_has_a_description_without_its_range() -> None:
    tips = parameter_tips()
    assert set(tips) == set(RULES)
    for name, words in tips.items():
        assert words.endswith("."), name
        assert ".." not in words, name
        assert "`" not in words, name


def test_every_slider_says_what_it_does_while_it_is_looked_at(
    driver: Driver, new: NewWorldPage
) -> None:
    tips = parameter_tips()
    frames = int(60 * WAIT_SECONDS) + 2
    for slider, (name, _, _) in zip(sliders(driver), SLIDERS, strict=True):
        assert slider.tip == tips[name]
    first = sliders(driver)[0]
    tip = page(driver).form.tip
    mouse(pygame.MOUSEMOTION, first.place.center, rel=(0, 0), buttons=(0, 0, 0))
    driver.frames(2)
    assert tip.text == ""
    driver.frames(frames)
    assert tip.text == first.tip
    assert tip.place.width > 0
    assert pygame.Rect((0, 0), driver.app.size).contains(tip.place)
    mouse(pygame.MOUSEMOTION, (3, 3), rel=(0, 0), buttons=(0, 0, 0))
    driver.frames(2)
    assert tip.text == ""
    # Keys lead to the next one.
    page(driver).form.focus(first)
    driver.press(pygame.K_DOWN)
    driver.frames(frames)
    assert tip.text == sliders(driver)[1].tip
