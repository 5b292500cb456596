"""Noise along a line: white noise, value noise through lattice points, and its octaves."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from worldgen.coordinates import UNITS_PER_CELL
from worldgen.island.relief import random_cells
from worldgen.noise.octaves import Octaves, make_octaves, sum_octaves
from worldgen.seed import layer_key, normalize_seed, world_key


@dataclass(frozen=True)
class OctaveLine:
    """One octave along a line."""

    values: np.ndarray
    """At every cell."""
    lattice_x: np.ndarray
    """Cells of the lattice points, which may lie between whole cells."""
    lattice_values: np.ndarray


def white_line(seed: str, first: int, count: int) -> np.ndarray:
    """Return independent numbers in -0.5..0.5, one a cell: the hash that is behind all noise."""
    key = layer_key(world_key(normalize_seed(seed)), "white")
    cells = np.empty((1, count))
    random_cells(np.uint64(key), first, 0, cells)
    line: np.ndarray = cells[0] - 0.5
    return line


def octave_lines(
    seed: str,
    first: int,
    count: int,
    wavelength: float,
    octaves: int,
    persistence: float,
    smoothstep: bool,
) -> list[OctaveLine]:
    """Return every octave of value noise along a row of cells.

    Without ``smoothstep`` the same lattice values are joined by straight lines.
    """
    key = world_key(normalize_seed(seed))
    made = make_octaves(key, "height", wavelength, octaves, persistence, 2.0, "value")
    return [_octave_line(one, first, count, smoothstep) for one in _one_by_one(made)]


def _one_by_one(octaves: Octaves) -> list[Octaves]:
    lengths = octaves.wavelengths / UNITS_PER_CELL
    singles, rest = [], octaves
    for length in lengths:
        single, rest = rest.split(float(length))
        singles.append(single)
    return singles


def _octave_line(octave: Octaves, first: int, count: int, smoothstep: bool) -> OctaveLine:
    length, offset = int(octave.wavelengths[0]), int(octave.offsets_x[0])
    begin, end = first * UNITS_PER_CELL, (first + count) * UNITS_PER_CELL
    # Lattice points lie where the position plus the octave's offset is a multiple of its length.
    before = (begin + offset) // length * length - offset
    points = (end - before) // length + 2
    lattice = sum_octaves(octave, before, 0, length, points, 1)[0]
    places = (before + length * np.arange(points)) / UNITS_PER_CELL
    values = sum_octaves(octave, begin, 0, UNITS_PER_CELL, count, 1)[0]
    if not smoothstep:
        values = np.interp(first + np.arange(count), places, lattice)
    return OctaveLine(values, places, lattice)
