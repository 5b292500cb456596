"""The mask and the domains of a grid of samples: who owns a place, and how much of it is land.

A domain is a site's cell of the power diagram of all sites (Aurenhammer 1987): a place belongs to
the site with the least squared distance less the site's weight. The grid is worked through square
by square: first the few sites are found that can matter anywhere in a block of samples, exactly,
from its corners; then whole rows of samples are done at once. What is left out could not have
changed a bit, so a sample does not depend on the block it is in.

Lengths are in spacings, places relative to the square that holds the block. Places are bent by
noise: domains by broad octaves, lobes by finer ones as well.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import types

from worldgen.archipelago.claim_grid import COLUMN_STRIDE
from worldgen.archipelago.sites import (
    FARTHEST,
    LOBE_FIELDS,
    LOBE_NARROWNESS,
    LOBE_STRENGTH,
    LOBE_X,
    LOBE_Y,
    LOBES,
    SITE_EDGE,
    SITE_LOBES,
    SITE_WEIGHT,
    SITE_X,
    SITE_Y,
)
from worldgen.kernels.decorators import device, kernel

REACH = 2.0
"""No site farther than this from a place, in spacings, bears on the mask there: even the widest
border between it and the place's own site is more than ``_WIDEST`` away.
"""

_MOAT = 0.0216
"""Distance from a domain's border, in spacings, over which the mask is 0 where straits are wide.

Where they are narrowest it is 3 cells at the least spacing: a cell beside a border is never land.
"""

_RETREAT = 0.10
_RETREAT_GAIN = 6.0
"""Distance, in spacings, by which coasts withdraw from the moat at most, and how strongly the finer
bends decide by how much: without it islands would fill their domains to straight edges."""

_BORDER = 0.17
"""Distance from there over which the mask rises at most."""

_TRACE = 1e-12
"""The mask where a strait is wider than it must be: sea for all purposes, but the plan's to say."""

_NARROWEST = 3.0
"""How many times more steeply the mask rises along the narrowest straits."""

_RAGGED = 0.9
"""How unevenly the mask rises along a border: up to 1.6 times this more steeply, never less."""

_WIDEST = _MOAT + _RETREAT + _BORDER
"""Distance from a border beyond which it does not matter."""

_FAR_BEHIND = 2.0 * _WIDEST * (FARTHEST + REACH) + 0.001
"""A site that is farther than the winner by this, in power, has its border too far away."""

_SLACK = 1e-9
"""What rounding can do to a bound; bounds are moved this far to the safe side."""

_MOST_SITES = 81
_PADDING = 8

_BATCH = 256
"""Samples done at once where rows are short; a longer row is done whole."""

_STRAIGHT_U, _U, _V, _FINE_U, _FINE_V, _RAGGEDNESS, _MOATS, _RISE, _OUTSIDE, _LAND, _POWERS = range(
    11
)
"""Rows of the scratch space of a batch of samples: place unbent and bent, bends of the lobes, how
much more steeply the mask rises and how far it stays 0, distance from the border, what the lobes
leave of the sea, the mask, and the power distance from each site."""

_LOW_U, _HIGH_U, _LOW_V, _HIGH_V = range(_POWERS, _POWERS + 4)
"""Rows that hold the ends of each column's places before there are distances."""


class MaskGrid(NamedTuple):
    """Where samples lie, in sixty-fourths of a cell, and the first square of the site table."""

    x: int
    """Of sample [0, 0]; ``y`` alike."""
    y: int
    step: int
    """Between samples."""
    spacing: int
    """Side of a site's square."""
    first_i: int
    first_j: int


class Bends(NamedTuple):
    """The noise that bends places: float64 (rows, columns) about -1..1, and its strengths."""

    domain_bend: float
    """How far the broad octaves bend, in spacings, where they are 1."""
    lobe_bend: float
    """How far the finer octaves bend, where they are 1."""
    most_lobe_bend: float
    """How far the finer octaves bend at most."""
    broad_x: np.ndarray
    broad_y: np.ndarray
    fine_x: np.ndarray
    """(0, 0) with ``fine_y``: the finer octaves are not known."""
    fine_y: np.ndarray


class _NearSites(NamedTuple):
    """The sites that can matter in a block; room for ``_MOST_SITES`` of them."""

    places: np.ndarray
    """float64 (sites, 4): x, y and weight of each, and scratch space."""
    codes: np.ndarray
    """int64: the place of each in the site table, ``i * COLUMN_STRIDE + j``."""


class _Rivalry(NamedTuple):
    """Which near sites can own a place in a block, and whose borders can matter there."""

    owners: np.ndarray
    """int64: places in ``_NearSites``, in their order."""
    has_land: np.ndarray
    """bool, by owner: whether one of its lobes can reach the block."""
    rivals: np.ndarray
    """int64 (owners, 1 + rivals): the number of rivals of each owner, then their places."""
    inverses: np.ndarray
    """float64, like ``rivals``: turns a lead in power into a distance from the border."""
    needed: np.ndarray
    """bool, by near site: whether its distances are asked for."""


class _Block(NamedTuple):
    """A block of samples that lie in one square."""

    top: int
    bottom: int
    left: int
    columns: int
    above: int
    """Position of row 0 below the square's upper edge, in sixty-fourths of a cell."""
    step: int
    scale: float
    """Spacings in a sixty-fourth of a cell."""


@device(inline="source")
def _find_near_sites(sites, at_i, at_j, box, near):  # type: ignore[no-untyped-def]
    """Fill ``near`` with the sites that can matter in a box, and return their number.

    The third bound is rough: ``_find_rivals`` looks closer at what it lets through.
    """
    places, codes = near.places, near.codes
    count = 0
    low_u, high_u, low_v, high_v = box[0], box[1], box[2], box[3]
    surest = 9.0
    for di in range(int(np.floor(low_u - REACH)), int(np.floor(high_u + REACH)) + 1):
        for dj in range(int(np.floor(low_v - REACH)), int(np.floor(high_v + REACH)) + 1):
            site = sites[at_i + di, at_j + dj]
            u, v = di + site[SITE_X], dj + site[SITE_Y]
            far_u = max(max(low_u - u, u - high_u), 0.0)
            far_v = max(max(low_v - v, v - high_v), 0.0)
            least = far_u * far_u + far_v * far_v
            if least > REACH * REACH:
                continue
            least -= site[SITE_WEIGHT]
            if least > surest + _FAR_BEHIND:
                continue
            wide_u, wide_v = max(high_u - u, u - low_u), max(high_v - v, v - low_v)
            surest = min(surest, wide_u * wide_u + wide_v * wide_v - site[SITE_WEIGHT])
            places[count, 0], places[count, 1], places[count, 2] = u, v, site[SITE_WEIGHT]
            places[count, 3] = least
            codes[count] = (at_i + di) * COLUMN_STRIDE + (at_j + dj)
            count += 1
    kept = 0
    for m in range(count):
        if places[m, 3] <= surest + _FAR_BEHIND:
            for field in range(3):
                places[kept, field] = places[m, field]
            codes[kept] = codes[m]
            kept += 1
    return kept


@device(inline="source")
def _steepness(first, second):  # type: ignore[no-untyped-def]
    """Return how steeply the mask rises from the border of two sites, 1 for the widest straits."""
    draw = first[SITE_EDGE] + second[SITE_EDGE]
    draw -= np.floor(draw)
    return 1.0 + (_NARROWEST - 1.0) * draw * draw


@device(inline="source")
def _lead(places, own, other, box):  # type: ignore[no-untyped-def]
    """Return the least and the greatest lead of one site over another in a box, as power."""
    # The difference of two power distances is linear in the place.
    along_u, along_v = (
        2.0 * (places[own, 0] - places[other, 0]),
        2.0 * (places[own, 1] - places[other, 1]),
    )
    middle_u, middle_v = 0.5 * (box[0] + box[1]), 0.5 * (box[2] + box[3])
    own_u, own_v = middle_u - places[own, 0], middle_v - places[own, 1]
    other_u, other_v = middle_u - places[other, 0], middle_v - places[other, 1]
    middle = (other_u * other_u + other_v * other_v - places[other, 2]) - (
        own_u * own_u + own_v * own_v - places[own, 2]
    )
    spread = 0.5 * (abs(along_u) * (box[1] - box[0]) + abs(along_v) * (box[3] - box[2]))
    return middle - spread - _SLACK, middle + spread + _SLACK


@device(inline="source")
def _find_rivals(sites, near, count, box, rivalry):  # type: ignore[no-untyped-def]
    """Find the sites that can own a place in a box, and for each those whose border can matter.

    Fills ``owners``, ``rivals`` and ``inverses`` of ``rivalry``; returns the number of owners.
    """
    places, codes = near.places, near.codes
    owners, rivals, inverses = rivalry.owners, rivalry.rivals, rivalry.inverses
    found = 0
    # Most sites lose to the one that has the middle: asked first, they need no further question.
    middle_u, middle_v = 0.5 * (box[0] + box[1]), 0.5 * (box[2] + box[3])
    strongest, nearest = 0, 1e9
    for m in range(count):
        du, dv = middle_u - places[m, 0], middle_v - places[m, 1]
        away = du * du + dv * dv - places[m, 2]
        if away < nearest:
            strongest, nearest = m, away
    for own in range(count):
        rivals_found, loses = 0, False
        if own != strongest:
            least, greatest = _lead(places, own, strongest, box)
            if greatest < 0.0:
                continue
        for other in range(count):
            if other == own:
                continue
            least, greatest = _lead(places, own, other, box)
            if greatest < 0.0:
                loses = True
                break
            dx, dy = places[own, 0] - places[other, 0], places[own, 1] - places[other, 1]
            apart = dx * dx + dy * dy
            # Even the widest strait between the two is too far away: no need to ask how wide it is.
            if least > 0.0 and least * least > apart * (4.01 * _WIDEST * _WIDEST):
                continue
            first, second = codes[own], codes[other]
            steepness = _steepness(
                sites[first // COLUMN_STRIDE, first % COLUMN_STRIDE],
                sites[second // COLUMN_STRIDE, second % COLUMN_STRIDE],
            )
            inverse = 0.5 * steepness / np.sqrt(apart + 1e-12)
            if least * inverse < _WIDEST + _SLACK:
                rivals_found += 1
                rivals[found, rivals_found] = other
                inverses[found, rivals_found] = inverse
        if not loses:
            rivals[found, 0] = rivals_found
            owners[found] = own
            found += 1
    return found


@device(inline="source")
def _lobe_reaches(site, n, reach, places, own):  # type: ignore[no-untyped-def]
    """Whether a lobe can touch a box of places that have the finer bends as well."""
    at = SITE_LOBES + n * LOBE_FIELDS
    u, v = places[own, 0] + site[at + LOBE_X], places[own, 1] + site[at + LOBE_Y]
    far_u = max(max(reach[0] - u, u - reach[1]), 0.0)
    far_v = max(max(reach[2] - v, v - reach[3]), 0.0)
    return (far_u * far_u + far_v * far_v) * site[at + LOBE_NARROWNESS] < 1.0 + _SLACK


@device(inline="source")
def _find_land(sites, reach, near, rivalry, found):  # type: ignore[no-untyped-def]
    """Set ``has_land`` of the owners for a box; return whether any of them has land there."""
    owners, has_land = rivalry.owners, rivalry.has_land
    any_land = False
    for turn in range(found):
        code = near.codes[owners[turn]]
        site = sites[code // COLUMN_STRIDE, code % COLUMN_STRIDE]
        has_land[turn] = False
        for lobe in range(LOBES):
            if site[SITE_LOBES + lobe * LOBE_FIELDS + LOBE_STRENGTH] == 0.0:
                break
            if _lobe_reaches(site, lobe, reach, near.places, owners[turn]):
                has_land[turn] = True
                any_land = True
                break
    return any_land


@device(inline="source")
def _clamp(bend):  # type: ignore[no-untyped-def]
    return min(max(bend, -1.0), 1.0)


@device(inline="source")
def _find_ends(scratch, count, box):  # type: ignore[no-untyped-def]
    box[0], box[1], box[2], box[3] = 9.0, -9.0, 9.0, -9.0
    for c in range(count):
        box[0], box[1] = min(box[0], scratch[_LOW_U, c]), max(box[1], scratch[_HIGH_U, c])
        box[2], box[3] = min(box[2], scratch[_LOW_V, c]), max(box[3], scratch[_HIGH_V, c])


@device(inline="source")
def _find_box(block, bends, scratch, box):  # type: ignore[no-untyped-def]
    """Set ``box`` to the smallest box that holds the bent places of a block of samples."""
    bend, broad_x, broad_y, count = bends.domain_bend, bends.broad_x, bends.broad_y, block.columns
    for c in range(count):
        scratch[_LOW_U, c], scratch[_HIGH_U, c] = 9.0, -9.0
        scratch[_LOW_V, c], scratch[_HIGH_V, c] = 9.0, -9.0
    for r in range(block.top, block.bottom):
        row = np.uint64(r)
        straight_v = np.float64(block.above + r * block.step) * block.scale
        for c in range(count):
            at = np.uint64(block.left + c)
            u = scratch[_STRAIGHT_U, c] + bend * _clamp(broad_x[row, at])
            v = straight_v + bend * _clamp(broad_y[row, at])
            scratch[_LOW_U, c] = min(scratch[_LOW_U, c], u)
            scratch[_HIGH_U, c] = max(scratch[_HIGH_U, c], u)
            scratch[_LOW_V, c] = min(scratch[_LOW_V, c], v)
            scratch[_HIGH_V, c] = max(scratch[_HIGH_V, c], v)
    _find_ends(scratch, count, box)


@device(inline="source")
def _find_reach(block, bends, scratch, box, reach):  # type: ignore[no-untyped-def]
    """Set ``reach`` to a box and the finer bends of its samples, or the most they can be."""
    bend, fine_x, fine_y, count = bends.lobe_bend, bends.fine_x, bends.fine_y, block.columns
    if fine_x.shape[1] == 0:
        reach[0], reach[1] = -bends.most_lobe_bend, bends.most_lobe_bend
        reach[2], reach[3] = -bends.most_lobe_bend, bends.most_lobe_bend
    else:
        for c in range(count):
            scratch[_LOW_U, c], scratch[_HIGH_U, c] = 9.0, -9.0
            scratch[_LOW_V, c], scratch[_HIGH_V, c] = 9.0, -9.0
        for r in range(block.top, block.bottom):
            row = np.uint64(r)
            for c in range(count):
                at = np.uint64(block.left + c)
                u, v = bend * _clamp(fine_x[row, at]), bend * _clamp(fine_y[row, at])
                scratch[_LOW_U, c] = min(scratch[_LOW_U, c], u)
                scratch[_HIGH_U, c] = max(scratch[_HIGH_U, c], u)
                scratch[_LOW_V, c] = min(scratch[_LOW_V, c], v)
                scratch[_HIGH_V, c] = max(scratch[_HIGH_V, c], v)
        _find_ends(scratch, count, reach)
    for side in range(4):
        reach[side] += box[side]


@device(inline="source")
def _mark_needed(rivalry, found, nearby):  # type: ignore[no-untyped-def]
    """Set ``needed`` for owners and their rivals."""
    for m in range(nearby):
        rivalry.needed[m] = False
    for n in range(found):
        rivalry.needed[rivalry.owners[n]] = True
        for k in range(1, rivalry.rivals[n, 0] + 1):
            rivalry.needed[rivalry.rivals[n, k]] = True


@device(inline="source")
def _fill_rise(scratch, count, turn, own, rivals, inverses):  # type: ignore[no-untyped-def]
    """Fill in the distances from the border of one owner's domain: negative beyond it."""
    for c in range(count):
        scratch[_RISE, c] = _WIDEST
    mine = _POWERS + own
    for k in range(1, rivals[turn, 0] + 1):
        other, inverse = _POWERS + rivals[turn, k], inverses[turn, k]
        for c in range(count):
            away = (scratch[other, c] - scratch[mine, c]) * inverse
            scratch[_RISE, c] = min(scratch[_RISE, c], away)


@device(inline="source")
def _fill_outside(scratch, count, site, reach, places, own):  # type: ignore[no-untyped-def]
    """Fill in what the lobes of a site leave of the sea: 1 where none reaches."""
    for c in range(count):
        scratch[_OUTSIDE, c] = 1.0
    own_u, own_v = places[own, 0], places[own, 1]
    for n in range(LOBES):
        at = SITE_LOBES + n * LOBE_FIELDS
        strength = site[at + LOBE_STRENGTH]
        if strength == 0.0:
            break
        if not _lobe_reaches(site, n, reach, places, own):
            continue
        lobe_u, lobe_v = site[at + LOBE_X], site[at + LOBE_Y]
        narrowness = site[at + LOBE_NARROWNESS]
        for c in range(count):
            du = scratch[_U, c] - own_u + scratch[_FINE_U, c] - lobe_u
            dv = scratch[_V, c] - own_v + scratch[_FINE_V, c] - lobe_v
            bump = max(1.0 - (du * du + dv * dv) * narrowness, 0.0)
            scratch[_OUTSIDE, c] *= 1.0 - strength * (bump * bump)


@device(inline="source")
def _place_row(block, bends, r, scratch, first):  # type: ignore[no-untyped-def]
    """Fill in the bent places of a row and, if finer bends are given, what follows of them.

    The row's samples come to lie in ``scratch`` from column ``first``.
    """
    row, straight_v = np.uint64(r), np.float64(block.above + r * block.step) * block.scale
    bend, broad_x, broad_y = bends.domain_bend, bends.broad_x, bends.broad_y
    for c in range(block.columns):
        at, to = np.uint64(block.left + c), np.uint64(first + c)
        scratch[_U, to] = scratch[_STRAIGHT_U, c] + bend * _clamp(broad_x[row, at])
        scratch[_V, to] = straight_v + bend * _clamp(broad_y[row, at])
    bend, fine_x, fine_y = bends.lobe_bend, bends.fine_x, bends.fine_y
    if fine_x.shape[1] > 0:
        for c in range(block.columns):
            at, to = np.uint64(block.left + c), np.uint64(first + c)
            scratch[_FINE_U, to] = bend * _clamp(fine_x[row, at])
            scratch[_FINE_V, to] = bend * _clamp(fine_y[row, at])
            part = min(max(0.8 + 6.0 * fine_x[row, at], 0.0), 1.6)
            scratch[_RAGGEDNESS, to] = 1.0 + _RAGGED * part
            part = min(max(0.5 + _RETREAT_GAIN * fine_y[row, at], 0.0), 1.0)
            scratch[_MOATS, to] = _MOAT + _RETREAT * part


@device(inline="source")
def _fill_batch(sites, near, nearby, rivalry, found, reach, count, scratch, owners):  # type: ignore[no-untyped-def]
    """Fill in the mask and the owners of a batch of samples whose places are known."""
    places, codes = near.places, near.codes
    if found == 1 and not rivalry.has_land[0]:
        for c in range(count):
            owners[c] = np.int32(codes[rivalry.owners[0]])
            scratch[_LAND, c] = 0.0
        return
    for m in range(nearby):
        if rivalry.needed[m]:
            for c in range(count):
                du, dv = scratch[_U, c] - places[m, 0], scratch[_V, c] - places[m, 1]
                scratch[_POWERS + m, c] = du * du + dv * dv - places[m, 2]
    for c in range(count):
        owners[c] = -1
        scratch[_LAND, c] = 0.0
    for turn in range(found):
        own = rivalry.owners[turn]
        code = np.int32(codes[own])
        _fill_rise(scratch, count, turn, own, rivalry.rivals, rivalry.inverses)
        # Where two sites are as near, the first has it.
        owned = 0
        for c in range(count):
            mine = scratch[_RISE, c] >= 0.0 and owners[c] < 0
            owners[c] = code if mine else owners[c]
            owned += 1 if mine else 0
        if owned == 0 or not rivalry.has_land[turn]:
            continue
        site = sites[code // COLUMN_STRIDE, code % COLUMN_STRIDE]
        _fill_outside(scratch, count, site, reach, places, own)
        for c in range(count):
            away = max(scratch[_RISE, c] - scratch[_MOATS, c], 0.0) * scratch[_RAGGEDNESS, c]
            rise = min(away, _BORDER) / _BORDER
            share = 1.0 - scratch[_OUTSIDE, c]
            trace = _TRACE if scratch[_RISE, c] > _MOAT and share > 0.0 else 0.0
            land = max(share * (rise * (2.0 - rise)), trace)
            scratch[_LAND, c] = land if owners[c] == code else scratch[_LAND, c]


_MASK_GRID = types.NamedUniTuple(types.int64, len(MaskGrid._fields), MaskGrid)  # type: ignore[no-untyped-call]
_BENDS = types.NamedTuple((*(types.float64,) * 3, *(types.float64[:, ::1],) * 4), Bends)  # type: ignore[no-untyped-call]


@kernel(
    types.boolean(
        _MASK_GRID,
        _BENDS,
        types.Array(types.float64, 3, "C", readonly=True),
        types.float64[:, ::1],
        types.int32[:, ::1],
    ),
    first=True,
)
def fill_mask(grid, bends, sites, strength, owner):  # type: ignore[no-untyped-def]
    """Fill the mask and the owners of a grid; return whether the finer bends are missing.

    Without finer bends this fills grids that lie in open sea, and gives up where a lobe bent by as
    much as can be might reach a sample.

    Args:
        grid: where the samples lie.
        bends: what bends the samples' places.
        sites: float64 (columns, rows, SITE_FIELDS), the sites within ``REACH`` of any bent place.
        strength: float64 (rows, columns), written: the mask, 0..1.
        owner: int32 (rows, columns), written: the domain, as ``column * COLUMN_STRIDE + row``.
    """
    height, width = strength.shape
    x, y, step, spacing = grid.x, grid.y, grid.step, grid.spacing
    scale = 1.0 / np.float64(spacing)
    bent = bends.fine_x.shape[1] > 0
    near = _NearSites(np.empty((_MOST_SITES, 4)), np.empty(_MOST_SITES, dtype=np.int64))
    rivalry = _Rivalry(
        np.empty(_MOST_SITES, dtype=np.int64),
        np.empty(_MOST_SITES, dtype=np.bool_),
        np.empty((_MOST_SITES, _MOST_SITES), dtype=np.int64),
        np.empty((_MOST_SITES, _MOST_SITES)),
        np.empty(_MOST_SITES, dtype=np.bool_),
    )
    longest = max(width, _BATCH) + _PADDING
    scratch = np.empty((_POWERS + _MOST_SITES, longest))
    owners = np.empty(longest, dtype=np.int32)
    box = np.empty(4)
    reach = np.empty(4)
    top = 0
    while top < height:
        square_j = (y + top * step) // spacing
        bottom = min(height, ((square_j + 1) * spacing - y + step - 1) // step)
        left = 0
        while left < width:
            square_i = (x + left * step) // spacing
            right = min(width, ((square_i + 1) * spacing - x + step - 1) // step)
            count = right - left
            block = _Block(top, bottom, left, count, y - square_j * spacing, step, scale)
            for c in range(count):
                offset = x + (left + c) * step - square_i * spacing
                scratch[_STRAIGHT_U, c] = np.float64(offset) * scale
            _find_box(block, bends, scratch, box)
            at_i, at_j = square_i - grid.first_i, square_j - grid.first_j
            nearby = _find_near_sites(sites, at_i, at_j, box, near)
            found = _find_rivals(sites, near, nearby, box, rivalry)
            _find_reach(block, bends, scratch, box, reach)
            land = _find_land(sites, reach, near, rivalry, found)
            if land and not bent:
                return True
            _mark_needed(rivalry, found, nearby)
            rows = max(_BATCH // count, 1)
            for first_row in range(top, bottom, rows):
                last_row = min(first_row + rows, bottom)
                for r in range(first_row, last_row):
                    _place_row(block, bends, r, scratch, (r - first_row) * count)
                samples = (last_row - first_row) * count
                _fill_batch(sites, near, nearby, rivalry, found, reach, samples, scratch, owners)
                for r in range(first_row, last_row):
                    row, first = np.uint64(r), (r - first_row) * count
                    for c in range(count):
                        at, place = np.uint64(left + c), np.uint64(first + c)
                        strength[row, at] = scratch[_LAND, place]
                        owner[row, at] = owners[place]
            left = right
        top = bottom
    return False
