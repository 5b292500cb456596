"""Where a point lies in the lattice of an octave, along one axis.

A point is a whole number of units and a fraction of one, so that it is as exact far away as near.
A lattice has one point every ``PERIOD`` units or, where it repeats after ``LENGTH`` points, that
many in each period: steps of any rational length, counted in whole numbers.

What points need is dissolved into the loops of the kernels, so that they run on many points at
once; every kernel has one loop for the plain case and one for all others.
"""

from __future__ import annotations

import numpy as np
from numba import types

from worldgen.kernels.decorators import device

OFFSET, PERIOD, LENGTH = 0, 1, 2
"""Columns of a table with one axis a row; ``LENGTH`` is 0 for a lattice that never repeats."""

NEAR = 1 << 50
"""Units from the origin, offset included, within which a lattice that never repeats is plain."""

POINTS = (
    types.Array(types.int64, 2, "C", readonly=True),
    types.Array(types.float64, 2, "C", readonly=True),
)
AXES = types.Array(types.int64, 2, "C", readonly=True)
SIGNATURE = types.void(
    *POINTS, AXES, types.boolean, types.uint64, types.float64, types.float64[::1]
)
"""Of most kernels here: units and fractions of points (axes, points), the table of axes, whether
that is plain, the key, the amplitude, and the sums to add the octave to."""

_NEVER = 1 << 62


@device(inline="forced")
def scale(axes, axis):  # type: ignore[no-untyped-def]
    """Return offset, period, points to a period, the bound of indices and the length of an axis."""
    length = axes[axis, LENGTH]
    bound = length if length > 0 else _NEVER
    return axes[axis, OFFSET], axes[axis, PERIOD], max(length, 1), bound, length


@device(inline="forced")
def locate(unit, fraction, scale, plain):  # type: ignore[no-untyped-def]
    """Return the lattice point before a place, and the way on from there in 0..1."""
    offset, period, count = scale[0], scale[1], scale[2]
    inverse = 1.0 / np.float64(period)
    place = unit + offset
    if plain:
        # Half a unit is farther from the next lattice point than the error of the quotient.
        exact = np.float64(place)
        before = np.floor((exact + 0.5) * inverse)
        return np.int64(before), ((exact - before * np.float64(period)) + fraction) * inverse
    place *= count
    index = np.int64(np.floor(np.float64(place) * inverse))
    rest = place - index * period
    # Lattice points lie 128 units apart or more, so the quotient is off by one at most.
    low = rest < 0
    index -= 1 if low else 0
    rest += period if low else 0
    high = rest >= period
    index += 1 if high else 0
    rest -= period if high else 0
    part = (np.float64(rest) + fraction * np.float64(count)) * inverse
    over = part >= 1.0
    index += 1 if over else 0
    part -= 1.0 if over else 0.0
    return wrap(index, scale, plain), part


@device(inline="forced")
def wrap(index, scale, plain):  # type: ignore[no-untyped-def]
    """Bring an index from below twice the length of a period below that length."""
    if plain:
        return index
    bound = scale[3]
    return index - bound if index >= bound else index


@device(inline="forced")
def shift(index, by, scale, plain):  # type: ignore[no-untyped-def]
    """Return the index of a lattice point a few places before or after another one."""
    if plain:
        return index + by
    return wrap(index + by + scale[4] if by < 0 else index + by, scale, plain)


@device(inline="forced")
def whole(hashed):  # type: ignore[no-untyped-def]
    """Return the upper 31 bits of a hash as a number."""
    return np.float64(np.int64(hashed >> np.uint64(33)))
