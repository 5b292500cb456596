"""Rivers as curves: short straight pieces, each with one level, and what they do to a chunk.

A river's curve runs through the middles of its lattice links, bent toward hashed points beside the
nodes. It is cut into pieces; a piece has one level, one discharge and one half-width. Pieces are
ranked by discharge, and where two come close the larger never lies above the smaller. Over a
sample the piece with the lowest level wins, so water can always be followed down.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numba import types

from worldgen.compiled import FLOATS, inner, kernel
from worldgen.drainage import OUTLET, SEA_SQUARE
from worldgen.noise import UNITS_PER_CELL, hash_point, hash_row
from worldgen.relief import BYTES, INDICES

BED_DEPTH = 0.006
"""How far a river's bed lies below its level. The same for all, so beds never rise either."""

BANK_RISE = 0.0012
BANK_CELLS = 1.5
VALLEY_CELLS = 10.0
"""How far beyond its edge a river shapes the land."""

BIN_NODES = 16
CLEARANCE = 1.6

_WIDEST = 6.0


@dataclass(frozen=True, eq=False)
class Rivers:
    """All pieces of an island's rivers, by falling rank. Positions are sixty-fourths of a cell
    from the plan's first lattice point."""

    start_x: np.ndarray
    start_y: np.ndarray
    end_x: np.ndarray
    end_y: np.ndarray
    level: np.ndarray
    flow: np.ndarray
    half_width: np.ndarray
    following: np.ndarray
    """int32: the piece each piece runs into, -1 at the mouth."""
    sources: np.ndarray
    """int32: the pieces in which rivers begin."""
    bin_starts: np.ndarray
    """int32: where each bin's pieces start in ``bin_pieces``."""
    bin_pieces: np.ndarray
    bin_columns: int
    reach: float
    """No piece bears on a sample farther than this from its middle, in cells."""

    def __len__(self) -> int:
        return len(self.level)

    @property
    def nbytes(self) -> int:
        return sum(a.nbytes for a in vars(self).values() if isinstance(a, np.ndarray))


def make_rivers(
    *,
    key: int,
    first_x: int,
    first_y: int,
    shape: tuple[int, int],
    step: int,
    water: float,
    order: np.ndarray,
    receivers: np.ndarray,
    land: np.ndarray,
    sea: np.ndarray,
    lakes: np.ndarray,
    flowing: np.ndarray,
    levels: np.ndarray,
    discharge: np.ndarray,
) -> Rivers:
    """Return the rivers of a solved plan.

    ``order``, ``receivers``, ``lakes``, ``flowing`` (where a river runs), ``levels`` and
    ``discharge`` are flat arrays over the lattice of ``shape``; ``step`` is in sixty-fourths.
    """
    rows, columns = shape
    room = 6 * int(np.count_nonzero(flowing)) + 6
    ends = np.empty((room, 4), dtype=np.int32)
    values = np.empty((room, 2))
    ranks = np.empty((room, 3), dtype=np.int32)
    sources = np.empty(room, dtype=np.int32)
    count, source_count = _cut_curves(
        np.uint64(key), first_x, first_y, columns, step, water, order, receivers, land, sea, lakes,
        flowing, levels, discharge, ends, values, ranks, sources,
    )  # fmt: skip
    by_rank = np.lexsort((-ranks[:count, 1], ranks[:count, 0], -values[:count, 1]))
    place = np.empty(count + 1, dtype=np.int32)
    place[by_rank] = np.arange(count, dtype=np.int32)
    place[count] = -1
    ends, values = np.ascontiguousarray(ends[by_rank]), np.ascontiguousarray(values[by_rank])
    following = place[ranks[by_rank, 2]]
    half_width = np.empty(count)
    _settle_levels(ends, values, half_width)
    bin_columns = columns // BIN_NODES + 1
    bin_rows = rows // BIN_NODES + 1
    bins = (ends[:, 1] + ends[:, 3]) // 2 // (BIN_NODES * step) * bin_columns
    bins = bins + (ends[:, 0] + ends[:, 2]) // 2 // (BIN_NODES * step)
    pieces = np.argsort(bins, kind="stable").astype(np.int32)
    starts = np.searchsorted(bins[pieces], np.arange(bin_rows * bin_columns + 1)).astype(np.int32)
    span = np.abs(ends[:, 2:] - ends[:, :2]).max(initial=0) / UNITS_PER_CELL
    reach = float(half_width.max(initial=0.0)) + VALLEY_CELLS + float(span) + 1.0
    return Rivers(
        start_x=_kept(ends[:, 0], np.int32),
        start_y=_kept(ends[:, 1], np.int32),
        end_x=_kept(ends[:, 2], np.int32),
        end_y=_kept(ends[:, 3], np.int32),
        level=_kept(values[:, 0], np.float32),
        flow=_kept(values[:, 1], np.float32),
        half_width=_kept(half_width, np.float32),
        following=_kept(following, np.int32),
        sources=_kept(place[sources[:source_count]], np.int32),
        bin_starts=_kept(starts, np.int32),
        bin_pieces=_kept(pieces, np.int32),
        bin_columns=bin_columns,
        reach=reach,
    )


def _kept(values: np.ndarray, dtype: type) -> np.ndarray:
    array: np.ndarray = np.array(values, dtype=dtype, order="C")
    array.flags.writeable = False
    return array


@inner
def _bend(key, x, y, step):  # type: ignore[no-untyped-def]
    """Return the hashed offset of a lattice point, under a quarter step on each axis."""
    drawn = hash_point(hash_row(key, y), x)
    dx = np.int64(drawn & np.uint64(0xFF)) - 128
    dy = np.int64((drawn >> np.uint64(8)) & np.uint64(0xFF)) - 128
    return dx * step // 520, dy * step // 520


@inner
def _node_place(key, first_x, first_y, columns, step, node):  # type: ignore[no-untyped-def]
    r, c = node // columns, node % columns
    dx, dy = _bend(key, first_x + c, first_y + r, step)
    return c * step + dx, r * step + dy


@inner
def _add_piece(at, ends, values, ranks, ax, ay, bx, by, level, flow, position, part, following):  # type: ignore[no-untyped-def]
    ends[at, 0], ends[at, 1], ends[at, 2], ends[at, 3] = ax, ay, bx, by
    values[at, 0], values[at, 1] = level, flow
    ranks[at, 0], ranks[at, 1], ranks[at, 2] = position, part, following


@kernel(
    types.Tuple((types.int64, types.int64))(  # type: ignore[no-untyped-call]
        types.uint64, types.int64, types.int64, types.int64, types.int64, types.float64, INDICES,
        INDICES, BYTES, BYTES, INDICES, BYTES, FLOATS, FLOATS, types.int32[:, ::1],
        types.float64[:, ::1], types.int32[:, ::1], types.int32[::1],
    )
)  # fmt: skip
def _cut_curves(  # type: ignore[no-untyped-def]
    key, first_x, first_y, columns, step, water, order, receivers, land, sea, lakes, flowing,
    levels, discharge, ends, values, ranks, sources,
):  # fmt: skip
    """Cut every river's curve into pieces, from the mouths up; return how many, and the sources.

    ``ranks`` gets the position from the coast, the part of a curve, and the following piece.
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
                entry[u] = at + 1
            if source or not lake_fed[lakes[u]]:
                sources[found] = at + 1
                found += 1
            at += 2
    for k in range(at):
        if ranks[k, 2] == room:
            ranks[k, 2] = at
    return at, found


@inner
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
        types.Array(types.int32, 2, "C", readonly=True), types.float64[:, ::1], types.float64[::1]
    )
)
def _settle_levels(ends, values, half_width):  # type: ignore[no-untyped-def]
    """Raise each piece to the levels of all greater pieces that it touches or nearly touches.

    Pieces come by rank, so whatever a piece is raised to is final by then. Afterwards discharge
    never falls where the level does not rise: not along a river, nor from one to another beside it.
    """
    count = len(ends)
    if count == 0:
        return
    right, bottom = 0, 0
    widest = 0.0
    for k in range(count):
        nodes = values[k, 1] / 16.0
        half_width[k] = min(max(0.42 + 0.034 * np.sqrt(nodes), 0.75), _WIDEST)
        widest = max(widest, half_width[k])
        right, bottom = max(right, ends[k, 0]), max(bottom, ends[k, 1])
    side = 8 * UNITS_PER_CELL
    columns, rows = right // side + 3, bottom // side + 3
    heads = np.full(columns * rows, -1, dtype=np.int32)
    links = np.empty(count, dtype=np.int32)
    for k in range(count):
        mx, my = (ends[k, 0] + ends[k, 2]) // 2, (ends[k, 1] + ends[k, 3]) // 2
        own = half_width[k] + CLEARANCE + _half_length(ends, k)
        reach = int((own + widest + 2.0) // 8.0) + 1
        bx, by = mx // side, my // side
        level = values[k, 0]
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
        values[k, 0] = level
        at = by * columns + bx
        links[k] = heads[at]
        heads[at] = k


@inner
def _half_length(ends, k):  # type: ignore[no-untyped-def]
    dx, dy = np.float64(ends[k, 2] - ends[k, 0]), np.float64(ends[k, 3] - ends[k, 1])
    return 0.5 * np.sqrt(dx * dx + dy * dy) / UNITS_PER_CELL


_SINGLES = types.Array(types.float32, 1, "C", readonly=True)


@kernel(
    types.void(
        types.int64, types.int64, types.int64, types.int64, types.int64,
        INDICES, INDICES, INDICES, INDICES, _SINGLES, _SINGLES, _SINGLES, INDICES, INDICES,
        types.int64, types.int64, types.float64, types.float64,
        types.Array(types.int32, 2, "C", readonly=True),
        types.Array(types.float32, 2, "C", readonly=True),
        types.float64[:, ::1], types.float64[:, ::1], types.float64[:, ::1], types.float32[:, ::1],
    )
)  # fmt: skip
def lay_rivers(  # type: ignore[no-untyped-def]
    x, y, step, lattice, code,
    start_x, start_y, end_x, end_y, levels, flows, half_widths, bin_starts, bin_pieces,
    bin_columns, bin_rows, reach, water, owner, shore, ground, level, discharge, cover,
):  # fmt: skip
    """Lay an island's rivers into the samples of its domain.

    ``x``, ``y`` count from the plan's first lattice point. Rivers cut their beds, shape their
    valleys and raise their banks; ``ground``, ``level``, ``discharge`` and ``cover`` change.
    """
    rows, columns = ground.shape
    margin = int(reach * UNITS_PER_CELL) + 1
    side = BIN_NODES * lattice
    low_bx = max((x - margin) // side, 0)
    high_bx = min((x + step * (columns - 1) + margin) // side, bin_columns - 1)
    low_by = max((y - margin) // side, 0)
    high_by = min((y + step * (rows - 1) + margin) // side, bin_rows - 1)
    total = 0
    for by in range(low_by, high_by + 1):
        for bx in range(low_bx, high_bx + 1):
            total += bin_starts[by * bin_columns + bx + 1] - bin_starts[by * bin_columns + bx]
    if total == 0:
        return
    lowest = np.full((rows, columns), np.inf)
    winner = np.full((rows, columns), -1, dtype=np.int32)
    carved = ground.copy()
    raised = np.full((rows, columns), -np.inf)
    cells = 1.0 / UNITS_PER_CELL
    sample = step * cells
    for by in range(low_by, high_by + 1):
        for bx in range(low_bx, high_bx + 1):
            at = by * bin_columns + bx
            for q in range(bin_starts[at], bin_starts[at + 1]):
                k = bin_pieces[q]
                width = np.float64(half_widths[k])
                drawn = max(width, 0.75 * sample)
                far = max(width + VALLEY_CELLS, drawn + sample)
                wide = int(far * UNITS_PER_CELL) + 1
                ax, ay = np.int64(start_x[k]), np.int64(start_y[k])
                bx2, by2 = np.int64(end_x[k]), np.int64(end_y[k])
                c0 = max(-((x - (min(ax, bx2) - wide)) // step), 0)
                c1 = min((max(ax, bx2) + wide - x) // step, columns - 1)
                r0 = max(-((y - (min(ay, by2) - wide)) // step), 0)
                r1 = min((max(ay, by2) + wide - y) // step, rows - 1)
                px, py = (bx2 - ax) * cells, (by2 - ay) * cells
                length = px * px + py * py
                inverse = 1.0 / length if length > 0.0 else 0.0
                surface = np.float64(levels[k])
                for r in range(r0, r1 + 1):
                    sy = (y + r * step - ay) * cells
                    for c in range(c0, c1 + 1):
                        sx = (x + c * step - ax) * cells
                        t = min(max((sx * px + sy * py) * inverse, 0.0), 1.0)
                        dx, dy = sx - t * px, sy - t * py
                        distance2 = dx * dx + dy * dy
                        if distance2 > far * far or owner[r, c] != code:
                            continue
                        distance = np.sqrt(distance2)
                        if shore[r, c] > 0.0:
                            inked = drawn + 0.5 * sample - distance
                            if inked > 0.0:
                                ink = np.float32(min(inked / sample, 1.0))
                                cover[r, c] = max(cover[r, c], ink)
                        beyond = distance - width
                        if beyond <= 0.0:
                            if surface < lowest[r, c] or (
                                surface == lowest[r, c] and k < winner[r, c]
                            ):
                                lowest[r, c] = surface
                                winner[r, c] = k
                        elif beyond < VALLEY_CELLS:
                            share = beyond / VALLEY_CELLS
                            cap = surface + BANK_RISE + 0.03 * share + 0.10 * share * share * share
                            here = ground[r, c]
                            if here > cap:
                                left = 1.0 - share
                                pull = left * left * (1.0 + 2.0 * share)
                                carved[r, c] = min(carved[r, c], here + (cap - here) * pull)
                            bank = surface + BANK_RISE
                            if beyond > BANK_CELLS:
                                bank -= 0.010 * (beyond - BANK_CELLS)
                            raised[r, c] = max(raised[r, c], bank)
    for r in range(rows):
        for c in range(columns):
            if owner[r, c] != code or shore[r, c] <= 0.0:
                continue
            if winner[r, c] >= 0 and not (lowest[r, c] >= level[r, c]):
                level[r, c] = lowest[r, c]
                ground[r, c] = lowest[r, c] - BED_DEPTH
                discharge[r, c] = flows[winner[r, c]]
            elif np.isnan(level[r, c]):
                ground[r, c] = min(max(carved[r, c], raised[r, c]), 1.0)
