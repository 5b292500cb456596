"""The lab: its pages under every setting, and that they run what the world runs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pygame
import pytest

import worldgen
from game.lab.cost import measure
from game.lab.lab_menu import PAGES
from game.lab.lab_page import LabPage
from game.lab.line import octave_lines, white_line
from game.lab.local_rules import LocalRules
from game.lab.local_rules_page import LocalRulesPage
from game.lab.maps import bare_world, share_equal, stretched, table_noise, two_chunks
from game.lab.plot import Plot
from game.lab.water import compare_rivers, island_heights, spread_water, walk_down
from game.lab.water_page import WaterPage
from game.ui.control import Choice
from game.ui.lettering import Lettering
from game.ui.theme import theme_colours
from tests.game.driver import Driver
from tests.game.pages import page, shown

pytestmark = pytest.mark.usefixtures("compiled_kernels")


@pytest.fixture
def driver(tmp_path: Path) -> Iterator[Driver]:
    driver = Driver(tmp_path)
    driver.app.surface = pygame.display.set_mode((640, 360))
    driver.frames(1)
    yield driver
    driver.app.close()


@pytest.mark.parametrize("kind", PAGES)
def test_every_page_opens_and_every_control_can_be_moved(
    driver: Driver, kind: type[LabPage]
) -> None:
    driver.menus.lab()
    driver.frames(2)
    titles = [each.title for each in PAGES]
    for _ in range(titles.index(kind.title)):
        driver.press(pygame.K_DOWN)
    driver.press(pygame.K_RETURN)
    shown(driver, kind)
    before = driver.picture()
    changed = False
    for control in list(page(driver).form.controls):
        if control.nudge(0):
            page(driver).form.focus(control)
            for key in (pygame.K_RIGHT, pygame.K_LEFT, pygame.K_LEFT):
                driver.press(key)
                changed = changed or driver.picture() != before
    assert changed
    driver.press(pygame.K_ESCAPE)
    assert page(driver) is not None
    driver.app.pop_to(driver.play)


@pytest.mark.parametrize("kind", PAGES)
def test_pages_of_the_lab_fit_any_window(driver: Driver, kind: type[LabPage]) -> None:
    driver.app.push(kind(driver.app))
    for size in ((1, 1), (1900, 300)):
        driver.app.surface = pygame.display.set_mode(size)
        driver.frames(2)
        choices = [each for each in page(driver).form.controls if isinstance(each, Choice)]
        for _ in range(2):
            for choice in choices[:1]:
                choice.nudge(1)
            driver.frames(2)


def test_lines_are_the_noise_of_the_world() -> None:
    octaves = 5
    lines = octave_lines("lab", -300, 900, 96.0, octaves, 0.5, smoothstep=True)
    total = np.sum([line.values for line in lines], axis=0)
    bounded = np.clip(total, -1.0, 1.0)
    world = worldgen.fbm("lab", -300, 0, 900, 1, 96.0, octaves)[0]
    # The last step of the noise: a curve that is flat at both ends.
    assert np.allclose(0.5 + bounded * (0.75 - 0.25 * bounded**2), world, atol=1e-6)


@pytest.mark.parametrize("smoothstep", [False, True])
def test_lines_go_through_their_lattice_points(smoothstep: bool) -> None:
    for line in octave_lines("lab", 10, 600, 64.0, 3, 0.5, smoothstep):
        inside = (line.lattice_x >= 10) & (line.lattice_x <= 608)
        read = np.interp(line.lattice_x[inside], 10 + np.arange(600), line.values)
        assert np.allclose(read, line.lattice_values[inside], atol=0.02)


def test_white_noise_has_no_memory_and_no_place() -> None:
    line = white_line("lab", 0, 20_000)
    assert abs(np.corrcoef(line[1:], line[:-1])[0, 1]) < 0.03
    assert np.array_equal(white_line("lab", 500, 100), line[500:600])


def test_stretching_makes_the_seam() -> None:
    ratios = []
    for number in range(12):
        seam = two_chunks("lab", number * 640, 0, 330.0, 6)
        assert seam.ratio < 3.0
        ratios.append(stretched(seam).ratio)
    assert sorted(ratios)[6] > 4.0


def test_a_table_begins_anew_where_the_world_does_not() -> None:
    far = 256 * 16
    for x in (0, 12_345, 2**50):
        here, there = (table_noise("lab", x + step, 0, 96, 16) for step in (0, far))
        assert share_equal(here, there) == 1.0
        assert float(np.std(here)) > 0.1
    world = bare_world("lab", False, 4, 16.0)
    here, there = (world.region(step, 0, 96, 96, sketch=True).height for step in (0, far))
    assert share_equal(here, there) < 0.01


def test_smoothing_lowers_the_spread_and_uplift_raises_the_mean() -> None:
    rules = LocalRules("lab")
    for _ in range(20):
        rules.step(0.6, 0.0, 0.0, 0.4)
    smooth = rules.history
    assert smooth[-1].spread < smooth[0].spread
    for _ in range(40):
        rules.step(0.0, 1.0, 0.0, 0.4)
    assert rules.history[-1].mean > smooth[20].mean
    assert rules.history[-1].water_share < smooth[20].water_share
    rules.restart()
    assert rules.steps == 0
    assert rules.history[0] == smooth[0]


def test_growing_can_be_stopped_stepped_and_begun_anew(driver: Driver) -> None:
    growing = LocalRulesPage(driver.app)
    driver.app.push(growing)
    driver.frames(40)
    steps = growing.rules.steps
    assert 3 <= steps <= 12
    growing.running = False
    driver.frames(20)
    assert growing.rules.steps == steps
    growing.step_once()
    assert growing.rules.steps == steps + 1
    growing.restart()
    assert growing.rules.steps == 0
    driver.app.pop_to(driver.play)


def test_walks_stall_and_rivers_do_not() -> None:
    rivers = compare_rivers("lab", 80, "natural")
    assert len(rivers.walks) == 80
    assert 0.2 < rivers.stalled / 80 < 0.95
    assert rivers.to_sea == len(rivers.lines) > 10
    for walk in rivers.walks:
        heights = [float(rivers.heights[cell]) for cell in walk.path]
        assert heights == sorted(heights, reverse=True)
        assert (heights[-1] < rivers.water) == walk.reached_sea


def test_a_walk_ends_at_the_edge_and_on_flat_ground() -> None:
    flat = np.full((5, 5), 0.5)
    assert walk_down(flat, (0, 0), 0.4).path == ((0, 0),)
    slope = np.linspace(0.9, 0.1, 25).reshape(5, 5)
    assert walk_down(slope, (0, 0), 0.3).reached_sea


def test_water_spreads_evenly_up_to_a_quarter_and_swings_beyond() -> None:
    heights, water = island_heights("lab")
    for rate in (0.05, 0.25):
        humidity = spread_water(heights, water, rate, 100)
        assert humidity.min() >= 0.0 and humidity.max() <= 1.0
    humidity = spread_water(heights, water, 0.32, 100)
    assert humidity.max() > 100.0
    assert humidity.min() < -100.0


def test_each_way_of_drawing_is_measured() -> None:
    pixels = np.random.default_rng(1).integers(0, 255, (9, 16, 3), dtype=np.uint8)
    for cost in measure(pixels, 2):
        assert cost.milliseconds > 0.0
        assert cost.frames_per_second == pytest.approx(1000.0 / cost.milliseconds)


def test_leaving_while_an_island_is_solved_is_quick(driver: Driver) -> None:
    water = WaterPage(driver.app)
    driver.app.push(water)
    driver.frames(1)
    driver.press(pygame.K_ESCAPE)
    assert driver.top is driver.play


def test_words_on_a_picture_shrink_instead_of_being_cut() -> None:
    letters = Lettering(24)
    plot = Plot((200, 60), theme_colours(False), letters)
    plot.words("much too wide for two hundred pixels", (10, 10), (255, 255, 255), 100)
    drawn = np.argwhere(pygame.surfarray.array3d(plot.surface).max(axis=2) > 90)[:, 0]
    assert 10 <= drawn.min() < 20
    assert 100 < drawn.max() < 110
