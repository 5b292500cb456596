"""The rivers of an island as chunks take them: short straight pieces, each with one level.

A river's curve runs through the middles of its lattice links, bent toward hashed points beside the
nodes. It is cut into pieces; a piece has one level, one discharge and one half-width. Pieces are
ranked by discharge, and where two come close the larger never lies above the smaller. Over a
sample the piece with the lowest level wins, so water can always be followed down.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from worldgen.coordinates import UNITS_PER_CELL
from worldgen.island.arena import kept_as
from worldgen.island.lattice import FlowGraph
from worldgen.island.river_curves import (
    DISCHARGE,
    FOLLOWING,
    LEVEL,
    MOST_PIECES,
    PART,
    POSITION,
    LatticePlace,
    PieceTable,
    cut_curves,
    settle_levels,
)
from worldgen.island.river_network import RiverNetwork

VALLEY_CELLS = 6.5
"""How far beyond its edge a river shapes the land."""

BIN_NODES = 16
"""Lattice nodes on each side of a bin."""


_WIDEST = 6.0
"""Half the width of the greatest river, in cells."""

_NOWHERE = np.empty((0, 2), dtype=np.int32)


@dataclass(frozen=True, eq=False)
class RiverPieces:
    """All pieces of an island's rivers, by falling rank. Positions are sixty-fourths of a cell
    from the plan's first lattice point."""

    start_x: np.ndarray = field(metadata=kept_as(np.int32))
    start_y: np.ndarray = field(metadata=kept_as(np.int32))
    end_x: np.ndarray = field(metadata=kept_as(np.int32))
    end_y: np.ndarray = field(metadata=kept_as(np.int32))
    level: np.ndarray = field(metadata=kept_as(np.float32))
    discharge: np.ndarray = field(metadata=kept_as(np.float32))
    half_width: np.ndarray = field(metadata=kept_as(np.float32))
    following: np.ndarray = field(metadata=kept_as(np.int32))
    """The piece each piece runs into, -1 at the mouth."""
    sources: np.ndarray = field(metadata=kept_as(np.int32))
    """The pieces in which rivers begin."""
    bin_starts: np.ndarray = field(metadata=kept_as(np.int32))
    """Where each bin's pieces start in ``bin_pieces``."""
    bin_pieces: np.ndarray = field(metadata=kept_as(np.int32))
    bin_columns: int
    reach: float
    """No piece bears on a sample farther than this from its middle, in cells."""

    def __len__(self) -> int:
        return len(self.level)

    @property
    def nbytes(self) -> int:
        return sum(a.nbytes for a in vars(self).values() if isinstance(a, np.ndarray))


def make_river_pieces(
    place: LatticePlace,
    shape: tuple[int, int],
    flow: FlowGraph,
    sea: np.ndarray,
    network: RiverNetwork,
    lake_levels: np.ndarray,
) -> tuple[RiverPieces, np.ndarray]:
    """Return the rivers of a solved plan, and the levels that its lakes settle at.

    ``shape`` is that of the lattice, ``sea`` uint8 (nodes,) as ``find_open_sea`` marks it.
    """
    table = rank_pieces(cut_pieces(place, flow, sea, network))
    half_width = half_widths(table.values[:, DISCHARGE])
    settled_lakes = lake_levels.copy()
    settle_levels(table.ends, table.ranks, half_width, table.values, settled_lakes)
    return bin_pieces(table, half_width, shape, place.step), settled_lakes


def half_widths(discharge: np.ndarray) -> np.ndarray:
    """Return half the width of a river for its discharge, in cells."""
    width: np.ndarray = np.clip(0.42 + 0.0085 * np.sqrt(discharge), 0.75, _WIDEST)
    return width


def cut_pieces(
    place: LatticePlace,
    flow: FlowGraph,
    sea: np.ndarray,
    network: RiverNetwork,
    nodes_at: np.ndarray = _NOWHERE,
    goals: np.ndarray = _NOWHERE,
) -> PieceTable:
    """Return the pieces of all rivers, from the mouths up; see ``cut_curves``."""
    room = MOST_PIECES * (int(np.count_nonzero(network.flowing)) + 1)
    table = PieceTable(
        ends=np.empty((room, 4), dtype=np.int32),
        values=np.empty((room, 2)),
        ranks=np.empty((room, 5), dtype=np.int32),
        sources=np.empty(room, dtype=np.int32),
    )
    count, found = cut_curves(place, flow, sea, network, nodes_at, goals, table)
    return PieceTable(
        table.ends[:count], table.values[:count], table.ranks[:count], table.sources[:found]
    )


def rank_pieces(table: PieceTable) -> PieceTable:
    """Return the same pieces by falling discharge, those of a river from the mouth up.

    Where none follows, FOLLOWING is -1.
    """
    ranks, count = table.ranks, len(table.ranks)
    by_rank = np.lexsort((-ranks[:, PART], ranks[:, POSITION], -table.values[:, DISCHARGE]))
    place = np.empty(count + 1, dtype=np.int32)
    place[by_rank] = np.arange(count, dtype=np.int32)
    place[count] = -1
    ranks = ranks[by_rank]
    ranks[:, FOLLOWING] = place[ranks[:, FOLLOWING]]
    return PieceTable(table.ends[by_rank], table.values[by_rank], ranks, place[table.sources])


def bin_pieces(
    table: PieceTable, half_width: np.ndarray, shape: tuple[int, int], step: int
) -> RiverPieces:
    """Return settled pieces by rank with a list of those in each square of BIN_NODES nodes."""
    rows, columns = shape
    ends, side = table.ends, BIN_NODES * step
    bin_columns, bin_rows = columns // BIN_NODES + 1, rows // BIN_NODES + 1
    bins = (ends[:, 1] + ends[:, 3]) // 2 // side * bin_columns
    bins = bins + (ends[:, 0] + ends[:, 2]) // 2 // side
    pieces = np.argsort(bins, kind="stable")
    starts = np.searchsorted(bins[pieces], np.arange(bin_rows * bin_columns + 1))
    longest = np.abs(ends[:, 2:] - ends[:, :2]).max(initial=0) / UNITS_PER_CELL
    return RiverPieces(
        start_x=ends[:, 0],
        start_y=ends[:, 1],
        end_x=ends[:, 2],
        end_y=ends[:, 3],
        level=table.values[:, LEVEL],
        discharge=table.values[:, DISCHARGE],
        half_width=half_width,
        following=table.ranks[:, FOLLOWING],
        sources=table.sources,
        bin_starts=starts,
        bin_pieces=pieces,
        bin_columns=bin_columns,
        reach=float(half_width.max(initial=0.0)) + VALLEY_CELLS + float(longest) + 1.0,
    )
