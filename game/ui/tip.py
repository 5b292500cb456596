"""A sentence about the control that is looked at: it comes after a moment and goes with it."""

from __future__ import annotations

import pygame

from game.ui.control import Button, Control
from game.ui.font import InterfaceFont
from game.ui.theme import ThemeColours

WAIT_SECONDS = 0.5
_WIDTH = 24
"""Sizes of text that a line of it takes at most."""


class Tip:
    """Knows how long a control has been looked at, and draws what there is to say about it."""

    def __init__(self, font: InterfaceFont, colours: ThemeColours) -> None:
        self._font = font
        self._colours = colours
        self._control: Control | None = None
        self._seconds = 0.0
        self.place = pygame.Rect(0, 0, 0, 0)
        """Where it was drawn last; empty while nothing is said."""

    @property
    def text(self) -> str:
        """What is being said, or nothing."""
        return words_about(self._control) if self._seconds >= WAIT_SECONDS else ""

    def update(self, control: Control | None, seconds: float) -> bool:
        """Let time pass while a control is looked at; return whether the tip comes or goes."""
        before = self.text
        if control is not self._control:
            self._control = control
            self._seconds = 0.0
        else:
            self._seconds = min(WAIT_SECONDS, self._seconds + seconds)
        return self.text != before

    def draw(self, target: pygame.Surface) -> None:
        """Draw it beside the control, where there is room."""
        self.place = pygame.Rect(0, 0, 0, 0)
        if not self.text or self._control is None:
            return
        pad = self._font.get_point_size() // 2
        room = min(_WIDTH * self._font.get_point_size(), target.width - 4 * pad)
        lines = self._font.wrapped(self.text, room)
        width = max(self._font.width(line) for line in lines) + 2 * pad
        height = len(lines) * self._font.height + pad
        at = self._control.place
        place = pygame.Rect(at.left, at.bottom + pad, width, height)
        if place.bottom > target.height:
            place.bottom = at.top - pad
        self.place = place.clamp(target.get_rect())
        pygame.draw.rect(target, self._colours.field, self.place, border_radius=pad // 2)
        pygame.draw.rect(target, self._colours.focus, self.place, 1, border_radius=pad // 2)
        top = self.place.top + pad // 2
        for number, line in enumerate(lines):
            text = self._font.render_premul(line, pygame.Color(self._colours.text))
            corner = self.place.left + pad, top + number * self._font.height
            target.blit(text, corner, special_flags=pygame.BLEND_PREMULTIPLIED)


def words_about(control: Control | None) -> str:
    """Return what there is to say about a control: its tip, or a text that has no room on it."""
    if control is None or not control.can_focus:
        return ""
    cut = control.text if isinstance(control, Button) and control.is_cut else ""
    return " · ".join(words for words in (cut, control.tip) if words)
