"""Coarse chunks enlarged, a patch of eight by eight finer ones at a time.

Every scaling lets another thread have the interpreter, and getting it back takes longer than the
scaling: a few large ones keep a frame in time where hundreds of small ones would not.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass

import pygame

from game.chunk_cache import ChunkCache, Rank, new_surface
from game.chunk_grid import CHUNK_SIZE, ChunkKey

PATCH = 8
"""Chunks on each side of a patch."""

_MOST = 10


@dataclass(frozen=True)
class _Patch:
    surface: pygame.Surface
    made_of: frozenset[ChunkKey]


class Patches:
    """The patches that were asked for last."""

    def __init__(self, cache: ChunkCache) -> None:
        self._cache = cache
        self._patches: OrderedDict[tuple[int, int, int, int], _Patch] = OrderedDict()

    def clear(self) -> None:
        """Forget all."""
        self._patches.clear()

    def get(self, key: ChunkKey, level: int) -> pygame.Surface:
        """Return the patch a chunk lies in, from chunks ``level`` coarser.

        The coarser chunk that covers this one must be in the cache.
        """
        lod, cx, cy = key
        name = (lod, cx // PATCH, cy // PATCH, level)
        patch = self._patches.get(name)
        if patch is None or (lod + level, cx >> level, cy >> level) not in patch.made_of:
            patch = self._make(*name)
            self._patches[name] = patch
            if len(self._patches) > _MOST:
                self._patches.popitem(last=False)
        self._patches.move_to_end(name)
        return patch.surface

    def _make(self, lod: int, patch_x: int, patch_y: int, level: int) -> _Patch:
        """Enlarge the coarse chunks that are there; what is missing of them stays unused."""
        first_x, first_y = patch_x * PATCH, patch_y * PATCH
        across = max(1, PATCH >> level)
        samples = CHUNK_SIZE * PATCH >> level
        sheet = new_surface((samples + 1, samples + 1))
        # A patch may also be only a part of one coarse chunk.
        skip_x = (first_x * CHUNK_SIZE >> level) % CHUNK_SIZE
        skip_y = (first_y * CHUNK_SIZE >> level) % CHUNK_SIZE
        made_of = set()
        for row in range(across):
            for column in range(across):
                key = (lod + level, (first_x >> level) + column, (first_y >> level) + row)
                picture = self._cache.get(key)
                if picture is not None and picture.rank >= Rank.HALVED:
                    place = CHUNK_SIZE * column - skip_x, CHUNK_SIZE * row - skip_y
                    sheet.blit(picture.surface, place)
                    made_of.add(key)
        _repeat_last(sheet, samples)
        size = CHUNK_SIZE * PATCH, CHUNK_SIZE * PATCH
        return _Patch(pygame.transform.smoothscale(sheet, size), frozenset(made_of))


def _repeat_last(sheet: pygame.Surface, samples: int) -> None:
    """Fill one row and column more: smoothscale then steps by the exact ratio."""
    sheet.blit(sheet, (samples, 0), (samples - 1, 0, 1, samples))
    sheet.blit(sheet, (0, samples), (0, samples - 1, samples + 1, 1))
