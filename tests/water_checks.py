"""Checks of the water on final fields, written apart from the generator: plain searches over cells.

They know nothing of plans, curves or pieces: only height, water level, discharge and biome.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
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
            self.stranded + self.low_banks + self.uneven_lakes + self.leaks + self.ponds + self.sunken
        )


def shifted(array: np.ndarray, dr: int, dc: int, fill: float) -> np.ndarray:
    """Return the array moved so that [r, c] holds the neighbour [r + dr, c + dc]."""
    out = np.full_like(array, fill)
    rows, columns = array.shape
    out[max(-dr, 0) : rows - max(dr, 0), max(-dc, 0) : columns - max(dc, 0)] = array[
        max(dr, 0) : rows - max(-dr, 0), max(dc, 0) : columns - max(-dc, 0)
    ]
    return out


def bodies(mask: np.ndarray) -> Iterator[list[tuple[int, int]]]:
    """Yield the connected bodies of a mask, joined over sides."""
    left = mask.copy()
    rows, columns = mask.shape
    for r0, c0 in zip(*np.nonzero(mask), strict=True):
        if not left[r0, c0]:
            continue
        left[r0, c0] = False
        body = [(int(r0), int(c0))]
        for r, c in body:
            for dr, dc in ((0, 1), (0, -1), (1, 0), (-1, 0)):
                if 0 <= r + dr < rows and 0 <= c + dc < columns and left[r + dr, c + dc]:
                    left[r + dr, c + dc] = False
                    body.append((r + dr, c + dc))
        yield body


def followed_to_sea(region: worldgen.Region, sea: np.ndarray) -> np.ndarray:
    """Mark all water from which a sea cell is reached without rising.

    Water that leaves the region is taken to arrive. A step goes to one of eight neighbours whose level is not higher; from river to river the
    height must not rise and the discharge must not fall either.
    """
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
    queue = deque((int(r), int(c)) for r, c in zip(*np.nonzero(reached & (beside | wet)), strict=True))
    while queue:
        r, c = queue.popleft()
        for dr, dc in AROUND:
            r2, c2 = r + dr, c + dc
            if not (0 <= r2 < rows and 0 <= c2 < columns) or reached[r2, c2] or not wet[r2, c2]:
                continue
            if level[r2, c2] < level[r, c]:
                continue
            both = river[r2, c2] and river[r, c]
            if both and (height[r2, c2] < height[r, c] or flow[r2, c2] > flow[r, c]):
                continue
            reached[r2, c2] = True
            queue.append((r2, c2))
    return reached


def check_water(
    region: worldgen.Region, margin: int = 0, lakes_are_ends: bool = False
) -> Faults:
    """Check a region at lod 0; cells within ``margin`` of its edge are not judged.

    ``lakes_are_ends`` is for land that runs on, where a river may end in a lake.
    """
    biome, level, height = region.biome, region.water_level, region.height
    inside = np.zeros(biome.shape, dtype=bool)
    inside[margin : biome.shape[0] - margin, margin : biome.shape[1] - margin] = True
    river, lake, ocean = (biome == kind for kind in (Biome.RIVER, Biome.LAKE, Biome.OCEAN))
    dry = ~(river | lake | ocean)
    sea = np.zeros_like(ocean)
    ponds = np.zeros_like(ocean)
    for body in bodies(ocean):
        rows, columns = zip(*body, strict=True)
        edge = (
            min(rows) == 0
            or min(columns) == 0
            or max(rows) == biome.shape[0] - 1
            or max(columns) == biome.shape[1] - 1
        )
        (sea if len(body) >= SEA_CELLS or edge else ponds)[list(rows), list(columns)] = True
    if lakes_are_ends:
        sea |= lake
    stranded = (river | lake) & ~followed_to_sea(region, sea)
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
