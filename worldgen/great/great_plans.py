"""The great islands of a world: coarse plans and tiles, solved once and kept within bounds."""

from __future__ import annotations

import threading
from collections.abc import Iterable

from worldgen.archipelago.archipelago import IslandKey
from worldgen.coordinates import SampleGrid
from worldgen.great.coarse_plan import CoarsePlan, solve_coarse
from worldgen.great.gather import gather, needed_tiles
from worldgen.great.lattices import coarse_step
from worldgen.great.patch import Patch
from worldgen.great.tile import Tile, solve_tile
from worldgen.island.domain_terrain import find_box
from worldgen.island.plan import Plan
from worldgen.island.plan_cache import PlanCache
from worldgen.layers import Layers

_GREAT_NODES = 2400 // 32
"""Coarse nodes on its longer side from which on an island is great."""

COARSE_BYTES = 64 * 1024 * 1024
TILE_BYTES = 32 * 1024 * 1024
_MOST_ANSWERS = 4096

TileKey = tuple[int, int, int, int]
"""An island's key, and the number of the tile from 1 on."""


class GreatPlans:
    """What is known of the great islands of one world; safe to share between threads."""

    def __init__(self, layers: Layers) -> None:
        self._layers = layers
        self._lock = threading.Lock()
        self._great: dict[IslandKey, bool] = {}
        self.coarse: PlanCache[IslandKey, CoarsePlan] = PlanCache(
            lambda key: solve_coarse(layers, key), COARSE_BYTES
        )
        self.tiles: PlanCache[TileKey, Tile] = PlanCache(self._solve, TILE_BYTES)

    def __reduce__(self) -> tuple[type[GreatPlans], tuple[Layers]]:
        """In another process nothing is solved yet."""
        return GreatPlans, (self._layers,)

    def overviews(self, keys: Iterable[IslandKey]) -> list[Plan | Patch]:
        """Return the overviews of those islands that are great, solved now if need be."""
        coarse = (self.coarse.get(key) for key in keys if self.is_great(key))
        return [plan.overview for plan in coarse if plan is not None]

    def is_great(self, key: IslandKey) -> bool:
        """Whether an island is solved on two levels: it depends on its domain alone."""
        if not self._layers.parameters.island or key[2] == 0:
            return False
        with self._lock:
            known = self._great.get(key)
        if known is None:
            box = find_box(self._layers, key, coarse_step(self._layers))
            known = box is not None and max(box[2:]) > _GREAT_NODES
            with self._lock:
                if len(self._great) >= _MOST_ANSWERS:
                    self._great.clear()
                self._great[key] = known
        return known

    def _solve(self, key: TileKey) -> Tile | None:
        i, j, level, number = key
        plan = self.coarse.get((i, j, level))
        if plan is None or not 1 <= number <= plan.tiles:
            return None
        return solve_tile(self._layers, plan, number)

    def missing(self, key: IslandKey, grid: SampleGrid | None) -> tuple[tuple[int, ...], ...]:
        """Return the keys of what is not there yet: the coarse plan, or tiles under samples."""
        if not self.coarse.holds(key):
            return (key,)
        plan = self.coarse.get(key)
        if plan is None or grid is None:
            return ()
        keys = [(*key, number) for number in needed_tiles(self._layers, plan, grid)]
        return tuple(tile for tile in keys if not self.tiles.holds(tile))

    def patch(self, key: IslandKey, grid: SampleGrid) -> Patch | None:
        """Return what samples need of an island, solved now if need be; None without land."""
        plan = self.coarse.get(key)
        if plan is None:
            return None
        tiles = {}
        for number in needed_tiles(self._layers, plan, grid):
            tile = self.tiles.get((*key, number))
            if tile is not None:
                tiles[number] = tile
        return gather(self._layers, plan, tiles, grid)
