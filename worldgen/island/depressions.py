"""Depressions: the small ones are breached or filled, the large ones hold lakes."""

from __future__ import annotations

import numpy as np
from numba import types

from worldgen.island.drainage import HEIGHT_UNITS
from worldgen.island.lattice import FLOW_GRAPH, INDICES, LATTICE, OUTLET, neighbour
from worldgen.kernels.decorators import FLOATS, device, kernel

SMALL = -1
"""The label of all depressions that are too small for a lake."""

_BED_SMOOTHINGS = 24


@kernel(types.int64(LATTICE, INDICES, INDICES, FLOATS, types.int64, types.int32[::1]))
def label_depressions(lattice, order, filled, heights, smallest, depressions):  # type: ignore[no-untyped-def]
    """Label depressions of at least ``smallest`` nodes from 1; return how many there are.

    Args:
        lattice: nodes and links.
        order: int32: the land nodes, in topological order.
        filled: int32 (nodes,): the surface with depressions filled, in height units.
        heights: float64 (nodes,), 0..1.
        smallest: nodes of a depression with a label of its own, at the least.
        depressions: int32 (nodes,), written: 0 to begin with; gets labels, and SMALL.
    """
    land, links, columns = lattice.land, lattice.links, lattice.columns
    queue = np.empty(len(order) + 1, dtype=np.int32)
    found = 0
    for k in range(len(order)):
        start = order[k]
        if depressions[start] != 0 or filled[start] <= np.int64(heights[start] * HEIGHT_UNITS):
            continue
        head, tail = 0, 1
        queue[0] = start
        depressions[start] = found + 1
        while head < tail:
            n = queue[head]
            head += 1
            for d in range(8):
                m = n + neighbour(d, columns)
                if (
                    links[n] >> d & 1
                    and land[m] != OUTLET
                    and depressions[m] == 0
                    and filled[m] == filled[start]
                    and filled[m] > np.int64(heights[m] * HEIGHT_UNITS)
                ):
                    depressions[m] = found + 1
                    queue[tail] = m
                    tail += 1
        if tail >= smallest:
            found += 1
        else:
            for q in range(tail):
                depressions[queue[q]] = SMALL
    return found


@kernel(
    types.int64(types.Array(types.int32, 2, "C", readonly=True), types.int64, types.int32[:, ::1])
)
def label_lakes(depressions, smallest, lakes):  # type: ignore[no-untyped-def]
    """Label the open water of depressions from 1, and return how many lakes there are.

    Only squares with four corners in one depression are water; a lake is a connected component of
    them over their sides, so that it never falls apart into cells. Narrower arms become land.

    Args:
        depressions: int32 (rows, columns): labels, at most 0 for none; 0 along the edges.
        smallest: squares of a lake, at the least.
        lakes: int32 (rows, columns), written: 0 to begin with.
    """
    rows, columns = depressions.shape
    seen = np.zeros((rows, columns), dtype=np.uint8)
    queue = np.empty(rows * columns, dtype=np.int32)
    found = 0
    for start in range(rows * columns - columns - 1):
        r0, c0 = start // columns, start % columns
        depression = depressions[r0, c0]
        if seen[r0, c0] or depression <= 0 or not _in_depression(depressions, r0, c0, depression):
            continue
        head, tail = 0, 1
        queue[0] = start
        seen[r0, c0] = 1
        while head < tail:
            r, c = queue[head] // columns, queue[head] % columns
            head += 1
            for side in range(4):
                r2 = r + (1 if side == 0 else -1 if side == 1 else 0)
                c2 = c + (1 if side == 2 else -1 if side == 3 else 0)
                if not seen[r2, c2] and _in_depression(depressions, r2, c2, depression):
                    seen[r2, c2] = 1
                    queue[tail] = r2 * columns + c2
                    tail += 1
        if tail >= smallest:
            found += 1
            for k in range(tail):
                for corner in range(4):
                    r, c = queue[k] // columns + corner // 2, queue[k] % columns + corner % 2
                    if lakes[r, c] == 0:
                        lakes[r, c] = found
    return found


@device()
def _in_depression(depressions, r, c, depression):  # type: ignore[no-untyped-def]
    return (
        depressions[r, c] == depression
        and depressions[r, c + 1] == depression
        and depressions[r + 1, c] == depression
        and depressions[r + 1, c + 1] == depression
    )


@kernel(
    types.void(
        FLOW_GRAPH, INDICES, INDICES, INDICES, types.float64, types.float64, types.float64[::1],
    )
)  # fmt: skip
def breach(flow, parents, filled, depressions, lowest, deepest, heights):  # type: ignore[no-untyped-def]
    """Cut small depressions open along their way out; those too deep to cut are filled instead.

    This is breaching after Lindsay (2016), along the paths of the flood. Nodes come from the coast
    up, so a depression's way out is dry by the time it is reached.

    Args:
        flow: the graph that water follows.
        parents: int32 (nodes,): the node from which each was flooded.
        filled: int32 (nodes,): the filled surface, in height units.
        depressions: int32 (nodes,): SMALL where a node is to be drained.
        lowest: no node is cut lower.
        deepest: the deepest cut; what lies deeper is filled.
        heights: float64 (nodes,), 0..1, read and written.
    """
    land = flow.land
    for k in range(len(flow.topological_order)):
        start = flow.topological_order[k]
        if depressions[start] != SMALL:
            continue
        floor = max(heights[start], lowest)
        surface = filled[start] / HEIGHT_UNITS
        if surface - floor > deepest:
            heights[start] = surface
            continue
        heights[start] = floor
        n = parents[start]
        while land[n] != OUTLET and heights[n] > floor:
            heights[n] = floor
            n = parents[n]


def smooth_beds(lakes: np.ndarray, surface: np.ndarray, heights: np.ndarray) -> None:
    """Smooth the beds of lakes toward their shores, so that no drowned valleys show.

    Arrays are (rows, columns): labels of lakes, and levels where there are any; ``heights`` is
    written.
    """
    depth = np.where(lakes > 0, np.maximum(surface - heights, 0.0), 0.0)
    for _ in range(_BED_SMOOTHINGS):
        around = depth[:-2, 1:-1] + depth[2:, 1:-1] + depth[1:-1, :-2] + depth[1:-1, 2:]
        depth[1:-1, 1:-1] = 0.5 * depth[1:-1, 1:-1] + 0.125 * around
        depth[lakes == 0] = 0.0
    heights[lakes > 0] = (surface - depth)[lakes > 0]
