"""Coordinates as whole units and fractions of one, so that far away nothing is rounded off."""

from __future__ import annotations

import numpy as np
from numba import types

from worldgen.kernels.decorators import kernel


@kernel(
    types.Tuple((types.int64, types.int64))(  # type: ignore[no-untyped-call]
        types.Array(types.float64, 1, "C", readonly=True),
        types.float64,
        types.float64,
        types.float64,
        types.int64[::1],
        types.float64[::1],
    ),
    rare=True,
)
def split(coordinates, near, limit, scale, units, parts):  # type: ignore[no-untyped-def]
    """Fill units, ``scale`` to a cell, and what is left over.

    Returns how many coordinates are not near, and how many beyond the limit or no numbers.
    """
    far = beyond = 0
    for c in range(coordinates.shape[0]):
        cells = coordinates[c]
        good = abs(cells) <= limit
        far += 0 if abs(cells) <= near else 1
        beyond += 0 if good else 1
        place = (cells if good else 0.0) * scale
        before = np.floor(place)
        units[c] = np.int64(before)
        parts[c] = place - before
    return far, beyond


@kernel(
    types.void(
        types.Array(types.float64, 1, "C", readonly=True),
        types.float64,
        types.int64[::1],
        types.float64[::1],
    ),
    rare=True,
)
def move(ways, scale, units, parts):  # type: ignore[no-untyped-def]
    """Move points by ways in -1..1 times ``scale`` units."""
    for c in range(ways.shape[0]):
        place = parts[c] + ways[c] * scale
        before = np.floor(place)
        units[c] += np.int64(before)
        parts[c] = place - before
