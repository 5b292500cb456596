"""What is shown of a chunk before it is there.

From the best to the last resort: the four chunks of the next finer lod, halved; a coarser chunk
that is there, enlarged; a coarse sketch made on the spot.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from game.terrain.chunk_cache import ChunkCache, ChunkPicture, Rank
from game.terrain.chunk_grid import ChunkKey
from game.terrain.loader import described
from game.terrain.mip_blocks import MipBlocks
from game.terrain.switch_interval import short_switch_interval
from game.terrain.world_source import WorldSource
from worldgen.coordinates import MAX_LOD

BASE_LEVELS = 3
"""How much coarser the sketches are that carry the picture while nothing else is there."""

_LAST_LEVELS = 6
_FAR_LOD = 6
_DEEP_SEA = (14, 44, 98)


class Placeholders:
    """Makes placeholders from cached pictures, and sketches for a limited time in each frame."""

    def __init__(
        self, cache: ChunkCache, budget: float, report: Callable[[str], None] | None = None
    ) -> None:
        self._cache = cache
        self._budget = budget
        self._spent = 0.0
        self._report = report
        self._blocks = MipBlocks(cache)
        self._costs: dict[int, float] = {}
        """What the last sketch of a level of detail took: from afar it takes the longest."""
        self.made = 0
        """How many sketches had to be made on the spot."""

    def forget(self) -> None:
        """Start anew, in another world."""
        self._blocks.clear()

    def begin_frame(self) -> None:
        """Start the time of a new frame."""
        self._spent = 0.0

    def picture(self, source: WorldSource, key: ChunkKey) -> ChunkPicture:
        """Return a picture that can be shown at once, and keep it."""
        levels = BASE_LEVELS
        found = self._from_finer(key) or self._from_coarser(key, levels)
        if found is None and self._spent + self._cost_of(key, levels) > self._budget:
            # Once a frame's time is spent, coarser sketches cover what is left.
            levels = _LAST_LEVELS
            found = self._from_coarser(key, levels)
        spent = self._spent + self._cost_of(key, levels) > self._budget
        if found is None and spent and key[0] >= _FAR_LOD:
            # Seen from so far away, islands that rise from the sea are hardly noticed.
            found = self._sea()
        if found is None:
            found = self._sketched(source, key, levels)
        return self._cache.put(key, found)

    def _cost_of(self, key: ChunkKey, levels: int) -> float:
        return self._costs.get(min(key[0] + levels, MAX_LOD), 0.0)

    def _from_finer(self, key: ChunkKey) -> ChunkPicture | None:
        surface = self._blocks.cut(key, -1)
        return ChunkPicture(surface, Rank.HALVED) if surface else None

    def _from_coarser(self, key: ChunkKey, levels: int) -> ChunkPicture | None:
        for level in range(1, min(levels, MAX_LOD - key[0]) + 1):
            surface = self._blocks.cut(key, level)
            if surface:
                return ChunkPicture(surface, Rank.PLACEHOLDER)
        return None

    def _sketched(self, source: WorldSource, key: ChunkKey, levels: int) -> ChunkPicture:
        lod, cx, cy = key
        level = min(levels, MAX_LOD - lod)
        begun = time.perf_counter()
        coarse = (lod + level, cx >> level, cy >> level)
        try:
            with short_switch_interval():
                pixels = source.pixels(coarse[1], coarse[2], coarse[0], sketch=True)
        except Exception as error:
            if self._report:
                self._report(described(error))
            return self._sea()
        finally:
            seconds = time.perf_counter() - begun
            self._spent += seconds
            self._costs[coarse[0]] = min(seconds, self._budget)
        self.made += 1
        own = ChunkPicture(self._cache.pool.holding(pixels), own_rank(True))
        self._cache.put(coarse, own)
        surface = self._blocks.cut(key, level)
        return ChunkPicture(surface, Rank.PLACEHOLDER) if surface else self._sea()

    def _sea(self) -> ChunkPicture:
        surface = self._cache.pool.take()
        surface.fill(_DEEP_SEA)
        return ChunkPicture(surface, Rank.PLACEHOLDER)


def own_rank(sketch: bool) -> Rank:
    """Return the rank of a chunk's own picture: better ones follow a sketch at every level."""
    return Rank.SKETCH if sketch else Rank.FULL
