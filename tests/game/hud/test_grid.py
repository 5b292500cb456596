"""Scale bar and grid: round numbers in the right place."""

from __future__ import annotations

import itertools

import pygame
import pytest

from game.camera import CELL, MAX_ZOOM, MIN_ZOOM, Camera, scale_of
from game.hud.grid import draw_grid, lines, spacing_of
from game.hud.round_numbers import round_down, round_up
from game.hud.scale_bar import bar_for, draw_bar
from game.hud.units import METRES_PER_CELL, Units
from game.ui.lettering import Lettering


@pytest.mark.parametrize("width", [320, 1280, 2560])
@pytest.mark.parametrize("metric", [False, True])
def test_the_bar_is_as_long_as_it_says(width: int, metric: bool) -> None:
    units = Units(metric)
    for zoom in range(MIN_ZOOM, MAX_ZOOM + 1):
        bar = bar_for(zoom, width, units)
        assert abs(bar.pixels - bar.cells * scale_of(zoom)) <= 0.5
        assert 9 <= bar.pixels <= 0.16 * width + 1
        length = bar.cells * (METRES_PER_CELL if metric else 1)
        assert str(round(length * 10)).strip("0") in ("1", "2", "5")
        assert bar.words == units.distance(bar.cells)


def test_round_numbers() -> None:
    assert [round_up(number) for number in (0.3, 1, 1.01, 5, 7, 4100)] == [0.5, 1, 2, 5, 10, 5000]
    assert [round_down(number) for number in (0.3, 1, 1.99, 5, 7, 4100)] == [0.2, 1, 1, 5, 5, 2000]
    assert bar_for(0, 1280, Units(metric=False)).words == "200 cells"
    assert bar_for(0, 1280, Units(metric=True)).words == "2 km"
    assert round_up(1000) == 1000


@pytest.mark.parametrize("cell", [(0, 0), (-3, -777), (2**40, -(2**51))])
def test_grid_lines_lie_on_round_coordinates(cell: tuple[int, int]) -> None:
    for zoom in range(MIN_ZOOM, MAX_ZOOM + 1, 7):
        view = Camera.at_cell(*cell, zoom).view(640, 360)
        found = list(lines(view.left, view.width, zoom))
        assert 1 <= len(found) <= 640 // 80 + 1
        for line in found:
            assert line.cell % spacing_of(zoom) == 0
            assert view.screen_of(line.cell * CELL, 0)[0] == line.pixel
            assert 0 <= line.pixel < 640
        assert all(b.pixel - a.pixel >= 80 for a, b in itertools.pairwise(found))


def test_a_still_grid_makes_no_surface(monkeypatch: pytest.MonkeyPatch) -> None:
    target = pygame.Surface((320, 200), 0, 32)
    letters = Lettering(14)
    view = Camera(0, 0).view(320, 200)

    def draw() -> bytes:
        target.fill((20, 40, 80))
        draw_grid(target, letters, view)
        draw_bar(target, letters, 0, Units(metric=True), lift=20)
        return bytes(target.get_buffer().raw)

    first = draw()
    made: list[object] = []
    monkeypatch.setattr("game.hud.grid.pygame.Surface", lambda *_: made.append(1))
    monkeypatch.setattr("game.ui.fonts.FontChain.render", lambda *_: made.append(1))
    assert draw() == first
    assert not made
