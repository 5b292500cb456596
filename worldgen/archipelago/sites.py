"""Sites of islands: one in each square, with the soft lobes its mask is made of.

A site is a rock or a few, a chain or an arc of islands, a shallow bank, or a massif. Slow fields
over many squares crowd some seas and empty others, and make chains of one sea run the same way.
Lengths are in spacings.
"""

from __future__ import annotations

import numpy as np
from numba import types

from worldgen.kernels.decorators import device, kernel
from worldgen.noise.hashing import hash_point, hash_row, mix, unit

SITE_X, SITE_Y, SITE_WEIGHT, SITE_SIZE, SITE_LOBES = 0, 1, 2, 3, 4
"""Columns of a site table: position in its square (0..1), power weight, size, first lobe."""

LOBES = 9
LOBE_X, LOBE_Y, LOBE_NARROWNESS, LOBE_STRENGTH = 0, 1, 2, 3
"""Fields of a lobe: position from the site, 1 / radius**2, and strength, which is 0 for no lobe."""

LOBE_FIELDS = 4
SITE_EDGE = SITE_LOBES + LOBES * LOBE_FIELDS
"""Column that decides, with a neighbour's, how wide the strait between the two is."""

SITE_FIELDS = SITE_EDGE + 1

HEAVIEST = 0.22
"""Power weight of the largest site."""

FARTHEST = 1.34
"""No place is farther from the site of its domain, in spacings, once bent.

Some site is within 1.245 of any place, as it strays at most 0.38 from the middle of its square; the
site that wins with its weight is within ``sqrt(1.245**2 + HEAVIEST)``.
"""

_JITTER = 0.76
_SEA_LENGTH = 4
"""Side, in squares, of the seas that are crowded or empty as a whole."""


@device()
def _sea(key, i, j):  # type: ignore[no-untyped-def]
    """Return a number in 0..1 that changes slowly from site to site: value noise over squares."""
    ci, cj = i // _SEA_LENGTH, j // _SEA_LENGTH
    u = (i - ci * _SEA_LENGTH + 0.5) / _SEA_LENGTH
    v = (j - cj * _SEA_LENGTH + 0.5) / _SEA_LENGTH
    above, below = hash_row(key, cj), hash_row(key, cj + 1)
    top = unit(hash_point(above, ci)) * (1.0 - u) + unit(hash_point(above, ci + 1)) * u
    bottom = unit(hash_point(below, ci)) * (1.0 - u) + unit(hash_point(below, ci + 1)) * u
    return top * (1.0 - v) + bottom * v


@device()
def _make_site(key, cover, i, j, site):  # type: ignore[no-untyped-def]
    """Fill one row of a site table: float64 (SITE_FIELDS,)."""
    draws = np.empty(8 + 4 * LOBES)
    state = hash_point(hash_row(key, j), i)
    for n in range(len(draws)):
        state = mix(state + np.uint64(0x9E3779B97F4A7C15))
        draws[n] = unit(state)
    richness = _sea(key ^ np.uint64(0x5EA), i, j)
    score = draws[2] + 2.2 * (richness - 0.5) + 1.1 * (cover - 0.5)
    size = min(max((score + 0.29) / 1.10, 0.0), 1.0)
    site[SITE_X] = 0.5 + _JITTER * (draws[0] - 0.5)
    site[SITE_Y] = 0.5 + _JITTER * (draws[1] - 0.5)
    site[SITE_SIZE] = size
    site[SITE_WEIGHT] = HEAVIEST * size * size
    site[SITE_EDGE] = draws[7]
    lean_x = _sea(key ^ np.uint64(0xA11), i, j) - 0.5 + 0.25 * (draws[3] - 0.5)
    lean_y = _sea(key ^ np.uint64(0xB22), i, j) - 0.5 + 0.25 * (draws[4] - 0.5)
    length = np.sqrt(lean_x * lean_x + lean_y * lean_y) + 1e-3
    lean_x, lean_y = lean_x / length, lean_y / length
    lobes = site[SITE_LOBES:SITE_EDGE]
    parts = draws[8:]
    lobes[:] = 0.0
    if size == 0.0:
        return
    if size < 0.24:
        _rocks(size, draws[6], parts, lobes)
    elif draws[5] < 0.34:
        _chain(size, 0.5 * (draws[6] - 0.5), lean_x, lean_y, parts, lobes)
    elif draws[5] < 0.46:
        bend = 0.75 if draws[6] < 0.5 else -0.75
        _chain(size, bend, lean_x, lean_y, parts, lobes)
    elif draws[5] < 0.64:
        _bank(size, lean_x, lean_y, parts, lobes)
    else:
        _massif(size, draws[6], lean_x, lean_y, parts, lobes)


@device()
def _set_lobe(lobes, n, x, y, radius, strength):  # type: ignore[no-untyped-def]
    at = n * LOBE_FIELDS
    lobes[at + LOBE_X], lobes[at + LOBE_Y] = x, y
    lobes[at + LOBE_NARROWNESS] = 1.0 / (radius * radius)
    lobes[at + LOBE_STRENGTH] = strength


@device()
def _rocks(size, draw, parts, lobes):  # type: ignore[no-untyped-def]
    """Scatter a few rocks."""
    for n in range(1 + int(4.0 * draw * draw)):
        part = parts[4 * n :]
        spread = 0.0 if n == 0 else 0.9
        radius = 0.10 + (0.08 + 0.9 * size) * part[2] * part[2]
        _set_lobe(
            lobes,
            n,
            spread * (part[0] - 0.5),
            spread * (part[1] - 0.5),
            radius,
            0.8 + 0.2 * part[3],
        )


@device()
def _chain(size, bend, lean_x, lean_y, parts, lobes):  # type: ignore[no-untyped-def]
    """String islands along a line, or along an arc that encloses a bay."""
    count = 4 + int((LOBES - 3.5) * parts[4 * LOBES - 1])
    radius = 0.23 + 0.23 * size
    px, py, sum_x, sum_y = 0.0, 0.0, 0.0, 0.0
    for n in range(count):
        part = parts[4 * n :]
        own = radius * (0.55 + 0.8 * part[2])
        _set_lobe(lobes, n, px, py, own, 0.66 + 0.34 * part[3])
        sum_x, sum_y = sum_x + px, sum_y + py
        turn = bend + 0.9 * (part[0] - 0.5)
        lean_x, lean_y = lean_x - turn * lean_y, lean_y + turn * lean_x
        length = np.sqrt(lean_x * lean_x + lean_y * lean_y)
        lean_x, lean_y = lean_x / length, lean_y / length
        stride = radius * (0.55 + 0.55 * part[1])
        px, py = px + stride * lean_x, py + stride * lean_y
    for n in range(count):
        lobes[n * LOBE_FIELDS + LOBE_X] -= sum_x / count
        lobes[n * LOBE_FIELDS + LOBE_Y] -= sum_y / count


@device()
def _bank(size, lean_x, lean_y, parts, lobes):  # type: ignore[no-untyped-def]
    """Lay shallow banks where noise alone says what is land, with a few firm islands."""
    for n in range(LOBES - 3):
        part = parts[4 * n :]
        along, across = 1.3 * (part[0] - 0.5), 0.8 * (part[1] - 0.5)
        x, y = along * lean_x - across * lean_y, along * lean_y + across * lean_x
        if n < 3:
            radius, strength = 0.50 + 0.40 * size, 0.46 + 0.18 * part[3]
        else:
            radius, strength = 0.12 + (0.10 + 0.25 * size) * part[2], 0.55 + 0.4 * part[3]
        _set_lobe(lobes, n, (0.3 + 0.5 * size) * x, (0.3 + 0.5 * size) * y, radius, strength)


@device()
def _massif(size, draw, lean_x, lean_y, parts, lobes):  # type: ignore[no-untyped-def]
    """Heap one large island from a few lobes, with small ones off its coast."""
    radius = 0.46 + 0.46 * size * size
    large = 1 + int((0.8 + 2.8 * size) * draw + 0.5)
    count = 0
    for n in range(large + 4):
        part = parts[4 * n :]
        along, across = part[0] - 0.5, part[1] - 0.5
        x, y = along * lean_x - 0.7 * across * lean_y, along * lean_y + 0.7 * across * lean_x
        if n == 0:
            _set_lobe(lobes, count, 0.0, 0.0, radius * 0.9, 0.9 + 0.1 * part[3])
        elif n < large:
            own = radius * (0.45 + 0.4 * part[2])
            _set_lobe(lobes, count, 1.5 * radius * x, 1.5 * radius * y, own, 0.62 + 0.38 * part[3])
        elif part[2] < 0.6:
            own = 0.07 + 0.26 * part[2] * part[2]
            spread = 1.0 + 1.2 * radius
            _set_lobe(lobes, count, spread * x, spread * y, own, 0.6 + 0.4 * part[3])
        else:
            continue
        count += 1


@kernel(
    types.void(types.uint64, types.float64, types.int64, types.int64, types.float64[:, :, ::1]),
    first=True,
)
def fill_sites(key, cover, first_i, first_j, table):  # type: ignore[no-untyped-def]
    """Fill a table of the sites of a block of squares.

    Args:
        key: of the archipelago, as every draw of a site is hashed from it.
        cover: 0..1, how much of the sea has islands.
        first_i, first_j: the square of ``table[0, 0]``.
        table: float64 (columns, rows, SITE_FIELDS), written.
    """
    for a in range(table.shape[0]):
        for b in range(table.shape[1]):
            _make_site(key, cover, first_i + a, first_j + b, table[a, b])
