"""The legend of an overlay: readable, clear of all else, and made once."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pygame
import pytest

from game.hud.hud import Hud, place_pointer
from game.hud.legend import Legend, Subject, panel_size, tick_labels
from game.hud.scale_bar import bar_area
from game.hud.units import Units
from game.ui.lettering import Lettering
from tests.game.driver import Driver
from worldgen.render.overlays import OVERLAYS

pytestmark = pytest.mark.usefixtures("compiled_kernels")
_WATER = 0.4


@pytest.fixture
def driver(tmp_path: Path) -> Iterator[Driver]:
    made = Driver(tmp_path, keeps_voyage=False)
    yield made
    made.app.close()


@pytest.mark.parametrize("overlay", OVERLAYS)
@pytest.mark.parametrize("size", [9, 11, 13, 26, 44])
def test_labels_keep_apart_and_within_the_panel(overlay: str, size: int) -> None:
    pygame.font.init()
    letters, scale = Lettering(size), Subject(overlay, _WATER, 0).scale
    width, _ = panel_size(letters, scale)
    assert width <= 22 * size
    if not scale.ticks:
        return
    placed = sorted(tick_labels(letters, scale), key=lambda each: each[1])
    assert len(placed) >= 3
    for (tick, begin), (_, following) in pairwise(placed):
        assert begin + letters.width(tick.label) + 2 <= following


@pytest.mark.parametrize("size", [(640, 360), (1280, 720), (2560, 1440)])
@pytest.mark.parametrize(("ui_scale", "detailed"), [(1.0, False), (2.0, True)])
def test_it_is_clear_of_all_else(
    driver: Driver, size: tuple[int, int], ui_scale: float, detailed: bool
) -> None:
    driver.app.surface = pygame.display.set_mode(size, pygame.RESIZABLE)
    driver.app.change_settings(ui_scale=ui_scale, grid=detailed)
    if detailed:
        driver.press(pygame.K_F3)
    play = driver.play
    assert not play.scenery.legend.area.width
    for _ in OVERLAYS:
        driver.press(pygame.K_o, frames=3)
        area = play.scenery.legend.area
        assert area.width and pygame.Rect(0, 0, *size).contains(area)
        covered = [each for each in play.scenery.covered(play.view.zoom) if each != area]
        assert len(covered) == 4
        assert area.collidelist(covered) < 0
    driver.press(pygame.K_o, frames=3)
    assert not play.scenery.legend.area.width


def test_without_room_there_is_none() -> None:
    target = pygame.Surface((200, 200), 0, 32)
    legend, subject = Legend(), Subject("terrain", _WATER, 0)
    assert legend.draw(target, subject, 13, pygame.Rect(10, 10, 180, 180)).width
    assert not legend.draw(target, subject, 13, pygame.Rect(10, 10, 180, 20)).width


def test_a_still_legend_makes_no_surface(monkeypatch: pytest.MonkeyPatch) -> None:
    target = pygame.Surface((640, 360), 0, 32)
    made: list[object] = []
    legend, room = Legend(), pygame.Rect(10, 100, 480, 220)
    surface = pygame.Surface

    def counted(*given: object, **named: object) -> pygame.Surface:
        made.append(given)
        return surface(*given, **named)  # type: ignore[call-overload, no-any-return]

    legend.draw(target, Subject("height", _WATER, 0), 13, room)
    monkeypatch.setattr(pygame, "Surface", counted)
    legend.draw(target, Subject("height", _WATER, 0), 13, room)
    assert not made
    legend.draw(target, Subject("contours", _WATER, 0), 13, room)
    legend.draw(target, Subject("contours", _WATER, 1), 13, room)
    assert len(made) == 2


@pytest.mark.parametrize("size", [(640, 360), (1280, 720)])
@pytest.mark.parametrize("turn", range(24))
def test_the_pointer_keeps_clear_of_scale_bar_and_panel(size: tuple[int, int], turn: int) -> None:
    pygame.font.init()
    letters = Hud(lambda: 1.0).letters(size)
    direction = pygame.Vector2(1, 0).rotate(15 * turn + 0.5)
    covered = [
        pygame.Rect(7, 7, 280, 100),
        bar_area(size, letters, 0, Units(metric=True)),
        pygame.Rect(size[0] - 142, size[1] - 110, 132, 100),
    ]
    width = letters.width("Kambando · 12,345 cells")
    tip, label = place_pointer(size, (direction.x, direction.y), letters, width, covered)
    assert label.collidelist(covered) < 0 and not label.collidepoint(tip)
    assert all(not each.collidepoint(tip) for each in covered)
    assert pygame.Rect(0, 0, *size).contains(label)
    alone, _ = place_pointer(size, (direction.x, direction.y), letters, width, ())
    middle = pygame.Vector2(size) / 2
    assert middle.distance_to(tip) <= middle.distance_to(alone)
