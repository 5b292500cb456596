"""Moisture, temperature and biome of samples, from their ground and water."""

from __future__ import annotations

import numpy as np
from numba import types

from worldgen.biomes import LAKE, OCEAN, RIVER, land_biome, terrain_class
from worldgen.compiled import FLOATS, GRID, GRID32, inner, kernel
from worldgen.layers import BAND, BEACH, DESERT, FOREST, HUMIDITY, MOUNTAIN, SNOW, WATER
from worldgen.noise import UNITS_PER_CELL, shape

EXPECTED_HUMIDITY = 0.7
"""The humidity that leaves the moisture of a place as the noise says."""


@inner
def base_temperature(y, climate, band):  # type: ignore[no-untyped-def]
    """Return the temperature at sea level: bands from equator to pole and back, without end.

    ``y`` is in sixty-fourths of a cell. The middle latitudes lie at y = 0.
    """
    period = np.int64(band) * (2 * UNITS_PER_CELL)
    position = y + period // 5
    phase = np.float64(position - (position // period) * period) / np.float64(period)
    latitude = 2.0 * phase if phase < 0.5 else 2.0 - 2.0 * phase
    smooth = latitude * latitude * (3.0 - 2.0 * latitude)
    return 0.92 - 0.84 * smooth + 0.35 * min(max(climate, -1.0), 1.0)


@kernel(
    types.void(
        types.int64, types.int64, FLOATS, types.boolean, GRID, GRID, GRID, GRID, GRID, GRID,
        GRID32, GRID32, *(types.float32[:, ::1],) * 9, *(types.uint8[:, ::1],) * 2,
    )
)  # fmt: skip
def finish(  # type: ignore[no-untyped-def]
    y, step, numbers, climate_on, ground, level, flow, moist, climate, humid, coast, ink,
    height, moisture, temperature, water_level, discharge, gradient_x, gradient_y, shore, cover,
    biome, terrain,
):  # fmt: skip
    """Cut the apron off and derive what follows from height, water, moisture and temperature."""
    water = numbers[WATER]
    per_cell = 0.5 * UNITS_PER_CELL / np.float64(step)
    for r in range(height.shape[0]):
        for c in range(height.shape[1]):
            h = ground[r + 1, c + 1]
            height[r, c] = np.float32(h)
            gradient_x[r, c] = np.float32((ground[r + 1, c + 2] - ground[r + 1, c]) * per_cell)
            gradient_y[r, c] = np.float32((ground[r + 2, c + 1] - ground[r, c + 1]) * per_cell)
            shore[r, c] = coast[r + 1, c + 1]
            cover[r, c] = ink[r + 1, c + 1]
            surface = level[r + 1, c + 1]
            water_level[r, c] = np.float32(surface)
            discharge[r, c] = np.float32(flow[r + 1, c + 1])
            wet = shape(moist[r, c])
            wet += 0.5 * numbers[HUMIDITY] * (humid[r + 1, c + 1] - EXPECTED_HUMIDITY)
            wet = min(max(wet, 0.0), 1.0)
            moisture[r, c] = np.float32(wet)
            warmth = 0.5
            if climate_on:
                warmth = base_temperature(y + r * step, climate[r, c], numbers[BAND])
                warmth = min(max(warmth - 0.55 * max(h - water, 0.0), 0.0), 1.0)
            temperature[r, c] = np.float32(warmth)
            terrain[r, c] = terrain_class(h, water)
            if np.isnan(surface):
                biome[r, c] = land_biome(
                    h, wet, warmth, numbers[BEACH], numbers[MOUNTAIN], numbers[SNOW],
                    numbers[DESERT], numbers[FOREST], climate_on,
                )  # fmt: skip
            elif flow[r + 1, c + 1] > 0.0:
                biome[r, c] = RIVER
            elif surface > water or (coast[r + 1, c + 1] > 0.0):
                biome[r, c] = LAKE
            else:
                biome[r, c] = OCEAN
