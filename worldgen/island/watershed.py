"""The watershed of an island while it is being solved: its lattice and where water runs."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from worldgen.island.depressions import label_depressions
from worldgen.island.drainage import HEIGHT_UNITS, flood
from worldgen.island.lattice import OUTLET, Drainage, FlowGraph, Lattice


@dataclass(eq=False)
class Watershed:
    """The working arrays of one island while it is solved."""

    lattice: Lattice
    rain: np.ndarray
    """float64 (nodes,), in cells of average rain."""

    def __post_init__(self) -> None:
        land = self.lattice.land
        self.drainage = Drainage(
            filled=np.zeros(len(land), dtype=np.int32),
            parents=np.zeros(len(land), dtype=np.int32),
            receivers=np.zeros(len(land), dtype=np.int32),
            topological_order=np.zeros(int(np.count_nonzero(land)), dtype=np.int32),
        )
        self.flow = self._graph(0)

    def set_outlets(self, heights: np.ndarray) -> None:
        """Let the water leave over the outlets at their heights, rounded up."""
        outlets = self.lattice.land == OUTLET
        self.drainage.filled[outlets] = np.ceil(heights[outlets] * HEIGHT_UNITS).astype(np.int32)

    def flood(self, heights: np.ndarray, key: int, unevenness: int) -> None:
        """Find anew where water runs over these heights; see ``drainage.flood``."""
        count = flood(heights, self.lattice, np.uint64(key), unevenness, self.drainage)
        self.flow = self._graph(count)

    def label_depressions(self, heights: np.ndarray, smallest: int) -> np.ndarray:
        """Return the label of each node's depression: int32 (nodes,), 0 for none."""
        depressions = np.zeros(len(self.lattice.land), dtype=np.int32)
        label_depressions(
            self.lattice, self.flow.topological_order, self.drainage.filled, heights, smallest,
            depressions,
        )  # fmt: skip
        return depressions

    def _graph(self, count: int) -> FlowGraph:
        return FlowGraph(
            self.drainage.topological_order[:count],
            self.drainage.receivers,
            self.lattice.land,
            self.lattice.columns,
        )
