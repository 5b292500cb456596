"""An island that grows from random cells by the local rules, step by step."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

import worldgen
from game.lab.island import lab_island, window_on
from worldgen.archipelago.island_mask import masked_height
from worldgen.island.relief import grow, random_cells
from worldgen.seed import layer_key, normalize_seed, world_key

LATTICE = (168, 126)


@dataclass(frozen=True)
class Figures:
    """What is measured after a step."""

    mean: float
    spread: float
    water_share: float


class LocalRules:
    """The mask of a real island, and heights that the rules change."""

    def __init__(self, seed: str) -> None:
        self._key = world_key(normalize_seed(seed))
        world = worldgen.World(seed)
        self.spacing, self.inside = _island_mask(world)
        self.heights = np.zeros(self.inside.shape)
        self.history: list[Figures] = []
        self.restart()

    @property
    def steps(self) -> int:
        """How many steps were taken."""
        return len(self.history) - 1

    def restart(self) -> None:
        """Begin anew from random cells."""
        random_cells(np.uint64(layer_key(self._key, "cells")), 0, 0, self.heights)
        self.history = []
        self.measure(0.40)

    def step(self, smoothing: float, uplift: float, slides: float, water: float) -> None:
        """Apply every rule once."""
        self.heights = grow(self.heights, self.inside, 1, smoothing, uplift, slides, self.spacing)
        self.measure(water)

    def measure(self, water: float) -> None:
        """Write down the figures of this moment."""
        land = self.land(water)
        self.history.append(
            Figures(float(land.mean()), float(land.std()), float((land < water).mean()))
        )

    def land(self, water: float) -> np.ndarray:
        """Return the heights as the world takes them: sunk by the mask."""
        sunk: np.ndarray = masked_height.py_func(self.heights, self.inside, water)
        return sunk


def _island_mask(world: worldgen.World) -> tuple[float, np.ndarray]:
    """Return the lattice step in cells and the mask of an island of the world."""
    island = lab_island(world)
    window = window_on(island, *LATTICE)
    region = window.region(world, sketch=True)
    assert region.mask is not None
    # The mask reaches a little beyond the region.
    margin = (region.mask.strength.shape[0] - window.rows) // 2
    inside = slice(margin, margin + window.rows), slice(margin, margin + window.columns)
    own = region.in_domain(island.key)
    return float(2**window.lod), np.where(own, region.mask.strength[inside], 0.0)
