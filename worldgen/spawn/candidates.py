"""Which islands near the origin promise a good place to begin: seen on sketches, none is solved."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from worldgen.biomes import MOUNTAINS_FROM
from worldgen.generator import Generator
from worldgen.region import Region

MOUNTAIN_CELLS = 150
"""No mountain lies closer than this to a good spawn."""

WINDOW_CELLS = 640
"""Side of the square that is searched around a promising coast."""

_SAMPLES_A_SQUARE = 64
_NEAR_SQUARES, _FAR_SQUARES = 2.5, 6.0
_COAST_CELLS = 48
_GENTLE = 0.001
"""Coasts that rise less than this in a cell on a sketch are often flat enough in full."""

_RELIEF_MARGIN = 0.03
"""How much higher than on the sketch a mountain may turn out to be."""

_ENOUGH_CELLS = 12_800
"""A window with this much gentle coast nearly always has a good place."""

_MOST_ISLANDS = 6
_MOST_WINDOWS = 2


@dataclass(frozen=True)
class Promise:
    """An island, or all land where there are no domains, and where to search it."""

    island: tuple[int, int] | None
    windows: tuple[tuple[int, int], ...]
    """Middles of the squares to search, in cells, the most promising first."""


def promising_islands(generator: Generator) -> list[Promise]:
    """Return the islands around the origin that a sketch shows, the most promising first.

    Near ones with a stretch of enough gentle coast come before those with more of it.
    """
    near = _survey(generator, _NEAR_SQUARES, 0)
    return near if near else _survey(generator, _FAR_SQUARES, 1)


def near(mask: np.ndarray, reach: int) -> np.ndarray:
    """Mark what lies within a square of ``reach`` samples around a mask."""
    marked: np.ndarray = mask
    for axis in (0, 1):
        padding = [(0, 0), (0, 0)]
        padding[axis] = (reach, reach)
        windows = sliding_window_view(np.pad(marked, padding), 2 * reach + 1, axis=axis)
        marked = np.any(windows, axis=-1)
    return marked


def mountain_height(generator: Generator) -> float:
    """Return the height from which land counts as mountain, by its class or by its biome."""
    return min(generator.parameters.mountain_level, MOUNTAINS_FROM)


def _survey(generator: Generator, squares: float, coarser: int) -> list[Promise]:
    spacing = generator.parameters.island_spacing
    lod = (spacing // _SAMPLES_A_SQUARE).bit_length() - 1 + coarser
    step = 1 << lod
    half = int(squares * spacing) // step
    region = generator.region(-half * step, -half * step, 2 * half, 2 * half, lod=lod, sketch=True)
    land = np.isnan(region.water_level)
    if not land.any():
        return []
    gentle = land & _gentle_coast(generator, region, step)
    # One domain for all where there are none.
    keys = region.domain_keys or (None,)
    domains = np.maximum(region.domain_index, 0)
    density = _box_sums(gentle, max(WINDOW_CELLS // (2 * step), 1)) * step * step
    row, column = np.indices(domains.shape)
    distance = np.hypot(row - half, column - half) * step
    cells = np.zeros(len(keys), dtype=np.int64)
    np.maximum.at(cells, domains[gentle], density[gentle])
    closest = np.full(len(keys), np.inf)
    np.minimum.at(closest, domains[gentle], distance[gentle])
    dry = np.bincount(domains[land], minlength=len(keys))

    def order(number: int) -> tuple[bool, float, int, int]:
        enough = bool(cells[number] >= _ENOUGH_CELLS)
        rank = float(closest[number]) if enough else -float(cells[number])
        return (not enough, rank, -int(dry[number]), number)

    promises = []
    for number in sorted(np.flatnonzero(dry).tolist(), key=order)[:_MOST_ISLANDS]:
        own = domains == number
        places = own & gentle if cells[number] else own & land
        windows = _best_windows(np.where(places, density, -1), WINDOW_CELLS // step)
        promises.append(
            Promise(
                keys[number],
                tuple(((c - half) * step, (r - half) * step) for r, c in windows),
            )
        )
    return promises


def _gentle_coast(generator: Generator, region: Region, step: int) -> np.ndarray:
    sea = ~np.isnan(region.water_level)
    coast = near(sea, max(_COAST_CELLS // step, 1))
    mountains = near(
        region.height >= mountain_height(generator) - _RELIEF_MARGIN, ceil(MOUNTAIN_CELLS / step)
    )
    slope = np.hypot(region.gradient_x, region.gradient_y)
    gentle: np.ndarray = coast & ~mountains & (slope < _GENTLE)
    return gentle


def _box_sums(mask: np.ndarray, reach: int) -> np.ndarray:
    """Return how many samples of a mask lie in the square of ``reach`` around each."""
    sums = mask.astype(np.int64)
    for axis in (0, 1):
        padding = [(0, 0), (0, 0)]
        padding[axis] = (reach + 1, reach)
        running = np.cumsum(np.pad(sums, padding), axis=axis)
        upper = np.take(running, range(2 * reach + 1, running.shape[axis]), axis=axis)
        lower = np.take(running, range(running.shape[axis] - 2 * reach - 1), axis=axis)
        sums = upper - lower
    return sums


def _best_windows(density: np.ndarray, apart: int) -> list[tuple[int, int]]:
    """Return the places of greatest density, each at least ``apart`` samples from the others."""
    left = density.copy()
    found: list[tuple[int, int]] = []
    while len(found) < _MOST_WINDOWS and left.max() >= 0:
        row, column = divmod(int(np.argmax(left)), left.shape[1])
        found.append((row, column))
        reach = max(apart, 1)
        left[
            max(row - reach, 0) : row + reach + 1, max(column - reach, 0) : column + reach + 1
        ] = -1
    return found
