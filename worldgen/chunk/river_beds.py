"""What rivers do to the samples of a chunk: beds, banks and valleys."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import types

from worldgen.chunk.fields import grid_type
from worldgen.chunk.ground import GROUND
from worldgen.coordinates import UNITS_PER_CELL
from worldgen.island.lattice import INDICES
from worldgen.island.river_pieces import BIN_NODES, VALLEY_CELLS
from worldgen.kernels.decorators import device, kernel

BED_DEPTH = 0.0014
"""How far a river's bed lies below its level: the same for all, so beds never rise either, and a
little less than the floor of the shallowest sea or lake, so none rises at a mouth."""

BANK_RISE = 0.0012
BANK_CELLS = 1.5
NARROWEST_DRAWN = 0.75
"""Half the width, in samples, that a river is drawn with at the least."""

NARROWEST_EDGE = 0.6
"""Over how many cells the water's edge is drawn at the least."""

_FAINTEST = 0.12
"""What is left of the ink of a river too narrow to be drawn as wide as it is."""

_LANES = 8
_TRIFLE = 1e-6
_NO_BANK = -np.inf

_SINGLES = types.Array(types.float32, 1, "C", readonly=True)


@device()
def _reach_of_row(low_x, high_x, far, off, start, samples, count):  # type: ignore[no-untyped-def]
    """Return the first sample of a row that a piece may reach, and the one after the last.

    A trifle to either side: which of them are reached is asked of each by itself, so that it does
    not depend on where the row begins.
    """
    if off > far:
        return 0, 0
    reach = np.sqrt(far * far - off * off)
    first = np.int64(np.ceil((low_x - reach - start) * samples - _TRIFLE))
    last = np.int64(np.floor((high_x + reach - start) * samples + _TRIFLE)) + 1
    return max(first, 0), min(last, count)


class Pieces(NamedTuple):
    """The pieces of an island's rivers, and the bins they lie in; see ``RiverPieces``."""

    start_x: np.ndarray
    start_y: np.ndarray
    end_x: np.ndarray
    end_y: np.ndarray
    level: np.ndarray
    discharge: np.ndarray
    half_width: np.ndarray
    bin_starts: np.ndarray
    bin_pieces: np.ndarray
    bin_columns: int
    reach: float


class Piece(NamedTuple):
    """One piece, counted from its start, in cells."""

    x: float
    """Where it ends."""
    y: float
    inverse: float
    """One over the square of its length; 0 for none."""
    width: float
    """Half its width."""
    drawn: float
    """Half the width it is drawn with."""
    strength: float
    """How much ink it is drawn with, 0..1."""
    level: float


class Line(NamedTuple):
    """A row of samples, counted from a piece's start, in cells."""

    start: float
    spacing: float
    y: float


@device(inline="forced")
def _shape_row(r, first, last, line, piece, height, carved, raised, inked):  # type: ignore[no-untyped-def]
    """Shape the valley and the banks of one piece in one row of samples, and ink it.

    ``carved`` gets the lowest that valleys make of ``height``, ``raised`` the highest that banks
    make of it, and ``inked`` how much is drawn: float64 (rows, columns) each.
    """
    start, spacing, sy = line
    px, py, inverse, width, drawn, strength, surface = piece
    edge = max(spacing, NARROWEST_EDGE)
    inked_to = drawn + 0.5 * edge
    row = np.uint64(r)
    for place in range(first, last):
        c = np.uint64(place)
        sx = start + np.float64(place) * spacing
        t = min(max((sx * px + sy * py) * inverse, 0.0), 1.0)
        dx, dy = sx - t * px, sy - t * py
        distance = np.sqrt(dx * dx + dy * dy)
        ink = strength * min(max((inked_to - distance) / edge, 0.0), 1.0)
        inked[row, c] = max(inked[row, c], ink)
        beyond = distance - width
        share = beyond / VALLEY_CELLS
        beside = (beyond > 0.0) & (beyond < VALLEY_CELLS)
        cap = surface + BANK_RISE + 0.03 * share + 0.10 * share * share * share
        here = height[row, c]
        left = 1.0 - share
        pull = left * left * (1.0 + 2.0 * share)
        carving = here + min(cap - here, 0.0) * pull
        carved[row, c] = min(carved[row, c], carving if beside else here)
        bank = surface + BANK_RISE - 0.010 * max(beyond - BANK_CELLS, 0.0)
        raised[row, c] = max(raised[row, c], bank if beside else _NO_BANK)


@device(inline="source")
def _claim_row(r, first, last, line, piece, number, lowest, winner):  # type: ignore[no-untyped-def]
    """Give the samples of a row that lie within a piece to it, where it is the lowest."""
    for c in range(first, last):
        sx = line.start + np.float64(c) * line.spacing
        t = min(max((sx * piece.x + line.y * piece.y) * piece.inverse, 0.0), 1.0)
        dx, dy = sx - t * piece.x, line.y - t * piece.y
        if np.sqrt(dx * dx + dy * dy) - piece.width <= 0.0 and (
            piece.level < lowest[r, c] or (piece.level == lowest[r, c] and number < winner[r, c])
        ):
            lowest[r, c] = piece.level
            winner[r, c] = number


_PIECES = types.NamedTuple(  # type: ignore[no-untyped-call]
    (*(INDICES,) * 4, *(_SINGLES,) * 3, INDICES, INDICES, types.int64, types.float64), Pieces
)


@kernel(
    types.void(
        grid_type(), types.int64, types.int64, types.Array(types.int32, 2, "C", readonly=True),
        _PIECES, GROUND,
    )
)  # fmt: skip
def lay_rivers(grid, lattice, code, owner, pieces, ground):  # type: ignore[no-untyped-def]
    """Lay an island's rivers into the samples of its domain.

    Rivers cut their beds, shape their valleys, though not below the banks of lakes, and raise
    banks of their own.

    Args:
        grid: the samples and their apron, counted from the plan's first lattice point.
        lattice: sixty-fourths of a cell between lattice points.
        code: the domain's, as it stands in ``owner``.
        owner: int32 (rows, columns) of samples; -1 where no plan has a say.
        pieces: of all rivers of the island.
        ground: ``shore`` and ``banks`` are read; ``height``, ``level``, ``discharge`` and
            ``cover`` are written.
    """
    x, y, step, columns, rows = grid
    height, level, shore, banks = ground.height, ground.level, ground.shore, ground.banks
    discharge, cover, bin_columns = ground.discharge, ground.cover, pieces.bin_columns
    # An array is taken from its group once: to do so for every piece would count references.
    start_x, start_y, end_x, end_y = pieces.start_x, pieces.start_y, pieces.end_x, pieces.end_y
    levels, flows, half_widths = pieces.level, pieces.discharge, pieces.half_width
    bin_starts, bin_pieces = pieces.bin_starts, pieces.bin_pieces
    bin_rows = (len(bin_starts) - 1) // bin_columns
    margin = int(pieces.reach * UNITS_PER_CELL + (NARROWEST_DRAWN + 0.5) * step) + 1
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
    carved, raised = height.copy(), np.full((rows, columns), _NO_BANK)
    inked = np.zeros((rows, columns))
    cells = 1.0 / UNITS_PER_CELL
    spacing = step * cells
    samples = 1.0 / spacing
    for by in range(low_by, high_by + 1):
        for bx in range(low_bx, high_bx + 1):
            at = by * bin_columns + bx
            for q in range(bin_starts[at], bin_starts[at + 1]):
                k = bin_pieces[q]
                width = np.float64(half_widths[k])
                drawn = max(width, NARROWEST_DRAWN * spacing)
                strength = _FAINTEST + (1.0 - _FAINTEST) * min(width / drawn, 1.0)
                far = max(width + VALLEY_CELLS, drawn + 0.5 * max(spacing, NARROWEST_EDGE))
                ax, ay = np.int64(start_x[k]), np.int64(start_y[k])
                px = np.float64(np.int64(end_x[k]) - ax) * cells
                py = np.float64(np.int64(end_y[k]) - ay) * cells
                length = px * px + py * py
                inverse = 1.0 / length if length > 0.0 else 0.0
                surface = np.float64(levels[k])
                piece = Piece(px, py, inverse, width, drawn, strength, surface)
                low_y, high_y = min(0.0, py), max(0.0, py)
                low_x, high_x = min(0.0, px), max(0.0, px)
                start, above = np.float64(x - ax) * cells, np.float64(y - ay) * cells
                top, bottom = _reach_of_row(low_y, high_y, far, 0.0, above, samples, rows)
                for r in range(top, bottom):
                    sy = above + np.float64(r) * spacing
                    off = max(max(low_y - sy, sy - high_y), 0.0)
                    first, last = _reach_of_row(low_x, high_x, far, off, start, samples, columns)
                    if first >= last:
                        continue
                    # Samples beyond its reach are not changed, and whole lanes take no longer.
                    whole = (last - first + _LANES - 1) // _LANES * _LANES
                    first = max(min(first, columns - whole), 0)
                    last = min(first + whole, columns)
                    line = Line(start, spacing, sy)
                    _shape_row(r, first, last, line, piece, height, carved, raised, inked)
                    first, last = _reach_of_row(low_x, high_x, width, off, start, samples, columns)
                    _claim_row(r, first, last, line, piece, k, lowest, winner)
    for r in range(rows):
        for c in range(columns):
            if owner[r, c] != code or shore[r, c] <= 0.0:
                continue
            if not np.isnan(level[r, c]):
                # Where there is a lake rivers end and begin at its shore.
                continue
            cover[r, c] = max(cover[r, c], np.float32(inked[r, c]))
            if winner[r, c] >= 0:
                level[r, c] = lowest[r, c]
                height[r, c] = lowest[r, c] - BED_DEPTH
                discharge[r, c] = flows[winner[r, c]]
            else:
                lowest_land = max(raised[r, c], banks[r, c])
                height[r, c] = min(max(carved[r, c], lowest_land), 1.0)
