"""Where water goes on an island: open sea, flooding from the coast, receivers, hollows.

Water is routed on whole numbers: heights are quantised to ``1 / HEIGHT_UNITS`` and ties are broken
by index, so that a difference in a last bit can never move a river. Rivers run along the lattice
and along the steeper diagonal of each square, so none ever crosses another.
"""

from __future__ import annotations

import numpy as np
from numba import types

from worldgen.island.relief import BYTES, INDICES
from worldgen.kernels.decorators import GRID, device, kernel
from worldgen.noise.octaves import mix

HEIGHT_UNITS = 1 << 24
ALL_SIDES = 15
"""The links of a node to its four sides."""
ALL_LINKS = 255

OUTLET, LAND, QUEUED, DRAINED = 0, 1, 2, 3
"""States of a node while flooding."""


@device()
def neighbour(direction, columns):  # type: ignore[no-untyped-def]
    """Return the index offset of one of eight directions; the first four are the sides."""
    if direction == 0:
        return 1
    if direction == 1:
        return -1
    if direction == 2:
        return columns
    if direction == 3:
        return -columns
    if direction == 4:
        return columns + 1
    if direction == 5:
        return -columns - 1
    if direction == 6:
        return columns - 1
    return -columns + 1


@kernel(types.void(GRID, types.int64, types.uint8[:, ::1]))
def link_nodes(heights, parity, links):  # type: ignore[no-untyped-def]
    """Add to each node's links one diagonal a square: the steeper, so that no two rivers cross.

    ``links`` holds ALL_SIDES to begin with. Where both are as steep they take turns, from square
    to square; ``parity`` is that of the place of the first node.
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


@kernel(
    types.int64(
        types.Array(types.float64, 1, "C", readonly=True),
        BYTES,
        BYTES,
        INDICES,
        types.int64,
        types.uint64,
        types.int64,
        types.int32[::1],
        types.int32[::1],
        types.int32[::1],
        types.int32[::1],
    )
)
def flood(  # type: ignore[no-untyped-def]
    heights, land, links, coast, columns, key, unevenness, filled, order, parents, receivers
):
    """Fill hollows from the coast upward and choose where each land node drains.

    This is priority-flood (Barnes, Lehman and Mulla 2014). ``filled`` holds the surface of
    outlets already and gets that of land nodes; ``order`` lists land nodes from the coast up,
    each after its receiver. ``parents`` lead from a hollow's floor over its sill; ``receivers``
    are the steepest way down the filled surface, slopes weighed by a hashed factor of
    ``100 +- unevenness`` per cent. Returns the number of land nodes reached.
    """
    state = land.copy()
    heap = np.empty(len(order) + 1, dtype=np.int64)
    size = 0
    for k in range(len(coast)):
        n = coast[k]
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
        state[n] = QUEUED
        _push(heap, size, np.int64(filled[n]) << 24 | n)
        size += 1
    count = 0
    while size > 0:
        n = _pop(heap, size) & 0xFFFFFF
        size -= 1
        state[n] = DRAINED
        order[count] = n
        count += 1
        best, receiver = np.int64(0), parents[n]
        noise = mix(key + np.uint64(n))
        for d in range(8):
            if not links[n] >> d & 1:
                continue
            m = n + neighbour(d, columns)
            if state[m] == LAND:
                state[m] = QUEUED
                filled[m] = max(np.int64(heights[m] * HEIGHT_UNITS), np.int64(filled[n]))
                parents[m] = n
                _push(heap, size, np.int64(filled[m]) << 24 | m)
                size += 1
            elif state[m] != QUEUED:
                drop = np.int64(filled[n]) - np.int64(filled[m])
                part = np.int64((noise >> np.uint64(8 * d)) & np.uint64(255))
                factor = 25600 + (part - 128) * 2 * unevenness
                slope = drop * factor * (256 if d < 4 else 181)
                if slope > best:
                    best, receiver = slope, m
        receivers[n] = receiver
    return count


@kernel(
    types.void(
        INDICES, types.int64, INDICES, BYTES, types.Array(types.float64, 1, "C", readonly=True),
        types.float64[::1],
    )
)  # fmt: skip
def collect(order, count, receivers, land, rain, discharge):  # type: ignore[no-untyped-def]
    """Sum the rain that drains through each node, from the heights down."""
    for k in range(count):
        discharge[order[k]] = rain[order[k]]
    for k in range(count - 1, -1, -1):
        n = order[k]
        if land[receivers[n]] != OUTLET:
            discharge[receivers[n]] += discharge[n]
