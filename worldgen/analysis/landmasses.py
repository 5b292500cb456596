"""Landmasses: connected land across an area that comes in tiles.

Land is connected through the four neighbours of a sample. What lies between two tiles is joined
by union-find over their shared border; only landmasses that can still grow are kept, so that an
area may be as tall as one likes.
"""

from __future__ import annotations

import numpy as np

from worldgen.connected_land import label_land


class Landmasses:
    """Landmasses of an area whose tiles are added from left to right, band by band."""

    def __init__(self, width: int) -> None:
        self._above = np.zeros(width, dtype=np.int64)
        """Landmass under each sample of the last row of the band above; 0 is none."""
        self._lowest = np.zeros(width, dtype=np.int64)
        self._right = np.zeros(0, dtype=np.int64)
        self._parents = [0]
        self._sizes = [0]
        self._finished = 0
        self._largest = 0

    def add(self, column: int, land: np.ndarray) -> None:
        """Add the next tile of the band, a bool grid; ``column`` is its first."""
        labels, sizes = label_land(land)
        first = len(self._parents) - 1
        numbers = np.where(labels > 0, labels + np.int64(first), 0)
        self._parents.extend(range(first + 1, first + len(sizes)))
        self._sizes.extend(int(size) for size in sizes[1:])
        if column > 0:
            self._join(self._right, numbers[:, 0])
        end = column + land.shape[1]
        self._join(self._above[column:end], numbers[0])
        self._right = numbers[:, -1].copy()
        self._lowest[column:end] = numbers[-1]

    def end_band(self) -> None:
        """Go on to the band below; landmasses that do not reach it are finished."""
        met, places = np.unique(self._lowest, return_inverse=True)
        roots = np.array([self._root(int(number)) for number in met], dtype=np.int64)
        kept = [int(root) for root in np.unique(roots) if root]
        self._finish(set(kept))
        self._above = np.searchsorted(np.array([0, *kept]), roots)[places].astype(np.int64)
        self._parents = list(range(len(kept) + 1))
        self._sizes = [0, *(self._sizes[root] for root in kept)]

    def totals(self) -> tuple[int, int]:
        """Return the size of the largest landmass in samples, and how many there are."""
        open_sizes = self._sizes[1:]
        return max([self._largest, *open_sizes]), self._finished + len(open_sizes)

    def _finish(self, kept: set[int]) -> None:
        for number, parent in enumerate(self._parents):
            if number and number == parent and number not in kept:
                self._finished += 1
                self._largest = max(self._largest, self._sizes[number])

    def _join(self, before: np.ndarray, after: np.ndarray) -> None:
        touching = (before > 0) & (after > 0)
        pairs = np.unique(np.stack([before[touching], after[touching]], axis=1), axis=0)
        for one, other in pairs.tolist():
            low, high = sorted((self._root(one), self._root(other)))
            if low != high:
                self._parents[high] = low
                self._sizes[low] += self._sizes[high]

    def _root(self, number: int) -> int:
        parents = self._parents
        while parents[number] != number:
            parents[number] = parents[parents[number]]
            number = parents[number]
        return number
