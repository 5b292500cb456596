"""A world of great islands for tests, and what is asked of one of them."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from worldgen import Region, World, WorldParameters
from worldgen.archipelago.archipelago import IslandKey
from worldgen.great.coarse_plan import CoarsePlan

_FAR = 64
"""Spacings within which a great island is looked for."""

FORK_CELLS, FORK_WIDTHS = 50.0, 11.0
"""How far an arm runs beside its river at the most, in cells and in half its width more."""

MIDDLING = 2.0, 4.0
LARGEST = 6.0, 9.0
"""Half the length of islands, in spacings."""


@dataclass(frozen=True)
class Great:
    """A great island and its coarse plan."""

    world: World
    key: IslandKey
    plan: CoarsePlan

    def trunk_places(self) -> np.ndarray:
        """Return where trunks run, the greatest first, in cells: float64 (pieces, 2)."""
        rivers, plan = self.plan.rivers, self.plan
        x = (plan.first_x * plan.step + rivers.start_x.astype(np.int64)) / 64.0
        y = (plan.first_y * plan.step + rivers.start_y.astype(np.int64)) / 64.0
        return np.column_stack([x, y])

    def arms(self) -> list[np.ndarray]:
        """Return the pieces of each arm of a delta, from the fork to the sea."""
        rivers = self.plan.rivers
        fed = np.zeros(len(rivers), dtype=bool)
        fed[rivers.following[rivers.following >= 0]] = True
        fed[rivers.sources] = True
        arms = []
        for first in np.flatnonzero(~fed):
            arm = [int(first)]
            while rivers.following[arm[-1]] >= 0:
                arm.append(int(rivers.following[arm[-1]]))
            arms.append(np.array(arm))
        # Rivers that leave lakes which nothing feeds begin with no piece either.
        return [arm for arm in arms if len(set(rivers.discharge[arm].tolist())) == 1]

    def forks(self, region: Region) -> np.ndarray:
        """Mark the cells of a region at lod 0 where an arm and its river may run in one bed."""
        marked = np.zeros(region.biome.shape, dtype=bool)
        y, x = np.indices(marked.shape)
        places = self.trunk_places()
        for arm in self.arms():
            fork = places[arm[0]] - [region.x, region.y]
            near = FORK_CELLS + FORK_WIDTHS * float(self.plan.rivers.half_width[arm[0]])
            marked |= (x - fork[0]) ** 2 + (y - fork[1]) ** 2 < near * near
        return marked

    def border_places(self) -> np.ndarray:
        """Return places on land where the labels of tiles change, in cells: float64 (n, 2)."""
        labels, shore = self.plan.labels, self.plan.shore
        here, right = labels[:, :-1], labels[:, 1:]
        r, c = np.nonzero((here != right) & (shore[:, :-1] > 8) & (shore[:, 1:] > 8))
        step = self.plan.step / 64.0
        return np.column_stack([(self.plan.first_x + c) * step, (self.plan.first_y + r) * step])

    def tile_places(self) -> list[tuple[float, float]]:
        """Return a place on the land of each tile that has any, in cells."""
        step = self.plan.step / 64.0
        places = []
        for number in range(1, self.plan.tiles + 1):
            land = np.argwhere((self.plan.labels == number) & (self.plan.shore > 0))
            if len(land):
                r, c = land[len(land) // 2]
                places.append(((self.plan.first_x + c) * step, (self.plan.first_y + r) * step))
        return places


def find_great(
    seed: int | str, around: int = 0, sizes: tuple[float, float] = MIDDLING, **settings: Any
) -> Great:
    """Return the great island of some size nearest to a place, in a world of its own.

    The place is (around, around), in spacings of the sites of small islands; so is half the length
    of the island, at the least and at the most.
    """
    parameters = WorldParameters(**settings)
    world = World(seed, parameters)
    spacing = parameters.island_spacing
    reach, middle = _FAR * spacing, around * spacing
    sites = world.sites(middle - reach, middle - reach, 2 * reach, 2 * reach, 2)
    fit = [site for site in sites if sizes[0] * spacing < site.size < sizes[1] * spacing]
    near = min(fit, key=lambda site: (math.hypot(site.x - middle, site.y - middle), site.key))
    plan = world.generator.plan(*near.key)
    assert isinstance(plan, CoarsePlan), near
    return Great(world, near.key, plan)


@lru_cache(maxsize=2)
def shared_great(seed: int | str) -> Great:
    """Return the same island to every test that only reads."""
    return find_great(seed)
