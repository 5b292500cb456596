"""Humidity: how wet the water around it makes the land."""

from __future__ import annotations

import numpy as np
from numba import types

from worldgen.island.blocks import block_sums
from worldgen.island.coast import SEA_NODE
from worldgen.island.domain_terrain import DomainTerrain
from worldgen.island.river_network import RiverNetwork
from worldgen.kernels.decorators import kernel
from worldgen.layers import Layers

_WET_NODES = 5


def spread_humidity(layers: Layers, terrain: DomainTerrain, network: RiverNetwork) -> np.ndarray:
    """Return the humidity of each block of nodes, 0..1: float64, from sea, lakes and rivers."""
    source = (terrain.sea & SEA_NODE) > 0
    source |= ((network.lakes > 0) | (network.flowing > 0)).reshape(terrain.shape)
    wet = np.ascontiguousarray(block_sums(source) >= _WET_NODES, dtype=np.uint8)
    humidity = np.empty(wet.shape)
    diffuse(wet, layers.parameters.humidity_rate, layers.parameters.humidity_steps, humidity)
    return humidity


@kernel(
    types.void(
        types.Array(types.uint8, 2, "C", readonly=True),
        types.float64,
        types.int64,
        types.float64[:, ::1],
    )
)
def diffuse(source, rate, steps, humidity):  # type: ignore[no-untyped-def]
    """Spread humidity from a maintained source of 1: explicit diffusion, stable up to rate 1/4.

    Args:
        source: uint8 (rows, columns): not 0 where humidity stays 1.
        rate: share of the difference to each of four neighbours that is evened out in a step.
        steps: how many.
        humidity: float64 (rows, columns), written: 0..1.
    """
    rows, columns = source.shape
    before = np.empty((rows, columns))
    for r in range(rows):
        for c in range(columns):
            humidity[r, c] = 1.0 if source[r, c] else 0.0
    for _ in range(steps):
        for r in range(rows):
            for c in range(columns):
                before[r, c] = humidity[r, c]
        for r in range(rows):
            up, down = max(r - 1, 0), min(r + 1, rows - 1)
            for c in range(columns):
                if not source[r, c]:
                    left, right = max(c - 1, 0), min(c + 1, columns - 1)
                    around = before[up, c] + before[down, c] + before[r, left] + before[r, right]
                    humidity[r, c] += rate * (around - 4.0 * before[r, c])
