"""River curves: cut into short straight pieces, each with one level, ranked by discharge.

A curve runs through the middles of its lattice links, bent toward hashed points beside the nodes.
Where two pieces come close the larger never lies above the smaller.
"""

from __future__ import annotations

import numpy as np
from numba import types

from worldgen.island.coast import SEA_SQUARE
from worldgen.island.drainage import OUTLET
from worldgen.island.relief import BYTES, INDICES
from worldgen.kernels.decorators import FLOATS, device, kernel
from worldgen.noise.octaves import UNITS_PER_CELL, hash_point, hash_row

FROM_LAKE, INTO_LAKE = 3, 4
"""Columns of the ranks: the number of the lake a piece leaves or enters, 0 for none."""

CLEARANCE = 1.6
_WIDEST = 6.0


@device()
def _bend(key, x, y, step):  # type: ignore[no-untyped-def]
    """Return the hashed offset of a lattice point, under a quarter step on each axis."""
    drawn = hash_point(hash_row(key, y), x)
    dx = np.int64(drawn & np.uint64(0xFF)) - 128
    dy = np.int64((drawn >> np.uint64(8)) & np.uint64(0xFF)) - 128
    return dx * step // 520, dy * step // 520


@device()
def _node_place(key, first_x, first_y, columns, step, node):  # type: ignore[no-untyped-def]
    r, c = node // columns, node % columns
    dx, dy = _bend(key, first_x + c, first_y + r, step)
    return c * step + dx, r * step + dy


@device()
def _add_piece(at, ends, values, ranks, ax, ay, bx, by, level, flow, position, part, following):  # type: ignore[no-untyped-def]
    ends[at, 0], ends[at, 1], ends[at, 2], ends[at, 3] = ax, ay, bx, by
    values[at, 0], values[at, 1] = level, flow
    ranks[at, 0], ranks[at, 1], ranks[at, 2] = position, part, following
    ranks[at, FROM_LAKE], ranks[at, INTO_LAKE] = 0, 0


@kernel(
    types.Tuple((types.int64, types.int64))(  # type: ignore[no-untyped-call]
        types.uint64, types.int64, types.int64, types.int64, types.int64, types.float64, INDICES,
        INDICES, BYTES, BYTES, INDICES, BYTES, FLOATS, FLOATS, types.int32[:, ::1],
        types.float64[:, ::1], types.int32[:, ::1], types.int32[::1],
    )
)  # fmt: skip
def cut_curves(  # type: ignore[no-untyped-def]
    key, first_x, first_y, columns, step, water, order, receivers, land, sea, lakes, flowing,
    levels, discharge, ends, values, ranks, sources,
):  # fmt: skip
    """Cut every river's curve into pieces, from the mouths up; return how many, and the sources.

    ``ranks`` gets the position from the coast, the part of a curve, the following piece, and the
    lakes that the piece leaves and enters.
    ``entry`` is the piece that water takes up which arrives at the middle of a node's outgoing
    link, or for lake nodes at the node itself.
    """
    room = len(ends)
    nodes = len(land)
    entry = np.full(nodes, room, dtype=np.int32)
    fed = np.zeros(nodes, dtype=np.uint8)
    lake_fed = np.zeros(len(order) + 1, dtype=np.uint8)
    for k in range(len(order)):
        u = order[k]
        if flowing[u]:
            fed[receivers[u]] = 1
            n = receivers[u]
            if lakes[n] > 0 and lakes[u] != lakes[n]:
                lake_fed[lakes[n]] = 1
    at, found = 0, 0
    for k in range(len(order)):
        u = order[k]
        if not flowing[u]:
            continue
        n = receivers[u]
        flow, upper = discharge[u], levels[u]
        if lakes[u] > 0 and lakes[u] == lakes[n]:
            entry[u] = entry[n]
            continue
        ux, uy = _node_place(key, first_x, first_y, columns, step, u)
        nx, ny = _node_place(key, first_x, first_y, columns, step, n)
        mx, my = (ux + nx) // 2, (uy + ny) // 2
        if land[n] == OUTLET:
            sx, sy = _open_square(sea, n, columns, step)
            _add_piece(at, ends, values, ranks, nx, ny, sx, sy, water, flow, -1, 1, room)
            _add_piece(at + 1, ends, values, ranks, mx, my, nx, ny, water, flow, -1, 0, at)
            lower = water
            entry[u] = at + 1
            at += 2
        elif lakes[n] > 0:
            lower = levels[n]
            hx, hy = (mx + nx) // 2, (my + ny) // 2
            step_level = lower + 0.25 * (upper - lower)
            _add_piece(at, ends, values, ranks, hx, hy, nx, ny, lower, flow, k, 1, entry[n])
            _add_piece(at + 1, ends, values, ranks, mx, my, hx, hy, step_level, flow, k, 0, at)
            ranks[at, INTO_LAKE] = ranks[at + 1, INTO_LAKE] = lakes[n]
            entry[u] = at + 1
            at += 2
        else:
            lower = levels[n]
            r = receivers[n]
            last = water if land[r] == OUTLET else levels[r]
            rx, ry = _node_place(key, first_x, first_y, columns, step, r)
            qx, qy = (nx + rx) // 2, (ny + ry) // 2
            following = entry[n]
            bx, by = qx, qy
            for part in range(3, -1, -1):
                ax = (
                    (4 - part) * (4 - part) * mx + 2 * part * (4 - part) * nx + part * part * qx
                ) // 16
                ay = (
                    (4 - part) * (4 - part) * my + 2 * part * (4 - part) * ny + part * part * qy
                ) // 16
                if part == 0:
                    level = lower + 0.25 * (upper - lower)
                elif part == 1:
                    level = lower
                else:
                    level = lower - 0.25 * (part - 1) * (lower - last)
                carried = flow if part < 2 else discharge[n]
                _add_piece(
                    at,
                    ends,
                    values,
                    ranks,
                    ax,
                    ay,
                    bx,
                    by,
                    level,
                    carried,
                    k,
                    part,
                    following,
                )
                following = at
                bx, by = ax, ay
                at += 1
            entry[u] = following
        source = lakes[u] <= 0 and not fed[u]
        leaves = lakes[u] > 0
        if source or leaves:
            hx, hy = (ux + mx) // 2, (uy + my) // 2
            _add_piece(
                at,
                ends,
                values,
                ranks,
                hx,
                hy,
                mx,
                my,
                0.5 * (upper + lower),
                flow,
                k + 1,
                1,
                entry[u],
            )
            level = upper if leaves else upper - 0.25 * (upper - lower)
            _add_piece(at + 1, ends, values, ranks, ux, uy, hx, hy, level, flow, k + 1, 0, at)
            if leaves:
                ranks[at + 1, FROM_LAKE] = lakes[u]
                entry[u] = at + 1
            if source or not lake_fed[lakes[u]]:
                sources[found] = at + 1
                found += 1
            at += 2
    for k in range(at):
        if ranks[k, 2] == room:
            ranks[k, 2] = at
    return at, found


@device()
def _open_square(sea, node, columns, step):  # type: ignore[no-untyped-def]
    """Return the middle of a square of open sea that touches a sea node."""
    r, c = node // columns, node % columns
    for down in range(2):
        for right in range(2):
            if sea[(r - down) * columns + c - right] & SEA_SQUARE:
                return (c - right) * step + step // 2, (r - down) * step + step // 2
    return c * step, r * step


@kernel(
    types.void(
        types.Array(types.int32, 2, "C", readonly=True),
        types.Array(types.int32, 2, "C", readonly=True),
        types.float64[:, ::1],
        types.float64[::1],
        types.float64[::1],
    )
)
def settle_levels(ends, ranks, values, half_width, lake_levels):  # type: ignore[no-untyped-def]
    """Raise each piece to the levels of all greater pieces that it touches or nearly touches.

    Pieces come by rank, so whatever a piece is raised to is final by then. Afterwards discharge
    never falls where the level does not rise: not along a river, nor from one to another beside it.
    A lake rises with its outlet, and what enters it rises with the lake.
    """
    count = len(ends)
    if count == 0:
        return
    right, bottom = 0, 0
    widest = 0.0
    for k in range(count):
        half_width[k] = min(max(0.42 + 0.0085 * np.sqrt(values[k, 1]), 0.75), _WIDEST)
        widest = max(widest, half_width[k])
        right, bottom = max(right, ends[k, 0]), max(bottom, ends[k, 1])
    side = 8 * UNITS_PER_CELL
    columns, rows = right // side + 3, bottom // side + 3
    heads = np.empty(columns * rows, dtype=np.int32)
    links = np.empty(count, dtype=np.int32)
    settled = False
    while not settled:
        settled = True
        for at in range(columns * rows):
            heads[at] = -1
        for k in range(count):
            level = max(values[k, 0], lake_levels[ranks[k, INTO_LAKE]])
            level = _highest_near(
                ends, values, half_width, heads, links, columns, rows, widest, k, level
            )
            values[k, 0] = level
            lake = ranks[k, FROM_LAKE]
            if lake > 0 and level > lake_levels[lake]:
                lake_levels[lake] = level
                settled = False


@device()
def _highest_near(  # type: ignore[no-untyped-def]
    ends, values, half_width, heads, links, columns, rows, widest, k, level
):
    """Return the highest level of the pieces near piece k that are listed, and list k as well."""
    side = 8 * UNITS_PER_CELL
    mx, my = (ends[k, 0] + ends[k, 2]) // 2, (ends[k, 1] + ends[k, 3]) // 2
    own = half_width[k] + CLEARANCE + _half_length(ends, k)
    reach = int((own + widest + 2.0) // 8.0) + 1
    bx, by = mx // side, my // side
    for cy in range(max(by - reach, 0), min(by + reach + 1, rows)):
        for cx in range(max(bx - reach, 0), min(bx + reach + 1, columns)):
            m = heads[cy * columns + cx]
            while m >= 0:
                if values[m, 0] > level:
                    dx = np.float64(mx - (ends[m, 0] + ends[m, 2]) // 2) / UNITS_PER_CELL
                    dy = np.float64(my - (ends[m, 1] + ends[m, 3]) // 2) / UNITS_PER_CELL
                    limit = own + half_width[m] + _half_length(ends, m)
                    if dx * dx + dy * dy <= limit * limit:
                        level = values[m, 0]
                m = links[m]
    at = by * columns + bx
    links[k] = heads[at]
    heads[at] = k
    return level


@device()
def _half_length(ends, k):  # type: ignore[no-untyped-def]
    dx, dy = np.float64(ends[k, 2] - ends[k, 0]), np.float64(ends[k, 3] - ends[k, 1])
    return 0.5 * np.sqrt(dx * dx + dy * dy) / UNITS_PER_CELL
