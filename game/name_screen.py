"""Asking for a name in one line of text."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game.lettering import GOLD, SOFT, WARNING, WHITE, Lettering, text_size
from game.screens import Host

_DIM = (96, 104, 118)
_PANEL = (10, 22, 40)
_FIELD = (24, 44, 70)
_LONGEST = 200


class NameScreen:
    """One field of text; ``take`` returns what is wrong with it, or None when it was taken."""

    covers = False

    def __init__(
        self, host: Host, title: str, text: str, take: Callable[[str], str | None]
    ) -> None:
        self._host = host
        self._title = title
        self._text = text
        self._take = take
        self._complaint: str | None = None
        self._letters: Lettering | None = None
        self._drawn: object = None
        pygame.key.start_text_input()

    @property
    def text(self) -> str:
        """What stands in the field."""
        return self._text

    @property
    def stale(self) -> bool:
        """Whether text or complaint have changed."""
        return self._drawn != (self._text, self._complaint)

    def handle(self, event: pygame.event.Event) -> None:
        """Type, rub out, take with Enter, leave with Esc."""
        if event.type == pygame.TEXTINPUT:
            self._text = (self._text + event.text)[:_LONGEST]
            self._complaint = None
        elif event.type == pygame.KEYDOWN:
            self._press(event)

    def update(self, seconds: float, active: bool) -> None:
        """Nothing moves."""

    def close(self) -> None:
        """End the typing."""
        pygame.key.stop_text_input()

    def draw(self, target: pygame.Surface) -> None:
        """Draw title, field and complaint in the middle of the window."""
        letters = self._lettering(target.height)
        target.fill(_DIM, special_flags=pygame.BLEND_RGB_MULT)
        width = max(60, min(target.width - 4 * letters.size, 30 * letters.size))
        height = 4 * letters.line_height
        left, top = (target.width - width) // 2, max(0, (target.height - height) // 2)
        pad = letters.size
        panel = pygame.Rect(left - pad, top - pad, width + 2 * pad, height + 2 * pad)
        pygame.draw.rect(target, _PANEL, panel, border_radius=10)
        letters.draw(target, letters.fitted(self._title, width), (left, top), GOLD)
        y = top + letters.line_height + pad // 2
        field = pygame.Rect(left - pad // 2, y, width + pad, letters.line_height)
        pygame.draw.rect(target, _FIELD, field, border_radius=4)
        letters.draw(target, self._visible_text(letters, width) + "|", (left, y), WHITE)
        y += letters.line_height + pad // 2
        hint = self._complaint or "Enter saves, Esc goes back"
        colour = WARNING if self._complaint else SOFT
        letters.draw(target, letters.fitted(hint, width), (left, y), colour)
        self._drawn = self._text, self._complaint

    def _press(self, event: pygame.event.Event) -> None:
        if event.key == pygame.K_ESCAPE:
            self._host.pop()
        elif event.key == pygame.K_BACKSPACE:
            self._text = self._text[:-1]
            self._complaint = None
        elif event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            self._complaint = self._take(self._text)

    def _visible_text(self, letters: Lettering, width: int) -> str:
        text = self._text
        while text and letters.width(text + "|") > width:
            text = text[1:]
        return text

    def _lettering(self, height: int) -> Lettering:
        size = text_size(height, 1.2)
        if self._letters is None or self._letters.size != size:
            self._letters = Lettering(size)
        return self._letters
