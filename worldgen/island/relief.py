"""The rules that shape an island: uplift against smoothing, slides, and running water that cuts.

All of them work on the lattice of one island's plan. The strengths of the rules are shares, 0..1.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import types

from worldgen.island.drainage import add_up_rain
from worldgen.island.lattice import FLOW_GRAPH
from worldgen.kernels.decorators import FLOATS, device, kernel
from worldgen.noise.hashing import hash_point, hash_row, unit

REST = 0.020
"""Drop per cell of distance beyond which loose material slides."""


@kernel(types.void(types.uint64, types.int64, types.int64, types.float64[:, ::1]))
def random_cells(key, first_x, first_y, out):  # type: ignore[no-untyped-def]
    """Fill a lattice with independent random heights in 0..1, by world lattice position.

    Args:
        key: of the hash.
        first_x, first_y: world lattice position of ``out[0, 0]``.
        out: float64 (rows, columns), written.
    """
    for r in range(out.shape[0]):
        row = hash_row(key, first_y + r)
        for c in range(out.shape[1]):
            out[r, c] = unit(hash_point(row, first_x + c))


def grow(
    heights: np.ndarray,
    inside: np.ndarray,
    steps: int,
    smoothing: float,
    uplift: float,
    thermal: float = 0.0,
    spacing: float = 1.0,
) -> np.ndarray:
    """Grow a height field by the local rules alone, and return it after some steps.

    Args:
        heights: float64 (rows, columns) in 0..1, where growing starts.
        inside: float64 (rows, columns) in 0..1, where and how strongly land is lifted.
        steps: how often the rules are applied; growing can be continued from the result.
        smoothing: share of the way to the mean of the four neighbours in each step, 0..1.
        uplift: share of the missing height that each step adds where ``inside`` is 1, 0..1.
        thermal: share of what is too steep that slides down in each step, 0..1.
        spacing: cells between neighbours.
    """
    field = np.ascontiguousarray(heights, dtype=np.float64).copy()
    source = np.ascontiguousarray(inside, dtype=np.float64)
    for _ in range(steps):
        _grow_step(field, source, smoothing, 0.05 * uplift)
        if thermal > 0.0:
            _slide_everywhere(field, thermal, REST * spacing)
    return field


@kernel(
    types.void(
        types.float64[:, ::1],
        types.Array(types.float64, 2, "C", readonly=True),
        types.float64,
        types.float64,
    ),
    rare=True,
)
def _grow_step(field, source, smoothing, uplift):  # type: ignore[no-untyped-def]
    """Smooth and lift ``field`` in place by shares, 0..1; both arrays are (rows, columns)."""
    rows, columns = field.shape
    before = field.copy()
    for r in range(rows):
        up, down = max(r - 1, 0), min(r + 1, rows - 1)
        for c in range(columns):
            left, right = max(c - 1, 0), min(c + 1, columns - 1)
            mean = 0.25 * (before[up, c] + before[down, c] + before[r, left] + before[r, right])
            height = before[r, c] + smoothing * (mean - before[r, c])
            field[r, c] = height + uplift * source[r, c] * (1.0 - height)


@kernel(types.void(types.float64[:, ::1], types.float64, types.float64), rare=True)
def _slide_everywhere(field, share, rest):  # type: ignore[no-untyped-def]
    """Let a share of what is steeper than ``rest`` slide to neighbours, in place."""
    rows, columns = field.shape
    moved = np.zeros((rows, columns))
    for r in range(rows):
        for c in range(columns):
            for side in range(2):
                r2, c2 = r + side, c + 1 - side
                if r2 < rows and c2 < columns:
                    flow = _slide(field[r, c] - field[r2, c2], share, rest)
                    moved[r, c] -= flow
                    moved[r2, c2] += flow
    for r in range(rows):
        for c in range(columns):
            field[r, c] += moved[r, c]


@device()
def _slide(drop, share, rest):  # type: ignore[no-untyped-def]
    """Return what slides down a drop: a part of what exceeds the rest, too little to turn it."""
    if drop > rest:
        return 0.2 * share * (drop - rest)
    if drop < -rest:
        return 0.2 * share * (drop + rest)
    return 0.0


class RuleStrengths(NamedTuple):
    """How strongly each rule changes the relief in one step, 0 for not at all."""

    erosion: float
    """Incision across one link of a node through which one cell's rain drains."""
    smoothing: float
    """Share of the way to the mean of the four neighbours."""
    uplift: float
    """Share of the missing height that is added where land is lifted fully."""
    thermal: float
    """Share of what is too steep that slides down."""


_STRENGTHS = types.NamedUniTuple(types.float64, 4, RuleStrengths)  # type: ignore[no-untyped-call]


@kernel(
    types.void(
        FLOW_GRAPH, FLOATS, FLOATS, _STRENGTHS, types.float64, types.float64[::1],
        types.float64[::1],
    )
)  # fmt: skip
def sweep(flow, rain, lift, strengths, rest, area, heights):  # type: ignore[no-untyped-def]
    """Apply every relief rule once to the land nodes of a plan.

    Incision is the implicit stream-power step of Braun and Willett (2013) with a drainage exponent
    of one half; slides are thermal erosion (Musgrave, Kolb and Mace 1989).

    Args:
        flow: the graph that water follows.
        rain: float64 (nodes,), in cells of average rain.
        lift: float64 (nodes,), 0..1: how strongly each node is lifted.
        strengths: of the rules.
        rest: the drop between neighbours above which material slides.
        area: float64 (nodes,), scratch space.
        heights: float64 (nodes,), 0..1, read and written.
    """
    order, receivers, columns = flow.topological_order, flow.receivers, flow.columns
    erosion, smoothing, uplift, thermal = strengths
    add_up_rain(flow, rain, area)
    if erosion > 0.0:
        for k in range(len(order)):
            n = order[k]
            m = receivers[n]
            if heights[m] < heights[n]:
                reach = abs(n - m)
                straight = reach == 1 or reach == columns
                factor = erosion * np.sqrt(area[n]) * (1.0 if straight else 0.7071067811865476)
                heights[n] = (heights[n] + factor * heights[m]) / (1.0 + factor)
    if smoothing > 0.0 or uplift > 0.0 or thermal > 0.0:
        change = area
        for k in range(len(order)):
            n = order[k]
            here = heights[n]
            mean, slid = 0.0, 0.0
            for side in range(4):
                m = n + (
                    1 if side == 0 else -1 if side == 1 else columns if side == 2 else -columns
                )
                mean += heights[m]
                slid += _slide(heights[m] - here, thermal, rest)
            change[n] = smoothing * (0.25 * mean - here) + slid + uplift * lift[n] * (1.0 - here)
        for k in range(len(order)):
            heights[order[k]] += change[order[k]]
