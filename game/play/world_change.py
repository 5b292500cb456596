"""Going from one world to another without a pause: opened on a thread, taken when ready."""

from __future__ import annotations

from pathlib import Path

from game.world.background_load import BackgroundLoad
from game.world.session import OpenedWorld, Session, Target, saved_world, unnamed_world


class WorldChange:
    """At most one world is being opened; presses that come meanwhile add up."""

    def __init__(self) -> None:
        self._opening: BackgroundLoad[OpenedWorld] | None = None
        self._target: Target | None = None
        self._opened_target: Target | None = None
        self.error: str | None = None
        """Why the last world could not be opened, until somebody takes it."""

    @property
    def busy(self) -> bool:
        """Whether a world is on its way."""
        return self._opening is not None

    def target(self, session: Session) -> Target:
        """Return the world that was asked for last, or the one there is."""
        return self._target or Target(session.seed, session.parameters, respawn=False)

    def ask(self, target: Target, saves: Path) -> None:
        """Open a world that a key asks for."""
        self._target = target
        if self._opening is None:
            self._open_target(saves)

    def ask_file(self, path: Path, saves: Path) -> None:
        """Open a saved world."""
        self._target = None
        self._opening = BackgroundLoad(saved_world(path, saves))

    def taken(self, saves: Path) -> OpenedWorld | None:
        """Return the world that was asked for, once, as soon as it is open."""
        opening = self._opening
        if opening is None or not opening.done:
            return None
        self._opening = None
        if self._target is not None and self._target != self._opened_target:
            self._open_target(saves)
            return None
        self._target = None
        self.error = str(opening.error) if opening.error else None
        return opening.result

    def _open_target(self, saves: Path) -> None:
        assert self._target is not None
        self._opened_target = self._target
        self._opening = BackgroundLoad(unnamed_world(self._target, saves))
