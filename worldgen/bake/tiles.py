"""Making the tiles of a bake, in whatever process: by seed and parameters, never by world."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from worldgen.area import Area
from worldgen.biome_table import BiomeTable
from worldgen.export.arrays import read_fields
from worldgen.parameters import WorldParameters
from worldgen.seed import Seed
from worldgen.world import World


@dataclass(frozen=True)
class Recipe:
    """What a process needs to make a piece of a world."""

    seed: Seed
    parameters: WorldParameters
    biomes: BiomeTable | None = None

    @classmethod
    def of(cls, world: World) -> Recipe:
        return cls(world.seed, world.parameters, world.biomes)

    def read(self, area: Area) -> dict[str, np.ndarray]:
        """Return all fields of an area; the world and its island plans are kept for the next."""
        return read_fields(_world(self), area)


@lru_cache(maxsize=2)
def _world(recipe: Recipe) -> World:
    return World(recipe.seed, recipe.parameters, biomes=recipe.biomes)
