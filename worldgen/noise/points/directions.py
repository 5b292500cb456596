"""Slopes that lattice points give to the noise around them, from their hashes."""

from __future__ import annotations

import numpy as np

from worldgen.kernels.decorators import device
from worldgen.noise.points.lattice import whole

# Coefficients of sine and cosine of a quarter of pi times x, for x in -1..1.
_SINE = (0.7853981633974483, -0.08074551218828077, 0.002490394570192716, -3.657620418217724e-05)
_COSINE = (-0.30842513753404244, 0.015854344243815498, -0.00032599188692739)


@device(inline="forced")
def along_line(bits, x):  # type: ignore[no-untyped-def]
    """Return the height at x of a slope between -1 and 1 through the lattice point."""
    return (whole(bits) * 2.0**-30 - 1.0) * x


@device(inline="forced")
def across_plane(bits, x, y):  # type: ignore[no-untyped-def]
    """Return the height at (x, y) of a slope of 1 whose direction is one of all angles.

    An eighth of a turn to either side of an axis by the upper bits, the axis by the lowest two.
    """
    part = np.float64(np.int64(bits) >> 32) * 2.0**-31
    square = part * part
    sine = _SINE[0] + square * (_SINE[1] + square * (_SINE[2] + square * _SINE[3]))
    cosine = 1.0 + square * (_COSINE[0] + square * (_COSINE[1] + square * _COSINE[2]))
    upright = (bits & np.uint64(1)) != 0
    over, along = (x, y) if upright else (y, x)
    along = along if (bits & np.uint64(2)) == 0 else -along
    return (part * sine) * over + cosine * along


@device(inline="forced")
def through_space(bits, x, y, z):  # type: ignore[no-untyped-def]
    """Return the height of a slope toward one of the twelve edges of a cube, of length sqrt(2).

    Ken Perlin, "Improving Noise" (2002), section 4.
    """
    choice = bits & np.uint64(15)
    first = x if choice < np.uint64(8) else y
    outer = x if (choice | np.uint64(2)) == np.uint64(14) else z
    second = y if choice < np.uint64(4) else outer
    first = first if (bits & np.uint64(1)) == 0 else -first
    return first + (second if (bits & np.uint64(2)) == 0 else -second)
