"""Noise for those who come for noise: any points, four kinds, three fractals."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from worldgen.coordinates import COORDINATE_LIMIT, UNITS_PER_CELL, CoordinateError
from worldgen.kernels.decorators import Kernel
from worldgen.noise.points import cellular, gradient, simplex, value
from worldgen.noise.points.fractals import FRACTALS, add_billows, add_ridges
from worldgen.noise.points.lattice import NEAR, OFFSET, PERIOD
from worldgen.noise.points.split import move, split
from worldgen.parameters import Choice, Flag, ParameterError, Real, Whole
from worldgen.rounding import check_rounding
from worldgen.seed import Seed, layer_key, normalize_seed, world_key

_SUMS: dict[str, tuple[Kernel, Kernel, Kernel]] = {
    "value": (value.add_line, value.add_plane, value.add_space),
    "gradient": (gradient.add_line, gradient.add_plane, gradient.add_space),
    "simplex": (simplex.add_line, simplex.add_plane, simplex.add_space),
}
_CELLS = {"cellular": cellular.DISTANCE, "borders": cellular.BORDER, "cells": cellular.CELL}

KINDS = (*_SUMS, *_CELLS)

_AXES = "x", "y", "z"
_BLOCK = 1 << 14
"""Points that are worked on at once, so that what belongs to them stays in the nearer caches."""

_SIMPLEX_PITCH = math.sqrt(2.0 / 3.0), math.sqrt(1.0 / 2.0)
"""Side and height of the triangles of simplex noise on a plane, in wavelengths."""

_FURTHEST_UNIT = COORDINATE_LIMIT * UNITS_PER_CELL
_LONGEST_TILE = 1 << 34
"""Units."""

_LEAST_PERIOD = 128
"""Units between lattice points, for what ``locate`` relies on."""

_FINEST = 2.0**-20
"""Cells."""

_SPACES = "", " line", "", " space"
_OFFSET_BITS = 8, 24, 32

_RULES: dict[str, Real | Whole | Choice | Flag] = {
    "kind": Choice(KINDS),
    "fractal": Choice(FRACTALS),
    "frequency": Real(2.0**-20, 64.0),
    "octaves": Whole(1, 12),
    "gain": Real(0.05, 0.95),
    "lacunarity": Real(1.5, 4.0),
    "warp": Real(0.0, 2.0**20),
    "signed": Flag(),
}


@dataclass(frozen=True)
class Noise:
    """Noise at points of a line, a plane or a space: call it with coordinates in cells.

    >>> import numpy, worldgen
    >>> hills = worldgen.Noise("atlantis", "simplex", frequency=0.01, octaves=5)
    >>> hills(numpy.arange(256.0), numpy.arange(256.0)[:, None]).shape
    (256, 256)

    Nothing is clipped: every octave keeps within -1..1, and their sum is divided by what their
    amplitudes add up to. The bits are the same on every machine, in every order and for every way
    to cut the points, and far away the noise is as fine as it is near. On a plane the octaves of
    ``"value"`` and ``"gradient"`` are those of ``worldgen.fbm`` with the same seed, layer and
    wavelength, ``1 / frequency``; that function leaves out octaves finer than two cells, shapes
    its sum to an even spread and is faster on grids.

    Attributes:
        seed: any whole number, or text.
        kind: ``"value"``, ``"gradient"`` or ``"simplex"``; ``"cellular"`` is the distance to the
            nearest of scattered points, ``"borders"`` how much farther the second nearest lies
            (-1 on the borders between cells), and ``"cells"`` one value for each cell.
        fractal: ``"fbm"`` sums the octaves, ``"billow"`` folds each at its middle, ``"ridged"``
            makes ridges there. It counts with one octave too.
        frequency: lattice points, or waves of the broadest octave, to a cell: 2**-20..64.
        octaves: 1..12, each finer and weaker than the one before.
        gain: amplitude of each octave relative to the one before, 0.05..0.95.
        lacunarity: frequency of each octave relative to the one before, 1.5..4.
        warp: how far places are moved before the noise is read, in cells, at most, along each
            axis by gradient noise of the same frequency and octaves.
        tile: cells after which the noise repeats, for all axes or for each, a multiple of 1/64;
            None for never. Each octave's frequency gives way so that it fits in, at least twice.
        signed: whether the output is in -1..1, or in 0..1.
        layer: the name of the layer; layers of one seed are independent.

    Raises:
        SeedError, ParameterError: naming the argument and what it allows.
    """

    seed: Seed
    kind: str = "gradient"
    fractal: str = "fbm"
    frequency: float = 1 / 64
    octaves: int = 1
    gain: float = 0.5
    lacunarity: float = 2.0
    warp: float = 0.0
    tile: float | tuple[float, ...] | None = None
    signed: bool = True
    layer: str = "height"

    def __post_init__(self) -> None:
        object.__setattr__(self, "seed", normalize_seed(self.seed))
        for name, rule in _RULES.items():
            object.__setattr__(self, name, rule.check(name, getattr(self, name)))
        layer: object = self.layer
        if not isinstance(layer, str) or not layer.isprintable():
            raise ParameterError(f"layer must be the name of a layer, not {layer!r}")
        if self.tile is not None:
            object.__setattr__(self, "tile", _checked_tile(self.tile))
        if self._finest < _FINEST:
            raise ParameterError(f"the finest octave must be {_FINEST:g} cells wide or more")
        if any(period > _LONGEST_TILE for period in self._periods(1)):
            raise ParameterError("tile must be shorter for a noise as fine as this one")

    def __call__(
        self, x: ArrayLike, y: ArrayLike | None = None, z: ArrayLike | None = None
    ) -> np.ndarray:
        """Return the noise at places, float64 of the shape that x, y and z broadcast to.

        Raises:
            CoordinateError: for what is no finite number, and beyond 2**52 cells from the origin,
                or a good 2**50 of its finest waves, whichever is nearer.
        """
        check_rounding()
        given = [x] if y is None and z is None else [x, y] if z is None else [x, y, z]
        if z is not None and y is None:
            raise CoordinateError("a place with a z must have a y")
        places = np.broadcast_arrays(*(_numbers(c, _AXES[n]) for n, c in enumerate(given)))
        dims = len(places)
        if isinstance(self.tile, tuple) and len(self.tile) != dims:
            raise ParameterError(f"tile must have a period for each axis: there are {dims} axes")
        flat = [np.ascontiguousarray(place).reshape(-1) for place in places]
        out = np.zeros(flat[0].size)
        for start in range(0, out.size, _BLOCK):
            block = slice(start, start + _BLOCK)
            self._fill([each[block] for each in flat], out[block])
        if not self.signed:
            out *= 0.5
            out += 0.5
        return out.reshape(places[0].shape)

    def _fill(self, places: list[np.ndarray], out: np.ndarray) -> None:
        units = np.empty((len(places), out.size), dtype=np.int64)
        parts = np.empty(units.shape)
        limit = _FURTHEST_UNIT / self._scale
        # What offsets and warp may add; with a tile nothing is plain.
        moved = (1 << 32) * (self._scale // UNITS_PER_CELL) + self.warp * self._scale + 1
        near = (NEAR - moved) / self._scale if self.tile is None else -1.0
        plain = True
        for axis, place in enumerate(places):
            far, beyond = split(place, near, limit, self._scale, units[axis], parts[axis])
            plain = plain and not far
            if beyond:
                raise CoordinateError(
                    f"{_AXES[axis]} must be finite and within {limit:.0f} cells of the origin"
                )
        if self.warp:
            self._warp(units, parts, plain)
        self._sum(units, parts, plain, out)

    def _warp(self, units: np.ndarray, parts: np.ndarray, plain: bool) -> None:
        ways = np.zeros(units.shape)
        for axis, way in enumerate(ways):
            layer = f"{self.layer} warp {_AXES[axis]}"
            mover = replace(self, kind="gradient", fractal="fbm", warp=0.0, layer=layer)
            mover._sum(units, parts, plain, way)
        for axis, way in enumerate(ways):
            move(way, self.warp * self._scale, units[axis], parts[axis])

    def _sum(self, units: np.ndarray, parts: np.ndarray, plain: bool, out: np.ndarray) -> None:
        dims = len(units)
        tables = _tables(self, dims)
        if self.tile is not None:
            units = units % np.array(self._periods(dims))[:, np.newaxis]
        amplitudes = _amplitudes(self.octaves, self.gain)

        def add(axes: np.ndarray, key: np.uint64, amplitude: float, sums: np.ndarray) -> None:
            if self.kind in _CELLS:
                measure = _CELLS[self.kind]
                cellular.add_cells(units, parts, axes, key, measure, amplitude, sums)
            else:
                _SUMS[self.kind][dims - 1](units, parts, axes, plain, key, amplitude, sums)

        def octaves() -> Iterator[np.ndarray]:
            for axes, key in tables:
                octave = np.zeros(out.size)
                add(axes, key, 1.0, octave)
                yield octave

        if self.fractal == "fbm":
            for (axes, key), amplitude in zip(tables, amplitudes, strict=True):
                add(axes, key, amplitude, out)
        elif self.fractal == "billow":
            add_billows(octaves(), amplitudes, out)
        else:
            add_ridges(octaves(), amplitudes, out)

    @property
    def _finest(self) -> float:
        """Cells between the lattice points of the finest octave."""
        wavelength = 1.0 / self.frequency
        for _ in range(self.octaves - 1):
            wavelength /= self.lacunarity
        return wavelength

    @property
    def _scale(self) -> int:
        """Units to a cell: so many that all lattices have the least period."""
        tiles = [self.tile] if isinstance(self.tile, float) else self.tile or ()
        least = min(self._finest * min(_SIMPLEX_PITCH), *(tile / 2.0 for tile in tiles), 2.0)
        scale = UNITS_PER_CELL
        while scale * least < _LEAST_PERIOD:
            scale *= 2
        return scale

    def _periods(self, dims: int) -> list[int]:
        tiles = self.tile if isinstance(self.tile, tuple) else (self.tile,) * dims
        return [int(tile * self._scale) for tile in tiles if tile is not None]


def _amplitudes(octaves: int, gain: float) -> list[float]:
    """Return what each octave counts; together 1."""
    weights, total = [1.0], 1.0
    for _ in range(octaves - 1):
        weights.append(weights[-1] * gain)
        # Not with sum(), which rounds in another way from Python 3.12 on.
        total += weights[-1]
    return [weight / total for weight in weights]


@lru_cache(maxsize=64)
def _tables(noise: Noise, dims: int) -> list[tuple[np.ndarray, np.uint64]]:
    """Return each octave's table of axes, and its key."""
    world = world_key(noise.seed)
    kind = "cellular" if noise.kind in _CELLS else noise.kind
    name = f"{noise.layer} {kind}{_SPACES[dims]}"
    tables = []
    wavelength = 1.0 / noise.frequency
    for index in range(noise.octaves):
        key = layer_key(world, name, index)
        tables.append((_axes(noise, dims, wavelength, key), np.uint64(key)))
        wavelength /= noise.lacunarity
    return tables


def _axes(noise: Noise, dims: int, wavelength: float, key: int) -> np.ndarray:
    scale = noise._scale
    whole = round(wavelength * UNITS_PER_CELL)
    # As fbm does it, where that has this octave.
    length = whole * scale // UNITS_PER_CELL if whole >= 2 * UNITS_PER_CELL else wavelength * scale
    triangles = noise.kind == "simplex" and dims == 2
    periods = noise._periods(dims) if noise.tile is not None else None
    axes = np.zeros((dims, 3), dtype=np.int64)
    for axis in range(dims):
        pitch = length * (_SIMPLEX_PITCH[axis] if triangles else 1.0)
        axes[axis, OFFSET] = (key >> _OFFSET_BITS[axis] & 0xFFFFFFFF) * (scale // UNITS_PER_CELL)
        axes[axis, PERIOD] = round(pitch)
        if periods is not None:
            rows = 2 if triangles and axis == 1 else 1
            times = max(2 // rows, round(periods[axis] / (rows * pitch)))
            axes[axis] = axes[axis, OFFSET] % periods[axis], periods[axis], rows * times
    axes.flags.writeable = False
    return axes


def _checked_tile(tile: object) -> float | tuple[float, ...]:
    rule = Real(1.0 / UNITS_PER_CELL, 2.0**20)
    several = tile if isinstance(tile, tuple | list) else (tile,)
    periods = tuple(rule.check("tile", period) for period in several)
    if not 1 <= len(periods) <= 3 or any(period * UNITS_PER_CELL % 1 for period in periods):
        raise ParameterError(f"tile must be up to three multiples of 1/64, not {tile!r}")
    return periods if isinstance(tile, tuple | list) else periods[0]


def _numbers(coordinates: Any, name: str) -> np.ndarray:
    array = np.asarray(coordinates)
    if array.dtype.kind not in "iuf":
        raise CoordinateError(f"{name} must be numbers of cells, not {array.dtype}")
    return array.astype(np.float64, copy=False)
