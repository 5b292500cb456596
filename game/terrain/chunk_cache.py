"""The Surfaces of chunks: made once, kept while they are seen, dropped when memory is short."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Container
from enum import IntEnum

import pygame

from game.terrain.chunk_grid import CHUNK_SIZE, ChunkKey

SURFACE_BYTES = 4 * CHUNK_SIZE * CHUNK_SIZE
_OVERHEAD_BYTES = 1024
_CHUNK = (CHUNK_SIZE, CHUNK_SIZE)
_MOST_FREE = 512


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

    __slots__ = ("rank", "shown_at", "surface")

    def __init__(self, surface: pygame.Surface, rank: Rank) -> None:
        self.surface = surface
        self.rank = rank
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

    def holding(self, pixels: bytes) -> pygame.Surface:
        """Return the Surface of a chunk's packed pixels, copied once."""
        surface = self.take()
        surface.get_buffer().write(pixels)
        return surface


class ChunkCache:
    """Pictures of chunks up to a number of bytes; the least recently seen goes first."""

    def __init__(self, capacity: int) -> None:
        self.capacity = capacity
        self.pinned: Container[ChunkKey] = ()
        """Chunks that are in view: they stay, however old they are."""
        self.evicted = 0
        self.pool = SurfacePool()
        self._pictures: OrderedDict[ChunkKey, ChunkPicture] = OrderedDict()

    def __len__(self) -> int:
        return len(self._pictures)

    @property
    def bytes(self) -> int:
        """Memory in use."""
        return len(self._pictures) * (SURFACE_BYTES + _OVERHEAD_BYTES)

    def get(self, key: ChunkKey) -> ChunkPicture | None:
        """Return a picture without counting it as seen."""
        return self._pictures.get(key)

    def seen(self, key: ChunkKey) -> ChunkPicture | None:
        """Return a picture, which then counts as the last one seen."""
        picture = self._pictures.get(key)
        if picture is not None:
            self._pictures.move_to_end(key)
        return picture

    def put(self, key: ChunkKey, picture: ChunkPicture) -> ChunkPicture:
        """Keep a picture, and drop the oldest ones if there are too many."""
        self._pictures[key] = picture
        self._pictures.move_to_end(key)
        self._drop_oldest()
        return picture

    def _drop_oldest(self) -> None:
        for _ in range(len(self._pictures)):
            if self.bytes <= self.capacity:
                return
            oldest = next(iter(self._pictures))
            if oldest in self.pinned:
                self._pictures.move_to_end(oldest)
            else:
                picture = self._pictures.pop(oldest)
                self.pool.give(picture.surface)
                self.evicted += 1

    def clear(self) -> None:
        """Drop all pictures."""
        self._pictures.clear()

    def demote(self, kept: Container[ChunkKey]) -> None:
        """Make some pictures placeholders for those that are to come, and drop all others."""
        self._pictures = OrderedDict(
            (key, picture) for key, picture in self._pictures.items() if key in kept
        )
        for picture in self._pictures.values():
            picture.rank = Rank.PLACEHOLDER


def new_surface(size: tuple[int, int]) -> pygame.Surface:
    """Return an opaque Surface of 32 bits a pixel; no window is needed for it."""
    return pygame.Surface(size, 0, 32)
