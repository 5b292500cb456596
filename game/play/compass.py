"""The way to the next island: asked of a worker, and answered from sites alone."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from game.terrain.loader import Answer, Loader
from game.terrain.world_source import CellInfo, IslandKey, Landfall, WorldSource

_SMALLEST = 0.09
"""Half the length of the smallest island that is shown the way to, in spacings."""

_LARGEST_SEARCH = 64
_PAUSE = 0.1
_PAUSE_FOR_NOW = 0.5
_HERE = 0.15
_LAND = 0.7
"""How far from its site the coast of an island is on the average, in parts of its size."""

Value = TypeVar("Value")


@dataclass(frozen=True)
class Bearing:
    """What lies under a point, and the island nearest to it if there is open sea."""

    ground: CellInfo
    island: Landfall | None


def nearest_island(
    source: WorldSource, x: int, y: int, passed_over: Collection[IslandKey] = ()
) -> Landfall | None:
    """Return the island nearest to a cell; None if there is none far and wide."""
    radius = 2 * source.spacing
    while radius <= _LARGEST_SEARCH * source.spacing:
        found = [
            (_way_to(island, x, y), island.key, island)
            for island in source.landfalls(x, y, radius)
            if island.size >= _SMALLEST * source.spacing and island.key not in passed_over
        ]
        # What is nearer than the radius cannot be beaten by anything outside the square.
        near = [each for each in found if each[0] <= radius]
        if near:
            return min(near)[2]
        radius *= 2
    return None


def _way_to(island: Landfall, x: int, y: int) -> float:
    """Return about how far the coast of an island is from a cell, less than 0 on it."""
    return math.hypot(island.x - x, island.y - y) - _LAND * island.size


def next_island(
    source: WorldSource, x: int, y: int, visited: Collection[IslandKey]
) -> Landfall | None:
    """Return the nearest island that is neither the one at a cell nor among those visited.

    Its place is one on its land: its site may lie in a bay, or between the islands of a chain.
    """
    here = nearest_island(source, x, y)
    passed_over = set(visited)
    if here is not None:
        there = source.ground(x, y, 0).island == here.name
        if there or _way_to(here, x, y) < _HERE * source.spacing:
            passed_over.add(here.key)
    while (island := nearest_island(source, x, y, passed_over)) is not None:
        place = source.landing(island)
        if place is not None:
            return replace(island, x=place[0], y=place[1])
        passed_over.add(island.key)
    return None


def bearing(source: WorldSource, x: int, y: int, lod: int) -> Bearing:
    """Return what lies at a cell and where the nearest island is, if that is not it."""
    ground = source.ground(x, y, lod)
    return Bearing(ground, nearest_island(source, x, y) if ground.at_sea else None)


class Compass:
    """Keeps the bearing of the middle of the window, and the ground under the cursor, up to date.

    Asks a few times a second at the most, and only when the place has changed.
    """

    def __init__(self, loader: Loader) -> None:
        self._loader = loader
        self._middle = _bearings(loader)
        self._cursor = _grounds(loader)

    @property
    def bearing(self) -> Bearing | None:
        """The last bearing that is known."""
        return self._middle.value

    @property
    def ground(self) -> CellInfo | None:
        """What was last found under the cursor."""
        return self._cursor.value

    def ask_again(self) -> None:
        """Put open questions again, because nobody answers them any more."""
        self._middle.drop_question()
        self._cursor.drop_question()

    def forget(self) -> None:
        """Start anew, in another world."""
        self._middle = _bearings(self._loader)
        self._cursor = _grounds(self._loader)

    def update(
        self, middle: tuple[int, int], cursor: tuple[int, int], lod: int, now: float
    ) -> None:
        """Ask again if these cells are others than last time."""
        self._middle.ask((*middle, lod), lambda source: bearing(source, *middle, lod), now)
        self._cursor.ask((*cursor, lod), lambda source: source.ground(*cursor, lod), now)


class _Repeated(Generic[Value]):
    """A question that is put again when its place changes, one at a time.

    Where the answer is only ``for_now`` it is put again a little later.
    """

    def __init__(self, loader: Loader, for_now: Callable[[Value], bool]) -> None:
        self._loader = loader
        self._for_now = for_now
        self._place: tuple[int, int, int] | None = None
        self._answer: Answer[Value] | None = None
        self._next = 0.0
        self._again = math.inf
        self.value: Value | None = None

    def drop_question(self) -> None:
        self._answer = self._place = None

    def ask(
        self,
        place: tuple[int, int, int],
        question: Callable[[WorldSource], Value],
        now: float,
    ) -> None:
        if self._answer is not None and self._answer.done:
            self.value = self._answer.value
            self._answer = None
            if self.value is not None and self._for_now(self.value):
                self._again = now + _PAUSE_FOR_NOW
        due = now >= (self._next if place != self._place else self._again)
        if self._answer is None and due:
            self._place = place
            self._next, self._again = now + _PAUSE, math.inf
            self._answer = self._loader.ask(question)


def _bearings(loader: Loader) -> _Repeated[Bearing]:
    return _Repeated(loader, lambda bearing: bearing.ground.for_now)


def _grounds(loader: Loader) -> _Repeated[CellInfo]:
    return _Repeated(loader, lambda ground: ground.for_now)
