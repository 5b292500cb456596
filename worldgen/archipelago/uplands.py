"""The broad relief of great islands: ranges, lowlands, and a tilt from one coast to the other.

Noise of 330 cells alone makes a great island mottled. Here each has, from its claim and from
octaves of 1,600 to 21,000 cells, what rivers of 10,000 cells need. Lengths are for an island
spacing of 1024 cells and scale with it.
"""

from __future__ import annotations

import numpy as np
from numba import types

from worldgen.archipelago.archipelago import Archipelago
from worldgen.archipelago.claim_grid import LEVEL_STRIDE
from worldgen.archipelago.sea import Archipelago as Sea
from worldgen.archipelago.sea import claims_at
from worldgen.archipelago.slow_lattice import interpolate, node_values, nodes_along
from worldgen.archipelago.turned_noise import ramp, turned_noise
from worldgen.kernels.decorators import GRID, device, kernel

_NODES_PER_SPACING = 4
LIFT, CALM, UPLAND_FIELDS = 0, 1, 2
"""What a node holds: what is added to the octaves of height, and the part of them that stays."""

_WEIGHTS = np.array([0.0, 0.6, 1.0])
"""How much of it islands of each level have."""

_LOWLAND, _FLATNESS = -0.15, 0.3
"""The lift below which lowlands are flat, so that they stay above the sea; and what is left."""


def upland_fields(
    archipelago: Archipelago, x: int, y: int, step: int, width: int, height: int
) -> np.ndarray | None:
    """Return LIFT and CALM of samples: float64 (2, height, width); None where there are none.

    ``x``, ``y`` and ``step`` are in sixty-fourths of a cell.
    """
    if not isinstance(archipelago, Sea):
        return None
    apart = archipelago.spacing // _NODES_PER_SPACING
    across, down = (
        nodes_along(x, step, width, apart),
        nodes_along(y, step, height, apart),
    )
    values = node_values(uplands_at, archipelago, across, down)
    if not values[LIFT].any():
        return None
    return interpolate(values, across, down)


def uplands_at(archipelago: Sea, xs: np.ndarray, ys: np.ndarray) -> np.ndarray:
    """Return LIFT and CALM of the nodes at columns ``xs`` and rows ``ys``: rising cells, int64."""
    claims, owners, _ = claims_at(archipelago, xs, ys, least_level=1)
    out = np.empty((UPLAND_FIELDS, len(ys), len(xs)))
    _fill_uplands(archipelago.key, archipelago.spacing, xs, ys, claims, owners, out)
    return out


@device()
def _crest(noise, narrowness):  # type: ignore[no-untyped-def]
    """Return 1 on the lines where noise is 0, falling off beside them."""
    height = max(1.0 - abs(noise) * narrowness, 0.0)
    return height * height * (3.0 - 2.0 * height)


_WHOLES = types.Array(types.int64, 1, "C", readonly=True)


@kernel(
    types.void(
        types.uint64, types.int64, _WHOLES, _WHOLES, GRID,
        types.Array(types.int32, 2, "C", readonly=True), types.float64[:, :, ::1],
    )
)  # fmt: skip
def _fill_uplands(key, spacing, xs, ys, claims, owners, out):  # type: ignore[no-untyped-def]
    for r in range(len(ys)):
        for c in range(len(xs)):
            out[LIFT, r, c], out[CALM, r, c] = 0.0, 1.0
            owner = owners[r, c]
            if owner < LEVEL_STRIDE:
                continue
            weight = _WEIGHTS[owner // LEVEL_STRIDE] * ramp(claims[r, c], 0.10, 0.80)
            if weight <= 0.0:
                continue
            x, y = xs[c], ys[r]
            tilt = turned_noise(key ^ np.uint64(0xB0), x, y, 21 * spacing)
            broad = turned_noise(key ^ np.uint64(0xB1), x, y, 10 * spacing)
            first = turned_noise(key ^ np.uint64(0xB2), x, y, 6 * spacing)
            second = turned_noise(key ^ np.uint64(0xB3), x, y, 3 * spacing)
            rough = turned_noise(key ^ np.uint64(0xB4), x, y, spacing * 13 // 8)
            mountainous = ramp(tilt + 0.7 * broad, -0.10, 0.45)
            crests = 0.62 * _crest(first + 0.25 * rough, 3.6) + 0.30 * _crest(second, 3.2)
            lift = 0.45 * tilt + 0.30 * broad + 0.22 * rough * (0.3 + 0.7 * mountainous)
            lift += mountainous * crests - 0.42
            if lift < _LOWLAND:
                lift = _LOWLAND + _FLATNESS * (lift - _LOWLAND)
            out[LIFT, r, c] = weight * lift
            out[CALM, r, c] = 1.0 - 0.62 * weight * (1.0 - 0.8 * mountainous)
