"""The terrain of a domain: where its land lies before any rule is applied."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numba import types
from numpy.lib.stride_tricks import sliding_window_view

from worldgen.archipelago.archipelago import IslandKey, domain_box, mask_grid
from worldgen.archipelago.island_mask import coast_height, masked_height
from worldgen.archipelago.landform_relief import lay_landforms
from worldgen.archipelago.uplands import CALM, LIFT, upland_fields
from worldgen.archipelago.weather import WETNESS, weather_fields
from worldgen.coordinates import UNITS_PER_CELL
from worldgen.island.coast import FORCED_SEA, LAGOON_NODE, SEA_NODE, find_open_sea
from worldgen.island.relief import grow, random_cells
from worldgen.kernels.decorators import FLOATS, GRID, kernel
from worldgen.layers import COAST_AMPLITUDE, WATER, Layers
from worldgen.noise.grid import shape
from worldgen.noise.octaves import add_octaves, sum_octaves
from worldgen.seed import layer_key

PAD = 4
"""Nodes around the land that are kept in a plan, so that interpolation never leaves it."""

_COARSE = 8
_NARROWEST = 8
"""Nodes from one sample to the next where the extent of a domain is looked for, at the most, and
the part of an island spacing that no arm of a domain is narrower than."""

_SEA_SQUARES = 16
"""Without islands, water is open sea from this size on."""

_LAGOON_SQUARES = 160
"""Enclosed water is a lake from this size on; what is smaller is filled up."""

_MARGIN = 14
"""Nodes around the land that a lattice is cropped to."""

_LOWEST_START = 0.004
"""How far above the water level land begins at the least."""

_LEAST_RAIN = 0.3
"""Part of the average rain that falls anywhere."""

STRAIT = 2
"""Nodes of water on each side of a domain's border, at the least."""


@dataclass(frozen=True, eq=False)
class DomainTerrain:
    """What lies in an island's domain before any rule is applied.

    Arrays are (rows, columns) over a lattice; heights are float64, 0..1.
    """

    first_x: int
    """World lattice position of node [0, 0]; ``first_y`` alike."""
    first_y: int
    step: int
    """Sixty-fourths of a cell between nodes."""
    owned: np.ndarray
    """bool: whether a node lies in the domain."""
    strength: np.ndarray
    """float64, 0..1: the island mask."""
    base: np.ndarray
    """What a chunk computes itself: the low octaves, masked."""
    start: np.ndarray
    """What the relief begins with."""
    sea: np.ndarray
    """uint8, as ``find_open_sea`` marks it."""
    land: np.ndarray
    """bool: the domain's nodes that are not open sea."""

    @property
    def shape(self) -> tuple[int, int]:
        rows, columns = self.base.shape
        return rows, columns


def make_domain_terrain(
    layers: Layers, key: IslandKey, step: int, strait: int = STRAIT
) -> DomainTerrain | None:
    """Return the terrain of a domain, cropped to its land; None if there is none.

    ``step`` is in sixty-fourths of a cell; ``strait`` in nodes of water on each side of a border.
    """
    parameters = layers.parameters
    box = find_box(layers, key, step)
    if box is None:
        return None
    first_x, first_y, columns, rows = box
    mask = mask_grid(layers.archipelago, first_x * step, first_y * step, step, columns, rows)
    owned = mask.owner == mask.code(*key)
    strength = mask.strength if parameters.island else np.ones((rows, columns))
    base, start, full = _starting_heights(layers, first_x, first_y, step, strength)
    coast_noise = sum_octaves(
        layers.coast_noise, first_x * step, first_y * step, step, columns, rows
    )
    wet = np.empty((rows, columns), dtype=np.uint8)
    _mark_wet(full, coast_noise, layers.numbers, wet)
    if parameters.island:
        # Straits are never narrower than the squares that water is joined over.
        wet[~shrunk(owned, strait)] = 1
        # Chunks ask no plan where the mask is 0.
        wet[owned & (strength == 0.0)] = FORCED_SEA
    sea = np.zeros((rows, columns), dtype=np.uint8)
    open_from = rows * columns if parameters.island else _SEA_SQUARES
    find_open_sea(wet, open_from, _LAGOON_SQUARES, sea)
    # Neither what only coast noise makes land nor a puddle behind the beach becomes a depression.
    dry = sea & (SEA_NODE | LAGOON_NODE) == 0
    start = np.where(dry, np.maximum(start, parameters.water_level + _LOWEST_START), start)
    sea &= ~np.uint8(LAGOON_NODE)
    land = owned & ((sea & SEA_NODE) == 0)
    land[:PAD] = land[-PAD:] = False
    land[:, :PAD] = land[:, -PAD:] = False
    if not land.any():
        return None
    across, down = np.flatnonzero(land.any(axis=0)), np.flatnonzero(land.any(axis=1))
    top, bottom = max(down[0] - _MARGIN, 0), min(down[-1] + _MARGIN + 1, rows)
    left, right = max(across[0] - _MARGIN, 0), min(across[-1] + _MARGIN + 1, columns)
    part = (slice(top, bottom), slice(left, right))
    owned, strength, base, start, sea, land = (
        np.ascontiguousarray(array[part]) for array in (owned, strength, base, start, sea, land)
    )
    return DomainTerrain(
        first_x + int(left), first_y + int(top), step, owned, strength, base, start, sea, land
    )


def find_box(layers: Layers, key: IslandKey, step: int) -> tuple[int, int, int, int] | None:
    """Return first_x, first_y, columns and rows of the lattice that an island needs.

    ``step`` is in sixty-fourths of a cell.
    """
    archipelago = layers.archipelago
    x, y, width, height = (cells * UNITS_PER_CELL for cells in domain_box(archipelago, key))
    narrowest = layers.parameters.island_spacing * UNITS_PER_CELL // _NARROWEST
    every = min(max(narrowest // step, 1), _COARSE)
    coarse = step * every
    left, top = x // coarse, y // coarse
    count_x, count_y = width // coarse + 2, height // coarse + 2
    mask = mask_grid(archipelago, left * coarse, top * coarse, coarse, count_x, count_y)
    inside = mask.owner == mask.code(*key)
    if layers.parameters.island:
        inside &= mask.strength > 0.0
    if not inside.any():
        return None
    across, down = np.flatnonzero(inside.any(axis=0)), np.flatnonzero(inside.any(axis=1))
    margin = every + _MARGIN
    first_x = (left + int(across[0])) * every - margin
    first_y = (top + int(down[0])) * every - margin
    columns = (int(across[-1]) - int(across[0])) * every + 2 * margin + 1
    rows = (int(down[-1]) - int(down[0])) * every + 2 * margin + 1
    return first_x, first_y, columns, rows


def _starting_heights(
    layers: Layers, first_x: int, first_y: int, step: int, strength: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return base, start and full heights of the nodes.

    The base is what a chunk computes itself, the start is what the relief begins with, and the
    full height, with all octaves, says where water stands.
    """
    parameters = layers.parameters
    rows, columns = strength.shape
    x, y = first_x * step, first_y * step
    base = np.empty((rows, columns))
    if parameters.relief == "rules":
        mask_noise(np.zeros((rows, columns)), strength, parameters.island, layers.numbers, base)
        start = np.empty((rows, columns))
        cells = np.empty((rows, columns))
        random_cells(np.uint64(layer_key(layers.plan_key, "cells")), first_x, first_y, cells)
        grown = grow(
            cells, strength, parameters.relief_steps, max(parameters.smoothing, 0.05),
            parameters.uplift, parameters.thermal, step / UNITS_PER_CELL,
        )  # fmt: skip
        _mask_heights(grown, strength, layers.numbers, start)
        return base, start, start
    total = low_noise(layers, x, y, step, columns, rows)
    mask_noise(total, strength, parameters.island, layers.numbers, base)
    add_octaves(layers.height_high, x, y, step, total)
    full = np.empty((rows, columns))
    mask_noise(total, strength, parameters.island, layers.numbers, full)
    return base, base, full


def low_noise(layers: Layers, x: int, y: int, step: int, columns: int, rows: int) -> np.ndarray:
    """Return the sum of what plans know of height noise: low octaves, uplands, cones, flat atolls.

    These are relief by rules: without any rule height is noise and mask alone.
    """
    total = sum_octaves(layers.height_low, x, y, step, columns, rows)
    if not layers.planned or layers.parameters.relief == "rules":
        return total
    uplands = upland_fields(layers.archipelago, x, y, step, columns, rows)
    if uplands is not None:
        total *= uplands[CALM]
        total += uplands[LIFT]
    lay_landforms(layers.archipelago, x, y, step, total)
    return total


@kernel(types.void(GRID, GRID, types.boolean, FLOATS, types.float64[:, ::1]))
def mask_noise(total, strength, island, numbers, out):  # type: ignore[no-untyped-def]
    """Set ``out`` to the heights of sums of octaves, masked if there are islands."""
    for r in range(out.shape[0]):
        for c in range(out.shape[1]):
            noise = shape(total[r, c])
            out[r, c] = masked_height(noise, strength[r, c], numbers[WATER]) if island else noise


@kernel(types.void(GRID, GRID, FLOATS, types.float64[:, ::1]), rare=True)
def _mask_heights(heights, strength, numbers, out):  # type: ignore[no-untyped-def]
    """Set ``out`` to heights with the mask laid over them."""
    for r in range(out.shape[0]):
        for c in range(out.shape[1]):
            out[r, c] = masked_height(heights[r, c], strength[r, c], numbers[WATER])


@kernel(types.void(GRID, GRID, FLOATS, types.uint8[:, ::1]))
def _mark_wet(heights, coast_noise, numbers, wet):  # type: ignore[no-untyped-def]
    """Set ``wet`` to 1 where the height at the coast lies below the water level, else to 0."""
    for r in range(wet.shape[0]):
        for c in range(wet.shape[1]):
            height = coast_height(heights[r, c], coast_noise[r, c], numbers[COAST_AMPLITUDE])
            wet[r, c] = 1 if height < numbers[WATER] else 0


def shrunk(mask: np.ndarray, nodes: int) -> np.ndarray:
    """Return a mask without what lies within some nodes of its edge, diagonals included."""
    left = np.pad(mask, nodes)
    for axis in (0, 1):
        left = np.all(sliding_window_view(left, 2 * nodes + 1, axis=axis), axis=-1)
    return left


def coastline(land: np.ndarray) -> np.ndarray:
    """Return the flat indices of the land nodes beside an outlet, in rising order."""
    dry = land.copy()
    dry[1:-1, 1:-1] &= land[:-2, 1:-1] & land[2:, 1:-1] & land[1:-1, :-2] & land[1:-1, 2:]
    dry[1:-1, 1:-1] &= land[:-2, :-2] & land[2:, 2:] & land[2:, :-2] & land[:-2, 2:]
    return np.flatnonzero(land & ~dry).astype(np.int32)


def rainfall(layers: Layers, terrain: DomainTerrain) -> np.ndarray:
    """Return the water that falls on each node, in cells of average rain."""
    x, y, step = terrain.first_x * terrain.step, terrain.first_y * terrain.step, terrain.step
    rows, columns = terrain.shape
    wet = np.clip(sum_octaves(layers.moisture, x, y, step, columns, rows), -1.0, 1.0)
    cells = (step / UNITS_PER_CELL) ** 2
    band = layers.parameters.climate_band
    slow = weather_fields(layers.archipelago, band, x, y, step, columns, rows)[WETNESS]
    rain: np.ndarray = cells * np.maximum(1.0 + 0.4 * wet + 1.6 * slow, _LEAST_RAIN)
    return rain
