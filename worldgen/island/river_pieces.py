"""Rivers as curves: short straight pieces, each with one level, and what they do to a chunk.

A river's curve runs through the middles of its lattice links, bent toward hashed points beside the
nodes. It is cut into pieces; a piece has one level, one discharge and one half-width. Pieces are
ranked by discharge, and where two come close the larger never lies above the smaller. Over a
sample the piece with the lowest level wins, so water can always be followed down.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from worldgen.island.river_curves import cut_curves, settle_levels
from worldgen.noise.octaves import UNITS_PER_CELL
from worldgen.read_only import frozen

VALLEY_CELLS = 6.5
"""How far beyond its edge a river shapes the land."""

BIN_NODES = 16


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
    lake_levels: np.ndarray,
) -> tuple[Rivers, np.ndarray]:
    """Return the rivers of a solved plan, and the levels that its lakes settle at.

    ``order``, ``receivers``, ``lakes``, ``flowing`` (where a river runs), ``levels`` and
    ``discharge`` are flat arrays over the lattice of ``shape``; ``step`` is in sixty-fourths.
    """
    rows, columns = shape
    room = 6 * int(np.count_nonzero(flowing)) + 6
    ends = np.empty((room, 4), dtype=np.int32)
    values = np.empty((room, 2))
    ranks = np.empty((room, 5), dtype=np.int32)
    sources = np.empty(room, dtype=np.int32)
    count, source_count = cut_curves(
        np.uint64(key), first_x, first_y, columns, step, water, order, receivers, land, sea, lakes,
        flowing, levels, discharge, ends, values, ranks, sources,
    )  # fmt: skip
    by_rank = np.lexsort((-ranks[:count, 1], ranks[:count, 0], -values[:count, 1]))
    place = np.empty(count + 1, dtype=np.int32)
    place[by_rank] = np.arange(count, dtype=np.int32)
    place[count] = -1
    ends, values = np.ascontiguousarray(ends[by_rank]), np.ascontiguousarray(values[by_rank])
    ranks = np.ascontiguousarray(ranks[by_rank])
    half_width = np.empty(count)
    settled_lakes = lake_levels.copy()
    settle_levels(ends, ranks, values, half_width, settled_lakes)
    bin_columns = columns // BIN_NODES + 1
    bin_rows = rows // BIN_NODES + 1
    bins = (ends[:, 1] + ends[:, 3]) // 2 // (BIN_NODES * step) * bin_columns
    bins = bins + (ends[:, 0] + ends[:, 2]) // 2 // (BIN_NODES * step)
    pieces = np.argsort(bins, kind="stable").astype(np.int32)
    starts = np.searchsorted(bins[pieces], np.arange(bin_rows * bin_columns + 1)).astype(np.int32)
    span = np.abs(ends[:, 2:] - ends[:, :2]).max(initial=0) / UNITS_PER_CELL
    reach = float(half_width.max(initial=0.0)) + VALLEY_CELLS + float(span) + 1.0
    rivers = Rivers(
        start_x=frozen(ends[:, 0], np.int32),
        start_y=frozen(ends[:, 1], np.int32),
        end_x=frozen(ends[:, 2], np.int32),
        end_y=frozen(ends[:, 3], np.int32),
        level=frozen(values[:, 0], np.float32),
        flow=frozen(values[:, 1], np.float32),
        half_width=frozen(half_width, np.float32),
        following=frozen(place[ranks[:, 2]], np.int32),
        sources=frozen(place[sources[:source_count]], np.int32),
        bin_starts=frozen(starts, np.int32),
        bin_pieces=frozen(pieces, np.int32),
        bin_columns=bin_columns,
        reach=reach,
    )
    return rivers, settled_lakes
