"""The world being played: from the command line, from a file, or changed by a key."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import worldgen
from game.camera import Camera
from game.options import Options
from game.terrain.world_source import GeneratedWorld
from game.world.background_load import LoadError, Tell
from game.world.voyage import Bookmark, Voyage, VoyageError
from game.world.voyage_files import find_voyage, keep_voyage, read_voyage, world_reference
from worldgen.biome_table import BiomeTable
from worldgen.cli.world_arguments import assigned_parameters
from worldgen.files.biome_file import load_biomes
from worldgen.files.save import (
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
from worldgen.kernels import warm_up as kernels
from worldgen.parameters import ParameterError, WorldParameters
from worldgen.seed import Seed, SeedError, next_seed, normalize_seed, previous_seed

FIRST_SEED = "atlantis"
_WARM_SHARE = 0.9
_SKETCHES_FOR_NOW = "Sketches for now: the rest is being compiled, this once"


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
    def biomes(self) -> BiomeTable | None:
        """The own biomes of the world, if it has any."""
        return self.source.world.biomes

    @property
    def file(self) -> str | None:
        """The world's file as a voyage names it."""
        return world_reference(self.saves, self.path) if self.path else None

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
        mark = None if self.biomes is None else self.biomes.mark
        return (file.seed, file.parameters, file.biomes) != (self.seed, self.parameters, mark)

    def worlds(self) -> list[SavedWorld]:
        """Return the saved worlds."""
        return list_worlds(self.saves)


@dataclass(frozen=True)
class OpenedWorld:
    """A world that is ready, and where to look at it; without a camera, at the same place."""

    session: Session
    camera: Camera | None
    is_first: bool = False
    """Whether there was no world to go on with."""


def first_world(options: Options) -> Callable[[Tell], OpenedWorld]:
    """Return what opens the world that the command line asks for."""

    def make(tell: Tell) -> OpenedWorld:
        tell(0.05, "Reading the charts")
        saves = options.saves or saves_folder()
        choice = _choose(options, saves)
        awaited = _warm_up(tell, sketches_do=options.keeps_voyage and options.frames is None)
        tell(_WARM_SHARE, "Looking for land")
        session, voyage = _session(saves, choice), choice.voyage
        camera = voyage.camera if voyage and options.position is None else None
        if awaited:
            session = replace(session, notice=session.notice or _SKETCHES_FOR_NOW)
            camera = camera or Camera.at_cell(*session.source.world.likely_spawn())
        is_first = options.begins_at_title and voyage is None
        return OpenedWorld(session, _placed(session, camera, options), is_first)

    return _explained(make)


def saved_world(path: Path, saves: Path) -> Callable[[Tell], OpenedWorld]:
    """Return what opens a world file, where the player was last."""

    def make(_tell: Tell) -> OpenedWorld:
        choice = _Choice.of_file(path).where_one_was(saves)
        session, voyage = _session(saves, choice), choice.voyage
        return OpenedWorld(session, voyage.camera if voyage else _spawn(session))

    return _explained(make)


@dataclass(frozen=True)
class Target:
    """A world that a key asks for."""

    seed: Seed
    parameters: WorldParameters
    respawn: bool
    """Whether to go to its own start, instead of looking at the same place of it."""
    path: Path | None = None
    """Its file, as long as that holds this very world."""
    biomes: BiomeTable | None = None
    """Its own biomes."""

    @classmethod
    def of(cls, session: Session) -> Target:
        """Return the world of a session, looked at where one is."""
        return cls(
            session.seed, session.parameters, respawn=False, path=session.path,
            biomes=session.biomes,
        )  # fmt: skip

    def with_seed(self, back: bool) -> Target:
        """Return the world of the next seed, or of the one before."""
        seed = previous_seed(self.seed) if back else next_seed(self.seed)
        return replace(self, seed=normalize_seed(seed), path=None)

    def with_parameters(self, **changes: Any) -> Target:
        """Return the world with other parameters.

        Raises:
            ParameterError: naming what they do not allow.
        """
        parameters = replace(self.parameters, **changes)
        return replace(self, parameters=parameters, path=None)


def target_world(target: Target, saves: Path) -> Callable[[Tell], OpenedWorld]:
    """Return what opens the world that a key asks for."""

    def make(_tell: Tell) -> OpenedWorld:
        session = _session(saves, _choice_of(target).where_one_was(saves))
        return OpenedWorld(session, _spawn(session) if target.respawn else None)

    return _explained(make)


def _choice_of(target: Target) -> _Choice:
    if target.path is not None and os.path.isfile(target.path):
        saved = _Choice.of_file(target.path, target.biomes)
        if (saved.seed, saved.parameters) == (target.seed, target.parameters):
            return saved
    return _Choice(target.seed, target.parameters, biomes=target.biomes)


def _explained(make: Callable[[Tell], OpenedWorld]) -> Callable[[Tell], OpenedWorld]:
    """Return ``make`` with the errors that a player can cause as one line."""

    def made(tell: Tell) -> OpenedWorld:
        try:
            return make(tell)
        except (SeedError, ParameterError, SaveError, VoyageError) as error:
            raise LoadError(str(error)) from None

    return made


@dataclass(frozen=True)
class _Choice:
    """A world to open, and where the player was in it."""

    seed: Seed
    parameters: WorldParameters
    path: Path | None = None
    voyage: Voyage | None = None
    notice: str | None = None
    biomes: BiomeTable | None = None

    @classmethod
    def of_file(cls, path: Path, biomes: BiomeTable | None = None) -> _Choice:
        """Return the choice of a world file, to open with these own biomes."""
        file = read_save(path)
        notice = "; ".join(filter(None, (file.notice, file.notice_of_biomes(biomes)))) or None
        return cls(file.seed, file.parameters, path, notice=notice, biomes=biomes)

    def where_one_was(self, saves: Path) -> _Choice:
        """Return the choice with its voyage, if there is one in this very world."""
        world = world_reference(saves, self.path) if self.path else None
        try:
            voyage = find_voyage(saves, world, self.seed, self.parameters)
        except VoyageError as error:
            return replace(self, notice=str(error))
        return replace(self, voyage=voyage)


def _choose(options: Options, saves: Path) -> _Choice:
    """Return the world to begin with."""
    biomes = None if options.biomes is None else load_biomes(options.biomes)
    if options.world is not None:
        path = _world_file(options.world, saves)
        choice = _Choice.of_file(path, biomes)
    elif options.seed is not None:
        parameters = WorldParameters.from_mapping(assigned_parameters(options.set))
        choice = _Choice(normalize_seed(options.seed), parameters, biomes=biomes)
    elif options.keeps_voyage:
        return _last_world(saves, biomes)
    else:
        return _Choice(FIRST_SEED, WorldParameters(), biomes=biomes)
    return choice.where_one_was(saves) if options.keeps_voyage else choice


def _last_world(saves: Path, biomes: BiomeTable | None) -> _Choice:
    """Return the world the player was in last, or the very first one."""
    first = _Choice(FIRST_SEED, WorldParameters(), biomes=biomes)
    try:
        last = read_voyage(saves, None)
    except VoyageError as error:
        return replace(first, notice=str(error))
    if last is None:
        return first
    unnamed = _Choice(last.seed, last.parameters, voyage=last, biomes=biomes)
    if last.world is None:
        return unnamed
    try:
        choice = _Choice.of_file(saves / last.world, biomes)
    except SaveError as error:
        return replace(unnamed, notice=str(error))
    if last.is_in(choice.seed, choice.parameters):
        return replace(choice, voyage=last)
    return choice.where_one_was(saves)


def _world_file(named: str, saves: Path) -> Path:
    """Return the file of a world given by name or by file."""
    found = find_world(saves, named)
    if found is not None:
        return found
    for path in (Path(named), saves / named):
        if "\0" not in named and os.path.isfile(path):
            return path
    known = ", ".join(world.name for world in list_worlds(saves)) or "none"
    raise SaveError(f"there is no world {named[:60]!r} in {saves}; saved are: {known}")


def _session(saves: Path, choice: _Choice) -> Session:
    path = choice.path
    name = read_save(path).name if path else None
    world = worldgen.World(choice.seed, choice.parameters, biomes=choice.biomes)
    bookmarks = choice.voyage.bookmarks if choice.voyage else ()
    return Session(GeneratedWorld(world), saves, name, path, choice.notice, bookmarks)


def _placed(session: Session, camera: Camera | None, options: Options) -> Camera:
    if options.position is not None:
        camera = Camera(*options.position)
    camera = camera or _spawn(session)
    return camera if options.zoom is None else replace(camera, zoom=options.zoom)


def _spawn(session: Session) -> Camera:
    return Camera.at_cell(*session.source.spawn())


def _warm_up(tell: Tell, sketches_do: bool) -> int:
    """Compile the kernels; return how many a thread goes on with, if sketches do to begin with."""
    must_compile = kernels.must_compile()
    steps = kernels.warm_up(processes=2)
    for done, total in steps:
        share = done / max(1, total)
        text = f"Compiling, this once: {done} of {total} kernels" if must_compile else "Loading"
        tell(0.1 + (_WARM_SHARE - 0.1) * share, text)
        if must_compile and sketches_do and kernels.sketches_are_ready():
            return kernels.compile_behind(steps)
    return 0
