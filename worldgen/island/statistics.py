"""Figures of a solved island, from whole-number sums that do not depend on order."""

from __future__ import annotations

import numpy as np
from numba import types

from worldgen.coordinates import UNITS_PER_CELL
from worldgen.island.domain_terrain import DomainTerrain
from worldgen.island.drainage import HEIGHT_UNITS
from worldgen.kernels.decorators import kernel
from worldgen.layers import Layers


def measure_plan(
    layers: Layers, terrain: DomainTerrain, heights: np.ndarray, lakes: np.ndarray
) -> dict[str, float]:
    """Return figures of a solved island, lengths in cells; see ``worldgen.features.island``.

    ``heights``, 0..1, and ``lakes``, labels, are (rows, columns) over the lattice.
    """
    parameters = layers.parameters
    land = terrain.land
    cells = (terrain.step // UNITS_PER_CELL) ** 2
    down, across = np.flatnonzero(land.any(axis=1)), np.flatnonzero(land.any(axis=0))
    part = (slice(down[0], down[-1] + 1), slice(across[0], across[-1] + 1))
    all_heights = np.where(land, heights, np.minimum(terrain.base, parameters.water_level))[part]
    whole = np.floor(all_heights * HEIGHT_UNITS).astype(np.int64)
    nodes = whole.size
    mean = int(whole.sum()) / nodes / HEIGHT_UNITS
    square = int(((whole >> 8) ** 2).sum()) / nodes / (HEIGHT_UNITS >> 8) ** 2
    dry = land & (lakes == 0)
    peak = int(np.argmax(np.where(dry, np.floor(heights * HEIGHT_UNITS), -1.0)))
    step = terrain.step // UNITS_PER_CELL
    columns = terrain.shape[1]
    return {
        "x": float((terrain.first_x + int(across[0])) * step),
        "y": float((terrain.first_y + int(down[0])) * step),
        "width": float((int(across[-1]) - int(across[0]) + 1) * step),
        "height": float((int(down[-1]) - int(down[0]) + 1) * step),
        "area": float(int(land.sum()) * cells),
        "mean_height": mean,
        "height_spread": float(np.sqrt(max(square - mean * mean, 0.0))),
        "water_fraction": 1.0 - int(dry[part].sum()) / nodes,
        "mountain_fraction": int((dry & (heights >= parameters.mountain_level)).sum()) / nodes,
        "largest_land_share": _largest_land(land) / max(int(land.sum()), 1),
        "peak_x": float((terrain.first_x + peak % columns) * step),
        "peak_y": float((terrain.first_y + peak // columns) * step),
        "peak_height": float(heights.ravel()[peak]),
    }


def _largest_land(land: np.ndarray) -> int:
    return int(_count_largest(np.ascontiguousarray(land, dtype=np.uint8)))


@kernel(types.int64(types.Array(types.uint8, 2, "C", readonly=True)))
def _count_largest(land):  # type: ignore[no-untyped-def]
    """Return the number of nodes of the largest connected component of ``land`` over sides."""
    rows, columns = land.shape
    seen = np.zeros((rows, columns), dtype=np.uint8)
    queue = np.empty(rows * columns, dtype=np.int32)
    largest = 0
    for start in range(rows * columns):
        r0, c0 = start // columns, start % columns
        if seen[r0, c0] or not land[r0, c0]:
            continue
        head, tail = 0, 1
        queue[0] = start
        seen[r0, c0] = 1
        while head < tail:
            r, c = queue[head] // columns, queue[head] % columns
            head += 1
            for side in range(4):
                r2 = r + (1 if side == 0 else -1 if side == 1 else 0)
                c2 = c + (1 if side == 2 else -1 if side == 3 else 0)
                if 0 <= r2 < rows and 0 <= c2 < columns and land[r2, c2] and not seen[r2, c2]:
                    seen[r2, c2] = 1
                    queue[tail] = r2 * columns + c2
                    tail += 1
        largest = max(largest, tail)
    return largest
