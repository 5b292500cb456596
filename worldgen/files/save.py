"""Worlds to files and back: seed and parameters, nothing else.

>>> save_world("saves/atlantis.json", World("atlantis"))    # doctest: +SKIP
>>> load_world("saves/atlantis.json").seed                  # doctest: +SKIP
'atlantis'
"""

from __future__ import annotations

import warnings
from pathlib import Path

from worldgen.biome_table import BiomeTable
from worldgen.files.atomic import write_whole
from worldgen.files.reading import shown_path
from worldgen.files.saved_worlds import (
    SavedWorld,
    find_world,
    find_world_or_file,
    list_worlds,
    make_saves_folder,
    saves_folder,
    world_path,
)
from worldgen.files.world_file import SaveError, WorldFile, WorldFileWarning, read_save
from worldgen.files.world_name import WorldNameError, check_name
from worldgen.world import World

__all__ = [
    "SaveError",
    "SavedWorld",
    "WorldFile",
    "WorldFileWarning",
    "find_world",
    "find_world_or_file",
    "list_worlds",
    "load_world",
    "make_saves_folder",
    "read_save",
    "save_world",
    "saves_folder",
    "world_path",
]


def save_world(
    path: str | Path, world: World, name: str | None = None, *, overwrite: bool = True
) -> None:
    """Write a world file, whole or not at all.

    Args:
        path: the file; its folder must exist. ``world_path`` makes one from any name.
        world: what to save: its seed and its parameters. Of own biomes the file holds name and
            digest; keep the table itself with ``save_biomes``.
        name: the world's name; left out, it is the name the file has already, or its file name.
        overwrite: whether a file that holds anything else than this very world may be replaced.
            A program says by the path which file it means, so this is the default; for a
            name that a player typed, pass False and ask when it is refused.

    Raises:
        SaveError: in one line, naming the file; what was there before is still there.
    """
    path = Path(path)
    contents = WorldFile(
        name=_name_for(path, name),
        seed=world.seed,
        parameters=world.parameters,
        biomes=None if world.biomes is None else world.biomes.mark,
    )
    try:
        write_whole(path, [contents.encode()], overwrite=overwrite or _holds(path, contents))
    except FileExistsError:
        raise SaveError(
            f"{shown_path(path)}: is there already and holds something else; nothing was saved"
        ) from None
    except OSError as error:
        raise SaveError(f"{shown_path(path)}: cannot be written: {error.strerror}") from None


def load_world(path: str | Path, *, biomes: BiomeTable | None = None) -> World:
    """Make the world of a world file; warn first if it may be another than was saved.

    Args:
        path: the file.
        biomes: own biomes of the world. The file names those that it was saved with; with others,
            or without any, it opens with a warning.

    Raises:
        SaveError: in one line, naming the file and what is wrong in it.
    """
    file = read_save(path)
    for notice in (file.notice, file.notice_of_biomes(biomes)):
        if notice:
            warnings.warn(notice, WorldFileWarning, stacklevel=2)
    return World(file.seed, file.parameters, biomes=biomes)


def _name_for(path: Path, name: str | None) -> str:
    if name is None:
        try:
            return read_save(path).name
        except SaveError:
            name = path.stem
    try:
        return check_name(name)
    except WorldNameError as error:
        raise SaveError(f"{shown_path(path)}: {error}") from None


def _holds(path: Path, contents: WorldFile) -> bool:
    try:
        return read_save(path) == contents
    except SaveError:
        return False
