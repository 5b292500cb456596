"""The coarse plan of a great island: all that is the same at every level of detail."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from worldgen.archipelago.archipelago import IslandKey
from worldgen.coordinates import UNITS_PER_CELL
from worldgen.great.coarse_relief import lay_relief, shape_coarse
from worldgen.great.coarse_water import CoarseWater, route_water
from worldgen.great.lattices import coarse_layers, coarse_step
from worldgen.great.partition import cut_tiles, uniform_labels
from worldgen.great.patch import Patch
from worldgen.great.trunks import Feeders, lay_trunks
from worldgen.great.warp import FARTHEST, unwarp
from worldgen.island.arena import into_arena, kept_as
from worldgen.island.blocks import BLOCK_NODES, block_sums
from worldgen.island.coast import SEA_NODE, shore_distance
from worldgen.island.domain_terrain import DomainTerrain, coastline, make_domain_terrain, rainfall
from worldgen.island.humidity import diffuse
from worldgen.island.lattice import ALL_LINKS, Lattice
from worldgen.island.river_pieces import RiverPieces
from worldgen.island.shaping import FARTHEST_SHORE, lift_by_shore
from worldgen.island.statistics import measure_plan
from worldgen.island.watershed import Watershed
from worldgen.layers import Layers
from worldgen.noise.octaves import sum_octaves

_STRAIT = 1
"""Coarse nodes of water on each side of a border: tiles see to the rest."""

_LOWERED = 0.012
"""How much lower the land of tiles lies than the coarse heights, on the average."""

_INLAND_HUMIDITY = 0.72
"""The humidity of land that is far from all water."""

_SLOWER = 4
"""Humidity takes one step on the coarse lattice for so many on that of other plans."""


@dataclass(frozen=True, eq=False)
class CoarsePlan:
    """A great island on its coarse lattice; arrays are (rows, columns) if nothing else is said.

    Node [r, c] lies at world lattice point (first_x + c, first_y + r), which is ``step``
    sixty-fourths of a cell from the next.
    """

    island: IslandKey
    first_x: int
    first_y: int
    step: int
    heights: np.ndarray = field(metadata=kept_as(np.float32))
    """The shaped relief; beside water never below it."""
    amplitude: np.ndarray = field(metadata=kept_as(np.float32))
    """How strongly finer octaves show."""
    shore: np.ndarray = field(metadata=kept_as(np.int8))
    """Distance to the coast in eighths of a step, > 0 on land, < 0 at sea."""
    sea: np.ndarray = field(metadata=kept_as(np.uint8))
    """SEA_NODE and SEA_SQUARE."""
    lakes: np.ndarray = field(metadata=kept_as(np.int16))
    """The number of the lake over a node, 0 for none."""
    lake_levels: np.ndarray = field(metadata=kept_as(np.float64))
    """(lakes + 1,)."""
    lake_outlets: np.ndarray = field(metadata=kept_as(np.int32))
    """(lakes + 1,): the flat index of the node where each lake is left."""
    labels: np.ndarray = field(metadata=kept_as(np.int16))
    """The tile of each node, 0 for the open sea."""
    uniform: np.ndarray = field(metadata=kept_as(np.uint8))
    """1 where all labels about a node are the same."""
    rain: np.ndarray = field(metadata=kept_as(np.float32))
    """The water that falls on each node, in cells."""
    humidity: np.ndarray = field(metadata=kept_as(np.float32))
    """0..1."""
    neighbourhood_means: np.ndarray = field(metadata=kept_as(np.float32))
    """The mean height about a node, the sea at its level."""
    rivers: RiverPieces
    """The trunks."""
    feeders: Feeders
    correction: np.ndarray = field(metadata=kept_as(np.float32))
    """What the island adds to the low octaves, seen from far."""
    humidity_blocks: np.ndarray = field(metadata=kept_as(np.float32))
    """The humidity of each block of BLOCK_NODES nodes a side."""
    mean_blocks: np.ndarray = field(metadata=kept_as(np.float32))
    """The mean height of each such block."""
    tiles: int
    figures: dict[str, float]

    @property
    def nbytes(self) -> int:
        arrays = [value for value in vars(self).values() if isinstance(value, np.ndarray)]
        arrays += [self.feeders.ends, self.feeders.levels]
        return sum(array.nbytes for array in arrays) + self.rivers.nbytes

    @property
    def overview(self) -> Patch:
        """The plan as chunks take it that show it from far, where its warp cannot be seen."""
        return Patch(
            island=self.island,
            first_x=self.first_x,
            first_y=self.first_y,
            step=self.step,
            correction=self.correction,
            shore=self.shore,
            lakes=self.lakes,
            lake_levels=self.lake_levels,
            humidity=self.humidity_blocks,
            neighbourhood_means=self.mean_blocks,
            rivers=self.rivers,
        )

    @property
    def shape(self) -> tuple[int, int]:
        rows, columns = self.shore.shape
        return rows, columns


def solve_coarse(layers: Layers, key: IslandKey) -> CoarsePlan | None:
    """Return the coarse plan of a great island, or None when its domain holds no land."""
    coarse = coarse_layers(layers)
    ground = make_domain_terrain(coarse, key, coarse_step(layers), _STRAIT)
    if ground is None:
        return None
    local = sum_octaves(
        coarse.height_low, ground.first_x * ground.step, ground.first_y * ground.step, ground.step,
        ground.shape[1], ground.shape[0],
    )  # fmt: skip
    relief = lay_relief(layers, key, ground, local)
    shore = np.empty(ground.shape, dtype=np.int8)
    shore_distance(ground.sea, FARTHEST_SHORE, shore)
    heights = relief.heights.ravel().copy()
    sea = (ground.sea.ravel() & SEA_NODE) > 0
    floor = heights[sea]
    heights[sea] = layers.parameters.water_level
    rain = rainfall(layers, ground)
    lattice = Lattice(
        land=ground.land.ravel().astype(np.uint8),
        links=np.full(ground.land.size, ALL_LINKS, dtype=np.uint8),
        coast=coastline(ground.land),
        columns=ground.shape[1],
    )
    watershed = Watershed(lattice, rain.ravel())
    watershed.set_outlets(heights)
    lifted = lift_by_shore(0.25 + 0.75 * relief.ridges, shore).ravel()
    shape_coarse(layers, ground, watershed, lifted, heights)
    water = route_water(layers, ground, watershed, heights)
    labels, tiles = cut_tiles(watershed.flow, water.lakes, ground.shape)
    trunks, feeders, lake_levels = lay_trunks(layers, ground, watershed, water, heights)
    land = heights.reshape(ground.shape)
    neighbourhood_means = np.where(ground.land, land - _LOWERED, layers.parameters.water_level)
    humidity = _humidity(layers, ground, water)
    figures = measure_plan(layers, ground, land, water.lakes.reshape(ground.shape))
    figures |= _drawn_figures(layers, ground, figures)
    heights[sea] = floor
    plan = CoarsePlan(
        island=key,
        first_x=ground.first_x,
        first_y=ground.first_y,
        step=ground.step,
        heights=land,
        amplitude=relief.amplitude,
        shore=shore,
        sea=ground.sea,
        lakes=water.lakes.reshape(ground.shape),
        lake_levels=lake_levels,
        lake_outlets=water.outlets,
        labels=labels,
        uniform=uniform_labels(labels),
        rain=rain,
        humidity=humidity,
        neighbourhood_means=neighbourhood_means,
        rivers=trunks,
        feeders=feeders,
        correction=np.where(ground.land, land - _LOWERED - ground.base, 0.0),
        humidity_blocks=block_sums(humidity) / (BLOCK_NODES * BLOCK_NODES),
        mean_blocks=block_sums(land) / (BLOCK_NODES * BLOCK_NODES),
        tiles=tiles,
        figures=figures,
    )
    return into_arena(plan)


def _drawn_figures(
    layers: Layers, ground: DomainTerrain, figures: dict[str, float]
) -> dict[str, float]:
    """Return the figures that are places, as the warp draws them."""
    x, y, step = ground.first_x * ground.step, ground.first_y * ground.step, ground.step
    peak = np.array([[figures["peak_x"], figures["peak_y"]]]) * UNITS_PER_CELL - [x, y]
    drawn = (unwarp(layers, x, y, peak.astype(np.int32))[0] + [x, y]) / UNITS_PER_CELL
    reach = np.ceil(FARTHEST * step / UNITS_PER_CELL)
    return {
        "x": figures["x"] - reach,
        "y": figures["y"] - reach,
        "width": figures["width"] + 2.0 * reach,
        "height": figures["height"] + 2.0 * reach,
        "peak_x": float(drawn[0]),
        "peak_y": float(drawn[1]),
    }


def _humidity(layers: Layers, ground: DomainTerrain, water: CoarseWater) -> np.ndarray:
    """Return the humidity of each node, from sea, lakes and all courses of some size."""
    source = (ground.sea & SEA_NODE) | (water.lakes.reshape(ground.shape) > 0)
    source |= water.trunk.reshape(ground.shape) > 0
    humidity = np.empty(ground.shape)
    steps = layers.parameters.humidity_steps // _SLOWER
    diffuse((source > 0).astype(np.uint8), layers.parameters.humidity_rate, steps, humidity)
    # Far inland it is the belts that say how dry it is: water nearby adds to them.
    return _INLAND_HUMIDITY + (1.0 - _INLAND_HUMIDITY) * humidity
