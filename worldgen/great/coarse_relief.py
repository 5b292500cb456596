"""The relief of a great island on its coarse lattice, before water is routed for good.

Ranges, basins and a tilt are laid over the island, so that its main divide lies nearer to one
coast and long rivers run to the other; then the rules that shape every island work on it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numba import types

from worldgen.archipelago.archipelago import IslandKey
from worldgen.archipelago.uplands import LIFT, upland_fields
from worldgen.coordinates import UNITS_PER_CELL
from worldgen.great.lattices import coarse_step
from worldgen.island.coast import SEA_NODE
from worldgen.island.domain_terrain import DomainTerrain
from worldgen.island.relief import REST, RuleStrengths, random_cells, sweep
from worldgen.island.watershed import Watershed
from worldgen.kernels.decorators import kernel
from worldgen.layers import Layers
from worldgen.noise.octaves import make_octaves, sum_octaves
from worldgen.seed import layer_key

LOWEST_LAND = 0.004
"""How far land lies above the water at the least when the rules begin."""

_RISE, _RISE_CELLS = 0.050, 150.0
_INLAND, _INLAND_CELLS = 0.030, 1400.0
_TILT_HEIGHT = 0.20
_RIM, _RIM_PART = 0.9, 0.25
"""How high the rim is, in heights of the tilt, and where, in parts of the way to the middle."""

_RANGE_HEIGHT, _RANGE_FROM = 0.12, 500.0
_RANGE_LIFT, _RANGE_WIDTH = -0.15, 0.55
"""The lift of the uplands where ranges begin, and how much more of it makes them whole."""

_LOW_MIDDLE = 0.85
"""How much lower ranges are in the middle of the island."""

_BASIN_DEPTH = 0.16
_SWEEPS = 3
"""A coarse plan is swept once for so many sweeps of a fine one."""

_UNEVENNESS = 65
_JITTER = 0.006
"""How much hashed noise the flat parts of a coarse lattice get before rivers are routed."""


@dataclass(frozen=True, eq=False)
class CoarseRelief:
    """Start heights and what goes with them, over the coarse lattice."""

    heights: np.ndarray
    amplitude: np.ndarray
    """How strongly finer octaves show."""
    ridges: np.ndarray
    """0..1: how much of a range each node is."""


def lay_relief(
    layers: Layers, key: IslandKey, ground: DomainTerrain, local: np.ndarray
) -> CoarseRelief:
    """Return the heights that the rules begin with; ``local`` is the noise of the world's height.

    ``ground`` is the survey of the domain on the coarse lattice.
    """
    water = layers.parameters.water_level
    x, y, step = ground.first_x * ground.step, ground.first_y * ground.step, ground.step
    rows, columns = ground.shape
    scale = step / UNITS_PER_CELL / 32.0
    inland = _inland(ground.sea, step)

    def noise(name: str, wavelength: float, octaves: int) -> np.ndarray:
        made = make_octaves(layers.plan_key, name, wavelength * scale, octaves, kind="gradient")
        return sum_octaves(made.seen(step), x, y, step, columns, rows)

    broad = np.clip(noise("great broad", 2600.0, 3), -1.0, 1.0)
    uplands = upland_fields(layers.archipelago, x, y, step, columns, rows)
    lift = np.zeros((rows, columns)) if uplands is None else uplands[LIFT]
    ridge = np.clip((lift - _RANGE_LIFT) / _RANGE_WIDTH, 0.0, 1.0)
    ridge = ridge * ridge * (3.0 - 2.0 * ridge) * np.clip(inland / (_RANGE_FROM * scale), 0.0, 1.0)
    # Ranges keep off the low middle, which they would cut into small catchments.
    ridge *= 1.0 - _LOW_MIDDLE * np.clip(
        2.5 * inland / max(float(inland.max()), 1.0) - 0.8, 0.0, 1.0
    )
    ramp = np.clip(inland / (_INLAND_CELLS * scale), 0.0, 1.0)
    ramp = ramp * ramp * (3.0 - 2.0 * ramp)
    amplitude = 0.035 + 0.14 * ridge + 0.02 * np.maximum(broad, 0.0)
    heights = water + _RISE * np.clip(inland / (_RISE_CELLS * scale), 0.0, 1.0)
    heights += _INLAND * ramp * (1.0 + 0.9 * broad)
    heights += _TILT_HEIGHT * _tilted(layers, key, ground, inland, _INLAND_CELLS * scale)
    heights += _RANGE_HEIGHT * ridge
    heights += amplitude * local * np.clip(0.25 + inland / (300.0 * scale), 0.0, 1.0)
    if layers.parameters.lakes > 0.0:
        basin = np.clip(noise("great basins", 700.0, 2) - 0.30, 0.0, 1.0)
        depth = 2.0 * layers.parameters.lakes * 0.10 * basin
        heights -= depth * np.clip(inland / (500.0 * scale) - 0.6, 0.0, 1.0)
    heights = np.where(ground.land, np.maximum(heights, water + LOWEST_LAND), ground.base)
    return CoarseRelief(heights, amplitude, ridge)


def _tilted(
    layers: Layers, key: IslandKey, ground: DomainTerrain, inland: np.ndarray, far: float
) -> np.ndarray:
    """Return how high the island lies for its tilt along its longer axis, 0..1.

    The land rises from a mouth at one end to the other. Behind the coasts runs a rim, higher than
    the middle, which gathers the water of the island and leads it to that end.
    """
    across, down = _long_axis(ground.land)
    if layer_key(layers.plan_key, "tilt {} {} {}".format(*key)) & 1:
        across, down = -across, -down
    rows, columns = np.nonzero(ground.land)
    along = across * columns + down * rows
    low, high = float(along.min()), float(along.max())
    y, x = np.arange(ground.shape[0])[:, None], np.arange(ground.shape[1])[None, :]
    rise = np.clip((across * x + down * y - low) / max(high - low, 1.0), 0.0, 1.0)
    middle = max(float(inland[ground.land].max(initial=0.0)), 1.0)
    part = np.clip(inland / (_RIM_PART * middle), 0.0, 2.0)
    rim = np.clip(part * (2.0 - part), 0.0, 1.0) * np.clip(4.0 * rise - 0.4, 0.0, 1.0)
    ramp = np.clip(inland / far, 0.0, 1.0)
    tilted: np.ndarray = ramp * rise + _RIM * rim
    return tilted


def _long_axis(land: np.ndarray) -> tuple[float, float]:
    """Return the direction in which the land is longest; whole sums do not depend on order."""
    rows, columns = np.nonzero(land)
    count = len(rows)
    x, y = columns * count - int(columns.sum()), rows * count - int(rows.sum())
    scale = count * count
    xx, yy, xy = (
        float(int((a // 64 * (b // 64)).sum())) / scale for a, b in ((x, x), (y, y), (x, y))
    )
    difference = xx - yy
    across = difference + float(np.sqrt(difference * difference + 4.0 * xy * xy))
    down = 2.0 * xy
    length = float(np.sqrt(across * across + down * down))
    return (across / length, down / length) if length > 0.0 else (1.0, 0.0)


def _inland(sea: np.ndarray, step: int) -> np.ndarray:
    """Return how far each node is from the sea, in cells; 0 at sea."""
    distance = np.zeros(sea.shape, dtype=np.int32)
    _measure_inland(sea, distance)
    return distance * (step / UNITS_PER_CELL / 8.0)


@kernel(types.void(types.Array(types.uint8, 2, "C", readonly=True), types.int32[:, ::1]))
def _measure_inland(sea, distance):  # type: ignore[no-untyped-def]
    """Measure distances from the sea in eighths of a step: a chamfer of weights 8 and 11."""
    rows, columns = sea.shape
    for r in range(rows):
        for c in range(columns):
            distance[r, c] = 0 if sea[r, c] & SEA_NODE else 1 << 29
    for r in range(rows):
        for c in range(columns):
            best = distance[r, c]
            if c > 0:
                best = min(best, distance[r, c - 1] + 8)
            if r > 0:
                best = min(best, distance[r - 1, c] + 8)
                if c > 0:
                    best = min(best, distance[r - 1, c - 1] + 11)
                if c < columns - 1:
                    best = min(best, distance[r - 1, c + 1] + 11)
            distance[r, c] = best
    for r in range(rows - 1, -1, -1):
        for c in range(columns - 1, -1, -1):
            best = distance[r, c]
            if c < columns - 1:
                best = min(best, distance[r, c + 1] + 8)
            if r < rows - 1:
                best = min(best, distance[r + 1, c] + 8)
                if c < columns - 1:
                    best = min(best, distance[r + 1, c + 1] + 11)
                if c > 0:
                    best = min(best, distance[r + 1, c - 1] + 11)
            distance[r, c] = best


def hashed_noise(layers: Layers, ground: DomainTerrain, name: str, turn: int = 0) -> np.ndarray:
    """Return independent numbers in 0..1, one for each node, by its place in the world."""
    cells = np.empty(ground.shape)
    key = np.uint64(layer_key(layers.plan_key, name, turn))
    random_cells(key, ground.first_x, ground.first_y, cells)
    return cells


def shape_coarse(
    layers: Layers,
    ground: DomainTerrain,
    watershed: Watershed,
    lifted: np.ndarray,
    heights: np.ndarray,
) -> None:
    """Apply the relief rules to the flat ``heights`` of the coarse lattice."""
    parameters = layers.parameters
    cells = coarse_step(layers) / UNITS_PER_CELL
    strengths = RuleStrengths(
        erosion=0.54 * parameters.erosion / cells,
        smoothing=0.10 * parameters.smoothing,
        uplift=0.04 * parameters.uplift,
        thermal=0.0,
    )
    if not any(strengths):
        return
    area = np.empty(len(heights))
    for turn in range(-(-parameters.relief_steps // _SWEEPS)):
        if turn % 4 == 0:
            uneven = _JITTER * hashed_noise(layers, ground, "great sweep", turn).ravel()
            key = layer_key(layers.plan_key, "great sweep", turn)
            watershed.flood(heights + uneven, key, _UNEVENNESS)
        sweep(watershed.flow, watershed.rain, lifted, strengths, REST * cells, area, heights)
