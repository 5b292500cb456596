"""Where the focus goes when a key or a gamepad moves it: to the nearest control that way."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

import pygame


class Way(Enum):
    """The four ways the focus can be moved, as steps on the screen."""

    LEFT = (-1, 0)
    RIGHT = (1, 0)
    UP = (0, -1)
    DOWN = (0, 1)


class Jump(Enum):
    """Ways over many controls at once."""

    FIRST = "first"
    LAST = "last"
    PAGE_UP = "page up"
    PAGE_DOWN = "page down"


def nearest(places: Sequence[pygame.Rect], start: int, way: Way) -> int:
    """Return the number of the nearest place that way, or ``start`` if there is none."""
    here = places[start]
    best, least = start, None
    for number, place in enumerate(places):
        if number == start:
            continue
        distance = _distance(here, place, way)
        if distance is not None and (least is None or distance < least):
            best, least = number, distance
    return best


def _distance(here: pygame.Rect, there: pygame.Rect, way: Way) -> float | None:
    """Return how far ``there`` lies from ``here``, None if it does not lie that way at all."""
    dx, dy = way.value
    if dx:
        along = (there.centerx - here.centerx) * dx
        ahead = (there.left - here.right) if dx > 0 else (here.left - there.right)
        aside = _gap(here.top, here.bottom, there.top, there.bottom)
        # Only what stands in the same row: otherwise a key would jump out of a column.
        if along <= 0 or aside > 0:
            return None
    else:
        along = (there.centery - here.centery) * dy
        ahead = (there.top - here.bottom) if dy > 0 else (here.top - there.bottom)
        aside = _gap(here.left, here.right, there.left, there.right)
        if along <= 0 or ahead < -min(here.height, there.height) // 2:
            return None
    offset = abs(there.centerx - here.centerx) if dy else abs(there.centery - here.centery)
    return max(0, ahead) + 2.0 * aside + 0.01 * offset


def _gap(low: int, high: int, other_low: int, other_high: int) -> int:
    return max(0, other_low - high, low - other_high)
