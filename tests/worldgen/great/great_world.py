"""A world of great islands for tests, and what is asked of one of them."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from worldgen import World, WorldParameters
from worldgen.archipelago.archipelago import IslandKey
from worldgen.great.coarse_plan import CoarsePlan

_FAR = 64
"""Spacings within which a great island is looked for."""

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
