"""Pictures of coarse chunks for the small map, made one by one when workers have time for it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import numpy as np
import pygame

from game.lru_cache import LRUCache
from game.terrain.chart_source import SketchedWorld
from game.terrain.chunk_cache import new_surface
from game.terrain.chunk_grid import ChunkKey
from game.terrain.loader import Answer, Loader
from game.terrain.packed_pixels import copy_to
from game.terrain.world_source import GeneratedWorld
from worldgen.coordinates import CHUNK_SIZE

_MOST: Final = 96


@dataclass(frozen=True)
class _Asked:
    key: ChunkKey
    answer: Answer[np.ndarray]


class TileCache:
    """The chunks of a map at a pixel a sample, up to a number of them."""

    def __init__(self, loader: Loader, source: GeneratedWorld) -> None:
        self._loader = loader
        self._source = SketchedWorld(source)
        self._tiles = LRUCache[ChunkKey, pygame.Surface](_MOST)
        self.enter(source)

    def enter(self, source: GeneratedWorld) -> None:
        """Go on with another world, or drawn in another style."""
        same_land = source.world is self._source.world
        self._before = dict(self._tiles.items()) if same_land else {}
        """Tiles in the style before this one, shown until those in this style come."""
        self._source = SketchedWorld(source)
        self._tiles.clear()
        self._asked: _Asked | None = None
        self.count = 0
        """How many have come; it changes whenever a map may look different."""

    def __len__(self) -> int:
        return len(self._tiles)

    def get(self, key: ChunkKey) -> pygame.Surface | None:
        """Return the picture of a chunk if it is there."""
        return self._tiles.get(key) or self._before.get(key)

    def want(self, keys: Iterable[ChunkKey]) -> None:
        """Take what has come, and have the first chunk made that is missing."""
        if self._asked is not None and self._asked.answer.done:
            self._take(self._asked)
            self._asked = None
        if self._asked is None:
            key = next((each for each in keys if each not in self._tiles), None)
            if key is not None:
                source, (lod, cx, cy) = self._source, key
                answer = self._loader.ask(lambda _: source.pixels(cx, cy, lod, sketch=False))
                self._asked = _Asked(key, answer)

    def _take(self, asked: _Asked) -> None:
        tile = new_surface((CHUNK_SIZE, CHUNK_SIZE))
        if asked.answer.value is not None:
            copy_to(tile, asked.answer.value)
        # Beyond the limit of the world the map stays dark.
        self._tiles.put(asked.key, tile)
        self._before.pop(asked.key, None)
        self.count += 1
