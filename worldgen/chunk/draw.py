"""A chunk: every field of a rectangle of samples, each sample a function of its own place.

Nothing here looks at another chunk. Fields are made with an apron of one sample, so that the
gradient at the edge is the one the neighbour sees.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from worldgen.archipelago.mask import Mask, mask_grid
from worldgen.chunk.climate import EXPECTED_HUMIDITY, finish
from worldgen.chunk.fields import empty_arrays, read_only
from worldgen.chunk.ground import lay_ground
from worldgen.chunk.plan_ground import apply_plan
from worldgen.chunk.river_beds import lay_rivers
from worldgen.coordinates import MAX_PLANNED_LOD, UNITS_PER_CELL, SampleGrid
from worldgen.island.plan import Plan
from worldgen.layers import Layers
from worldgen.noise.octaves import add_octaves, sum_octaves
from worldgen.read_only import read_only_copy

APRON = 1
SKETCHED_HUMIDITY = 0.82
"""The mean humidity of land at the defaults."""

_CLOSE_DETAIL = 0.003


def needed_islands(layers: Layers, mask: Mask) -> list[tuple[int, int]]:
    """Return the keys of the islands whose plans the samples under a mask need."""
    if not layers.planned:
        return []
    owners = mask.owner
    if layers.parameters.island and not mask.strength.any():
        return []
    # Most chunks lie in one domain, and that is found sooner than all the domains of many.
    if owners.size and (owners == owners.flat[0]).all():
        return [mask.island_key(int(owners.flat[0]))]
    if layers.parameters.island:
        owners = owners[mask.strength > 0.0]
    return [mask.island_key(int(code)) for code in np.unique(owners)]


def survey_mask(layers: Layers, grid: SampleGrid) -> Mask | None:
    """Return the mask under samples and their apron; None where none is needed."""
    if not layers.parameters.island and not layers.planned:
        return None
    return mask_grid(layers.archipelago, *grid.widened(APRON))


def owner_under(mask: Mask | None) -> np.ndarray:
    """Return whose domain each sample lies in, without the apron; empty without a mask."""
    return read_only_copy(mask.owner[APRON:-APRON, APRON:-APRON], np.int32) if mask else _NO_OWNER


def draw_fields(
    layers: Layers, grid: SampleGrid, mask: Mask | None, plans: Sequence[Plan] | None
) -> Any:
    """Return all fields of samples as ``FieldArrays``.

    ``plans`` are those of the islands under the mask, or None for a sketch.
    """
    x, y, step, width, height = grid
    if step > UNITS_PER_CELL << MAX_PLANNED_LOD:
        layers = layers.seen(step)
    parameters, numbers = layers.parameters, layers.numbers
    left, top = x - APRON * step, y - APRON * step
    columns, rows = width + 2 * APRON, height + 2 * APRON
    shape = (rows, columns)
    strength = mask.strength if mask and parameters.island else np.ones(shape)
    low = np.zeros(shape)
    if parameters.relief != "rules":
        add_octaves(layers.height_low, left, top, step, low)
    total = low.copy()
    if parameters.relief != "rules":
        add_octaves(layers.height_high, left, top, step, total)
    sketch = plans is None or not layers.planned
    ridge_noise, coast_noise = low, low
    if sketch and layers.planned:
        ridge_noise = sum_octaves(layers.ridge_noise, left, top, step, columns, rows)
        coast_noise = sum_octaves(layers.coast_noise, left, top, step, columns, rows)
    base, full, ground, level = (np.empty(shape) for _ in range(4))
    shore = np.empty(shape, dtype=np.float32)
    relative = np.zeros(shape, dtype=np.float32)
    lay_ground(
        low, total, ridge_noise, coast_noise, strength, parameters.island, sketch,
        layers.planned, layers.shaped, numbers, base, full,
        ground, level, shore, relative,
    )  # fmt: skip
    discharge = np.zeros(shape)
    cover = np.zeros(shape, dtype=np.float32)
    humidity = np.full(shape, _humidity_without_plan(layers, sketch))
    banks = np.full(shape, -np.inf)
    coast = sum_octaves(layers.coast_roughness, left, top, step, columns, rows) if plans else low
    owner = _NO_OWNER
    if plans and mask is not None:
        # Where the mask is 0 no plan has a say: which domains have is the same for every cut.
        owner = np.where(strength > 0.0, mask.owner, np.int32(-1))
    for plan in plans or ():
        assert mask is not None
        code = mask.code(*plan.island)
        at_x, at_y = left - plan.first_x * plan.step, top - plan.first_y * plan.step
        apply_plan(
            at_x, at_y, step, plan.step, code, owner, coast, base, full,
            plan.correction, plan.shore, plan.lakes, plan.lake_levels, plan.humidity,
            plan.neighbourhood_means, layers.shaped, numbers, ground, level, shore, humidity, banks,
            relative,
        )  # fmt: skip
        if len(plan.rivers):
            rivers = plan.rivers
            lay_rivers(
                at_x, at_y, step, plan.step, code,
                rivers.start_x, rivers.start_y, rivers.end_x, rivers.end_y, rivers.level,
                rivers.discharge, rivers.half_width, rivers.bin_starts, rivers.bin_pieces,
                rivers.bin_columns, (len(rivers.bin_starts) - 1) // rivers.bin_columns,
                rivers.reach, banks, owner, shore, ground, level, discharge,
                cover,
            )  # fmt: skip
    if step < UNITS_PER_CELL:
        _add_close_detail(layers, left, top, step, level, ground)
    return _finished(layers, grid, ground, level, discharge, humidity, shore, cover, relative)


def _humidity_without_plan(layers: Layers, sketch: bool) -> float:
    """Return the humidity of what no plan covers: that of the noise, of land on average, of sea."""
    if not layers.planned:
        return EXPECTED_HUMIDITY
    if sketch:
        return SKETCHED_HUMIDITY
    return 1.0 if layers.parameters.island else EXPECTED_HUMIDITY


_NO_OWNER = read_only_copy(np.zeros((0, 0)), np.int32)


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
    grid: SampleGrid,
    ground: np.ndarray,
    level: np.ndarray,
    discharge: np.ndarray,
    humidity: np.ndarray,
    shore: np.ndarray,
    cover: np.ndarray,
    relative: np.ndarray,
) -> Any:
    """Cut the apron off and derive moisture, temperature, biome and gradient."""
    arrays = empty_arrays(*grid.shape)
    finish(
        grid.y, grid.step, layers.numbers, layers.parameters.temperature, ground, level, discharge,
        sum_octaves(layers.moisture, *grid), sum_octaves(layers.climate, *grid), humidity, shore,
        cover, relative, arrays,
    )  # fmt: skip
    return read_only(arrays)
