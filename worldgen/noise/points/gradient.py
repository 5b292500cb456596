"""Gradient noise at points: slopes at lattice points, blended smoothly; within -1..1.

Ken Perlin, "Improving Noise" (2002); on a plane with slopes of every direction.
"""

from __future__ import annotations

from worldgen.kernels.decorators import device, kernel
from worldgen.noise.hashing import hash_point, hash_row
from worldgen.noise.points.directions import across_plane, along_line, through_space
from worldgen.noise.points.lattice import SIGNATURE, locate, scale, wrap

# Just below one by the highest sum of slopes that all point the same way: 1/2, sqrt(1/2), 1.0364.
_LINE, _PLANE, _SPACE = 2.0, 1.414, 0.964


@device(inline="forced")
def _blend(f):  # type: ignore[no-untyped-def]
    return f * f * f * (f * (f * 6.0 - 15.0) + 10.0)


@device(inline="forced")
def _on_line(x, px, sx, plain, key):  # type: ignore[no-untyped-def]
    ix, fx = locate(x, px, sx, plain)
    left = along_line(hash_point(key, ix), fx)
    right = along_line(hash_point(key, wrap(ix + 1, sx, plain)), fx - 1.0)
    return _LINE * (left + _blend(fx) * (right - left))


@device(inline="forced")
def _along_row(row, left, right, fx, fy, weight):  # type: ignore[no-untyped-def]
    first = across_plane(hash_point(row, left), fx, fy)
    second = across_plane(hash_point(row, right), fx - 1.0, fy)
    return first + weight * (second - first)


@device(inline="forced")
def _on_plane(x, px, y, py, sx, sy, plain, key):  # type: ignore[no-untyped-def]
    ix, fx = locate(x, px, sx, plain)
    iy, fy = locate(y, py, sy, plain)
    right, below = wrap(ix + 1, sx, plain), wrap(iy + 1, sy, plain)
    weight = _blend(fx)
    upper = _along_row(hash_row(key, iy), ix, right, fx, fy, weight)
    lower = _along_row(hash_row(key, below), ix, right, fx, fy - 1.0, weight)
    return _PLANE * (upper + _blend(fy) * (lower - upper))


@device(inline="forced")
def _beside(row, left, right, fx, fy, fz, weight):  # type: ignore[no-untyped-def]
    first = through_space(hash_point(row, left), fx, fy, fz)
    second = through_space(hash_point(row, right), fx - 1.0, fy, fz)
    return first + weight * (second - first)


@device(inline="forced")
def _in_slice(plane, ix, right, iy, below, fx, fy, fz, weight_x, weight_y):  # type: ignore[no-untyped-def]
    upper = _beside(hash_row(plane, iy), ix, right, fx, fy, fz, weight_x)
    lower = _beside(hash_row(plane, below), ix, right, fx, fy - 1.0, fz, weight_x)
    return upper + weight_y * (lower - upper)


@device(inline="forced")
def _in_space(x, px, y, py, z, pz, scales, plain, key):  # type: ignore[no-untyped-def]
    sx, sy, sz = scales
    ix, fx = locate(x, px, sx, plain)
    iy, fy = locate(y, py, sy, plain)
    iz, fz = locate(z, pz, sz, plain)
    right, below, behind = wrap(ix + 1, sx, plain), wrap(iy + 1, sy, plain), wrap(iz + 1, sz, plain)
    weight_x, weight_y = _blend(fx), _blend(fy)
    near = _in_slice(hash_row(key, iz), ix, right, iy, below, fx, fy, fz, weight_x, weight_y)
    far = _in_slice(
        hash_row(key, behind), ix, right, iy, below, fx, fy, fz - 1.0, weight_x, weight_y
    )
    return _SPACE * (near + _blend(fz) * (far - near))


@kernel(SIGNATURE, rare=True)
def add_line(units, parts, axes, plain, key, amplitude, sums):  # type: ignore[no-untyped-def]
    """Add an octave of gradient noise along a line."""
    sx = scale(axes, 0)
    if plain:
        for c in range(sums.shape[0]):
            sums[c] += amplitude * _on_line(units[0, c], parts[0, c], sx, True, key)
    else:
        for c in range(sums.shape[0]):
            sums[c] += amplitude * _on_line(units[0, c], parts[0, c], sx, False, key)


@kernel(SIGNATURE, rare=True)
def add_plane(units, parts, axes, plain, key, amplitude, sums):  # type: ignore[no-untyped-def]
    """Add an octave of gradient noise on a plane."""
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
    """Add an octave of gradient noise in space."""
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
