"""Hashes of lattice points: whole numbers in, 64 even bits out. No table, hence no period."""

from __future__ import annotations

import numpy as np

from worldgen.kernels.decorators import device


@device(alone=True)
def mix(value):  # type: ignore[no-untyped-def]
    """Scramble 64 bits: the finaliser of splitmix64 (Steele, Lea and Flood 2014)."""
    value = (value ^ (value >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    value = (value ^ (value >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return value ^ (value >> np.uint64(31))


@device(alone=True)
def hash_row(key, iy):  # type: ignore[no-untyped-def]
    """Return the part of a lattice hash that all points of one row share."""
    return mix(key + np.uint64(iy) * np.uint64(0x9E3779B97F4A7C15))


@device(alone=True)
def hash_point(row, ix):  # type: ignore[no-untyped-def]
    """Return the 64-bit hash of lattice point ix of a row."""
    return mix(row ^ (np.uint64(ix) * np.uint64(0xD1342543DE82EF95)))


@device(alone=True)
def unit(hashed):  # type: ignore[no-untyped-def]
    """Return a hash as a number in 0..1, 1 excluded."""
    return np.float64(np.int64(hashed >> np.uint64(11))) * 1.1102230246251565e-16
