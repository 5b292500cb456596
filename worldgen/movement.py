"""What it costs to cross a sample on foot or by boat: weights for finding ways."""

from __future__ import annotations

import numpy as np

from worldgen.biomes import Biome
from worldgen.chunk.fields import Samples
from worldgen.parameters import Choice

KINDS = ("walk", "sail")

_GROUND = {
    Biome.BEACH: 1.2,
    Biome.DESERT: 1.3,
    Biome.FOREST: 1.5,
    Biome.TAIGA: 1.5,
    Biome.JUNGLE: 2.0,
    Biome.MOUNTAIN: 1.5,
    Biome.SNOW: 2.0,
    Biome.RIVER: 4.0,
}
"""Walking there beside walking over open ground, which costs 1."""

_STEEP = 0.01
"""Rise in height per cell that doubles the cost."""

_IMPASSABLE = 0.1
"""Rise in height per cell that nobody climbs."""

_NARROW = 1.5
"""Cells from a coast within which a boat goes at half its speed."""


def movement_cost(samples: Samples, kind: str) -> np.ndarray:
    """Return the cost of crossing each sample; see ``Region.cost``."""
    Choice(KINDS).check("kind", kind)
    biome = samples.like_biome
    cost = np.full(samples.shape, np.inf, dtype=np.float32)
    if kind == "sail":
        water = (biome == Biome.OCEAN) | (biome == Biome.LAKE)
        cost[water] = samples.step
        cost[water & (biome == Biome.OCEAN) & (samples.shore > -_NARROW)] *= 2.0
        return cost
    slope = np.sqrt(samples.gradient_x**2 + samples.gradient_y**2)
    weights = np.array([_GROUND.get(each, 1.0) for each in Biome], dtype=np.float32)
    dry = (biome != Biome.OCEAN) & (biome != Biome.LAKE) & (slope < _IMPASSABLE)
    steep = 1.0 + slope[dry] / np.float32(_STEEP)
    cost[dry] = np.float32(samples.step) * weights[biome[dry]] * steep
    return cost
