"""The watershed of an island while it is being solved: its lattice and where water runs."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from worldgen.island.depressions import find_hollows
from worldgen.island.drainage import HEIGHT_UNITS, OUTLET, flood


@dataclass(eq=False)
class Watershed:
    """The working arrays of one island while it is solved."""

    land: np.ndarray
    links: np.ndarray
    coast: np.ndarray
    rain: np.ndarray
    columns: int

    def __post_init__(self) -> None:
        nodes = len(self.land)
        self.filled = np.zeros(nodes, dtype=np.int32)
        self.parents = np.zeros(nodes, dtype=np.int32)
        self.receivers = np.zeros(nodes, dtype=np.int32)
        self.order = np.zeros(int(np.count_nonzero(self.land)), dtype=np.int32)
        self.area = np.zeros(nodes)
        self.count = 0

    def prepare_outlets(self, heights: np.ndarray) -> None:
        outlets = self.land == OUTLET
        self.filled[outlets] = np.ceil(heights[outlets] * HEIGHT_UNITS).astype(np.int32)

    def flood(self, heights: np.ndarray, key: int, unevenness: int) -> None:
        self.count = flood(
            heights, self.land, self.links, self.coast, self.columns, np.uint64(key), unevenness,
            self.filled, self.order, self.parents, self.receivers,
        )  # fmt: skip

    def find_hollows(self, heights: np.ndarray, smallest: int) -> np.ndarray:
        hollows = np.zeros(len(self.land), dtype=np.int32)
        find_hollows(
            self.land, self.links, self.order, self.count, self.columns, self.filled, heights,
            smallest, hollows,
        )  # fmt: skip
        return hollows
