"""What rivers do to the samples of a chunk: beds, banks and valleys."""

from __future__ import annotations

import numpy as np
from numba import types

from worldgen.compiled import GRID, kernel
from worldgen.noise import UNITS_PER_CELL
from worldgen.relief import INDICES
from worldgen.rivers import BIN_NODES, VALLEY_CELLS

BED_DEPTH = 0.0014
"""How far a river's bed lies below its level: the same for all, so beds never rise either, and a
little less than the floor of the shallowest sea or lake, so none rises at a mouth."""

BANK_RISE = 0.0012
BANK_CELLS = 1.5
_FAINTEST = 0.12
"""What is left of the ink of a river too narrow to be drawn as wide as it is."""

_SINGLES = types.Array(types.float32, 1, "C", readonly=True)


@kernel(
    types.void(
        types.int64, types.int64, types.int64, types.int64, types.int64,
        INDICES, INDICES, INDICES, INDICES, _SINGLES, _SINGLES, _SINGLES, INDICES, INDICES,
        types.int64, types.int64, types.float64, GRID,
        types.Array(types.int32, 2, "C", readonly=True),
        types.Array(types.float32, 2, "C", readonly=True),
        types.float64[:, ::1], types.float64[:, ::1], types.float64[:, ::1], types.float32[:, ::1],
    )
)  # fmt: skip
def lay_rivers(  # type: ignore[no-untyped-def]
    x, y, step, lattice, code,
    start_x, start_y, end_x, end_y, levels, flows, half_widths, bin_starts, bin_pieces,
    bin_columns, bin_rows, reach, banks, owner, shore, ground, level, discharge, cover,
):  # fmt: skip
    """Lay an island's rivers into the samples of its domain.

    ``x``, ``y`` count from the plan's first lattice point. Rivers cut their beds, shape their
    valleys, though not below ``banks``, and raise banks of their own. ``ground``, ``level``,
    ``discharge`` and ``cover`` change.
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
                strength = _FAINTEST + (1.0 - _FAINTEST) * min(width / drawn, 1.0)
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
                low_y, high_y = min(0.0, py), max(0.0, py)
                low_x, high_x = min(0.0, px), max(0.0, px)
                for r in range(r0, r1 + 1):
                    sy = (y + r * step - ay) * cells
                    off = max(max(low_y - sy, sy - high_y), 0.0)
                    if off > far:
                        continue
                    side_reach = np.sqrt(far * far - off * off)
                    for c in range(c0, c1 + 1):
                        sx = (x + c * step - ax) * cells
                        if sx < low_x - side_reach:
                            continue
                        if sx > high_x + side_reach:
                            break
                        t = min(max((sx * px + sy * py) * inverse, 0.0), 1.0)
                        dx, dy = sx - t * px, sy - t * py
                        distance2 = dx * dx + dy * dy
                        if distance2 > far * far or owner[r, c] != code:
                            continue
                        distance = np.sqrt(distance2)
                        if shore[r, c] > 0.0:
                            inked = drawn + 0.5 * sample - distance
                            if inked > 0.0:
                                ink = np.float32(strength * min(inked / sample, 1.0))
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
                lowest_land = max(raised[r, c], banks[r, c])
                ground[r, c] = min(max(carved[r, c], lowest_land), 1.0)
