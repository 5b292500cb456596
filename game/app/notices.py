"""Single lines that tell the player what has just happened, one at a time."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game.hud.hud import Hud

SECONDS = 4.0


class Notices:
    """The line at the lower edge, over all screens."""

    def __init__(self, now: Callable[[], float], scale: Callable[[], float]) -> None:
        self._now = now
        self._hud = Hud(scale)
        self._text = ""
        self._warning = False
        self._until = 0.0
        self._drawn = ""

    @property
    def text(self) -> str:
        """What is being said, or nothing."""
        return self._text if self._now() < self._until else ""

    @property
    def stale(self) -> bool:
        """Whether another line stands on the screen than there should."""
        return self._drawn != self.text

    def say(self, text: str, warning: bool) -> None:
        """Say something in place of what was said before."""
        self._text = text
        self._warning = warning
        self._until = self._now() + SECONDS

    def draw(self, target: pygame.Surface) -> None:
        """Draw the line, if there is one."""
        self._drawn = self.text
        if self._drawn:
            self._hud.draw_line(target, self._drawn, self._warning)
