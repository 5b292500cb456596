"""Gradient noise on lattices that are turned against the axes, so that no coast runs along them.

A lattice is turned by a Pythagorean angle: whole numbers p and q with p**2 + q**2 = n**2, so that
places stay whole numbers. Places are in whole cells; factors up to 31 leave room up to 2**58.
"""

from __future__ import annotations

import numpy as np

from worldgen.kernels.decorators import device
from worldgen.noise.hashing import hash_point, hash_row, mix

TURNS = np.array([[4, 3, 5], [5, 12, 13], [24, 7, 25], [15, -8, 17]], dtype=np.int64)
"""Turns by about 37, 67, 16 and -28 degrees."""

DEVIATION = 0.30
"""Standard deviation of one octave."""

_NORM = 1.62
_OFFSET = np.uint64(0xFFFFF)


@device()
def turn_of(key):  # type: ignore[no-untyped-def]
    """Return the turn of a key's lattice: p, q and n."""
    at = np.int64((key >> np.uint64(40)) & np.uint64(3))
    return TURNS[at, 0], TURNS[at, 1], TURNS[at, 2]


@device()
def turned(key, p, q, x, y):  # type: ignore[no-untyped-def]
    """Return a place in the turned lattice, n times as far from the origin, offset by the key."""
    offset_x = np.int64(key & _OFFSET)
    offset_y = np.int64((key >> np.uint64(20)) & _OFFSET)
    return p * x + q * y + offset_x, p * y - q * x + offset_y


@device()
def fade(t):  # type: ignore[no-untyped-def]
    """Return the weight of the farther lattice point: Perlin's quintic."""
    return t * t * t * (t * (t * 6.0 - 15.0) + 10.0)


@device()
def _pull(row, i, u, v):  # type: ignore[no-untyped-def]
    bits = hash_point(row, i)
    along = np.float64(np.int64(bits >> np.uint64(32))) * 2.0**-31 - 1.0
    across = np.float64(np.int64(bits & np.uint64(0xFFFFFFFF))) * 2.0**-31 - 1.0
    return along * u + across * v


@device()
def turned_noise(key, x, y, length):  # type: ignore[no-untyped-def]
    """Return gradient noise at a whole cell, of standard deviation 0.3."""
    p, q, n = turn_of(key)
    size = n * length
    tx, ty = turned(key, p, q, x, y)
    i, j = tx // size, ty // size
    u = np.float64(tx - i * size) / np.float64(size)
    v = np.float64(ty - j * size) / np.float64(size)
    above, below = hash_row(key, j), hash_row(key, j + 1)
    wu, wv = fade(u), fade(v)
    a, b = _pull(above, i, u, v), _pull(above, i + 1, u - 1.0, v)
    c, d = _pull(below, i, u, v - 1.0), _pull(below, i + 1, u - 1.0, v - 1.0)
    a += wu * (b - a)
    c += wu * (d - c)
    return _NORM * (a + wv * (c - a))


@device()
def turned_sum(key, x, y, length, octaves, persistence):  # type: ignore[no-untyped-def]
    """Return the sum of octaves, each half as long, of standard deviation 0.3."""
    total, strength, power = 0.0, 1.0, 0.0
    for n in range(octaves):
        total += strength * turned_noise(mix(key + np.uint64(n)), x, y, length)
        power += strength * strength
        strength *= persistence
        length = (length * 15) // 31
    return total / np.sqrt(power)


@device()
def ramp(value, low, high):  # type: ignore[no-untyped-def]
    """Return 0 below ``low``, 1 above ``high`` and a smooth step between."""
    t = min(max((value - low) / (high - low), 0.0), 1.0)
    return t * t * (3.0 - 2.0 * t)
