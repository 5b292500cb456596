"""How an island gets its shape: the relief rules in turn, coastal plains, lake basins."""

from __future__ import annotations

import numpy as np

from worldgen.archipelago.archipelago import IslandKey
from worldgen.archipelago.landform_relief import crater_of
from worldgen.coordinates import UNITS_PER_CELL
from worldgen.island.coast import SEA_NODE, shore_distance
from worldgen.island.domain_terrain import DomainTerrain
from worldgen.island.relief import REST, RuleStrengths, sweep
from worldgen.island.watershed import Watershed
from worldgen.layers import Layers
from worldgen.noise.octaves import sum_octaves
from worldgen.seed import layer_key

FARTHEST_SHORE = 80
"""How far from the coast land is lifted fully and has no coastal plain, as ``shore_distance``
measures it."""

_TAPER_NODES = 24
"""Nodes over which the relief fades out toward another domain."""

_SWEEP_UNEVENNESS = 65
_PLAINS = 0.45
_PLAINS_SPREAD = 1.3
_FLATTEST_PLAIN = 0.85
_BASIN_DEPTH = 0.16
_BASIN_FROM = 0.22
_CRATER_DEPTH = 0.14


def lift_by_shore(strength: np.ndarray, shore: np.ndarray) -> np.ndarray:
    """Return how strongly each node is lifted: smooth, strong far inside, nothing at the coast."""
    inside = np.clip(shore / float(FARTHEST_SHORE), 0.0, 1.0)
    return strength * inside * inside * (3.0 - 2.0 * inside)


def apply_rules(
    layers: Layers, watershed: Watershed, heights: np.ndarray, lifted: np.ndarray, step: int
) -> None:
    """Apply the relief rules to the heights of an island's nodes, step by step."""
    parameters = layers.parameters
    grown = parameters.relief == "rules"
    cells = step / UNITS_PER_CELL
    # The strengths that fill the parameters' range 0..1 sensibly were found by looking.
    strengths = RuleStrengths(
        erosion=0.18 * parameters.erosion / cells,
        smoothing=0.0 if grown else 0.27 * parameters.smoothing,
        uplift=0.0 if grown else 0.02 * parameters.uplift,
        thermal=0.0 if grown else float(parameters.thermal),
    )
    if not any(strengths):
        return
    area = np.empty(len(heights))
    for turn in range(parameters.relief_steps):
        if turn % 2 == 0:
            watershed.flood(heights, layer_key(layers.plan_key, "sweep", turn), _SWEEP_UNEVENNESS)
        sweep(watershed.flow, watershed.rain, lifted, strengths, REST * cells, area, heights)


def taper(owned: np.ndarray, base: np.ndarray, heights: np.ndarray) -> None:
    """Bring heights back to the base toward the border of a domain on land that runs on."""
    outside = np.where(owned, 0, SEA_NODE).astype(np.uint8)
    reach = np.empty(owned.shape, dtype=np.int8)
    shore_distance(outside, 120, reach)
    # Interpolation reaches two nodes: nothing within three of the border is left.
    share = np.clip((reach - 24.0) / (_TAPER_NODES * 4.0), 0.0, 1.0)
    share = share * share * (3.0 - 2.0 * share)
    heights[:] = base + share * (heights - base)


def lay_plains(
    layers: Layers, terrain: DomainTerrain, shore: np.ndarray, heights: np.ndarray
) -> None:
    """Lower the land behind some coasts to plains, and leave others steep."""
    water = layers.parameters.water_level
    x, y, step = terrain.first_x * terrain.step, terrain.first_y * terrain.step, terrain.step
    rows, columns = terrain.shape
    noise = sum_octaves(layers.plains, x, y, step, columns, rows)
    strength = np.clip(_PLAINS + _PLAINS_SPREAD * noise, 0.0, _FLATTEST_PLAIN)
    inland = 1.0 - np.clip(shore / float(FARTHEST_SHORE), 0.0, 1.0)
    lowered = water + (heights - water) * (1.0 - strength * inland * inland)
    heights[terrain.land] = np.where(heights > water, lowered, heights)[terrain.land]


def dig_crater(layers: Layers, key: IslandKey, terrain: DomainTerrain, heights: np.ndarray) -> None:
    """Deepen the crater of a volcano, where there may be lakes, so that it holds one."""
    crater = crater_of(layers.archipelago, key)
    if crater is None or layers.parameters.lakes == 0.0:
        return
    rows, columns = terrain.shape
    across = (terrain.first_x + np.arange(columns)) * float(terrain.step) - crater.x
    down = (terrain.first_y + np.arange(rows)) * float(terrain.step) - crater.y
    away = np.sqrt(across**2 + down[:, None] ** 2) / crater.radius
    inside = np.clip(1.4 * (1.0 - away), 0.0, 1.0)
    depth = _CRATER_DEPTH * inside * inside * (3.0 - 2.0 * inside)
    floor = np.maximum(heights - depth, layers.parameters.water_level + 0.004)
    heights[terrain.land] = np.minimum(heights, floor)[terrain.land]


def dig_lakes(
    layers: Layers, terrain: DomainTerrain, shore: np.ndarray, heights: np.ndarray
) -> None:
    """Deepen hashed basins inland, as ice would have, so that some of them hold lakes."""
    strength = layers.parameters.lakes
    if strength == 0.0:
        return
    x, y, step = terrain.first_x * terrain.step, terrain.first_y * terrain.step, terrain.step
    rows, columns = terrain.shape
    basin = np.clip(sum_octaves(layers.basins, x, y, step, columns, rows), -1.0, 1.0)
    inland = np.clip((shore - 24) / 40.0, 0.0, 1.0)
    depth = _BASIN_DEPTH * strength * np.clip(basin - _BASIN_FROM, 0.0, 1.0) * inland
    floor = np.maximum(heights - depth, layers.parameters.water_level + 0.004)
    heights[terrain.land] = np.minimum(heights, floor)[terrain.land]
