"""A click on a place or a name opens its card; distances are measured by clicks."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pygame
import pytest

import worldgen
from game.camera import CELL, Camera
from game.hud.places import Place, PlaceKind
from game.hud.ruler import draw_ruler, way_between
from game.hud.units import Units
from game.play.chart import Chart
from game.play.measure import Measure
from game.play.place_facts import place_facts
from game.terrain.world_source import GeneratedWorld
from game.ui import clipboard
from game.ui.lettering import Lettering
from tests.game.driver import Driver
from tests.game.pages import click_at, mouse
from tests.worlds import island_with_lake

pytestmark = pytest.mark.usefixtures("compiled_kernels")
METRIC = Units(metric=True)


@pytest.fixture
def driver(tmp_path: Path) -> Iterator[Driver]:
    made = Driver(tmp_path, keeps_voyage=False)
    made.app.surface = pygame.display.set_mode((640, 360), pygame.RESIZABLE)
    made.app.change_settings(less_motion=True)
    made.settle()
    yield made
    made.app.close()


def opened(driver: Driver, pixel: tuple[int, int]) -> tuple[str, ...]:
    click_at(driver, pixel)
    driver.until(lambda: driver.play.card.facts is not None)
    driver.frames(1)
    facts = driver.play.card.facts
    assert facts is not None
    return facts.title, *facts.lines


def button(driver: Driver, number: int) -> tuple[int, int]:
    card = driver.play.card._card
    place = card._buttons[number].move(card.place.topleft)
    return place.center


def test_a_click_tells_about_a_place_and_another_one_closes(driver: Driver) -> None:
    said = opened(driver, (250, 200))
    x, y = driver.play.view.world_of(250, 200)
    assert said[-1] == f"x {x // CELL:,}  y {y // CELL:,}"
    assert any(" m high" in line or " m deep" in line for line in said)
    assert pygame.Rect(0, 0, 640, 360).contains(driver.play.card.place)
    driver.frames(40)
    click_at(driver, (200, 300))
    assert not driver.play.card.is_open


def test_esc_closes_it_first_and_a_drag_opens_none(driver: Driver) -> None:
    opened(driver, (250, 200))
    driver.press(pygame.K_ESCAPE)
    assert driver.top is driver.play
    assert not driver.play.card.is_open
    mouse(pygame.MOUSEBUTTONDOWN, (250, 200), button=1)
    mouse(pygame.MOUSEMOTION, (280, 200), rel=(0, 0), buttons=(1, 0, 0))
    mouse(pygame.MOUSEBUTTONUP, (280, 200), button=1)
    driver.frames(2)
    assert not driver.play.card.is_open


def test_a_click_on_a_name_tells_about_what_it_names(driver: Driver) -> None:
    labels = driver.play.scenery.labels
    driver.until(lambda: bool(labels.places))
    place = next(each for each in labels.places if each.kind is PlaceKind.ISLAND)
    driver.play.pilot.place(Camera(place.x, place.y, -32))
    driver.settle()
    driver.until(lambda: labels._shown.get(place, 0.0) == 1.0)
    view = driver.play.view
    rect = next(each for each in labels.labels if each.place == place).rect(
        *view.screen_of(place.x, place.y)
    )
    said = opened(driver, (rect.left + 4, rect.centery))
    assert said[0] == place.name


def test_copy_place_puts_it_on_the_clipboard(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    copied: list[str] = []

    def copy(text: str) -> bool:
        copied.append(text)
        return True

    monkeypatch.setattr(clipboard, "copy", copy)
    opened(driver, (250, 200))
    x, y = driver.play.view.world_of(250, 200)
    click_at(driver, button(driver, 0))
    assert copied == [f"{x // CELL}, {y // CELL}"]
    assert driver.play.card.is_open


def test_measure_from_here_follows_the_cursor_until_a_click(driver: Driver) -> None:
    opened(driver, (250, 200))
    start = driver.play.view.world_of(250, 200)
    click_at(driver, button(driver, 1))
    assert driver.play.measure.start == start
    assert driver.play.measure.follows
    driver.frames(40)
    click_at(driver, (300, 250))
    assert driver.play.measure.end == driver.play.view.world_of(300, 250)
    driver.press(pygame.K_ESCAPE)
    assert driver.top is driver.play
    assert driver.play.measure == Measure()


def test_shift_click_measures_on_the_chart_and_leads_nowhere(driver: Driver) -> None:
    before = driver.play.pilot.camera
    driver.press(pygame.K_m)
    chart = driver.top
    assert isinstance(chart, Chart)
    driver.down(pygame.K_LSHIFT)
    click_at(driver, (100, 100))
    click_at(driver, (300, 100))
    driver.up(pygame.K_LSHIFT)
    driver.frames(1)
    assert driver.top is chart
    start, end = chart._measure.start, chart._measure.end
    assert start == chart.view.world_of(100, 100)
    assert end == chart.view.world_of(300, 100)
    driver.press(pygame.K_ESCAPE)
    assert driver.top is chart
    driver.press(pygame.K_ESCAPE)
    assert driver.play.pilot.camera == before


def test_facts_of_islands_rivers_and_lakes_are_those_of_the_library() -> None:
    world = worldgen.World("atlantis")
    island = island_with_lake(world)
    source = GeneratedWorld(world)

    def facts(kind: PlaceKind, name: str, x: float, y: float) -> tuple[str, ...]:
        place = Place(kind, name, int(x * CELL), int(y * CELL), 100.0)
        found = place_facts(source, world, (place.x, place.y), 0, place, METRIC)
        assert found.title == name
        return found.lines

    peak = island.peak
    lines = facts(PlaceKind.ISLAND, island.name, peak.x, peak.y)
    assert lines[0] == f"island of {METRIC.area(island.area)}"
    assert lines[1].startswith(peak.name)
    river = next(each for each in island.rivers if each.joins is None)
    x, y = river.points[river.own_points // 2]
    lines = facts(PlaceKind.RIVER, river.name, x, y)
    assert lines[0] == f"river, {METRIC.distance(river.length)} to the {river.mouth}"
    drained = METRIC.area(float(river.discharge[river.own_points // 2]))
    assert lines[1] == f"drains {drained} here"
    assert f"on {island.name}" in lines
    lake = island.lakes[0]
    lines = facts(PlaceKind.LAKE, lake.name, lake.x, lake.y)
    assert lines[0] == f"lake of {METRIC.area(lake.area)}"
    x, y = world.spawn()
    land = world.island(*world.sites(x - 20_000, y - 20_000, 40_000, 40_000, level=2)[0].key)
    assert land is not None
    lines = facts(PlaceKind.LAND, land.name, land.peak.x, land.peak.y)
    assert lines[0] == f"island of {METRIC.area(land.area)}"
    assert lines[1].startswith(land.peak.name)
    assert f"on {land.name}" not in lines


def test_nothing_is_solved_for_a_card() -> None:
    world = worldgen.World("no island yet")
    facts = place_facts(GeneratedWorld(world), world, (0, 0), 0, None, METRIC)
    assert facts.lines
    assert world.solved_islands(-2000, -2000, 4000, 4000) == ()


def test_lengths_are_exact_and_lines_of_any_length_can_be_drawn() -> None:
    assert way_between((0, 0), (300 * CELL, -400 * CELL), METRIC) == "10 km north-east"
    assert way_between((5, 5), (5, 5), METRIC) == "0 m"
    target, letters = pygame.Surface((320, 200), 0, 32), Lettering(13)
    view = Camera(0, 0).view(320, 200)
    empty = pygame.surfarray.array2d(target)
    draw_ruler(target, letters, view, (-(2**57), 2**57), (0, 0), METRIC)
    assert not np.array_equal(pygame.surfarray.array2d(target), empty)
    target.fill(0)
    draw_ruler(target, letters, view, (0, 0), (2**57, 0), METRIC)
    assert np.array_equal(pygame.surfarray.array2d(target), empty)
