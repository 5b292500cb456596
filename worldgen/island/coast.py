"""Which water is open sea, and how far the coast is."""

from __future__ import annotations

import numpy as np
from numba import types

from worldgen.kernels.decorators import device, kernel

SEA_NODE, SEA_SQUARE, LAGOON_NODE = 1, 2, 4

FORCED_SEA = 2
"""Marks a wet node, else 1, as sea whatever lies around it."""

SHORE_UNITS = 8
"""Shore distances are held in this many parts of a lattice step."""


@kernel(
    types.void(
        types.Array(types.uint8, 2, "C", readonly=True),
        types.int64,
        types.int64,
        types.uint8[:, ::1],
    )
)
def find_open_sea(wet, smallest, smallest_lagoon, sea):  # type: ignore[no-untyped-def]
    """Mark the nodes of the open sea: connected components of water, over the sides of squares.

    A square whose four corners are wet is water. Water that touches the lattice's edge or a node
    of FORCED_SEA, or that has at least ``smallest`` squares, is open sea. Its corners are sea
    nodes, all others are land.

    Args:
        wet: uint8 (rows, columns): 0 for dry, 1 for wet, FORCED_SEA.
        smallest: squares of open sea, at the least.
        smallest_lagoon: squares of a lagoon, at the least.
        sea: uint8 (rows, columns), written: 0 to begin with; gets SEA_NODE for sea nodes,
            SEA_SQUARE where the square to the lower right of a node is open sea, and LAGOON_NODE
            at the corners of enclosed water that is large enough.
    """
    rows, columns = wet.shape
    seen = np.zeros((rows, columns), dtype=np.uint8)
    queue = np.empty(rows * columns, dtype=np.int32)
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
            edge = edge or _has_forced_sea(wet, r, c)
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
        elif tail >= smallest_lagoon:
            for k in range(tail):
                r, c = queue[k] // columns, queue[k] % columns
                for corner in range(4):
                    sea[r + corner // 2, c + corner % 2] |= LAGOON_NODE


@device()
def _has_forced_sea(wet, r, c):  # type: ignore[no-untyped-def]
    forced = False
    for corner in range(4):
        forced = forced or wet[r + corner // 2, c + corner % 2] == FORCED_SEA
    return forced


@device()
def _wet_square(wet, r, c):  # type: ignore[no-untyped-def]
    return wet[r, c] and wet[r, c + 1] and wet[r + 1, c] and wet[r + 1, c + 1]


@kernel(
    types.void(types.Array(types.uint8, 2, "C", readonly=True), types.int64, types.int8[:, ::1])
)
def shore_distance(sea, far, out):  # type: ignore[no-untyped-def]
    """Measure each node's distance to the coast in eighths of a step: > 0 on land, < 0 at sea.

    This is a chamfer distance (Borgefors 1986) of weights 8 and 11; the coast lies half a step
    from the nearest node across it.

    Args:
        sea: uint8 (rows, columns), with SEA_NODE at sea.
        far: no distance is greater, at most 127.
        out: int8 (rows, columns), written.
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
