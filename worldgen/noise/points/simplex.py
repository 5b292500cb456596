"""Simplex noise at points: slopes that fade with distance from lattice points; within -1..1.

After Ken Perlin, "Noise Hardware" (2001), on lattices whose points lie at rational places, so that
no rounding can tear the noise apart far away, and that can repeat: on a plane rows of triangles,
every other row shifted by half; in space cubes and their centres, as in Stefan Gustavson and Ian
McEwan, "Tiling Simplex Noise and Flow Noise" (2022). A slope reaches as far as the triangles or
tetrahedra around its point, hence no farther than those that a place lies in.
"""

from __future__ import annotations

import numpy as np

from worldgen.kernels.decorators import device, kernel
from worldgen.noise.hashing import hash_point, hash_row, mix
from worldgen.noise.points.directions import across_plane, along_line, through_space
from worldgen.noise.points.lattice import SIGNATURE, locate, scale, shift, wrap

_ROOT = 0.8660254037844386
"""Height of an equilateral triangle of side 1."""

# Just below one by the highest sum of slopes that all point the same way.
_LINE, _PLANE, _SPACE = 3.1604, 16.0, 76.8


@device(inline="forced")
def _fade(reach, square):  # type: ignore[no-untyped-def]
    left = max(reach - square, 0.0)
    left *= left
    return left * left


@device(inline="forced")
def _on_line(x, px, sx, plain, key):  # type: ignore[no-untyped-def]
    ix, fx = locate(x, px, sx, plain)
    back = fx - 1.0
    left = _fade(1.0, fx * fx) * along_line(hash_point(key, ix), fx)
    right = _fade(1.0, back * back) * along_line(hash_point(key, wrap(ix + 1, sx, plain)), back)
    return _LINE * (left + right)


@device(inline="forced")
def _corner(row, index, dx, dy):  # type: ignore[no-untyped-def]
    return _fade(0.75, dx * dx + dy * dy) * across_plane(hash_point(row, index), dx, dy)


@device(inline="forced")
def _on_plane(x, px, y, py, sx, sy, plain, key):  # type: ignore[no-untyped-def]
    ix, fx = locate(x, px, sx, plain)
    iy, fy = locate(y, py, sy, plain)
    # Point k of an odd row lies at k + 1/2.
    odd = iy & 1
    fx -= 0.5 * np.float64(odd)
    before = fx < 0.0
    fx += 1.0 if before else 0.0
    ix = shift(ix, -1, sx, plain) if before else ix
    upper, lower = hash_row(key, iy), hash_row(key, wrap(iy + 1, sy, plain))
    # The lower row's point half a step on is a corner always, and the upper row's nearer one. The
    # third is the other one of either row.
    middle, right = wrap(ix + odd, sx, plain), wrap(ix + 1, sx, plain)
    dy, below = _ROOT * fy, _ROOT * (fy - 1.0)
    late = fx >= 0.5
    aside = (1.0 - fx if late else fx) < 0.5 * fy
    beside = shift(middle, -1, sx, plain)
    beside = wrap(middle + 1, sx, plain) if late else beside
    nearer, farther = (right, ix) if late else (ix, right)
    offset = 1.0 if late else 0.0
    total = _corner(lower, middle, fx - 0.5, below)
    total += _corner(upper, nearer, fx - offset, dy)
    third = (1.5 if late else -0.5) if aside else 1.0 - offset
    row = lower if aside else upper
    index = beside if aside else farther
    return _PLANE * (total + _corner(row, index, fx - third, below if aside else dy))


@device(inline="forced")
def _vertex(key, ix, iy, iz, dx, dy, dz):  # type: ignore[no-untyped-def]
    hashed = hash_point(hash_row(hash_row(key, iz), iy), ix)
    square = (dx * dx + dy * dy) + dz * dz
    return _fade(0.5, square) * through_space(hashed, dx, dy, dz)


@device(inline="forced")
def _step(index, d, chosen, scale, plain):  # type: ignore[no-untyped-def]
    """Return the next point along an axis, if it is the chosen one, and the way there."""
    ahead = d >= 0.0
    moved = wrap(index + 1, scale, plain) if ahead else shift(index, -1, scale, plain)
    way = d - 1.0 if ahead else d + 1.0
    return (moved, way) if chosen else (index, d)


@device(inline="forced")
def _nearest_two(key, ix, iy, iz, dx, dy, dz, scales, plain):  # type: ignore[no-untyped-def]
    """Return what the nearest and the second nearest point of a cubic lattice add."""
    sx, sy, sz = scales
    total = _vertex(key, ix, iy, iz, dx, dy, dz)
    ax, ay, az = abs(dx), abs(dy), abs(dz)
    by_x = ax >= ay and ax >= az
    by_y = not by_x and ay >= az
    ix, dx = _step(ix, dx, by_x, sx, plain)
    iy, dy = _step(iy, dy, by_y, sy, plain)
    iz, dz = _step(iz, dz, not by_x and not by_y, sz, plain)
    return total + _vertex(key, ix, iy, iz, dx, dy, dz)


@device(inline="forced")
def _round(index, fraction, scale, plain):  # type: ignore[no-untyped-def]
    up = fraction >= 0.5
    nearest = wrap(index + 1, scale, plain) if up else index
    return nearest, fraction - (1.0 if up else 0.0)


@device(inline="forced")
def _in_space(x, px, y, py, z, pz, scales, plain, key):  # type: ignore[no-untyped-def]
    sx, sy, sz = scales
    ix, fx = locate(x, px, sx, plain)
    iy, fy = locate(y, py, sy, plain)
    iz, fz = locate(z, pz, sz, plain)
    jx, dx = _round(ix, fx, sx, plain)
    jy, dy = _round(iy, fy, sy, plain)
    jz, dz = _round(iz, fz, sz, plain)
    corners = _nearest_two(key, jx, jy, jz, dx, dy, dz, scales, plain)
    fx, fy, fz = fx - 0.5, fy - 0.5, fz - 0.5
    centres = _nearest_two(mix(key), ix, iy, iz, fx, fy, fz, scales, plain)
    return _SPACE * (corners + centres)


@kernel(SIGNATURE, rare=True)
def add_line(units, parts, axes, plain, key, amplitude, sums):  # type: ignore[no-untyped-def]
    """Add an octave of simplex noise along a line."""
    sx = scale(axes, 0)
    if plain:
        for c in range(sums.shape[0]):
            sums[c] += amplitude * _on_line(units[0, c], parts[0, c], sx, True, key)
    else:
        for c in range(sums.shape[0]):
            sums[c] += amplitude * _on_line(units[0, c], parts[0, c], sx, False, key)


@kernel(SIGNATURE, rare=True)
def add_plane(units, parts, axes, plain, key, amplitude, sums):  # type: ignore[no-untyped-def]
    """Add an octave of simplex noise on a plane."""
    sx, sy = scale(axes, 0), scale(axes, 1)
    if plain:
        for c in range(sums.shape[0]):
            x, px, y, py = units[0, c], parts[0, c], units[1, c], parts[1, c]
            sums[c] += amplitude * _on_plane(x, px, y, py, sx, sy, True, key)
    else:
        for c in range(sums.shape[0]):
            x, px, y, py = units[0, c], parts[0, c], units[1, c], parts[1, c]
            sums[c] += amplitude * _on_plane(x, px, y, py, sx, sy, False, key)


@kernel(SIGNATURE, rare=True)
def add_space(units, parts, axes, plain, key, amplitude, sums):  # type: ignore[no-untyped-def]
    """Add an octave of simplex noise in space."""
    scales = (scale(axes, 0), scale(axes, 1), scale(axes, 2))
    if plain:
        for c in range(sums.shape[0]):
            x, px, y, py = units[0, c], parts[0, c], units[1, c], parts[1, c]
            z, pz = units[2, c], parts[2, c]
            sums[c] += amplitude * _in_space(x, px, y, py, z, pz, scales, True, key)
    else:
        for c in range(sums.shape[0]):
            x, px, y, py = units[0, c], parts[0, c], units[1, c], parts[1, c]
            z, pz = units[2, c], parts[2, c]
            sums[c] += amplitude * _in_space(x, px, y, py, z, pz, scales, False, key)
