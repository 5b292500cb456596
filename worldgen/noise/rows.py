"""One row of lattice points of an octave: hashed, and interpolated in x for a row of samples.

Value noise interpolates a number at each lattice point; gradient noise (Perlin 1985, with the
quintic blend of 2002) the rise along a vector there.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from worldgen.kernels.decorators import device
from worldgen.noise.hashing import hash_point

# Coefficients of sine and cosine of a quarter of pi times x, for x in -1..1.
_SINE = (0.7853981633974483, -0.08074551218828077, 0.002490394570192716, -3.657620418217724e-05)
_COSINE = (-0.30842513753404244, 0.015854344243815498, -0.00032599188692739)


class Strip(NamedTuple):
    """Scratch space for a strip of columns of samples; o is an octave, c a column."""

    columns: int
    indices: np.ndarray
    """int64 [o, c]: the lattice point left of a sample, counted from the first sample's."""
    lefts: np.ndarray
    """uint32 [o, c]: where that point lies in ``lattice``."""
    places: np.ndarray
    """float64 [2 o, c]: fraction of a wavelength from that point; [2 o + 1, c]: blend weight."""
    hashes: np.ndarray
    """uint64: the hashes of one row of lattice points."""
    lattice: np.ndarray
    """float64 (2, points): values of lattice points, or their vectors' x and y."""
    state: np.ndarray
    """int64 (2, octaves): the lattice row above the present row of samples, and its slot."""
    sides: np.ndarray
    """float64: the lattice rows above and below, interpolated in x, of every octave."""
    terms: np.ndarray
    """float64: the terms of each octave's blend in y."""


@device(inline="forced")
def _blend(fraction, gradient):  # type: ignore[no-untyped-def]
    if gradient:
        return fraction * fraction * fraction * (fraction * (fraction * 6.0 - 15.0) + 10.0)
    return fraction * fraction * (3.0 - 2.0 * fraction)


@device()
def place_samples(start, step, wavelength, gradient, octave, count, indices, places):  # type: ignore[no-untyped-def]
    """Find where samples along one axis lie in the lattice of an octave.

    Fills each sample's lattice index, counted from the first one's, which is returned, and in the
    octave's two rows of ``places`` its fraction of a wavelength and its blend weight.
    """
    first = start // wavelength
    position = start - first * wavelength
    stride = step // wavelength
    rest = step - stride * wavelength
    index = np.int64(0)
    for c in range(count):
        indices[octave, c] = index
        places[2 * octave, c] = np.float64(position)
        position += rest
        beyond = position >= wavelength
        position -= wavelength if beyond else 0
        index += stride + (1 if beyond else 0)
    inverse = 1.0 / np.float64(wavelength)
    for c in range(count):
        fraction = places[2 * octave, c] * inverse
        places[2 * octave, c] = fraction
        places[2 * octave + 1, c] = _blend(fraction, gradient)
    return first


@device(inline="forced")
def is_dense(octave, count, indices):  # type: ignore[no-untyped-def]
    """Whether a row of samples passes over fewer lattice points than each sample has neighbours."""
    return indices[octave, count - 1] + 2 <= 2 * count


@device(inline="forced")
def hash_points(row, first, octave, strip):  # type: ignore[no-untyped-def]
    """Hash the lattice points of one row that samples need, each once; return their number."""
    count, indices, hashes = strip.columns, strip.indices, strip.hashes
    if is_dense(octave, count, indices):
        points = indices[octave, count - 1] + 2
        for k in range(points):
            hashes[k] = hash_point(row, first + k)
        return points
    for c in range(count):
        hashes[2 * c] = hash_point(row, first + indices[octave, c])
        hashes[2 * c + 1] = hash_point(row, first + indices[octave, c] + 1)
    return 2 * count


@device(inline="forced")
def expand_value(points, octave, amplitude, strip, side):  # type: ignore[no-untyped-def]
    """Interpolate one lattice row in x: values in -0.5..0.5 times the amplitude."""
    lefts, places, sides = strip.lefts, strip.places, strip.sides
    hashes, lattice = strip.hashes, strip.lattice
    for k in range(points):
        part = np.float64(np.int32(hashes[k] >> np.uint64(33))) * 2.0**-31
        lattice[0, k] = amplitude * (part - 0.5)
    for c in range(strip.columns):
        at = lefts[octave, c]
        left = lattice[0, at]
        sides[side, c] = left + places[2 * octave + 1, c] * (lattice[0, at + 1] - left)


@device(inline="forced")
def _set_vectors(points, amplitude, hashes, lattice):  # type: ignore[no-untyped-def]
    """Make a vector of every lattice point, of the amplitude's length; all angles are as likely.

    An eighth of a turn to either side of an axis by the upper bits, the axis by the lowest two.
    """
    for k in range(points):
        bits = hashes[k]
        part = np.float64(np.int32(bits >> np.uint64(32))) * 2.0**-31
        square = part * part
        sine = _SINE[0] + square * (_SINE[1] + square * (_SINE[2] + square * _SINE[3]))
        cosine = 1.0 + square * (_COSINE[0] + square * (_COSINE[1] + square * _COSINE[2]))
        short, long = amplitude * (part * sine), amplitude * cosine
        if bits & np.uint64(2):
            long = -long
        upright = (bits & np.uint64(1)) != 0
        lattice[0, k] = short if upright else long
        lattice[1, k] = long if upright else short


@device(inline="forced")
def expand_gradient(points, octave, amplitude, strip, side):  # type: ignore[no-untyped-def]
    """Interpolate one lattice row in x: first what depends on x alone, then the slope in y."""
    lefts, places, sides, lattice = strip.lefts, strip.places, strip.sides, strip.lattice
    _set_vectors(points, amplitude, strip.hashes, lattice)
    for c in range(strip.columns):
        at = lefts[octave, c]
        fraction, weight = places[2 * octave, c], places[2 * octave + 1, c]
        left = lattice[0, at] * fraction
        right = lattice[0, at + 1] * (fraction - 1.0)
        sides[side, c] = left + weight * (right - left)
        left = lattice[1, at]
        sides[side + 1, c] = left + weight * (lattice[1, at + 1] - left)
