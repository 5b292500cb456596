"""Which tile of a great island each fine node belongs to.

A node belongs where its slope line on the coarse heights leads to, so that borders of tiles are
ridges.
"""

from __future__ import annotations

import numpy as np
from numba import types

from worldgen.great.coarse_plan import CoarsePlan
from worldgen.great.lattices import RATIO, fine_step, greatest_share, smooth_value
from worldgen.great.warp import warp_grid
from worldgen.great.window import Window
from worldgen.kernels.decorators import GRID, GRID32, kernel
from worldgen.layers import Layers

_STEPS, _STRIDE = 6, 0.25
_FULL_STRIDE = 0.006
"""How far the slope line is followed, in coarse steps, and the slope from which strides are whole:
on plains the slope says little."""

SPARSE = 4
"""Slope lines are followed from every fourth fine node, and blended in between."""

_NUMBERS = types.Array(types.int16, 2, "C", readonly=True)
_FLAGS = types.Array(types.uint8, 2, "C", readonly=True)


def find_owners(layers: Layers, plan: CoarsePlan, window: Window) -> np.ndarray:
    """Return the tile that each fine node belongs to, int32 (rows, columns), 0 for none."""
    owners = np.empty((window.rows, window.columns), dtype=np.int32)
    step = fine_step(layers)
    left, top = window.first_x - RATIO * plan.first_x, window.first_y - RATIO * plan.first_y
    # The slope lines of what the warp leads to, from a lattice aligned to the coarse one.
    first, above = left % SPARSE + 2 * RATIO, top % SPARSE + 2 * RATIO
    sparse = (
        (window.rows + above + 2 * RATIO) // SPARSE + 2,
        (window.columns + first + 2 * RATIO) // SPARSE + 2,
        2,
    )
    moved = np.empty(sparse)
    _follow_slopes(left - first, top - above, plan.heights, moved)
    warp_x, warp_y = warp_grid(
        layers, window.first_x * step, window.first_y * step, step, window.columns, window.rows
    )
    _fill_owners(left, top, plan.labels, plan.uniform, moved, first, above, warp_x, warp_y, owners)
    return owners


@kernel(types.void(types.int64, types.int64, GRID32, types.float64[:, :, ::1]))
def _follow_slopes(left, top, heights, moved):  # type: ignore[no-untyped-def]
    """Fill in how far the slope line leads from every SPARSE-th fine node, in coarse steps."""
    rows, columns = heights.shape
    for r in range(moved.shape[0]):
        v = (top + r * SPARSE) / RATIO
        for c in range(moved.shape[1]):
            u = (left + c * SPARSE) / RATIO
            moved[r, c, 0], moved[r, c, 1] = 0.0, 0.0
            if u < 5.0 or v < 5.0 or u > columns - 6.0 or v > rows - 6.0:
                continue
            qu, qv = u, v
            for _ in range(_STEPS):
                _, across, down = smooth_value(heights, qu, qv)
                slope = np.sqrt(across * across + down * down)
                if slope < 1e-5:
                    break
                stride = _STRIDE * min(slope / _FULL_STRIDE, 1.0) / slope
                qu -= stride * across
                qv -= stride * down
            moved[r, c, 0], moved[r, c, 1] = qu - u, qv - v


@kernel(
    types.void(
        types.int64, types.int64, _NUMBERS, _FLAGS,
        types.Array(types.float64, 3, "C", readonly=True), types.int64, types.int64, GRID, GRID,
        types.int32[:, ::1],
    )
)  # fmt: skip
def _fill_owners(left, top, labels, uniform, moved, first, above, warp_x, warp_y, owners):  # type: ignore[no-untyped-def]
    """Give each node to the tile that its slope line leads to, by the greatest spline share.

    ``moved`` begins ``first`` and ``above`` fine nodes before the first node.
    """
    rows, columns = labels.shape
    for r in range(owners.shape[0]):
        for c in range(owners.shape[1]):
            u = (left + c) / RATIO + warp_x[r, c]
            v = (top + r) / RATIO + warp_y[r, c]
            cu, cv = int(np.floor(u + 0.5)), int(np.floor(v + 0.5))
            if cu < 6 or cv < 6 or cu >= columns - 6 or cv >= rows - 6:
                owners[r, c] = 0
                continue
            if uniform[cv, cu]:
                owners[r, c] = labels[cv, cu]
                continue
            mu = (c + first + RATIO * warp_x[r, c]) / SPARSE
            mv = (r + above + RATIO * warp_y[r, c]) / SPARSE
            mc, mr = int(np.floor(mu)), int(np.floor(mv))
            tu, tv = mu - mc, mv - mr
            for axis in range(2):
                over = (1.0 - tu) * moved[mr, mc, axis] + tu * moved[mr, mc + 1, axis]
                under = (1.0 - tu) * moved[mr + 1, mc, axis] + tu * moved[mr + 1, mc + 1, axis]
                part = (1.0 - tv) * over + tv * under
                if axis == 0:
                    u += part
                else:
                    v += part
            label, _, _ = greatest_share(labels, u, v)
            owners[r, c] = label if label > 0 else labels[cv, cu]
