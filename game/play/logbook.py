"""Keeps the voyage: when a world is left, and now and then in between."""

from __future__ import annotations

from game.camera import Camera
from game.screen import Host
from game.terrain.loader import Answer, Loader
from game.world.session import Session
from game.world.voyage import VoyageError

_PAUSE = 30.0


class Logbook:
    """Writes down where the player is; ``keeps`` is false for flights that are no play."""

    def __init__(self, host: Host, loader: Loader, keeps: bool) -> None:
        self._host = host
        self._loader = loader
        self._keeps = keeps
        self._kept: Camera | None = None
        self._due = host.now + _PAUSE
        self._writing: Answer[None] | None = None

    def keep(self, session: Session, camera: Camera) -> None:
        """Write it down now, and tell the player if that fails."""
        try:
            self.keep_or_fail(session, camera)
        except VoyageError as error:
            self._host.notify(str(error), warning=True)

    def keep_or_fail(self, session: Session, camera: Camera) -> None:
        """Write it down now.

        Raises:
            VoyageError: it could not be written.
        """
        if self._keeps:
            session.keep(camera)

    def keep_now_and_then(self, session: Session, camera: Camera, now: float) -> None:
        """Write it down on a worker if it is time to: flushing a file may outlast a frame."""
        if self._writing is not None and self._writing.done:
            if self._writing.error:
                self._host.notify(self._writing.error, warning=True)
            self._writing = None
        if not self._keeps or now < self._due or self._writing is not None:
            return
        self._due = now + _PAUSE
        if camera != self._kept:
            self._kept = camera
            self._writing = self._loader.ask(lambda _source: session.keep(camera))
