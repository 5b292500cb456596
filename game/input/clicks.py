"""Clicks: presses of the left button that do not drag, and two of them in quick succession."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

MOST_MOVED = 5
"""A press that moves by this many pixels or more is no click."""

DOUBLE_SECONDS = 0.35
"""Time between the two clicks of a double click, at most."""


@dataclass(frozen=True)
class Click:
    """A click at a pixel of the window."""

    pixel: tuple[int, int]
    double: bool = False
    """Whether it is the second one of a double click."""


class Clicks:
    """Tells clicks from drags."""

    def __init__(self) -> None:
        self._pressed: tuple[int, int] | None = None
        self._last: tuple[tuple[int, int], float] | None = None

    def take(self, event: pygame.event.Event, now: float) -> Click | None:
        """Take an event of the mouse at a time in seconds; return the click that it ends."""
        if event.type == pygame.MOUSEMOTION and self._pressed is not None:
            if _moved(event.pos, self._pressed):
                self.forget()
        elif event.type == pygame.MOUSEBUTTONDOWN:
            self._pressed = event.pos if event.button == 1 else None
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            return self._released(event.pos, now)
        return None

    def forget(self) -> None:
        """Take what is pressed for no click."""
        self._pressed = self._last = None

    def _released(self, pixel: tuple[int, int], now: float) -> Click | None:
        pressed, self._pressed = self._pressed, None
        if pressed is None or _moved(pixel, pressed):
            self._last = None
            return None
        double = False
        if self._last is not None:
            before, time = self._last
            double = now - time <= DOUBLE_SECONDS and not _moved(pixel, before)
        # The third click in a row is the first of another pair.
        self._last = None if double else (pixel, now)
        return Click(pixel, double)


def _moved(a: tuple[int, int], b: tuple[int, int]) -> bool:
    return max(abs(a[0] - b[0]), abs(a[1] - b[1])) >= MOST_MOVED
