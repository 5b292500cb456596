"""What is shown of a chunk before it is there: never nothing.

From the best to the last resort: the four chunks of the next finer lod, halved; a coarser chunk
that is there, enlarged; a coarse sketch made on the spot.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import pygame

from game.chunk_cache import ChunkCache, ChunkPicture, Rank, new_surface, surface_of
from game.chunk_grid import CHUNK_SIZE, MAX_LOD, ChunkKey
from game.loader import described
from game.world_source import WorldSource

BASE_LEVELS = 3
"""How much coarser the sketches are that carry the picture while nothing else is there."""

_LAST_LEVELS = 6
_HALF = CHUNK_SIZE // 2
_DEEP_SEA = (14, 44, 98)


class StandIns:
    """Makes stand-ins from a cache of pictures, spending a limited time a frame on new sketches."""

    def __init__(
        self, cache: ChunkCache, budget: float, report: Callable[[str], None] | None = None
    ) -> None:
        self._cache = cache
        self._budget = budget
        self._spent = 0.0
        self._report = report
        self.made = 0
        """How many sketches had to be made on the spot."""

    def begin_frame(self) -> None:
        """Start the time of a new frame."""
        self._spent = 0.0

    def picture(self, source: WorldSource, key: ChunkKey) -> ChunkPicture:
        """Return a picture that can be shown at once, and keep it."""
        levels = BASE_LEVELS
        found = self._from_finer(key) or self._from_coarser(key, levels)
        if found is None and self._spent >= self._budget:
            # Once a frame's time is spent, coarser sketches cover what is left.
            levels = _LAST_LEVELS
            found = self._from_coarser(key, levels)
        if found is None and self._spent >= self._budget and key[0] + BASE_LEVELS > MAX_LOD:
            # Seen from so far away, islands that rise from the sea are hardly noticed.
            found = _sea()
        if found is None:
            found = self._sketched(source, key, levels)
        return self._cache.put(key, found)

    def _from_finer(self, key: ChunkKey) -> ChunkPicture | None:
        lod, cx, cy = key
        quarters = []
        for down in (0, 1):
            for right in (0, 1):
                picture = self._cache.get((lod - 1, 2 * cx + right, 2 * cy + down))
                if picture is None or picture.rank < Rank.HALVED:
                    return None
                quarters.append((picture.surface, (right * _HALF, down * _HALF)))
        surface = new_surface((CHUNK_SIZE, CHUNK_SIZE))
        for quarter, place in quarters:
            surface.blit(pygame.transform.smoothscale(quarter, (_HALF, _HALF)), place)
        return ChunkPicture(surface, Rank.HALVED)

    def _from_coarser(self, key: ChunkKey, levels: int) -> ChunkPicture | None:
        lod, cx, cy = key
        for level in range(1, min(levels, MAX_LOD - lod) + 1):
            coarse = self._cache.seen((lod + level, cx >> level, cy >> level))
            if coarse is not None and coarse.rank >= Rank.HALVED:
                return ChunkPicture(enlarged(coarse.surface, key, level), Rank.STAND_IN)
        return None

    def _sketched(self, source: WorldSource, key: ChunkKey, levels: int) -> ChunkPicture:
        lod, cx, cy = key
        level = min(levels, MAX_LOD - lod)
        begun = time.perf_counter()
        coarse = (lod + level, cx >> level, cy >> level)
        try:
            pixels = source.pixels(coarse[1], coarse[2], coarse[0], sketch=True)
        except Exception as error:
            if self._report:
                self._report(described(error))
            return _sea()
        finally:
            self._spent += time.perf_counter() - begun
        self.made += 1
        picture = self._cache.put(coarse, ChunkPicture(surface_of(pixels), own_rank(coarse, True)))
        return ChunkPicture(enlarged(picture.surface, key, level), Rank.STAND_IN)


def _sea() -> ChunkPicture:
    surface = new_surface((CHUNK_SIZE, CHUNK_SIZE))
    surface.fill(_DEEP_SEA)
    return ChunkPicture(surface, Rank.STAND_IN)


def own_rank(key: ChunkKey, sketch: bool) -> Rank:
    """Return the rank of a chunk's own picture: far out, a sketch is all there is."""
    return Rank.SKETCH if sketch and key[0] < FIRST_SKETCH_LOD else Rank.FULL


FIRST_SKETCH_LOD = 5
"""From this lod on every chunk is a sketch."""


def enlarged(surface: pygame.Surface, key: ChunkKey, level: int) -> pygame.Surface:
    """Return the part of a chunk ``level`` coarser that covers a chunk, in its size."""
    side = CHUNK_SIZE >> level
    left = (key[1] & ((1 << level) - 1)) * side
    top = (key[2] & ((1 << level) - 1)) * side
    # One sample more than needed, so that the slope runs on to the neighbour's first sample.
    part = surface.subsurface(
        (left, top, min(side + 1, CHUNK_SIZE - left), min(side + 1, CHUNK_SIZE - top))
    )
    return pygame.transform.smoothscale(part, (CHUNK_SIZE, CHUNK_SIZE))
