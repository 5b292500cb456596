"""Moisture, temperature and biome of samples, from their ground and water."""

from __future__ import annotations

import numpy as np
from numba import types

from worldgen.archipelago.weather import WARMTH, WETNESS
from worldgen.biomes import LAKE, OCEAN, RIVER, land_biome, terrain_class
from worldgen.chunk.fields import field_types, grid_type
from worldgen.chunk.ground import GROUND
from worldgen.coordinates import UNITS_PER_CELL
from worldgen.kernels.decorators import FLOATS, GRID, kernel
from worldgen.layers import BEACH, DESERT, FOREST, HUMIDITY, MOUNTAIN, SNOW, WATER
from worldgen.noise.grid import shape

_LOCAL_MOISTURE = 0.17
"""How much of the moisture noise counts; the rest is that of the belts."""

_LOCAL_WARMTH = 0.06
"""How much warmer or colder than its belt a place can be."""

EXPECTED_HUMIDITY = 0.7
"""The humidity that leaves the moisture of a place as the noise says."""


_WEATHER = types.Array(types.float64, 3, "C", readonly=True)


@kernel(
    types.void(grid_type(), FLOATS, types.boolean, GROUND, GRID, GRID, _WEATHER, field_types()),
    first=True,
)
def finish(grid, numbers, climate_on, ground, moist, climate, weather, fields):  # type: ignore[no-untyped-def]
    """Cut the apron off and derive what follows from height, water, moisture and temperature.

    Args:
        grid: the samples, without the apron.
        numbers: of the world's layers.
        climate_on: whether there are climates; without them temperature is 0.5.
        ground: with an apron of one sample; read.
        moist, climate: float64 (height, width): sums of octaves.
        weather: float64 (2, height, width): WARMTH and WETNESS.
        fields: (height, width) each; written.
    """
    step, level, flow = grid.step, ground.level, ground.discharge
    humid, coast, ink, lie = ground.humidity, ground.shore, ground.cover, ground.relative
    heights = ground.height
    height, moisture, temperature = fields.height, fields.moisture, fields.temperature
    biome, terrain, water_level = fields.biome, fields.terrain, fields.water_level
    discharge, gradient_x, gradient_y = fields.discharge, fields.gradient_x, fields.gradient_y
    shore, cover, relative = fields.shore, fields.river_cover, fields.relative_height
    water = numbers[WATER]
    per_cell = 0.5 * UNITS_PER_CELL / np.float64(step)
    width = height.shape[1]
    wets, warmths = np.empty(width), np.empty(width)
    for r in range(height.shape[0]):
        # Two passes over a row: the first has no branches, so it goes many samples at a time.
        row, inward = np.uint64(r), np.uint64(r + 1)
        above, below = np.uint64(r), np.uint64(r + 2)
        for place in range(width):
            at, here = np.uint64(place), np.uint64(place + 1)
            left, right = np.uint64(place), np.uint64(place + 2)
            h = heights[inward, here]
            height[row, at] = np.float32(h)
            rise = heights[inward, right] - heights[inward, left]
            gradient_x[row, at] = np.float32(rise * per_cell)
            gradient_y[row, at] = np.float32(
                (heights[below, here] - heights[above, here]) * per_cell
            )
            water_level[row, at] = np.float32(level[inward, here])
            discharge[row, at] = np.float32(flow[inward, here])
            wet = shape(_LOCAL_MOISTURE * moist[row, at]) + weather[WETNESS, row, at]
            wet += 0.5 * numbers[HUMIDITY] * (humid[inward, here] - EXPECTED_HUMIDITY)
            wets[at] = min(max(wet, 0.0), 1.0)
            moisture[row, at] = np.float32(wets[at])
            warmth = weather[WARMTH, row, at]
            warmth += _LOCAL_WARMTH * min(max(climate[row, at], -1.0), 1.0)
            warmth = min(max(warmth - 0.55 * max(h - water, 0.0), 0.0), 1.0)
            warmths[at] = warmth if climate_on else 0.5
            temperature[row, at] = np.float32(warmths[at])
        for c in range(width):
            h, surface = heights[r + 1, c + 1], level[r + 1, c + 1]
            shore[r, c] = coast[r + 1, c + 1]
            cover[r, c] = ink[r + 1, c + 1]
            relative[r, c] = lie[r + 1, c + 1]
            terrain[r, c] = terrain_class(h, water)
            if np.isnan(surface):
                biome[r, c] = land_biome(
                    h, wets[c], warmths[c], numbers[BEACH], numbers[MOUNTAIN], numbers[SNOW],
                    numbers[DESERT], numbers[FOREST], climate_on,
                )  # fmt: skip
            elif flow[r + 1, c + 1] > 0.0:
                biome[r, c] = RIVER
            elif surface > water or (coast[r + 1, c + 1] > 0.0):
                biome[r, c] = LAKE
            else:
                biome[r, c] = OCEAN
