"""Sites of the sea: one in each square of each level, with the island that the slow fields give it.

A site lies anywhere in its square, and moves onto an arc or a trail of a hot spot that crosses it.
Great sites ask the slow fields alone, lesser ones the claims of the greater too: small islands
gather off great coasts and leave what is owned alone. So a table of sites is made in three steps:
where they lie and what is slow there, what greater sites claim there, and the islands.
"""

from __future__ import annotations

import numpy as np
from numba import types

from worldgen.archipelago.claims import SPACINGS
from worldgen.archipelago.hot_spots import (
    AGE,
    ALONG_X,
    ALONG_Y,
    TRAIL_FIELDS,
    WAY_X,
    WAY_Y,
    find_trail,
)
from worldgen.archipelago.landforms import (
    ARC,
    ATOLL,
    BANK,
    MASSIF,
    NOTHING,
    RING,
    ROCKS,
    SHATTER,
    SITE_FJORDS,
    SITE_SWELL,
    SITE_X,
    SITE_Y,
    VOLCANO,
    raise_island,
)
from worldgen.archipelago.plates import (
    NORMAL_X,
    NORMAL_Y,
    PLATE_FIELDS,
    arc_of,
    find_plates,
    plate_height,
)
from worldgen.archipelago.slow_fields import (
    SLOW_FIELDS,
    continental,
    crowding,
    fill_slow_fields,
    lean,
    solidity,
    warmth,
)
from worldgen.archipelago.turned_noise import ramp
from worldgen.kernels.decorators import GRID, device, kernel
from worldgen.noise.hashing import hash_point, hash_row, mix, unit

COVER, GREAT, WARP = range(3)
"""The numbers that decide the sea: share of land, share of it in great islands, strength of bends
in parts of a wavelength."""

(
    _U,
    _V,
    _LAND,
    _SOLID,
    _CROWDED,
    _WARM,
    _ARC,
    _ARC_U,
    _ARC_V,
    _TANGENT_X,
    _TANGENT_Y,
    _AGE,
    _TRAIL_U,
    _TRAIL_V,
    _ALONG_X,
    _ALONG_Y,
    _LEAN_AT_X,
    _LEAN_AT_Y,
) = range(18)
"""What is known of a site's place: where it is in its square, the slow fields, the arc (0 where
none crosses the square) and the trail of a hot spot (age 2 where none does)."""

(_CHANCE, _LEAN_X, _LEAN_Y, _SIZE, _KIND, _ROCKY, _ABYSS) = range(18, 25)
"""Draws of a site, 0..1."""

SITE_FACTS = 25
_DRAWS = 7


@device()
def _inside(u, v):  # type: ignore[no-untyped-def]
    return u > 0.0 and u < 1.0 and v > 0.0 and v < 1.0


@device()
def _state_of(key, level, i, j):  # type: ignore[no-untyped-def]
    return hash_point(hash_row(key ^ np.uint64(0x517E + level), j), i)


_TABLE = types.Array(types.float64, 3, "C", readonly=True)
_NUMBERS = types.Array(types.float64, 1, "C", readonly=True)
_WHOLES = types.Array(types.int64, 1, "C", readonly=True)


@kernel(
    types.void(
        types.uint64, types.float64, _WHOLES, types.int64[:, ::1], types.float64[:, :, ::1]
    )
)  # fmt: skip
def find_sites(key, cover, square, places, facts):  # type: ignore[no-untyped-def]
    """Find where the sites of a block of squares lie, and what is known there.

    Args:
        key: the archipelago's.
        cover: share of land, 0..1.
        square: int64 (5,): island spacing, climate band, level, and the first square i, j.
        places: int64 (2, squares), written: x and y of each site, whole cells, row by row of facts.
        facts: float64 (columns, rows, SITE_FACTS), written.
    """
    spacing, band, level, first_i, first_j = square[0], square[1], square[2], square[3], square[4]
    side = SPACINGS[level] * spacing
    sums, plate, trail = np.empty(SLOW_FIELDS), np.empty(PLATE_FIELDS), np.empty(TRAIL_FIELDS)
    for a in range(facts.shape[0]):
        for b in range(facts.shape[1]):
            i, j, site = first_i + a, first_j + b, facts[a, b]
            state = _state_of(key, level, i, j)
            for n in range(_DRAWS + 2):
                state = mix(state + np.uint64(0x9E3779B97F4A7C15))
                site[n if n < 2 else _CHANCE + n - 2] = unit(state)
            u, v = site[_U], site[_V]
            x, y = i * side + np.int64(u * side), j * side + np.int64(v * side)
            places[0, a * facts.shape[1] + b], places[1, a * facts.shape[1] + b] = x, y
            fill_slow_fields(key, spacing, band, level, side, x, y, sums)
            find_plates(key, spacing, x, y, sums, plate)
            land = continental(sums) + 0.6 * plate_height(plate, spacing)
            site[_LAND] = land + 0.30 + 3.0 * (cover - 0.5)
            site[_SOLID], site[_CROWDED] = solidity(sums), crowding(sums)
            site[_WARM] = warmth(sums, band, y)
            way, arc = arc_of(plate, spacing)
            site[_ARC_U] = u + way * plate[NORMAL_X] / side
            site[_ARC_V] = v + way * plate[NORMAL_Y] / side
            site[_ARC] = arc if _inside(site[_ARC_U], site[_ARC_V]) else 0.0
            site[_TANGENT_X], site[_TANGENT_Y] = -plate[NORMAL_Y], plate[NORMAL_X]
            find_trail(key, spacing, x, y, sums, trail)
            site[_TRAIL_U] = u + trail[WAY_X] / side
            site[_TRAIL_V] = v + trail[WAY_Y] / side
            site[_AGE] = trail[AGE] if _inside(site[_TRAIL_U], site[_TRAIL_V]) else 2.0
            site[_ALONG_X], site[_ALONG_Y] = trail[ALONG_X], trail[ALONG_Y]
            site[_LEAN_AT_X], site[_LEAN_AT_Y] = lean(sums, site[_LEAN_X], site[_LEAN_Y])


@device()
def _skewed(draw, low, high):  # type: ignore[no-untyped-def]
    """Return a length between low and high; as many pass r as go with 1 / r."""
    share = low / high
    return low / (share + (1.0 - share) * draw)


_FJORDS_BELOW = 0.48
"""The warmth of the sea below which coasts have fjords."""

_LARGEST_VOLCANO = np.array([0.4, 0.19, 0.0])
"""Half-length of volcanoes at most, in squares of the level: they are of one plan."""

_FREE, _ON_ARC, _ON_TRAIL = range(3)


@device()
def _choose_great(site, great_share):  # type: ignore[no-untyped-def]
    """Return what rises at a great site: kind, half-length in squares, and where it lies."""
    greatness, land = great_share - 0.5, site[_LAND]
    likely = 0.75 * site[_ARC] * min(1.0, 0.25 + 1.5 * great_share)
    if site[_CHANCE] < likely and land > -1.4:
        return ARC if site[_KIND] < 0.72 else MASSIF, 0.36 + 0.20 * site[_SIZE], _ON_ARC
    score = land + 0.8 * (site[_CHANCE] - 0.5) + 3.0 * greatness
    if score <= 0.0:
        return NOTHING, 0.0, _FREE
    solid = site[_SOLID]
    part = min(max(0.55 * solid + 0.95 * (site[_SIZE] - 0.42), 0.0), 1.0)
    size = (0.24 + 0.86 * part) * min(0.55 + 0.5 * score, 1.0)
    if site[_KIND] < 0.45 + 0.5 * solid:
        return MASSIF, size, _FREE
    if site[_KIND] < 0.50 + 0.45 * solid:
        return ARC, min(size, 0.58), _FREE
    return RING if site[_KIND] < 0.60 + 0.4 * solid else SHATTER, size, _FREE


@device()
def _choose_middling(site, great_share, great):  # type: ignore[no-untyped-def]
    """Return what rises at a middling site where great ones claim ``great``."""
    if great > 0.39:
        return NOTHING, 0.0, _FREE
    if site[_AGE] < 0.55 and site[_CHANCE] < 0.8:
        size = (0.32 - 0.4 * site[_AGE]) * (0.6 + 0.4 * site[_SIZE])
        return VOLCANO if site[_KIND] < 0.7 else MASSIF, size, _ON_TRAIL
    if site[_ARC] > 0.0 and site[_CHANCE] < 0.25 + 0.6 * site[_ARC]:
        kind = MASSIF
        if site[_KIND] >= 0.6:
            kind = ARC if site[_KIND] < 0.9 else SHATTER
        elif site[_ROCKY] < 0.35:
            kind = VOLCANO
        return kind, 0.14 + 0.26 * site[_SIZE] * site[_ARC], _ON_ARC
    score = 0.55 * site[_LAND] + 1.2 * site[_CROWDED] + 3.6
    score += 1.4 * (site[_CHANCE] - 0.5) - (great_share - 0.5)
    if score <= 0.0 or site[_ABYSS] >= ramp(site[_LAND], -0.92, -0.25):
        return NOTHING, 0.0, _FREE
    kind = MASSIF
    if site[_KIND] >= 0.5:
        kind = ARC if site[_KIND] < 0.7 else (RING if site[_KIND] < 0.8 else SHATTER)
    return kind, _skewed(site[_SIZE], 0.13, 0.8) * min(0.7 + 0.4 * score, 1.0), _FREE


@device()
def _choose_small(site, middling, great):  # type: ignore[no-untyped-def]
    """Return what rises at a small site where greater ones claim ``middling`` and ``great``."""
    if great > 0.26 or middling > 0.2:
        return NOTHING, 0.0, _FREE
    age, draw, land = site[_AGE], site[_KIND], site[_LAND]
    if age <= 1.0 and site[_CHANCE] < 0.85:
        if age < 0.5:
            size = 0.42 * (1.0 - age) * (0.4 + 0.6 * site[_SIZE])
            return VOLCANO if draw < 0.7 else ROCKS, size, _ON_TRAIL
        if site[_CHANCE] < 0.6:
            return ATOLL if site[_WARM] > 0.5 else BANK, 0.18 + 0.24 * site[_SIZE], _ON_TRAIL
        return NOTHING, 0.0, _FREE
    if site[_ARC] > 0.0 and site[_CHANCE] < 0.3 + 0.6 * site[_ARC]:
        kind = MASSIF if draw < 0.6 else (ARC if draw < 0.8 else ROCKS)
        return kind, _skewed(site[_SIZE], 0.08, 0.42), _ON_ARC
    coast = max(1.0 - abs(great + 0.03) / 0.16, 0.0)
    coast += 0.8 * max(1.0 - abs(middling + 0.16) / 0.15, 0.0)
    score = 0.5 * land + 1.6 * site[_CROWDED] + 3.0 * coast * (site[_CROWDED] + 1.2) - 0.12
    score += 1.2 * (site[_CHANCE] - 0.5)
    if score <= 0.0 or (site[_ABYSS] >= ramp(land, -0.92, -0.25) and coast == 0.0):
        return NOTHING, 0.0, _FREE
    size = _skewed(site[_SIZE], 0.09, 1.0)
    if site[_WARM] > 0.6 and land < 0.6 and draw < 0.22 and size < 0.3:
        return ATOLL, max(size, 0.14), _FREE
    if size < 0.10:
        return (ROCKS, 1.6 * size, _FREE) if site[_ROCKY] < 0.7 else (BANK, 3.0 * size, _FREE)
    kind = MASSIF
    if draw >= 0.55:
        kind = ARC if draw < 0.72 else (SHATTER if draw < 0.86 else (BANK if draw < 0.94 else RING))
    return kind, size, _FREE


@kernel(types.void(types.uint64, _NUMBERS, _WHOLES, _TABLE, GRID, types.float64[:, :, ::1]))
def raise_islands(key, numbers, square, facts, claims, table):  # type: ignore[no-untyped-def]
    """Fill a table of the sites of a block of squares of one level.

    Args:
        key: the archipelago's.
        numbers: float64 (3,): COVER, GREAT, WARP.
        square: int64 (5,), as ``find_sites`` takes it.
        facts: float64 (columns, rows, SITE_FACTS), as ``find_sites`` leaves them.
        claims: float64 (LEVELS, squares): what the sites of each level claim there.
        table: float64 (columns, rows, SITE_FIELDS), written.
    """
    level = square[2]
    for a in range(table.shape[0]):
        for b in range(table.shape[1]):
            site, known, at = table[a, b], facts[a, b], a * table.shape[1] + b
            for n in range(len(site)):
                site[n] = 0.0
            site[SITE_X], site[SITE_Y] = known[_U], known[_V]
            if level == 2:
                swell = known[_LAND] + 0.2 + numbers[GREAT] - 0.5
                site[SITE_SWELL] = 0.90 * min(max(swell, -1.0), 1.0)
                kind, size, where = _choose_great(known, numbers[GREAT])
            elif level == 1:
                kind, size, where = _choose_middling(known, numbers[GREAT], claims[2, at])
            else:
                kind, size, where = _choose_small(known, claims[1, at], claims[2, at])
            if kind == NOTHING:
                continue
            ux, uy = known[_LEAN_AT_X], known[_LEAN_AT_Y]
            if where == _ON_ARC:
                site[SITE_X], site[SITE_Y] = known[_ARC_U], known[_ARC_V]
                ux, uy = known[_TANGENT_X], known[_TANGENT_Y]
            elif where == _ON_TRAIL:
                site[SITE_X], site[SITE_Y] = known[_TRAIL_U], known[_TRAIL_V]
                if kind not in (ATOLL, BANK):
                    ux, uy = known[_ALONG_X], known[_ALONG_Y]
            state = mix(_state_of(key, level, square[3] + a, square[4] + b) ^ np.uint64(0x15E))
            site[SITE_FJORDS] = ramp(_FJORDS_BELOW - known[_WARM], 0.0, 0.15) if level else 0.0
            if kind == VOLCANO:
                size = min(size, _LARGEST_VOLCANO[level])
            raise_island(site, kind, size, ux, uy, state, level)
