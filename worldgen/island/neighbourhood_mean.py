"""The mean height of a place's neighbourhood: what tells a valley from a ridge.

The height of a place relative to it is the topographic position index of Weiss (2001).
"""

from __future__ import annotations

import numpy as np

from worldgen.island.blocks import BLOCK_NODES, block_sums

_SMOOTHINGS = 2
"""How often the means are smoothed; with blocks of 16 cells they reach about 30 cells far."""


def neighbourhood_means(heights: np.ndarray) -> np.ndarray:
    """Return the mean height about each block of nodes, the sea counted at its level.

    ``heights`` is float64 (rows, columns); means are float64, one for each block.
    """
    means = block_sums(heights) / (BLOCK_NODES * BLOCK_NODES)
    for _ in range(_SMOOTHINGS):
        for _ in range(2):
            padded = np.pad(means, ((1, 1), (0, 0)), mode="edge")
            means = (0.25 * (padded[:-2] + padded[2:]) + 0.5 * means).T
    return np.ascontiguousarray(means)
