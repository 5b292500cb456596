"""Lattice noise and fBm: the same bits at any cut of the plane, at any distance.

World positions are whole sixty-fourths of a cell. A lattice value is an integer hash of
(key, ix, iy), so there is no table and no period. Grids are filled row by row: each octave keeps
its current pair of lattice rows already expanded in x, so the inner loop is one contiguous
multiply and add.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numba import types

from worldgen.compiled import FLOATS, INTEGERS, KEYS, inner, kernel
from worldgen.parameters import NOISE_KINDS, ParameterError
from worldgen.seed import layer_key, normalize_seed, world_key

UNITS_PER_CELL = 64
"""World positions are counted in this many units to the cell."""

COORDINATE_LIMIT = 2**52
"""Farthest cell from the origin, on either axis, that a world can be asked for."""

_VALUE_DEVIATION = 0.21444438569900384
_GRADIENT_DEVIATION = 0.21571080275974666
"""Standard deviation of one octave of amplitude 1, from the integrals of its blend weights."""

_DEVIATIONS_TO_EDGE = 3.3
"""How many standard deviations of a sum fill the range 0..1 from its middle to its edge."""

_SHORTEST_WAVELENGTH = 2 * UNITS_PER_CELL
_COLUMNS = 256


class CoordinateError(ValueError):
    """A place beyond the stated limits of the world."""


@dataclass(frozen=True)
class Octaves:
    """The octaves of one layer of noise, as the kernels take them.

    ``wavelengths`` and ``offsets`` are in sixty-fourths of a cell. ``amplitudes`` are scaled so
    that the sum of all octaves has the standard deviation 1 / 3.3 of its settings, whatever their
    number.
    """

    wavelengths: np.ndarray
    keys: np.ndarray
    offsets_x: np.ndarray
    offsets_y: np.ndarray
    amplitudes: np.ndarray
    gradient: bool

    def __len__(self) -> int:
        return len(self.wavelengths)

    def split(self, shortest: float) -> tuple[Octaves, Octaves]:
        """Return the octaves of at least ``shortest`` cells wavelength, and the finer rest."""
        count = int(np.count_nonzero(self.wavelengths >= shortest * UNITS_PER_CELL))
        return self._cut(slice(0, count)), self._cut(slice(count, None))

    def _cut(self, part: slice) -> Octaves:
        return Octaves(
            self.wavelengths[part],
            self.keys[part],
            self.offsets_x[part],
            self.offsets_y[part],
            self.amplitudes[part],
            self.gradient,
        )


@lru_cache(maxsize=256)
def make_octaves(
    key: int,
    layer: str,
    wavelength: float,
    octaves: int,
    persistence: float = 0.5,
    lacunarity: float = 2.0,
    kind: str = "value",
) -> Octaves:
    """Return the octaves of one layer of the world with this key.

    ``wavelength`` is in cells. Octaves whose wavelength would fall below two cells are left out.
    """
    lengths, amplitudes = [], []
    length, amplitude = wavelength * UNITS_PER_CELL, 1.0
    for _ in range(octaves):
        if lengths and round(length) < _SHORTEST_WAVELENGTH:
            break
        lengths.append(max(round(length), 1))
        amplitudes.append(amplitude)
        length /= lacunarity
        amplitude *= persistence
    deviation = _GRADIENT_DEVIATION if kind == "gradient" else _VALUE_DEVIATION
    total = deviation * float(np.sqrt(sum(a * a for a in amplitudes))) * _DEVIATIONS_TO_EDGE
    keys = [layer_key(key, f"{layer} {kind}", index) for index in range(len(lengths))]
    return Octaves(
        _frozen(lengths, np.int64),
        _frozen(keys, np.uint64),
        _frozen([(k >> 8) & 0xFFFFFFFF for k in keys], np.int64),
        _frozen([(k >> 24) & 0xFFFFFFFF for k in keys], np.int64),
        _frozen([a / total for a in amplitudes], np.float64),
        kind == "gradient",
    )


def _frozen(values: list[int] | list[float], dtype: type) -> np.ndarray:
    array = np.array(values, dtype=dtype)
    array.flags.writeable = False
    return array


def to_units(coordinate: float, name: str = "coordinate") -> int:
    """Return a coordinate in cells as whole sixty-fourths, rounded down.

    Raises:
        CoordinateError: if it is no finite number or beyond ``COORDINATE_LIMIT`` cells.
    """
    if isinstance(coordinate, bool | str) or coordinate is None:
        raise CoordinateError(f"{name} must be a number of cells, not {coordinate!r}")
    try:
        if not -COORDINATE_LIMIT <= coordinate <= COORDINATE_LIMIT:
            raise CoordinateError(
                f"{name} must lie within {COORDINATE_LIMIT} cells (2**52) of the origin"
            )
        return int(coordinate * UNITS_PER_CELL // 1)
    except TypeError:
        raise CoordinateError(f"{name} must be a number of cells, not {coordinate!r}") from None


def sum_octaves(octaves: Octaves, x: int, y: int, step: int, width: int, height: int) -> np.ndarray:
    """Return the raw sum of octaves on a grid: float64 (height, width), about -1..1.

    ``x``, ``y`` and ``step`` are in sixty-fourths of a cell.
    """
    out = np.zeros((height, width))
    add_octaves(octaves, x, y, step, out)
    return out


def add_octaves(octaves: Octaves, x: int, y: int, step: int, out: np.ndarray) -> None:
    """Add octaves, one after the other, to a float64 grid in place."""
    _add_grid(
        x,
        y,
        step,
        octaves.wavelengths,
        octaves.keys,
        octaves.offsets_x,
        octaves.offsets_y,
        octaves.amplitudes,
        octaves.gradient,
        out,
    )


def fbm(
    seed: int | str,
    x: float,
    y: float,
    width: int,
    height: int,
    wavelength: float = 64.0,
    octaves: int = 6,
    persistence: float = 0.5,
    lacunarity: float = 2.0,
    kind: str = "value",
    layer: str = "height",
    step: float = 1.0,
) -> np.ndarray:
    """Return fractal noise on a grid of samples: float32 (height, width), values in 0..1.

    Args:
        seed: any whole number, or text.
        x, y: world position of sample [0, 0], in cells.
        width, height: samples in x and y.
        wavelength: size of the largest features, in cells.
        octaves: layers of noise, 1..12, each finer and weaker than the one before.
        persistence: amplitude of each octave relative to the one before, 0.05..0.95.
        lacunarity: how many times finer each octave is, 1.5..4.
        kind: ``"value"`` (smoothstep) or ``"gradient"`` (quintic).
        layer: the name of the layer; layers of one seed are independent.
        step: cells between samples, a multiple of 1/64.

    Raises:
        SeedError, ParameterError, CoordinateError: naming the argument and what it allows.

    Value noise and its summing by octaves follow the usual lesson; gradient noise is Ken Perlin's
    "Improving Noise" (2002) with gradients of every direction.
    """
    for name, number, low, high in (
        ("wavelength", wavelength, 1 / UNITS_PER_CELL, 1 << 20),
        ("octaves", octaves, 1, 12),
        ("persistence", persistence, 0.05, 0.95),
        ("lacunarity", lacunarity, 1.5, 4.0),
        ("step", step, 1 / UNITS_PER_CELL, 1 << 20),
        ("width", width, 0, 1 << 20),
        ("height", height, 0, 1 << 20),
    ):
        if isinstance(number, bool | str) or number is None or not low <= number <= high:
            raise ParameterError(f"{name} must be from {low:g} to {high:g}, not {number!r}")
    for name, whole in (("octaves", octaves), ("width", width), ("height", height)):
        if whole != int(whole):
            raise ParameterError(f"{name} must be a whole number, not {whole!r}")
    if step * UNITS_PER_CELL % 1:
        raise ParameterError(f"step must be a multiple of 1/{UNITS_PER_CELL}, not {step!r}")
    if kind not in NOISE_KINDS:
        raise ParameterError(f"kind must be one of {', '.join(NOISE_KINDS)}, not {kind!r}")
    made = make_octaves(
        world_key(normalize_seed(seed)),
        layer,
        wavelength,
        int(octaves),
        persistence,
        lacunarity,
        kind,
    )
    left, top = to_units(x, "x"), to_units(y, "y")
    to_units(x + step * width, "x")
    to_units(y + step * height, "y")
    out = np.empty((int(height), int(width)), dtype=np.float32)
    _fbm_grid(
        left,
        top,
        int(step * UNITS_PER_CELL),
        made.wavelengths,
        made.keys,
        made.offsets_x,
        made.offsets_y,
        made.amplitudes,
        made.gradient,
        out,
    )
    return out


@inner
def mix(value):  # type: ignore[no-untyped-def]
    """Scramble 64 bits: the finaliser of splitmix64 (Steele, Lea and Flood 2014)."""
    value = (value ^ (value >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    value = (value ^ (value >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return value ^ (value >> np.uint64(31))


@inner
def hash_row(key, iy):  # type: ignore[no-untyped-def]
    """Return the part of a lattice hash that all points of one row share."""
    return mix(key + np.uint64(iy) * np.uint64(0x9E3779B97F4A7C15))


@inner
def hash_point(row, ix):  # type: ignore[no-untyped-def]
    """Return the 64-bit hash of lattice point ix of a row."""
    return mix(row ^ (np.uint64(ix) * np.uint64(0xD1342543DE82EF95)))


@inner
def unit(hashed):  # type: ignore[no-untyped-def]
    """Return a hash as a number in 0..1, 1 excluded."""
    return np.float64(np.int64(hashed >> np.uint64(11))) * 1.1102230246251565e-16


@inner
def shape(total):  # type: ignore[no-untyped-def]
    """Bring a sum of octaves into 0..1: a smooth curve that is flat at both ends."""
    bounded = min(max(total, -1.0), 1.0)
    return 0.5 + bounded * (0.75 - 0.25 * (bounded * bounded))


@inner
def direction(hashed):  # type: ignore[no-untyped-def]
    """Return a unit vector whose angle is spread evenly, from rational functions alone."""
    part = np.float64(np.int64((hashed >> np.uint64(8)) & np.uint64(0xFFFFFFFF))) * 2.0**-32
    # tan(pi / 8 * part), close enough that directions are even to a thousandth.
    square = part * part
    tangent = part * (0.3926990816987241 + square * (0.020186 + square * 0.0013284806))
    bottom = 1.0 + tangent * tangent
    long = (1.0 - tangent * tangent) / bottom
    short = (tangent + tangent) / bottom
    if hashed & np.uint64(1):
        long, short = short, long
    if hashed & np.uint64(2):
        long = -long
    if hashed & np.uint64(4):
        short = -short
    return long, short


@inner
def _hash_columns(row, first, indices, count, hashes):  # type: ignore[no-untyped-def]
    """Hash the lattice points left of each column, and their right neighbours, each once."""
    span = indices[count - 1] + 2
    if span <= 2 * count:
        for k in range(span):
            hashes[k] = hash_point(row, first + k)
        return True
    for c in range(count):
        hashes[2 * c] = hash_point(row, first + indices[c])
        hashes[2 * c + 1] = hash_point(row, first + indices[c] + 1)
    return False


@inner
def _expand_value(row, first, indices, weights, count, amplitude, hashes, out):  # type: ignore[no-untyped-def]
    dense = _hash_columns(row, first, indices, count, hashes)
    for c in range(count):
        at = indices[c] if dense else 2 * c
        left = unit(hashes[at]) - 0.5
        right = unit(hashes[at + 1]) - 0.5
        out[0, c] = amplitude * (left + weights[c] * (right - left))


@inner
def _expand_gradient(  # type: ignore[no-untyped-def]
    row, first, indices, fractions, weights, count, amplitude, hashes, slopes, out
):
    dense = _hash_columns(row, first, indices, count, hashes)
    points = indices[count - 1] + 2 if dense else 2 * count
    for k in range(points):
        slopes[0, k], slopes[1, k] = direction(hashes[k])
    for c in range(count):
        at = indices[c] if dense else 2 * c
        fraction = fractions[c]
        left = slopes[0, at] * fraction
        right = slopes[0, at + 1] * (fraction - 1.0)
        out[0, c] = amplitude * (left + weights[c] * (right - left))
        left = slopes[1, at]
        out[1, c] = amplitude * (left + weights[c] * (slopes[1, at + 1] - left))


@inner
def _add_value(total, blend, weight, count):  # type: ignore[no-untyped-def]
    for c in range(count):
        total[c] += blend[0, c] + weight * blend[1, c]


@inner
def _add_gradient(total, blend, fraction, weight, count):  # type: ignore[no-untyped-def]
    both = weight * fraction
    for c in range(count):
        total[c] += (blend[0, c] + fraction * blend[1, c]) + (
            weight * blend[2, c] + both * blend[3, c]
        )


@inner
def _columns(x, step, wavelength, gradient, count, indices, fractions, weights):  # type: ignore[no-untyped-def]
    """Find each column's lattice index from the first, its fraction and its blend weight."""
    first = x // wavelength
    position = x - first * wavelength
    index = np.int64(0)
    for c in range(count):
        fraction = np.float64(position) / np.float64(wavelength)
        indices[c] = index
        fractions[c] = fraction
        weights[c] = _blend(fraction, gradient)
        position += step
        jump = position // wavelength
        index += jump
        position -= jump * wavelength
    return first


@inner
def _blend(fraction, gradient):  # type: ignore[no-untyped-def]
    if gradient:
        return fraction * fraction * fraction * (fraction * (fraction * 6.0 - 15.0) + 10.0)
    return fraction * fraction * (3.0 - 2.0 * fraction)


@inner
def _combine(gradient, above, below, blend, count):  # type: ignore[no-untyped-def]
    """Turn two expanded lattice rows into the coefficients of the blend in y."""
    if gradient:
        for c in range(count):
            blend[0, c] = above[0, c]
            blend[1, c] = above[1, c]
            blend[2, c] = (below[0, c] - below[1, c]) - above[0, c]
            blend[3, c] = below[1, c] - above[1, c]
    else:
        for c in range(count):
            blend[0, c] = above[0, c]
            blend[1, c] = below[0, c] - above[0, c]


@inner
def fill(  # type: ignore[no-untyped-def]
    x, y, step, wavelengths, keys, offsets_x, offsets_y, amplitudes, gradient, start, sums, out
):
    """Sum octaves over a grid: into float64 ``sums`` as they are, or shaped into float32 ``out``.

    Exactly one of the two has columns. ``start`` is the first column, so that wide grids are
    done in strips whose working set stays in the nearest cache.
    """
    shaped = out.shape[1] > 0
    rows = out.shape[0] if shaped else sums.shape[0]
    columns = out.shape[1] if shaped else sums.shape[1]
    count = min(_COLUMNS, columns - start)
    octaves = len(wavelengths)
    indices = np.empty((octaves, count), dtype=np.int64)
    fractions = np.empty((octaves, count))
    weights = np.empty((octaves, count))
    firsts = np.empty(octaves, dtype=np.int64)
    lattice_rows = np.empty(octaves, dtype=np.int64)
    expanded = np.empty((octaves, 2, 2, count))
    blends = np.empty((octaves, 4, count))
    hashes = np.empty(2 * count, dtype=np.uint64)
    slopes = np.empty((2, 2 * count))
    total = np.empty(count)
    for o in range(octaves):
        firsts[o] = _columns(
            x + offsets_x[o] + start * step,
            step,
            wavelengths[o],
            gradient,
            count,
            indices[o],
            fractions[o],
            weights[o],
        )
    for r in range(rows):
        if shaped:
            total[:] = 0.0
        else:
            for c in range(count):
                total[c] = sums[r, start + c]
        for o in range(octaves):
            wavelength = wavelengths[o]
            position = y + offsets_y[o] + r * step
            iy = position // wavelength
            fraction = np.float64(position - iy * wavelength) / np.float64(wavelength)
            if r == 0 or iy != lattice_rows[o]:
                for side in range(2):
                    if side == 0 and r > 0 and iy == lattice_rows[o] + 1:
                        expanded[o, 0] = expanded[o, 1]
                        continue
                    row = hash_row(keys[o], iy + side)
                    if gradient:
                        _expand_gradient(
                            row, firsts[o], indices[o], fractions[o], weights[o], count,
                            amplitudes[o], hashes, slopes, expanded[o, side],
                        )  # fmt: skip
                    else:
                        _expand_value(
                            row, firsts[o], indices[o], weights[o], count,
                            amplitudes[o], hashes, expanded[o, side],
                        )  # fmt: skip
                _combine(gradient, expanded[o, 0], expanded[o, 1], blends[o], count)
                lattice_rows[o] = iy
            weight = _blend(fraction, gradient)
            if gradient:
                _add_gradient(total, blends[o], fraction, weight, count)
            else:
                _add_value(total, blends[o], weight, count)
        if shaped:
            for c in range(count):
                out[r, start + c] = np.float32(shape(total[c]))
        else:
            for c in range(count):
                sums[r, start + c] = total[c]


_ARGUMENTS = (
    types.int64, types.int64, types.int64, INTEGERS, KEYS, INTEGERS, INTEGERS, FLOATS, types.boolean,
)  # fmt: skip


@kernel(types.void(*_ARGUMENTS, types.float64[:, ::1]))
def _add_grid(  # type: ignore[no-untyped-def]
    x, y, step, wavelengths, keys, offsets_x, offsets_y, amplitudes, gradient, sums
):
    nothing = np.empty((0, 0), dtype=np.float32)
    for start in range(0, sums.shape[1], _COLUMNS):
        fill(
            x, y, step, wavelengths, keys, offsets_x, offsets_y, amplitudes, gradient, start,
            sums, nothing,
        )  # fmt: skip


@kernel(types.void(*_ARGUMENTS, types.float32[:, ::1]))
def _fbm_grid(  # type: ignore[no-untyped-def]
    x, y, step, wavelengths, keys, offsets_x, offsets_y, amplitudes, gradient, out
):
    nothing = np.empty((0, 0))
    for start in range(0, out.shape[1], _COLUMNS):
        fill(
            x, y, step, wavelengths, keys, offsets_x, offsets_y, amplitudes, gradient, start,
            nothing, out,
        )  # fmt: skip
