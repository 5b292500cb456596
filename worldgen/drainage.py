"""Where water goes on an island: open sea, flooding from the coast, receivers, hollows.

Water is routed on whole numbers: heights are quantised to ``1 / HEIGHT_UNITS`` and ties are broken
by index, so that a difference in a last bit can never move a river. Flow runs along the lattice
and along one hashed diagonal of each square, so it never crosses itself.
"""

from __future__ import annotations

import numpy as np
from numba import types

from worldgen.compiled import inner, kernel
from worldgen.noise import hash_point, hash_row, mix
from worldgen.relief import BYTES, INDICES

HEIGHT_UNITS = 1 << 24

OUTLET, LAND, QUEUED, DRAINED = 0, 1, 2, 3
"""States of a node while flooding."""

SEA_NODE, SEA_SQUARE = 1, 2


@inner
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


@kernel(types.void(types.uint64, types.int64, types.int64, types.uint8[:, ::1]))
def link_nodes(key, first_x, first_y, links):  # type: ignore[no-untyped-def]
    """Set a bit for each direction a node is linked in: its sides, and one diagonal a square."""
    rows, columns = links.shape
    links[:] = 15
    for r in range(rows - 1):
        row = hash_row(key, first_y + r)
        for c in range(columns - 1):
            if hash_point(row, first_x + c) & np.uint64(1):
                links[r, c] |= 16
                links[r + 1, c + 1] |= 32
            else:
                links[r, c + 1] |= 64
                links[r + 1, c] |= 128


@kernel(
    types.void(types.Array(types.uint8, 2, "C", readonly=True), types.int64, types.uint8[:, ::1])
)
def find_open_sea(wet, smallest, sea):  # type: ignore[no-untyped-def]
    """Mark the nodes of the open sea.

    A square whose four corners are wet is water; water that is joined over the sides of squares
    to the lattice's edge, or that has at least ``smallest`` squares, is open sea. Its corners are
    sea nodes, all others are land. ``sea`` gets SEA_NODE for them, and SEA_SQUARE where the
    square to the lower right of a node is open sea.
    """
    rows, columns = wet.shape
    seen = np.zeros((rows, columns), dtype=np.uint8)
    queue = np.empty(rows * columns, dtype=np.int32)
    sea[:] = 0
    for start in range((rows - 1) * (columns - 1)):
        r0, c0 = start // (columns - 1), start % (columns - 1)
        if seen[r0, c0] or not _wet_square(wet, r0, c0):
            continue
        head, tail = 0, 1
        queue[0] = r0 * columns + c0
        seen[r0, c0] = 1
        edge = False
        while head < tail:
            r, c = queue[head] // columns, queue[head] % columns
            head += 1
            edge = edge or r == 0 or c == 0 or r == rows - 2 or c == columns - 2
            for side in range(4):
                r2 = r + (1 if side == 0 else -1 if side == 1 else 0)
                c2 = c + (1 if side == 2 else -1 if side == 3 else 0)
                inside = 0 <= r2 < rows - 1 and 0 <= c2 < columns - 1
                if inside and not seen[r2, c2] and _wet_square(wet, r2, c2):
                    seen[r2, c2] = 1
                    queue[tail] = r2 * columns + c2
                    tail += 1
        if edge or tail >= smallest:
            for k in range(tail):
                r, c = queue[k] // columns, queue[k] % columns
                sea[r, c] |= SEA_NODE | SEA_SQUARE
                sea[r, c + 1] |= SEA_NODE
                sea[r + 1, c] |= SEA_NODE
                sea[r + 1, c + 1] |= SEA_NODE


@inner
def _wet_square(wet, r, c):  # type: ignore[no-untyped-def]
    return wet[r, c] and wet[r, c + 1] and wet[r + 1, c] and wet[r + 1, c + 1]


@inner
def _push(heap, size, item):  # type: ignore[no-untyped-def]
    at = size
    while at > 0:
        above = (at - 1) >> 1
        if heap[above] <= item:
            break
        heap[at] = heap[above]
        at = above
    heap[at] = item


@inner
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
    types.int64(
        BYTES, BYTES, INDICES, types.int64, types.int64, INDICES,
        types.Array(types.float64, 1, "C", readonly=True), types.int64, types.int32[::1],
    )
)  # fmt: skip
def find_hollows(land, links, order, count, columns, filled, heights, smallest, hollows):  # type: ignore[no-untyped-def]
    """Number hollows of at least ``smallest`` nodes from 1; nodes of smaller ones get -1."""
    queue = np.empty(count + 1, dtype=np.int32)
    hollows[:] = 0
    found = 0
    for k in range(count):
        start = order[k]
        if hollows[start] != 0 or filled[start] <= np.int64(heights[start] * HEIGHT_UNITS):
            continue
        head, tail = 0, 1
        queue[0] = start
        hollows[start] = found + 1
        while head < tail:
            n = queue[head]
            head += 1
            for d in range(8):
                m = n + neighbour(d, columns)
                if (
                    links[n] >> d & 1
                    and land[m] != OUTLET
                    and hollows[m] == 0
                    and filled[m] == filled[start]
                    and filled[m] > np.int64(heights[m] * HEIGHT_UNITS)
                ):
                    hollows[m] = found + 1
                    queue[tail] = m
                    tail += 1
        if tail >= smallest:
            found += 1
        else:
            for q in range(tail):
                hollows[queue[q]] = -1
    return found


@kernel(
    types.int64(types.Array(types.int32, 2, "C", readonly=True), types.int64, types.int32[:, ::1])
)
def join_lakes(hollows, smallest, lakes):  # type: ignore[no-untyped-def]
    """Number the open water of hollows from 1, and return how many lakes there are.

    Only squares with four corners in one hollow are water, and only those joined over their sides
    make one lake, so that a lake never falls apart into cells. Narrower arms become land.
    """
    rows, columns = hollows.shape
    lakes[:] = 0
    seen = np.zeros((rows, columns), dtype=np.uint8)
    queue = np.empty(rows * columns, dtype=np.int32)
    found = 0
    for start in range(rows * columns - columns - 1):
        r0, c0 = start // columns, start % columns
        hollow = hollows[r0, c0]
        if seen[r0, c0] or hollow <= 0 or not _in_hollow(hollows, r0, c0, hollow):
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
                if not seen[r2, c2] and _in_hollow(hollows, r2, c2, hollow):
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


@inner
def _in_hollow(hollows, r, c, hollow):  # type: ignore[no-untyped-def]
    return (
        hollows[r, c] == hollow
        and hollows[r, c + 1] == hollow
        and hollows[r + 1, c] == hollow
        and hollows[r + 1, c + 1] == hollow
    )


@kernel(
    types.void(
        BYTES, INDICES, types.int64, INDICES, INDICES, INDICES, types.float64, types.float64,
        types.float64[::1],
    )
)  # fmt: skip
def breach(land, order, count, parents, filled, lakes, lowest, deepest, heights):  # type: ignore[no-untyped-def]
    """Cut small hollows open along their way out; those too deep to cut are filled instead.

    Nodes come from the coast up, so a hollow's way out is dry by the time it is reached.
    """
    for k in range(count):
        start = order[k]
        if lakes[start] != -1:
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


@kernel(
    types.void(types.Array(types.uint8, 2, "C", readonly=True), types.int64, types.int8[:, ::1])
)
def shore_distance(sea, far, out):  # type: ignore[no-untyped-def]
    """Measure each node's distance to the coast in eighths of a step: > 0 on land, < 0 at sea.

    A chamfer of weights 8 and 11; the coast lies half a step from the nearest node across it.
    """
    rows, columns = sea.shape
    reach = np.full((rows, columns), 2 * far, dtype=np.int32)
    for turn in range(2):
        for k in range(rows * columns):
            at = k if turn == 0 else rows * columns - 1 - k
            r, c = at // columns, at % columns
            best = reach[r, c]
            for d in range(9):
                r2, c2 = r + d // 3 - 1, c + d % 3 - 1
                if d != 4 and 0 <= r2 < rows and 0 <= c2 < columns:
                    cost = 8 if d % 2 else 11
                    if (sea[r2, c2] & SEA_NODE) != (sea[r, c] & SEA_NODE):
                        best = min(best, cost - 4)
                    else:
                        best = min(best, reach[r2, c2] + cost)
            reach[r, c] = best
    for r in range(rows):
        for c in range(columns):
            distance = min(reach[r, c], far)
            out[r, c] = -distance if sea[r, c] & SEA_NODE else distance


@kernel(
    types.void(
        types.Array(types.uint8, 2, "C", readonly=True),
        types.float64,
        types.int64,
        types.float64[:, ::1],
    )
)
def diffuse(source, rate, steps, humidity):  # type: ignore[no-untyped-def]
    """Spread humidity from a maintained source of 1 for some steps; stable up to a rate of 1/4."""
    rows, columns = source.shape
    for r in range(rows):
        for c in range(columns):
            humidity[r, c] = 1.0 if source[r, c] else 0.0
    before = humidity.copy()
    for _ in range(steps):
        for r in range(rows):
            up, down = max(r - 1, 0), min(r + 1, rows - 1)
            for c in range(columns):
                left, right = max(c - 1, 0), min(c + 1, columns - 1)
                here = before[r, c]
                around = before[up, c] + before[down, c] + before[r, left] + before[r, right]
                humidity[r, c] = 1.0 if source[r, c] else here + rate * (around - 4.0 * here)
        before[:] = humidity
