"""Checks of the water on final fields, written apart from the generator: plain searches over cells.

They know nothing of plans, curves or pieces: only height, water level, discharge and biome.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

import numpy as np

import worldgen
from worldgen import Biome

SEA_CELLS = 200
AROUND = [(r, c) for r in (-1, 0, 1) for c in (-1, 0, 1) if r or c]


@dataclass(frozen=True)
class Faults:
    """How many cells of a region break each rule."""

    river_cells: int
    lake_cells: int
    stranded: int
    """River or lake cells from which no water can be followed down to a sea."""
    low_banks: int
    """Dry cells beside a river that do not stand above it."""
    uneven_lakes: int
    """Lake cells beside a lake cell of another level."""
    leaks: int
    """Dry cells beside a lake that lie below its level."""
    ponds: int
    """Ocean cells in bodies of fewer than SEA_CELLS cells."""
    sunken: int
    """Dry cells below the water level."""

    @property
    def total(self) -> int:
        return (
            self.stranded
            + self.low_banks
            + self.uneven_lakes
            + self.leaks
            + self.ponds
            + self.sunken
        )


def shifted(array: np.ndarray, dr: int, dc: int, fill: float) -> np.ndarray:
    """Return the array moved so that [r, c] holds the neighbour [r + dr, c + dc]."""
    out = np.full_like(array, fill)
    rows, columns = array.shape
    out[max(-dr, 0) : rows - max(dr, 0), max(-dc, 0) : columns - max(dc, 0)] = array[
        max(dr, 0) : rows - max(-dr, 0), max(dc, 0) : columns - max(-dc, 0)
    ]
    return out


def label_bodies(mask: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Number the connected bodies of a mask from 1, joined over sides.

    Works on the runs of each row, of which there are few. Returns the numbers, 0 outside of the
    mask, and the cells of each body, where index 0 stands for none.
    """
    rows, columns = mask.shape
    edges = np.diff(np.pad(mask, ((0, 0), (1, 1))).astype(np.int8), axis=1)
    starts, ends = np.argwhere(edges == 1), np.argwhere(edges == -1)
    parents = list(range(len(starts)))

    def root(run: int) -> int:
        while parents[run] != run:
            parents[run] = parents[parents[run]]
            run = parents[run]
        return run

    first_of_row = np.searchsorted(starts[:, 0], np.arange(rows + 1)).tolist()
    left, right = starts[:, 1].tolist(), ends[:, 1].tolist()
    for row in range(1, rows):
        above, below = first_of_row[row - 1], first_of_row[row]
        while above < first_of_row[row] and below < first_of_row[row + 1]:
            if left[above] < right[below] and left[below] < right[above]:
                one, other = sorted((root(above), root(below)))
                parents[other] = one
            if right[above] < right[below]:
                above += 1
            else:
                below += 1
    roots = [root(run) for run in range(len(parents))]
    _, numbers = np.unique(roots, return_inverse=True)
    lengths = ends[:, 1] - starts[:, 1]
    labels = np.zeros(rows * columns, dtype=np.int32)
    labels[mask.ravel()] = np.repeat(numbers + 1, lengths)
    cells = np.bincount(numbers + 1, weights=lengths, minlength=1).astype(np.int64)
    return labels.reshape(rows, columns), cells


def open_sea(ocean: np.ndarray) -> np.ndarray:
    """Mark the ocean cells of bodies as large as a sea, or that go on beyond the edge."""
    labels, cells = label_bodies(ocean)
    large = cells >= SEA_CELLS
    for edge in (labels[0], labels[-1], labels[:, 0], labels[:, -1]):
        large[edge] = True
    large[0] = False
    sea: np.ndarray = large[labels]
    return sea


def followed_to_sea(
    region: worldgen.Region, sea: np.ndarray, forks: np.ndarray | None = None
) -> np.ndarray:
    """Mark all water from which a sea cell is reached without rising.

    Water that leaves the region is taken to arrive. A step goes to one of eight neighbours whose
    level is not higher; from river to river the height must not rise and the discharge must not
    fall either, but at ``forks``, where a river parts into several: a mask of cells, None for none.
    """
    parting = np.zeros_like(sea) if forks is None else forks
    level, height, flow = region.water_level, region.height, region.discharge
    river = region.biome == Biome.RIVER
    wet = river | (region.biome == Biome.LAKE)
    rows, columns = wet.shape
    reached = sea.copy()
    for edge in (np.s_[0], np.s_[-1], np.s_[:, 0], np.s_[:, -1]):
        reached[edge] |= wet[edge]
    beside = np.zeros_like(sea)
    for dr, dc in AROUND:
        beside |= shifted(wet, dr, dc, False)
    queue = deque(
        (int(r), int(c)) for r, c in zip(*np.nonzero(reached & (beside | wet)), strict=True)
    )
    while queue:
        r, c = queue.popleft()
        for dr, dc in AROUND:
            r2, c2 = r + dr, c + dc
            if not (0 <= r2 < rows and 0 <= c2 < columns) or reached[r2, c2] or not wet[r2, c2]:
                continue
            if level[r2, c2] < level[r, c]:
                continue
            if river[r2, c2] and height[r2, c2] < height[r, c]:
                continue
            if river[r2, c2] and river[r, c] and flow[r2, c2] > flow[r, c] and not parting[r, c]:
                continue
            reached[r2, c2] = True
            queue.append((r2, c2))
    return reached


def check_water(
    region: worldgen.Region,
    margin: int = 0,
    lakes_are_ends: bool = False,
    forks: np.ndarray | None = None,
) -> Faults:
    """Check a region at lod 0; cells within ``margin`` of its edge are not judged.

    ``lakes_are_ends`` is for land that runs on, where a river may end in a lake; ``forks`` marks
    the cells where a river may part into several.
    """
    biome, level, height = region.biome, region.water_level, region.height
    inside = np.zeros(biome.shape, dtype=bool)
    inside[margin : biome.shape[0] - margin, margin : biome.shape[1] - margin] = True
    river, lake, ocean = (biome == kind for kind in (Biome.RIVER, Biome.LAKE, Biome.OCEAN))
    dry = ~(river | lake | ocean)
    sea = open_sea(ocean)
    ponds = ocean & ~sea
    if lakes_are_ends:
        sea |= lake
    stranded = (river | lake) & ~followed_to_sea(region, sea, forks)
    low, uneven, leaks = (np.zeros_like(ocean) for _ in range(3))
    for dr, dc in AROUND:
        other = shifted(level, dr, dc, np.nan)
        low |= dry & shifted(river, dr, dc, False) & (height <= other)
        leaks |= dry & shifted(lake, dr, dc, False) & (height < other)
        uneven |= lake & shifted(lake, dr, dc, False) & (other != level)
    sunken = dry & (height < region.water)
    counts = [
        int(np.count_nonzero(mask & inside))
        for mask in (river, lake, stranded, low, uneven, leaks, ponds, sunken)
    ]
    return Faults(*counts)
