"""Screens lie on a stack: the topmost one gets the events, all that can be seen are drawn."""

from __future__ import annotations

import pygame

from game.screen import Screen


class ScreenStack:
    """The screens, the topmost one last."""

    def __init__(self) -> None:
        self._screens: list[Screen] = []
        self._changed = True

    def __len__(self) -> int:
        return len(self._screens)

    @property
    def top(self) -> Screen | None:
        """The topmost screen."""
        return self._screens[-1] if self._screens else None

    def push(self, screen: Screen) -> None:
        """Put a screen on top."""
        self._screens.append(screen)
        self._changed = True

    def pop(self) -> None:
        """Close the topmost screen."""
        if self._screens:
            self._screens.pop().close()
        self._changed = True

    def replace_all(self, screen: Screen) -> None:
        """Close all screens and show this one."""
        self.close_all()
        self.push(screen)

    def close_all(self) -> None:
        """Close all screens, the topmost first, each one even if another fails to."""
        errors = []
        while self._screens:
            try:
                self._screens.pop().close()
            except Exception as error:
                errors.append(error)
        self._changed = True
        if errors:
            raise errors[0]

    def handle(self, event: pygame.event.Event) -> None:
        """Give an event to the topmost screen."""
        if self._screens:
            self._screens[-1].handle(event)

    def update(self, seconds: float) -> None:
        """Let time pass for all screens."""
        for screen in list(self._screens):
            screen.update(seconds, screen is self.top)

    def draw(self, target: pygame.Surface, always: bool) -> bool:
        """Draw what can be seen, unless it would look the same; return whether it was drawn."""
        seen = self._seen()
        if not (always or self._changed or any(screen.stale for screen in seen)):
            return False
        for screen in seen:
            screen.draw(target)
        self._changed = False
        return True

    def _seen(self) -> list[Screen]:
        for number in reversed(range(len(self._screens))):
            if self._screens[number].covers:
                return self._screens[number:]
        return list(self._screens)
