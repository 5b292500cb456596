"""The Surfaces of chunks: made once, kept while they are seen, dropped when memory is short."""

from __future__ import annotations

from collections.abc import Container
from enum import IntEnum

import numpy as np
import pygame

from game.lru_cache import LRUCache
from game.terrain.chunk_grid import ChunkKey
from game.terrain.packed_pixels import copy_to, dry
from worldgen.coordinates import CHUNK_SIZE

SURFACE_BYTES = 4 * CHUNK_SIZE * CHUNK_SIZE
_PICTURE_BYTES = SURFACE_BYTES + 1024
_CHUNK = (CHUNK_SIZE, CHUNK_SIZE)
_MOST_FREE = 512
_DIM = (90, 90, 90)


class Rank(IntEnum):
    """How good the picture of a chunk is."""

    PLACEHOLDER = 0
    """Enlarged from a coarser chunk."""
    HALVED = 1
    """Put together from the four chunks of the next finer lod."""
    SKETCH = 2
    """Its own, without island plans."""
    FULL = 3
    """Its own and final."""


class ChunkPicture:
    """The picture of one chunk, a pixel a sample."""

    __slots__ = ("dimmed", "rank", "shown_at", "surface")

    def __init__(self, surface: pygame.Surface, rank: Rank) -> None:
        self.surface = surface
        self.rank = rank
        self.dimmed = False
        """Whether it shows something else than it should, until its new picture comes."""
        self.shown_at: float | None = None
        """When it was first on the screen."""


class SurfacePool:
    """Surfaces of chunks that were in use before: to make new ones costs more than to draw."""

    def __init__(self) -> None:
        self._free: list[pygame.Surface] = []

    def take(self) -> pygame.Surface:
        """Return a Surface in the size of a chunk, with anything on it."""
        return self._free.pop() if self._free else new_surface(_CHUNK)

    def give(self, surface: pygame.Surface) -> None:
        """Take back a Surface that nobody uses any more."""
        if len(self._free) < _MOST_FREE:
            self._free.append(surface)

    def holding(self, pixels: np.ndarray) -> pygame.Surface:
        """Return the Surface of a chunk's packed pixels, copied once."""
        surface = self.take()
        copy_to(surface, pixels)
        return surface


class ChunkCache(LRUCache[ChunkKey, ChunkPicture]):
    """Pictures of chunks; the least recently seen one that is not in view goes first.

    Args:
        capacity: bytes.
    """

    def __init__(self, capacity: int) -> None:
        super().__init__(0)
        self.capacity = capacity
        self.pinned: Container[ChunkKey] = ()
        """Chunks that are in view: they stay, however old they are."""
        self.evicted = 0
        self.pool = SurfacePool()

    @property
    def capacity(self) -> int:
        """Bytes that may be in use."""
        return self.most * _PICTURE_BYTES

    @capacity.setter
    def capacity(self, capacity: int) -> None:
        self.most = capacity // _PICTURE_BYTES

    @property
    def bytes(self) -> int:
        """Memory in use."""
        return len(self) * _PICTURE_BYTES

    def _shrink(self) -> None:
        for _ in range(len(self._values)):
            if len(self._values) <= self.most:
                return
            oldest = next(iter(self._values))
            if oldest in self.pinned:
                self._values.move_to_end(oldest)
            else:
                self.pool.give(self._values.pop(oldest).surface)
                self.evicted += 1

    def demote(self, kept: Container[ChunkKey]) -> None:
        """Make some pictures placeholders for those that are to come, and drop all others."""
        for key in [key for key in self._values if key not in kept]:
            del self._values[key]
        for picture in self._values.values():
            picture.rank = Rank.PLACEHOLDER

    def dim(self) -> None:
        """Darken all pictures, once."""
        for picture in self._values.values():
            if not picture.dimmed:
                picture.dimmed = True
                picture.surface.fill(_DIM, special_flags=pygame.BLEND_MULT)
                dry(picture.surface)


def new_surface(size: tuple[int, int]) -> pygame.Surface:
    """Return an opaque Surface of 32 bits a pixel; no window is needed for it."""
    return pygame.Surface(size, 0, 32)
