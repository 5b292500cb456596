"""What can be done with a saved world besides opening it; its voyage goes with it.

A deleted world is only put aside, in a hidden folder beside the others, and can be brought back.
"""

from __future__ import annotations

import contextlib
import secrets
import shutil
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from game.world.voyage import VoyageError
from game.world.voyage_files import (
    keep_voyage,
    move_voyage,
    read_voyage,
    set_aside,
    voyage_path,
)
from worldgen.files.atomic import write_whole
from worldgen.files.reading import shown_path
from worldgen.files.save import SaveError, find_world, read_save, world_path
from worldgen.files.world_file import WorldFile

ASIDE = ".deleted"
MOST_ASIDE = 20


@dataclass(frozen=True)
class Deleted:
    """A world that was put aside."""

    name: str
    folder: Path
    """Where its files are now."""
    files: tuple[Path, ...]
    """Where they were."""


def rename_world(saves: Path, path: Path, name: str) -> Path:
    """Give a world another name and return its new file.

    Raises:
        SaveError: in one line; then everything is as it was.
    """
    world = read_save(path)
    if name == world.name:
        return path
    target = _write_new(saves, replace(world, name=name))
    with _explained(path):
        _move_voyage(saves, path, target)
        path.unlink()
    return target


def duplicate_world(saves: Path, path: Path) -> Path:
    """Save a world once more under a free name, and return the new file.

    Raises:
        SaveError: in one line.
    """
    world = read_save(path)
    return _write_new(saves, replace(world, name=free_name(saves, world.name)))


def free_name(saves: Path, name: str) -> str:
    """Return a name for a copy that no world has yet."""
    number = 1
    while True:
        ending = " copy" if number == 1 else f" copy {number}"
        copy = name[: 100 - len(ending)].rstrip() + ending
        if find_world(saves, copy) is None:
            return copy
        number += 1


def delete_world(saves: Path, path: Path) -> Deleted:
    """Put a world and its voyage aside.

    Raises:
        SaveError: in one line.
    """
    name = read_save(path).name
    folder = saves / ASIDE / f"{time.time_ns():020d}-{secrets.token_hex(4)}"
    files = [file for file in (path, voyage_path(saves, path.name)) if file.exists()]
    with _explained(path):
        folder.mkdir(parents=True)
        for file in files:
            file.replace(folder / file.name)
    _forget_oldest(saves)
    return Deleted(name, folder, tuple(files))


def restore_world(deleted: Deleted) -> Path:
    """Bring a world back and return its file.

    Raises:
        SaveError: in one line, for instance when another world has its place by now.
    """
    path = deleted.files[0]
    if path.exists():
        raise SaveError(f"{shown_path(path)}: is there already, and holds something else")
    with _explained(path):
        for file in reversed(deleted.files):
            set_aside(file)
            (deleted.folder / file.name).replace(file)
        deleted.folder.rmdir()
    return path


def _write_new(saves: Path, world: WorldFile) -> Path:
    if find_world(saves, world.name) is not None:
        raise SaveError(f"another world is named {world.name!r}")
    target = world_path(saves, world.name)
    with _explained(target):
        # The version stays the one that the world was made with.
        write_whole(target, [world.encode()], overwrite=False)
    return target


def _move_voyage(saves: Path, before: Path, after: Path) -> None:
    move_voyage(saves, before.name, after.name)
    # A voyage that cannot be read or written leads nowhere anyway.
    with contextlib.suppress(VoyageError):
        last = read_voyage(saves, None)
        if last is not None and last.world == before.name:
            keep_voyage(saves, replace(last, world=after.name))


def _forget_oldest(saves: Path) -> None:
    for folder in sorted((saves / ASIDE).iterdir())[:-MOST_ASIDE]:
        shutil.rmtree(folder, ignore_errors=True)


@contextlib.contextmanager
def _explained(path: Path) -> Iterator[None]:
    """Turn what the system refuses into one line that names the file."""
    try:
        yield
    except OSError as error:
        raise SaveError(f"{shown_path(path)}: {error.strerror or error}") from None
