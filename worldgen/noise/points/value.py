"""Value noise at points: even values at lattice points, blended smoothly; -1..1."""

from __future__ import annotations

from worldgen.kernels.decorators import device, kernel
from worldgen.noise.hashing import hash_point, hash_row
from worldgen.noise.points.lattice import SIGNATURE, locate, scale, whole, wrap


@device(inline="forced")
def _blend(f):  # type: ignore[no-untyped-def]
    return f * f * (3.0 - 2.0 * f)


@device(inline="forced")
def _between(row, left, right, weight):  # type: ignore[no-untyped-def]
    first, second = whole(hash_point(row, left)), whole(hash_point(row, right))
    return first + weight * (second - first)


@device(inline="forced")
def _signed(value):  # type: ignore[no-untyped-def]
    return value * 2.0**-30 - 1.0


@device(inline="forced")
def _on_line(x, px, sx, plain, key):  # type: ignore[no-untyped-def]
    ix, fx = locate(x, px, sx, plain)
    return _between(key, ix, wrap(ix + 1, sx, plain), _blend(fx))


@device(inline="forced")
def _on_plane(x, px, y, py, sx, sy, plain, key):  # type: ignore[no-untyped-def]
    ix, fx = locate(x, px, sx, plain)
    iy, fy = locate(y, py, sy, plain)
    right, below = wrap(ix + 1, sx, plain), wrap(iy + 1, sy, plain)
    weight = _blend(fx)
    upper = _between(hash_row(key, iy), ix, right, weight)
    lower = _between(hash_row(key, below), ix, right, weight)
    return upper + _blend(fy) * (lower - upper)


@device(inline="forced")
def _in_space(x, px, y, py, z, pz, scales, plain, key):  # type: ignore[no-untyped-def]
    sx, sy, sz = scales
    iz, fz = locate(z, pz, sz, plain)
    near = _on_plane(x, px, y, py, sx, sy, plain, hash_row(key, iz))
    far = _on_plane(x, px, y, py, sx, sy, plain, hash_row(key, wrap(iz + 1, sz, plain)))
    return near + _blend(fz) * (far - near)


@kernel(SIGNATURE, rare=True)
def add_line(units, parts, axes, plain, key, amplitude, sums):  # type: ignore[no-untyped-def]
    """Add an octave of value noise along a line."""
    sx = scale(axes, 0)
    if plain:
        for c in range(sums.shape[0]):
            sums[c] += amplitude * _signed(_on_line(units[0, c], parts[0, c], sx, True, key))
    else:
        for c in range(sums.shape[0]):
            sums[c] += amplitude * _signed(_on_line(units[0, c], parts[0, c], sx, False, key))


@kernel(SIGNATURE, rare=True)
def add_plane(units, parts, axes, plain, key, amplitude, sums):  # type: ignore[no-untyped-def]
    """Add an octave of value noise on a plane."""
    sx, sy = scale(axes, 0), scale(axes, 1)
    if plain:
        for c in range(sums.shape[0]):
            x, px, y, py = units[0, c], parts[0, c], units[1, c], parts[1, c]
            sums[c] += amplitude * _signed(_on_plane(x, px, y, py, sx, sy, True, key))
    else:
        for c in range(sums.shape[0]):
            x, px, y, py = units[0, c], parts[0, c], units[1, c], parts[1, c]
            sums[c] += amplitude * _signed(_on_plane(x, px, y, py, sx, sy, False, key))


@kernel(SIGNATURE, rare=True)
def add_space(units, parts, axes, plain, key, amplitude, sums):  # type: ignore[no-untyped-def]
    """Add an octave of value noise in space."""
    scales = (scale(axes, 0), scale(axes, 1), scale(axes, 2))
    if plain:
        for c in range(sums.shape[0]):
            x, px, y, py = units[0, c], parts[0, c], units[1, c], parts[1, c]
            z, pz = units[2, c], parts[2, c]
            sums[c] += amplitude * _signed(_in_space(x, px, y, py, z, pz, scales, True, key))
    else:
        for c in range(sums.shape[0]):
            x, px, y, py = units[0, c], parts[0, c], units[1, c], parts[1, c]
            z, pz = units[2, c], parts[2, c]
            sums[c] += amplitude * _signed(_in_space(x, px, y, py, z, pz, scales, False, key))
