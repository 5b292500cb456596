"""How a page is laid out: a title, a body and buttons, all to be reached in any window.

Where everything fits, it stands still. Where the body is too high, it scrolls between title and
buttons; where hardly anything of it would be seen so, all of it scrolls.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pygame

from game.ui.control import Button
from game.ui.display import ScrollArea
from game.ui.font import InterfaceFont
from game.ui.form import Form
from game.ui.layout import Column, split
from game.ui.type_scale import space

_LEAST_BODY = 9
"""Sizes of text: a body that shows less than this does not scroll by itself."""

_WIDEST_BUTTON = 20
"""Sizes of text."""


@dataclass(frozen=True)
class Entry:
    """One button, and what it does."""

    text: str
    act: Callable[[], None]
    kind: str = ""
    tip: str = ""


class Sheet:
    """Takes a body into ``column`` and ``area``, and adds the buttons when that is finished.

    Args:
        form: makes the controls.
        place: what the page fills.
        title: its first line.
        entries: the buttons below the body.
        is_long: whether the body is known to need a bar.
    """

    def __init__(
        self,
        form: Form,
        place: pygame.Rect,
        title: str,
        entries: Sequence[Entry] = (),
        is_long: bool = False,
    ) -> None:
        self._form = form
        self._entries = tuple(entries)
        self._rows = button_rows(form.font, [entry.text for entry in entries], place.width)
        self._whole: ScrollArea | None = None
        self.buttons: list[Button] = []
        self.area: ScrollArea | None = None
        """What the body scrolls in, if it does."""
        size = form.text_size
        column = Column(place, size)
        fixed = form.title_height(title, place.width) + column.gap + self._buttons_height(place)
        scrolls = is_long or form.scrolls
        if scrolls and place.height - fixed < _LEAST_BODY * size:
            self._whole = self.area = form.area(place)
            column = Column(self.area.inner, size)
            self._add_title(column, title)
            self.column = column
            self.room = place.height
            return
        self._add_title(column, title)
        body = column.left_over
        body.height = max(1, body.height - self._buttons_height(place))
        self._below = body.bottom
        self.room = body.height
        """How much of the body can be seen at once, in pixels."""
        if scrolls:
            self.area = form.area(body)
        self.column = Column(self.area.inner if self.area else body, size)

    @property
    def left_over(self) -> pygame.Rect:
        """What can still be seen of the body below what is there already."""
        place = self.column.left_over
        place.height = max(1, self.room - self.column.used)
        return place

    def paragraph(self, text: str, kind: str = "soft") -> None:
        """Add lines of text, as many as it needs."""
        if text:
            height = self._form.paragraph(self.column.left_over, text, kind, self.area)
            self.column.skip(height + self.column.gap)

    def finish(self) -> None:
        """Say that the body is whole, and add the buttons."""
        if self._whole is not None:
            column = self.column
        elif self.area is not None:
            self.area.set_height(self.column.used)
            column = self._column_below()
        else:
            self._form.overflows |= self.column.used - self.column.gap > self.room
            column = self._column_below()
        self._add_buttons(column)
        if self._whole is not None:
            self._whole.set_height(column.used)

    def _column_below(self) -> Column:
        place = self.column.place
        width = place.width if self.area is None else self.area.place.width
        left = place.left if self.area is None else self.area.place.left
        column = Column(pygame.Rect(left, self._below, width, 1 << 16), self._form.text_size)
        column.skip()
        return column

    def _add_title(self, column: Column, title: str) -> None:
        height = self._form.title(column.left_over, title, self.area)
        column.skip(height + column.gap)

    def _add_buttons(self, column: Column) -> None:
        form = self._form
        for numbers in self._rows:
            entries = [self._entries[number] for number in numbers]
            height = self._row_height(numbers, column.place.width)
            row = column.row(height)
            row.width = min(row.width, len(numbers) * _WIDEST_BUTTON * form.text_size)
            places = split(row, *([1.0] * len(numbers)), gap=column.gap)
            for place, entry in zip(places, entries, strict=True):
                button = form.button(place, entry.text, entry.act, entry.kind, area=self._whole)
                button.tip = entry.tip
                self.buttons.append(button)

    def _row_height(self, numbers: Sequence[int], width: int) -> int:
        gap = space(self._form.text_size)
        each = (width - gap * (len(numbers) - 1)) // len(numbers)
        return max(self._form.button_height(self._entries[number].text, each) for number in numbers)

    def _buttons_height(self, place: pygame.Rect) -> int:
        gap = space(self._form.text_size)
        return sum(self._row_height(numbers, place.width) + gap for numbers in self._rows)


def button_rows(font: InterfaceFont, texts: Sequence[str], width: int) -> list[list[int]]:
    """Return the numbers of the texts row by row, as many beside each other as can be read."""
    size = font.get_point_size()
    for count in range(len(texts), 0, -1):
        each = (width - (count - 1) * space(size)) // count
        if count == 1 or all(font.width(text) + size <= each for text in texts):
            numbers = list(range(len(texts)))
            return [numbers[first : first + count] for first in range(0, len(texts), count)]
    return []
