"""Where the player has been: back and forward through places, as in a browser."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from game.camera import Camera
from game.world.session import Target

_MOST = 200


@dataclass(frozen=True)
class TrailPlace:
    """A place, and the world it is in."""

    world: Target
    camera: Camera


class Trail:
    """The places before this one, and those that were left by going back."""

    def __init__(self) -> None:
        self._behind: deque[TrailPlace] = deque(maxlen=_MOST)
        self._ahead: list[TrailPlace] = []

    def leave(self, place: TrailPlace) -> None:
        """Note a place that is left for another one."""
        if not self._behind or self._behind[-1] != place:
            self._behind.append(place)
        self._ahead.clear()

    def backward(self, here: TrailPlace) -> TrailPlace | None:
        """Return the place before, if there is one."""
        if not self._behind:
            return None
        self._ahead.append(here)
        return self._behind.pop()

    def forward(self, here: TrailPlace) -> TrailPlace | None:
        """Return the place that was left by going back, if there is one."""
        if not self._ahead:
            return None
        self._behind.append(here)
        return self._ahead.pop()
