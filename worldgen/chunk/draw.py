"""A chunk: every field of a rectangle of samples, each sample a function of its own place.

Nothing here looks at another chunk. Fields are made with an apron of one sample, so that the
gradient at the edge is the one the neighbour sees.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from worldgen.archipelago.archipelago import IslandKey, Mask, mask_grid
from worldgen.archipelago.weather import weather_fields
from worldgen.chunk.climate import EXPECTED_HUMIDITY, finish
from worldgen.chunk.fields import empty_arrays, lock
from worldgen.chunk.ground import Ground, Noise, Rules, empty_ground, lay_ground
from worldgen.chunk.plan_ground import PlanGrids, apply_plan
from worldgen.chunk.river_beds import Pieces, lay_rivers
from worldgen.coordinates import MAX_PLANNED_LOD, UNITS_PER_CELL, SampleGrid
from worldgen.great.patch import Patch
from worldgen.island.domain_terrain import low_noise
from worldgen.island.plan import Plan
from worldgen.layers import Layers
from worldgen.noise.octaves import add_octaves, sum_octaves

APRON = 1
SKETCHED_HUMIDITY = 0.82
"""The mean humidity of land at the defaults."""

_CLOSE_DETAIL = 0.003
_LOWEST_DETAIL = 1e-4
"""How far above the water level the finest octaves leave dry land, at the least."""


def needed_islands(layers: Layers, mask: Mask) -> list[IslandKey]:
    """Return the keys of the islands whose plans the samples under a mask need."""
    if not layers.planned:
        return []
    owners = mask.owner
    if layers.parameters.island:
        owners = owners[mask.strength > 0.0]
    # Most chunks lie in one domain, and that is found sooner than all the domains of many.
    if owners.size and (owners == owners.flat[0]).all():
        return [mask.island_key(int(owners.flat[0]))]
    return [mask.island_key(int(code)) for code in np.unique(owners)]


def survey_mask(layers: Layers, grid: SampleGrid) -> Mask | None:
    """Return the mask under samples and their apron; None where none is needed."""
    if not layers.parameters.island and not layers.planned:
        return None
    return mask_grid(layers.archipelago, *grid.widened(APRON))


def draw_fields(
    layers: Layers,
    grid: SampleGrid,
    mask: Mask | None,
    plans: Sequence[Plan | Patch],
    sketch: bool,
) -> Any:
    """Return all fields of samples as ``FieldArrays``.

    ``plans`` are those of the islands under the mask; in a sketch the overviews of great ones.
    """
    if grid.step > UNITS_PER_CELL << MAX_PLANNED_LOD:
        layers = layers.seen(grid.step)
    around = grid.widened(APRON)
    strength = mask.strength if mask and layers.parameters.island else np.ones(around.shape)
    ground = empty_ground(around.shape, _humidity_without_plan(layers, sketch))
    sketch = sketch or not layers.planned
    rules = Rules(layers.parameters.island, sketch, layers.planned, layers.shaped)
    lay_ground(_sum_noise(layers, around, sketch), strength, rules, layers.numbers, ground)
    if plans and mask is not None:
        # Where the mask is 0 no plan has a say: which domains have is the same for every cut.
        owner = np.where(strength > 0.0, mask.owner, np.int32(-1))
        coast = np.zeros(around.shape)
        if not sketch:
            add_octaves(layers.coast_roughness, around.x, around.y, around.step, coast)
        for plan in plans:
            _lay_plan(layers, around, mask.code(*plan.island), owner, coast, plan, ground)
    if grid.step < UNITS_PER_CELL:
        _add_close_detail(layers, around, ground)
    return _finished(layers, grid, ground)


def _humidity_without_plan(layers: Layers, sketch: bool) -> float:
    """Return the humidity of what no plan covers: that of the noise, of land on average, of sea."""
    if not layers.planned:
        return EXPECTED_HUMIDITY
    if sketch:
        return SKETCHED_HUMIDITY
    return 1.0 if layers.parameters.island else EXPECTED_HUMIDITY


def _sum_noise(layers: Layers, around: SampleGrid, sketch: bool) -> Noise:
    """Return the noise that the ground is laid from."""
    low = np.zeros(around.shape)
    total = low
    if layers.parameters.relief != "rules":
        low = low_noise(layers, *around)
        total = low.copy()
        add_octaves(layers.height_high, around.x, around.y, around.step, total)
    if not (sketch and layers.planned):
        return Noise(low, total, low, low)
    ridge_noise = sum_octaves(layers.ridge_noise, *around)
    return Noise(low, total, ridge_noise, sum_octaves(layers.coast_noise, *around))


def _lay_plan(
    layers: Layers,
    around: SampleGrid,
    code: int,
    owner: np.ndarray,
    coast: np.ndarray,
    plan: Plan | Patch,
    ground: Ground,
) -> None:
    """Lay one island's plan and its rivers into the ground of its domain."""
    on_plan = around.moved(-plan.first_x * plan.step, -plan.first_y * plan.step)
    grids = PlanGrids(
        plan.correction, plan.shore, plan.lakes, plan.lake_levels, plan.humidity,
        plan.neighbourhood_means,
    )  # fmt: skip
    shaped = layers.shaped or isinstance(plan, Patch)
    apply_plan(on_plan, plan.step, code, owner, coast, grids, shaped, layers.numbers, ground)
    rivers = plan.rivers
    if rivers.level.size and layers.parameters.river_density > 0.0:
        pieces = Pieces(
            rivers.start_x, rivers.start_y, rivers.end_x, rivers.end_y, rivers.level,
            rivers.discharge, rivers.half_width, rivers.bin_starts, rivers.bin_pieces,
            rivers.bin_columns, rivers.reach,
        )  # fmt: skip
        lay_rivers(on_plan, plan.step, code, owner, pieces, ground)


def _add_close_detail(layers: Layers, around: SampleGrid, ground: Ground) -> None:
    """Add the octaves finer than a cell to dry land; they vanish on whole cells."""
    close = sum_octaves(layers.close, *around)
    dry = np.isnan(ground.level)
    lowest = layers.parameters.water_level + _LOWEST_DETAIL
    detailed = np.maximum(ground.height + _CLOSE_DETAIL * close, lowest)
    ground.height[dry] = np.minimum(detailed, 1.0)[dry]


def _finished(layers: Layers, grid: SampleGrid, ground: Ground) -> Any:
    """Cut the apron off and derive moisture, temperature, biome and gradient."""
    arrays = empty_arrays(*grid.shape)
    moist, climate = sum_octaves(layers.moisture, *grid), sum_octaves(layers.climate, *grid)
    rules = layers.parameters
    weather = weather_fields(layers.archipelago, rules.climate_band, *grid)
    finish(grid, layers.numbers, rules.temperature, ground, moist, climate, weather, arrays)
    return lock(arrays)
