"""The ground of a chunk without a plan: masked noise, or the sketch of what a plan would make."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import types

from worldgen.archipelago.island_mask import coast_height, masked_height
from worldgen.kernels.decorators import FLOATS, GRID, device, kernel
from worldgen.layers import COAST_AMPLITUDE, MEAN_EROSION, WATER
from worldgen.noise.grid import shape

SHALLOWEST = 0.0015
"""How far below the water level the sea's floor lies at the least."""

SHELF_SLOPE = 0.0036
"""How fast the floor of the sea falls at the least with the distance from land, a cell."""

LOWEST_LAND = 0.0008
"""How far above the water level dry land lies at the least."""

FAR_SHORE = 40.0
"""Distances to the coast are measured this far, in cells."""

_CELLS_PER_HEIGHT = 130.0
"""How far from the coast a place lies for how far it rises above the water, without a plan."""

_COASTAL_RISE = 0.0145
_COASTAL_PLAIN, _COASTAL_BEND = 0.0028, 7.0
"""How high the land behind a coast lies on the average, and what of it the relief leaves; these and
the number above were fitted to the coasts of three worlds."""


class Ground(NamedTuple):
    """The ground under samples and their apron while it is being shaped: (rows, columns) each."""

    base: np.ndarray
    """float64: the low octaves, masked."""
    full: np.ndarray
    """float64: all octaves, masked."""
    height: np.ndarray
    """float64."""
    level: np.ndarray
    """float64: the water's surface; not a number where dry."""
    shore: np.ndarray
    """float32: distance to the coast in cells, > 0 on land."""
    relative: np.ndarray
    """float32: height above the neighbourhood's mean."""
    humidity: np.ndarray
    """float64, 0..1."""
    banks: np.ndarray
    """float64: how low the land beside a lake may be, at the least; minus infinity elsewhere."""
    discharge: np.ndarray
    """float64."""
    cover: np.ndarray
    """float32: how much of a sample a river covers as drawn, 0..1."""


class Noise(NamedTuple):
    """Sums of octaves under samples and their apron: float64 (rows, columns) each."""

    low: np.ndarray
    """The octaves that plans are made from."""
    total: np.ndarray
    """All octaves of the height."""
    ridge_noise: np.ndarray
    """What stands in for ridges in a sketch; any array where there is none."""
    coast_noise: np.ndarray
    """What moves coasts to and fro in a sketch; any array where there is none."""


class Rules(NamedTuple):
    """Which rules a chunk follows."""

    island: bool
    sketch: bool
    planned: bool
    shaped: bool


_FLOATS64, _FLOATS32 = types.float64[:, ::1], types.float32[:, ::1]
GROUND = types.NamedTuple(  # type: ignore[no-untyped-call]
    (*(_FLOATS64,) * 4, *(_FLOATS32,) * 2, *(_FLOATS64,) * 3, _FLOATS32), Ground
)
_NOISE = types.NamedUniTuple(_FLOATS64, len(Noise._fields), Noise)  # type: ignore[no-untyped-call]
_RULES = types.NamedUniTuple(types.boolean, len(Rules._fields), Rules)  # type: ignore[no-untyped-call]


def empty_ground(shape: tuple[int, int], humidity: float) -> Ground:
    """Return ground that ``lay_ground`` is to fill, of one humidity and without rivers."""
    return Ground(
        base=np.empty(shape),
        full=np.empty(shape),
        height=np.empty(shape),
        level=np.empty(shape),
        shore=np.empty(shape, dtype=np.float32),
        relative=np.zeros(shape, dtype=np.float32),
        humidity=np.full(shape, humidity),
        banks=np.full(shape, -np.inf),
        discharge=np.zeros(shape),
        cover=np.zeros(shape, dtype=np.float32),
    )


@kernel(types.void(_NOISE, GRID, _RULES, FLOATS, GROUND), first=True)
def lay_ground(noise, strength, rules, numbers, ground):  # type: ignore[no-untyped-def]
    """Set the masked base and, as far as no plan says otherwise, height, level and shore.

    Without a plan, land of an island is only sketched; with plans, all that they do not cover is
    sea.

    Args:
        noise: (rows, columns) each.
        strength: float64 (rows, columns), 0..1: the mask.
        rules: which of them hold.
        numbers: of the world's layers.
        ground: ``base``, ``full``, ``height``, ``level`` and ``shore`` are written, and in a
            sketch ``relative``.
    """
    low, total, ridge_noise, coast_noise = noise
    base, full, height, level = ground.base, ground.full, ground.height, ground.level
    shore, relative = ground.shore, ground.relative
    island, sketch, planned, shaped = rules
    water, columns = numbers[WATER], base.shape[1]
    highest = water - SHALLOWEST - SHELF_SLOPE * FAR_SHORE if island and not sketch else np.inf
    aways = np.empty(columns)
    for r in range(base.shape[0]):
        # Passes without branches go many samples at a time.
        row = np.uint64(r)
        for place in range(columns):
            c = np.uint64(place)
            coarse, fine, here = shape(low[row, c]), shape(total[row, c]), strength[row, c]
            base[row, c] = masked_height(coarse, here, water) if island else coarse
            full[row, c] = masked_height(fine, here, water) if island else fine
        if sketch and planned:
            for at in range(columns):
                here, away, lie = _sketched(
                    full[r, at], ridge_noise[r, at], coast_noise[r, at], shaped, numbers
                )
                height[r, at], aways[at], relative[r, at] = here, away, np.float32(lie)
        else:
            for place in range(columns):
                c = np.uint64(place)
                height[row, c] = min(full[row, c], highest)
                aways[c] = height[row, c] - water
        for place in range(columns):
            c = np.uint64(place)
            level[row, c] = water if height[row, c] < water else np.nan
            # Shoals off the coast are no coast: no surf breaks there.
            scale = _CELLS_PER_HEIGHT if aways[c] > 0.0 else 2.0 * _CELLS_PER_HEIGHT
            shore[row, c] = np.float32(min(max(aways[c] * scale, -FAR_SHORE), FAR_SHORE))


@device()
def _sketched(here, ridge_noise, coast_noise, shaped, numbers):  # type: ignore[no-untyped-def]
    """Return what a plan is expected to make of a height.

    The height, how far it lies above the coast, and how far above its neighbourhood's mean.
    """
    water, erosion, lie = numbers[WATER], numbers[MEAN_EROSION], 0.0
    away = coast_height(here, coast_noise, numbers[COAST_AMPLITUDE]) - water
    ridge = 0.0
    if shaped and here > water:
        ridge = _expected_ridge(here - water, ridge_noise, erosion)
        here = _expected_height(here, ridge, erosion, water)
    if away >= 0.0:
        if shaped:
            here = min(here, water + _COASTAL_PLAIN + _COASTAL_BEND * away * away)
        here = max(here, water + LOWEST_LAND)
        lie = min(ridge, here - water - _COASTAL_RISE)
    else:
        here = min(here, water - SHALLOWEST)
    return here, away, lie


@device()
def _expected_ridge(above, ridge_noise, mean_erosion):  # type: ignore[no-untyped-def]
    """Return creased noise that stands in for ridges and valleys, as high as the relief strays."""
    high = min(above * 2.8, 1.0)
    depth = 0.063 * min(mean_erosion, 1.0) * high * (2.0 - high)
    part = min(abs(ridge_noise) * 1.25, 1.0)
    # Its mean is 0, and valley floors are round.
    return depth * (1.0 - 3.75 * part * (1.0 - part * part / 3.0))


@device()
def _expected_height(height, ridge, mean_erosion, water):  # type: ignore[no-untyped-def]
    """Return what the relief makes of a height on the average; never moves the coast.

    The cubic was fitted to 1.8 million places of 24 worlds.
    """
    above = height - water
    rise = above + mean_erosion * above * (-0.41 + above * (0.95 - 0.717 * above))
    return water + max(rise + ridge, 0.3 * above)
