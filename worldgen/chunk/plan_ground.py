"""The ground of a chunk where an island's plan shapes it: relief, coast, lakes and humidity."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import types

from worldgen.chunk.fields import grid_type
from worldgen.chunk.ground import FAR_SHORE, GROUND, LOWEST_LAND, SHALLOWEST, SHELF_SLOPE
from worldgen.chunk.river_beds import BANK_RISE
from worldgen.coordinates import UNITS_PER_CELL
from worldgen.island.blocks import BLOCK_NODES
from worldgen.island.coast import SHORE_UNITS
from worldgen.kernels.decorators import FLOATS, GRID, GRID32, device, kernel
from worldgen.layers import WATER

_FREE = 1e9

_PART, _CUBIC, _BLOCK, _ROUND = 0, 1, 5, 8
"""Rows of the weights of columns: the part of a square left behind, the cubic of the nodes about
it, the splines of the blocks and of the nodes about the nearest one."""

_CORRECTION, _SHORE, _ROUNDED, _LEAST, _MOST, _ROUGH = range(6)
"""Rows of what nodes hold, blended in y."""

_NEAR, _HEIGHT, _HUMIDITY, _MEAN = range(4)
"""Rows of what is drawn of a row of samples."""

_ROUNDNESS = 1.0 / 3.0
"""How far coasts go around corners instead of straight from side to side of a square."""

_ROUGHEST = 1.3
"""The most that noise may do: a quarter of a step from a node of its own kind every place is 1.34
or more on its side of the coast, so that no cell is cut off from its node."""

ROUGHNESS = 5.5
"""How strongly coasts are roughened, in eighths of a lattice step."""

LAKE_ROUGHNESS = 0.045
"""How strongly the shores of lakes are roughened by it: shares of a place for each eighth."""


class PlanGrids(NamedTuple):
    """What a plan holds on its lattice, (rows, columns), or on blocks of it; see ``Plan``."""

    correction: np.ndarray
    shore: np.ndarray
    lakes: np.ndarray
    lake_levels: np.ndarray
    humidity: np.ndarray
    neighbourhood_means: np.ndarray


class Columns(NamedTuple):
    """Where the columns of samples lie on a plan's lattice."""

    nodes: np.ndarray
    """uint32 (width,): the node before each."""
    blocks: np.ndarray
    """uint32 (width,): the block around each."""
    weights: np.ndarray
    """float64 (12, width): what of the nodes and blocks about it each is made of."""


class Row(NamedTuple):
    """What a plan holds under one row of samples, blended in y."""

    nodes: np.ndarray
    """float64 (6, lattice columns)."""
    blocks: np.ndarray
    """float64 (2, columns of blocks + 2); block b is put at b + 1."""
    beside_lake: np.ndarray
    """bool (lattice columns,)."""


class Scale(NamedTuple):
    """What is the same for all rows."""

    shaped: bool
    cells: float
    """Cells for each unit of shore distance."""
    water: float


PLAN_GRIDS = types.NamedTuple(  # type: ignore[no-untyped-call]
    (
        GRID32, types.Array(types.int8, 2, "C", readonly=True),
        types.Array(types.int16, 2, "C", readonly=True), FLOATS, GRID32, GRID32,
    ),
    PlanGrids,
)  # fmt: skip


@kernel(
    types.void(
        grid_type(), types.int64, types.int64, types.Array(types.int32, 2, "C", readonly=True),
        GRID, PLAN_GRIDS, types.boolean, FLOATS, GROUND,
    )
)  # fmt: skip
def apply_plan(grid, lattice, code, owner, coast, plan, shaped, numbers, ground):  # type: ignore[no-untyped-def]
    """Lay a plan's relief, coast, lakes and humidity into the samples of its domain.

    The coast is where the interpolated shore distance, roughened by noise of its own, changes its
    sign: a square of four land nodes is all land, one of four sea nodes all sea.

    Args:
        grid: the samples and their apron, counted from the plan's first lattice point.
        lattice: sixty-fourths of a cell between lattice points.
        code: the domain's, as it stands in ``owner``.
        owner: int32 (rows, columns) of samples; -1 where no plan has a say.
        coast: float64 (rows, columns) of samples: the noise that roughens shores.
        plan: what the plan holds.
        shaped: whether the plan changes the relief.
        numbers: of the world's layers.
        ground: ``base`` and ``full`` are read; ``height``, ``level``, ``shore``, ``humidity``,
            ``relative`` and, beside lakes, ``banks`` are written.
    """
    x, y, step, lakes, lake_levels = grid.x, grid.y, grid.step, plan.lakes, plan.lake_levels
    height, level, shore, humidity = ground.height, ground.level, ground.shore, ground.humidity
    banks, relative = ground.banks, ground.relative
    rows, columns = lakes.shape
    width, last_block = height.shape[1], plan.humidity.shape[1] - 1
    water = numbers[WATER]
    block = BLOCK_NODES * lattice
    scale = Scale(shaped, np.float64(lattice) / (SHORE_UNITS * UNITS_PER_CELL), water)
    lakes_there = len(lake_levels) > 1
    nodes, blocks = np.empty(width, dtype=np.uint32), np.empty(width, dtype=np.uint32)
    inside, weights = np.empty(width, dtype=np.bool_), np.empty((12, width))
    beside_lake = np.zeros(columns, dtype=np.bool_)
    drawn = np.empty((4, width))
    across = Columns(nodes, blocks, weights)
    row = Row(np.zeros((6, columns)), np.zeros((2, last_block + 3)), beside_lake)
    for c in range(width):
        node, weights[_PART, c] = _node_before(x + c * step, lattice)
        inside[c] = 1 <= node <= columns - 3
        nodes[c] = min(max(node, 1), columns - 3)
        (
            weights[_CUBIC, c], weights[_CUBIC + 1, c], weights[_CUBIC + 2, c],
            weights[_CUBIC + 3, c],
        ) = _cubic(weights[_PART, c])  # fmt: skip
        b, share = _node_before(x + c * step, block)
        blocks[c] = min(max(b, 0), last_block)
        weights[_BLOCK, c], weights[_BLOCK + 1, c], weights[_BLOCK + 2, c] = _spline(share - 0.5)
        _round(weights[_PART, c], c, weights)
    for r in range(height.shape[0]):
        nr, v = _node_before(y + r * step, lattice)
        if nr < 1 or nr > rows - 3:
            continue
        _blend_nodes(nr, v, nodes[0] - 1, nodes[width - 1] + 2, plan, lakes_there, shaped, row)
        br, share = _node_before(y + r * step, block)
        _blend_blocks(br, share - 0.5, blocks[0], blocks[width - 1], plan, row)
        _draw_row(r, across, row, coast, ground, scale, drawn)
        for c in range(width):
            if owner[r, c] != code or not inside[c]:
                continue
            near, here = drawn[_NEAR, c], drawn[_HEIGHT, c]
            surface = water if near < 0.0 else np.nan
            if lakes_there and near > 0.0:
                nc = np.int64(nodes[c])
                if (
                    beside_lake[nc - 1] or beside_lake[nc] or beside_lake[nc + 1]
                    or beside_lake[nc + 2]
                ):  # fmt: skip
                    lake, share = _lake_at(lakes, nr, nc, weights[_PART, c], v)
                    if lake > 0:
                        top = lake_levels[lake]
                        rough = min(max(coast[r, c] * ROUGHNESS, -_ROUGHEST), _ROUGHEST)
                        if share + LAKE_ROUGHNESS * rough > 0.5:
                            surface = top
                            here = min(here, top - 0.0017 - 0.03 * max(share - 0.45, 0.0))
                        else:
                            # Beyond the shore proper the bank may fall away, as at an outlet.
                            banks[r, c] = top + BANK_RISE - 0.15 * max(0.12 - share, 0.0)
                            here = max(here, banks[r, c])
            height[r, c] = min(max(here, 0.0), 1.0)
            level[r, c] = surface
            humidity[r, c] = drawn[_HUMIDITY, c]
            shore[r, c] = np.float32(min(max(near * scale.cells, -FAR_SHORE), FAR_SHORE))
            if near > 0.0:
                relative[r, c] = np.float32(height[r, c] - drawn[_MEAN, c])


@device(inline="source")
def _round(u, c, weights):  # type: ignore[no-untyped-def]
    """Fill in the weights of the four nodes about a column in the spline about the nearest one."""
    left = u < 0.5
    first, middle, last = _spline(u if left else u - 1.0)
    weights[_ROUND, c] = first if left else 0.0
    weights[_ROUND + 1, c] = middle if left else first
    weights[_ROUND + 2, c] = last if left else middle
    weights[_ROUND + 3, c] = 0.0 if left else last


@device(inline="source")
def _blend_nodes(nr, v, first, last, plan, lakes_there, shaped, blending):  # type: ignore[no-untyped-def]
    """Blend in y what the nodes beside a row of samples hold, and find how free each square is.

    A square of land is land whatever the noise, one of sea is sea; where land meets land across a
    corner the noise may not choose.
    """
    correction, shores, lakes = plan.correction, plan.shore, plan.lakes
    blended, beside_lake = blending.nodes, blending.beside_lake
    above, below = np.uint64(nr), np.uint64(nr + 1)
    before, after = np.uint64(nr - 1), np.uint64(nr + 2)
    wy = _cubic(v)
    center = nr if v < 0.5 else nr + 1
    s0, s1, s2 = _spline(v if v < 0.5 else v - 1.0)
    over, here, under = np.uint64(center - 1), np.uint64(center), np.uint64(center + 1)
    for node in range(first, last + 1):
        n = np.uint64(node)
        if shaped:
            blended[_CORRECTION, n] = (
                wy[0] * correction[before, n] + wy[1] * correction[above, n]
                + wy[2] * correction[below, n] + wy[3] * correction[after, n]
            )  # fmt: skip
        blended[_SHORE, n] = (1.0 - v) * shores[above, n] + v * shores[below, n]
        blended[_ROUNDED, n] = s0 * shores[over, n] + s1 * shores[here, n] + s2 * shores[under, n]
    for node in range(first, last):
        n, right = np.uint64(node), np.uint64(node + 1)
        d00, d01 = shores[above, n] > 0, shores[above, right] > 0
        d10, d11 = shores[below, n] > 0, shores[below, right] > 0
        blended[_LEAST, n] = 0.5 if d00 and d01 and d10 and d11 else -_FREE
        blended[_MOST, n] = _FREE if d00 or d01 or d10 or d11 else -0.5
        blended[_ROUGH, n] = 0.0 if d00 == d11 and d01 == d10 and d00 != d01 else ROUGHNESS
    if lakes_there:
        for node in range(first, last + 1):
            n = np.uint64(node)
            beside_lake[n] = (
                lakes[before, n] > 0 or lakes[above, n] > 0 or lakes[below, n] > 0
                or lakes[after, n] > 0
            )  # fmt: skip


@device(inline="source")
def _blend_blocks(row, share, first, last, plan, blending):  # type: ignore[no-untyped-def]
    """Blend in y what the blocks beside a row of samples hold; block b is put at b + 1."""
    humid, means, by_block = plan.humidity, plan.neighbourhood_means, blending.blocks
    highest = humid.shape[0] - 1
    above, middle = min(max(row - 1, 0), highest), min(max(row, 0), highest)
    below = min(max(row + 1, 0), highest)
    weights = _spline(share)
    for place in range(np.int64(first), np.int64(last) + 3):
        b = min(max(place - 1, 0), humid.shape[1] - 1)
        by_block[0, place] = (
            weights[0] * humid[above, b] + weights[1] * humid[middle, b]
            + weights[2] * humid[below, b]
        )  # fmt: skip
        by_block[1, place] = (
            weights[0] * means[above, b] + weights[1] * means[middle, b]
            + weights[2] * means[below, b]
        )  # fmt: skip


@device(inline="forced")
def _draw_row(r, across, blending, coast, ground, scale, drawn):  # type: ignore[no-untyped-def]
    """Draw a row of samples as if all were the island's and none had a lake."""
    nodes, blocks, weights = across
    blended, by_block = blending.nodes, blending.blocks
    base, full = ground.base, ground.full
    shaped, cells, water = scale
    row, one = np.uint64(r), np.uint64(1)
    for place in range(len(nodes)):
        c = np.uint64(place)
        n = np.uint64(nodes[c])
        u = weights[_PART, c]
        near = (1.0 - u) * blended[_SHORE, n] + u * blended[_SHORE, n + one]
        rounded = (
            weights[_ROUND, c] * blended[_ROUNDED, n - one]
            + weights[_ROUND + 1, c] * blended[_ROUNDED, n]
            + weights[_ROUND + 2, c] * blended[_ROUNDED, n + one]
            + weights[_ROUND + 3, c] * blended[_ROUNDED, n + one + one]
        )
        near += _ROUNDNESS * (rounded - near)
        near += min(max(coast[row, c] * blended[_ROUGH, n], -_ROUGHEST), _ROUGHEST)
        near = min(max(near, blended[_LEAST, n]), blended[_MOST, n])
        here = base[row, c]
        detail = full[row, c] - here
        if shaped:
            here += (
                weights[_CUBIC, c] * blended[_CORRECTION, n - one]
                + weights[_CUBIC + 1, c] * blended[_CORRECTION, n]
                + weights[_CUBIC + 2, c] * blended[_CORRECTION, n + one]
                + weights[_CUBIC + 3, c] * blended[_CORRECTION, n + one + one]
            )
            calm = 0.30 + 0.70 * min(max((here - water) * 5.0, 0.0), 1.0)
            away = min(max(-near * cells / 8.0, 0.0), 1.0)
            detail *= calm + (1.0 - calm) * away
        here += detail
        land = near >= 0.0
        near = max(near, 0.1) if land else near
        lowest = water + LOWEST_LAND + 0.0005 * min(near, 8.0)
        drawn[_NEAR, c] = near
        highest = water - SHALLOWEST - SHELF_SLOPE * min(-near * cells, FAR_SHORE)
        drawn[_HEIGHT, c] = max(here, lowest) if land else min(here, highest)
        b = np.uint64(blocks[c])
        before, middle, after = (
            weights[_BLOCK, c],
            weights[_BLOCK + 1, c],
            weights[_BLOCK + 2, c],
        )
        drawn[_HUMIDITY, c] = (
            before * by_block[0, b] + middle * by_block[0, b + one]
            + after * by_block[0, b + one + one]
        )  # fmt: skip
        drawn[_MEAN, c] = (
            before * by_block[1, b] + middle * by_block[1, b + one]
            + after * by_block[1, b + one + one]
        )  # fmt: skip


@device()
def _cubic(t):  # type: ignore[no-untyped-def]
    """Return the four weights of the interpolating cubic of Catmull and Rom (1974)."""
    return (
        t * (-0.5 + t * (1.0 - 0.5 * t)),
        1.0 + t * t * (-2.5 + 1.5 * t),
        t * (0.5 + t * (2.0 - 1.5 * t)),
        t * t * (-0.5 + 0.5 * t),
    )


@device()
def _node_before(position, spacing):  # type: ignore[no-untyped-def]
    """Return the node at or before a position, and how far beyond it the position lies, 0..1."""
    node = position // spacing
    return node, np.float64(position - node * spacing) / np.float64(spacing)


@device()
def _spline(t):  # type: ignore[no-untyped-def]
    """Return the three weights of the quadratic B-spline around a node ``t`` away, -1/2..1/2."""
    return 0.5 * (0.5 - t) * (0.5 - t), 0.75 - t * t, 0.5 * (0.5 + t) * (0.5 + t)


@device()
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
