"""Making the tiles of a bake, in whatever process: by seed and parameters, never by world."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from worldgen.area import Area
from worldgen.export.arrays import read_fields
from worldgen.parameters import WorldParameters
from worldgen.seed import Seed
from worldgen.world import World


@dataclass(frozen=True)
class Recipe:
    """What a process needs to make a piece of a world."""

    seed: Seed
    parameters: WorldParameters

    @classmethod
    def of(cls, world: World) -> Recipe:
        return cls(world.seed, world.parameters)

    def read(self, area: Area) -> dict[str, np.ndarray]:
        """Return all fields of an area; the world and its island plans are kept for the next."""
        return read_fields(_world(self.seed, self.parameters), area)


@lru_cache(maxsize=2)
def _world(seed: Seed, parameters: WorldParameters) -> World:
    return World(seed, parameters)
