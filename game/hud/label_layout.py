"""Which names are written and where: the important ones first, none over another."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from typing import Final

import pygame

from game.camera import View, scale_of
from game.hud.places import Place, PlaceKind

MARGIN: Final = 160
"""Pixels around the window in which names have their place already."""

_SPACE: Final = {
    PlaceKind.LAND: 24,
    PlaceKind.ISLAND: 16,
    PlaceKind.PEAK: 8,
    PlaceKind.LAKE: 8,
    PlaceKind.RIVER: 10,
}
_ROOMY: Final = 1.5
"""A lake so many times as wide as its name bears it."""

_SHORE: Final = 0.7
"""How far the shores of a lake lie from its middle, at most about, in sizes of the lake."""

_MOST: Final = 160
"""Names of one kind that are written at most."""

# Pixels at which a place of each kind begins to be named, and at which its name is there in full.
_BEGIN: Final = {
    PlaceKind.LAND: (54.0, 72.0),
    PlaceKind.ISLAND: (54.0, 72.0),
    PlaceKind.PEAK: (190.0, 215.0),
    PlaceKind.LAKE: (14.0, 24.0),
    PlaceKind.RIVER: (190.0, 260.0),
}
# Pixels per cell at which names begin to vanish, and at which they are gone.
_END: Final = {
    PlaceKind.LAND: (2.6, 4.2),
    PlaceKind.ISLAND: (2.6, 4.2),
    PlaceKind.PEAK: (20.0, 30.0),
    PlaceKind.LAKE: (9.0, 14.0),
    PlaceKind.RIVER: (9.0, 14.0),
}


@dataclass(frozen=True)
class Label:
    """A name that is written: from ``left``, ``top`` on, in pixels from its place."""

    place: Place
    left: int
    top: int
    width: int
    height: int

    def rect(self, x: int, y: int) -> pygame.Rect:
        """Return what it takes of the window while its place lies at a pixel."""
        return pygame.Rect(_small(x + self.left), _small(y + self.top), self.width, self.height)


def strength(place: Place, zoom: int) -> float:
    """Return how strongly a name shows at a zoom, 0..1."""
    scale = scale_of(zoom)
    low, high = _BEGIN[place.kind]
    begun = (place.extent * scale - low) / (high - low)
    low, high = _END[place.kind]
    left = (high - scale) / (high - low)
    return max(0.0, min(1.0, begun, left))


def lay_out(
    places: Iterable[Place],
    view: View,
    size: Callable[[Place], tuple[int, int]],
    kept: Collection[Place] = (),
) -> list[Label]:
    """Return the names that have room in a view and around it.

    ``size`` gives width and height of a name; those in ``kept``, which are written already, come
    before others of their kind, so that nothing changes without need while the view moves.
    """
    window = pygame.Rect(-MARGIN, -MARGIN, view.width + 2 * MARGIN, view.height + 2 * MARGIN)
    wanted = [place for place in places if strength(place, view.zoom) > 0.0]
    wanted.sort(key=lambda place: (place.kind, place not in kept, -place.extent, place.name))
    scale = scale_of(view.zoom)
    written: list[Label] = []
    taken: list[pygame.Rect] = []
    count = dict.fromkeys(PlaceKind, 0)
    for place in wanted:
        x, y = view.screen_of(place.x, place.y)
        # A Rect holds no large numbers.
        if abs(x) > 8 * window.width or abs(y) > 8 * window.height:
            continue
        if not window.collidepoint(x, y) or count[place.kind] >= _MOST:
            continue
        label = _first_free(place, (x, y), size(place), scale, taken)
        if label is not None:
            taken.append(label.rect(x, y))
            written.append(label)
            count[place.kind] += 1
    return written


def _first_free(
    place: Place,
    point: tuple[int, int],
    size: tuple[int, int],
    scale: float,
    taken: list[pygame.Rect],
) -> Label | None:
    width, height = _turned(size, place.angle)
    space = _SPACE[place.kind]
    for left, top in _offsets(place, width, height, place.extent * scale):
        label = Label(place, left, top, width, height)
        if label.rect(*point).inflate(2 * space, space).collidelist(taken) < 0:
            return label
    return None


def _offsets(place: Place, width: int, height: int, pixels: float) -> list[tuple[int, int]]:
    """Return where a name may begin, seen from its place, the best first.

    ``pixels`` is how large the place is drawn.
    """
    middle = (-width // 2, -height // 2)
    if place.kind == PlaceKind.PEAK:
        # The mark at the beginning of the name stands on the summit.
        return [(-height // 3, -height // 2)]
    if place.kind == PlaceKind.RIVER:
        # Beside the stream, on either bank.
        turn = math.radians(place.angle)
        across, down = 11 * math.sin(turn), 11 * math.cos(turn)
        return [
            (middle[0] - round(side * across), middle[1] - round(side * down)) for side in (1, -1)
        ]
    if place.kind == PlaceKind.LAKE and pixels < _ROOMY * width:
        # On so small a lake its own name would hide it.
        away = round(_SHORE * pixels) + 4
        return [(middle[0], away), (middle[0], -height - away)]
    return [middle, (middle[0], 4), (middle[0], -height - 4)]


def _turned(size: tuple[int, int], angle: float) -> tuple[int, int]:
    if not angle:
        return size
    turn = math.radians(angle)
    cosine, sine = abs(math.cos(turn)), abs(math.sin(turn))
    return (
        math.ceil(size[0] * cosine + size[1] * sine),
        math.ceil(size[0] * sine + size[1] * cosine),
    )


def _small(number: int) -> int:
    """Return a number that a Rect can hold; far outside the window all places are alike."""
    return max(-(1 << 20), min(1 << 20, number))
