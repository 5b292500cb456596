"""The bar of buttons: within the window, at any size, and drawn once."""

from __future__ import annotations

import pygame
import pytest

from game.hud.icons import ICONS, icon
from game.hud.toolbar import Tool, Toolbar, lay_out_bar
from game.ui.lettering import Lettering

TOOLS = [Tool(name, name.title()) for name in ICONS]


@pytest.mark.parametrize("text_size", [9, 13, 25, 44])
@pytest.mark.parametrize("window", [(320, 240), (640, 360), (1280, 720), (1920, 1080), (300, 900)])
def test_it_lies_within_the_window_and_above_the_floor(
    window: tuple[int, int], text_size: int
) -> None:
    floor = window[1] * 2 // 3
    layout = lay_out_bar(window, text_size, len(TOOLS), floor)
    assert pygame.Rect(0, 0, window[0], floor).contains(layout.place)
    buttons = [layout.button_place(number) for number in range(len(TOOLS))]
    assert buttons[0].unionall(buttons[1:]) == layout.place
    assert all(not a.colliderect(b) for a in buttons for b in buttons if a is not b)
    assert layout.button >= 14


def test_every_picture_is_another_one_and_shows_something() -> None:
    pictures = [pygame.image.tobytes(icon(name, 16, (255, 255, 255)), "RGBA") for name in ICONS]
    assert len(set(pictures)) == len(ICONS)
    for name in ICONS:
        assert pygame.mask.from_surface(icon(name, 16, (255, 255, 255))).count() > 15


def test_a_still_bar_and_its_tip_make_no_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    target, letters, bar = pygame.Surface((640, 360), 0, 32), Lettering(13), Toolbar()
    bar.show(lay_out_bar(target.size, letters.size, len(TOOLS), 200))

    def draw(hovered: int | None) -> bytes:
        target.fill((20, 40, 80))
        bar.draw(target, TOOLS, hovered, letters)
        return bytes(target.get_buffer().raw)

    alone, first = draw(None), draw(2)
    assert alone != first
    made: list[object] = []
    monkeypatch.setattr("game.hud.toolbar.pygame.Surface", lambda *_: made.append(1))
    assert draw(2) == first
    assert not made


def test_what_is_hidden_has_no_buttons() -> None:
    bar = Toolbar()
    assert bar.at((3, 3), len(TOOLS)) is None
    layout = lay_out_bar((640, 360), 13, len(TOOLS), 200)
    bar.show(layout)
    for number in range(len(TOOLS)):
        assert bar.at(layout.button_place(number).center, len(TOOLS)) == number
    assert bar.at((3, 300), len(TOOLS)) is None
    bar.show(None)
    assert bar.at(layout.button_place(0).center, len(TOOLS)) is None
