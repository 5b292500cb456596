"""Fine nodes as the coarse plan and noise have them: start heights, owners, sea, lakes, trunks.

Everything here is a function of a node's own place and the coarse plan, so that it is the same
whichever tile or chunk asks.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numba import types

from worldgen.coordinates import UNITS_PER_CELL
from worldgen.great.coarse_plan import CoarsePlan
from worldgen.great.lattices import (
    RATIO,
    fine_step,
    greatest_share,
    smooth_value,
    split_octaves,
)
from worldgen.great.warp import warp_grid
from worldgen.island.lattice import INDICES
from worldgen.island.river_pieces import BIN_NODES, RiverPieces
from worldgen.kernels.decorators import GRID, GRID32, device, kernel
from worldgen.layers import Layers
from worldgen.noise.octaves import make_octaves, sum_octaves

_AMPLITUDE = 2.1
_COAST_LENGTH, _COAST_OCTAVES = 72.0, 4
_COAST_ROUGHNESS = 5.0
"""How strongly coasts are roughened, in eighths of a coarse step."""

_SHORE_FREEDOM, _SHORE_SLOPE = 0.25, 40.0
"""How far the shares of a lake's shore may be from a half, and how soon they are, by height."""

_LAKE_REACH = 12
"""Squares over which a shore may be joined to its lake; windows are wider by more than that."""

_STEPS, _STRIDE = 6, 0.25
_FULL_STRIDE = 0.006
"""How far the slope line is followed to find a node's owner, in coarse steps, and the slope from
which strides are whole: on plains the slope says little."""

SPARSE = 4
"""Slope lines are followed from every fourth fine node, and blended in between."""

_SWELL = 0.003
"""How high a border stands out where it crosses a plain."""

_VALLEY_CELLS = 30.0
_BANK = 0.0006
LOWEST_LAND = 0.0012
_LAKE_BANK = 0.0012
_CURVE_NODES = 0.7072
"""Every place is so near to some node, in fine steps: the nodes about a curve are connected."""

_FLOOR = 0.002

_PLACES = types.Array(types.int32, 2, "C", readonly=True)
_PIECES = types.Array(types.int32, 2, "C", readonly=True)
_BYTES = types.Array(types.int8, 2, "C", readonly=True)
_NUMBERS = types.Array(types.int16, 2, "C", readonly=True)
_FLAGS = types.Array(types.uint8, 2, "C", readonly=True)
_SINGLES = types.Array(types.float32, 1, "C", readonly=True)


@dataclass(frozen=True, eq=False)
class Window:
    """A rectangle of fine nodes, by world lattice position."""

    first_x: int
    first_y: int
    columns: int
    rows: int

    def noise(self, layers: Layers, name: str, wavelength: float, octaves: int) -> np.ndarray:
        """Return gradient noise of a wavelength in fine steps of 4 cells."""
        step = fine_step(layers)
        length = wavelength * step / (4 * UNITS_PER_CELL)
        made = make_octaves(layers.plan_key, name, length, octaves, kind="gradient")
        return sum_octaves(
            made, self.first_x * step, self.first_y * step, step, self.columns, self.rows
        )


@dataclass(frozen=True, eq=False)
class FineGround:
    """Fields of the fine nodes in a window, (rows, columns)."""

    heights: np.ndarray
    sea: np.ndarray
    """bool."""
    lakes: np.ndarray
    """int16: lakes of the coarse plan."""
    trunk: np.ndarray
    """int32: the piece of a trunk over a node, -1 for none."""
    goals: np.ndarray
    """int32 (rows, columns, 2): the nearest place on that piece, from the window's first node."""


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


def lay_fine_ground(
    layers: Layers, plan: CoarsePlan, window: Window, moat: np.ndarray
) -> FineGround:
    """Return what the fine nodes in a window are before a tile is solved.

    ``moat``: bool (rows, columns), where there is sea because the domain ends there.
    """
    step = fine_step(layers)
    shape = (window.rows, window.columns)
    water = layers.parameters.water_level
    detail = sum_octaves(
        split_octaves(layers)[1], window.first_x * step, window.first_y * step, step, *shape[::-1]
    )
    coast = window.noise(layers, "great coast", _COAST_LENGTH, _COAST_OCTAVES)
    warp_x, warp_y = warp_grid(
        layers, window.first_x * step, window.first_y * step, step, window.columns, window.rows
    )
    heights, near = np.empty(shape), np.empty(shape)
    lakes, firm = np.empty(shape, dtype=np.int16), np.zeros(shape, dtype=np.uint8)
    left, top = window.first_x - RATIO * plan.first_x, window.first_y - RATIO * plan.first_y
    _fill_ground(
        left, top, plan.heights, plan.amplitude, plan.shore, plan.lakes, plan.lake_levels,
        detail, coast, warp_x, warp_y, water, heights, near, lakes, firm,
    )  # fmt: skip
    sea = _in_squares((near < 0.0) | moat)
    lowest, highest = water + LOWEST_LAND, water - _FLOOR
    heights = np.where(sea, np.minimum(heights, highest), np.maximum(heights, lowest))
    lakes[sea] = 0
    if lakes.any():
        scraps = (lakes > 0) & ~_joined_lakes(lakes, firm)
        heights[scraps] = np.maximum(heights, plan.lake_levels[lakes] + _LAKE_BANK)[scraps]
        lakes[scraps] = 0
    trunk = np.full(shape, -1, dtype=np.int32)
    goals = np.full((*shape, 2), -1, dtype=np.int32)
    distance = np.full(shape, np.inf)
    beside = np.full(shape, np.inf)
    pieces = pieces_near(plan.rivers, plan, window, step)
    place_x, place_y = left * step, top * step
    rivers = plan.rivers
    _mark_trunks(
        place_x, place_y, step, pieces, rivers.start_x, rivers.start_y, rivers.end_x, rivers.end_y,
        rivers.level, rivers.half_width, trunk, goals, distance, beside,
    )  # fmt: skip
    _mark_feeders(place_x, place_y, step, plan.feeders.ends, plan.feeders.levels, distance, beside)
    wet = sea | (lakes > 0)
    drowned = wet & (trunk >= 0)
    trunk[drowned] = -1
    goals[drowned] = -1
    _burn(distance, beside, wet.astype(np.uint8), trunk, rivers.level, heights)
    return FineGround(heights, sea, lakes, trunk, goals)


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


def _joined_lakes(lakes: np.ndarray, firm: np.ndarray) -> np.ndarray:
    """Mark the nodes of lakes that are joined, over a few squares, to what is firmly theirs.

    Squares of four nodes of one lake are joined over their sides. The firm ones of a lake are so by
    themselves; what the contour of the ground leaves apart from them is no lake.
    """
    first = lakes[:-1, :-1]
    whole = (first > 0) & (first == lakes[1:, :-1]) & (first == lakes[:-1, 1:])
    whole &= first == lakes[1:, 1:]
    sure = firm > 0
    joined = whole & sure[:-1, :-1] & sure[1:, :-1] & sure[:-1, 1:] & sure[1:, 1:]
    for _ in range(_LAKE_REACH):
        grown = joined.copy()
        grown[1:] |= joined[:-1]
        grown[:-1] |= joined[1:]
        grown[:, 1:] |= joined[:, :-1]
        grown[:, :-1] |= joined[:, 1:]
        joined = grown & whole
    return _corners(joined, lakes.shape)


def _in_squares(mask: np.ndarray) -> np.ndarray:
    """Return a mask without what is not a corner of a square with four marked corners."""
    squares = mask[:-1, :-1] & mask[1:, :-1] & mask[:-1, 1:] & mask[1:, 1:]
    return _corners(squares, mask.shape)


def _corners(squares: np.ndarray, shape: tuple[int, ...]) -> np.ndarray:
    """Return the corners of marked squares: bool of the nodes' ``shape``."""
    kept = np.zeros(shape, dtype=np.bool_)
    kept[:-1, :-1] |= squares
    kept[1:, :-1] |= squares
    kept[:-1, 1:] |= squares
    kept[1:, 1:] |= squares
    return kept


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


@device()
def _bilinear(values, u, v):  # type: ignore[no-untyped-def]
    c, r = int(np.floor(u)), int(np.floor(v))
    tu, tv = u - c, v - r
    above = (1.0 - tu) * values[r, c] + tu * values[r, c + 1]
    below = (1.0 - tu) * values[r + 1, c] + tu * values[r + 1, c + 1]
    return (1.0 - tv) * above + tv * below


@kernel(
    types.void(
        types.int64, types.int64, GRID32, GRID32, _BYTES, _NUMBERS,
        types.Array(types.float64, 1, "C", readonly=True), GRID, GRID, GRID, GRID, types.float64,
        types.float64[:, ::1], types.float64[:, ::1], types.int16[:, ::1], types.uint8[:, ::1],
    )
)  # fmt: skip
def _fill_ground(  # type: ignore[no-untyped-def]
    left, top, coarse, amplitude, shore, coarse_lakes, lake_levels, detail, coast, warp_x, warp_y,
    water, heights, near, lakes, firm,
):  # fmt: skip
    """Fill in start heights, nearness to the coast (> 0 on land) and lakes of fine nodes."""
    rows, columns = shore.shape
    for r in range(heights.shape[0]):
        for c in range(heights.shape[1]):
            u = (left + c) / RATIO + warp_x[r, c]
            v = (top + r) / RATIO + warp_y[r, c]
            lakes[r, c] = 0
            if u < 2.0 or v < 2.0 or u >= columns - 3.0 or v >= rows - 3.0:
                heights[r, c], near[r, c] = water - _FLOOR, -80.0
                continue
            cu, cv = int(np.floor(u)), int(np.floor(v))
            dry = 0
            for k in range(4):
                dry += 1 if shore[cv + k // 2, cu + k % 2] > 0 else 0
            away = _bilinear(shore, u, v)
            if dry == 4:
                away = max(away, 0.5)
            elif dry == 0:
                away = min(away, -0.5)
            else:
                away += _COAST_ROUGHNESS * min(max(coast[r, c], -1.0), 1.0)
            near[r, c] = away
            contour, _, _ = smooth_value(coarse, u, v)
            height = contour
            if away > 0.0:
                strength, _, _ = smooth_value(amplitude, u, v)
                calm = min(max(away / 12.0, 0.15), 1.0)
                height += _AMPLITUDE * strength * calm * detail[r, c]
                lake, share, other = greatest_share(coarse_lakes, u, v)
                if lake > 0:
                    # Within what the shares allow the shore is a contour of the ground.
                    below = (lake_levels[lake] - contour) * _SHORE_SLOPE
                    freedom = min(max(below, -_SHORE_FREEDOM), _SHORE_FREEDOM)
                    if other > 0:
                        # Between two lakes there is land.
                        freedom = -_SHORE_FREEDOM
                        height = max(height, lake_levels[other] + _LAKE_BANK)
                    if share + freedom > 0.5:
                        lakes[r, c] = lake
                        firm[r, c] = 1 if share > 0.5 + _SHORE_FREEDOM else 0
                    else:
                        height = max(height, lake_levels[lake] + _LAKE_BANK)
            heights[r, c] = height


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
def _mark_trunks(  # type: ignore[no-untyped-def]
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
def _mark_feeders(x, y, step, ends, levels, distance, beside):  # type: ignore[no-untyped-def]
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
def _burn(distance, beside, wet, trunk, levels, heights):  # type: ignore[no-untyped-def]
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
