"""The controls of pages, without a page around them."""

from __future__ import annotations

import ast
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pygame
import pytest

import game
from game.menus.world_sliders import SLIDERS
from game.ui.focus import Way, nearest
from game.ui.font import InterfaceFont, drawable
from game.ui.form import Form
from game.ui.layout import Column, split
from game.ui.slider_scale import Scale, shares, whole_numbers
from game.ui.theme import theme_colours
from worldgen.parameters import WorldParameters


@pytest.fixture
def form() -> Form:
    pygame.display.set_mode((400, 300))
    return Form((400, 300), theme_colours(False), 16)


def test_only_one_module_knows_the_library() -> None:
    importing = set()
    for path in Path(game.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [each.name for each in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom):
                names = [node.module or ""]
            if any(name.split(".")[0] == "pygame_gui" for name in names):
                importing.add(path.name)
    assert importing == {"widgets.py"}


def test_a_slider_let_go_outside_the_window_stands_still(form: Form) -> None:
    values: list[int] = []
    slider = form.slider(pygame.Rect(20, 20, 300, 24), 100, 0, values.append)

    def send(kind: int, x: int, **more: Any) -> None:
        form.handle(pygame.event.Event(kind, pos=(x, slider.place.centery), **more))
        form.update(1 / 60)

    send(pygame.MOUSEMOTION, slider.knob.centerx, rel=(0, 0), buttons=(0, 0, 0))
    send(pygame.MOUSEBUTTONDOWN, slider.knob.centerx, button=1)
    send(pygame.MOUSEMOTION, 150, rel=(0, 0), buttons=(1, 0, 0))
    send(pygame.MOUSEMOTION, 160, rel=(0, 0), buttons=(1, 0, 0))
    assert values and values[-1] > 10
    send(pygame.MOUSEMOTION, 160, rel=(0, 0), buttons=(0, 0, 0))
    before = list(values)
    for x in (200, 250, 300):
        send(pygame.MOUSEMOTION, x, rel=(0, 0), buttons=(0, 0, 0))
    assert values == before


@pytest.mark.parametrize("text", ["に", "長" * 200])
def test_what_is_composed_is_drawn_within_its_field(form: Form, text: str) -> None:
    field = form.field(pygame.Rect(50, 40, 200, 30), "before", lambda _: None)
    form.focus(field)

    def picture() -> np.ndarray:
        target = pygame.Surface((400, 300))
        form.update(0.0)
        form.draw(target)
        return pygame.surfarray.array2d(target)

    before = picture()
    assert form.handle(pygame.event.Event(pygame.TEXTEDITING, text=text, start=0, length=0))
    columns, rows = (picture() != before).nonzero()
    assert field.place.left <= columns.min() and columns.max() < field.place.right
    assert field.place.top <= rows.min() and rows.max() < field.place.bottom
    form.focus(None)
    assert not form.is_composing


def test_no_system_font_is_asked_for() -> None:
    for path in Path(game.__file__).parent.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        assert "SysFont" not in text and "match_font" not in text, path


@pytest.mark.parametrize("text", ["", "a", "日本 שלום عربي", "\0\n\x7f", "\ud800", "😀" * 50, "é"])
def test_any_text_can_be_drawn(form: Form, text: str) -> None:
    assert len(drawable(text)) == len(text)
    font = InterfaceFont(15)
    assert font.size(text)[0] >= 0
    picture = font.render_premul(text, pygame.Color("white"))
    assert picture.height == font.height
    label = form.label(pygame.Rect(0, 0, 90, 20), text)
    label.text = text * 40
    button = form.button(pygame.Rect(0, 30, 90, 20), text, lambda: None)
    button.text = text * 40
    assert font.width(font.fitted(text * 40, 90)) <= 90


def test_words_are_wrapped_and_long_ones_cut() -> None:
    font = InterfaceFont(15)
    lines = font.wrapped("one two three four five six " + "x" * 300, 100)
    assert len(lines) > 2
    assert all(font.width(line) <= 100 for line in lines)
    assert font.wrapped("  ", 100) == []


def test_the_focus_goes_to_what_lies_that_way() -> None:
    places = [pygame.Rect(x, y, 80, 20) for y in (0, 40, 80) for x in (0, 100)]
    assert nearest(places, 0, Way.RIGHT) == 1
    assert nearest(places, 1, Way.LEFT) == 0
    assert nearest(places, 0, Way.DOWN) == 2
    assert nearest(places, 5, Way.UP) == 3
    assert nearest(places, 0, Way.UP) == 0
    assert nearest(places, 0, Way.LEFT) == 0
    wide = [*places, pygame.Rect(0, 120, 180, 20)]
    assert nearest(wide, 5, Way.DOWN) == 6
    assert nearest(wide, 6, Way.UP) in (4, 5)


def test_disabled_controls_are_passed_over(form: Form) -> None:
    pressed: list[int] = []
    column = Column(pygame.Rect(0, 0, 200, 200), 16)
    buttons = [
        form.button(column.row(), str(number), partial(pressed.append, number))
        for number in range(3)
    ]
    buttons[1].enabled = False
    form.focus(buttons[0])
    form.move(Way.DOWN)
    assert form.focused is buttons[2]
    buttons[1].press()
    assert pressed == []
    form.focus_number(1)
    assert form.focused is buttons[2]


def test_a_slider_takes_every_step_and_no_other(form: Form) -> None:
    taken: list[int] = []
    slider = form.slider(pygame.Rect(0, 0, 150, 20), 11, 3, taken.append)
    for _ in range(20):
        slider.nudge(1)
    assert taken == list(range(4, 12))
    taken.clear()
    for x in range(0, 151):
        slider.jump(x)
        form.update(0.016)
    assert (min(taken), max(taken)) == (0, 11)
    assert len(set(taken)) == 12


def test_parts_of_a_row_fill_it() -> None:
    parts = split(pygame.Rect(3, 5, 100, 20), 1, 2, 1, gap=4)
    assert parts[0].left == 3
    assert parts[-1].right == 103
    assert all(part.height == 20 for part in parts)
    tiny = split(pygame.Rect(0, 0, 1, 1), 1, 1, 1, gap=10)
    assert all(part.width >= 1 for part in tiny)


@pytest.mark.parametrize(
    "scale",
    [whole_numbers(1, 12), shares(0, 1), *(scale for _, _, scale in SLIDERS)],
    ids=str,
)
def test_every_step_of_a_scale_is_a_number_of_its_own(scale: Scale) -> None:
    values = [scale.value(step) for step in range(scale.steps + 1)]
    assert values == sorted(set(values))
    assert [scale.step(value) for value in values] == list(range(scale.steps + 1))
    assert (values[0], values[-1]) == (scale.low, scale.high)


def test_sliders_begin_at_the_usual_parameters() -> None:
    for name, _words, scale in SLIDERS:
        usual = getattr(WorldParameters(), name)
        assert abs(scale.value(scale.step(usual)) - usual) <= 0.05 * usual + 0.02, name
