"""The folder that worlds are kept in: where it is, and which worlds are there."""

from __future__ import annotations

import difflib
from dataclasses import dataclass
from pathlib import Path

from platformdirs import user_data_path

from worldgen.files.reading import shown_path
from worldgen.files.world_file import SaveError, WorldFile, read_save
from worldgen.files.world_name import (
    SUFFIX,
    WorldNameError,
    check_name,
    digest_file_name,
    file_name,
    same_everywhere,
)

VOYAGE_SUFFIX = ".voyage.json"
"""A player's place in the world of ``x.json`` is kept apart, in ``x.voyage.json``."""


@dataclass(frozen=True)
class SavedWorld:
    """One world file of a folder; a damaged one has an error in place of its contents."""

    path: Path
    name: str
    file: WorldFile | None
    error: str | None


def saves_folder() -> Path:
    """Return where worlds live: ``saves/`` of a checkout, or the user's data folder."""
    checkout = Path(__file__).resolve().parent.parent.parent
    if (checkout / "pyproject.toml").is_file():
        return checkout / "saves"
    return Path(user_data_path("endless-isles", appauthor=False)) / "saves"


def make_saves_folder(folder: Path) -> None:
    """Make the folder, and those above it, unless they are there.

    Raises:
        SaveError: it cannot be made.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SaveError(f"{shown_path(folder)}: cannot be made: {error.strerror}") from None
    except ValueError:
        raise SaveError(f"{shown_path(folder)}: no folder can have this name") from None


def list_worlds(folder: Path) -> list[SavedWorld]:
    """Return the worlds of a folder by name, damaged files among them; none if it is missing.

    Raises:
        SaveError: the folder is there but cannot be read.
    """
    worlds = [_look_at(path) for path in _world_files(folder)]
    return sorted(worlds, key=lambda world: (world.name.casefold(), world.name, world.path.name))


def find_world(folder: Path, name: str) -> Path | None:
    """Return the file that holds the world of exactly this name, or None."""
    try:
        likely = folder / file_name(check_name(name))
    except WorldNameError:
        return None
    if _name_in(likely) == name:
        return likely
    return next((path for path in _world_files(folder) if _name_in(path) == name), None)


def find_world_or_file(folder: Path, name_or_file: str) -> Path:
    """Return the file of a world that a player named, or the file that was given itself.

    Raises:
        SaveError: the folder holds no world of that name, and it is no file either.
    """
    found = find_world(folder, name_or_file)
    if found:
        return found
    path = Path(name_or_file)
    if name_or_file.lower().endswith(SUFFIX) or path.is_file():
        return path
    names = [world.name for world in list_worlds(folder)]
    near = difflib.get_close_matches(name_or_file, names, n=1)
    hint = f"; did you mean {near[0]!r}?" if near else ""
    raise SaveError(f"{shown_path(folder)} holds no world named {shown_path(name_or_file)}{hint}")


def world_path(folder: Path, name: str) -> Path:
    """Return the file for a world of this name: the one that holds it, or a new one.

    The path always lies directly in the folder, and no world of another name is there.

    Raises:
        SaveError: no world can have this name; the message says why.
    """
    try:
        check_name(name)
    except WorldNameError as error:
        raise SaveError(str(error)) from None
    found = find_world(folder, name)
    if found:
        return found
    # A file may be there that was renamed by hand, is damaged, or differs by nothing but what some
    # systems hold for the same: case, and the way an accent is written.
    likely = file_name(name)
    taken = {same_everywhere(each.name) for each in _entries(folder)}
    return folder / (digest_file_name(name) if same_everywhere(likely) in taken else likely)


def _world_files(folder: Path) -> list[Path]:
    return [
        path for path in _entries(folder) if _is_world_file_name(path.name) and not path.is_dir()
    ]


def _entries(folder: Path) -> list[Path]:
    try:
        return sorted(folder.iterdir())
    except (FileNotFoundError, ValueError):
        return []
    except OSError as error:
        raise SaveError(f"{shown_path(folder)}: cannot be listed: {error.strerror}") from None


def _is_world_file_name(name: str) -> bool:
    lower = name.lower()
    return lower.endswith(SUFFIX) and not lower.endswith(VOYAGE_SUFFIX) and name[0] != "."


def _look_at(path: Path) -> SavedWorld:
    try:
        file = read_save(path)
    except SaveError as error:
        return SavedWorld(path, path.stem, None, str(error))
    return SavedWorld(path, file.name, file, None)


def _name_in(path: Path) -> str | None:
    """Return the name that stands in a file, or None if it is missing or damaged."""
    file = _look_at(path).file
    return file.name if file else None
