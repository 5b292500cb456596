"""Where the names of marks stand on a map: beside their marks, never over another name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import pygame

_AWAY = 9
"""Pixels from the middle of a mark to its name."""


def name_places(
    marks: Iterable[tuple[tuple[int, int], tuple[int, int]]],
    taken: Sequence[pygame.Rect],
    window: pygame.Rect,
) -> list[pygame.Rect | None]:
    """Return the place of each name, None where there is no room for it.

    Args:
        marks: the pixel of each mark, and how large its name is.
        taken: where something stands already.
        window: what no name leaves.
    """
    standing = list(taken)
    places: list[pygame.Rect | None] = []
    for point, size in marks:
        free = (
            place
            for place in _around(point, size)
            if window.contains(place) and place.collidelist(standing) < 0
        )
        place = next(free, None)
        places.append(place)
        if place is not None:
            standing.append(place)
    return places


def _around(point: tuple[int, int], size: tuple[int, int]) -> Iterator[pygame.Rect]:
    """Yield where a name may stand, the best first."""
    x, y = point
    place = pygame.Rect((0, 0), size)
    for corner in (
        {"midleft": (x + _AWAY, y)},
        {"midright": (x - _AWAY, y)},
        {"midtop": (x, y + _AWAY)},
        {"midbottom": (x, y - _AWAY)},
    ):
        yield place.move_to(**corner)
