"""Means of point samples, from which pictures of far levels are made: no recursion, no plans.

A sample of a far level stands for so much land that a single place tells little of it: pictures
made of places alone are salt and pepper. So each sample is given points of its own, evenly spread
over it; they are sketched like any others, and what a picture shows of them is averaged.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import numpy as np
from numba import types

from worldgen.biome_table import BiomeTable
from worldgen.biomes import BEACH
from worldgen.chunk.draw import draw_fields, needed_islands, survey_mask
from worldgen.chunk.fields import FarMeans, FarView, field_types, lock
from worldgen.coordinates import UNITS_PER_CELL, SampleGrid
from worldgen.great.great_plans import GreatPlans
from worldgen.kernels.decorators import FLOATS, device, kernel
from worldgen.layers import MOUNTAIN, SNOW, WATER, Layers

FAR_LOD: Final = 5
"""Levels of detail from this one on are averaged, of 2 x 2 points a sample..."""

_FARTHER_LOD: Final = 7
"""... and from this one on of 4 x 4."""

_NEAREST_STEP: Final = UNITS_PER_CELL << (FAR_LOD - 1)
_POINTS_AT_ONCE: Final = 1 << 20

_LOWEST_LIE: Final = 0.07
"""How far below its neighbourhood ground is as dark as it gets."""

_SANDY: Final = 8.0
"""Cells from the shore over which a beach is sand."""


def far_view(
    layers: Layers,
    biomes: BiomeTable | None,
    key: int,
    great: GreatPlans | None,
    grid: SampleGrid,
) -> FarView:
    """Return the means of a far level's samples, in a world of this key and these own biomes.

    With ``great`` great islands are drawn as their coarse plans have them; without, nothing is
    solved for it.
    It costs what a sketch of all their points does.
    """
    means = FarMeans(*(np.empty(grid.shape, np.float32) for _ in FarMeans._fields))
    shares = None
    if biomes is not None:
        shares = np.zeros((*grid.shape, len(biomes.biome_names)), np.float32)
    for band, points, side in _bands(grid):
        mask = survey_mask(layers, points)
        plans = great.overviews(needed_islands(layers, mask)) if great and mask else ()
        fields = draw_fields(layers.seen(points.step), points, mask, plans, True)
        _average(fields, side, layers.numbers, FarMeans(*(array[band] for array in means)))
        if biomes is not None and shares is not None:
            _share_out(fields.biome, biomes.classify(fields, key, points), side, shares[band])
    return FarView(lock(means), shares)


def _share_out(plain: np.ndarray, biome: np.ndarray, side: int, shares: np.ndarray) -> None:
    """Fill in how much of each sample has another biome, by biome, from all its points."""
    changed = biome != plain
    rows, columns, _ = shares.shape
    for kind in np.unique(biome[changed]):
        made = (changed & (biome == kind)).reshape(rows, side, columns, side)
        shares[..., kind] = made.mean(axis=(1, 3), dtype=np.float32)


def _bands(grid: SampleGrid) -> Iterator[tuple[slice, SampleGrid, int]]:
    """Yield rows of samples, where the points in them lie, and how many to a side of a sample."""
    side = 4 if grid.step >= UNITS_PER_CELL << _FARTHER_LOD else 2
    rows = max(1, _POINTS_AT_ONCE // max(1, grid.width * side * side))
    for top in range(0, grid.height, rows):
        band = slice(top, min(top + rows, grid.height))
        yield band, _points(grid.moved(0, top * grid.step), band.stop - top, side), side


def _points(grid: SampleGrid, rows: int, side: int) -> SampleGrid:
    """Return where the points of some rows of samples lie: ``side`` x ``side`` for each.

    Their middle is that of the samples of the last level without means which a picture shows in
    the same place: so no land moves from one level to the next.
    """
    step = grid.step // side
    after = (step - _NEAREST_STEP) // 2
    return SampleGrid(grid.x + after, grid.y + after, step, grid.width * side, rows * side)


_FLOATS32 = types.float32[:, ::1]
_MEANS: Any = types.NamedUniTuple(_FLOATS32, len(FarMeans._fields), FarMeans)  # type: ignore[no-untyped-call]


@device()
def _share(value, low, high):  # type: ignore[no-untyped-def]
    """Rise evenly from 0 at ``low`` to 1 at ``high``."""
    return min(max((value - low) / (high - low), 0.0), 1.0)


@kernel(types.void(field_types(readonly=True), types.int64, FLOATS, _MEANS))
def _average(fields, side, numbers, means):  # type: ignore[no-untyped-def]
    """Average the points of each sample.

    Args:
        fields: of the points, (side * height, side * width) each.
        side: points along each side of a sample.
        numbers: of the world's layers.
        means: (height, width) each; written.
    """
    water, mountain, snow_level = numbers[WATER], numbers[MOUNTAIN], numbers[SNOW]
    soft = 40.0
    for r in range(means.land.shape[0]):
        for c in range(means.land.shape[1]):
            land, sea, depth, warmth, shore = 0.0, 0.0, 0.0, 0.0, 0.0
            height, relative, wet, slope, east, south = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
            sand, rock, snow = 0.0, 0.0, 0.0
            for k in range(side * side):
                at, to = side * r + k // side, side * c + k % side
                h = np.float64(fields.height[at, to])
                away = np.float64(fields.shore[at, to])
                part = min(max(away / soft + 0.5, 0.0), 1.0)
                warmth += np.float64(fields.temperature[at, to])
                shore += away
                land += part
                sea += 1.0 - part
                # The last cells before the shore are shallow, however steep the bed.
                shallow = min(max(0.1 - 0.07 * away, 0.0), 1.0)
                depth += (1.0 - part) * np.sqrt(max(water - h, 0.0) / water * shallow)
                gx, gy = (
                    np.float64(fields.gradient_x[at, to]),
                    np.float64(fields.gradient_y[at, to]),
                )
                height += part * max(h, water)
                # What lies lower gets less light, what lies higher little more.
                lie = np.float64(fields.relative_height[at, to])
                relative += part * min(max(lie, -_LOWEST_LIE), 0.5 * _LOWEST_LIE)
                wet += part * np.float64(fields.moisture[at, to])
                slope += part * np.sqrt(gx * gx + gy * gy)
                east += part * gx
                south += part * gy
                if fields.biome[at, to] == BEACH and away < _SANDY:
                    sand += part
                rock += part * _share(h, mountain - 0.03, mountain + 0.02)
                snow += part * _share(h, snow_level - 0.022, snow_level + 0.022)
            points = np.float64(side * side)
            per_land, per_sea = 1.0 / max(land, 1e-9), 1.0 / max(sea, 1e-9)
            means.land[r, c] = np.float32(land / points)
            means.depth[r, c] = np.float32(depth * per_sea)
            means.temperature[r, c] = np.float32(warmth / points)
            means.shore[r, c] = np.float32(shore / points)
            means.height[r, c] = np.float32(height * per_land)
            means.relative_height[r, c] = np.float32(relative * per_land)
            means.moisture[r, c] = np.float32(wet * per_land)
            means.slope[r, c] = np.float32(slope * per_land)
            means.gradient_x[r, c] = np.float32(east * per_land)
            means.gradient_y[r, c] = np.float32(south * per_land)
            means.sand[r, c] = np.float32(sand * per_land)
            means.rock[r, c] = np.float32(rock * per_land)
            means.snow[r, c] = np.float32(snow * per_land)
