"""The Surfaces of chunks: made once, kept while they are seen, dropped when memory is short."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Container
from enum import IntEnum

import pygame

from game.camera import Ratio
from game.chunk_grid import CHUNK_SIZE, ChunkKey

SURFACE_BYTES = 4 * CHUNK_SIZE * CHUNK_SIZE
_OVERHEAD_BYTES = 1024


class Rank(IntEnum):
    """How good the picture of a chunk is."""

    STAND_IN = 0
    """Enlarged from a coarser chunk."""
    HALVED = 1
    """Put together from the four chunks of the next finer lod."""
    SKETCH = 2
    """Its own, without island plans."""
    FULL = 3
    """Its own and final."""


class ChunkPicture:
    """The picture of one chunk, in samples and, where the zoom shrinks it, in pixels."""

    __slots__ = ("_ratio", "_shrunk", "before", "rank", "shown_at", "since", "surface")

    def __init__(self, surface: pygame.Surface, rank: Rank) -> None:
        self.surface = surface
        self.rank = rank
        self.before: pygame.Surface | None = None
        """What it takes the place of, while it fades in."""
        self.since = 0.0
        """When the fading began."""
        self.shown_at: float | None = None
        """When it was first on the screen."""
        self._shrunk: pygame.Surface | None = None
        self._ratio: Ratio | None = None

    def replace(self, surface: pygame.Surface, rank: Rank, fade_from: float | None) -> None:
        """Take a better picture, faded in from this moment if one is given."""
        if fade_from is not None:
            self.before = self._shrunk or self.surface
            self.since = fade_from
        self.surface = surface
        self.rank = rank
        self._shrunk = None

    def shrunk_by(self, ratio: Ratio) -> pygame.Surface:
        """Return the picture at no more than one pixel a sample."""
        if ratio.top == ratio.bottom:
            self._shrunk = None
            return self.surface
        if self._shrunk is None or self._ratio != ratio:
            side = ratio.floor(CHUNK_SIZE)
            self._shrunk = pygame.transform.smoothscale(self.surface, (side, side))
            self._ratio = ratio
        return self._shrunk


class ChunkCache:
    """Pictures of chunks up to a number of bytes; the least recently seen goes first."""

    def __init__(self, capacity: int) -> None:
        self.capacity = capacity
        self.pinned: Container[ChunkKey] = ()
        """Chunks that are in view: they stay, however old they are."""
        self.evicted = 0
        self._pictures: OrderedDict[ChunkKey, ChunkPicture] = OrderedDict()

    def __len__(self) -> int:
        return len(self._pictures)

    @property
    def bytes(self) -> int:
        """Memory in use, as if every picture were kept in two sizes."""
        return len(self._pictures) * (2 * SURFACE_BYTES + _OVERHEAD_BYTES)

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
                del self._pictures[oldest]
                self.evicted += 1

    def clear(self) -> None:
        """Drop all pictures."""
        self._pictures.clear()


def surface_of(pixels: bytes) -> pygame.Surface:
    """Return the Surface of a chunk's packed pixels, copied once."""
    surface = new_surface((CHUNK_SIZE, CHUNK_SIZE))
    surface.get_buffer().write(pixels)
    return surface


def new_surface(size: tuple[int, int]) -> pygame.Surface:
    """Return an opaque Surface of 32 bits a pixel; no window is needed for it."""
    return pygame.Surface(size, 0, 32)
