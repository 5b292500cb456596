"""What a screen is, and what it may ask of the program around it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

import pygame

from game.input.gamepad import Gamepads
from game.settings import SettingsFile

LONGEST_STEP = 0.1
"""Seconds: a longer pause between two frames counts as this much."""


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
        """Let at most ``LONGEST_STEP`` seconds pass; ``active`` for the topmost screen alone."""

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

    @property
    def now(self) -> float:
        """Seconds on a clock that goes on from frame to frame."""

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
