"""Two fingers on a touch screen or touch pad: what lies between them moves and grows with them."""

from __future__ import annotations

import math
from dataclasses import dataclass

import pygame

from game.camera import ZOOM_DOUBLING

FINGER_EVENTS = (pygame.FINGERDOWN, pygame.FINGERMOTION, pygame.FINGERUP)
_LEAST_APART = 8.0
"""Pixels: fingers that lie closer together say nothing about the zoom."""


@dataclass(frozen=True)
class Gesture:
    """What lay under one pixel is to lie under another, so many units of zoom nearer."""

    before: tuple[int, int]
    after: tuple[int, int]
    zoom: int


class Fingers:
    """Follows the fingers that lie on a device; one alone is a mouse, which the system makes of it.

    >>> Fingers().together
    False
    """

    def __init__(self) -> None:
        self._places: dict[tuple[int, int], tuple[float, float]] = {}
        self._rest = 0.0

    @property
    def together(self) -> bool:
        """Whether two fingers or more lie on one device."""
        return len(self._places) >= 2

    def release(self) -> None:
        """Take all fingers for lifted, as when the window loses them."""
        self._places.clear()

    def handle(self, event: pygame.event.Event, size: tuple[int, int]) -> Gesture | None:
        """Take one of ``FINGER_EVENTS`` in a window of this size; return what two fingers mean."""
        key = event.touch_id, event.finger_id
        if event.type == pygame.FINGERUP:
            self._places.pop(key, None)
            self._rest = 0.0
            return None
        place = event.x * size[0], event.y * size[1]
        if not all(map(math.isfinite, place)):
            return None
        if event.type == pygame.FINGERDOWN:
            # Fingers of another device take no part.
            self._places = {each: at for each, at in self._places.items() if each[0] == key[0]}
            self._places[key] = place
            self._rest = 0.0
            return None
        if key not in self._places:
            return None
        before = self._middle_and_width()
        self._places[key] = place
        return self._gesture(before, self._middle_and_width()) if self.together else None

    def _gesture(
        self, before: tuple[float, float, float], after: tuple[float, float, float]
    ) -> Gesture:
        if min(before[2], after[2]) >= _LEAST_APART:
            self._rest += ZOOM_DOUBLING * math.log2(after[2] / before[2])
        units = round(self._rest)
        self._rest -= units
        return Gesture(
            (math.floor(before[0]), math.floor(before[1])),
            (math.floor(after[0]), math.floor(after[1])),
            units,
        )

    def _middle_and_width(self) -> tuple[float, float, float]:
        """Return the middle between the fingers, and how far they lie from it on the average."""
        places = list(self._places.values())
        x = sum(place[0] for place in places) / len(places)
        y = sum(place[1] for place in places) / len(places)
        apart = sum(math.hypot(px - x, py - y) for px, py in places) / len(places)
        return x, y, apart
