"""Claims and owners at places, whole cells, in blocks that leave out what is far."""

from __future__ import annotations

import numpy as np
from numba import types

from worldgen.archipelago.claims import (
    CLAIM,
    CLAIM_I,
    CLAIM_J,
    FARTHEST_BENT,
    FIRST,
    LAST,
    LEAST_CLAIM,
    LEVELS,
    SHIFT_X,
    SHIFT_Y,
    SPACINGS,
    fill_bends,
    fill_level,
    make_scratch,
    yield_to_greater,
)
from worldgen.archipelago.landforms import (
    ATOLL,
    SITE_COUNT,
    SITE_KIND,
    SITE_MIDDLE_X,
    SITE_MIDDLE_Y,
    SITE_REACH,
    SITE_X,
    SITE_Y,
    VOLCANO,
)
from worldgen.archipelago.sea_sites import WARP
from worldgen.kernels.decorators import device, kernel

OPEN_SEA = -1
"""The owner of open sea."""

LEVEL_STRIDE = 1 << 28
COLUMN_STRIDE = 1 << 14
"""An owner is level * LEVEL_STRIDE + column * COLUMN_STRIDE + row in the level's table."""

_BLOCK = 16


@device()
def _is_reached(sites, first_i, first_j, side, box):  # type: ignore[no-untyped-def]
    """Whether a site's lobes, however they are bent, can touch a rectangle of cells."""
    left, right, top, bottom = box
    i, j = left // side, top // side
    low_u, low_v = np.float64(left - i * side) / side, np.float64(top - j * side) / side
    high_u, high_v = np.float64(right - i * side) / side, np.float64(bottom - j * side) / side
    low_u, high_u = low_u - FARTHEST_BENT, high_u + FARTHEST_BENT
    low_v, high_v = low_v - FARTHEST_BENT, high_v + FARTHEST_BENT
    for di in range(int(np.floor(low_u)) - 1, int(np.floor(high_u)) + 2):
        for dj in range(int(np.floor(low_v)) - 1, int(np.floor(high_v)) + 2):
            site = sites[i + di - first_i, j + dj - first_j]
            if site[SITE_COUNT] == 0.0:
                continue
            u, v = di + site[SITE_X], dj + site[SITE_Y]
            away_u = max(max(low_u - u, u - high_u), 0.0)
            away_v = max(max(low_v - v, v - high_v), 0.0)
            if away_u * away_u + away_v * away_v < site[SITE_REACH] * site[SITE_REACH]:
                return True
    return False


@device()
def _block_end(cells, start, spacing):  # type: ignore[no-untyped-def]
    """Return where a block along an axis ends: it holds few nodes, over few squares."""
    end = start + 1
    while end < len(cells) and end - start < _BLOCK and cells[end] - cells[start] < 2 * spacing:
        end += 1
    return end


@device()
def _clear(rows, columns, kept, claims, owners):  # type: ignore[no-untyped-def]
    for r in range(rows[0], rows[1]):
        for c in range(columns[0], columns[1]):
            claims[r, c], owners[r, c] = LEAST_CLAIM[0], OPEN_SEA
    for level in range(LEVELS):
        for at in range((rows[1] - rows[0]) * (columns[1] - columns[0])):
            kept[level, at] = LEAST_CLAIM[level]


@device()
def _keep_level(level, fields, rows, columns, kept, claims, owners):  # type: ignore[no-untyped-def]
    """Keep the claims of a level where greater ones leave room."""
    at = 0
    for r in range(rows[0], rows[1]):
        for c in range(columns[0], columns[1]):
            claim = fields[CLAIM, at]
            if level < 2:
                claim = yield_to_greater(level, claim, kept[1, at], kept[2, at])
            kept[level, at] = claim
            if claim > 0.0:
                place = np.int64(fields[CLAIM_I, at]) * COLUMN_STRIDE
                place += np.int64(fields[CLAIM_J, at])
                claims[r, c], owners[r, c] = claim, np.int32(level * LEVEL_STRIDE + place)
            at += 1


_SITES = types.Array(types.float64, 3, "C", readonly=True)
_STEPS_TO_MIDDLE = 6
_NUMBERS = types.Array(types.float64, 1, "C", readonly=True)
_WHOLES = types.Array(types.int64, 1, "C", readonly=True)
_FIRSTS = types.Array(types.int64, 2, "C", readonly=True)


@kernel(
    types.void(
        types.uint64, _NUMBERS, types.int64, types.Tuple((_WHOLES, _WHOLES)),  # type: ignore[no-untyped-call]
        types.Tuple((_SITES, _SITES, _SITES)), _FIRSTS, types.boolean,  # type: ignore[no-untyped-call]
        types.float64[:, ::1], types.int32[:, ::1], types.float64[:, ::1],
    )
)  # fmt: skip
def fill_claims(  # type: ignore[no-untyped-def]
    key, numbers, spacing, places, tables, firsts, scattered, claims, owners, by_level
):
    """Fill in who claims places, and how surely.

    Args:
        key: the archipelago's.
        numbers: float64 (3,): COVER, GREAT, WARP.
        spacing: island spacing in cells.
        places: int64 x and y, whole cells: rising columns and rows of a grid, or, ``scattered``,
            the place n at (x[n], y[n]).
        tables: sites of each level, float64 (columns, rows, SITE_FIELDS); without a square where
            the level is not asked.
        firsts: int64 (LEVELS, 2): the first square i, j of each table.
        claims, owners: (rows, columns), or (1, places) when scattered; written.
        by_level: float64 (LEVELS, places), written when scattered.
    """
    bends, bent, fields, states, corners = make_scratch(_BLOCK * _BLOCK)
    kept = np.empty((LEVELS, _BLOCK * _BLOCK))
    reached = np.empty(LEVELS, dtype=np.bool_)
    xs, ys = places
    top, left = 0, 0
    while top < len(ys) and len(xs) > 0:
        bottom = top + 1 if scattered else _block_end(ys, top, spacing)
        right = left + 1 if scattered else _block_end(xs, left, spacing)
        own_xs, own_ys = xs[left:right], ys[top:bottom]
        rows, columns = ((0, 1) if scattered else (top, bottom)), (left, right)
        box = (own_xs[0], own_xs[-1], own_ys[0], own_ys[-1])
        _clear(rows, columns, kept, claims, owners)
        lowest = -1
        first, last = FIRST[0], LAST[1]
        for level in range(LEVELS):
            reached[level] = len(tables[level]) > 0 and _is_reached(
                tables[level], firsts[level, 0], firsts[level, 1], SPACINGS[level] * spacing, box
            )
            if reached[level]:
                lowest = level if lowest < 0 else lowest
                first = FIRST[level]
        if lowest >= 0:
            last = LAST[0] if lowest == 0 else last
            fill_bends(
                key, spacing, numbers[WARP], own_xs, own_ys, first, last, states, corners, bends
            )
        for level in range(LEVELS - 1, -1, -1):
            if reached[level]:
                fill_level(
                    tables[level], firsts[level, 0], firsts[level, 1], spacing, level,
                    own_xs, own_ys, bends[level], bent, fields,
                )  # fmt: skip
                _keep_level(level, fields, rows, columns, kept, claims, owners)
        if scattered:
            for level in range(LEVELS):
                by_level[level, left] = kept[level, 0]
            top, left = top + 1, left + 1
        elif right < len(xs):
            left = right
        else:
            top, left = bottom, 0


@kernel(types.void(types.uint64, _NUMBERS, types.int64, _WHOLES, types.float64[:, :, ::1]))
def find_middles(key, numbers, spacing, square, sites):  # type: ignore[no-untyped-def]
    """Find where the middles of volcanoes and atolls come to lie once places are bent.

    Args:
        key: the archipelago's.
        numbers: float64 (3,): COVER, GREAT, WARP.
        spacing: island spacing in cells.
        square: int64 (3,): level, and the first square i, j of the table.
        sites: float64 (columns, rows, SITE_FIELDS); SITE_MIDDLE_X and SITE_MIDDLE_Y are written,
            in squares.
    """
    level = square[0]
    side, unbent = SPACINGS[level] * spacing, 1.0 / (1024.0 * SPACINGS[level])
    bends, _, _, states, corners = make_scratch(1)
    xs, ys = np.empty(1, dtype=np.int64), np.empty(1, dtype=np.int64)
    for a in range(sites.shape[0]):
        for b in range(sites.shape[1]):
            site = sites[a, b]
            if site[SITE_KIND] != VOLCANO and site[SITE_KIND] != ATOLL:
                continue
            u, v = site[SITE_X], site[SITE_Y]
            # A place is bent by less than it moves: this settles.
            for _ in range(_STEPS_TO_MIDDLE):
                xs[0] = (square[1] + a) * side + np.int64(np.floor(u * side))
                ys[0] = (square[2] + b) * side + np.int64(np.floor(v * side))
                first, last = FIRST[level], LAST[level]
                fill_bends(key, spacing, numbers[WARP], xs, ys, first, last, states, corners, bends)
                shift_x = bends[level, SHIFT_X, 0] * unbent
                shift_y = bends[level, SHIFT_Y, 0] * unbent
                u = site[SITE_X] - min(max(shift_x, -FARTHEST_BENT), FARTHEST_BENT)
                v = site[SITE_Y] - min(max(shift_y, -FARTHEST_BENT), FARTHEST_BENT)
            site[SITE_MIDDLE_X], site[SITE_MIDDLE_Y] = u, v
