"""Gathers what the panel says; numbers that flicker are read twice a second only."""

from __future__ import annotations

import time
from collections.abc import Sequence

import pygame

from game.camera import CELL, View
from game.hud.hud import Status
from game.hud.places import Place
from game.hud.units import Units
from game.play.compass import Compass
from game.play.place_words import name_words, nature_words, position_words, way_words
from game.play.status import detail_words, world_words
from game.screen import Pace
from game.terrain.loader import Loader
from game.terrain.terrain_view import TerrainView
from game.world.session import Session

_PAUSE = 0.5


class Readout:
    """The words of the panel."""

    def __init__(self) -> None:
        self.detailed = False
        self._due = 0.0
        self._details: tuple[str, ...] = ()
        self._blit: tuple[tuple[int, int], float] | None = None

    def switch_details(self) -> None:
        """Show the details, or leave them out."""
        self.detailed = not self.detailed
        self._due = 0.0

    def refresh(
        self,
        session: Session,
        terrain: TerrainView,
        loader: Loader,
        view: View,
        pace: Pace,
        now: float,
    ) -> None:
        """Read the numbers again if it is time to."""
        if now < self._due:
            return
        self._due = now + _PAUSE
        self._details = ()
        if self.detailed:
            blit = self._blit_milliseconds(view.width, view.height)
            self._details = detail_words(session, terrain, loader, view, pace, blit)

    def status(
        self,
        session: Session,
        view: View,
        cursor: tuple[int, int],
        compass: Compass,
        places: Sequence[Place],
        units: Units,
        *,
        doing: str = "",
        hint: str = "",
    ) -> Status:
        """Return the panel for this moment."""
        x, y = view.world_of(*cursor)
        ground = compass.ground
        middle = view.world_of(*view.middle)
        return Status(
            place=name_words(ground, places, view, x, y),
            ground=nature_words(ground, session.parameters.water_level, units),
            way=way_words(compass.bearing, (middle[0] // CELL, middle[1] // CELL), units),
            position=f"{position_words(x, y)} · {world_words(session)}",
            doing=doing,
            hint="" if self.detailed else hint,
            details=self._details,
        )

    def _blit_milliseconds(self, width: int, height: int) -> float:
        """Return what one blit of the whole window takes, measured once for each size."""
        size = width, height
        if self._blit is None or self._blit[0] != size:
            picture, target = pygame.Surface(size, 0, 32), pygame.Surface(size, 0, 32)
            target.blit(picture, (0, 0))
            begun = time.perf_counter()
            target.blit(picture, (0, 0))
            self._blit = size, (time.perf_counter() - begun) * 1000
        return self._blit[1]
