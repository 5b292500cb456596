"""Rows of settings in a form: a name, a control, and its value."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from game.ui.control import Button, Choice, Slider
from game.ui.display import ScrollArea
from game.ui.form import Form
from game.ui.layout import Column, split
from game.ui.slider_scale import Scale

_SHARES = (5.0, 5.0, 2.0)
_NARROW = 15


class SettingRows:
    """Fills a column, or an area that can be scrolled, row by row."""

    def __init__(self, form: Form, place: pygame.Rect, scrolls: bool = True) -> None:
        self._form = form
        self.area: ScrollArea | None = form.area(place) if scrolls else None
        inner = self.area.inner if self.area else place
        self.column = Column(inner, form.text_size)

    def finish(self) -> None:
        """Say that all rows are there."""
        if self.area is not None:
            self.area.set_height(self.column.used)

    def heading(self, text: str) -> None:
        """Add a line that says what follows."""
        if self.column.used:
            self.column.skip()
        self._form.label(self.column.row(), text, "soft", area=self.area)

    def paragraph(self, text: str) -> None:
        """Add lines of text."""
        height = self._form.paragraph(self.column.left_over, text, area=self.area)
        self.column.skip(height + self.column.gap)

    def slider(
        self, name: str, scale: Scale, value: float, take: Callable[[float], None]
    ) -> Slider:
        """Add a slider."""
        name_place, place, value_place = self._parts()
        self._form.label(name_place, name, area=self.area)
        shown = self._form.label(value_place, scale.shown(value), "soft", "right", self.area)

        def moved(step: int) -> None:
            number = scale.value(step)
            shown.text = scale.shown(number)
            take(number)

        return self._form.slider(place, scale.steps, scale.step(value), moved, self.area)

    def choice(
        self, name: str, words: Sequence[str], chosen: int, take: Callable[[int], None]
    ) -> Choice:
        """Add a choice between words."""
        name_place, place, value_place = self._parts()
        self._form.label(name_place, name, area=self.area)
        if not self._is_narrow:
            place = place.union(value_place)
        return self._form.choice(place, words, chosen, take, self.area)

    def switch(self, name: str, on: bool, take: Callable[[bool], None]) -> Choice:
        """Add a choice between off and on."""
        return self.choice(name, ("off", "on"), int(on), lambda number: take(bool(number)))

    def button(self, text: str, act: Callable[[], None]) -> Button:
        """Add a button."""
        return self._form.button(self.column.row(), text, act, area=self.area)

    @property
    def _is_narrow(self) -> bool:
        """Whether there is no room for a name beside a control."""
        return self.column.place.width < _NARROW * self._form.text_size

    def _parts(self) -> tuple[pygame.Rect, pygame.Rect, pygame.Rect]:
        """Take a row and return the places of name, control and value."""
        if self._is_narrow:
            name, value = split(self.column.line(), 3, 1)
            return name, self.column.row(), value
        name, place, value = split(self.column.row(), *_SHARES, gap=self.column.gap)
        return name, place, value
