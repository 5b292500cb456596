"""The plan of an island: everything that needs neighbours, solved once on a coarse lattice."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from worldgen.archipelago.archipelago import IslandKey
from worldgen.coordinates import UNITS_PER_CELL
from worldgen.island.arena import into_arena, kept_as
from worldgen.island.coast import SEA_NODE, shore_distance
from worldgen.island.domain_terrain import (
    DomainTerrain,
    coastline,
    make_domain_terrain,
    rainfall,
)
from worldgen.island.humidity import spread_humidity
from worldgen.island.lattice import ALL_LINKS, Lattice
from worldgen.island.neighbourhood_mean import neighbourhood_means
from worldgen.island.river_curves import LatticePlace
from worldgen.island.river_pieces import RiverPieces, make_river_pieces
from worldgen.island.routing import drain, fill_lakes, find_border, run_rivers
from worldgen.island.shaping import (
    FARTHEST_SHORE,
    apply_rules,
    dig_crater,
    dig_lakes,
    lay_plains,
    lift_by_shore,
    taper,
)
from worldgen.island.statistics import measure_plan
from worldgen.island.watershed import Watershed
from worldgen.layers import Layers, plan_step
from worldgen.seed import layer_key


@dataclass(frozen=True, eq=False)
class Plan:
    """An island solved on a lattice aligned to the world.

    Arrays are read-only and (rows, columns) over the lattice; node [r, c] lies at world lattice
    point (first_x + c, first_y + r), which is ``step`` sixty-fourths of a cell from the next.
    """

    island: IslandKey
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


def solve_plan(layers: Layers, key: IslandKey) -> Plan | None:
    """Return the plan of an island, or None when there is no land in its domain."""
    terrain = make_domain_terrain(layers, key, plan_step(layers.parameters) * UNITS_PER_CELL)
    if terrain is None:
        return None
    shore = np.empty(terrain.shape, dtype=np.int8)
    shore_distance(terrain.sea, FARTHEST_SHORE, shore)
    watershed = _make_watershed(layers, terrain)
    heights = _shape(layers, key, terrain, watershed, shore)
    border = find_border(layers.parameters, terrain)
    depressions = drain(layers, terrain, watershed, border, heights)
    lakes = fill_lakes(layers.parameters, watershed, depressions, border, heights)
    network = run_rivers(layers.parameters, terrain, watershed, lakes, border)
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
        island=key,
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
    layers: Layers,
    key: IslandKey,
    terrain: DomainTerrain,
    watershed: Watershed,
    shore: np.ndarray,
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
    dig_crater(layers, key, terrain, heights)
    if not parameters.island:
        taper(terrain.owned, terrain.base, heights)
    return heights


def _correction(layers: Layers, terrain: DomainTerrain, heights: np.ndarray) -> np.ndarray:
    """Return what a chunk adds to the low octaves to get the solved heights of land."""
    if not layers.shaped:
        return np.zeros(terrain.shape)
    return np.where(terrain.land, heights - terrain.base, 0.0)
