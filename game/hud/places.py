"""The places of a world that have a name, for whoever writes names on a map.

Made by workers: far out from the sites of islands alone, near by from the islands that have been
solved already. No island is ever solved for a name.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from typing import Final, Generic, Protocol, TypeVar

import numpy as np

import worldgen
from game.camera import CELL
from game.lru_cache import LRUCache
from game.terrain.land_spots import Point, Spot, find_spot, inland_of
from game.terrain.world_source import sites_around
from worldgen.generator import Key

NAMED_FROM: Final = 1 / 1024
"""Pixels per cell from which islands have names: great lands first."""

_LEVELS_FROM: Final = (1 / 56, 1 / 224)
"""Pixels per cell from which small and middling islands are looked for."""

_FEATURES_FROM: Final = 0.12
_RIVERS_FROM: Final = 0.4
_AMID_LAND_FROM: Final = 0.1
"""Pixels per cell from which the name of an island stands amid its land; farther out, at its site.
"""

_ON_LAND_FROM: Final = 0.45
_SKETCHED_AT_ONCE: Final = 48
"""Islands that are sketched for one answer, a millisecond each; the others wait for the next."""

_INLAND_LOD: Final = 4
_SMALLEST_SITE: Final = 0.09
_AROUND: Final = (1, 3, 8)
"""Spacings from an island of each level within which its name may stand."""

_MOST_ISLANDS: Final = 160
_MOST_SPOTS: Final = 1024
_MOST_RIVERS: Final = 6
_LEAST_PEAK: Final = 0.60
_LEAST_LAKE: Final = 300.0
_LAKE_STEP: Final = 6.0
_RIVER_PIXELS: Final = 130.0
"""Length of the stretch of a river that its name runs along."""


class PlaceKind(IntEnum):
    """Kinds of places; the names of the first ones are written first. A land is a great island."""

    LAND = 0
    ISLAND = 1
    PEAK = 2
    LAKE = 3
    RIVER = 4

    @property
    def is_island(self) -> bool:
        """Whether it is an island of whatever size."""
        return self in (PlaceKind.LAND, PlaceKind.ISLAND)


@dataclass(frozen=True)
class Place:
    """A place with a name."""

    kind: PlaceKind
    name: str
    x: int
    """World position in sixty-fourths of a cell."""
    y: int
    extent: float
    """Its size, in cells."""
    angle: float = 0.0
    """How its name is turned, in degrees against the clock."""


@dataclass(frozen=True)
class MapArea:
    """A rectangle of cells, and the pixels that a cell takes."""

    x: int
    y: int
    width: int
    height: int
    scale: float


class Gazetteer:
    """Finds the places of one world, and remembers what was found on islands."""

    def __init__(self, world: worldgen.World) -> None:
        self._world = world
        self._fixed = _Kept[worldgen.Island, tuple[Place, ...]](_find_fixed)
        self._rivers = _Kept[worldgen.Island, tuple[worldgen.River, ...]](_find_rivers)
        self._inland = _Kept[worldgen.Island, Point | None](self._find_inland)
        self._spots = _Kept[worldgen.Site, Spot | None](
            lambda site: find_spot(world, site), _MOST_SPOTS
        )

    @property
    def complete(self) -> bool:
        """Whether the last answer named all that is known, or should be asked for again."""
        return not (self._rivers.left_out or self._spots.left_out)

    def places(self, area: MapArea) -> tuple[Place, ...]:
        """Return the places in an area whose names may be written at its scale."""
        solved = {}
        if area.scale >= _FEATURES_FROM:
            islands = self._world.solved_islands(area.x, area.y, area.width, area.height)
            solved = {island.key: island for island in islands}
        found = self._islands(area, solved)
        self._rivers.left_out = False
        new = 0
        for island in solved.values():
            found += self._fixed.of(island) or ()
            if area.scale >= _RIVERS_FROM:
                # Rivers take long to trace: one island at a time.
                new += not self._rivers.knows(island)
                rivers = self._rivers.of(island, only_if_known=new > 1)
                found += [place for river in rivers or () if (place := _along(river, area.scale))]
        return tuple(found)

    def islands(self, area: MapArea) -> tuple[Place, ...]:
        """Return the islands alone."""
        return tuple(self._islands(area, {}))

    def _islands(self, area: MapArea, solved: dict[Key, worldgen.Island]) -> list[Place]:
        if area.scale < NAMED_FROM:
            return []
        spacing = self._world.parameters.island_spacing
        amid_land = area.scale >= _AMID_LAND_FROM
        finest = sum(area.scale < scale for scale in _LEVELS_FROM)
        sites: list[worldgen.Site] = []
        for level in range(2, finest - 1, -1):
            # The name of an island may stand in the area although its site lies outside.
            around = _AROUND[level] * spacing if amid_land else 0
            box = area.x, area.y, area.width, area.height
            sites += sites_around(self._world, box, around, level)
        # With more sites than are kept, each answer would sketch some anew and none be complete.
        amid_land = amid_land and len(sites) <= _MOST_SPOTS
        self._spots.left_out = False
        found, new = [], 0
        for site in sites:
            if site.size < _SMALLEST_SITE * spacing:
                continue
            place = site.x, site.y
            if amid_land:
                new += not self._spots.knows(site)
                spot = self._spots.of(site, only_if_known=new > _SKETCHED_AT_ONCE)
                if spot is None:
                    continue
                place = self._place_of(spot, solved.get(site.key), area.scale)
            kind = PlaceKind.LAND if site.key[2] == 2 else PlaceKind.ISLAND
            found.append(_place(kind, site.name, *place, 2.0 * site.size))
        return found

    def _place_of(self, spot: Spot, island: worldgen.Island | None, scale: float) -> Point:
        """Return where the name of an island stands: far out amid its parts, near by on land."""
        if scale < _ON_LAND_FROM:
            return spot.middle
        inland = None if island is None else self._inland.of(island)
        return inland or spot.inland

    def _find_inland(self, island: worldgen.Island) -> Point | None:
        """Return a place on the land of a solved island: that of its sketch if it is dry."""
        sketched = self._spots.known(island.key)
        if sketched is not None:
            x, y = sketched.inland
            if self._world.island_region(island.key, x, y, 1, 1).shore[0, 0] > 1.0:
                return sketched.inland
        step = 1 << _INLAND_LOD
        left, top, width, height = island.bounds
        region = self._world.island_region(
            island.key, left, top, width // step + 1, height // step + 1, lod=_INLAND_LOD
        )
        return inland_of(region, region.shore) if float(region.shore.max()) >= 1.0 else None


class _Keyed(Protocol):
    @property
    def key(self) -> Key: ...


Thing = TypeVar("Thing", bound=_Keyed)
Found = TypeVar("Found")


class _Kept(Generic[Thing, Found]):
    """What was found on islands, the last ones asked for."""

    def __init__(self, find: Callable[[Thing], Found], most: int = _MOST_ISLANDS) -> None:
        self._find = find
        self._found = LRUCache[Key, Found](most)
        self.left_out = False
        """Whether something was not looked for."""

    def knows(self, island: Thing) -> bool:
        """Return whether an island has been looked at."""
        return island.key in self._found

    def known(self, key: Key) -> Found | None:
        """Return what is known to be on the island of this key."""
        return self._found.peek(key)

    def of(self, island: Thing, only_if_known: bool = False) -> Found | None:
        """Return what is on an island; None if it would have to be looked for."""
        if only_if_known and not self.knows(island):
            self.left_out = True
            return None
        return self._found.get_or_make(island.key, lambda: self._find(island))


def _find_fixed(island: worldgen.Island) -> tuple[Place, ...]:
    fixed = []
    peak = island.peak
    if peak.height >= _LEAST_PEAK:
        extent = math.sqrt(island.area)
        fixed.append(_place(PlaceKind.PEAK, peak.name, peak.x, peak.y, extent))
    for lake in island.lakes:
        if lake.area >= _LEAST_LAKE:
            extent = math.sqrt(lake.area)
            fixed.append(_place(PlaceKind.LAKE, lake.name, lake.x, lake.y, extent))
    return tuple(fixed)


def _find_rivers(island: worldgen.Island) -> tuple[worldgen.River, ...]:
    return island.rivers[:_MOST_RIVERS]


def _along(river: worldgen.River, scale: float) -> Place | None:
    """Return where a river's name is written: beside its straightest stretch below the middle."""
    own = river.points[: river.own_points]
    steps = np.sqrt((np.diff(own, axis=0) ** 2).sum(axis=1))
    along = np.concatenate([[0.0], np.cumsum(steps)])
    length, stretch = float(along[-1]), _RIVER_PIXELS / scale
    if length < 1.4 * stretch:
        return None
    starts = np.linspace(0.25 * length, length - stretch, 12)
    first = _at(own, along, starts)
    last = _at(own, along, starts + stretch)
    chords = np.sqrt(((last - first) ** 2).sum(axis=1))
    # Where points lie far apart the river passes through a lake.
    passed = np.concatenate([[0.0], np.cumsum(steps > _LAKE_STEP)])
    dry = np.interp(starts, along, passed) == np.interp(starts + stretch, along, passed)
    if not dry.any():
        return None
    best = int(np.argmax(np.where(dry, chords, 0.0)))
    (x0, y0), (x1, y1) = first[best], last[best]
    angle = math.degrees(math.atan2(y0 - y1, x1 - x0))
    # Never upside down.
    angle = (angle + 90.0) % 180.0 - 90.0
    middle = _at(own, along, starts[best : best + 1] + stretch / 2)[0]
    middle = (middle + (first[best] + last[best]) / 2) / 2
    return _place(PlaceKind.RIVER, river.name, middle[0], middle[1], length, round(angle / 3) * 3.0)


def _at(points: np.ndarray, along: np.ndarray, places: np.ndarray) -> np.ndarray:
    columns = [np.interp(places, along, points[:, axis]) for axis in (0, 1)]
    return np.stack(columns, axis=1)


def _place(
    kind: PlaceKind, name: str, x: float, y: float, extent: float, angle: float = 0.0
) -> Place:
    return Place(kind, name, math.floor(x * CELL), math.floor(y * CELL), extent, angle)
