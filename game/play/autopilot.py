"""Flights by autopilot: to one island, or from island to island without end."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from game.camera import CELL, Camera, scale_of
from game.play.compass import next_island
from game.terrain.loader import Answer, Loader
from game.terrain.world_source import IslandKey, Landfall

CRUISE = 900.0
"""Pixels a second in the middle of a flight."""

BRISK = 2400.0
"""The same for a place that the player has chosen."""

_SHORTEST, _LONGEST = 0.8, 9.0
_NEAR_WINDOWS = 4
"""What lies within so many windows of here is flown to."""

_STAY = 2.5
_REMEMBERED = 64


@dataclass(frozen=True)
class TitleFlight:
    """A smooth way from one position to another."""

    start: tuple[int, int]
    end: tuple[int, int]
    seconds: float

    @classmethod
    def between(cls, camera: Camera, end: tuple[int, int], speed: float = CRUISE) -> TitleFlight:
        """Return a flight from where the camera is, as long as the way on the screen asks for."""
        seconds = pixels_between(camera, end) / speed
        return cls((camera.x, camera.y), end, max(_SHORTEST, min(_LONGEST, seconds)))

    def position(self, time: float) -> tuple[int, int]:
        """Return where it is after so many seconds: slow, fast, slow."""
        share = max(0.0, min(1.0, time / self.seconds))
        if share >= 1.0:
            return self.end
        eased = share * share * (3.0 - 2.0 * share)
        (x0, y0), (x1, y1) = self.start, self.end
        return x0 + math.floor((x1 - x0) * eased), y0 + math.floor((y1 - y0) * eased)


def pixels_between(camera: Camera, end: tuple[int, int]) -> float:
    """Return how far a position lies from the middle of the window."""
    cells = math.hypot(end[0] - camera.x, end[1] - camera.y) / CELL
    return cells * scale_of(camera.zoom)


def is_short(camera: Camera, goal: Camera, size: tuple[int, int]) -> bool:
    """Return whether one flies from here to there in a window of this size, and does not jump."""
    coarser = min(camera, goal, key=lambda each: each.zoom)
    other = goal if coarser is camera else camera
    return pixels_between(coarser, (other.x, other.y)) <= _NEAR_WINDOWS * max(size)


class Autopilot:
    """Steers the camera while it is on; the player takes over by moving."""

    def __init__(self, loader: Loader) -> None:
        self._loader = loader
        self._visited: list[IslandKey] = []
        self._question: Answer[Landfall | None] | None = None
        self._flight: TitleFlight | None = None
        self._elapsed = 0.0
        self._rest = 0.0
        self._nears = False
        self._arrived = False
        self.touring = False
        self.message: str | None = None
        """Something to tell the player, taken away by whoever shows it."""

    @property
    def steering(self) -> bool:
        """Whether it moves the camera or is about to."""
        return bool(self.touring or self._flight or self._question)

    def stop(self) -> None:
        """Let go of the camera."""
        self.touring = False
        self._flight = None
        self._question = None

    def forget(self) -> None:
        """Start anew, in another world."""
        self.stop()
        self._visited.clear()

    def fly_to(
        self, camera: Camera, end: tuple[int, int], nears: bool = True, speed: float = CRUISE
    ) -> None:
        """Fly to a position, which is to be seen well at the end if ``nears``."""
        self._nears = nears
        self._flight = TitleFlight.between(camera, end, speed)
        self._elapsed = 0.0

    def next_island(self, camera: Camera) -> None:
        """Fly to the nearest island that was not visited lately."""
        if self._question is None:
            x, y = camera.cell
            visited = frozenset(self._visited)
            self._question = self._loader.ask(lambda source: next_island(source, x, y, visited))

    def tour(self, camera: Camera) -> None:
        """Begin to fly from island to island, or end it."""
        if self.touring:
            self.stop()
            return
        self.touring = True
        self._rest = 0.0

    def steer(self, camera: Camera, seconds: float) -> Camera:
        """Return the camera after so many seconds under the autopilot."""
        self._take_answer(camera)
        if self._flight is not None:
            self._elapsed += seconds
            x, y = self._flight.position(self._elapsed)
            if self._elapsed >= self._flight.seconds:
                self._flight = None
                self._arrived = self._nears
                self._rest = _STAY
            return replace(camera, x=x, y=y)
        if self.touring and self._question is None:
            self._rest -= seconds
            if self._rest <= 0.0:
                self.next_island(camera)
        return camera

    def take_arrival(self) -> bool:
        """Return, once, whether a flight has ended at a place that is to be seen well."""
        arrived, self._arrived = self._arrived, False
        return arrived

    def velocity(self) -> tuple[float, float]:
        """Return the direction of the flight in position units a second."""
        if self._flight is None:
            return 0.0, 0.0
        before = self._flight.position(self._elapsed)
        after = self._flight.position(self._elapsed + 0.1)
        return (after[0] - before[0]) * 10.0, (after[1] - before[1]) * 10.0

    def _take_answer(self, camera: Camera) -> None:
        question = self._question
        if question is None or not question.done:
            return
        self._question = None
        island = question.value
        if island is None:
            self.message = question.error or "There is no island far and wide"
            self.touring = False
            return
        self._visited = [*self._visited, island.key][-_REMEMBERED:]
        self.message = island.name
        self.fly_to(camera, (int(island.x * CELL), int(island.y * CELL)))
