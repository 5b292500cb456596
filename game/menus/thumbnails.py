"""Small pictures of worlds, made on a thread; the latest request replaces the one before."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import pygame

import worldgen
from game.lru_cache import LRUCache
from game.world.latest_only import LatestOnlyWorker
from game.world.preview import thumbnail
from worldgen.parameters import WorldParameters
from worldgen.seed import Seed

SIZE = (144, 90)
SHAPE = SIZE[0] / SIZE[1]
_MOST = 300

Key = tuple[Seed, WorldParameters]


class Thumbnails:
    """The pictures that have been made so far."""

    def __init__(self, palette: str) -> None:
        self._palette = palette
        self._maker = LatestOnlyWorker[tuple[Key, np.ndarray]]("thumbnails")
        self._made = LRUCache[Key, pygame.Surface](_MOST)
        self._asked: tuple[Key, ...] = ()

    def get(self, key: Key) -> pygame.Surface | None:
        """Return a picture if it is there."""
        return self._made.get(key)

    def want(self, keys: Sequence[Key]) -> None:
        """Have pictures made of these worlds, in this order."""
        missing = tuple(key for key in keys if key not in self._made)
        if missing and missing != self._asked:
            self._asked = missing
            palette = self._palette
            self._maker.ask(lambda: _make(missing, palette))

    def update(self) -> bool:
        """Take what has been made; return whether there is anything new."""
        made = self._maker.take()
        for key, pixels in made:
            size = pixels.shape[1], pixels.shape[0]
            picture = pygame.image.frombuffer(pixels.tobytes(), size, "RGB").convert()
            self._made.put(key, picture)
        return bool(made)

    def close(self) -> None:
        """Make no more."""
        self._maker.stop()


def _make(keys: Sequence[Key], palette: str) -> Iterator[tuple[Key, np.ndarray]]:
    for seed, parameters in keys:
        world = worldgen.World(seed, parameters)
        yield (seed, parameters), thumbnail(world, SIZE, palette)
