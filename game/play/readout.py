"""Gathers what the status panel says; numbers that flicker are read twice a second only."""

from __future__ import annotations

import time

import pygame

from game.camera import View
from game.hud.hud import Status
from game.play.compass import Compass
from game.play.status import (
    detail_words,
    ground_words,
    place_words,
    settings_words,
    world_words,
)
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
        self._pace = ""
        self._settings = ""
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
        self._pace = f"{pace.frames_per_second:.0f} fps"
        self._settings = settings_words(session, terrain.counts.build_seconds)
        self._details = ()
        if self.detailed:
            blit = self._blit_milliseconds(view.width, view.height)
            self._details = detail_words(terrain, loader, view, pace, blit)

    def status(
        self,
        session: Session,
        view: View,
        cursor: tuple[int, int],
        compass: Compass,
        autopilot: str,
    ) -> Status:
        """Return the panel for this moment."""
        return Status(
            world=world_words(session),
            settings=self._settings,
            place=place_words(view, cursor),
            ground=ground_words(compass.ground),
            pace=self._pace,
            details=self._details,
            autopilot=autopilot,
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
