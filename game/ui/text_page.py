"""Asking for one line of text."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game.input.pad_events import PAD_PRESSED, PadButton
from game.screen import Host
from game.ui.form import Form
from game.ui.page import Page
from game.ui.sheet import Entry, Sheet

_WIDTH, _HEIGHT = 34, 7
"""In sizes of text; the height without the lines below the field."""

_LEAST_LINES = 2


class TextPage(Page):
    """A field and two buttons; ``take`` returns what is wrong with the text, or None.

    The page stays open while something is wrong, and whoever takes the text closes it. A gamepad
    cannot type: with one, the ``suggestion`` is taken while the field is empty.
    """

    covers = False

    def __init__(
        self,
        host: Host,
        title: str,
        text: str,
        take: Callable[[str], str | None],
        *,
        accept: str = "OK",
        note: str = "",
        hint: str = "",
        suggestion: str = "",
    ) -> None:
        super().__init__(host)
        self._title = title
        self._take = take
        self._accept = accept
        self._note = note
        self._hint = hint
        self._suggestion = suggestion
        self.text = text
        """What stands in the field."""
        self.complaint: str | None = None

    def build(self, form: Form) -> None:
        """Lay out title, field, note and buttons."""
        says = self.complaint or self._note
        width = min(_WIDTH * self.text_size, self.whole().width)
        lines = max(_LEAST_LINES, form.paragraph_height(says, width) // form.font.height)
        entries = (Entry("Cancel", self.go_back), Entry(self._accept, self._submit, "go"))
        height = _HEIGHT + lines * form.font.height // self.text_size + 1
        sheet = Sheet(form, self.middle(_WIDTH, height), self._title, entries)
        column = sheet.column
        form.field(column.row(), self.text, self._type, self._submit, self._hint, area=sheet.area)
        sheet.paragraph(says, "warning" if self.complaint else "soft")
        sheet.finish()

    def take_event(self, event: pygame.event.Event) -> bool:
        """Fill in the suggestion at the press of a gamepad's button."""
        wanted = event.type == PAD_PRESSED and event.button is PadButton.SOUTH
        if not wanted or self.text or not self._suggestion or not self.form.is_typing:
            return False
        self._type(self._suggestion)
        self.rebuild()
        return True

    def _type(self, text: str) -> None:
        self.text = text
        if self.complaint is not None:
            self.complaint = None
            self.rebuild()

    def _submit(self) -> None:
        complaint = self._take(self.text)
        if complaint != self.complaint:
            self.complaint = complaint
            self.rebuild()
