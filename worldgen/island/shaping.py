"""How an island gets its shape: the relief rules in turn, coastal plains, lake basins."""

from __future__ import annotations

import numpy as np

from worldgen.island.coast import SEA_NODE, shore_distance
from worldgen.island.domain_terrain import Ground
from worldgen.island.relief import REST, sweep
from worldgen.island.watershed import Watershed
from worldgen.layers import Layers
from worldgen.noise.octaves import UNITS_PER_CELL, sum_octaves
from worldgen.seed import layer_key

FARTHEST_SHORE = 80
_TAPER_NODES = 24
_SWEEP_UNEVENNESS = 65
_PLAINS = 0.45
_PLAINS_SPREAD = 1.3
_FLATTEST_PLAIN = 0.85
_BASIN_DEPTH = 0.16
_BASIN_FROM = 0.22


def lift(strength: np.ndarray, shore: np.ndarray) -> np.ndarray:
    """Return how strongly each node is lifted: smooth, strong far inside, nothing at the coast."""
    inside = np.clip(shore / float(FARTHEST_SHORE), 0.0, 1.0)
    return strength * inside * inside * (3.0 - 2.0 * inside)


def shape_relief(
    layers: Layers, watershed: Watershed, heights: np.ndarray, lifted: np.ndarray, step: int
) -> None:
    """Apply the relief rules to the heights of an island's nodes, step by step."""
    parameters = layers.parameters
    grown = parameters.relief == "rules"
    cells = step / UNITS_PER_CELL
    # The strengths that fill the parameters' range 0..1 sensibly were found by looking.
    strengths = np.array(
        [
            0.18 * parameters.erosion / cells,
            0.0 if grown else 0.27 * parameters.smoothing,
            0.0 if grown else 0.02 * parameters.uplift,
            0.0 if grown else parameters.thermal,
        ]
    )
    if not strengths.any():
        return
    for turn in range(parameters.relief_steps):
        if turn % 2 == 0:
            watershed.flood(heights, layer_key(layers.plan_key, "sweep", turn), _SWEEP_UNEVENNESS)
        sweep(
            watershed.order, watershed.count, watershed.receivers, watershed.land, watershed.rain,
            lifted, strengths, watershed.columns, REST * cells, watershed.area, heights,
        )  # fmt: skip


def taper(owned: np.ndarray, base: np.ndarray, heights: np.ndarray) -> None:
    """Bring heights back to the base toward the border of a domain on land that runs on."""
    outside = np.where(owned, 0, SEA_NODE).astype(np.uint8)
    reach = np.empty(owned.shape, dtype=np.int8)
    shore_distance(outside, 120, reach)
    # Interpolation reaches two nodes: nothing within three of the border is left.
    share = np.clip((reach.ravel() - 24.0) / (_TAPER_NODES * 4.0), 0.0, 1.0)
    share = share * share * (3.0 - 2.0 * share)
    heights[:] = base + share * (heights - base)


def lay_plains(layers: Layers, ground: Ground, shore: np.ndarray, heights: np.ndarray) -> None:
    """Lower the land behind some coasts to plains, and leave others steep."""
    water = layers.parameters.water_level
    x, y, step = ground.first_x * ground.step, ground.first_y * ground.step, ground.step
    rows, columns = ground.shape
    noise = sum_octaves(layers.plains, x, y, step, columns, rows)
    strength = np.clip(_PLAINS + _PLAINS_SPREAD * noise, 0.0, _FLATTEST_PLAIN)
    inland = 1.0 - np.clip(shore / float(FARTHEST_SHORE), 0.0, 1.0)
    above = heights.reshape(rows, columns)
    lowered = water + (above - water) * (1.0 - strength * inland * inland)
    above[ground.land] = np.where(above > water, lowered, above)[ground.land]


def dig_lakes(layers: Layers, ground: Ground, shore: np.ndarray, heights: np.ndarray) -> None:
    """Deepen hashed basins inland, as ice would have, so that some of them hold lakes."""
    strength = layers.parameters.lakes
    if strength == 0.0:
        return
    x, y, step = ground.first_x * ground.step, ground.first_y * ground.step, ground.step
    rows, columns = ground.shape
    basin = np.clip(sum_octaves(layers.basins, x, y, step, columns, rows), -1.0, 1.0)
    inland = np.clip((shore - 24) / 40.0, 0.0, 1.0)
    depth = _BASIN_DEPTH * strength * np.clip(basin - _BASIN_FROM, 0.0, 1.0) * inland
    dug = heights.reshape(rows, columns)
    floor = np.maximum(dug - depth, layers.parameters.water_level + 0.004)
    dug[ground.land] = np.minimum(dug, floor)[ground.land]
