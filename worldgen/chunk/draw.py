"""A chunk: every field of a rectangle of samples, each sample a function of its own place.

Nothing here looks at another chunk. Fields are made with an apron of one sample, so that the
gradient at the edge is the one the neighbour sees.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from worldgen.archipelago.mask import Mask, mask_grid
from worldgen.chunk.climate import EXPECTED_HUMIDITY, finish
from worldgen.chunk.ground import lay_ground
from worldgen.chunk.plan_ground import apply_plan
from worldgen.chunk.river_beds import lay_rivers
from worldgen.coordinates import UNITS_PER_CELL
from worldgen.island.plan import Plan
from worldgen.layers import (
    Layers,
)
from worldgen.noise.octaves import add_octaves, sum_octaves
from worldgen.read_only import frozen

CHUNK_SIZE = 64
"""Samples on each side of a chunk."""

MIN_LOD, MAX_LOD = -4, 10
MAX_PLANNED_LOD = 4
"""Coarser chunks than this are always sketches."""

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
    if step > UNITS_PER_CELL << MAX_PLANNED_LOD:
        layers = layers.seen(step)
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
    folds, bays = low, low
    if sketch and layers.planned:
        folds = sum_octaves(layers.folds, left, top, step, columns, rows)
        bays = sum_octaves(layers.bays, left, top, step, columns, rows)
    base, full, ground, level = (np.empty(grid) for _ in range(4))
    shore = np.empty(grid, dtype=np.float32)
    relative = np.zeros(grid, dtype=np.float32)
    lay_ground(
        low, total, folds, bays, strength, parameters.island, sketch,
        layers.planned, layers.shaped, numbers, base, full,
        ground, level, shore, relative,
    )  # fmt: skip
    discharge = np.zeros(grid)
    cover = np.zeros(grid, dtype=np.float32)
    humidity = np.full(grid, _humidity_without_plan(layers, sketch))
    banks = np.full(grid, -np.inf)
    coast = sum_octaves(layers.coast, left, top, step, columns, rows) if plans else low
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
    return {
        **_finished(layers, x, y, step, ground, level, discharge, humidity, shore, cover, relative),
        "owner": frozen(mask.owner[1:-1, 1:-1], np.int32) if mask else _NO_OWNER,
        "mask": mask,
    }


def _humidity_without_plan(layers: Layers, sketch: bool) -> float:
    """Return the humidity of what no plan covers: that of the noise, of land on average, of sea."""
    if not layers.planned:
        return EXPECTED_HUMIDITY
    if sketch:
        return SKETCHED_HUMIDITY
    return 1.0 if layers.parameters.island else EXPECTED_HUMIDITY


_NO_OWNER = frozen(np.zeros((0, 0)), np.int32)


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
    relative: np.ndarray,
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
        "relative_height",
    )
    fields = {name: np.empty((height, width), dtype=np.float32) for name in floats}
    fields |= {name: np.empty((height, width), dtype=np.uint8) for name in ("biome", "terrain")}
    finish(
        y, step, layers.numbers, layers.parameters.temperature, ground, level, discharge, moisture,
        climate, humidity, shore, cover, relative, *fields.values(),
    )  # fmt: skip
    for array in fields.values():
        array.flags.writeable = False
    return fields
