"""What the pages of the lab share: what to look for, controls on the left, a picture beside."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pygame

from game.lab.plot import Sheet
from game.screen import Host
from game.ui.display import Canvas
from game.ui.form import Desk
from game.ui.layout import split
from game.ui.lettering import Lettering
from game.ui.page import Page
from game.ui.setting_rows import Form

SEED = "lab"
_SMALLEST = 48
"""Pictures are drawn on at least so many pixels a side, and shrunk into less room."""


class LabPage(Page):
    """One page; those below say what is on it and draw it."""

    title = ""
    look_for = ""
    """Two sentences: what to look for."""

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self._canvas: Canvas | None = None
        self._letters: Lettering | None = None
        self._outdated = True

    # What a page fills in

    def build_form(self, form: Form) -> None:
        """Add the controls."""

    def draw_sheet(self, sheet: Sheet) -> None:
        """Draw the picture."""

    def advance(self, seconds: float) -> bool:
        """Let time pass; return whether the picture is another now."""
        return False

    # What they share

    def setter(self, name: str) -> Callable[[Any], None]:
        """Return what sets an attribute of the page and has the picture drawn again."""

        def set_it(value: Any) -> None:
            setattr(self, name, value)
            self.outdate()

        return set_it

    def outdate(self) -> None:
        """Have the picture drawn again."""
        self._outdated = True
        self.touch()

    def build(self, desk: Desk) -> None:
        """Lay out words, controls and picture."""
        column = self.whole()
        back = column.bottom_row()
        desk.label(column.row(2 * self.text_size), self.title, "title")
        height = desk.paragraph(column.left_over, self.look_for)
        column.skip(height + self.text_size // 2)
        left, right = split(column.left_over, 4, 9, gap=self.text_size)
        form = Form(desk, left)
        self.build_form(form)
        form.finish()
        right.height = max(1, self.size[1] - self.text_size - right.top)
        self._canvas = desk.canvas(right)
        back.width = left.width
        desk.button(back, "Back", self.go_back)
        self._outdated = True

    def tick(self, seconds: float) -> None:
        """Draw the picture when anything about it has changed."""
        if self.advance(seconds):
            self.outdate()
        if self._outdated and self._canvas is not None:
            self._outdated = False
            width, height = self._canvas.place.size
            size = max(_SMALLEST, width), max(_SMALLEST, height)
            sheet = Sheet(size, self.look, self._lettering())
            self.draw_sheet(sheet)
            self._canvas.picture = sheet.surface
            self.touch()

    def _lettering(self) -> Lettering:
        size = max(9, self.text_size * 9 // 10)
        if self._letters is None or self._letters.size != size:
            self._letters = Lettering(size)
        return self._letters


def parts(place: pygame.Rect, rows: int, gap: int) -> list[pygame.Rect]:
    """Cut a place into parts below each other."""
    height = max(1, (place.height - gap * (rows - 1)) // rows)
    return [
        pygame.Rect(place.left, place.top + number * (height + gap), place.width, height)
        for number in range(rows)
    ]
