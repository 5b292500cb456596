"""Where the water of an island goes once its relief is finished: depressions, lakes, rivers."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from worldgen.island.depressions import SMALL, breach, label_lakes, smooth_beds
from worldgen.island.domain_terrain import DomainTerrain, shrunk
from worldgen.island.drainage import HEIGHT_UNITS, accumulate_flow, link_nodes
from worldgen.island.lattice import ALL_SIDES
from worldgen.island.river_network import RiverNetwork, drop_stubs, mark_rivers
from worldgen.island.watershed import Watershed
from worldgen.layers import Layers
from worldgen.parameters import WorldParameters
from worldgen.seed import layer_key

_LAKE_NODES = 6.0
"""Nodes of the smallest depression that holds a lake where lakes are 1."""

_LOWEST_CUT = 0.002
"""How far above the water level a depression is breached at the least."""

_DEEPEST_CUT = 0.04
"""Depressions that are deeper are filled instead."""

_ROUTE_UNEVENNESS = 25
_RIVER_CELLS = 180.0
"""Cells of catchment of the smallest river where the density of rivers is 1."""

_BORDER_NODES = 4
"""How close to another domain land has no water, where land runs on over borders."""

_SHORTEST_RIVER = 6
"""Nodes; what is shorter is no river, nor an arm of one."""


@dataclass(frozen=True, eq=False)
class Lakes:
    """The lakes of an island."""

    labels: np.ndarray
    """int32 (rows, columns): the label of the lake over a node, 0 for none."""
    levels: np.ndarray
    """float64 (lakes + 1,): the level of each lake; [0] is not used."""


def find_border(parameters: WorldParameters, terrain: DomainTerrain) -> np.ndarray:
    """Return bool (rows, columns): what lies so close to another domain that water is cut off.

    Such land keeps its height, and has no water.
    """
    if parameters.island:
        return np.zeros(terrain.shape, dtype=np.bool_)
    return ~shrunk(terrain.owned, _BORDER_NODES)


def drain(
    layers: Layers,
    terrain: DomainTerrain,
    watershed: Watershed,
    border: np.ndarray,
    heights: np.ndarray,
) -> np.ndarray:
    """Breach small depressions of the finished relief, and route the water over what is left.

    Returns the labels of the depressions that are left: int32 (rows, columns), SMALL for those
    that hold no lake. ``heights``, (rows, columns), is written, and so is the watershed.
    """
    parameters = layers.parameters
    key, smallest = layer_key(layers.plan_key, "routes"), _smallest_lake(parameters)
    links = np.full(terrain.shape, ALL_SIDES, dtype=np.uint8)
    link_nodes(heights, (terrain.first_x + terrain.first_y) & 1, links)
    watershed.lattice = watershed.lattice._replace(links=links.ravel())
    kept, flat = heights[border], heights.ravel()
    watershed.flood(flat, key, _ROUTE_UNEVENNESS)
    breach(
        watershed.flow, watershed.drainage.parents, watershed.drainage.filled,
        watershed.label_depressions(flat, smallest), parameters.water_level + _LOWEST_CUT,
        _DEEPEST_CUT, flat,
    )  # fmt: skip
    heights[border] = kept
    watershed.flood(flat, key, _ROUTE_UNEVENNESS)
    depressions = watershed.label_depressions(flat, smallest).reshape(terrain.shape)
    depressions[border] = SMALL
    return depressions


def _smallest_lake(parameters: WorldParameters) -> int:
    """Return the number of nodes of the smallest depression that holds a lake."""
    if parameters.lakes == 0.0:
        return 1 << 30
    return max(int(_LAKE_NODES / (parameters.lakes * parameters.lakes)), 4)


def fill_lakes(
    parameters: WorldParameters,
    watershed: Watershed,
    depressions: np.ndarray,
    border: np.ndarray,
    heights: np.ndarray,
) -> Lakes:
    """Return the lakes of depressions; fill up what holds none, and smooth the beds of the rest.

    ``heights``, (rows, columns), is written.
    """
    lakes = np.zeros(heights.shape, dtype=np.int32)
    found = label_lakes(depressions, max(_smallest_lake(parameters) // 2, 2), lakes)
    surface = watershed.drainage.filled.reshape(heights.shape) / HEIGHT_UNITS
    filled_up = (depressions != 0) & (lakes == 0) & ~border
    heights[filled_up] = surface[filled_up]
    if found:
        smooth_beds(lakes, surface, heights)
    levels = np.full(found + 1, parameters.water_level)
    levels[lakes[lakes > 0]] = surface[lakes > 0]
    return Lakes(lakes, levels)


def run_rivers(
    parameters: WorldParameters,
    terrain: DomainTerrain,
    watershed: Watershed,
    lakes: Lakes,
    border: np.ndarray,
) -> RiverNetwork:
    """Return how the water of the routed watershed runs in rivers and lakes."""
    nodes = lakes.labels.size
    network = RiverNetwork(
        discharge=np.zeros(nodes),
        lakes=lakes.labels.ravel(),
        levels=np.full(nodes, parameters.water_level),
        flowing=np.zeros(nodes, dtype=np.uint8),
        lake_outlets=np.zeros(len(lakes.levels), dtype=np.int32),
    )
    accumulate_flow(watershed.flow, watershed.rain, network.discharge)
    threshold = np.inf
    if parameters.river_density > 0.0:
        threshold = _RIVER_CELLS / (parameters.river_density * parameters.river_density)
    mark_rivers(
        watershed.flow, watershed.drainage.filled / HEIGHT_UNITS, terrain.sea.ravel(),
        border.ravel().view(np.uint8), threshold, network,
    )  # fmt: skip
    drop_stubs(watershed.flow, _SHORTEST_RIVER, network)
    return network
