"""A chunk: every field of a rectangle of samples, each sample a function of its own place.

Nothing here looks at another chunk. Fields are made with an apron of one sample, so that the
gradient at the edge is the one the neighbour sees.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numba import types

from worldgen.archipelago import Mask, mask_grid
from worldgen.biomes import LAKE, OCEAN, RIVER, land_biome, terrain_class
from worldgen.compiled import FLOATS, GRID, inner, kernel
from worldgen.layers import (
    BAND,
    BEACH,
    DESERT,
    FOREST,
    HUMIDITY,
    MOUNTAIN,
    SNOW,
    WATER,
    WORN,
    Layers,
    masked_height,
)
from worldgen.noise import UNITS_PER_CELL, add_octaves, shape, sum_octaves
from worldgen.plan import HUMIDITY_BLOCK, SHORE_UNITS, Plan
from worldgen.rivers import BANK_RISE, lay_rivers

CHUNK_SIZE = 64
"""Samples on each side of a chunk."""

MIN_LOD, MAX_LOD = -4, 10
MAX_PLANNED_LOD = 4
"""Coarser chunks than this are always sketches."""

APRON = 1

SHALLOWEST = 0.0015
"""How far below the water level the sea's floor lies at the least."""

LOWEST_LAND = 0.0008
"""How far above the water level dry land lies at the least."""

FAR_SHORE = 40.0
"""Distances to the coast are measured this far, in cells."""

ROUGHNESS = 5.5
"""How strongly coasts are roughened, in eighths of a lattice step."""

EXPECTED_HUMIDITY = 0.7
"""The humidity that leaves the moisture of a place as the noise says."""

SKETCHED_HUMIDITY = 0.82
"""The mean humidity of land at the defaults."""

_CLOSE_DETAIL = 0.01


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
    shore: np.ndarray
    """Distance to the sea's coast in cells, at most 40: > 0 on land, < 0 at sea."""
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


def needed_islands(layers: Layers, mask: Mask) -> list[tuple[int, int]]:
    """Return the keys of the islands whose plans the samples under a mask need."""
    if not layers.planned:
        return []
    if not layers.parameters.island:
        return mask.island_keys()
    codes = np.unique(mask.owner[mask.strength > 0.0])
    return [mask.island_key(int(code)) for code in codes]


def survey_mask(layers: Layers, x: int, y: int, step: int, width: int, height: int) -> Mask | None:
    """Return the mask under a rectangle of samples and its apron; None where none is needed."""
    if not layers.parameters.island and not layers.planned:
        return None
    return mask_grid(
        layers.archipelago,
        x - APRON * step,
        y - APRON * step,
        step,
        width + 2 * APRON,
        height + 2 * APRON,
    )


def draw_fields(
    layers: Layers,
    x: int,
    y: int,
    step: int,
    width: int,
    height: int,
    mask: Mask | None,
    plans: Sequence[Plan] | None,
) -> dict[str, np.ndarray | Mask | None]:
    """Return all fields of a rectangle of samples; positions and step in sixty-fourths of a cell.

    ``plans`` are those of the islands under the mask, or None for a sketch.
    """
    parameters, numbers = layers.parameters, layers.numbers
    left, top = x - APRON * step, y - APRON * step
    columns, rows = width + 2 * APRON, height + 2 * APRON
    grid = (rows, columns)
    strength = mask.strength if mask and parameters.island else np.ones(grid)
    low = np.zeros(grid)
    if parameters.relief != "rules":
        add_octaves(layers.height_low, left, top, step, low)
    total = low.copy()
    if parameters.relief != "rules":
        add_octaves(layers.height_high, left, top, step, total)
    sketch = plans is None or not layers.planned
    folds = sum_octaves(layers.folds, left, top, step, columns, rows) if sketch else low
    base, full, ground, level = (np.empty(grid) for _ in range(4))
    shore = np.empty(grid, dtype=np.float32)
    _lay_ground(
        low, total, folds, strength, parameters.island, sketch, layers.shaped, numbers, base, full,
        ground, level, shore,
    )  # fmt: skip
    discharge = np.zeros(grid)
    cover = np.zeros(grid, dtype=np.float32)
    humidity = np.full(grid, SKETCHED_HUMIDITY if sketch and layers.planned else EXPECTED_HUMIDITY)
    coast = sum_octaves(layers.coast, left, top, step, columns, rows) if plans else low
    for plan in plans or ():
        assert mask is not None
        code = mask.code(*plan.island)
        at_x, at_y = left - plan.first_x * plan.step, top - plan.first_y * plan.step
        _apply_plan(
            at_x, at_y, step, plan.step, code, mask.owner, coast, base, full,
            plan.correction, plan.shore, plan.lakes, plan.lake_levels, plan.humidity,
            layers.shaped, numbers, ground, level, shore, humidity,
        )  # fmt: skip
        if len(plan.rivers):
            rivers = plan.rivers
            lay_rivers(
                at_x, at_y, step, plan.step, code,
                rivers.start_x, rivers.start_y, rivers.end_x, rivers.end_y, rivers.level,
                rivers.flow, rivers.half_width, rivers.bin_starts, rivers.bin_pieces,
                rivers.bin_columns, (len(rivers.bin_starts) - 1) // rivers.bin_columns,
                rivers.reach, parameters.water_level, mask.owner, shore, ground, level, discharge,
                cover,
            )  # fmt: skip
    if step < UNITS_PER_CELL:
        _add_close_detail(layers, left, top, step, level, ground)
    return {
        **_finished(layers, x, y, step, ground, level, discharge, humidity, shore, cover),
        "owner": np.ascontiguousarray(mask.owner[1:-1, 1:-1]) if mask else _NO_OWNER,
        "mask": mask,
    }


_NO_OWNER = np.zeros((0, 0), dtype=np.int32)


def _add_close_detail(
    layers: Layers, left: int, top: int, step: int, level: np.ndarray, ground: np.ndarray
) -> None:
    """Add the octaves finer than a cell to dry land; they vanish on whole cells."""
    close = sum_octaves(layers.close, left, top, step, ground.shape[1], ground.shape[0])
    dry = np.isnan(level)
    lowest = layers.parameters.water_level + 1e-4
    ground[dry] = np.minimum(np.maximum(ground + _CLOSE_DETAIL * close, lowest), 1.0)[dry]


def _finished(
    layers: Layers,
    x: int,
    y: int,
    step: int,
    ground: np.ndarray,
    level: np.ndarray,
    discharge: np.ndarray,
    humidity: np.ndarray,
    shore: np.ndarray,
    cover: np.ndarray,
) -> dict[str, np.ndarray]:
    """Cut the apron off and derive moisture, temperature, biome and gradient."""
    rows, columns = ground.shape
    width, height = columns - 2 * APRON, rows - 2 * APRON
    moisture = sum_octaves(layers.moisture, x, y, step, width, height)
    climate = sum_octaves(layers.climate, x, y, step, width, height)
    floats = (
        "height",
        "moisture",
        "temperature",
        "water_level",
        "discharge",
        "gradient_x",
        "gradient_y",
        "shore",
        "river_cover",
    )
    fields = {name: np.empty((height, width), dtype=np.float32) for name in floats}
    fields |= {name: np.empty((height, width), dtype=np.uint8) for name in ("biome", "terrain")}
    _finish(
        y, step, layers.numbers, layers.parameters.temperature, ground, level, discharge, moisture,
        climate, humidity, shore, cover, *fields.values(),
    )  # fmt: skip
    for array in fields.values():
        array.flags.writeable = False
    return fields


_ONE_FLOAT32 = types.Array(types.float32, 2, "C", readonly=True)


@kernel(
    types.void(
        GRID, GRID, GRID, GRID, types.boolean, types.boolean, types.boolean, FLOATS,
        *(types.float64[:, ::1],) * 4, types.float32[:, ::1],
    )
)  # fmt: skip
def _lay_ground(  # type: ignore[no-untyped-def]
    low, total, folds, strength, island, sketch, shaped, numbers, base, full, ground, level, shore
):
    """Set the masked base and, as far as no plan says otherwise, ground, level and shore.

    Without a plan, land of an island is only sketched; with plans, all that they do not cover is
    sea.
    """
    water = numbers[WATER]
    for r in range(base.shape[0]):
        for c in range(base.shape[1]):
            noise = shape(total[r, c])
            here = noise
            base[r, c] = shape(low[r, c])
            if island:
                here = masked_height(noise, strength[r, c], water)
                base[r, c] = masked_height(base[r, c], strength[r, c], water)
            full[r, c] = here
            if sketch and shaped:
                here = _expected_height(here, folds[r, c], numbers[WORN], water)
            elif island and not sketch:
                here = min(here, water - SHALLOWEST)
            ground[r, c] = here
            level[r, c] = water if here < water else np.nan
            shore[r, c] = np.float32(min(max((here - water) * 900.0, -FAR_SHORE), FAR_SHORE))


@inner
def _expected_height(height, fold, worn, water):  # type: ignore[no-untyped-def]
    """Return what the relief makes of a height on the average; never moves the coast.

    The cubic was fitted to 1.8 million places of 24 worlds. Creased noise stands in for the
    ridges, as high as the relief strays from its average there.
    """
    if height <= water:
        return height
    above = height - water
    rise = above + worn * above * (-0.41 + above * (0.95 - 0.717 * above))
    high = min(above * 2.8, 1.0)
    depth = 0.058 * min(worn, 1.0) * high * (2.0 - high)
    rise += depth * (1.0 - min(abs(fold), 0.65) * 4.3)
    return water + max(rise, 0.3 * above)


@kernel(
    types.void(
        *(types.int64,) * 5, types.Array(types.int32, 2, "C", readonly=True), GRID, GRID, GRID,
        _ONE_FLOAT32, types.Array(types.int8, 2, "C", readonly=True),
        types.Array(types.int16, 2, "C", readonly=True), FLOATS, _ONE_FLOAT32, types.boolean,
        FLOATS, types.float64[:, ::1], types.float64[:, ::1], types.float32[:, ::1],
        types.float64[:, ::1],
    )
)  # fmt: skip
def _apply_plan(  # type: ignore[no-untyped-def]
    x, y, step, lattice, code, owner, coast, base, full, correction, shores, lakes, lake_levels,
    humid, shaped, numbers, ground, level, shore, humidity,
):  # fmt: skip
    """Lay a plan's relief, coast, lakes and humidity into the samples of its domain.

    ``x``, ``y`` count from the plan's first lattice point. The coast is where the interpolated
    shore distance, roughened by noise of its own, changes its sign: a square of four land nodes
    is all land, one of four sea nodes all sea.
    """
    rows, columns = shores.shape
    water = numbers[WATER]
    block = HUMIDITY_BLOCK * lattice
    cells = np.float64(lattice) / (SHORE_UNITS * UNITS_PER_CELL)
    for r in range(ground.shape[0]):
        py = y + r * step
        nr = py // lattice
        if nr < 1 or nr > rows - 3:
            continue
        v = np.float64(py - nr * lattice) / np.float64(lattice)
        wy = _cubic(v)
        for c in range(ground.shape[1]):
            px = x + c * step
            nc = px // lattice
            if owner[r, c] != code or nc < 1 or nc > columns - 3:
                continue
            u = np.float64(px - nc * lattice) / np.float64(lattice)
            d00, d01 = shores[nr, nc], shores[nr, nc + 1]
            d10, d11 = shores[nr + 1, nc], shores[nr + 1, nc + 1]
            near = (1.0 - v) * ((1.0 - u) * d00 + u * d01) + v * ((1.0 - u) * d10 + u * d11)
            rough = min(max(coast[r, c] * ROUGHNESS, -1.8), 1.8)
            if (d00 > 0) == (d11 > 0) and (d01 > 0) == (d10 > 0) and (d00 > 0) != (d01 > 0):
                rough = 0.0
            near += rough
            if d00 > 0 and d01 > 0 and d10 > 0 and d11 > 0:
                near = max(near, 0.5)
            elif d00 < 0 and d01 < 0 and d10 < 0 and d11 < 0:
                near = min(near, -0.5)
            away = min(max(-near * cells / 8.0, 0.0), 1.0)
            here = base[r, c]
            detail = full[r, c] - here
            if shaped:
                for k in range(4):
                    row = nr - 1 + k
                    here += wy[k] * _along(correction, row, nc, u)
                calm = 0.30 + 0.70 * min(max((here - water) * 5.0, 0.0), 1.0)
                detail *= calm + (1.0 - calm) * away
            here += detail
            surface = np.nan
            if near < 0.0:
                here = min(here, water - SHALLOWEST)
                surface = water
            else:
                near = max(near, 0.1)
                here = max(here, water + LOWEST_LAND + 0.0005 * min(near, 8.0))
                lake, share = _lake_at(lakes, nr, nc, u, v)
                if lake > 0:
                    top = lake_levels[lake]
                    if share + 0.03 * rough > 0.5:
                        surface = top
                        here = min(here, top - 0.002 - 0.02 * (share - 0.4))
                    else:
                        # Beyond the shore proper the bank may fall away, as it does at an outlet.
                        here = max(here, top + BANK_RISE - 0.15 * max(0.12 - share, 0.0))
            ground[r, c] = min(max(here, 0.0), 1.0)
            level[r, c] = surface
            humidity[r, c] = _bilinear(humid, px - block // 2, py - block // 2, block)
            shore[r, c] = np.float32(min(max(near * cells, -FAR_SHORE), FAR_SHORE))


@inner
def _cubic(t):  # type: ignore[no-untyped-def]
    """Return the four weights of the interpolating cubic of Catmull and Rom (1974)."""
    return (
        t * (-0.5 + t * (1.0 - 0.5 * t)),
        1.0 + t * t * (-2.5 + 1.5 * t),
        t * (0.5 + t * (2.0 - 1.5 * t)),
        t * t * (-0.5 + 0.5 * t),
    )


@inner
def _along(values, row, column, u):  # type: ignore[no-untyped-def]
    """Interpolate a row of nodes at ``u`` beyond a column."""
    a, b, c, d = _cubic(u)
    return (
        a * values[row, column - 1] + b * values[row, column]
        + c * values[row, column + 1] + d * values[row, column + 2]
    )  # fmt: skip


@inner
def _bilinear(values, x, y, side):  # type: ignore[no-untyped-def]
    """Interpolate between the middles of blocks, clamped at the edge."""
    c, r = x // side, y // side
    u = np.float64(x - c * side) / np.float64(side)
    v = np.float64(y - r * side) / np.float64(side)
    c0, c1 = min(max(c, 0), values.shape[1] - 1), min(max(c + 1, 0), values.shape[1] - 1)
    r0, r1 = min(max(r, 0), values.shape[0] - 1), min(max(r + 1, 0), values.shape[0] - 1)
    top = (1.0 - u) * values[r0, c0] + u * values[r0, c1]
    return (1.0 - v) * top + v * ((1.0 - u) * values[r1, c0] + u * values[r1, c1])


@inner
def _spline(t):  # type: ignore[no-untyped-def]
    """Return the three weights of the quadratic B-spline around a node ``t`` away, -1/2..1/2."""
    return 0.5 * (0.5 - t) * (0.5 - t), 0.75 - t * t, 0.5 * (0.5 + t) * (0.5 + t)


@inner
def _lake_at(lakes, r, c, u, v):  # type: ignore[no-untyped-def]
    """Return the lake with the greatest share of a place, and its share: smooth, 0..1.

    Squares without a node of a lake never get half of it, and squares of its nodes always do.
    """
    if u >= 0.5:
        c, u = c + 1, u - 1.0
    if v >= 0.5:
        r, v = r + 1, v - 1.0
    across, down = _spline(u), _spline(v)
    best, most = 0, 0.0
    for k in range(9):
        lake = lakes[r + k // 3 - 1, c + k % 3 - 1]
        if lake > 0 and lake != best:
            share = 0.0
            for m in range(9):
                if lakes[r + m // 3 - 1, c + m % 3 - 1] == lake:
                    share += down[m // 3] * across[m % 3]
            if share > most:
                best, most = lake, share
    return best, most


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
        _ONE_FLOAT32, _ONE_FLOAT32, *(types.float32[:, ::1],) * 9, *(types.uint8[:, ::1],) * 2,
    )
)  # fmt: skip
def _finish(  # type: ignore[no-untyped-def]
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
