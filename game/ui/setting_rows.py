"""Rows of settings: a name, a control, and its value, beside each other where there is room."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from game.ui.control import Button, Choice, Slider
from game.ui.display import ScrollArea
from game.ui.form import Form
from game.ui.layout import Column, cut_left, split
from game.ui.slider_scale import Scale

_SHARES = (5.0, 5.0, 2.0)
_LEAST_SLIDER, _LEAST_FIELD = 7, 9
"""Sizes of text that a slider and a field take at least."""


class SettingRows:
    """Fills a column row by row; with a place of its own, it scrolls there."""

    def __init__(self, form: Form, column: Column, area: ScrollArea | None) -> None:
        self._form = form
        self.area = area
        self.column = column

    @classmethod
    def scrolling(cls, form: Form, place: pygame.Rect) -> SettingRows:
        """Return rows that scroll in a place."""
        area = form.area(place)
        return cls(form, Column(area.inner, form.text_size), area)

    def finish(self) -> None:
        """Say that all rows are there, if they scroll by themselves."""
        if self.area is not None:
            self.area.set_height(self.column.used)

    def heading(self, text: str) -> None:
        """Add a line that says what follows."""
        if self.column.used:
            self.column.skip()
        height = self._form.paragraph(self.column.left_over, text, "heading", self.area)
        self.column.skip(height + self.column.gap)

    def paragraph(self, text: str) -> None:
        """Add lines of text."""
        height = self._form.paragraph(self.column.left_over, text, area=self.area)
        self.column.skip(height + self.column.gap)

    def slider(
        self, name: str, scale: Scale, value: float, take: Callable[[float], None], tip: str = ""
    ) -> Slider:
        """Add a slider."""
        form = self._form
        widest = max(map(form.font.width, (*scale.longest_shown(), scale.shown(value))))
        name_place, place, value_place = self._parts(name, _LEAST_SLIDER * form.text_size, widest)
        self._name(name_place, name)
        shown = form.label(value_place, scale.shown(value), "soft", "right", self.area)

        def moved(step: int) -> None:
            number = scale.value(step)
            shown.text = scale.shown(number)
            take(number)

        slider = form.slider(place, scale.steps, scale.step(value), moved, self.area)
        slider.tip = tip
        return slider

    def choice(
        self,
        name: str,
        words: Sequence[str],
        chosen: int,
        take: Callable[[int], None],
        tip: str = "",
    ) -> Choice:
        """Add a choice between words."""
        form = self._form
        widest = max(form.font.width(f"‹ {word} ›") for word in words) + form.text_size
        name_place, place, value_place = self._parts(name, widest, 0)
        self._name(name_place, name)
        if value_place.top == name_place.top == place.top:
            place = place.union(value_place)
        choice = form.choice(place, words, chosen, take, self.area)
        choice.tip = tip
        return choice

    def switch(self, name: str, on: bool, take: Callable[[bool], None], tip: str = "") -> Choice:
        """Add a choice between off and on."""
        return self.choice(name, ("off", "on"), int(on), lambda number: take(bool(number)), tip)

    def button(self, text: str, act: Callable[[], None], tip: str = "") -> Button:
        """Add a button."""
        row = self.column.row(self._form.button_height(text, self.column.place.width))
        button = self._form.button(row, text, act, area=self.area)
        button.tip = tip
        return button

    def field_place(self, name: str, names: Sequence[str]) -> pygame.Rect:
        """Add one of the names of fields, and return the place of its field beside or below it."""
        width = max(map(self._form.font.width, names)) + self._form.text_size
        row = self.column.row()
        beside = row.width - width >= _LEAST_FIELD * self._form.text_size
        name_place, place = cut_left(row, width) if beside else (row, self.column.row())
        self._name(name_place, name)
        return place

    def _name(self, place: pygame.Rect, name: str) -> None:
        if place.height > self.column.row_height:
            self._form.paragraph(place, name, "", self.area)
        else:
            self._form.label(place, name, area=self.area)

    def _parts(
        self, name: str, control: int, value: int
    ) -> tuple[pygame.Rect, pygame.Rect, pygame.Rect]:
        """Take a row and return the places of name, control and value.

        Where the name, or these many pixels of control and value, have no room beside each other,
        the name stands above the others.
        """
        font, column = self._form.font, self.column
        row = pygame.Rect(column.left_over)
        row.height = column.row_height
        places = split(row, *_SHARES, gap=column.gap)
        room = places[1].width if value else places[1].union(places[2]).width
        if font.width(name) <= places[0].width and control <= room and value <= places[2].width:
            column.row()
            return places[0], places[1], places[2]
        beside = column.place.width - value - 2 * column.gap
        if font.width(name) <= beside:
            line = pygame.Rect(column.row(font.height))
            column.skip(-column.gap)
            above, shown = line.copy(), line.copy()
            above.width = beside
            shown.left, shown.width = line.right - value, max(1, value)
            return above, column.row(), shown
        height = max(1, self._form.paragraph_height(name, column.place.width))
        above = column.row(height)
        column.skip(-column.gap)
        shown = column.row(font.height if value else 1)
        column.skip(-column.gap)
        return above, column.row(), shown
