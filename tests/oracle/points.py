"""Noise at one point with whole numbers and floats of Python alone, one octave.

Written from the description of the noise. Where the kernels find the few lattice points that
count, here all that lie around are asked.
"""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass

from tests.oracle.noise import WORD, direction, hash_point, mix, octave_key, world_key

UNITS = 64
SPACES = {1: " line", 2: "", 3: " space"}
PERLIN = [
    *((1, 1, 0), (-1, 1, 0), (1, -1, 0), (-1, -1, 0)),
    *((1, 0, 1), (-1, 0, 1), (1, 0, -1), (-1, 0, -1)),
    *((0, 1, 1), (0, -1, 1), (0, 1, -1), (0, -1, -1)),
    *((1, 1, 0), (0, -1, 1), (-1, 1, 0), (0, -1, -1)),
]
"""The sixteen slopes of "Improving Noise", section 4, in the order of that paper's code."""


@dataclass(frozen=True)
class Axis:
    """A lattice along one axis: a point every ``period / times`` units, repeating or not."""

    offset: int
    period: int
    length: int

    def locate(self, cells: float, scale: int) -> tuple[int, float]:
        unit = math.floor(cells * scale)
        times = max(self.length, 1)
        if self.length:
            unit %= self.period
        index, rest = divmod((unit + self.offset) * times, self.period)
        inverse = 1.0 / self.period
        part = (rest + (cells * scale - math.floor(cells * scale)) * times) * inverse
        return (index + 1, part - 1.0) if self.length and part >= 1.0 else (index, part)

    def wrap(self, index: int) -> int:
        return index % self.length if self.length else index


def scale_of(wavelength: float, tile: float | None) -> int:
    """Return units to a cell: 128 or more to a lattice step of any kind, 64 at least."""
    scale = UNITS
    while scale * min(wavelength * math.sqrt(2 / 3), wavelength * math.sqrt(1 / 2)) < 128:
        scale *= 2
    while tile is not None and scale * tile < 256:
        scale *= 2
    return scale


def octave_at(
    seed: int | str, kind: str, wavelength: float, tile: float | None, place: tuple[float, ...]
) -> float:
    """Return the one octave of a noise at a place in cells: -1..1."""
    dims = len(place)
    family = "cellular" if kind in ("borders", "cells") else kind
    key = octave_key(world_key(seed), "height", f"{family}{SPACES[dims]}", 0)
    scale = scale_of(wavelength, tile)
    axes = [_axis(key, n, dims, kind, wavelength, tile, scale) for n in range(dims)]
    found = [axis.locate(cells, scale) for axis, cells in zip(axes, place, strict=True)]
    index, way = [i for i, _ in found], [f for _, f in found]
    if family == "cellular":
        return _cellular(kind, key, axes, index, way)
    if kind == "simplex":
        return _simplex(key, axes, index, way)
    return _blended(kind, key, axes, index, way)


def _axis(
    key: int, n: int, dims: int, kind: str, wavelength: float, tile: float | None, scale: int
) -> Axis:
    shared = (key >> (8, 24, 32)[n] & 0xFFFFFFFF) * (scale // UNITS)
    length = wavelength * scale
    if round(wavelength * UNITS) >= 2 * UNITS:
        length = round(wavelength * UNITS) * (scale // UNITS)
    triangles = kind == "simplex" and dims == 2
    pitch = length * math.sqrt((2 / 3, 1 / 2)[n]) if triangles else length
    if tile is None:
        return Axis(shared, round(pitch), 0)
    period = int(tile * scale)
    if triangles and n == 1:
        return Axis(shared % period, period, 2 * max(1, round(period / (2 * pitch))))
    return Axis(shared % period, period, max(2, round(period / pitch)))


def _hashed(key: int, axes: list[Axis], index: tuple[int, ...]) -> int:
    """Return the hash of a lattice point; planes of space have keys of their own."""
    where = [axis.wrap(i) for axis, i in zip(axes, index, strict=True)]
    if len(where) == 3:
        key = mix((key + where[2] * 0x9E3779B97F4A7C15) & WORD)
    if len(where) == 1:
        return mix(key ^ (where[0] * 0xD1342543DE82EF95 & WORD))
    return hash_point(key, where[0], where[1])


def _slope(bits: int, way: tuple[float, ...]) -> float:
    if len(way) == 1:
        return ((bits >> 33) * 2.0**-30 - 1.0) * way[0]
    slope = direction(bits, 1.0) if len(way) == 2 else PERLIN[bits & 15]
    return sum(s * w for s, w in zip(slope, way, strict=True))


def _blended(kind: str, key: int, axes: list[Axis], index: list[int], way: list[float]) -> float:
    """Return value or gradient noise: a blend of the corners of a square."""
    total = 0.0
    for corner in itertools.product((0, 1), repeat=len(axes)):
        weight = 1.0
        for c, f in zip(corner, way, strict=True):
            s = f * f * (3 - 2 * f) if kind == "value" else f**3 * (f * (f * 6 - 15) + 10)
            weight *= s if c else 1.0 - s
        bits = _hashed(key, axes, tuple(i + c for i, c in zip(index, corner, strict=True)))
        if kind == "value":
            total += weight * ((bits >> 33) * 2.0**-30 - 1.0)
        else:
            total += weight * _slope(bits, tuple(f - c for f, c in zip(way, corner, strict=True)))
    return total if kind == "value" else total * (2.0, 1.414, 0.964)[len(axes) - 1]


def _simplex(key: int, axes: list[Axis], index: list[int], way: list[float]) -> float:
    """Return simplex noise: what all lattice points around reach out with."""
    dims = len(axes)
    reach = (1.0, 0.75, 0.5)[dims - 1]
    total = 0.0
    for steps in itertools.product(range(-2, 4), repeat=dims):
        point = tuple(i + s for i, s in zip(index, steps, strict=True))
        offset = [f - s for f, s in zip(way, steps, strict=True)]
        shifts: list[tuple[int, tuple[float, ...]]]
        if dims == 2:
            shifts = [(key, (offset[0] - 0.5 * (point[1] & 1), offset[1] * math.sqrt(0.75)))]
        elif dims == 3:
            centre = tuple(o - 0.5 for o in offset)
            shifts = [(key, tuple(offset)), (mix(key), centre)]
        else:
            shifts = [(key, tuple(offset))]
        for own, d in shifts:
            left = max(reach - sum(part * part for part in d), 0.0)
            total += left**4 * _slope(_hashed(own, axes, point), d)
    return total * (3.1604, 16.0, 76.8)[dims - 1]


def _cellular(kind: str, key: int, axes: list[Axis], index: list[int], way: list[float]) -> float:
    """Return cellular noise: of the points of all squares up to three away."""
    dims = len(axes)
    key = key if dims == 3 else mix(key)
    found = []
    for steps in itertools.product(range(-3, 4), repeat=dims):
        point = [i + s for i, s in zip(index, steps, strict=True)]
        where = [axis.wrap(i) for axis, i in zip(axes, point, strict=True)] + [0, 0]
        plane = mix((key + where[2] * 0x9E3779B97F4A7C15) & WORD) if dims == 3 else key
        bits = hash_point(plane, where[0], where[1])
        square = 0.0
        for n in range(dims):
            square += (steps[n] - way[n] + (bits >> 21 * n & (1 << 21) - 1) / 2**21) ** 2
        found.append((square, bits))
    found.sort()
    if kind == "cells":
        return 2.0 * (mix(found[0][1]) >> 33) * 2.0**-31 - 1.0
    nearest, second = (math.sqrt(square) for square, _ in found[:2])
    if kind == "borders":
        return 2.0 * (second - nearest) / (1.5, math.sqrt(2.5), math.sqrt(3.0))[dims - 1] - 1.0
    return 2.0 * nearest / math.sqrt(dims) - 1.0
