"""What the panel says of a place to a player: its name, what it is like, and the way to land."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from game.camera import CELL, View, scale_of
from game.hud.directions import direction_word
from game.hud.places import Place, PlaceKind
from game.hud.units import Units
from game.play.compass import Bearing
from game.terrain.world_source import CellInfo

_REACH_PIXELS: Final = 28
"""A peak or a lake names what lies so near to it."""

_OFF_THE_MIDDLE: Final = 0.12
"""Share of an island's size from which a place is in some part of it."""


def name_words(ground: CellInfo | None, places: Sequence[Place], view: View, x: int, y: int) -> str:
    """Return what a position may be called: after a peak, a lake, an island, or the sea."""
    if ground is None:
        return "…"
    if ground.at_sea:
        return "Open sea"
    feature = _feature_near(places, view, x, y)
    if feature is not None:
        return f"{feature.name}, {ground.island}" if ground.island else feature.name
    if ground.island is None:
        return "Land"
    return ground.island + _part_words(places, ground.island, x, y)


def nature_words(ground: CellInfo | None, sea_level: float, units: Units) -> str:
    """Return biome and height."""
    if ground is None:
        return "…"
    return f"{ground.biome} · {units.height(ground.height, sea_level)}"


def way_words(bearing: Bearing | None, cell: tuple[int, int], units: Units) -> str:
    """Return the way from open sea to the nearest island, or nothing."""
    if bearing is None or bearing.island is None:
        return ""
    dx, dy = bearing.island.x - cell[0], bearing.island.y - cell[1]
    length = units.distance(math.hypot(dx, dy))
    return f"{bearing.island.name} · {length} {direction_word(dx, dy)}"


def position_words(x: int, y: int) -> str:
    """Return a position as it can be typed to go there, in cells."""
    return f"x {x // CELL:,}  y {y // CELL:,}"


def _feature_near(places: Sequence[Place], view: View, x: int, y: int) -> Place | None:
    reach = _REACH_PIXELS * CELL / scale_of(view.zoom)
    near = [
        (math.hypot(place.x - x, place.y - y), place)
        for place in places
        if place.kind in (PlaceKind.PEAK, PlaceKind.LAKE)
    ]
    distance, place = min(near, key=lambda each: each[0], default=(math.inf, None))
    return place if distance <= reach else None


def _part_words(places: Sequence[Place], island: str, x: int, y: int) -> str:
    """Return in which part of an island a position lies, as far as that is known."""
    for place in places:
        if place.kind.is_island and place.name == island:
            dx, dy = x - place.x, y - place.y
            if math.hypot(dx, dy) > _OFF_THE_MIDDLE * place.extent * CELL:
                return f", {direction_word(dx, dy)}"
    return ""
