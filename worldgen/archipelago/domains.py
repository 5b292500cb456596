"""The mask and the domains of a grid of samples: who owns a place, and how much of it is land.

A domain is a site's cell of the power diagram of all sites. The grid is worked through square by
square: first the few sites are found that can matter anywhere in a block of samples, exactly, from
its corners; then whole rows of samples are done at once. What is left out could not have changed a
bit, so a sample does not depend on the block it is in.
"""

from __future__ import annotations

import numpy as np
from numba import types

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
from worldgen.kernels.decorators import GRID, device, kernel

REACH = 2.0
"""No site farther than this from a place, in spacings, bears on the mask there: even the widest
border between it and the place's own site is more than ``_WIDEST`` away.
"""

_MOAT = 0.0216
"""Distance from a domain's border, in spacings, over which the mask is 0 where straits are wide.

Where they are narrowest it is 3 cells at the least spacing: a cell beside a border is never land.
"""

_RETREAT = 0.10
_RETREAT_SWING = 6.0
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


@device(inline="source")
def _near_sites(sites, at_i, at_j, box, near, codes):  # type: ignore[no-untyped-def]
    """Collect the sites that can matter in a box: x, y relative to the square, weight.

    The third bound is rough: ``_find_rivals`` looks closer at what it lets through.
    """
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
            near[count, 0], near[count, 1], near[count, 2] = u, v, site[SITE_WEIGHT]
            near[count, 3] = least
            codes[count] = (at_i + di) * 4096 + (at_j + dj)
            count += 1
    kept = 0
    for m in range(count):
        if near[m, 3] <= surest + _FAR_BEHIND:
            for field in range(3):
                near[kept, field] = near[m, field]
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
def _lead(near, own, other, box):  # type: ignore[no-untyped-def]
    """Return the least and the greatest lead of one site over another in a box, as power."""
    # The difference of two power distances is linear in the place.
    along_u, along_v = (
        2.0 * (near[own, 0] - near[other, 0]),
        2.0 * (near[own, 1] - near[other, 1]),
    )
    middle_u, middle_v = 0.5 * (box[0] + box[1]), 0.5 * (box[2] + box[3])
    own_u, own_v = middle_u - near[own, 0], middle_v - near[own, 1]
    other_u, other_v = middle_u - near[other, 0], middle_v - near[other, 1]
    middle = (other_u * other_u + other_v * other_v - near[other, 2]) - (
        own_u * own_u + own_v * own_v - near[own, 2]
    )
    spread = 0.5 * (abs(along_u) * (box[1] - box[0]) + abs(along_v) * (box[3] - box[2]))
    return middle - spread - _SLACK, middle + spread + _SLACK


@device(inline="source")
def _find_rivals(sites, near, codes, count, box, owners, rivals, inverses):  # type: ignore[no-untyped-def]
    """Find the sites that can own a place in a box, and for each those whose border can matter.

    Returns the number of owners. Row n of ``rivals`` holds the number of rivals of owner n, then
    their places in ``near``; ``inverses`` turns a lead in power into a distance from the border.
    """
    found = 0
    # Most sites lose to the one that has the middle: asked first, they need no further question.
    middle_u, middle_v = 0.5 * (box[0] + box[1]), 0.5 * (box[2] + box[3])
    strongest, nearest = 0, 1e9
    for m in range(count):
        du, dv = middle_u - near[m, 0], middle_v - near[m, 1]
        away = du * du + dv * dv - near[m, 2]
        if away < nearest:
            strongest, nearest = m, away
    for own in range(count):
        rivalry, loses = 0, False
        if own != strongest:
            least, greatest = _lead(near, own, strongest, box)
            if greatest < 0.0:
                continue
        for other in range(count):
            if other == own:
                continue
            least, greatest = _lead(near, own, other, box)
            if greatest < 0.0:
                loses = True
                break
            dx, dy = near[own, 0] - near[other, 0], near[own, 1] - near[other, 1]
            apart = dx * dx + dy * dy
            # Even the widest strait between the two is too far away: no need to ask how wide it is.
            if least > 0.0 and least * least > apart * (4.01 * _WIDEST * _WIDEST):
                continue
            first, second = codes[own], codes[other]
            steepness = _steepness(
                sites[first // 4096, first % 4096], sites[second // 4096, second % 4096]
            )
            inverse = 0.5 * steepness / np.sqrt(apart + 1e-12)
            if least * inverse < _WIDEST + _SLACK:
                rivalry += 1
                rivals[found, rivalry] = other
                inverses[found, rivalry] = inverse
        if not loses:
            rivals[found, 0] = rivalry
            owners[found] = own
            found += 1
    return found


@device(inline="source")
def _lobe_reaches(site, n, reach, near, own):  # type: ignore[no-untyped-def]
    """Whether a lobe can touch a box of places that have the finer bends as well."""
    at = SITE_LOBES + n * LOBE_FIELDS
    u, v = near[own, 0] + site[at + LOBE_X], near[own, 1] + site[at + LOBE_Y]
    far_u = max(max(reach[0] - u, u - reach[1]), 0.0)
    far_v = max(max(reach[2] - v, v - reach[3]), 0.0)
    return (far_u * far_u + far_v * far_v) * site[at + LOBE_NARROWNESS] < 1.0 + _SLACK


@device(inline="source")
def _find_land(sites, reach, near, codes, owners, found, lands):  # type: ignore[no-untyped-def]
    """Mark the owners that have a lobe which can touch a box; return whether there are any."""
    any_land = False
    for turn in range(found):
        code = codes[owners[turn]]
        site = sites[code // 4096, code % 4096]
        lands[turn] = False
        for lobe in range(LOBES):
            if site[SITE_LOBES + lobe * LOBE_FIELDS + LOBE_STRENGTH] == 0.0:
                break
            if _lobe_reaches(site, lobe, reach, near, owners[turn]):
                lands[turn] = True
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
def _find_box(  # type: ignore[no-untyped-def]
    above, step, scale, bend, top, bottom, left, count, broad_x, broad_y, scratch, box
):  # fmt: skip
    """Find the smallest box that holds the bent places of a block of samples."""
    for c in range(count):
        scratch[_LOW_U, c], scratch[_HIGH_U, c] = 9.0, -9.0
        scratch[_LOW_V, c], scratch[_HIGH_V, c] = 9.0, -9.0
    for r in range(top, bottom):
        row = np.uint64(r)
        straight_v = np.float64(above + r * step) * scale
        for c in range(count):
            at = np.uint64(left + c)
            u = scratch[_STRAIGHT_U, c] + bend * _clamp(broad_x[row, at])
            v = straight_v + bend * _clamp(broad_y[row, at])
            scratch[_LOW_U, c] = min(scratch[_LOW_U, c], u)
            scratch[_HIGH_U, c] = max(scratch[_HIGH_U, c], u)
            scratch[_LOW_V, c] = min(scratch[_LOW_V, c], v)
            scratch[_HIGH_V, c] = max(scratch[_HIGH_V, c], v)
    _find_ends(scratch, count, box)


@device(inline="source")
def _find_reach(warp, margin, top, bottom, left, count, fine_x, fine_y, scratch, box, reach):  # type: ignore[no-untyped-def]
    """Widen a box by the finer bends of its samples, or by the most they can be if not given."""
    if fine_x.shape[1] == 0:
        reach[0], reach[1] = -margin, margin
        reach[2], reach[3] = -margin, margin
    else:
        for c in range(count):
            scratch[_LOW_U, c], scratch[_HIGH_U, c] = 9.0, -9.0
            scratch[_LOW_V, c], scratch[_HIGH_V, c] = 9.0, -9.0
        for r in range(top, bottom):
            row = np.uint64(r)
            for c in range(count):
                at = np.uint64(left + c)
                u, v = warp * _clamp(fine_x[row, at]), warp * _clamp(fine_y[row, at])
                scratch[_LOW_U, c] = min(scratch[_LOW_U, c], u)
                scratch[_HIGH_U, c] = max(scratch[_HIGH_U, c], u)
                scratch[_LOW_V, c] = min(scratch[_LOW_V, c], v)
                scratch[_HIGH_V, c] = max(scratch[_HIGH_V, c], v)
        _find_ends(scratch, count, reach)
    for side in range(4):
        reach[side] += box[side]


@device(inline="source")
def _mark_needed(found, owners, rivals, nearby, needed):  # type: ignore[no-untyped-def]
    """Mark the sites whose distances are asked for: owners and their rivals."""
    for m in range(nearby):
        needed[m] = False
    for n in range(found):
        needed[owners[n]] = True
        for k in range(1, rivals[n, 0] + 1):
            needed[rivals[n, k]] = True


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
def _fill_outside(scratch, count, site, reach, near, own):  # type: ignore[no-untyped-def]
    """Fill in what the lobes of a site leave of the sea: 1 where none reaches."""
    for c in range(count):
        scratch[_OUTSIDE, c] = 1.0
    own_u, own_v = near[own, 0], near[own, 1]
    for n in range(LOBES):
        at = SITE_LOBES + n * LOBE_FIELDS
        strength = site[at + LOBE_STRENGTH]
        if strength == 0.0:
            break
        if not _lobe_reaches(site, n, reach, near, own):
            continue
        lobe_u, lobe_v = site[at + LOBE_X], site[at + LOBE_Y]
        narrowness = site[at + LOBE_NARROWNESS]
        for c in range(count):
            du = scratch[_U, c] - own_u + scratch[_FINE_U, c] - lobe_u
            dv = scratch[_V, c] - own_v + scratch[_FINE_V, c] - lobe_v
            bump = max(1.0 - (du * du + dv * dv) * narrowness, 0.0)
            scratch[_OUTSIDE, c] *= 1.0 - strength * (bump * bump)


@device(inline="source")
def _place_row(  # type: ignore[no-untyped-def]
    bend, warp, row, left, count, straight_v, broad_x, broad_y, fine_x, fine_y, scratch, first
):  # fmt: skip
    """Fill in the bent places of a row and, if finer bends are given, what follows of them."""
    for c in range(count):
        at, to = np.uint64(left + c), np.uint64(first + c)
        scratch[_U, to] = scratch[_STRAIGHT_U, c] + bend * _clamp(broad_x[row, at])
        scratch[_V, to] = straight_v + bend * _clamp(broad_y[row, at])
    if fine_x.shape[1] > 0:
        for c in range(count):
            at, to = np.uint64(left + c), np.uint64(first + c)
            scratch[_FINE_U, to] = warp * _clamp(fine_x[row, at])
            scratch[_FINE_V, to] = warp * _clamp(fine_y[row, at])
            part = min(max(0.8 + 6.0 * fine_x[row, at], 0.0), 1.6)
            scratch[_RAGGEDNESS, to] = 1.0 + _RAGGED * part
            part = min(max(0.5 + _RETREAT_SWING * fine_y[row, at], 0.0), 1.0)
            scratch[_MOATS, to] = _MOAT + _RETREAT * part


@device(inline="source")
def _fill_batch(  # type: ignore[no-untyped-def]
    sites, near, codes, nearby, needed, owners, found, lands, rivals, inverses, reach, count,
    scratch, claims,
):  # fmt: skip
    """Fill in the mask and the owners of a batch of samples whose places are known."""
    if found == 1 and not lands[0]:
        for c in range(count):
            claims[c] = np.int32(codes[owners[0]])
            scratch[_LAND, c] = 0.0
        return
    for m in range(nearby):
        if needed[m]:
            for c in range(count):
                du, dv = scratch[_U, c] - near[m, 0], scratch[_V, c] - near[m, 1]
                scratch[_POWERS + m, c] = du * du + dv * dv - near[m, 2]
    for c in range(count):
        claims[c] = -1
        scratch[_LAND, c] = 0.0
    for turn in range(found):
        own = owners[turn]
        code = np.int32(codes[own])
        _fill_rise(scratch, count, turn, own, rivals, inverses)
        # Where two sites are as near, the first has it.
        claimed = 0
        for c in range(count):
            mine = scratch[_RISE, c] >= 0.0 and claims[c] < 0
            claims[c] = code if mine else claims[c]
            claimed += 1 if mine else 0
        if claimed == 0 or not lands[turn]:
            continue
        site = sites[code // 4096, code % 4096]
        _fill_outside(scratch, count, site, reach, near, own)
        for c in range(count):
            away = max(scratch[_RISE, c] - scratch[_MOATS, c], 0.0) * scratch[_RAGGEDNESS, c]
            rise = min(away, _BORDER) / _BORDER
            share = 1.0 - scratch[_OUTSIDE, c]
            trace = _TRACE if scratch[_RISE, c] > _MOAT and share > 0.0 else 0.0
            land = max(share * (rise * (2.0 - rise)), trace)
            scratch[_LAND, c] = land if claims[c] == code else scratch[_LAND, c]


@kernel(
    types.boolean(
        *(types.int64,) * 6,
        *(types.float64,) * 3,
        types.Array(types.float64, 3, "C", readonly=True),
        *(GRID,) * 4,
        types.float64[:, ::1],
        types.int32[:, ::1],
    )
)
def fill_mask(  # type: ignore[no-untyped-def]
    x, y, step, spacing, first_i, first_j, bend, warp, margin, sites,
    broad_x, broad_y, fine_x, fine_y, strength, owner,
):  # fmt: skip
    """Fill the mask and the owners of a grid; return whether the finer bends are missing.

    With empty ``fine_x`` and ``fine_y`` this fills grids that lie in open sea, and gives up where a
    lobe bent by up to ``margin`` might reach a sample.
    """
    height, width = strength.shape
    scale = 1.0 / np.float64(spacing)
    bent = fine_x.shape[1] > 0
    near = np.empty((_MOST_SITES, 4))
    codes = np.empty(_MOST_SITES, dtype=np.int64)
    owners = np.empty(_MOST_SITES, dtype=np.int64)
    rivals = np.empty((_MOST_SITES, _MOST_SITES), dtype=np.int64)
    inverses = np.empty((_MOST_SITES, _MOST_SITES))
    needed = np.empty(_MOST_SITES, dtype=np.bool_)
    longest = max(width, _BATCH) + _PADDING
    scratch = np.empty((_POWERS + _MOST_SITES, longest))
    claims = np.empty(longest, dtype=np.int32)
    lands = np.empty(_MOST_SITES, dtype=np.bool_)
    box = np.empty(4)
    reach = np.empty(4)
    top = 0
    while top < height:
        square_j = (y + top * step) // spacing
        bottom = min(height, ((square_j + 1) * spacing - y + step - 1) // step)
        above = y - square_j * spacing
        left = 0
        while left < width:
            square_i = (x + left * step) // spacing
            right = min(width, ((square_i + 1) * spacing - x + step - 1) // step)
            count = right - left
            for c in range(count):
                offset = x + (left + c) * step - square_i * spacing
                scratch[_STRAIGHT_U, c] = np.float64(offset) * scale
            _find_box(
                above, step, scale, bend, top, bottom, left, count, broad_x, broad_y, scratch, box
            )
            nearby = _near_sites(sites, square_i - first_i, square_j - first_j, box, near, codes)
            found = _find_rivals(sites, near, codes, nearby, box, owners, rivals, inverses)
            _find_reach(warp, margin, top, bottom, left, count, fine_x, fine_y, scratch, box, reach)
            land = _find_land(sites, reach, near, codes, owners, found, lands)
            if land and not bent:
                return True
            _mark_needed(found, owners, rivals, nearby, needed)
            rows = max(_BATCH // count, 1)
            for first_row in range(top, bottom, rows):
                last_row = min(first_row + rows, bottom)
                for r in range(first_row, last_row):
                    straight_v = np.float64(above + r * step) * scale
                    _place_row(
                        bend, warp, np.uint64(r), left, count, straight_v, broad_x, broad_y,
                        fine_x, fine_y, scratch, (r - first_row) * count,
                    )  # fmt: skip
                _fill_batch(
                    sites, near, codes, nearby, needed, owners, found, lands, rivals,
                    inverses, reach, (last_row - first_row) * count, scratch, claims,
                )  # fmt: skip
                for r in range(first_row, last_row):
                    row, first = np.uint64(r), (r - first_row) * count
                    for c in range(count):
                        at, place = np.uint64(left + c), np.uint64(first + c)
                        strength[row, at] = scratch[_LAND, place]
                        owner[row, at] = claims[place]
            left = right
        top = bottom
    return False
