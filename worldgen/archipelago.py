"""Where islands are: jittered sites, their warped domains, and the mask that sinks the sea between.

One site lies in each square of ``island_spacing`` cells. A site's domain is its cell of the power
diagram of all sites, bent by one broad octave of noise, gently enough that a domain stays in one
piece. Inside it the mask is the union of a few soft lobes, bent at every scale, and brought to 0 on
the domain's border; noise then draws the coast where the mask is neither high nor low.
Everything here is pointwise; positions are relative to the square that holds the sample, so that
every path to a sample gives the same bits.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numba import types

from worldgen.compiled import GRID, inner, kernel
from worldgen.noise import (
    UNITS_PER_CELL,
    Octaves,
    hash_point,
    hash_row,
    make_octaves,
    mix,
    sum_octaves,
    unit,
)
from worldgen.parameters import WorldParameters
from worldgen.seed import layer_key

SITE_X, SITE_Y, SITE_WEIGHT, SITE_SIZE, SITE_LOBES = 0, 1, 2, 3, 4
"""Columns of a site table: position in its square (0..1), power weight, size, first lobe."""

LOBES = 9
LOBE_FIELDS = 4
SITE_EDGE = SITE_LOBES + LOBES * LOBE_FIELDS
SITE_FIELDS = SITE_EDGE + 1

_JITTER = 0.76
_WEIGHT = 0.22
_BORDER = 0.24
"""Distance from a domain's border, in spacings, over which the mask rises at most."""

_NARROWEST = 3.6
"""How many times more steeply the mask rises along the narrowest straits."""

_FARTHEST = 1.34
"""No place is farther from its domain's site, in spacings, once bent.

Some site is within 1.245 of any place, as it strays at most 0.38 from the middle of its square; the
site that wins with its weight is within ``sqrt(1.245**2 + _WEIGHT)``.
"""

_REACH = 1.9
"""No site farther than this from a place, in spacings, bears on the mask there: even the widest
border between it and the place's own site is more than ``_BORDER`` away.
"""

_WARP_LENGTH = 1.45
_WARP_STRENGTH = 1.15
_WARP_OCTAVES = 5
_WARP_PERSISTENCE = 0.53
_WARP_LACUNARITY = 2.3
_STRONGEST_BEND = 0.575
"""How far a domain is bent at most, in spacings; more would fold it and leave pieces apart."""

_RAGGED = 0.9
"""How unevenly the mask rises along a border: up to 1.6 times this more steeply, never less."""
_SEA_LENGTH = 4
"""Side, in squares, of the seas that are crowded or empty as a whole."""


@dataclass(frozen=True)
class Archipelago:
    """The rule of one world's islands."""

    key: int
    spacing: int
    """Side of a site's square, in cells."""
    cover: float
    warp: float
    warp_x: tuple[Octaves, Octaves]
    """The broad octave that bends domains, and the finer ones that bend lobes as well."""
    warp_y: tuple[Octaves, Octaves]

    @property
    def bend(self) -> float:
        """How far domains are bent at most, in spacings."""
        return min(self.warp, _STRONGEST_BEND)

    @property
    def spacing_units(self) -> int:
        return self.spacing * UNITS_PER_CELL


@dataclass(frozen=True)
class Mask:
    """The mask of a grid of samples and the domains they lie in."""

    strength: np.ndarray
    """float64 (height, width) in 0..1; 0 on every domain border."""
    owner: np.ndarray
    """int32 (height, width): the domain, as ``(i - first_i) * 4096 + (j - first_j)``."""
    first_i: int
    first_j: int

    def island_keys(self) -> list[tuple[int, int]]:
        """Return the keys of the domains under the samples, in rising order."""
        return [self.island_key(int(code)) for code in np.unique(self.owner)]

    def island_key(self, code: int) -> tuple[int, int]:
        return self.first_i + code // 4096, self.first_j + code % 4096

    def code(self, i: int, j: int) -> int:
        return (i - self.first_i) * 4096 + (j - self.first_j)


def make_archipelago(key: int, parameters: WorldParameters) -> Archipelago:
    """Return the archipelago of the world with this key."""
    length = _WARP_LENGTH * parameters.island_spacing
    return Archipelago(
        key=layer_key(key, "archipelago"),
        spacing=parameters.island_spacing,
        cover=parameters.cover,
        warp=parameters.warp * _WARP_STRENGTH,
        warp_x=_make_warp(key, "warp x", length),
        warp_y=_make_warp(key, "warp y", length),
    )


def _make_warp(key: int, layer: str, length: float) -> tuple[Octaves, Octaves]:
    return make_octaves(
        key, layer, length, _WARP_OCTAVES, _WARP_PERSISTENCE, _WARP_LACUNARITY, "gradient"
    ).split(0.9 * length)


def site_table(
    archipelago: Archipelago, first_i: int, first_j: int, columns: int, rows: int
) -> np.ndarray:
    """Return the sites of a block of squares: float64 (columns, rows, SITE_FIELDS)."""
    table = np.empty((columns, rows, SITE_FIELDS))
    _fill_sites(archipelago.key, archipelago.cover, first_i, first_j, table)
    return table


def domain_reach(archipelago: Archipelago) -> float:
    """Return how far from its site a domain can extend on either axis, in cells."""
    return (_FARTHEST + archipelago.bend) * archipelago.spacing


def mask_grid(archipelago: Archipelago, x: int, y: int, step: int, width: int, height: int) -> Mask:
    """Return the mask of a grid of samples; positions and step in sixty-fourths of a cell."""
    broad_x = sum_octaves(archipelago.warp_x[0], x, y, step, width, height)
    broad_y = sum_octaves(archipelago.warp_y[0], x, y, step, width, height)
    fine_x = sum_octaves(archipelago.warp_x[1], x, y, step, width, height)
    fine_y = sum_octaves(archipelago.warp_y[1], x, y, step, width, height)
    units = archipelago.spacing_units
    margin = int(archipelago.bend + _REACH + 1.0) + 1
    first_i, first_j = x // units - margin, y // units - margin
    columns = (x + step * (width - 1)) // units + margin + 1 - first_i
    rows = (y + step * (height - 1)) // units + margin + 1 - first_j
    sites = site_table(archipelago, first_i, first_j, columns, rows)
    strength = np.empty((height, width))
    owner = np.empty((height, width), dtype=np.int32)
    _fill_mask(
        x,
        y,
        step,
        units,
        first_i,
        first_j,
        archipelago.bend,
        archipelago.warp,
        sites,
        broad_x,
        broad_y,
        fine_x,
        fine_y,
        strength,
        owner,
    )
    return Mask(strength, owner, first_i, first_j)


@inner
def _sea(key, i, j):  # type: ignore[no-untyped-def]
    """Return a number in 0..1 that changes slowly from site to site: value noise over squares."""
    ci, cj = i // _SEA_LENGTH, j // _SEA_LENGTH
    u = (i - ci * _SEA_LENGTH + 0.5) / _SEA_LENGTH
    v = (j - cj * _SEA_LENGTH + 0.5) / _SEA_LENGTH
    above, below = hash_row(key, cj), hash_row(key, cj + 1)
    top = unit(hash_point(above, ci)) * (1.0 - u) + unit(hash_point(above, ci + 1)) * u
    bottom = unit(hash_point(below, ci)) * (1.0 - u) + unit(hash_point(below, ci + 1)) * u
    return top * (1.0 - v) + bottom * v


@inner
def _make_site(key, cover, i, j, site):  # type: ignore[no-untyped-def]
    """Fill one row of a site table."""
    draws = np.empty(8 + 4 * LOBES)
    state = hash_point(hash_row(key, j), i)
    for n in range(len(draws)):
        state = mix(state + np.uint64(0x9E3779B97F4A7C15))
        draws[n] = unit(state)
    richness = _sea(key ^ np.uint64(0x5EA), i, j)
    score = draws[2] + 1.6 * (richness - 0.5) + 1.1 * (cover - 0.5)
    size = min(max((score + 0.22) / 1.08, 0.0), 1.0)
    site[SITE_X] = 0.5 + _JITTER * (draws[0] - 0.5)
    site[SITE_Y] = 0.5 + _JITTER * (draws[1] - 0.5)
    site[SITE_SIZE] = size
    site[SITE_WEIGHT] = _WEIGHT * size * size
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


@inner
def _set_lobe(lobes, n, x, y, radius, strength):  # type: ignore[no-untyped-def]
    at = n * LOBE_FIELDS
    lobes[at], lobes[at + 1] = x, y
    lobes[at + 2] = 1.0 / (radius * radius)
    lobes[at + 3] = strength


@inner
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


@inner
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
        lobes[n * LOBE_FIELDS] -= sum_x / count
        lobes[n * LOBE_FIELDS + 1] -= sum_y / count


@inner
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


@inner
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


@inner
def _lobes(site, dx, dy):  # type: ignore[no-untyped-def]
    """Return the soft union of a site's lobes at an offset from the site."""
    outside = 1.0
    for n in range(LOBES):
        at = SITE_LOBES + n * LOBE_FIELDS
        if site[at + 3] == 0.0:
            break
        lx, ly = dx - site[at], dy - site[at + 1]
        bump = 1.0 - (lx * lx + ly * ly) * site[at + 2]
        if bump > 0.0:
            outside *= 1.0 - site[at + 3] * (bump * bump)
    return 1.0 - outside


@inner
def _steepness(first, second):  # type: ignore[no-untyped-def]
    """Return how steeply the mask rises from the border of two sites, 1 for the widest straits."""
    draw = first[SITE_EDGE] + second[SITE_EDGE]
    draw -= np.floor(draw)
    return 1.0 + (_NARROWEST - 1.0) * draw * draw


@kernel(types.void(types.uint64, types.float64, types.int64, types.int64, types.float64[:, :, ::1]))
def _fill_sites(key, cover, first_i, first_j, table):  # type: ignore[no-untyped-def]
    for a in range(table.shape[0]):
        for b in range(table.shape[1]):
            _make_site(key, cover, first_i + a, first_j + b, table[a, b])


@kernel(
    types.void(
        *(types.int64,) * 6,
        types.float64,
        types.float64,
        types.float64[:, :, ::1],
        *(GRID,) * 4,
        types.float64[:, ::1],
        types.int32[:, ::1],
    )
)
def _fill_mask(  # type: ignore[no-untyped-def]
    x,
    y,
    step,
    spacing,
    first_i,
    first_j,
    bend,
    warp,
    sites,
    broad_x,
    broad_y,
    fine_x,
    fine_y,
    strength,
    owner,
):
    height, width = strength.shape
    scale = 1.0 / np.float64(spacing)
    near = np.empty((81, 4))
    codes = np.empty(81, dtype=np.int64)
    inverse = np.empty((81, 81))
    top = 0
    while top < height:
        square_j = (y + top * step) // spacing
        bottom = min(height, ((square_j + 1) * spacing - y + step - 1) // step)
        left = 0
        while left < width:
            square_i = (x + left * step) // spacing
            right = min(width, ((square_i + 1) * spacing - x + step - 1) // step)
            low_u, high_u, low_v, high_v = 9.0, -9.0, 9.0, -9.0
            for r in range(top, bottom):
                for c in range(left, right):
                    u = _place(x + c * step - square_i * spacing, scale, bend, broad_x[r, c])
                    v = _place(y + r * step - square_j * spacing, scale, bend, broad_y[r, c])
                    low_u, high_u = min(low_u, u), max(high_u, u)
                    low_v, high_v = min(low_v, v), max(high_v, v)
            count = _near_sites(
                sites,
                square_i - first_i,
                square_j - first_j,
                low_u,
                high_u,
                low_v,
                high_v,
                near,
                codes,
            )
            for m in range(count):
                for n in range(count):
                    dx, dy = near[m, 0] - near[n, 0], near[m, 1] - near[n, 1]
                    steepness = _steepness(
                        sites[codes[m] // 4096, codes[m] % 4096],
                        sites[codes[n] // 4096, codes[n] % 4096],
                    )
                    inverse[m, n] = 0.5 * steepness / np.sqrt(dx * dx + dy * dy + 1e-12)
            for r in range(top, bottom):
                for c in range(left, right):
                    u = _place(x + c * step - square_i * spacing, scale, bend, broad_x[r, c])
                    v = _place(y + r * step - square_j * spacing, scale, bend, broad_y[r, c])
                    best, own = 1e9, 0
                    for m in range(count):
                        dx, dy = u - near[m, 0], v - near[m, 1]
                        near[m, 3] = dx * dx + dy * dy - near[m, 2]
                        if near[m, 3] < best:
                            best, own = near[m, 3], m
                    code = codes[own]
                    owner[r, c] = code
                    lobes = _lobes(
                        sites[code // 4096, code % 4096],
                        u - near[own, 0] + warp * min(max(fine_x[r, c], -1.0), 1.0),
                        v - near[own, 1] + warp * min(max(fine_y[r, c], -1.0), 1.0),
                    )
                    border = _BORDER
                    if lobes > 0.0:
                        ragged = 1.0 + _RAGGED * min(max(0.8 + 2.0 * fine_x[r, c], 0.0), 1.6)
                        for m in range(count):
                            if m != own:
                                away = (near[m, 3] - best) * inverse[own, m] * ragged
                                border = min(border, away)
                    rise = border / _BORDER
                    strength[r, c] = lobes * (rise * (2.0 - rise))
            left = right
        top = bottom


@inner
def _place(offset, scale, warp, bend):  # type: ignore[no-untyped-def]
    """Return a warped position within (or beside) its square, in spacings."""
    return np.float64(offset) * scale + warp * min(max(bend, -1.0), 1.0)


@inner
def _near_sites(sites, at_i, at_j, low_u, high_u, low_v, high_v, near, codes):  # type: ignore[no-untyped-def]
    """Collect the sites within reach of a box: x, y relative to the square, weight."""
    count = 0
    for di in range(int(np.floor(low_u - _REACH)), int(np.floor(high_u + _REACH)) + 1):
        for dj in range(int(np.floor(low_v - _REACH)), int(np.floor(high_v + _REACH)) + 1):
            site = sites[at_i + di, at_j + dj]
            u, v = di + site[SITE_X], dj + site[SITE_Y]
            far_u = max(max(low_u - u, u - high_u), 0.0)
            far_v = max(max(low_v - v, v - high_v), 0.0)
            if far_u * far_u + far_v * far_v <= _REACH * _REACH:
                near[count, 0], near[count, 1], near[count, 2] = u, v, site[SITE_WEIGHT]
                codes[count] = (at_i + di) * 4096 + (at_j + dj)
                count += 1
    return count
