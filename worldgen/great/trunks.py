"""The trunks of a great island: courses, levels and widths of its great rivers, given to all tiles.

A trunk runs through displaced coarse nodes and is cut into pieces like any river. Feeders are the
valleys that lead to the heads of trunks; they shape the ground that tiles start with, no more.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numba import types

from worldgen.coordinates import UNITS_PER_CELL
from worldgen.great.coarse_relief import hashed_noise
from worldgen.great.coarse_water import CoarseWater
from worldgen.great.deltas import part_mouths
from worldgen.great.warp import unwarp
from worldgen.island.arena import kept_as
from worldgen.island.domain_terrain import DomainTerrain
from worldgen.island.drainage import HEIGHT_UNITS
from worldgen.island.lattice import BYTES, FLOW_GRAPH, INDICES, OUTLET
from worldgen.island.river_curves import (
    DISCHARGE,
    POSITION,
    LatticePlace,
    PieceTable,
    settle_levels,
)
from worldgen.island.river_network import RiverNetwork
from worldgen.island.river_pieces import RiverPieces, bin_pieces, cut_pieces, rank_pieces
from worldgen.island.watershed import Watershed
from worldgen.kernels.decorators import FLOATS, kernel
from worldgen.layers import Layers

_JITTER = 0.30
"""How far nodes are displaced by hashed numbers, in coarse steps."""

_ESTUARY, _ESTUARY_LINKS, _ESTUARY_FLOW = 1.5, 10.0, 800_000.0
"""How much wider the mouth of a great river is, from how many links on, from what discharge on."""

WIDEST = 32.0
"""Half the width of the widest estuary, in cells."""

_TURNS = 20
_FARTHEST = 0.80
"""How far smoothing may move a node, in coarse steps."""


@dataclass(frozen=True, eq=False)
class Feeders:
    """Straight valleys that lead to trunks; positions as those of rivers."""

    ends: np.ndarray = field(metadata=kept_as(np.int32))
    """(n, 4): start and end."""
    levels: np.ndarray = field(metadata=kept_as(np.float32))
    """(n, 2): how high water would stand at start and end."""


def lay_trunks(
    layers: Layers,
    ground: DomainTerrain,
    watershed: Watershed,
    water: CoarseWater,
    heights: np.ndarray,
) -> tuple[RiverPieces, Feeders, np.ndarray]:
    """Return the trunks, their feeders, and the levels that lakes settle at (float64).

    The flat ``heights`` are brought down in place where deltas are.
    """
    places = _places(layers, ground, watershed, water)
    levels = water.levels / HEIGHT_UNITS
    levels[watershed.lattice.land == OUTLET] = layers.parameters.water_level
    network = RiverNetwork(
        discharge=np.maximum(water.discharge, trunk_flow(ground.step)),
        lakes=water.lakes,
        levels=levels,
        flowing=(water.trunk == 1).astype(np.uint8),
        lake_outlets=water.outlets,
    )
    place = LatticePlace(np.uint64(0), ground.first_x, ground.first_y, ground.step)
    table = rank_pieces(cut_pieces(place, watershed.flow, ground.sea.ravel(), network, places))
    widening = _widening(watershed, table)
    half_width = _half_widths(table.values[:, DISCHARGE])
    table, parted = part_mouths(layers, ground, water, table, half_width, heights)
    widened = np.ones(len(parted))
    widened[len(parted) - len(widening) :] = widening
    widened[parted] = 1.0
    x, y = ground.first_x * ground.step, ground.first_y * ground.step
    table.ends[:] = unwarp(layers, x, y, table.ends.reshape(-1, 2)).reshape(-1, 4)
    if layers.parameters.river_density == 0.0:
        # Courses stay, for what drains into them, but there is no river on the island.
        table = table._replace(sources=table.sources[:0])
    half_width = _half_widths(table.values[:, DISCHARGE]) * widened
    half_width = np.minimum(half_width, WIDEST)
    lake_levels = water.lake_levels / HEIGHT_UNITS
    settle_levels(table.ends, table.ranks, half_width, table.values, lake_levels)
    trunks = bin_pieces(table, half_width, ground.shape, ground.step)
    starts = np.flatnonzero(water.trunk == 2)
    stops = watershed.flow.receivers[starts]
    valleys = unwarp(layers, x, y, places[np.concatenate([starts, stops])])
    feeders = Feeders(
        ends=np.hstack(np.split(valleys, 2)),
        levels=np.stack([levels[starts], levels[stops]], axis=1),
    )
    return trunks, feeders, lake_levels


def trunk_flow(step: int) -> float:
    """Return the discharge that a trunk has at the least, and any other river at the most."""
    return 24.0 * (step // UNITS_PER_CELL) ** 2


def _half_widths(flow: np.ndarray) -> np.ndarray:
    """Return half the width of a trunk for its discharge, in cells."""
    root = np.sqrt(flow)
    width: np.ndarray = np.minimum(0.42 + 0.0085 * root, 6.0 + 0.0014 * root)
    return np.asarray(np.maximum(width, 0.75))


def _widening(watershed: Watershed, table: PieceTable) -> np.ndarray:
    """Return how many times wider each piece is than its water asks for: as in an estuary."""
    flow = watershed.flow
    links = np.zeros(len(flow.land), dtype=np.int32)
    count_links(flow, links)
    position = table.ranks[:, POSITION]
    nodes = flow.topological_order[np.clip(position, 0, len(flow.topological_order) - 1)]
    away = np.where(position < 0, 0, links[nodes])
    near = np.clip(1.0 - away / _ESTUARY_LINKS, 0.0, 1.0)
    great = np.clip(table.values[:, DISCHARGE] / _ESTUARY_FLOW, 0.0, 1.0)
    widening: np.ndarray = 1.0 + _ESTUARY * near * near * great
    return widening


@kernel(types.void(FLOW_GRAPH, types.int32[::1]))
def count_links(flow, links):  # type: ignore[no-untyped-def]
    """Count the links from each node down to the sea."""
    for k in range(len(flow.topological_order)):
        n = flow.topological_order[k]
        m = flow.receivers[n]
        links[n] = 0 if flow.land[m] == OUTLET else links[m] + 1


def _places(
    layers: Layers, ground: DomainTerrain, watershed: Watershed, water: CoarseWater
) -> np.ndarray:
    """Return where each node's water runs, int32 (nodes, 2), in units from the first node.

    Nodes in water stay where they are; courses are smoothed along their main stems.
    """
    rows, columns = ground.shape
    step = ground.step
    cells = step / UNITS_PER_CELL
    nodes = np.arange(rows * columns)
    at = np.stack([nodes % columns, nodes // columns], axis=1) * np.float64(cells)
    dry = (watershed.lattice.land > 0) & (water.lakes == 0)
    for axis, name in enumerate(("trunk places x", "trunk places y")):
        drawn = hashed_noise(layers, ground, name).ravel() - 0.5
        at[dry, axis] += (_JITTER * cells * drawn)[dry]
    order = watershed.flow.topological_order
    courses = np.ascontiguousarray(order[water.trunk[order] > 0])
    fixed = (~dry).astype(np.uint8)
    smooth_courses(courses, watershed.flow.receivers, fixed, water.discharge, _FARTHEST * cells, at)
    return np.floor(at * UNITS_PER_CELL).astype(np.int32)


@kernel(types.void(INDICES, INDICES, BYTES, FLOATS, types.float64, types.float64[:, ::1]))
def smooth_courses(nodes, receivers, fixed, discharge, farthest, places):  # type: ignore[no-untyped-def]
    """Draw each node of a course toward the middle of the one above and the one below.

    ``nodes`` are those of courses, from the coast up; ``fixed`` ones stay.
    """
    main = np.full(len(receivers), -1, dtype=np.int32)
    for k in range(len(nodes)):
        n = nodes[k]
        rival = main[receivers[n]]
        if rival < 0 or discharge[n] > discharge[rival]:
            main[receivers[n]] = n
    first, before = np.empty((len(nodes), 2)), places.copy()
    for k in range(len(nodes)):
        first[k, 0], first[k, 1] = places[nodes[k], 0], places[nodes[k], 1]
    for _ in range(_TURNS):
        for k in range(len(nodes)):
            n = nodes[k]
            up, down = main[n], receivers[n]
            if fixed[n] or up < 0:
                continue
            for axis in range(2):
                drawn = 0.5 * before[n, axis] + 0.25 * (before[up, axis] + before[down, axis])
                low, high = first[k, axis] - farthest, first[k, axis] + farthest
                places[n, axis] = min(max(drawn, low), high)
        for k in range(len(nodes)):
            n = nodes[k]
            before[n, 0], before[n, 1] = places[n, 0], places[n, 1]
