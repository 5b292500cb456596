"""The beds of trunks at the fine nodes: which nodes lie under one, and the valleys about them."""

from __future__ import annotations

import numpy as np
from numba import types

from worldgen.coordinates import UNITS_PER_CELL
from worldgen.great.coarse_plan import CoarsePlan
from worldgen.great.window import Window
from worldgen.island.lattice import INDICES
from worldgen.island.river_pieces import BIN_NODES, RiverPieces
from worldgen.kernels.decorators import GRID, GRID32, device, kernel

_VALLEY_CELLS = 30.0
_BANK = 0.0006
_CURVE_NODES = 0.7072
"""Every place is so near to some node, in fine steps: the nodes about a curve are connected."""

_PLACES = types.Array(types.int32, 2, "C", readonly=True)
_PIECES = types.Array(types.int32, 2, "C", readonly=True)
_SINGLES = types.Array(types.float32, 1, "C", readonly=True)


def pieces_near(rivers: RiverPieces, plan: CoarsePlan, window: Window, step: int) -> np.ndarray:
    """Return the pieces of trunks that may bear on a window, by rank."""
    far = int((rivers.reach + _VALLEY_CELLS) * UNITS_PER_CELL) + step
    left = window.first_x * step - plan.first_x * plan.step - far
    top = window.first_y * step - plan.first_y * plan.step - far
    side = BIN_NODES * plan.step
    bin_rows = (len(rivers.bin_starts) - 1) // rivers.bin_columns
    columns = range(
        max(left // side, 0),
        min((left + window.columns * step + 2 * far) // side + 1, rivers.bin_columns),
    )
    rows = range(
        max(top // side, 0), min((top + window.rows * step + 2 * far) // side + 1, bin_rows)
    )
    found = [np.empty(0, dtype=np.int32)]
    for row in rows:
        at = row * rivers.bin_columns
        if len(columns):
            ends = rivers.bin_starts[[at + columns[0], at + columns[-1] + 1]]
            found.append(rivers.bin_pieces[ends[0] : ends[1]])
    pieces = np.sort(np.concatenate(found))
    x, y = rivers.start_x[pieces], rivers.start_y[pieces]
    inside = (x >= left) & (x < left + window.columns * step + 2 * far)
    inside &= (y >= top) & (y < top + window.rows * step + 2 * far)
    return np.ascontiguousarray(pieces[inside])


@device()
def _reached(a, b, far, step, count):  # type: ignore[no-untyped-def]
    """Return the first of ``count`` nodes within ``far`` of a stretch, and one after the last."""
    first = max((min(a, b) - far) // step, 0)
    return first, max(min((max(a, b) + far) // step + 2, count), first)


@kernel(
    types.void(
        types.int64, types.int64, types.int64, INDICES, INDICES, INDICES, INDICES, INDICES,
        _SINGLES, _SINGLES, types.int32[:, ::1], types.int32[:, :, ::1], types.float64[:, ::1],
        types.float64[:, ::1],
    )
)  # fmt: skip
def mark_trunks(  # type: ignore[no-untyped-def]
    x, y, step, pieces, start_x, start_y, end_x, end_y, levels, half_widths, trunk, goals,
    distance, beside,
):  # fmt: skip
    """Mark the nodes under trunks, and how far and how high the nearest trunk is for others.

    ``x``, ``y`` are the place of the first node from that of the first coarse node. Distances
    count from the water's edge, in cells.
    """
    rows, columns = trunk.shape
    cells = 1.0 / UNITS_PER_CELL
    for q in range(len(pieces)):
        k = pieces[q]
        ax, ay = np.int64(start_x[k]) - x, np.int64(start_y[k]) - y
        bx, by = np.int64(end_x[k]) - x, np.int64(end_y[k]) - y
        px, py = (bx - ax) * cells, (by - ay) * cells
        length = px * px + py * py
        inverse = 1.0 / length if length > 0.0 else 0.0
        width = np.float64(half_widths[k])
        level = np.float64(levels[k])
        held = max(width, _CURVE_NODES * step * cells)
        far = np.int64((width + _VALLEY_CELLS) * UNITS_PER_CELL)
        for r in range(*_reached(ay, by, far, step, rows)):
            for c in range(*_reached(ax, bx, far, step, columns)):
                sx, sy = (c * step - ax) * cells, (r * step - ay) * cells
                t = min(max((sx * px + sy * py) * inverse, 0.0), 1.0)
                dx, dy = sx - t * px, sy - t * py
                off = np.sqrt(dx * dx + dy * dy)
                edge = max(off - width, 0.0)
                if edge < distance[r, c] or (edge == distance[r, c] and level < beside[r, c]):
                    distance[r, c], beside[r, c] = edge, level
                if off <= held and (
                    trunk[r, c] < 0
                    or level < levels[trunk[r, c]]
                    or (level == levels[trunk[r, c]] and k < trunk[r, c])
                ):
                    trunk[r, c] = k
                    goals[r, c, 0] = np.int32(ax + np.int64(t * px * UNITS_PER_CELL))
                    goals[r, c, 1] = np.int32(ay + np.int64(t * py * UNITS_PER_CELL))


@kernel(
    types.void(
        types.int64, types.int64, types.int64, _PLACES, GRID32, types.float64[:, ::1],
        types.float64[:, ::1],
    )
)  # fmt: skip
def mark_feeders(x, y, step, ends, levels, distance, beside):  # type: ignore[no-untyped-def]
    """Let nodes know of a feeder's valley where no trunk is nearer."""
    rows, columns = distance.shape
    cells = 1.0 / UNITS_PER_CELL
    far = np.int64(_VALLEY_CELLS * UNITS_PER_CELL)
    for k in range(len(ends)):
        ax, ay = np.int64(ends[k, 0]) - x, np.int64(ends[k, 1]) - y
        bx, by = np.int64(ends[k, 2]) - x, np.int64(ends[k, 3]) - y
        if max(ax, bx) < -far or min(ax, bx) > columns * step + far:
            continue
        if max(ay, by) < -far or min(ay, by) > rows * step + far:
            continue
        px, py = (bx - ax) * cells, (by - ay) * cells
        length = px * px + py * py
        inverse = 1.0 / length if length > 0.0 else 0.0
        upper, lower = np.float64(levels[k, 0]), np.float64(levels[k, 1])
        for r in range(*_reached(ay, by, far, step, rows)):
            for c in range(*_reached(ax, bx, far, step, columns)):
                sx, sy = (c * step - ax) * cells, (r * step - ay) * cells
                t = min(max((sx * px + sy * py) * inverse, 0.0), 1.0)
                dx, dy = sx - t * px, sy - t * py
                edge = np.sqrt(dx * dx + dy * dy)
                level = upper + t * (lower - upper)
                if edge < distance[r, c] or (edge == distance[r, c] and level < beside[r, c]):
                    distance[r, c], beside[r, c] = edge, level


@kernel(
    types.void(
        GRID, GRID, types.Array(types.uint8, 2, "C", readonly=True), _PIECES, _SINGLES,
        types.float64[:, ::1],
    )
)  # fmt: skip
def burn(distance, beside, wet, trunk, levels, heights):  # type: ignore[no-untyped-def]
    """Cut valleys about trunks and feeders, and put no ground beside them below their water."""
    for r in range(heights.shape[0]):
        for c in range(heights.shape[1]):
            if wet[r, c]:
                continue
            if trunk[r, c] >= 0:
                heights[r, c] = levels[trunk[r, c]]
            elif distance[r, c] < _VALLEY_CELLS:
                level = beside[r, c]
                s = distance[r, c] / _VALLEY_CELLS
                cap = level + 0.0010 + 0.010 * s + 0.05 * s * s * s
                left = 1.0 - s
                height = heights[r, c]
                height += min(cap - height, 0.0) * left * left * (1.0 + 2.0 * s)
                heights[r, c] = max(height, level + _BANK + 0.002 * s)
