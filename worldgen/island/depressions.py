"""Hollows: the small ones are cut open or filled, the large ones hold lakes."""

from __future__ import annotations

import numpy as np
from numba import types

from worldgen.island.drainage import HEIGHT_UNITS, OUTLET, neighbour
from worldgen.island.relief import BYTES, INDICES
from worldgen.kernels.decorators import device, kernel

_BED_TURNS = 24


@kernel(
    types.int64(
        BYTES, BYTES, INDICES, types.int64, types.int64, INDICES,
        types.Array(types.float64, 1, "C", readonly=True), types.int64, types.int32[::1],
    )
)  # fmt: skip
def find_hollows(land, links, order, count, columns, filled, heights, smallest, hollows):  # type: ignore[no-untyped-def]
    """Number hollows of at least ``smallest`` nodes from 1; nodes of smaller ones get -1."""
    queue = np.empty(count + 1, dtype=np.int32)
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


@device()
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


def smooth_beds(lakes: np.ndarray, surface: np.ndarray, heights: np.ndarray) -> None:
    """Smooth the beds of lakes toward their shores, so that no drowned valleys show."""
    depth = np.where(lakes > 0, np.maximum(surface - heights, 0.0), 0.0)
    for _ in range(_BED_TURNS):
        around = depth[:-2, 1:-1] + depth[2:, 1:-1] + depth[1:-1, :-2] + depth[1:-1, 2:]
        depth[1:-1, 1:-1] = 0.5 * depth[1:-1, 1:-1] + 0.125 * around
        depth[lakes == 0] = 0.0
    heights[lakes > 0] = (surface - depth)[lakes > 0]
