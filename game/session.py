"""The world being played: from the command line, from a file, or changed by a key."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import worldgen
from game.camera import Camera
from game.opening import Opened, OpeningError, Tell
from game.options import Options
from game.voyage import Bookmark, Voyage, VoyageError, keep_voyage, read_voyage
from game.world_source import GeneratedWorld
from worldgen.parameters import ParameterError, WorldParameters
from worldgen.save import (
    SavedWorld,
    SaveError,
    find_world,
    list_worlds,
    make_saves_folder,
    read_save,
    save_world,
    saves_folder,
    world_path,
)
from worldgen.seed import Seed, SeedError, next_seed, normalize_seed, previous_seed

FIRST_SEED = "atlantis"
_WARM_SHARE = 0.9


@dataclass(frozen=True)
class Session:
    """One open world, its name and file if it has them, and the folder of saved worlds."""

    source: GeneratedWorld
    saves: Path
    name: str | None = None
    path: Path | None = None
    notice: str | None = None
    """Something the player should read when it opens."""
    bookmarks: tuple[Bookmark, ...] = ()
    """Places the player has marked; kept with the voyage."""

    @property
    def seed(self) -> Seed:
        """The seed of the world."""
        return self.source.world.seed

    @property
    def parameters(self) -> WorldParameters:
        """The parameters of the world."""
        return self.source.world.parameters

    @property
    def file(self) -> str | None:
        """The world's file as a voyage names it: relative to the saves folder if it lies there."""
        if self.path is None:
            return None
        inside = self.path.parent.resolve() == self.saves.resolve()
        return self.path.name if inside else str(self.path.resolve())

    def voyage(self, camera: Camera) -> Voyage:
        """Return the voyage that leads back to this place."""
        return Voyage(camera, self.seed, self.parameters, self.file, self.bookmarks)

    def keep(self, camera: Camera) -> None:
        """Write down where the player is.

        Raises:
            VoyageError: it cannot be written.
        """
        keep_voyage(self.saves, self.voyage(camera))

    def saved_as(self, name: str, overwrite: bool) -> Session:
        """Write the world under a name and return the session of that file.

        Raises:
            SaveError: it was not saved, and whatever was there before is still there.
        """
        make_saves_folder(self.saves)
        path = world_path(self.saves, name)
        save_world(path, self.source.world, name, overwrite=overwrite)
        return replace(self, name=name, path=path, notice=None)

    def has_world(self, name: str) -> bool:
        """Return whether another world is saved under this name."""
        path = find_world(self.saves, name)
        if path is None:
            return False
        try:
            file = read_save(path)
        except SaveError:
            # A damaged file may still be mended by hand: it counts as another world.
            return True
        return (file.seed, file.parameters) != (self.seed, self.parameters)

    def worlds(self) -> list[SavedWorld]:
        """Return the saved worlds."""
        return list_worlds(self.saves)


def first_world(options: Options) -> Callable[[Tell], Opened]:
    """Return what opens the world that the command line asks for."""

    def make(tell: Tell) -> Opened:
        tell(0.05, "Reading the charts")
        saves = options.saves or saves_folder()
        voyage, file, seed, parameters, notice = _choose(options, saves)
        _warm_up(tell)
        tell(_WARM_SHARE, "Looking for land")
        session = _session(saves, seed, parameters, file, notice)
        session = replace(session, bookmarks=voyage.bookmarks if voyage else ())
        camera = voyage.camera if voyage and options.position is None else None
        return Opened(session, _placed(session, camera, options))

    return _explained(make)


def saved_world(path: Path, saves: Path) -> Callable[[Tell], Opened]:
    """Return what opens a world file, where the player was last."""

    def make(_tell: Tell) -> Opened:
        file = read_save(path)
        session = _session(saves, file.seed, file.parameters, path, file.notice)
        voyage, notice = _voyage_in(saves, session)
        marks = voyage.bookmarks if voyage else ()
        session = replace(session, notice=notice or session.notice, bookmarks=marks)
        return Opened(session, voyage.camera if voyage else _spawn(session))

    return _explained(make)


@dataclass(frozen=True)
class Target:
    """A world without a name that a key asks for."""

    seed: Seed
    parameters: WorldParameters
    respawn: bool
    """Whether to go to its own start, instead of looking at the same place of it."""

    def with_seed(self, back: bool) -> Target:
        """Return the world of the next seed, or of the one before."""
        seed = previous_seed(self.seed) if back else next_seed(self.seed)
        return replace(self, seed=normalize_seed(seed), respawn=True)

    def with_parameters(self, **changes: Any) -> Target:
        """Return the world with other parameters.

        Raises:
            ParameterError: naming what they do not allow.
        """
        return replace(self, parameters=replace(self.parameters, **changes))


def unnamed_world(target: Target, saves: Path) -> Callable[[Tell], Opened]:
    """Return what opens a world that has no name yet."""

    def make(_tell: Tell) -> Opened:
        session = _session(saves, target.seed, target.parameters, None, None)
        return Opened(session, _spawn(session) if target.respawn else None)

    return _explained(make)


def _explained(make: Callable[[Tell], Opened]) -> Callable[[Tell], Opened]:
    """Return ``make`` with the errors that a player can cause as one line."""

    def made(tell: Tell) -> Opened:
        try:
            return make(tell)
        except (SeedError, ParameterError, SaveError, VoyageError) as error:
            raise OpeningError(str(error)) from None

    return made


Choice = tuple[Voyage | None, Path | None, Seed, WorldParameters, str | None]


def _choose(options: Options, saves: Path) -> Choice:
    """Return the voyage, file, seed, parameters and notice of the world to begin with."""
    if options.world is not None:
        path = _world_file(options.world, saves)
        file = read_save(path)
        voyage = _matching(saves, path.name, file.seed, file.parameters, options)
        return voyage, path, file.seed, file.parameters, file.notice
    if options.seed is not None:
        seed, parameters = normalize_seed(options.seed), WorldParameters()
        return _matching(saves, None, seed, parameters, options), None, seed, parameters, None
    if not options.keeps_voyage:
        return None, None, FIRST_SEED, WorldParameters(), None
    return _last_world(saves)


def _last_world(saves: Path) -> Choice:
    """Return the world the player was in last, or the very first one."""
    try:
        last = read_voyage(saves, None)
    except VoyageError as error:
        return None, None, FIRST_SEED, WorldParameters(), str(error)
    if last is None:
        return None, None, FIRST_SEED, WorldParameters(), None
    if last.world is None:
        return last, None, last.seed, last.parameters, None
    path = saves / last.world
    try:
        file = read_save(path)
    except SaveError as error:
        return last, None, last.seed, last.parameters, str(error)
    voyage = last if last.is_in(file.seed, file.parameters) else None
    return voyage, path, file.seed, file.parameters, file.notice


def _matching(
    saves: Path, world: str | None, seed: Seed, parameters: WorldParameters, options: Options
) -> Voyage | None:
    """Return the voyage in this very world, if there is one and it is to go on."""
    if not options.keeps_voyage:
        return None
    try:
        voyage = read_voyage(saves, world)
    except VoyageError:
        # It is told when the world opens; here it only means that there is no place to go on at.
        return None
    return voyage if voyage and voyage.is_in(seed, parameters) else None


def _voyage_in(saves: Path, session: Session) -> tuple[Voyage | None, str | None]:
    try:
        voyage = read_voyage(saves, session.file)
    except VoyageError as error:
        return None, str(error)
    if voyage and voyage.is_in(session.seed, session.parameters):
        return voyage, None
    return None, None


def _world_file(named: str, saves: Path) -> Path:
    """Return the file of a world given by name or by file."""
    found = find_world(saves, named)
    if found is not None:
        return found
    for path in (Path(named), saves / named):
        if "\0" not in named and path.is_file():
            return path
    known = ", ".join(world.name for world in list_worlds(saves)) or "none"
    raise SaveError(f"there is no world {named[:60]!r} in {saves}; saved are: {known}")


def _session(
    saves: Path, seed: Seed, parameters: WorldParameters, path: Path | None, notice: str | None
) -> Session:
    name = read_save(path).name if path else None
    world = worldgen.World(seed, parameters)
    return Session(GeneratedWorld(world), saves, name, path, notice)


def _placed(session: Session, camera: Camera | None, options: Options) -> Camera:
    if options.position is not None:
        camera = Camera(*options.position)
    camera = camera or _spawn(session)
    return camera if options.zoom is None else replace(camera, zoom=options.zoom)


def _spawn(session: Session) -> Camera:
    return Camera.at_cell(*session.source.spawn())


def _warm_up(tell: Tell) -> None:
    for done, total in worldgen.warm_up():
        tell(0.1 + (_WARM_SHARE - 0.1) * done / max(1, total), "Waking the sea")
