"""What the pages of the lab share: what to look for, controls on the left, a picture beside."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pygame

from game.lab.plot import Plot
from game.screen import Host
from game.ui.display import PictureBox
from game.ui.form import Form
from game.ui.layout import split
from game.ui.lettering import Lettering
from game.ui.page import Page
from game.ui.setting_rows import SettingRows
from game.ui.sheet import Entry, Sheet
from game.ui.type_scale import SMALL

SEED = "lab"
_SMALLEST = 48
"""Pictures are drawn on at least so many pixels a side, and shrunk into less room."""

_TWO_COLUMNS, _LEAST_PLOT, _LOOK_FOR = 44, 14, 8
"""In sizes of text: the width from which on there are two columns, and how high a picture and the
words above it are at least."""


class LabPage(Page):
    """One page; those below say what is on it and draw it."""

    title = ""
    look_for = ""
    """Two sentences: what to look for."""

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self._picture_box: PictureBox | None = None
        self._letters: Lettering | None = None
        self._outdated = True

    # What a page fills in

    def build_rows(self, rows: SettingRows) -> None:
        """Add the controls."""

    def draw_plot(self, plot: Plot) -> None:
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

    def build(self, form: Form) -> None:
        """Lay out words, controls and picture."""
        has_columns = self.has_columns(_TWO_COLUMNS, _LEAST_PLOT + _LOOK_FOR)
        back = (Entry("Back", self.go_back),)
        sheet = Sheet(form, self.whole(), self.title, back, is_long=not has_columns)
        sheet.paragraph(self.look_for)
        if has_columns:
            left, right = split(sheet.left_over, 4, 9, gap=self.text_size)
            rows = SettingRows.scrolling(form, left)
            self.build_rows(rows)
            rows.finish()
            self._picture_box = form.picture_box(right)
        else:
            self.build_rows(SettingRows(form, sheet.column, sheet.area))
            width = sheet.column.place.width
            place = sheet.column.row(max(width * 3 // 4, _LEAST_PLOT * self.text_size))
            self._picture_box = form.picture_box(place, sheet.area)
        sheet.finish()
        self._outdated = True

    def tick(self, seconds: float) -> None:
        """Draw the picture when anything about it has changed."""
        if self.advance(seconds):
            self.outdate()
        if self._outdated and self._picture_box is not None:
            self._outdated = False
            width, height = self._picture_box.place.size
            size = max(_SMALLEST, width), max(_SMALLEST, height)
            plot = Plot(size, self.colours, self._lettering())
            self.draw_plot(plot)
            self._picture_box.picture = plot.surface
            self.touch()

    def _lettering(self) -> Lettering:
        size = max(9, int(self.text_size * SMALL))
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
