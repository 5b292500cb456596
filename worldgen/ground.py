"""The ground of a chunk: masked noise, and what the plan of an island makes of it."""

from __future__ import annotations

import numpy as np
from numba import types

from worldgen.blocks import BLOCK_NODES
from worldgen.coast import SHORE_UNITS
from worldgen.compiled import FLOATS, GRID, GRID32, inner, kernel
from worldgen.layers import SWING, WATER, WORN, masked_height, swung_height
from worldgen.noise import UNITS_PER_CELL, shape
from worldgen.river_beds import BANK_RISE

SHALLOWEST = 0.0015
"""How far below the water level the sea's floor lies at the least."""

LOWEST_LAND = 0.0008
"""How far above the water level dry land lies at the least."""

FAR_SHORE = 40.0
"""Distances to the coast are measured this far, in cells."""

_COASTAL_RISE = 0.014
"""How high the land behind a coast lies on the average, for sketches."""

ROUGHNESS = 5.5
"""How strongly coasts are roughened, in eighths of a lattice step."""


@kernel(
    types.void(
        *(GRID,) * 5, *(types.boolean,) * 4, FLOATS,
        *(types.float64[:, ::1],) * 4, *(types.float32[:, ::1],) * 2,
    )
)  # fmt: skip
def lay_ground(  # type: ignore[no-untyped-def]
    low, total, folds, bays, strength, island, sketch, planned, shaped, numbers, base, full, ground,
    level, shore, relative,
):  # fmt: skip
    """Set the masked base and, as far as no plan says otherwise, ground, level and shore.

    Without a plan, land of an island is only sketched; with plans, all that they do not cover is
    sea.
    """
    water = numbers[WATER]
    for r in range(base.shape[0]):
        for c in range(base.shape[1]):
            noise = shape(total[r, c])
            here = noise
            base[r, c] = shape(low[r, c])
            if island:
                here = masked_height(noise, strength[r, c], water)
                base[r, c] = masked_height(base[r, c], strength[r, c], water)
            full[r, c] = here
            if sketch and planned:
                land = swung_height(here, bays[r, c], numbers[SWING]) >= water
                ridge = 0.0
                if shaped and here > water:
                    ridge = _expected_ridge(here - water, folds[r, c], numbers[WORN])
                    here = _expected_height(here, ridge, numbers[WORN], water)
                here = max(here, water + LOWEST_LAND) if land else min(here, water - SHALLOWEST)
                if land:
                    relative[r, c] = np.float32(min(ridge, here - water - _COASTAL_RISE))
            elif island and not sketch:
                here = min(here, water - SHALLOWEST)
            ground[r, c] = here
            level[r, c] = water if here < water else np.nan
            shore[r, c] = np.float32(min(max((here - water) * 900.0, -FAR_SHORE), FAR_SHORE))


@inner
def _expected_ridge(above, fold, worn):  # type: ignore[no-untyped-def]
    """Return creased noise that stands in for ridges and valleys, as high as the relief strays."""
    high = min(above * 2.8, 1.0)
    depth = 0.058 * min(worn, 1.0) * high * (2.0 - high)
    return depth * (1.0 - min(abs(fold), 0.65) * 4.3)


@inner
def _expected_height(height, ridge, worn, water):  # type: ignore[no-untyped-def]
    """Return what the relief makes of a height on the average; never moves the coast.

    The cubic was fitted to 1.8 million places of 24 worlds.
    """
    above = height - water
    rise = above + worn * above * (-0.41 + above * (0.95 - 0.717 * above))
    return water + max(rise + ridge, 0.3 * above)


@kernel(
    types.void(
        *(types.int64,) * 5, types.Array(types.int32, 2, "C", readonly=True), GRID, GRID, GRID,
        GRID32, types.Array(types.int8, 2, "C", readonly=True),
        types.Array(types.int16, 2, "C", readonly=True), FLOATS, GRID32, GRID32, types.boolean,
        FLOATS, types.float64[:, ::1], types.float64[:, ::1], types.float32[:, ::1],
        types.float64[:, ::1], types.float64[:, ::1], types.float32[:, ::1],
    )
)  # fmt: skip
def apply_plan(  # type: ignore[no-untyped-def]
    x, y, step, lattice, code, owner, coast, base, full, correction, shores, lakes, lake_levels,
    humid, surroundings, shaped, numbers, ground, level, shore, humidity, banks, relative,
):  # fmt: skip
    """Lay a plan's relief, coast, lakes and humidity into the samples of its domain.

    ``x``, ``y`` count from the plan's first lattice point. The coast is where the interpolated
    shore distance, roughened by noise of its own, changes its sign: a square of four land nodes
    is all land, one of four sea nodes all sea. ``banks`` gets how low the land beside a lake may
    be, for what shapes it afterwards.
    """
    rows, columns = shores.shape
    width = ground.shape[1]
    water = numbers[WATER]
    block = BLOCK_NODES * lattice
    last_block = humid.shape[1] - 1
    cells = np.float64(lattice) / (SHORE_UNITS * UNITS_PER_CELL)
    lakes_there = len(lake_levels) > 1
    nodes, parts = np.empty(width, dtype=np.int64), np.empty(width)
    bends, blended = np.empty((width, 4)), np.zeros(columns)
    blocks, shares = np.empty(width, dtype=np.int64), np.empty((width, 4))
    damp, mean = np.zeros(last_block + 1), np.zeros(last_block + 1)
    for c in range(width):
        nodes[c], parts[c] = _node_before(x + c * step, lattice)
        bends[c, 0], bends[c, 1], bends[c, 2], bends[c, 3] = _cubic(parts[c])
        blocks[c], shares[c, 0] = _node_before(x + c * step, block)
        shares[c, 0] -= 0.5
        shares[c, 1], shares[c, 2], shares[c, 3] = _spline(shares[c, 0])
        blocks[c] = min(max(blocks[c], 0), last_block)
    first, last = max(nodes[0] - 1, 0), min(nodes[width - 1] + 2, columns - 1)
    for r in range(ground.shape[0]):
        nr, v = _node_before(y + r * step, lattice)
        if nr < 1 or nr > rows - 3:
            continue
        if shaped:
            wy = _cubic(v)
            for n in range(first, last + 1):
                blended[n] = (
                    wy[0] * correction[nr - 1, n] + wy[1] * correction[nr, n]
                    + wy[2] * correction[nr + 1, n] + wy[3] * correction[nr + 2, n]
                )  # fmt: skip
        br, share = _node_before(y + r * step, block)
        b0, b1, b2 = (
            max(br - 1, 0),
            min(max(br, 0), humid.shape[0] - 1),
            min(br + 1, humid.shape[0] - 1),
        )
        wu, wm, wd = _spline(share - 0.5)
        for b in range(max(blocks[0] - 1, 0), min(blocks[width - 1] + 2, last_block + 1)):
            damp[b] = wu * humid[b0, b] + wm * humid[b1, b] + wd * humid[b2, b]
            mean[b] = wu * surroundings[b0, b] + wm * surroundings[b1, b] + wd * surroundings[b2, b]
        for c in range(width):
            nc, u = nodes[c], parts[c]
            if owner[r, c] != code or nc < 1 or nc > columns - 3:
                continue
            d00, d01 = shores[nr, nc], shores[nr, nc + 1]
            d10, d11 = shores[nr + 1, nc], shores[nr + 1, nc + 1]
            near = (1.0 - v) * ((1.0 - u) * d00 + u * d01) + v * ((1.0 - u) * d10 + u * d11)
            rough = min(max(coast[r, c] * ROUGHNESS, -1.8), 1.8)
            if (d00 > 0) == (d11 > 0) and (d01 > 0) == (d10 > 0) and (d00 > 0) != (d01 > 0):
                rough = 0.0
            near += rough
            if d00 > 0 and d01 > 0 and d10 > 0 and d11 > 0:
                near = max(near, 0.5)
            elif d00 < 0 and d01 < 0 and d10 < 0 and d11 < 0:
                near = min(near, -0.5)
            away = min(max(-near * cells / 8.0, 0.0), 1.0)
            here = base[r, c]
            detail = full[r, c] - here
            if shaped:
                here += (
                    bends[c, 0] * blended[nc - 1] + bends[c, 1] * blended[nc]
                    + bends[c, 2] * blended[nc + 1] + bends[c, 3] * blended[nc + 2]
                )  # fmt: skip
                calm = 0.30 + 0.70 * min(max((here - water) * 5.0, 0.0), 1.0)
                detail *= calm + (1.0 - calm) * away
            here += detail
            surface = np.nan
            if near < 0.0:
                here = min(here, water - SHALLOWEST)
                surface = water
            else:
                near = max(near, 0.1)
                here = max(here, water + LOWEST_LAND + 0.0005 * min(near, 8.0))
                lake, share = 0, 0.0
                if lakes_there:
                    lake, share = _lake_at(lakes, nr, nc, u, v)
                if lake > 0:
                    top = lake_levels[lake]
                    if share + 0.03 * rough > 0.5:
                        surface = top
                        here = min(here, top - 0.002 - 0.02 * (share - 0.4))
                    else:
                        # Beyond the shore proper the bank may fall away, as it does at an outlet.
                        banks[r, c] = top + BANK_RISE - 0.15 * max(0.12 - share, 0.0)
                        here = max(here, banks[r, c])
            ground[r, c] = min(max(here, 0.0), 1.0)
            level[r, c] = surface
            b = blocks[c]
            before, after = max(b - 1, 0), min(b + 1, last_block)
            humidity[r, c] = (
                shares[c, 1] * damp[before] + shares[c, 2] * damp[b] + shares[c, 3] * damp[after]
            )
            if near > 0.0:
                about = (
                    shares[c, 1] * mean[before] + shares[c, 2] * mean[b]
                    + shares[c, 3] * mean[after]
                )  # fmt: skip
                relative[r, c] = np.float32(ground[r, c] - about)
            shore[r, c] = np.float32(min(max(near * cells, -FAR_SHORE), FAR_SHORE))


@inner
def _cubic(t):  # type: ignore[no-untyped-def]
    """Return the four weights of the interpolating cubic of Catmull and Rom (1974)."""
    return (
        t * (-0.5 + t * (1.0 - 0.5 * t)),
        1.0 + t * t * (-2.5 + 1.5 * t),
        t * (0.5 + t * (2.0 - 1.5 * t)),
        t * t * (-0.5 + 0.5 * t),
    )


@inner
def _node_before(position, spacing):  # type: ignore[no-untyped-def]
    """Return the node at or before a position, and how far beyond it the position lies, 0..1."""
    node = position // spacing
    return node, np.float64(position - node * spacing) / np.float64(spacing)


@inner
def _spline(t):  # type: ignore[no-untyped-def]
    """Return the three weights of the quadratic B-spline around a node ``t`` away, -1/2..1/2."""
    return 0.5 * (0.5 - t) * (0.5 - t), 0.75 - t * t, 0.5 * (0.5 + t) * (0.5 + t)


@inner
def _lake_at(lakes, r, c, u, v):  # type: ignore[no-untyped-def]
    """Return the lake with the greatest share of a place, and its share: smooth, 0..1.

    Squares without a node of a lake never get half of it, and squares of its nodes always do.
    """
    if u >= 0.5:
        c, u = c + 1, u - 1.0
    if v >= 0.5:
        r, v = r + 1, v - 1.0
    across, down = _spline(u), _spline(v)
    best, most = 0, 0.0
    for k in range(9):
        lake = lakes[r + k // 3 - 1, c + k % 3 - 1]
        if lake > 0 and lake != best:
            share = 0.0
            for m in range(9):
                if lakes[r + m // 3 - 1, c + m % 3 - 1] == lake:
                    share += down[m // 3] * across[m % 3]
            if share > most:
                best, most = lake, share
    return best, most
