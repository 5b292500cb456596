"""Where the water of a great island runs on its coarse lattice: receivers, lakes, trunks, levels.

A trunk is a river from a catchment of TRUNK_NODES coarse nodes on. Levels are whole height units
and fall by at least ``_DROP`` along each link, so that the fine course has room to fall as well.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numba import types

from worldgen.coordinates import UNITS_PER_CELL
from worldgen.great.coarse_relief import hashed_noise
from worldgen.island.depressions import breach, label_lakes
from worldgen.island.domain_terrain import DomainTerrain
from worldgen.island.drainage import HEIGHT_UNITS, accumulate_flow, link_nodes
from worldgen.island.lattice import ALL_SIDES, FLOW_GRAPH, INDICES, OUTLET, FlowGraph
from worldgen.island.river_network import RiverNetwork, drop_stubs
from worldgen.island.watershed import Watershed
from worldgen.kernels.decorators import FLOATS, kernel
from worldgen.layers import Layers
from worldgen.seed import layer_key

TRUNK_NODES = 24
"""Coarse nodes of catchment from which a river is a trunk."""

FEEDER_NODES = 6
"""Coarse nodes of catchment from which a valley is burnt that leads to a trunk's head."""

_SHORTEST_TRUNK = 8
_LAKE_NODES = 8
_SINK = 33_000
_DROP = 64
_DEEPEST_CUT = 0.04
_UNEVENNESS = 30
_JITTER = 0.002
_BED = 0.0015


@dataclass(frozen=True, eq=False)
class CoarseWater:
    """Flat arrays over the coarse lattice; levels in height units."""

    lakes: np.ndarray
    lake_levels: np.ndarray
    outlets: np.ndarray
    """int32: the node where each lake is left."""
    levels: np.ndarray
    discharge: np.ndarray
    trunk: np.ndarray
    """uint8: 1 where a trunk runs, 2 where a feeder of one does."""


def sea_units(water: float) -> int:
    """Return the sea's level in height units."""
    return int(np.ceil(water * HEIGHT_UNITS))


def route_water(
    layers: Layers, ground: DomainTerrain, watershed: Watershed, heights: np.ndarray
) -> CoarseWater:
    """Route the water over the shaped ``heights``, which are cut and filled for it in place."""
    parameters = layers.parameters
    land = watershed.lattice.land > 0
    nodes = len(land)
    jitter = _JITTER * hashed_noise(layers, ground, "great routes").ravel()
    heights[land] += jitter[land]
    links = np.full(ground.shape, ALL_SIDES, dtype=np.uint8)
    link_nodes(heights.reshape(ground.shape), (ground.first_x + ground.first_y) & 1, links)
    watershed.lattice = watershed.lattice._replace(links=links.ravel())
    key = layer_key(layers.plan_key, "great routes")
    smallest = _LAKE_NODES if parameters.lakes > 0.0 else nodes
    watershed.flood(heights, key, _UNEVENNESS)
    breach(
        watershed.flow, watershed.drainage.parents, watershed.drainage.filled,
        watershed.label_depressions(heights, smallest), parameters.water_level + 0.002,
        _DEEPEST_CUT, heights,
    )  # fmt: skip
    watershed.flood(heights, key, _UNEVENNESS)
    flow, filled = watershed.flow, watershed.drainage.filled
    depressions = watershed.label_depressions(heights, smallest)
    lakes2 = np.zeros(ground.shape, dtype=np.int32)
    label_lakes(depressions.reshape(ground.shape), _LAKE_NODES // 2, lakes2)
    lakes = _joined_lakes(flow, lakes2.ravel())
    found = int(lakes.max(initial=0))
    filled_up = (depressions != 0) & (lakes == 0)
    heights[filled_up] = (filled / HEIGHT_UNITS)[filled_up]
    outlets = np.zeros(found + 1, dtype=np.int32)
    _drain_lakes_once(flow.topological_order, lakes, flow.receivers, outlets)
    discharge = np.zeros(nodes)
    accumulate_flow(flow, watershed.rain, discharge)
    levels = np.full(nodes, sea_units(parameters.water_level), dtype=np.int64)
    lake_levels = np.zeros(found + 1, dtype=np.int64)
    _set_levels(flow, lakes, filled, lake_levels, levels)
    threshold = TRUNK_NODES * (ground.step // UNITS_PER_CELL) ** 2.0
    trunk = np.zeros(nodes, dtype=np.uint8)
    _mark_trunks(flow, lakes, outlets, discharge, threshold, trunk)
    network = RiverNetwork(discharge, lakes, levels / HEIGHT_UNITS, trunk, outlets)
    drop_stubs(flow, _SHORTEST_TRUNK, network)
    _mark_feeders(flow, lakes, discharge, threshold * FEEDER_NODES / TRUNK_NODES, trunk)
    _fit_banks(lakes, lake_levels, levels, trunk, land, heights)
    return CoarseWater(lakes, lake_levels, outlets, levels, discharge, trunk)


def _joined_lakes(flow: FlowGraph, lakes: np.ndarray) -> np.ndarray:
    """Return the labels of lakes, where one that spills into another beside it is part of it."""
    order = flow.topological_order
    numbers, first = np.unique(lakes[order], return_index=True)
    joined = lakes.copy()
    for place, number in sorted(zip(first.tolist(), numbers.tolist(), strict=True)):
        below = joined[flow.receivers[order[place]]]
        if number > 0 and below > 0 and below != number:
            joined[joined == number] = below
    left, labels = np.unique(joined, return_inverse=True)
    offset = 0 if left[0] == 0 else 1
    return np.ascontiguousarray(labels.reshape(lakes.shape) + offset, dtype=np.int32)


def _fit_banks(
    lakes: np.ndarray,
    lake_levels: np.ndarray,
    levels: np.ndarray,
    trunk: np.ndarray,
    land: np.ndarray,
    heights: np.ndarray,
) -> None:
    """Bring the ground of courses down to their water, and no other ground below its own."""
    dry = land & (lakes == 0)
    on_trunk = dry & (trunk > 0)
    heights[on_trunk] = np.minimum(heights, (levels + _SINK) / HEIGHT_UNITS)[on_trunk]
    heights[dry] = np.maximum(heights, levels / HEIGHT_UNITS)[dry]
    bed = lake_levels[lakes] / HEIGHT_UNITS - _BED
    heights[lakes > 0] = np.minimum(heights, bed)[lakes > 0]


@kernel(types.void(INDICES, INDICES, types.int32[::1], types.int32[::1]))
def _drain_lakes_once(order, lakes, receivers, outlets):  # type: ignore[no-untyped-def]
    """Let every node of a lake drain to the one that the flood reached first: its only outlet."""
    for k in range(len(order)):
        n = order[k]
        lake = lakes[n]
        if lake > 0:
            if outlets[lake] == 0:
                outlets[lake] = n
            else:
                receivers[n] = outlets[lake]


@kernel(types.void(FLOW_GRAPH, INDICES, INDICES, types.int64[::1], types.int64[::1]))
def _set_levels(flow, lakes, filled, lake_levels, levels):  # type: ignore[no-untyped-def]
    """Set the level of water over each node, from the coast up; ``levels`` holds the sea's."""
    order, receivers = flow.topological_order, flow.receivers
    for k in range(len(order)):
        n = order[k]
        lowest = levels[receivers[n]] + _DROP
        lake = lakes[n]
        if lake > 0:
            if lake_levels[lake] == 0:
                lake_levels[lake] = max(np.int64(filled[n]), lowest)
            levels[n] = lake_levels[lake]
        else:
            levels[n] = max(np.int64(filled[n]) - _SINK, lowest)


@kernel(types.void(FLOW_GRAPH, INDICES, INDICES, FLOATS, types.float64, types.uint8[::1]))
def _mark_trunks(flow, lakes, outlets, discharge, threshold, trunk):  # type: ignore[no-untyped-def]
    """Mark the nodes where a trunk runs: from the threshold on, and below every lake."""
    order, receivers, land = flow.topological_order, flow.receivers, flow.land
    for k in range(len(order) - 1, -1, -1):
        n = order[k]
        lake = lakes[n]
        if discharge[n] >= threshold or trunk[n] or (lake > 0 and outlets[lake] == n):
            trunk[n] = 1
            if land[receivers[n]] != OUTLET:
                trunk[receivers[n]] = 1


@kernel(types.void(FLOW_GRAPH, INDICES, FLOATS, types.float64, types.uint8[::1]))
def _mark_feeders(flow, lakes, discharge, threshold, trunk):  # type: ignore[no-untyped-def]
    """Mark valleys that lead to trunks, from the trunks up."""
    order, receivers, land = flow.topological_order, flow.receivers, flow.land
    for k in range(len(order)):
        n = order[k]
        m = receivers[n]
        leads = land[m] != OUTLET and trunk[m] > 0 and lakes[m] == 0
        if leads and trunk[n] == 0 and lakes[n] == 0 and discharge[n] >= threshold:
            trunk[n] = 2
