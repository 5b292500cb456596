"""Blocks of lattice nodes, for what varies too slowly to be kept node by node."""

from __future__ import annotations

import numpy as np

BLOCK_NODES = 4
"""Lattice nodes on each side of a block."""


def block_sums(values: np.ndarray) -> np.ndarray:
    """Return the sum over each block; nodes beyond the edge are those on it."""
    rows, columns = values.shape
    side = BLOCK_NODES
    padded = np.pad(values, ((0, -rows % side), (0, -columns % side)), mode="edge")
    blocks = padded.reshape(padded.shape[0] // side, side, padded.shape[1] // side, side)
    sums: np.ndarray = blocks.sum(axis=(1, 3))
    return sums
