"""A slow flight over a world, behind the title page."""

from __future__ import annotations

import math

import pygame

from game.camera import CELL, ZOOM_DOUBLING, Camera, scale_of
from game.terrain.loader import Loader
from game.terrain.terrain_view import TerrainView
from game.world.session import Session

ZOOM = -ZOOM_DOUBLING
_SPEED = 26.0
"""Pixels a second."""
_TURN_SECONDS = 90.0


class TitleFlight:
    """A world seen from a camera that moves by itself, in a wide circle."""

    def __init__(self, session: Session, camera: Camera, moves: bool) -> None:
        self._loader = Loader(session.source, workers=2)
        self._terrain = TerrainView(self._loader)
        self._x, self._y = float(camera.x), float(camera.y)
        self._time = 0.0
        self.whole = False
        """Whether its first picture is there; it waits for that."""
        self.moves = moves

    @property
    def camera(self) -> Camera:
        """Where it looks now."""
        return Camera(math.floor(self._x), math.floor(self._y), ZOOM)

    @property
    def stale(self) -> bool:
        """Whether another picture would look different."""
        return self.moves or self._terrain.changed

    def update(self, seconds: float, size: tuple[int, int]) -> None:
        """Fly on."""
        velocity = (0.0, 0.0)
        self._time += seconds
        self.whole = self.whole or self._terrain.is_whole(self.camera.view(*size))
        if self.moves and self.whole:
            angle = 2.0 * math.pi * self._time / _TURN_SECONDS
            velocity = _SPEED * math.cos(angle), _SPEED * math.sin(angle)
            units = seconds * CELL / scale_of(ZOOM)
            self._x += velocity[0] * units
            self._y += velocity[1] * units
        self._terrain.update(self.camera.view(*size), velocity, self._time)

    def draw(self, target: pygame.Surface) -> None:
        """Draw the land."""
        self._terrain.draw(target, self.camera.view(*target.size), self._time)

    def close(self) -> None:
        """End the workers."""
        self._loader.stop()
