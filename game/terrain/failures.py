"""What could not be made, and when it is tried again: after pauses that grow."""

from __future__ import annotations

from collections.abc import Hashable

FIRST_PAUSE, LONGEST_PAUSE = 1.0, 60.0
"""Seconds until something is tried again: doubled each time, up to the longest."""


class Failures:
    """Chunks and plans that failed; those that wait for another try are ``in`` it."""

    def __init__(self) -> None:
        self._pauses: dict[Hashable, float] = {}
        self._due: dict[Hashable, float] = {}

    def __contains__(self, key: object) -> bool:
        return key in self._due

    def note(self, key: Hashable, now: float) -> float:
        """Take note of a failure, and return the seconds until it is tried again."""
        before = self._pauses.get(key)
        pause = FIRST_PAUSE if before is None else min(2.0 * before, LONGEST_PAUSE)
        self._pauses[key] = pause
        self._due[key] = now + pause
        return pause

    def release(self, now: float) -> bool:
        """Let go of what is to be tried again; return whether that is anything."""
        due = [key for key, time in self._due.items() if time <= now]
        for key in due:
            del self._due[key]
        return bool(due)

    def forget(self, key: Hashable) -> None:
        """Forget a failure: it has been made."""
        self._pauses.pop(key, None)
        self._due.pop(key, None)

    def clear(self) -> None:
        """Forget all failures."""
        self._pauses.clear()
        self._due.clear()
