"""River curves: cut into short straight pieces, each with one level, ranked by discharge.

A curve runs through the middles of its lattice links, bent toward hashed points beside the nodes.
Where two pieces come close the larger never lies above the smaller.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import types

from worldgen.coordinates import UNITS_PER_CELL
from worldgen.island.coast import SEA_SQUARE
from worldgen.island.lattice import BYTES, FLOW_GRAPH, OUTLET
from worldgen.island.river_network import RIVER_NETWORK
from worldgen.kernels.decorators import FLOATS, device, kernel
from worldgen.noise.hashing import hash_point, hash_row

LEVEL, DISCHARGE = 0, 1
"""Columns of the values of pieces."""

POSITION, PART, FOLLOWING, FROM_LAKE, INTO_LAKE = range(5)
"""Columns of the ranks of pieces: position from the coast, part of a curve, the piece it runs into,
and the numbers of the lakes that it leaves and enters, 0 for none."""

MOST_PIECES = 6
"""Pieces for each node where a river runs, at the most, and so many more."""

CLEARANCE = 1.6


class LatticePlace(NamedTuple):
    """Where a lattice lies in the world, and the key of the points that curves bend toward."""

    key: np.uint64
    first_x: int
    """World lattice position of node 0; ``first_y`` alike."""
    first_y: int
    step: int
    """Sixty-fourths of a cell between nodes."""


class PieceTable(NamedTuple):
    """Pieces of curves, one a row."""

    ends: np.ndarray
    """int32 (pieces, 4): x and y of start and end, in sixty-fourths of a cell from node 0."""
    values: np.ndarray
    """float64 (pieces, 2): see LEVEL."""
    ranks: np.ndarray
    """int32 (pieces, 5): see POSITION; FOLLOWING is the number of pieces where there is none."""
    sources: np.ndarray
    """int32: the pieces in which rivers begin."""


_PLACE = types.NamedTuple((types.uint64, *(types.int64,) * 3), LatticePlace)  # type: ignore[no-untyped-call]
_PIECES = types.NamedTuple(  # type: ignore[no-untyped-call]
    (types.int32[:, ::1], types.float64[:, ::1], types.int32[:, ::1], types.int32[::1]), PieceTable
)
_TABLE = types.Array(types.int32, 2, "C", readonly=True)


@device()
def _bend(key, x, y, step):  # type: ignore[no-untyped-def]
    """Return the hashed offset of a lattice point, under a quarter step on each axis."""
    drawn = hash_point(hash_row(key, y), x)
    dx = np.int64(drawn & np.uint64(0xFF)) - 128
    dy = np.int64((drawn >> np.uint64(8)) & np.uint64(0xFF)) - 128
    return dx * step // 520, dy * step // 520


@device()
def _node_place(place, nodes_at, columns, node):  # type: ignore[no-untyped-def]
    """Return where curves pass a node, in sixty-fourths of a cell from node 0."""
    if len(nodes_at) > 0:
        return np.int64(nodes_at[node, 0]), np.int64(nodes_at[node, 1])
    r, c = node // columns, node % columns
    dx, dy = _bend(place.key, place.first_x + c, place.first_y + r, place.step)
    return c * place.step + dx, r * place.step + dy


@device()
def _add_piece(pieces, at, start, end, level, discharge, rank):  # type: ignore[no-untyped-def]
    """Fill in piece ``at``; ``rank`` is its position, part and following piece."""
    ends, values, ranks = pieces.ends, pieces.values, pieces.ranks
    ends[at, 0], ends[at, 1] = start
    ends[at, 2], ends[at, 3] = end
    values[at, LEVEL], values[at, DISCHARGE] = level, discharge
    ranks[at, POSITION], ranks[at, PART], ranks[at, FOLLOWING] = rank
    ranks[at, FROM_LAKE], ranks[at, INTO_LAKE] = 0, 0


@device()
def _middle(first, second):  # type: ignore[no-untyped-def]
    return (first[0] + second[0]) // 2, (first[1] + second[1]) // 2


@device()
def _on_curve(start, bend, end, part):  # type: ignore[no-untyped-def]
    """Return the point at ``part`` quarters of the quadratic Bezier curve of three points."""
    left = 4 - part
    return (
        (left * left * start[0] + 2 * part * left * bend[0] + part * part * end[0]) // 16,
        (left * left * start[1] + 2 * part * left * bend[1] + part * part * end[1]) // 16,
    )


@kernel(
    types.Tuple((types.int64, types.int64))(  # type: ignore[no-untyped-call]
        _PLACE, FLOW_GRAPH, BYTES, RIVER_NETWORK, _TABLE, _TABLE, _PIECES
    )
)
def cut_curves(place, flow, sea, network, nodes_at, goals, pieces):  # type: ignore[no-untyped-def]
    """Cut every river's curve into pieces, from the mouths up; return how many, and the sources.

    Args:
        place: where the lattice lies.
        flow: the graph that water follows.
        sea: uint8 (nodes,), with SEA_SQUARE at squares of open sea.
        network: the rivers, node by node.
        nodes_at: int32 (nodes, 2) or (0, 2): where curves pass each node, in sixty-fourths of a
            cell from node 0; no rows for the hashed points.
        goals: int32 (nodes, 2) or (0, 2): where the water of each outlet goes on to, in
            sixty-fourths of a cell from node 0; -1 in its first column, or no rows, for the open
            sea beside it.
        pieces: written; needs MOST_PIECES rows for each node where a river runs, and as many more.
    """
    order, receivers, land, columns = (
        flow.topological_order, flow.receivers, flow.land, flow.columns,
    )  # fmt: skip
    discharge, lakes, levels, flowing = (
        network.discharge, network.lakes, network.levels, network.flowing,
    )  # fmt: skip
    room = len(pieces.ends)
    # The piece that takes up the water which arrives at the middle of a node's outgoing link, or
    # for a lake's nodes at the node itself.
    entry = np.full(len(land), room, dtype=np.int32)
    fed = np.zeros(len(land), dtype=np.uint8)
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
        carried, upper, lower = discharge[u], levels[u], levels[n]
        if lakes[u] > 0 and lakes[u] == lakes[n]:
            entry[u] = entry[n]
            continue
        from_node, to_node = (
            _node_place(place, nodes_at, columns, u),
            _node_place(place, nodes_at, columns, n),
        )
        middle = _middle(from_node, to_node)
        if land[n] == OUTLET:
            if len(goals) > 0 and goals[n, 0] >= 0:
                goal = (np.int64(goals[n, 0]), np.int64(goals[n, 1]))
            else:
                goal = _open_square(sea, n, columns, place.step)
            _add_piece(pieces, at, to_node, goal, lower, carried, (-1, 1, room))
            _add_piece(pieces, at + 1, middle, to_node, lower, carried, (-1, 0, at))
            entry[u] = at + 1
            at += 2
        elif lakes[n] > 0:
            half = _middle(middle, to_node)
            level = lower + 0.25 * (upper - lower)
            _add_piece(pieces, at, half, to_node, lower, carried, (k, 1, entry[n]))
            _add_piece(pieces, at + 1, middle, half, level, carried, (k, 0, at))
            pieces.ranks[at, INTO_LAKE] = pieces.ranks[at + 1, INTO_LAKE] = lakes[n]
            entry[u] = at + 1
            at += 2
        else:
            r = receivers[n]
            last = levels[r]
            end = next_middle = _middle(to_node, _node_place(place, nodes_at, columns, r))
            following = entry[n]
            for part in range(3, -1, -1):
                start = _on_curve(middle, to_node, next_middle, part)
                if part == 0:
                    level = lower + 0.25 * (upper - lower)
                elif part == 1:
                    level = lower
                else:
                    level = lower - 0.25 * (part - 1) * (lower - last)
                water = carried if part < 2 else discharge[n]
                _add_piece(pieces, at, start, end, level, water, (k, part, following))
                following, end = at, start
                at += 1
            entry[u] = following
        source = lakes[u] <= 0 and not fed[u]
        leaves = lakes[u] > 0
        if source or leaves:
            half = _middle(from_node, middle)
            level = 0.5 * (upper + lower)
            _add_piece(pieces, at, half, middle, level, carried, (k + 1, 1, entry[u]))
            level = upper if leaves else upper - 0.25 * (upper - lower)
            _add_piece(pieces, at + 1, from_node, half, level, carried, (k + 1, 0, at))
            if leaves:
                pieces.ranks[at + 1, FROM_LAKE] = lakes[u]
                entry[u] = at + 1
            if source or not lake_fed[lakes[u]]:
                pieces.sources[found] = at + 1
                found += 1
            at += 2
    for k in range(at):
        if pieces.ranks[k, FOLLOWING] == room:
            pieces.ranks[k, FOLLOWING] = at
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


@kernel(types.void(_TABLE, _TABLE, FLOATS, types.float64[:, ::1], types.float64[::1]))
def settle_levels(ends, ranks, half_width, values, lake_levels):  # type: ignore[no-untyped-def]
    """Raise each piece to the levels of all greater pieces that it touches or nearly touches.

    Pieces come by rank, so whatever a piece is raised to is final by then. Afterwards discharge
    never falls where the level does not rise: not along a river, nor from one to another beside it.
    A lake rises with its outlet, and what enters it rises with the lake.

    Args:
        ends, ranks: see PieceTable.
        half_width: float64 (pieces,), in cells.
        values: float64 (pieces, 2): the LEVEL of each is read and written.
        lake_levels: float64 (lakes + 1,), read and written.
    """
    count = len(ends)
    if count == 0:
        return
    right, bottom = 0, 0
    widest = 0.0
    for k in range(count):
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
            level = max(values[k, LEVEL], lake_levels[ranks[k, INTO_LAKE]])
            level = _highest_near(
                ends, values, half_width, heads, links, columns, rows, widest, k, level
            )
            values[k, LEVEL] = level
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
                if values[m, LEVEL] > level:
                    dx = np.float64(mx - (ends[m, 0] + ends[m, 2]) // 2) / UNITS_PER_CELL
                    dy = np.float64(my - (ends[m, 1] + ends[m, 3]) // 2) / UNITS_PER_CELL
                    limit = own + half_width[m] + _half_length(ends, m)
                    if dx * dx + dy * dy <= limit * limit:
                        level = values[m, LEVEL]
                m = links[m]
    at = by * columns + bx
    links[k] = heads[at]
    heads[at] = k
    return level


@device()
def _half_length(ends, k):  # type: ignore[no-untyped-def]
    dx, dy = np.float64(ends[k, 2] - ends[k, 0]), np.float64(ends[k, 3] - ends[k, 1])
    return 0.5 * np.sqrt(dx * dx + dy * dy) / UNITS_PER_CELL
