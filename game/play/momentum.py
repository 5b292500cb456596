"""The land glides on for a moment when a hand that was moving lets go of it."""

from __future__ import annotations

import math

_MEMORY_SECONDS = 0.05
"""For how long a movement of the hand counts."""

_SLIDE_SECONDS = 0.32
"""Time in which the slide loses most of its speed."""

_SLOWEST_THROW, _SLOWEST_SLIDE = 120.0, 15.0
_FASTEST = 6000.0


class Momentum:
    """The speed of the hand in pixels a second, and of the slide after it."""

    def __init__(self) -> None:
        self._moved = (0.0, 0.0)
        self._hand = (0.0, 0.0)
        self.velocity = (0.0, 0.0)
        """How fast the land slides by itself."""

    def stop(self) -> None:
        """Stand still: the hand has taken hold, or the view is elsewhere."""
        self._moved = self._hand = self.velocity = (0.0, 0.0)

    def drag(self, dx: float, dy: float) -> None:
        """Take a movement of the hand that holds the land."""
        self._moved = self._moved[0] + dx, self._moved[1] + dy

    def throw(self) -> None:
        """Let go: slide as fast as the hand was."""
        speed = math.hypot(*self._hand)
        if speed >= _SLOWEST_THROW:
            share = min(1.0, _FASTEST / speed)
            self.velocity = self._hand[0] * share, self._hand[1] * share
        self._moved = self._hand = (0.0, 0.0)

    def step(self, seconds: float) -> None:
        """Let time pass for hand and slide."""
        if seconds <= 0.0:
            return
        share = 1.0 - math.exp(-seconds / _MEMORY_SECONDS)
        x, y = (
            before + share * (moved / seconds - before)
            for before, moved in zip(self._hand, self._moved, strict=True)
        )
        self._hand, self._moved = (x, y), (0.0, 0.0)
        left = math.exp(-seconds / _SLIDE_SECONDS)
        self.velocity = self.velocity[0] * left, self.velocity[1] * left
        if math.hypot(*self.velocity) < _SLOWEST_SLIDE:
            self.velocity = (0.0, 0.0)
