"""Cellular noise at points: how far the nearest of scattered points lies; -1..1.

Steven Worley, "A Cellular Texture Basis Function" (1996), with one point anywhere in each lattice
square. Nearest means nearest: where a point of the squares around cannot be sure to be that, the
squares around those are searched too.
"""

from __future__ import annotations

import numpy as np
from numba import types

from worldgen.kernels.decorators import device, kernel
from worldgen.noise.hashing import hash_point, hash_row, mix
from worldgen.noise.points.lattice import AXES, POINTS, locate, scale, shift, whole

DISTANCE, BORDER, CELL = 0, 1, 2
"""What is measured: the way to the nearest point, how much farther the second nearest is, or a
value that all places nearest to one point share."""

_BLOCK = 256
_FARTHEST = (1.0, 1.4142135623730951, 1.7320508075688772)
_WIDEST = (1.5, 1.5811388300841898, 1.7320508075688772)
"""The most that distance and border can be on a line, on a plane and in space."""

_SIDE = float(1 << 21)
"""Places of points along the side of a square."""

_BITS = (1 << 21) - 1


@device(inline="forced")
def _square(hashed, x, y, z, bits_y, bits_z):  # type: ignore[no-untyped-def]
    """Return the square of the way to the point of a square that begins at (x, y, z)."""
    x += np.float64(np.int64(hashed & np.uint64(_BITS)))
    y += np.float64(np.int64((hashed >> np.uint64(21)) & bits_y))
    z += np.float64(np.int64((hashed >> np.uint64(42)) & bits_z))
    return (x * x + y * y) + z * z


@device()
def _search(key, place, way, sx, sy, sz, bits_y, bits_z, found):  # type: ignore[no-untyped-def]
    """Find the nearest two points among those of the squares up to two away."""
    reach_y, reach_z = 2 if bits_y else 0, 2 if bits_z else 0
    best, second, chosen = np.inf, np.inf, np.uint64(0)
    for k in range(-reach_z, reach_z + 1):
        plane = hash_row(key, shift(place[2], k, sz, False))
        for j in range(-reach_y, reach_y + 1):
            row = hash_row(plane, shift(place[1], j, sy, False))
            y, z = j * _SIDE - way[1], k * _SIDE - way[2]
            for i in range(-2, 3):
                hashed = hash_point(row, shift(place[0], i, sx, False))
                square = _square(hashed, i * _SIDE - way[0], y, z, bits_y, bits_z)
                second = min(second, max(best, square))
                chosen = hashed if square < best else chosen
                best = min(best, square)
    found[0], found[1] = best, second
    return chosen


@kernel(
    types.void(*POINTS, AXES, types.uint64, types.int64, types.float64, types.float64[::1]),
    rare=True,
)
def add_cells(units, parts, axes, key, measure, amplitude, sums):  # type: ignore[no-untyped-def]
    """Add an octave of cellular noise on a line, on a plane or in space."""
    dims = units.shape[0]
    sx = scale(axes, 0)
    sy = scale(axes, min(1, dims - 1))
    sz = scale(axes, min(2, dims - 1))
    bits_y, bits_z = np.uint64(_BITS if dims > 1 else 0), np.uint64(_BITS if dims > 2 else 0)
    reach_y, reach_z = 1 if dims > 1 else 0, 1 if dims > 2 else 0
    longest = (_WIDEST if measure == BORDER else _FARTHEST)[dims - 1] * _SIDE
    place = np.zeros((3, _BLOCK), dtype=np.int64)
    columns = np.empty((3, _BLOCK), dtype=np.int64)
    way = np.zeros((3, _BLOCK))
    hashes = np.empty((3, _BLOCK), dtype=np.uint64)
    squares = np.empty((2, _BLOCK))
    found = np.empty(2)
    for start in range(0, sums.shape[0], _BLOCK):
        count = min(_BLOCK, sums.shape[0] - start)
        for axis in range(dims):
            each = scale(axes, axis)
            for c in range(count):
                at = np.uint64(start + c)
                index, part = locate(units[axis, at], parts[axis, at], each, False)
                place[axis, c], way[axis, c] = index, part * _SIDE
        for i in range(3):
            for c in range(count):
                columns[i, c] = shift(place[0, c], i - 1, sx, False)
        for c in range(count):
            squares[0, c], squares[1, c], hashes[2, c] = np.inf, np.inf, np.uint64(0)
        for k in range(-reach_z, reach_z + 1):
            for c in range(count):
                hashes[0, c] = hash_row(key, shift(place[2, c], k, sz, False))
            for j in range(-reach_y, reach_y + 1):
                for c in range(count):
                    hashes[1, c] = hash_row(hashes[0, c], shift(place[1, c], j, sy, False))
                for c in range(count):
                    best, second, chosen = squares[0, c], squares[1, c], hashes[2, c]
                    y, z = j * _SIDE - way[1, c], k * _SIDE - way[2, c]
                    for i in range(3):
                        hashed = hash_point(hashes[1, c], columns[i, c])
                        x = (i - 1) * _SIDE - way[0, c]
                        square = _square(hashed, x, y, z, bits_y, bits_z)
                        second = min(second, max(best, square))
                        chosen = hashed if square < best else chosen
                        best = min(best, square)
                    squares[0, c], squares[1, c], hashes[2, c] = best, second, chosen
        decides = 1 if measure == BORDER else 0
        for c in range(count):
            margin = _SIDE
            for axis in range(dims):
                margin = min(margin, min(way[axis, c], _SIDE - way[axis, c]))
            if squares[decides, c] > (_SIDE + margin) * (_SIDE + margin):
                hashes[2, c] = _search(
                    key, place[:, c], way[:, c], sx, sy, sz, bits_y, bits_z, found
                )
                squares[0, c], squares[1, c] = found[0], found[1]
        for c in range(count):
            if measure == CELL:
                value = whole(mix(hashes[2, c])) * 2.0**-31
            else:
                value = np.sqrt(squares[0, c])
                value = (np.sqrt(squares[1, c]) - value if measure == BORDER else value) / longest
            sums[np.uint64(start + c)] += amplitude * (2.0 * value - 1.0)
