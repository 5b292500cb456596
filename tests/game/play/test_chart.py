"""The chart: the whole sea at hand, never a hole, and one click to go there."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pygame
import pytest

import worldgen
from game.camera import CELL, Camera
from game.play.chart import Chart
from game.terrain.chart_source import SketchedWorld
from game.terrain.map_style import MapStyle
from game.terrain.packed_pixels import colours_of
from game.terrain.world_source import GeneratedWorld
from game.world.voyage import Bookmark
from tests.game.driver import Driver, post
from worldgen.coordinates import CHUNK_SIZE, MAX_OVERVIEW_LOD, MAX_PLANNED_LOD

pytestmark = pytest.mark.usefixtures("compiled_kernels")


@pytest.fixture
def driver(tmp_path: Path) -> Iterator[Driver]:
    made = Driver(tmp_path, keeps_voyage=False)
    yield made
    made.app.close()


def opened(driver: Driver) -> Chart:
    driver.press(pygame.K_m)
    chart = driver.top
    assert isinstance(chart, Chart)
    return chart


def click(pixel: tuple[int, int], to: tuple[int, int] | None = None) -> None:
    post(pygame.MOUSEBUTTONDOWN, pos=pixel, button=1)
    if to is not None:
        post(pygame.MOUSEMOTION, pos=to, rel=(0, 0), buttons=(1, 0, 0))
    post(pygame.MOUSEBUTTONUP, pos=to or pixel, button=1)


def test_m_opens_it_and_m_or_esc_closes_it(driver: Driver) -> None:
    for key in (pygame.K_m, pygame.K_ESCAPE):
        chart = opened(driver)
        driver.frames(3)
        driver.press(key)
        assert driver.top is driver.play
        for thread in chart.loader.threads:
            thread.join()
        assert chart.loader.idle


def test_a_click_leads_to_the_place_under_it(driver: Driver) -> None:
    chart = opened(driver)
    zoom = driver.play.pilot.camera.zoom
    pixel = (40, 150)
    expected = chart.view.world_of(*pixel)
    click(pixel)
    driver.frames(2)
    assert driver.top is driver.play
    camera = driver.play.pilot.camera
    assert (camera.x, camera.y) == expected
    assert camera.zoom == zoom


def test_dragging_and_zooming_look_around_and_lead_nowhere(driver: Driver) -> None:
    before = driver.play.pilot.camera
    chart = opened(driver)
    first = chart.pilot.camera
    click((100, 100), (60, 90))
    driver.frames(2)
    assert driver.top is chart
    assert chart.pilot.camera.x > first.x
    post(pygame.MOUSEWHEEL, x=0, y=-1, flipped=False)
    driver.frames(40)
    assert chart.pilot.camera.zoom < first.zoom
    driver.press(pygame.K_d, frames=10)
    driver.press(pygame.K_HOME)
    assert (chart.pilot.camera.x, chart.pilot.camera.y) == (before.x, before.y)
    driver.press(pygame.K_ESCAPE)
    assert driver.play.pilot.camera == before


def test_enter_leads_to_the_middle(driver: Driver) -> None:
    chart = opened(driver)
    click((100, 100), (10, 90))
    driver.frames(2)
    expected = chart.view.world_of(*chart.view.middle)
    driver.press(pygame.K_RETURN)
    camera = driver.play.pilot.camera
    assert (camera.x, camera.y) == expected


def test_there_is_never_a_hole_and_it_comes_to_rest(driver: Driver) -> None:
    driver.app.change_settings(less_motion=True, grid=True)
    chart = opened(driver)
    target = pygame.Surface(driver.app.size, 0, 32)
    for zoom in range(-256, 100, 31):
        chart.pilot.place(Camera(chart.pilot.camera.x, 77, zoom))
        target.fill((255, 0, 255))
        chart.terrain.draw(target, chart.view, driver.app.now)
        assert not (pygame.surfarray.array2d(target) & 0xFFFFFF == 0xFF00FF).any()
        driver.frames(1)
    chart.pilot.place(replace(driver.play.camera, zoom=-96))
    driver.until(lambda: chart.terrain.complete(chart.view) and bool(chart.labels.labels))
    driver.until(lambda: not chart.stale)
    driver.frames(5)
    assert not chart.stale


@pytest.mark.parametrize("lod", [2, MAX_PLANNED_LOD, MAX_PLANNED_LOD + 1, MAX_OVERVIEW_LOD])
def test_it_shows_sketches_alone(lod: int) -> None:
    world = worldgen.World("atlantis")
    source = SketchedWorld(GeneratedWorld(world, MapStyle("safe", plants=True)))
    assert source.style == MapStyle("safe")
    great = world.sites(-20_000, -20_000, 40_000, 40_000, level=2)[0]
    cx, cy = (math.floor(place / (CHUNK_SIZE << lod)) for place in (great.x, great.y))
    assert world.missing_plans(cx, cy, lod) != ()
    assert source.missing_plans(cx, cy, lod) == ()
    expected = worldgen.paint(world.chunk(cx, cy, lod, sketch=True), "safe")
    assert np.array_equal(colours_of(source.pixels(cx, cy, lod, sketch=False)), expected)
    solved = world.solved_islands(great.x - 3000, great.y - 3000, 6000, 6000)
    assert solved == ()


def test_bookmarks_are_on_it(driver: Driver) -> None:
    driver.app.change_settings(less_motion=True)
    chart = opened(driver)
    driver.until(lambda: chart.terrain.complete(chart.view))
    before = driver.picture()
    here = driver.play.camera
    mark = Bookmark("Harbour", replace(here, x=here.x + 300 * CELL, y=here.y + 200 * CELL))
    driver.play.session = replace(driver.play.session, bookmarks=(mark,))
    chart.draw(driver.app.surface)
    assert driver.picture() != before
