"""A chunk: every field of a rectangle of samples, each sample a function of its own place.

Nothing here looks at another chunk. Fields are made with an apron of one sample, so that the
gradient at the edge is the one the neighbour sees.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numba import types

from worldgen.archipelago import Archipelago, Mask, make_archipelago, mask_grid
from worldgen.biomes import LAKE, OCEAN, RIVER, land_biome, terrain_class
from worldgen.compiled import FLOATS, GRID, inner, kernel
from worldgen.noise import UNITS_PER_CELL, Octaves, add_octaves, make_octaves, shape, sum_octaves
from worldgen.parameters import WorldParameters

CHUNK_SIZE = 64
"""Samples on each side of a chunk."""

MIN_LOD, MAX_LOD = -4, 10
MAX_PLANNED_LOD = 4
"""Coarser chunks than this are always sketches."""

APRON = 1

_MOISTURE_WAVELENGTH = 400.0
_MOISTURE_OCTAVES = 6
_CLIMATE_OCTAVES = 3


@dataclass(frozen=True)
class Layers:
    """The noise of one world, ready for the kernels."""

    height_low: Octaves
    """The octaves an island plan is made from."""
    height_high: Octaves
    """The detail that only chunks add."""
    moisture: Octaves
    climate: Octaves
    archipelago: Archipelago
    parameters: WorldParameters
    numbers: np.ndarray = field(repr=False)
    """The parameters that kernels need, in the order of ``_NUMBERS``."""


_NUMBERS = (
    "water_level",
    "beach_level",
    "mountain_level",
    "snow_level",
    "desert_moisture",
    "forest_moisture",
    "climate_band",
    "humidity",
)
WATER, BEACH, MOUNTAIN, SNOW, DESERT, FOREST, BAND, HUMIDITY = range(8)


def make_layers(key: int, parameters: WorldParameters) -> Layers:
    """Return the noise layers of the world with this key."""
    height = make_octaves(
        key,
        "height",
        parameters.feature_size,
        parameters.octaves,
        parameters.persistence,
        parameters.lacunarity,
        parameters.noise,
    )
    low, high = height.split(4.0 * plan_step(parameters))
    numbers = np.array([float(getattr(parameters, name)) for name in _NUMBERS])
    numbers.flags.writeable = False
    return Layers(
        height_low=low,
        height_high=high,
        moisture=make_octaves(
            key,
            "moisture",
            _MOISTURE_WAVELENGTH,
            min(parameters.octaves, _MOISTURE_OCTAVES),
            parameters.persistence,
            parameters.lacunarity,
            parameters.noise,
        ),
        climate=make_octaves(
            key, "climate", parameters.climate_band / 4, _CLIMATE_OCTAVES, kind="gradient"
        ),
        archipelago=make_archipelago(key, parameters),
        parameters=parameters,
        numbers=numbers,
    )


def plan_step(parameters: WorldParameters) -> int:
    """Return the distance between the lattice points of a plan, in cells."""
    return max(4, parameters.island_spacing // 256)


@dataclass(frozen=True, eq=False)
class Region:
    """All fields of a rectangle of samples. Arrays are (height, width), rows are y, read-only."""

    x: float
    """World position of sample [0, 0], in cells."""
    y: float
    step: float
    """Cells between samples: ``2 ** lod``."""
    lod: int
    sketch: bool
    """True when made without island plans."""
    water: float
    """The water level of the world."""
    height: np.ndarray
    moisture: np.ndarray
    temperature: np.ndarray
    biome: np.ndarray
    terrain: np.ndarray
    water_level: np.ndarray
    discharge: np.ndarray
    gradient_x: np.ndarray
    """Height per cell toward +x."""
    gradient_y: np.ndarray
    river_cover: np.ndarray
    """How much of the sample a river covers as drawn, 0..1; lines stay whole when zoomed out."""
    owner: np.ndarray = field(repr=False)
    mask: Mask | None = field(repr=False)

    @property
    def shape(self) -> tuple[int, int]:
        rows, columns = self.height.shape
        return rows, columns

    def __repr__(self) -> str:
        rows, columns = self.shape
        kind = type(self).__name__
        return f"<{kind} at ({self.x:g}, {self.y:g}), {columns} x {rows} samples, lod {self.lod}>"


@dataclass(frozen=True, eq=False, repr=False)
class Chunk(Region):
    """A region of ``CHUNK_SIZE`` samples a side, at its place in the grid of chunks."""

    cx: int
    cy: int


def draw_fields(
    layers: Layers, x: int, y: int, step: int, width: int, height: int
) -> dict[str, np.ndarray | Mask | None]:
    """Return the fields of a sketch; positions and step in sixty-fourths of a cell."""
    left, top = x - APRON * step, y - APRON * step
    columns, rows = width + 2 * APRON, height + 2 * APRON
    total = sum_octaves(layers.height_low, left, top, step, columns, rows)
    add_octaves(layers.height_high, left, top, step, total)
    mask = None
    if layers.parameters.island:
        mask = mask_grid(layers.archipelago, left, top, step, columns, rows)
    strength = mask.strength if mask else np.ones((rows, columns))
    ground = np.empty((rows, columns))
    _masked(total, strength, layers.parameters.island, layers.numbers, ground)
    level = np.full((rows, columns), np.nan)
    level[ground < layers.parameters.water_level] = layers.parameters.water_level
    discharge = np.zeros((rows, columns))
    moisture = sum_octaves(layers.moisture, x, y, step, width, height)
    climate = sum_octaves(layers.climate, x, y, step, width, height)
    fields = {
        name: np.empty((height, width), dtype=np.float32)
        for name in (
            "height",
            "moisture",
            "temperature",
            "water_level",
            "discharge",
            "gradient_x",
            "gradient_y",
        )
    }
    fields["biome"] = np.empty((height, width), dtype=np.uint8)
    fields["terrain"] = np.empty((height, width), dtype=np.uint8)
    _finish(
        y,
        step,
        layers.numbers,
        layers.parameters.temperature,
        ground,
        level,
        discharge,
        moisture,
        climate,
        *fields.values(),
    )
    fields["river_cover"] = np.zeros((height, width), dtype=np.float32)
    fields["owner"] = mask.owner[1:-1, 1:-1] if mask else np.zeros((0, 0), dtype=np.int32)
    for array in fields.values():
        array.flags.writeable = False
    return {**fields, "mask": mask}


@inner
def masked_height(noise, strength, water):  # type: ignore[no-untyped-def]
    """Sink noise with the island mask: under water at 0 for every water level, land at 1."""
    return (1.0 - strength) * (0.8 * water * noise) + strength * (0.5 * (noise + strength))


@kernel(types.void(GRID, GRID, types.boolean, FLOATS, types.float64[:, ::1]))
def _masked(total, strength, island, numbers, out):  # type: ignore[no-untyped-def]
    for r in range(out.shape[0]):
        for c in range(out.shape[1]):
            noise = shape(total[r, c])
            out[r, c] = masked_height(noise, strength[r, c], numbers[WATER]) if island else noise


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
        types.int64,
        types.int64,
        FLOATS,
        types.boolean,
        GRID,
        GRID,
        GRID,
        GRID,
        GRID,
        *(types.float32[:, ::1],) * 7,
        types.uint8[:, ::1],
        types.uint8[:, ::1],
    )
)
def _finish(  # type: ignore[no-untyped-def]
    y, step, numbers, climate_on, ground, level, flow, moist, climate,
    height, moisture, temperature, water_level, discharge, gradient_x, gradient_y, biome, terrain,
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
            surface = level[r + 1, c + 1]
            water_level[r, c] = np.float32(surface)
            discharge[r, c] = np.float32(flow[r + 1, c + 1])
            wet = shape(moist[r, c])
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
            elif surface > water:
                biome[r, c] = LAKE
            else:
                biome[r, c] = OCEAN
