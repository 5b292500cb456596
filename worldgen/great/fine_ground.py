"""Fine nodes as the coarse plan and noise have them: start heights, sea, lakes, trunks.

Everything here is a function of a node's own place and the coarse plan, so that it is the same
whichever tile or chunk asks.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numba import types

from worldgen.great.coarse_plan import CoarsePlan
from worldgen.great.lattices import (
    RATIO,
    fine_step,
    greatest_share,
    smooth_value,
    split_octaves,
)
from worldgen.great.trunk_beds import burn, mark_feeders, mark_trunks, pieces_near
from worldgen.great.warp import warp_grid
from worldgen.great.window import Window
from worldgen.kernels.decorators import GRID, GRID32, device, kernel
from worldgen.layers import Layers
from worldgen.noise.octaves import sum_octaves

_AMPLITUDE = 2.1
_COAST_LENGTH, _COAST_OCTAVES = 72.0, 4
_COAST_ROUGHNESS = 5.0
"""How strongly coasts are roughened, in eighths of a coarse step."""

_SHORE_FREEDOM, _SHORE_SLOPE = 0.25, 40.0
"""How far the shares of a lake's shore may be from a half, and how soon they are, by height."""

_LAKE_REACH = 12
"""Squares over which a shore may be joined to its lake; windows are wider by more than that."""

LOWEST_LAND = 0.0012
_LAKE_BANK = 0.0012
_FLOOR = 0.002

_PLACES = types.Array(types.int32, 2, "C", readonly=True)
_PIECES = types.Array(types.int32, 2, "C", readonly=True)
_BYTES = types.Array(types.int8, 2, "C", readonly=True)
_NUMBERS = types.Array(types.int16, 2, "C", readonly=True)
_FLAGS = types.Array(types.uint8, 2, "C", readonly=True)
_SINGLES = types.Array(types.float32, 1, "C", readonly=True)


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
    mark_trunks(
        place_x, place_y, step, pieces, rivers.start_x, rivers.start_y, rivers.end_x, rivers.end_y,
        rivers.level, rivers.half_width, trunk, goals, distance, beside,
    )  # fmt: skip
    mark_feeders(place_x, place_y, step, plan.feeders.ends, plan.feeders.levels, distance, beside)
    wet = sea | (lakes > 0)
    drowned = wet & (trunk >= 0)
    trunk[drowned] = -1
    goals[drowned] = -1
    burn(distance, beside, wet.astype(np.uint8), trunk, rivers.level, heights)
    return FineGround(heights, sea, lakes, trunk, goals)


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
