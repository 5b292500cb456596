"""A part of a great island, or its overview, as the kernels of chunks take a plan."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from worldgen.archipelago.archipelago import IslandKey
from worldgen.island.arena import kept_as
from worldgen.island.river_pieces import RiverPieces


@dataclass(frozen=True, eq=False)
class Patch:
    """A part of a great island as chunks take a plan: see ``worldgen.island.plan.Plan``."""

    island: IslandKey
    first_x: int
    first_y: int
    step: int
    correction: np.ndarray = field(metadata=kept_as(np.float32))
    shore: np.ndarray = field(metadata=kept_as(np.int8))
    lakes: np.ndarray = field(metadata=kept_as(np.int16))
    lake_levels: np.ndarray = field(metadata=kept_as(np.float64))
    humidity: np.ndarray = field(metadata=kept_as(np.float32))
    neighbourhood_means: np.ndarray = field(metadata=kept_as(np.float32))
    rivers: RiverPieces
