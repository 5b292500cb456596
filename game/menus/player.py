"""What pages ask of the game that goes on behind them, and of worlds to go to."""

from __future__ import annotations

from typing import Protocol

from game.camera import Camera
from game.input.controls import Controls
from game.screen import Screen
from game.world.session import OpenedWorld, Session


class Player(Screen, Protocol):
    """The world that is being played, as pages see it."""

    session: Session
    controls: Controls

    @property
    def camera(self) -> Camera:
        """Where the player looks."""

    @property
    def place_name(self) -> str | None:
        """What the place may be called, if anything is known of it."""

    def enter(self, opened: OpenedWorld) -> None:
        """Go on in another world."""

    def travel(self, camera: Camera) -> None:
        """Go to another place: fly there if it is near, or else look at it at once."""

    def take_session(self, session: Session) -> None:
        """Go on with the same world, saved or with other bookmarks."""
