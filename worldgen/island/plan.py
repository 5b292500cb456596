"""The plan of an island: everything that needs neighbours, solved once on a coarse watershed."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from worldgen.island.coast import SEA_NODE, shore_distance
from worldgen.island.depressions import breach, join_lakes, smooth_beds
from worldgen.island.domain_terrain import Ground, coastline, rainfall, shrunk, survey_domain
from worldgen.island.drainage import ALL_LINKS, ALL_SIDES, HEIGHT_UNITS, collect, link_nodes
from worldgen.island.humidity import spread_humidity
from worldgen.island.neighbourhood_mean import mean_heights
from worldgen.island.river_network import drop_stubs, mark_rivers
from worldgen.island.river_pieces import Rivers, make_rivers
from worldgen.island.shaping import FARTHEST_SHORE, dig_lakes, lay_plains, lift, shape_relief, taper
from worldgen.island.statistics import measure_plan
from worldgen.island.watershed import Watershed
from worldgen.layers import Layers
from worldgen.read_only import frozen
from worldgen.seed import layer_key

_LAKE_NODES = 6.0
_DEEPEST_CUT = 0.04
_ROUTE_UNEVENNESS = 25
_RIVER_CELLS = 180.0
_BORDER_NODES = 4
_SHORTEST_RIVER = 6
"""Nodes; what is shorter is no river, nor an arm of one."""


@dataclass(frozen=True, eq=False)
class Plan:
    """An island solved on a lattice aligned to the world.

    Arrays are (rows, columns) over the lattice; node [r, c] lies at world lattice point
    (first_x + c, first_y + r), which is ``step`` sixty-fourths of a cell from the next.
    """

    island: tuple[int, int]
    first_x: int
    first_y: int
    step: int
    correction: np.ndarray
    """float32: what the relief adds to the low octaves."""
    shore: np.ndarray
    """int8: distance to the coast in eighths of a step, > 0 on land, < 0 at sea."""
    lakes: np.ndarray
    """int16: the number of the lake over a node, 0 for none."""
    lake_levels: np.ndarray
    """float64 (lakes + 1,): the level of each lake; [0] is not used."""
    lake_outlets: np.ndarray
    """int32 (lakes + 1,): the flat index of the node where each lake is left."""
    humidity: np.ndarray
    """float32, one value for each block of BLOCK_NODES nodes a side."""
    surroundings: np.ndarray
    """float32, the mean height about each such block."""
    rivers: Rivers
    figures: dict[str, float]
    """What was measured: see worldgen.features.island."""

    @property
    def nbytes(self) -> int:
        arrays = (value for value in vars(self).values() if isinstance(value, np.ndarray))
        return sum(array.nbytes for array in arrays) + self.rivers.nbytes

    @property
    def shape(self) -> tuple[int, int]:
        rows, columns = self.shore.shape
        return rows, columns


def solve_plan(layers: Layers, i: int, j: int) -> Plan | None:
    """Return the plan of island (i, j), or None when there is no land in its domain."""
    ground = survey_domain(layers, i, j)
    if ground is None:
        return None
    parameters = layers.parameters
    shore = np.empty(ground.shape, dtype=np.int8)
    shore_distance(ground.sea, FARTHEST_SHORE, shore)
    heights = ground.start.ravel().copy()
    heights[(ground.sea.ravel() & SEA_NODE) > 0] = parameters.water_level
    watershed = Watershed(
        land=np.ascontiguousarray(ground.land.ravel().astype(np.uint8)),
        # Valleys may run along any diagonal: rivers do not exist yet that could cross.
        links=np.full(ground.land.size, ALL_LINKS, dtype=np.uint8),
        coast=coastline(ground.land),
        rain=rainfall(layers, ground).ravel(),
        columns=ground.shape[1],
    )
    watershed.prepare_outlets(heights)
    shape_relief(layers, watershed, heights, lift(ground.strength, shore).ravel(), ground.step)
    if layers.shaped:
        lay_plains(layers, ground, shore, heights)
    dig_lakes(layers, ground, shore, heights)
    if not parameters.island:
        taper(ground.owned, ground.base.ravel(), heights)
    return _settle(layers, (i, j), ground, watershed, shore, heights)


def _settle(
    layers: Layers,
    island: tuple[int, int],
    ground: Ground,
    watershed: Watershed,
    shore: np.ndarray,
    heights: np.ndarray,
) -> Plan:
    """Route the water over the finished relief, and keep what chunks need."""
    parameters = layers.parameters
    water = parameters.water_level
    rows, columns = ground.shape
    land = watershed.land > 0
    key = layer_key(layers.plan_key, "routes")
    smallest = 1 << 30
    if parameters.lakes > 0.0:
        smallest = max(int(_LAKE_NODES / (parameters.lakes * parameters.lakes)), 4)
    # What lies close to another domain would be cut off there: it keeps its height, and no water.
    border = np.zeros(len(land), dtype=np.uint8)
    if not parameters.island:
        border[~shrunk(ground.owned, _BORDER_NODES).ravel()] = 1
    links = np.full(ground.shape, ALL_SIDES, dtype=np.uint8)
    link_nodes(heights.reshape(rows, columns), (ground.first_x + ground.first_y) & 1, links)
    watershed.links = links.ravel()
    tapered = heights.copy()
    watershed.flood(heights, key, _ROUTE_UNEVENNESS)
    hollows = watershed.find_hollows(heights, smallest)
    breach(
        watershed.land, watershed.order, watershed.count, watershed.parents, watershed.filled,
        hollows, water + 0.002, _DEEPEST_CUT, heights,
    )  # fmt: skip
    heights[border > 0] = tapered[border > 0]
    watershed.flood(heights, key, _ROUTE_UNEVENNESS)
    hollows = watershed.find_hollows(heights, smallest)
    lakes2 = np.zeros(ground.shape, dtype=np.int32)
    hollows[border > 0] = -1
    found = join_lakes(hollows.reshape(ground.shape), max(smallest // 2, 2), lakes2)
    lakes = lakes2.ravel()
    surface = watershed.filled / HEIGHT_UNITS
    filled_up = (hollows != 0) & (lakes == 0) & (border == 0)
    heights[filled_up] = surface[filled_up]
    if found:
        smooth_beds(lakes2, surface.reshape(rows, columns), heights.reshape(rows, columns))
    discharge = np.zeros(len(land))
    collect(
        watershed.order,
        watershed.count,
        watershed.receivers,
        watershed.land,
        watershed.rain,
        discharge,
    )
    lake_levels = np.full(found + 1, water)
    lake_levels[lakes[lakes > 0]] = surface[lakes > 0]
    levels = np.full(len(land), water)
    flowing = np.zeros(len(land), dtype=np.uint8)
    outlets = np.zeros(found + 1, dtype=np.int32)
    threshold = np.inf
    if parameters.river_density > 0.0:
        threshold = _RIVER_CELLS / (parameters.river_density * parameters.river_density)
    mark_rivers(
        watershed.order, watershed.count, watershed.receivers, watershed.land, lakes, surface,
        discharge, np.ascontiguousarray(ground.sea.ravel()), border, threshold,
        parameters.river_density > 0.0, water, levels, flowing, outlets,
    )  # fmt: skip
    drop_stubs(
        watershed.order, watershed.count, watershed.receivers, watershed.land, lakes, discharge,
        _SHORTEST_RIVER, flowing,
    )  # fmt: skip
    rivers, lake_levels = make_rivers(
        key=layer_key(layers.plan_key, "bends"), first_x=ground.first_x, first_y=ground.first_y,
        shape=ground.shape, step=ground.step, water=water,
        order=watershed.order[: watershed.count], receivers=watershed.receivers,
        land=watershed.land, sea=np.ascontiguousarray(ground.sea.ravel()), lakes=lakes,
        flowing=flowing, levels=levels, discharge=discharge, lake_levels=lake_levels,
    )  # fmt: skip
    correction = np.zeros(len(land))
    if layers.shaped:
        correction[land] = heights[land] - ground.base.ravel()[land]
    if not parameters.island:
        correction[~land] = 0.0
    return Plan(
        island=island,
        first_x=ground.first_x,
        first_y=ground.first_y,
        step=ground.step,
        correction=frozen(correction.reshape(rows, columns), np.float32),
        shore=frozen(shore, np.int8),
        lakes=frozen(lakes2, np.int16),
        lake_levels=frozen(lake_levels, np.float64),
        lake_outlets=frozen(outlets, np.int32),
        humidity=frozen(spread_humidity(layers, ground, lakes, flowing), np.float32),
        surroundings=frozen(mean_heights(heights.reshape(rows, columns)), np.float32),
        rivers=rivers,
        figures=measure_plan(layers, ground, heights.reshape(rows, columns), lakes2),
    )
