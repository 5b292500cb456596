"""The plan of an island: everything that needs neighbours, solved once on a coarse lattice."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from worldgen.coordinates import UNITS_PER_CELL
from worldgen.island.arena import into_arena, kept_as
from worldgen.island.coast import SEA_NODE, shore_distance
from worldgen.island.depressions import SMALL, breach, label_lakes, smooth_beds
from worldgen.island.domain_terrain import (
    DomainTerrain,
    coastline,
    make_domain_terrain,
    rainfall,
    shrunk,
)
from worldgen.island.drainage import HEIGHT_UNITS, accumulate_flow, link_nodes
from worldgen.island.humidity import spread_humidity
from worldgen.island.lattice import ALL_LINKS, ALL_SIDES, Lattice
from worldgen.island.neighbourhood_mean import neighbourhood_means
from worldgen.island.river_curves import LatticePlace
from worldgen.island.river_network import RiverNetwork, drop_stubs, mark_rivers
from worldgen.island.river_pieces import RiverPieces, make_river_pieces
from worldgen.island.shaping import (
    FARTHEST_SHORE,
    apply_rules,
    dig_lakes,
    lay_plains,
    lift_by_shore,
    taper,
)
from worldgen.island.statistics import measure_plan
from worldgen.island.watershed import Watershed
from worldgen.layers import Layers, plan_step
from worldgen.parameters import WorldParameters
from worldgen.seed import layer_key

_LAKE_NODES = 6.0
"""Nodes of the smallest depression that holds a lake where lakes are 1."""

_LOWEST_CUT = 0.002
"""How far above the water level a depression is breached at the least."""

_DEEPEST_CUT = 0.04
_ROUTE_UNEVENNESS = 25
_RIVER_CELLS = 180.0
"""Cells of catchment of the smallest river where the density of rivers is 1."""

_BORDER_NODES = 4
_SHORTEST_RIVER = 6
"""Nodes; what is shorter is no river, nor an arm of one."""


@dataclass(frozen=True, eq=False)
class Plan:
    """An island solved on a lattice aligned to the world.

    Arrays are read-only and (rows, columns) over the lattice; node [r, c] lies at world lattice
    point (first_x + c, first_y + r), which is ``step`` sixty-fourths of a cell from the next.
    """

    island: tuple[int, int]
    first_x: int
    first_y: int
    step: int
    correction: np.ndarray = field(metadata=kept_as(np.float32))
    """What the relief adds to the low octaves."""
    shore: np.ndarray = field(metadata=kept_as(np.int8))
    """Distance to the coast in eighths of a step, > 0 on land, < 0 at sea."""
    lakes: np.ndarray = field(metadata=kept_as(np.int16))
    """The label of the lake over a node, 0 for none."""
    lake_levels: np.ndarray = field(metadata=kept_as(np.float64))
    """(lakes + 1,): the level of each lake; [0] is not used."""
    lake_outlets: np.ndarray = field(metadata=kept_as(np.int32))
    """(lakes + 1,): the flat index of the node where each lake is left."""
    humidity: np.ndarray = field(metadata=kept_as(np.float32))
    """0..1, one value for each block of BLOCK_NODES nodes a side."""
    neighbourhood_means: np.ndarray = field(metadata=kept_as(np.float32))
    """The mean height about each such block."""
    rivers: RiverPieces
    figures: dict[str, float]
    """What was measured: see ``worldgen.features.island``."""

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
    terrain = make_domain_terrain(layers, i, j, plan_step(layers.parameters) * UNITS_PER_CELL)
    if terrain is None:
        return None
    shore = np.empty(terrain.shape, dtype=np.int8)
    shore_distance(terrain.sea, FARTHEST_SHORE, shore)
    watershed = _make_watershed(layers, terrain)
    heights = _shape(layers, terrain, watershed, shore)
    border = _border(layers.parameters, terrain)
    depressions = _drain(layers, terrain, watershed, border, heights)
    lakes = _fill_lakes(layers.parameters, watershed, depressions, border, heights)
    network = _run_rivers(layers.parameters, terrain, watershed, lakes, border)
    place = LatticePlace(
        np.uint64(layer_key(layers.plan_key, "bends")),
        terrain.first_x,
        terrain.first_y,
        terrain.step,
    )
    rivers, lake_levels = make_river_pieces(
        place, terrain.shape, watershed.flow, terrain.sea.ravel(), network, lakes.levels
    )
    plan = Plan(
        island=(i, j),
        first_x=terrain.first_x,
        first_y=terrain.first_y,
        step=terrain.step,
        correction=_correction(layers, terrain, heights),
        shore=shore,
        lakes=lakes.labels,
        lake_levels=lake_levels,
        lake_outlets=network.lake_outlets,
        humidity=spread_humidity(layers, terrain, network),
        neighbourhood_means=neighbourhood_means(heights),
        rivers=rivers,
        figures=measure_plan(layers, terrain, heights, lakes.labels),
    )
    return into_arena(plan)


def _make_watershed(layers: Layers, terrain: DomainTerrain) -> Watershed:
    lattice = Lattice(
        land=terrain.land.ravel().astype(np.uint8),
        # Valleys may run along any diagonal: rivers do not exist yet that could cross.
        links=np.full(terrain.land.size, ALL_LINKS, dtype=np.uint8),
        coast=coastline(terrain.land),
        columns=terrain.shape[1],
    )
    return Watershed(lattice, rainfall(layers, terrain).ravel())


def _shape(
    layers: Layers, terrain: DomainTerrain, watershed: Watershed, shore: np.ndarray
) -> np.ndarray:
    """Return the heights of the nodes, (rows, columns), after every rule of the relief."""
    parameters = layers.parameters
    heights = terrain.start.copy()
    heights[(terrain.sea & SEA_NODE) > 0] = parameters.water_level
    watershed.set_outlets(heights.ravel())
    lifted = lift_by_shore(terrain.strength, shore)
    apply_rules(layers, watershed, heights.ravel(), lifted.ravel(), terrain.step)
    if layers.shaped:
        lay_plains(layers, terrain, shore, heights)
    dig_lakes(layers, terrain, shore, heights)
    if not parameters.island:
        taper(terrain.owned, terrain.base, heights)
    return heights


def _border(parameters: WorldParameters, terrain: DomainTerrain) -> np.ndarray:
    """Return bool (rows, columns): what lies so close to another domain that water is cut off.

    Such land keeps its height, and has no water.
    """
    if parameters.island:
        return np.zeros(terrain.shape, dtype=np.bool_)
    return ~shrunk(terrain.owned, _BORDER_NODES)


def _drain(
    layers: Layers,
    terrain: DomainTerrain,
    watershed: Watershed,
    border: np.ndarray,
    heights: np.ndarray,
) -> np.ndarray:
    """Breach small depressions of the finished relief, and route the water over what is left.

    Returns the labels of the depressions that are left: int32 (rows, columns).
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


@dataclass(frozen=True, eq=False)
class _Lakes:
    labels: np.ndarray
    """int32 (rows, columns): the label of the lake over a node, 0 for none."""
    levels: np.ndarray
    """float64 (lakes + 1,): the level of each lake; [0] is not used."""


def _fill_lakes(
    parameters: WorldParameters,
    watershed: Watershed,
    depressions: np.ndarray,
    border: np.ndarray,
    heights: np.ndarray,
) -> _Lakes:
    """Return the lakes of depressions; fill up what holds none, and smooth the beds of the rest."""
    lakes = np.zeros(heights.shape, dtype=np.int32)
    found = label_lakes(depressions, max(_smallest_lake(parameters) // 2, 2), lakes)
    surface = watershed.drainage.filled.reshape(heights.shape) / HEIGHT_UNITS
    filled_up = (depressions != 0) & (lakes == 0) & ~border
    heights[filled_up] = surface[filled_up]
    if found:
        smooth_beds(lakes, surface, heights)
    levels = np.full(found + 1, parameters.water_level)
    levels[lakes[lakes > 0]] = surface[lakes > 0]
    return _Lakes(lakes, levels)


def _run_rivers(
    parameters: WorldParameters,
    terrain: DomainTerrain,
    watershed: Watershed,
    lakes: _Lakes,
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


def _correction(layers: Layers, terrain: DomainTerrain, heights: np.ndarray) -> np.ndarray:
    """Return what a chunk adds to the low octaves to get the solved heights of land."""
    if not layers.shaped:
        return np.zeros(terrain.shape)
    return np.where(terrain.land, heights - terrain.base, 0.0)
