"""Where the player is, kept apart from the world: losing it loses no world."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from game.camera import CELL, MAX_ZOOM, MIN_ZOOM, Camera
from game.options import MAX_POSITION
from worldgen.files.reading import FileProblem
from worldgen.files.world_fields import read_parameters, read_seed
from worldgen.parameters import WorldParameters
from worldgen.seed import Seed

FORMAT = "endless-isles voyage"
MOST_BOOKMARKS = 1000
LONGEST_BOOKMARK = 100


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
    """The file of the world, see ``voyage_files``; None while it has no name."""
    bookmarks: tuple[Bookmark, ...] = ()

    def is_in(self, seed: Seed, parameters: WorldParameters) -> bool:
        """Return whether this is a place in such a world."""
        return (self.seed, self.parameters) == (seed, parameters)

    def encode(self) -> bytes:
        """Return what a file of this voyage holds."""
        fields = {
            "format": FORMAT,
            "world": self.world,
            "seed": str(self.seed),
            "parameters": self.parameters.to_mapping(),
            **_place_fields(self.camera),
            "bookmarks": [
                {"name": bookmark.name, **_place_fields(bookmark.camera)}
                for bookmark in self.bookmarks
            ],
        }
        return json.dumps(fields, indent=2, ensure_ascii=False).encode("utf-8")

    @classmethod
    def from_fields(cls, fields: dict[str, Any]) -> Voyage:
        """Return the voyage that a file holds.

        Raises:
            FileProblem: naming the field and what is wrong with it.
        """
        if fields.get("format") != FORMAT:
            raise FileProblem(f"is not a voyage: format must be {FORMAT!r}")
        world = fields.get("world")
        if world is not None and not isinstance(world, str):
            raise FileProblem("world must be text or null")
        return cls(
            _camera(fields),
            read_seed(fields.get("seed")),
            read_parameters(fields.get("parameters")),
            world,
            _bookmarks(fields.get("bookmarks", [])),
        )


def _place_fields(camera: Camera) -> dict[str, Any]:
    # Sixty-fourths of a cell, as text: many readers of JSON round large numbers.
    return {"x": str(camera.x), "y": str(camera.y), "zoom": camera.zoom}


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
        position = int(text)
    except ValueError:
        raise FileProblem(f"{name} must be a whole number as text, not {text!r}") from None
    if abs(position) > MAX_POSITION * CELL:
        raise FileProblem(f"{name} lies beyond the edge of the world, at {text}")
    return position
