"""How high the land lies about a place: what tells a valley from a ridge, and a cliff from a plain.

The height of a place relative to the mean of its surroundings is the topographic position index of
Weiss (2001).
"""

from __future__ import annotations

import numpy as np

from worldgen.island.blocks import BLOCK_NODES, block_sums

_TURNS = 2
"""How often the means are smoothed; with blocks of 16 cells they reach about 30 cells far."""


def mean_heights(heights: np.ndarray) -> np.ndarray:
    """Return the mean height about each block of nodes, the sea counted at its level."""
    means = block_sums(heights) / (BLOCK_NODES * BLOCK_NODES)
    for _ in range(_TURNS):
        for _ in range(2):
            padded = np.pad(means, ((1, 1), (0, 0)), mode="edge")
            means = (0.25 * (padded[:-2] + padded[2:]) + 0.5 * means).T
    return np.ascontiguousarray(means)
