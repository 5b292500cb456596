"""Chunks enlarged from coarser or halved from finer ones, in blocks of eight by eight.

Every scaling lets another thread have the interpreter, and getting it back takes longer than the
scaling: a few large ones keep a frame in time where hundreds of small ones would not.
"""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from game.lru_cache import LRUCache
from game.terrain.chunk_cache import ChunkCache, Rank, new_surface
from game.terrain.chunk_grid import ChunkKey
from game.terrain.packed_pixels import dry
from game.terrain.switch_interval import short_switch_interval
from worldgen.coordinates import CHUNK_SIZE

BLOCK = 8
"""Chunks on each side of a block."""

_MOST = 10


@dataclass(frozen=True)
class _MipBlock:
    surface: pygame.Surface
    made_of: frozenset[ChunkKey]


class MipBlocks:
    """The blocks that were asked for last."""

    def __init__(self, cache: ChunkCache) -> None:
        self._cache = cache
        self._blocks = LRUCache[tuple[int, int, int, int], _MipBlock](_MOST)

    def clear(self) -> None:
        """Forget all."""
        self._blocks.clear()

    def cut(self, key: ChunkKey, level: int) -> pygame.Surface | None:
        """Return a chunk's picture made of chunks ``level`` coarser, or finer for -1.

        It is None if not all of those are in the cache, each with a picture of its own.
        """
        needed = sources(key, level)
        if not all(self._is_good(source) for source in needed):
            return None
        lod, cx, cy = key
        name = (lod, cx // BLOCK, cy // BLOCK, level)
        block = self._blocks.get(name)
        if block is None or not block.made_of.issuperset(needed):
            block = self._blocks.put(name, self._make(*name))
        surface = self._cache.pool.take()
        left, top = cx % BLOCK * CHUNK_SIZE, cy % BLOCK * CHUNK_SIZE
        surface.blit(block.surface, (0, 0), (left, top, CHUNK_SIZE, CHUNK_SIZE))
        return surface

    def _is_good(self, key: ChunkKey) -> bool:
        picture = self._cache.get(key)
        return picture is not None and picture.rank >= Rank.HALVED

    def _make(self, lod: int, block_x: int, block_y: int, level: int) -> _MipBlock:
        """Scale the chunks that are there; what is missing of them stays unused."""
        left, top = (_scaled(CHUNK_SIZE * BLOCK * place, level) for place in (block_x, block_y))
        samples = _scaled(CHUNK_SIZE * BLOCK, level)
        joined = new_surface((samples + 1, samples + 1))
        made_of = set()
        for cy in range(top // CHUNK_SIZE, (top + samples - 1) // CHUNK_SIZE + 1):
            for cx in range(left // CHUNK_SIZE, (left + samples - 1) // CHUNK_SIZE + 1):
                key = (lod + level, cx, cy)
                picture = self._cache.peek(key)
                if picture is not None and picture.rank >= Rank.HALVED:
                    joined.blit(picture.surface, (CHUNK_SIZE * cx - left, CHUNK_SIZE * cy - top))
                    made_of.add(key)
        if level > 0:
            _repeat_last(joined, samples)
        else:
            joined = joined.subsurface((0, 0, samples, samples))
        size = CHUNK_SIZE * BLOCK, CHUNK_SIZE * BLOCK
        with short_switch_interval():
            scaled = pygame.transform.smoothscale(joined, size)
        # Between two codes of water lies a third, which would be surf where there is none.
        dry(scaled)
        return _MipBlock(scaled, frozenset(made_of))


def sources(key: ChunkKey, level: int) -> tuple[ChunkKey, ...]:
    """Return the chunks ``level`` coarser, or one finer for -1, that cover a chunk."""
    lod, cx, cy = key
    if level > 0:
        return ((lod + level, cx >> level, cy >> level),)
    return tuple((lod - 1, 2 * cx + x, 2 * cy + y) for y in (0, 1) for x in (0, 1))


def _scaled(number: int, level: int) -> int:
    return number >> level if level > 0 else number << -level


def _repeat_last(joined: pygame.Surface, samples: int) -> None:
    """Fill one row and column more: smoothscale then steps by the exact ratio."""
    joined.blit(joined, (samples, 0), (samples - 1, 0, 1, samples))
    joined.blit(joined, (0, samples), (0, samples - 1, samples + 1, 1))
