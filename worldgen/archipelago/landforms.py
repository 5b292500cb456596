"""The forms of islands: which lobes each kind of island is heaped from.

A site's field is the root of the sum of its squared lobes. A lobe is an ellipse on which a value
falls from its strength in the middle to 0 at the rim. Lengths are in the spacings of the level.
"""

from __future__ import annotations

import numpy as np

from worldgen.kernels.decorators import device
from worldgen.noise.hashing import mix, unit

(
    SITE_X,
    SITE_Y,
    SITE_REACH,
    SITE_EDGE,
    SITE_COUNT,
    SITE_KIND,
    SITE_SIZE,
    SITE_SWELL,
    SITE_FJORDS,
    SITE_HIGHEST,
    SITE_MIDDLE_X,
    SITE_MIDDLE_Y,
) = range(12)
"""Columns of a site table: place in its square, distance that no lobe passes, a draw that decides
with a neighbour's how wide their strait is, number of lobes (0: no island), kind, half-length, and
what the continental noise adds, how much of the coast is cut
by fjords, 0..1, the most that it claims, and where its middle
comes to lie once places are bent, for islands with a relief of their own."""

SITE_LOBES = 12
LOBES = 12
LOBE_X, LOBE_Y, LOBE_A, LOBE_B, LOBE_C, LOBE_STRENGTH, LOBE_HALF_X, LOBE_HALF_Y = range(8)
"""Fields of a lobe: place from the site, strength * (1 - (a dx**2 + b dx dy + c dy**2)), and how
far it reaches along the axes."""

LOBE_FIELDS = 8
SITE_FIELDS = SITE_LOBES + LOBES * LOBE_FIELDS

NOTHING, MASSIF, ARC, RING, SHATTER, ROCKS, ATOLL, BANK, VOLCANO = range(9)
"""Kinds of islands."""

FARTHEST = 0.98
"""No lobe reaches farther from its site, so that the nine squares around a place hold all that can
matter there."""

ANY_CLAIM = 9.0
_LAGOON = 0.42
_ATOLL_CLAIM = 0.40
"""The most that an atoll claims: its land is low."""

_NARROWEST = np.array([80.0 / 1024.0, 80.0 / 4096.0, 320.0 / 9216.0])
"""The least half-width of a lobe of each level: moats are wider than nodes are apart."""

_PARTS = 5 * LOBES
_DRAWS = _PARTS + 8


@device()
def _set_lobe(site, x, y, long, aspect, ux, uy, strength, narrowest):  # type: ignore[no-untyped-def]
    """Add an ellipse of half-length ``long`` along (ux, uy) and ``long * aspect`` across."""
    n = int(site[SITE_COUNT])
    at = SITE_LOBES + n * LOBE_FIELDS
    long = max(long, narrowest)
    across = max(long * aspect, narrowest)
    ia, ib = 1.0 / (long * long), 1.0 / (across * across)
    site[at + LOBE_X], site[at + LOBE_Y] = x, y
    site[at + LOBE_A] = ia * ux * ux + ib * uy * uy
    site[at + LOBE_B] = 2.0 * (ia - ib) * ux * uy
    site[at + LOBE_C] = ia * uy * uy + ib * ux * ux
    site[at + LOBE_STRENGTH] = strength
    site[at + LOBE_HALF_X] = np.sqrt(long * long * ux * ux + across * across * uy * uy)
    site[at + LOBE_HALF_Y] = np.sqrt(long * long * uy * uy + across * across * ux * ux)
    site[SITE_REACH] = max(site[SITE_REACH], np.sqrt(x * x + y * y) + long)
    site[SITE_COUNT] = n + 1


@device()
def _turn(ux, uy, tangent):  # type: ignore[no-untyped-def]
    ux, uy = ux - tangent * uy, uy + tangent * ux
    norm = np.sqrt(ux * ux + uy * uy)
    return ux / norm, uy / norm


@device()
def _direction(a, b):  # type: ignore[no-untyped-def]
    x, y = 2.0 * a - 1.0, 2.0 * b - 1.0
    norm = np.sqrt(x * x + y * y) + 1e-9
    return x / norm, y / norm


@device()
def _massif(site, size, ux, uy, draws, least, satellites):  # type: ignore[no-untyped-def]
    """Heap one large island from lobes that grow on each other; satellites lie off its coast.

    A great island has none: off its coast lie sites of lesser levels, and inside a neighbour a
    satellite would be no more than a ring of water.
    """
    whole = draws[_PARTS:]
    count = 3 + int(4.0 * whole[0])
    px, py, radius = np.zeros(LOBES), np.zeros(LOBES), np.zeros(LOBES)
    radius[0] = 0.5 * size
    aspect = 0.6 + 0.4 * whole[2]
    long = 0.72 * size * (0.85 + 0.3 * whole[1])
    _set_lobe(site, 0.0, 0.0, long, aspect, ux, uy, 0.95 + 0.15 * whole[3], least)
    for k in range(1, count):
        part = draws[5 * k :]
        parent = int(part[0] * k)
        vx, vy = _direction(part[1], part[2])
        side = 0.8 if ux * vx + uy * vy >= 0.0 else -0.8
        vx, vy = vx + side * ux, vy + side * uy
        norm = np.sqrt(vx * vx + vy * vy) + 1e-9
        vx, vy = vx / norm, vy / norm
        own = radius[parent] * (0.55 + 0.45 * part[3])
        x, y = px[parent] + 0.95 * radius[parent] * vx, py[parent] + 0.95 * radius[parent] * vy
        far = np.sqrt(x * x + y * y) + own
        if far > 1.15 * size:
            x, y = x * (1.15 * size / far), y * (1.15 * size / far)
        px[k], py[k], radius[k] = x, y, own
        slim, strength = 0.55 + 0.45 * part[4], 0.8 + 0.25 * part[4]
        _set_lobe(site, x, y, 1.35 * own, slim, vx, vy, strength, least)
    if not satellites:
        return
    for k in range(count, min(count + 2 + int(3.5 * whole[4]), LOBES)):
        part = draws[5 * k :]
        vx, vy = _direction(part[0], part[1])
        far = size * (0.8 + 0.45 * part[2])
        wx, wy = _turn(vx, vy, 3.0)
        own = size * (0.10 + 0.22 * part[3] * part[3])
        slim, strength = 0.45 + 0.4 * part[4], 0.72 + 0.25 * part[4]
        _set_lobe(site, far * vx, far * vy, own, slim, wx, wy, strength, least)


@device()
def _arc(site, size, ux, uy, draws, least):  # type: ignore[no-untyped-def]
    """String islands along a bow, the largest in its middle."""
    whole = draws[_PARTS:]
    count = 7 + int(4.9 * whole[0])
    bend = (0.10 + 0.22 * whole[1]) * (1.0 if whole[2] < 0.5 else -1.0)
    xs, ys, directions = np.empty(LOBES), np.empty(LOBES), np.empty((LOBES, 2))
    x, y, sum_x, sum_y = 0.0, 0.0, 0.0, 0.0
    pace = 2.3 * size / count
    for k in range(count):
        part = draws[5 * k :]
        xs[k], ys[k] = x, y
        directions[k, 0], directions[k, 1] = ux, uy
        sum_x, sum_y = sum_x + x, sum_y + y
        ux, uy = _turn(ux, uy, bend + 0.35 * (part[3] - 0.5))
        stride = pace * (0.75 + 0.5 * part[4])
        x, y = x + stride * ux, y + stride * uy
    for k in range(count):
        part = draws[5 * k :]
        off = abs(k - 0.5 * (count - 1)) / count
        own = size * (0.27 + 0.33 * part[0]) * (1.15 - 0.9 * off)
        _set_lobe(
            site, xs[k] - sum_x / count, ys[k] - sum_y / count, own, 0.45 + 0.25 * part[1],
            directions[k, 0], directions[k, 1], 0.72 + 0.3 * part[2], least,
        )  # fmt: skip


@device()
def _ring(site, size, ux, uy, draws, least, thin):  # type: ignore[no-untyped-def]
    """Lay islands around a lagoon that is open at one place; thin ones make an atoll."""
    whole = draws[_PARTS:]
    count = 9 + int(2.9 * whole[0])
    gap = int(whole[1] * count)
    vx, vy = _direction(whole[2], whole[3])
    squash = 0.6 + 0.4 * whole[4]
    for k in range(count):
        part = draws[5 * k :]
        along, across = vx * ux + vy * uy, (vy * ux - vx * uy) * squash
        x, y = along * ux - across * uy, along * uy + across * ux
        tx, ty = _turn(vx, vy, 8.0)
        if k != gap and part[0] > 0.15:
            long = size * (0.28 + 0.12 * part[1] if thin else 0.34 + 0.2 * part[1])
            slim = 0.42 if thin else 0.55 + 0.4 * part[2]
            strength = (0.66 if thin else 0.75) + (0.16 if thin else 0.28) * part[3]
            far = 0.72 * size
            _set_lobe(site, far * x, far * y, long, slim, tx, ty, strength, least)
        vx, vy = _turn(vx, vy, 0.66 + 0.2 * (part[4] - 0.5))
    if thin:
        # The floor of the lagoon: shallow, but under water.
        _set_lobe(site, 0.0, 0.0, 0.8 * size, squash, ux, uy, _LAGOON, least)


@device()
def _scatter(site, size, ux, uy, draws, least, kind):  # type: ignore[no-untyped-def]
    """Strew islands, shallow banks or rocks over a stretch of sea."""
    count = (3 if kind == ROCKS else 8) + int(4.9 * draws[_PARTS])
    for k in range(count):
        part = draws[5 * k :]
        x, y = 1.5 * size * (part[0] - 0.5), size * (part[1] - 0.5)
        x, y = x * ux - y * uy, x * uy + y * ux
        vx, vy = _direction(part[3], part[4])
        if kind == SHATTER:
            long, strength = size * (0.22 + 0.3 * part[2]), 0.62 + 0.35 * part[4]
        elif kind == BANK:
            long, strength = size * (0.35 + 0.3 * part[2]), 0.40 + 0.16 * part[4]
        else:
            long, strength = size * (0.2 + 0.55 * part[2] * part[2]), 0.8 + 0.35 * part[4]
        _set_lobe(site, x, y, long, 0.45 + 0.5 * part[3], vx, vy, strength, least)


@device()
def _volcano(site, size, ux, uy, draws, least):  # type: ignore[no-untyped-def]
    """Raise one round cone, with lesser ones on its flanks."""
    whole = draws[_PARTS:]
    _set_lobe(site, 0.0, 0.0, size, 0.8 + 0.2 * whole[0], ux, uy, 1.15, least)
    for k in range(1, 2 + int(3.0 * whole[1])):
        part = draws[5 * k :]
        vx, vy = _direction(part[0], part[1])
        far = size * (0.45 + 0.5 * part[2])
        own = size * (0.25 + 0.25 * part[3])
        _set_lobe(site, far * vx, far * vy, own, 0.8, vx, vy, 0.7 + 0.3 * part[4], least)


@device()
def raise_island(site, kind, size, ux, uy, state, level):  # type: ignore[no-untyped-def]
    """Fill in the lobes of a site: of half-length ``size`` along (ux, uy)."""
    least = _NARROWEST[level]
    draws = np.empty(_DRAWS)
    for n in range(_DRAWS):
        state = mix(state + np.uint64(0x9E3779B97F4A7C15))
        draws[n] = unit(state)
    site[SITE_REACH], site[SITE_COUNT] = 0.0, 0.0
    site[SITE_KIND], site[SITE_SIZE] = kind, size
    site[SITE_EDGE] = draws[_DRAWS - 1]
    site[SITE_HIGHEST] = _ATOLL_CLAIM if kind == ATOLL else ANY_CLAIM
    if kind == MASSIF:
        _massif(site, size, ux, uy, draws, least, level < 2)
    elif kind == ARC:
        _arc(site, size, ux, uy, draws, least)
    elif kind == VOLCANO:
        _volcano(site, size, ux, uy, draws, least)
    elif kind in (RING, ATOLL):
        _ring(site, size, ux, uy, draws, least, kind == ATOLL)
    else:
        _scatter(site, size, ux, uy, draws, least, kind)
    if site[SITE_REACH] > FARTHEST:
        _shrink(site, FARTHEST / site[SITE_REACH])


@device()
def _shrink(site, factor):  # type: ignore[no-untyped-def]
    for n in range(int(site[SITE_COUNT])):
        at = SITE_LOBES + n * LOBE_FIELDS
        for field in (LOBE_X, LOBE_Y, LOBE_HALF_X, LOBE_HALF_Y):
            site[at + field] *= factor
        for field in (LOBE_A, LOBE_B, LOBE_C):
            site[at + field] /= factor * factor
    site[SITE_REACH] *= factor
    site[SITE_SIZE] *= factor
