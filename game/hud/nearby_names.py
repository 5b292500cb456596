"""The places with names around a cell, and which of them are meant by what is typed."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

import worldgen
from game.camera import CELL
from game.hud.places import Gazetteer, MapArea, Place
from worldgen.coordinates import COORDINATE_LIMIT

_SPACINGS: Final = 16
"""Islands are looked for within so many times the distance between two of them."""

_FEATURES_SPACINGS: Final = 3
"""Peaks, lakes and rivers of islands that are solved already, within so many."""

_FEATURES_SCALE: Final = 2.0
"""Pixels per cell of a map on which all of them have names."""

_ISLANDS_SCALE: Final = 0.05
"""Pixels per cell of a map on which islands alone have names, at their sites."""

_MOST_TRACED: Final = 40
"""A gazetteer traces the rivers of one more island every time it is asked."""

_NO_MATCH: Final = 3


def nearby_names(world: worldgen.World, x: int, y: int) -> tuple[Place, ...]:
    """Return the places around a cell that have names, the nearest first; nothing is solved."""
    gazetteer = Gazetteer(world)
    spacing = world.parameters.island_spacing
    near = _area(x, y, _FEATURES_SPACINGS, spacing, _FEATURES_SCALE)
    found = gazetteer.places(near)
    for _ in range(_MOST_TRACED):
        if gazetteer.complete:
            break
        found = gazetteer.places(near)
    sites = gazetteer.islands(_area(x, y, _SPACINGS, spacing, _ISLANDS_SCALE))
    known = {(place.kind, place.name) for place in found}
    places = [*found, *(site for site in sites if (site.kind, site.name) not in known)]
    return tuple(sorted(places, key=lambda place: distance(place, x, y)))


def distance(place: Place, x: int, y: int) -> float:
    """Return how many cells a place is away from a cell."""
    return math.hypot(place.x / CELL - x, place.y / CELL - y)


def named(places: Sequence[Place], text: str) -> list[Place]:
    """Return the places whose names hold a text: first those that begin with it, or whose words do.

    Otherwise they stay in their order; an empty text names them all.
    """
    wanted = " ".join(text.casefold().split())
    ranked = [(_rank(place.name.casefold(), wanted), place) for place in places]
    return [place for rank, place in sorted(ranked, key=lambda each: each[0]) if rank < _NO_MATCH]


def _rank(name: str, wanted: str) -> int:
    if name.startswith(wanted):
        return 0
    if f" {wanted}" in name:
        return 1
    return 2 if wanted in name else _NO_MATCH


def _area(x: int, y: int, reach: int, spacing: int, scale: float) -> MapArea:
    limit = COORDINATE_LIMIT
    left, top = (max(-limit, min(limit, each - reach * spacing)) for each in (x, y))
    right, bottom = (max(-limit, min(limit, each + reach * spacing)) for each in (x, y))
    return MapArea(left, top, max(1, right - left), max(1, bottom - top), scale)
