"""Connected pieces of land in one grid, through the four neighbours of a sample."""

from __future__ import annotations

import numpy as np
from numba import types

from worldgen.kernels.decorators import kernel


def label_land(land: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Number the connected pieces of a bool grid from 1, in the order of their first samples.

    Returns:
        int32 labels of the grid's shape, 0 where there is no land; and the size of each piece in
        samples, int64, where index 0 stands for no land and is 0.
    """
    labels = np.empty(land.shape, dtype=np.int32)
    count = _label(np.ascontiguousarray(land).view(np.uint8), labels)
    sizes = np.bincount(labels.ravel(), minlength=count + 1)
    sizes[0] = 0
    return labels, sizes


@kernel(
    types.int64(types.Array(types.uint8, 2, "C", readonly=True), types.int32[:, ::1]), rare=True
)
def _label(land, labels):  # type: ignore[no-untyped-def]
    """Number the pieces in two passes over a union-find forest, and return how many there are.

    Args:
        land: uint8 (rows, columns): not 0 on land.
        labels: int32 (rows, columns), written: from 1 on land, 0 elsewhere.
    """
    rows, columns = land.shape
    parents = np.empty(rows * columns // 2 + 2, dtype=np.int32)
    parents[0] = 0
    count = 0
    for r in range(rows):
        for c in range(columns):
            labels[r, c] = 0
            if land[r, c] == 0:
                continue
            above = labels[r - 1, c] if r > 0 else 0
            left = labels[r, c - 1] if c > 0 else 0
            if above == 0 and left == 0:
                count += 1
                parents[count] = count
                labels[r, c] = count
                continue
            low, high = min(above, left), max(above, left)
            if low == 0:
                labels[r, c] = high
                continue
            while parents[low] != low:
                low = parents[low]
            while parents[high] != high:
                high = parents[high]
            low, high = min(low, high), max(low, high)
            parents[high] = low
            labels[r, c] = low
    pieces = 0
    for number in range(1, count + 1):
        if parents[number] == number:
            pieces += 1
            parents[number] = pieces
        else:
            parents[number] = parents[parents[number]]
    for r in range(rows):
        for c in range(columns):
            labels[r, c] = parents[labels[r, c]]
    return pieces
