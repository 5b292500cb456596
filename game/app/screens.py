"""Screens lie on a stack: the topmost one gets the events, all that can be seen are drawn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

import pygame

from game.input.gamepad import Gamepads
from game.settings import SettingsFile


class Screen(Protocol):
    """One thing that fills the window, or a part of it."""

    @property
    def covers(self) -> bool:
        """Whether nothing below this screen can be seen."""

    @property
    def stale(self) -> bool:
        """Whether drawing it again would look different."""

    def handle(self, event: pygame.event.Event) -> None:
        """Take an event; only the topmost screen is asked."""

    def update(self, seconds: float, active: bool) -> None:
        """Let time pass; ``active`` is true for the topmost screen alone."""

    def draw(self, target: pygame.Surface) -> None:
        """Draw it."""

    def close(self) -> None:
        """Let go of all it holds; it will not be used again."""


@dataclass(frozen=True)
class Pace:
    """Frames a second, and the milliseconds of work in them."""

    frames_per_second: float = 0.0
    work: float = 0.0
    worst: float = 0.0


class Host(Protocol):
    """What a screen may ask of the program around it."""

    @property
    def size(self) -> tuple[int, int]:
        """The size of the window."""

    def push(self, screen: Screen) -> None:
        """Put a screen on top."""

    def pop(self) -> None:
        """Take the topmost screen away."""

    def pop_to(self, screen: Screen) -> None:
        """Take all screens above this one away."""

    def replace_all(self, screen: Screen) -> None:
        """Take all screens away and show this one."""

    def quit(self, error: str | None = None, code: int = 0) -> None:
        """End the program after this frame; an error is printed in one line."""

    def notify(self, text: str, warning: bool = False) -> None:
        """Tell the player something in one line, for a few seconds."""

    @property
    def pace(self) -> Pace:
        """How fast the frames come."""

    @property
    def settings_file(self) -> SettingsFile:
        """What the player has set; to be changed by ``change_settings`` alone."""

    @property
    def gamepads(self) -> Gamepads:
        """The gamepads there are."""

    def change_settings(self, **changes: Any) -> None:
        """Set something, keep it, and let it have its effect."""

    def save_screenshot(self) -> None:
        """Write a picture of the window."""

    def toggle_full_screen(self) -> None:
        """Change between a window and the full screen."""


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
