"""Where the player is, kept apart from the world: losing it loses no world.

A named world ``x.json`` has its voyage in ``x.voyage.json`` of the saves folder. The last world
that was open stands in ``.voyage.json``, so that starting again goes on where one was, even in a
world that has no name yet.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from game.camera import MAX_ZOOM, MIN_ZOOM, Camera
from worldgen.files.atomic import write_whole
from worldgen.files.reading import FileProblem, shown_path
from worldgen.files.saved_worlds import VOYAGE_SUFFIX, make_saves_folder
from worldgen.files.strict_json import read_object
from worldgen.files.world_fields import read_parameters, read_seed
from worldgen.files.world_file import SaveError
from worldgen.parameters import WorldParameters
from worldgen.seed import Seed

FORMAT = "endless-isles voyage"
MOST_BOOKMARKS = 1000
LONGEST_BOOKMARK = 100
_LAST = ""
DAMAGED_SUFFIX = ".damaged"


class VoyageError(ValueError):
    """A voyage that cannot be read or written; the message names the file."""


@dataclass(frozen=True)
class Bookmark:
    """A place with a name."""

    name: str
    camera: Camera


@dataclass(frozen=True)
class Voyage:
    """A place in a world, and which world that is."""

    camera: Camera
    seed: Seed
    parameters: WorldParameters
    world: str | None = None
    """The file of the world, or None while it has no name."""
    bookmarks: tuple[Bookmark, ...] = ()

    def is_in(self, seed: Seed, parameters: WorldParameters) -> bool:
        """Return whether this is a place in such a world."""
        return (self.seed, self.parameters) == (seed, parameters)


def voyage_path(saves: Path, world: str | None) -> Path:
    """Return the file of the voyage in a world file, or of the last voyage of all."""
    stem = Path(world).stem if world else _LAST
    return saves / f"{stem}{VOYAGE_SUFFIX}"


def keep_voyage(saves: Path, voyage: Voyage) -> None:
    """Write a voyage, also as the last one, each whole or not at all.

    Raises:
        VoyageError: naming the file that could not be written.
    """
    try:
        make_saves_folder(saves)
    except SaveError as error:
        raise VoyageError(str(error)) from None
    data = json.dumps(_fields(voyage), indent=2, ensure_ascii=False).encode("utf-8")
    for path in dict.fromkeys((voyage_path(saves, voyage.world), voyage_path(saves, None))):
        try:
            _set_aside_if_damaged(path)
            write_whole(path, [data])
        except OSError as error:
            raise VoyageError(f"{shown_path(path)}: cannot be written: {error.strerror}") from None


def _set_aside_if_damaged(path: Path) -> None:
    """Keep a file that cannot be read under another name: its bookmarks may still be mended."""
    if path.exists():
        try:
            _voyage(read_object(path))
        except FileProblem:
            path.replace(path.with_name(path.name + DAMAGED_SUFFIX))


def read_voyage(saves: Path, world: str | None) -> Voyage | None:
    """Return the voyage in a world, or the last one of all; None if there is none.

    Raises:
        VoyageError: naming the file and what is wrong in it.
    """
    path = voyage_path(saves, world)
    if not path.exists():
        return None
    try:
        return _voyage(read_object(path))
    except FileProblem as problem:
        raise VoyageError(f"{shown_path(path)}: {problem}") from None


def _fields(voyage: Voyage) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "world": voyage.world,
        "seed": str(voyage.seed),
        "parameters": voyage.parameters.to_mapping(),
        **_place_fields(voyage.camera),
        "bookmarks": [
            {"name": bookmark.name, **_place_fields(bookmark.camera)}
            for bookmark in voyage.bookmarks
        ],
    }


def _place_fields(camera: Camera) -> dict[str, Any]:
    # Sixty-fourths of a cell, as text: many readers of JSON round large numbers.
    return {"x": str(camera.x), "y": str(camera.y), "zoom": camera.zoom}


def _voyage(fields: dict[str, Any]) -> Voyage:
    if fields.get("format") != FORMAT:
        raise FileProblem(f"is not a voyage: format must be {FORMAT!r}")
    world = fields.get("world")
    if world is not None and not isinstance(world, str):
        raise FileProblem("world must be text or null")
    return Voyage(
        _camera(fields),
        read_seed(fields.get("seed")),
        read_parameters(fields.get("parameters")),
        world,
        _bookmarks(fields.get("bookmarks", [])),
    )


def _bookmarks(read: object) -> tuple[Bookmark, ...]:
    if not isinstance(read, list) or len(read) > MOST_BOOKMARKS:
        raise FileProblem(f"bookmarks must be a list of at most {MOST_BOOKMARKS}")
    return tuple(map(_bookmark, read))


def _bookmark(fields: object) -> Bookmark:
    name = fields.get("name") if isinstance(fields, dict) else None
    if not isinstance(name, str) or not isinstance(fields, dict):
        raise FileProblem("bookmarks must have a name each")
    return Bookmark(name[:LONGEST_BOOKMARK], _camera(fields))


def _camera(fields: dict[str, Any]) -> Camera:
    zoom = fields.get("zoom")
    if isinstance(zoom, bool) or not isinstance(zoom, int) or not MIN_ZOOM <= zoom <= MAX_ZOOM:
        raise FileProblem(f"zoom must be a whole number from {MIN_ZOOM} to {MAX_ZOOM}")
    return Camera(_position(fields, "x"), _position(fields, "y"), zoom)


def _position(fields: dict[str, Any], name: str) -> int:
    text = fields.get(name)
    if not isinstance(text, str) or len(text) > 24:
        raise FileProblem(f"{name} must be a whole number as text")
    try:
        return int(text)
    except ValueError:
        raise FileProblem(f"{name} must be a whole number as text, not {text!r}") from None
