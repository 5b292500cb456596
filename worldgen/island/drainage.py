"""Where water goes on an island: links between nodes, flooding from the coast, flow accumulation.

Water is routed on whole numbers: heights are quantised to ``1 / HEIGHT_UNITS`` and ties are broken
by index, so that a difference in a last bit can never move a river. Rivers run along the lattice
and along the steeper diagonal of each square, so none ever crosses another.
"""

from __future__ import annotations

import numpy as np
from numba import types

from worldgen.island.lattice import DRAINAGE, FLOW_GRAPH, LAND, LATTICE, OUTLET, neighbour
from worldgen.kernels.decorators import FLOATS, GRID, device, kernel
from worldgen.noise.hashing import mix

HEIGHT_UNITS = 1 << 24
"""Parts of the range of height, 0..1, that water is routed by."""

_QUEUED, _DRAINED = 2, 3
"""States of a land node while flooding, beside OUTLET and LAND."""


@kernel(types.void(GRID, types.int64, types.uint8[:, ::1]))
def link_nodes(heights, parity, links):  # type: ignore[no-untyped-def]
    """Add to each node's links one diagonal a square: the steeper, so that no two rivers cross.

    Where both are as steep they take turns, from square to square.

    Args:
        heights: float64 (rows, columns), 0..1.
        parity: that of the world lattice position, x + y, of node [0, 0].
        links: uint8 (rows, columns), written: holds ALL_SIDES to begin with.
    """
    rows, columns = links.shape
    for r in range(rows - 1):
        for c in range(columns - 1):
            falling = abs(
                np.int64(heights[r, c] * HEIGHT_UNITS)
                - np.int64(heights[r + 1, c + 1] * HEIGHT_UNITS)
            )
            rising = abs(
                np.int64(heights[r, c + 1] * HEIGHT_UNITS)
                - np.int64(heights[r + 1, c] * HEIGHT_UNITS)
            )
            if falling > rising or (falling == rising and (r + c + parity) & 1):
                links[r, c] |= 16
                links[r + 1, c + 1] |= 32
            else:
                links[r, c + 1] |= 64
                links[r + 1, c] |= 128


@device()
def _push(heap, size, item):  # type: ignore[no-untyped-def]
    at = size
    while at > 0:
        above = (at - 1) >> 1
        if heap[above] <= item:
            break
        heap[at] = heap[above]
        at = above
    heap[at] = item


@device()
def _pop(heap, size):  # type: ignore[no-untyped-def]
    """Take the least item from a heap of ``size`` items."""
    least, item = heap[0], heap[size - 1]
    last = size - 1
    at = 0
    while True:
        child = 2 * at + 1
        if child >= last:
            break
        if child + 1 < last and heap[child + 1] < heap[child]:
            child += 1
        if heap[child] >= item:
            break
        heap[at] = heap[child]
        at = child
    heap[at] = item
    return least


@kernel(types.int64(FLOATS, LATTICE, types.uint64, types.int64, DRAINAGE))
def flood(heights, lattice, key, unevenness, drainage):  # type: ignore[no-untyped-def]
    """Fill depressions from the coast upward and choose where each land node drains.

    This is priority-flood (Barnes, Lehman and Mulla 2014). Returns the number of land nodes
    reached, which is how much of the topological order is valid.

    Args:
        heights: float64 (nodes,), 0..1.
        lattice: nodes and links.
        key: of the noise that receivers are chosen with.
        unevenness: slopes are weighed by a hashed factor of ``100 +- unevenness`` per cent.
        drainage: written, but for what ``filled`` holds of outlets.
    """
    land, links, columns = lattice.land, lattice.links, lattice.columns
    filled, parents, order = drainage.filled, drainage.parents, drainage.topological_order
    state = land.copy()
    heap = np.empty(len(order) + 1, dtype=np.int64)
    size = 0
    for k in range(len(lattice.coast)):
        n = lattice.coast[k]
        if state[n] != LAND:
            continue
        lowest = np.int64(1) << 40
        for d in range(8):
            m = n + neighbour(d, columns)
            if links[n] >> d & 1 and land[m] == OUTLET and filled[m] < lowest:
                lowest = np.int64(filled[m])
                parents[n] = m
        if lowest == np.int64(1) << 40:
            continue
        filled[n] = max(np.int64(heights[n] * HEIGHT_UNITS), lowest)
        state[n] = _QUEUED
        _push(heap, size, np.int64(filled[n]) << 24 | n)
        size += 1
    count = 0
    while size > 0:
        n = _pop(heap, size) & 0xFFFFFF
        size -= 1
        state[n] = _DRAINED
        order[count] = n
        count += 1
        best, receiver = np.int64(0), parents[n]
        noise = mix(key + np.uint64(n))
        for d in range(8):
            if not links[n] >> d & 1:
                continue
            m = n + neighbour(d, columns)
            if state[m] == LAND:
                state[m] = _QUEUED
                filled[m] = max(np.int64(heights[m] * HEIGHT_UNITS), np.int64(filled[n]))
                parents[m] = n
                _push(heap, size, np.int64(filled[m]) << 24 | m)
                size += 1
            elif state[m] != _QUEUED:
                drop = np.int64(filled[n]) - np.int64(filled[m])
                part = np.int64((noise >> np.uint64(8 * d)) & np.uint64(255))
                factor = 25600 + (part - 128) * 2 * unevenness
                slope = drop * factor * (256 if d < 4 else 181)
                if slope > best:
                    best, receiver = slope, m
        drainage.receivers[n] = receiver
    return count


@device()
def add_up_rain(flow, rain, discharge):  # type: ignore[no-untyped-def]
    """Do what ``accumulate_flow`` does, for kernels to call."""
    order, receivers, land = flow.topological_order, flow.receivers, flow.land
    for k in range(len(order)):
        discharge[order[k]] = rain[order[k]]
    for k in range(len(order) - 1, -1, -1):
        n = order[k]
        if land[receivers[n]] != OUTLET:
            discharge[receivers[n]] += discharge[n]


@kernel(types.void(FLOW_GRAPH, FLOATS, types.float64[::1]))
def accumulate_flow(flow, rain, discharge):  # type: ignore[no-untyped-def]
    """Sum the rain that drains through each land node, from the heights down.

    Args:
        flow: the graph that water follows.
        rain: float64 (nodes,): what falls on each.
        discharge: float64 (nodes,), written for land nodes, in the unit of ``rain``.
    """
    add_up_rain(flow, rain, discharge)
