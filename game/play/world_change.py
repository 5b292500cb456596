"""Going from one world to another without a pause: opened on a thread, taken when ready."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from game.camera import Camera
from game.world.background_load import BackgroundLoad
from game.world.session import OpenedWorld, Session, Target, target_world


class WorldChange:
    """At most one world is being opened; presses that come meanwhile add up."""

    def __init__(self) -> None:
        self._opening: BackgroundLoad[OpenedWorld] | None = None
        self._target: Target | None = None
        self._camera: Camera | None = None
        self._opened_target: Target | None = None
        self.error: str | None = None
        """Why the last world could not be opened, until somebody takes it."""

    def target(self, session: Session) -> Target:
        """Return the world that was asked for last, or the one there is."""
        return self._target or Target.of(session)

    def place(self, camera: Camera) -> Camera:
        """Return where one will look in the world that was asked for, or ``camera``."""
        return self._camera or camera

    @property
    def leads_to_place(self) -> bool:
        """Whether a place of the world was asked for, and not only the world."""
        return self._camera is not None

    def ask(self, target: Target, saves: Path, camera: Camera | None = None) -> None:
        """Open a world that a key asks for, to look at a place of it if one is given."""
        self._target, self._camera = target, camera
        if self._opening is None:
            self._open_target(saves)

    def forget(self) -> None:
        """Let go of what was asked for: the player has gone elsewhere."""
        self._opening = self._target = self._camera = self._opened_target = None

    def taken(self, saves: Path) -> OpenedWorld | None:
        """Return the world that was asked for, once, as soon as it is open."""
        opening = self._opening
        if opening is None or not opening.done:
            return None
        self._opening = None
        if self._target != self._opened_target:
            self._open_target(saves)
            return None
        opened = opening.result
        if opened is not None and self._camera is not None:
            opened = replace(opened, camera=self._camera)
        self._target = self._camera = None
        self.error = str(opening.error) if opening.error else None
        return opened

    def _open_target(self, saves: Path) -> None:
        assert self._target is not None
        self._opened_target = self._target
        self._opening = BackgroundLoad(target_world(self._target, saves))
