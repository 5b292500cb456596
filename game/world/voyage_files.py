"""Which file holds the voyage of which world; what belongs to another world is never replaced.

A world ``x.json`` of the saves folder has its voyage in ``x.voyage.json`` there; one that lies
elsewhere has it under its name and a digest of its path. The last voyage of all is in
``.voyage.json``, so that starting again goes on where one was, even in a world without a file.

Another world may take the place of a world, or have no file either. Then the voyage before is set
aside under a digest of what decides its world, and found again by that.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from game.world.voyage import Voyage, VoyageError
from worldgen.files.atomic import write_whole
from worldgen.files.reading import FileProblem, shown_path
from worldgen.files.saved_worlds import VOYAGE_SUFFIX, make_saves_folder
from worldgen.files.strict_json import read_object
from worldgen.files.world_file import SaveError
from worldgen.parameters import WorldParameters
from worldgen.seed import Seed

DAMAGED_SUFFIX = ".damaged"
_LAST = ""
_LONGEST_STEM = 40


def world_reference(saves: Path, path: Path) -> str:
    """Return how a voyage names a world file: by its name alone if it lies in the saves folder."""
    inside = path.parent.resolve() == saves.resolve()
    return path.name if inside else str(path.resolve())


def voyage_path(saves: Path, world: str | None) -> Path:
    """Return the file of the voyage in a world file, or of the last voyage of all."""
    stem = Path(world).stem if world else _LAST
    if world and Path(world).name != world:
        stem = f"{stem[:_LONGEST_STEM]}-{_digest(world)}"
    return saves / f"{stem}{VOYAGE_SUFFIX}"


def read_voyage(saves: Path, world: str | None) -> Voyage | None:
    """Return the voyage in a world file, or the last one of all; None if there is none.

    Raises:
        VoyageError: naming the file and what is wrong in it.
    """
    return _read(voyage_path(saves, world))


def find_voyage(
    saves: Path, world: str | None, seed: Seed, parameters: WorldParameters
) -> Voyage | None:
    """Return the voyage in this very world, from its own file or from where it was set aside.

    Raises:
        VoyageError: naming the file and what is wrong in it.
    """
    path = voyage_path(saves, world)
    voyage = _read(path)
    if voyage is not None and voyage.is_in(seed, parameters):
        return voyage
    aside = _read(_aside(path, seed, parameters))
    return aside if aside is not None and aside.is_in(seed, parameters) else None


def keep_voyage(saves: Path, voyage: Voyage) -> None:
    """Write a voyage, also as the last one, each whole or not at all.

    Raises:
        VoyageError: naming the file that could not be written.
    """
    try:
        make_saves_folder(saves)
    except SaveError as error:
        raise VoyageError(str(error)) from None
    for path in dict.fromkeys((voyage_path(saves, voyage.world), voyage_path(saves, None))):
        try:
            set_aside(path, voyage)
            write_whole(path, [voyage.encode()])
        except OSError as error:
            raise VoyageError(f"{shown_path(path)}: cannot be written: {error.strerror}") from None


def move_voyage(saves: Path, before: str, after: str) -> None:
    """Let the voyage in a world file, if there is one, be that in another file.

    Raises:
        OSError: it cannot be moved.
    """
    source, target = voyage_path(saves, before), voyage_path(saves, after)
    if source.exists():
        set_aside(target)
        source.replace(target)


def set_aside(path: Path, voyage: Voyage | None = None) -> None:
    """Make way for a voyage: keep what is there, unless it is one in the same world.

    Raises:
        OSError: it cannot be moved.
    """
    if not path.exists():
        return
    try:
        there = Voyage.from_fields(read_object(path))
    except FileProblem:
        # Its bookmarks may still be mended by hand.
        path.replace(path.with_name(path.name + DAMAGED_SUFFIX))
        return
    if voyage is not None and there.is_in(voyage.seed, voyage.parameters):
        return
    aside = _aside(path, there.seed, there.parameters)
    # A world with a file has its voyage there as well, and a place without bookmarks is not worth a
    # file for every world that was only looked at.
    worthless = there.world is not None or not (there.bookmarks or aside.exists())
    if path.name != VOYAGE_SUFFIX or not worthless:
        path.replace(aside)


def _read(path: Path) -> Voyage | None:
    if not path.exists():
        return None
    try:
        return Voyage.from_fields(read_object(path))
    except FileProblem as problem:
        raise VoyageError(f"{shown_path(path)}: {problem}") from None


def _aside(path: Path, seed: Seed, parameters: WorldParameters) -> Path:
    digest = _digest(path.name, str(seed), parameters.to_mapping())
    return path.with_name(f".{digest}{VOYAGE_SUFFIX}")


def _digest(*parts: object) -> str:
    return hashlib.blake2b(json.dumps(parts, sort_keys=True).encode(), digest_size=8).hexdigest()
