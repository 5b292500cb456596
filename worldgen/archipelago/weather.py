"""The climate of the world far and wide: warmth by bent belts, and how wet it is.

Wet at the equator, dry at about 25 degrees, wet again at 50; mountains keep the rain from what lies
behind them, where the wind blows from the east in the tropics and from the west beyond.
"""

from __future__ import annotations

import numpy as np
from numba import types

from worldgen.archipelago.archipelago import Archipelago
from worldgen.archipelago.sea import Archipelago as Sea
from worldgen.archipelago.slow_fields import latitude_and_warmth
from worldgen.archipelago.slow_lattice import interpolate, node_values, nodes_along
from worldgen.archipelago.turned_noise import ramp, turned_sum
from worldgen.archipelago.uplands import LIFT, uplands_at
from worldgen.kernels.decorators import device, kernel

WARMTH, WETNESS, WEATHER_FIELDS = 0, 1, 2
"""What a node holds: warmth at the sea, 0..1, and what is added to the moisture."""

_UPWIND = 8
"""Nodes, a spacing apart, within which mountains keep the rain away."""

_FADING = np.array([1.0, 1.0, 0.95, 0.88, 0.78, 0.65, 0.50, 0.34, 0.17])
_LEAST_RANGE = 0.12
"""What of the land's lift is no mountain yet."""


def weather_fields(
    archipelago: Archipelago, band: int, x: int, y: int, step: int, width: int, height: int
) -> np.ndarray:
    """Return WARMTH and WETNESS of samples: float64 (2, height, width).

    ``x``, ``y`` and ``step`` are in sixty-fourths of a cell.
    """
    if width == 0 or height == 0:
        return np.empty((WEATHER_FIELDS, height, width))
    apart = archipelago.spacing
    across, down = nodes_along(x, step, width, apart), nodes_along(y, step, height, apart)
    return interpolate(node_values(_weather_at, (archipelago, band), across, down), across, down)


def _weather_at(maker: tuple[Archipelago, int], xs: np.ndarray, ys: np.ndarray) -> np.ndarray:
    """Return WARMTH and WETNESS of the nodes at columns ``xs`` and rows ``ys``."""
    archipelago, band = maker
    apart = archipelago.spacing
    ranges = np.zeros((2 * _UPWIND + 1, len(ys), len(xs)))
    if isinstance(archipelago, Sea):
        wide = np.unique((xs[:, None] + apart * np.arange(-_UPWIND, _UPWIND + 1)).ravel())
        lifts = uplands_at(archipelago, wide, ys)[LIFT]
        for k in range(2 * _UPWIND + 1):
            ranges[k] = lifts[:, np.searchsorted(wide, xs + apart * (k - _UPWIND))]
    values = np.empty((WEATHER_FIELDS, len(ys), len(xs)))
    _fill_weather(archipelago.key, archipelago.spacing, band, xs, ys, ranges, values)
    return values


@device()
def _bump(value, middle, half):  # type: ignore[no-untyped-def]
    away = (value - middle) / half
    height = max(1.0 - away * away, 0.0)
    return height * height


@device()
def _rain(ranges, r, c, side):  # type: ignore[no-untyped-def]
    """Return what mountains add to the rain with the wind from the east (1) or the west (-1)."""
    here = max(ranges[_UPWIND, r, c] - _LEAST_RANGE, 0.0)
    behind = 0.0
    for k in range(1, _UPWIND + 1):
        there = max(ranges[_UPWIND + side * k, r, c] - _LEAST_RANGE, 0.0)
        behind = max(behind, _FADING[k] * there)
    before = max(ranges[_UPWIND - side, r, c] - _LEAST_RANGE, here)
    wetter, drier = max(before - behind, 0.0), max(behind - 0.6 * here, 0.0)
    return 0.8 * min(wetter, 0.25) - 1.25 * min(drier, 0.25)


_WHOLES = types.Array(types.int64, 1, "C", readonly=True)


@kernel(
    types.void(
        types.uint64, types.int64, types.int64, _WHOLES, _WHOLES,
        types.Array(types.float64, 3, "C", readonly=True), types.float64[:, :, ::1],
    )
)  # fmt: skip
def _fill_weather(key, spacing, band, xs, ys, ranges, out):  # type: ignore[no-untyped-def]
    for r in range(len(ys)):
        for c in range(len(xs)):
            x, y = xs[c], ys[r]
            cold, out[WARMTH, r, c] = latitude_and_warmth(key, band, x, y)
            wet = 0.36 * turned_sum(key ^ np.uint64(0xD0), x, y, 62 * spacing, 4, 0.42)
            wet += 0.13 * _bump(cold, 0.0, 0.20) - 0.20 * _bump(cold, 0.30, 0.19)
            wet += 0.08 * _bump(cold, 0.58, 0.20)
            west = ramp(cold, 0.30, 0.40) * (1.0 - ramp(cold, 0.72, 0.82))
            wet += (1.0 - west) * _rain(ranges, r, c, 1) + west * _rain(ranges, r, c, -1)
            out[WETNESS, r, c] = wet
