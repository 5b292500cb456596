"""Small pictures of where the player was in saved worlds; a new request replaces all others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pygame

import worldgen
from game.camera import Camera
from game.lru_cache import LRUCache
from game.world.latest_only import LatestOnlyWorker
from game.world.preview import thumbnail
from game.world.voyage import VoyageError
from game.world.voyage_files import find_voyage, world_reference
from worldgen.parameters import WorldParameters
from worldgen.seed import Seed

SIZE = (144, 90)
SHAPE = SIZE[0] / SIZE[1]
_MOST = 300


@dataclass(frozen=True)
class Subject:
    """A world file, what it holds, and where the player was in it."""

    path: Path
    seed: Seed
    parameters: WorldParameters
    camera: Camera | None = None
    """Where the player is now; for a world that is not being played, its voyage tells."""


class Thumbnails:
    """The pictures that have been made so far."""

    def __init__(self, saves: Path, palette: str) -> None:
        self._saves = saves
        self._palette = palette
        self._maker = LatestOnlyWorker[tuple[Subject, np.ndarray]]("thumbnails")
        self._made = LRUCache[Subject, pygame.Surface](_MOST)
        self._asked: tuple[Subject, ...] = ()

    def get(self, subject: Subject) -> pygame.Surface | None:
        """Return a picture if it is there."""
        return self._made.get(subject)

    def want(self, subjects: Sequence[Subject]) -> None:
        """Have pictures made of these worlds, in this order."""
        missing = tuple(subject for subject in subjects if subject not in self._made)
        if missing and missing != self._asked:
            self._asked = missing
            saves, palette = self._saves, self._palette
            self._maker.ask(lambda: _make(missing, saves, palette))

    def update(self) -> bool:
        """Take what has been made; return whether there is anything new."""
        made = self._maker.take()
        for subject, pixels in made:
            size = pixels.shape[1], pixels.shape[0]
            picture = pygame.image.frombuffer(pixels.tobytes(), size, "RGB").convert()
            self._made.put(subject, picture)
        return bool(made)

    def close(self) -> None:
        """Make no more."""
        self._maker.stop()


def _make(
    subjects: Sequence[Subject], saves: Path, palette: str
) -> Iterator[tuple[Subject, np.ndarray]]:
    for subject in subjects:
        world = worldgen.World(subject.seed, subject.parameters)
        camera = subject.camera or _last_place(subject, saves)
        yield subject, thumbnail(world, SIZE, palette, camera)


def _last_place(subject: Subject, saves: Path) -> Camera | None:
    """Return where the player was, if the voyage of the world can be read."""
    name = world_reference(saves, subject.path)
    try:
        voyage = find_voyage(saves, name, subject.seed, subject.parameters)
    except VoyageError:
        # The picture is no place to complain: whoever opens the world is told.
        return None
    return voyage.camera if voyage else None
