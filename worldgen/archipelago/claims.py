"""Claims: how surely a place belongs to a site, and to which; open sea belongs to none.

There are three levels of sites, 1, 4 and 9 island spacings apart. A site's field, bent and
roughened by noise of 300 cells and more for great islands and of 79 for small ones, does not
saturate, so that two neighbours always have a clear border. A claim is above 0 in the site's domain
and falls to 0 at its border: a lesser level's claim gives way to a greater one's.
Lengths are for an island spacing of 1024 cells and scale with it.
"""

from __future__ import annotations

import numpy as np

from worldgen.archipelago.landforms import (
    ANY_CLAIM,
    LOBE_A,
    LOBE_B,
    LOBE_C,
    LOBE_FIELDS,
    LOBE_HALF_X,
    LOBE_HALF_Y,
    LOBE_STRENGTH,
    LOBE_X,
    LOBE_Y,
    SITE_COUNT,
    SITE_EDGE,
    SITE_FJORDS,
    SITE_HIGHEST,
    SITE_LOBES,
    SITE_SWELL,
    SITE_X,
    SITE_Y,
)
from worldgen.archipelago.turned_noise import fade, turn_of, turned
from worldgen.kernels.decorators import device
from worldgen.noise.hashing import hash_point, hash_row, mix

LEVELS = 3
SPACINGS = np.array([1, 4, 9], dtype=np.int64)
"""Island spacings between the sites of each level, small, middling and great."""

LENGTHS = np.array([10007, 5003, 2503, 1249, 631, 313, 157, 79], dtype=np.int64)
"""Wavelengths of the octaves that decide claims, in cells."""

OCTAVES = 8
FIRST = np.array([4, 2, 0], dtype=np.int64)
LAST = np.array([8, 6, 6], dtype=np.int64)
"""The octaves that each level begins and ends with."""

PERSISTENCE = 0.67
FARTHEST_BENT = 0.30
"""How far places are bent at most, in spacings of the level."""

LEAST_CLAIM = np.array([-0.24, -0.36, -0.31])
"""The claim of each level in open sea."""

_RISE = 1.45
_ROUGH = np.array([1.15, 1.4, 1.75])
_STEEPEST = np.array([1.0, 1.4, 1.7])
_LEAD = np.array([0.9, 1.8, 7.0])
"""How fast a claim rises from the border with a rival of its level."""

_STRAIT = 5.0
_SOUND = 1.0
_WIDEST = 1.6
"""How much wider a strait is by the slow bends and by roughness, and at most, as a claim."""

_LOW_ROUGHNESS = 0.4
"""How much of the roughness islands have that are low throughout: rings of sand stay whole."""

_INLETS = 8.0
_FJORD_DEPTH = 1.1
_FJORD_END = 1.25
"""How narrow fjords are, how deep they cut, as a claim, and the field at which they end."""

_NORM = 1.62

SHIFT_X, SHIFT_Y, ROUGHNESS = range(3)
CHANNELS = 3
"""What each octave gives: the bend in x and in y, as parts of its wavelength, and roughness."""

_U, _V, _SQUARE_I, _SQUARE_J = range(4)
"""Rows of places: in the sample's own square, bent, and that square's place in the table."""

CLAIM, CLAIM_I, CLAIM_J, _TOP, _EDGE, _SWELL, _AT, _FIELDS = range(8)
"""Rows of what is found: claim, its site's place in the table, its field and draw and swell, its
number, and from there on the field of each site near."""

_MOST_SITES = 64
_SLACK = 1e-9


@device()
def scaled(length, spacing):  # type: ignore[no-untyped-def]
    """Return a length in cells for this island spacing."""
    return length * spacing // 1024


@device()
def make_scratch(count):  # type: ignore[no-untyped-def]
    """Return scratch space for ``count`` places: bends by level, places, fields and octaves."""
    bends = np.empty((LEVELS, CHANNELS, count))
    places, fields = np.empty((4, count)), np.empty((_FIELDS + _MOST_SITES, count))
    states = np.zeros((OCTAVES, 3), dtype=np.int64)
    return bends, places, fields, states, np.empty((OCTAVES, 4, 2 * CHANNELS))


@device()
def _fill_corners(key, i, j, corners):  # type: ignore[no-untyped-def]
    """Fill in the gradients of all channels at the four corners of a lattice square."""
    for n in range(4):
        bits = hash_point(hash_row(key, j + (n >> 1)), i + (n & 1))
        for part in range(2 * CHANNELS):
            whole = np.int64((bits >> np.uint64(10 * part)) & np.uint64(1023))
            corners[n, part] = (np.float64(whole) - 511.5) * (_NORM / 511.5)


@device()
def _blend(corners, x, u, v, wu, wv):  # type: ignore[no-untyped-def]
    y = x + 1
    a = corners[0, x] * u + corners[0, y] * v
    b = corners[1, x] * (u - 1.0) + corners[1, y] * v
    c = corners[2, x] * u + corners[2, y] * (v - 1.0)
    d = corners[3, x] * (u - 1.0) + corners[3, y] * (v - 1.0)
    a += wu * (b - a)
    c += wu * (d - c)
    return a + wv * (c - a)


@device(inline="forced")
def _fill_run(corners, rest_x, rest_y, p, q, inverse, along, first, last, row, values):  # type: ignore[no-untyped-def]
    """Fill in an octave at a run of places that lie in one lattice square."""
    start = along[first]
    for c in range(np.uint64(last - first)):
        cells = along[np.uint64(first) + c] - start
        u, v = (rest_x + p * cells) * inverse, (rest_y - q * cells) * inverse
        wu, wv = fade(u), fade(v)
        at = np.uint64(row + first) + c
        values[SHIFT_X, at] = _blend(corners, 0, u, v, wu, wv)
        values[SHIFT_Y, at] = _blend(corners, 2, u, v, wu, wv)
        values[ROUGHNESS, at] = _blend(corners, 4, u, v, wu, wv)


@device()
def _fill_octave(key, spacing, octave, xs, ys, along, state, corners, values):  # type: ignore[no-untyped-def]
    """Fill in an octave at all places of a block."""
    own = mix((key ^ np.uint64(0x4015E)) + np.uint64(octave))
    p, q, n = turn_of(own)
    size = n * scaled(LENGTHS[octave], spacing)
    inverse = 1.0 / np.float64(size)
    count = len(xs)
    for r in range(len(ys)):
        first = 0
        while first < count:
            tx, ty = turned(own, p, q, xs[first], ys[r])
            i, j = state[0], state[1]
            rest_x, rest_y = tx - i * size, ty - j * size
            if state[2] == 0 or rest_x < 0 or rest_x >= size or rest_y < 0 or rest_y >= size:
                i, j = tx // size, ty // size
                _fill_corners(own, i, j, corners)
                state[0], state[1], state[2] = i, j, 1
                rest_x, rest_y = tx - i * size, ty - j * size
            # A square is convex: with both ends of a run in it, all between are.
            last = count
            reach = xs[last - 1] - xs[first]
            end_x, end_y = rest_x + p * reach, rest_y - q * reach
            if end_x < 0 or end_x >= size or end_y < 0 or end_y >= size:
                last = first + 1
                while last < count:
                    reach = xs[last] - xs[first]
                    end_x, end_y = rest_x + p * reach, rest_y - q * reach
                    if end_x < 0 or end_x >= size or end_y < 0 or end_y >= size:
                        break
                    last += 1
            _fill_run(
                corners, np.float64(rest_x), np.float64(rest_y), np.float64(p), np.float64(q),
                inverse, along, first, last, r * count, values,
            )  # fmt: skip
            first = last


@device()
def _add_octave(values, shift, strength, count, bend):  # type: ignore[no-untyped-def]
    for c in range(count):
        bend[SHIFT_X, c] += shift * values[SHIFT_X, c]
        bend[SHIFT_Y, c] += shift * values[SHIFT_Y, c]
        bend[ROUGHNESS, c] += strength * values[ROUGHNESS, c]


@device()
def fill_bends(key, spacing, warp, xs, ys, first, last, states, corners, bends):  # type: ignore[no-untyped-def]
    """Fill in the bends, in cells for a spacing of 1024, and the roughness of each level.

    Octaves ``first`` to ``last`` are done; levels that need others are left unfinished. ``states``
    and ``corners`` remember the last lattice square of each octave.
    """
    count = len(xs) * len(ys)
    for level in range(LEVELS):
        for channel in range(CHANNELS):
            for c in range(count):
                bends[level, channel, c] = 0.0
    strengths = np.ones(LEVELS)
    values, along = np.empty((CHANNELS, count)), np.empty(len(xs))
    for c in range(len(xs)):
        along[c] = np.float64(xs[c] - xs[0])
    for octave in range(first, last):
        part = warp * LENGTHS[octave]
        # What is finer would fold the moats of rocks.
        if octave >= 5:
            part *= 0.9 if octave == 5 else (0.75 if octave == 6 else 0.5)
        _fill_octave(key, spacing, octave, xs, ys, along, states[octave], corners[octave], values)
        for level in range(LEVELS):
            if FIRST[level] <= octave and octave < LAST[level]:
                _add_octave(values, part, strengths[level], count, bends[level])
                strengths[level] *= PERSISTENCE


@device()
def _fill_places(spacing, level, first_i, first_j, xs, ys, bend, places, box):  # type: ignore[no-untyped-def]
    """Fill in the bent places, and the box that holds them, in squares of the table."""
    side = SPACINGS[level] * spacing
    unbent, most = 1.0 / (1024.0 * SPACINGS[level]), FARTHEST_BENT
    box[0], box[1], box[2], box[3] = 1e9, -1e9, 1e9, -1e9
    count = len(xs)
    for c in range(count):
        i = xs[c] // side
        straight = np.float64(xs[c] - i * side) / side
        for r in range(len(ys)):
            at = r * count + c
            shift = min(max(bend[SHIFT_X, at] * unbent, -most), most)
            places[_U, at], places[_SQUARE_I, at] = straight + shift, np.float64(i - first_i)
    for r in range(len(ys)):
        j = ys[r] // side
        straight, square = np.float64(ys[r] - j * side) / side, np.float64(j - first_j)
        for at in range(r * count, (r + 1) * count):
            shift = min(max(bend[SHIFT_Y, at] * unbent, -most), most)
            places[_V, at], places[_SQUARE_J, at] = straight + shift, square
    for at in range(count * len(ys)):
        u, v = places[_SQUARE_I, at] + places[_U, at], places[_SQUARE_J, at] + places[_V, at]
        box[0], box[1] = min(box[0], u), max(box[1], u)
        box[2], box[3] = min(box[2], v), max(box[3], v)


@device()
def _fill_field(site, a, b, box, places, count, row):  # type: ignore[no-untyped-def]
    """Fill in the field of a site: 0 outside all lobes; return whether a lobe can reach the box."""
    for c in range(count):
        row[c] = 0.0
    reached = False
    for n in range(int(site[SITE_COUNT])):
        at = SITE_LOBES + n * LOBE_FIELDS
        x, y = site[SITE_X] + site[at + LOBE_X], site[SITE_Y] + site[at + LOBE_Y]
        half_x, half_y = site[at + LOBE_HALF_X] + _SLACK, site[at + LOBE_HALF_Y] + _SLACK
        if a + x + half_x < box[0] or a + x - half_x > box[1]:
            continue
        if b + y + half_y < box[2] or b + y - half_y > box[3]:
            continue
        reached = True
        strength, la, lb, lc = (
            site[at + LOBE_STRENGTH], site[at + LOBE_A], site[at + LOBE_B], site[at + LOBE_C]
        )  # fmt: skip
        for c in range(count):
            dx = places[_U, c] - (a - places[_SQUARE_I, c]) - x
            dy = places[_V, c] - (b - places[_SQUARE_J, c]) - y
            value = max(strength * (1.0 - (la * dx * dx + lb * dx * dy + lc * dy * dy)), 0.0)
            row[c] += value * value
    if reached:
        for c in range(count):
            row[c] = np.sqrt(row[c])
    return reached


@device()
def fill_level(sites, first_i, first_j, spacing, level, xs, ys, bend, places, fields):  # type: ignore[no-untyped-def]
    """Fill in the strongest claims of a level at places, and the sites they come from."""
    count = len(xs) * len(ys)
    box = np.empty(4)
    _fill_places(spacing, level, first_i, first_j, xs, ys, bend, places, box)
    for c in range(count):
        fields[_TOP, c], fields[_AT, c] = 0.0, -1.0
        fields[CLAIM, c] = LEAST_CLAIM[level]
    near = 0
    edges, facts = np.empty(_MOST_SITES), np.empty((_MOST_SITES, 2))
    for a in range(int(np.floor(box[0])) - 1, int(np.floor(box[1])) + 2):
        for b in range(int(np.floor(box[2])) - 1, int(np.floor(box[3])) + 2):
            site = sites[a, b]
            if site[SITE_COUNT] == 0.0:
                continue
            row = fields[_FIELDS + near]
            if not _fill_field(site, np.float64(a), np.float64(b), box, places, count, row):
                continue
            edge, swell, i, j, own = (
                site[SITE_EDGE], site[SITE_SWELL], np.float64(a), np.float64(b), np.float64(near)
            )  # fmt: skip
            edges[near] = edge
            facts[near, 0], facts[near, 1] = site[SITE_FJORDS], site[SITE_HIGHEST]
            for c in range(count):
                first = row[c] > fields[_TOP, c]
                fields[_TOP, c] = row[c] if first else fields[_TOP, c]
                fields[_EDGE, c] = edge if first else fields[_EDGE, c]
                fields[_SWELL, c] = swell if first else fields[_SWELL, c]
                fields[CLAIM_I, c] = i if first else fields[CLAIM_I, c]
                fields[CLAIM_J, c] = j if first else fields[CLAIM_J, c]
                fields[_AT, c] = own if first else fields[_AT, c]
            near += 1
    if near == 0:
        return
    steepest, least = _STEEPEST[level], LEAST_CLAIM[level]
    for c in range(count):
        top = fields[_TOP, c]
        rough = min(max(_ROUGH[level] * bend[ROUGHNESS, c], -1.4), 1.1) + fields[_SWELL, c]
        claim = least
        if top > 0.0:
            own = facts[int(fields[_AT, c])]
            if own[1] < ANY_CLAIM:
                rough *= _LOW_ROUGHNESS
            claim = min(top + rough * min(top * _RISE, 1.0) + least, steepest * top)
            inlet = max(1.0 - abs(bend[ROUGHNESS, c]) * _INLETS, 0.0)
            claim = min(claim - own[0] * _FJORD_DEPTH * inlet * max(_FJORD_END - top, 0.0), own[1])
        fields[CLAIM, c] = claim
    if near == 1:
        return
    unbent, slope = 1.0 / (1024.0 * SPACINGS[level]), _LEAD[level]
    for n in range(near):
        row, edge, own = fields[_FIELDS + n], edges[n], np.float64(n)
        for c in range(count):
            draw = edge + fields[_EDGE, c]
            draw -= np.floor(draw)
            wide = _STRAIT * (bend[SHIFT_X, c] * unbent) + _SOUND * (bend[ROUGHNESS, c] - 0.1)
            wide = min(max(wide, 0.0), _WIDEST) * min(4.0 * row[c], 1.0)
            lead = (fields[_TOP, c] - row[c]) * slope * (1.0 + draw * draw) - wide
            rival = row[c] > 0.0 and fields[_AT, c] != own
            fields[CLAIM, c] = min(fields[CLAIM, c], lead) if rival else fields[CLAIM, c]


@device()
def _room(greater, gentle, steep):  # type: ignore[no-untyped-def]
    """Return the most that a lesser claim may be beside a greater one: it rises gently at first."""
    away = max(-greater, 0.0)
    return away * (gentle + steep * away)


@device()
def yield_to_greater(level, claim, middling, great):  # type: ignore[no-untyped-def]
    """Return a lesser claim once it has made way for greater ones, with a moat between."""
    if level == 1:
        return min(claim, _room(great, 1.2, 8.0))
    return min(claim, min(_room(great, 1.6, 18.0), _room(middling, 1.5, 4.0)))
