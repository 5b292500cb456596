"""Which islands near the origin promise a good place to begin: seen on sketches, none is solved."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil, hypot
from typing import NamedTuple

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from worldgen.biomes import MOUNTAINS_FROM
from worldgen.coordinates import MAX_LOD
from worldgen.generator import Generator, Key, Site
from worldgen.region import Region

MOUNTAIN_CELLS = 150
"""No mountain lies closer than this to a good spawn."""

WINDOW_CELLS = 640
"""Side of the square that is searched around a promising coast."""

_SAMPLES = 64
"""Samples of a sketch over half an island."""

_SQUARES_OUTWARD = (4, 8, 16, 32, 64)
"""How many squares of small sites from the origin islands are sought, step by step."""

_FAR_SQUARES = 6.0
_REACH = 1.3
"""How far from its site an island is looked at, in sizes of it."""

_SMALLEST, _LARGEST = 0.3, 2.4
"""Half the length of an island of middling size, in squares of small sites."""

_MILD = (0.42, 0.85)
"""The temperature of the home island."""

_FEW_SITES, _MOST_SITES = 12, 48
_COAST_CELLS = 48
_GENTLE = 0.001
"""Coasts that rise less than this in a cell on a sketch are often flat enough in full."""

_RELIEF_MARGIN = 0.03
"""How much higher than on the sketch a mountain may turn out to be."""

_ENOUGH_CELLS = 12_800
"""A window with this much gentle coast nearly always has a good place."""

_MOST_ISLANDS = 4
_MOST_WINDOWS = 2


@dataclass(frozen=True)
class Promise:
    """An island, or all land where there are no domains, and where to search it."""

    island: Key | None
    windows: tuple[tuple[int, int], ...]
    """Middles of the squares to search, in cells, the most promising first."""


def promising_islands(generator: Generator) -> list[Promise]:
    """Return the islands near the origin that sketches show, the most promising first.

    Near ones of middling size, in a mild climate, with enough gentle coast come first.
    """
    if not generator.parameters.island:
        found = _survey(generator, (0, 0), _FAR_SQUARES * generator.parameters.island_spacing, None)
        return [] if found is None else [found[1]]
    surveyed = []
    for number, site in enumerate(_sites_outward(generator), 1):
        middle = int(site.x), int(site.y)
        found = _survey(generator, middle, _REACH * site.size, site.key)
        if found is not None:
            surveyed.append(found)
        good = sum(not rank.lacks for rank, _ in surveyed)
        if good == _MOST_ISLANDS or number >= (_MOST_SITES if not good else _FEW_SITES):
            break
    return [promise for _, promise in sorted(surveyed, key=lambda each: each[0])[:_MOST_ISLANDS]]


def _sites_outward(generator: Generator) -> Iterator[Site]:
    """Yield the sites of islands of middling size, those nearest to the origin first.

    Where there are none, those of all others.
    """
    spacing = generator.parameters.island_spacing
    within = 0.0
    others: list[Site] = []
    for squares in _SQUARES_OUTWARD:
        reach = squares * spacing
        found = [
            (hypot(site.x, site.y), site.key, site)
            for site in generator.sites(-reach, -reach, 2 * reach, 2 * reach)
        ]
        for _, _, site in sorted(each for each in found if within <= each[0] < reach):
            if _SMALLEST * spacing <= site.size <= _LARGEST * spacing:
                yield site
            elif len(others) < _MOST_SITES:
                others.append(site)
        within = reach
    yield from others


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


class _Rank(NamedTuple):
    """What islands are sorted by: the least comes first."""

    lacks: int
    """How much of a mild climate and enough gentle coast is missing."""
    away: float
    """Cells from the origin if nothing is missing, else less the more gentle coast there is."""
    key: Key | None


def _survey(
    generator: Generator, middle: tuple[int, int], half: float, key: Key | None
) -> tuple[_Rank, Promise] | None:
    """Look at a sketch of an island, or of all land around a place; None where there is none."""
    lod = min(max(int(half) // _SAMPLES, 1).bit_length() - 1, MAX_LOD)
    step = 1 << lod
    count = int(half) // step + 1
    left, top = (place // step - count for place in middle)
    region = generator.region(left * step, top * step, 2 * count, 2 * count, lod=lod, sketch=True)
    own = np.ones(region.shape, dtype=bool) if key is None else region.in_domain(key)
    land = np.isnan(region.water_level) & own
    if not land.any():
        return None
    gentle = land & _gentle_coast(generator, region, step)
    density = _box_sums(gentle, max(WINDOW_CELLS // (2 * step), 1)) * step * step
    places = gentle if gentle.any() else land
    most = int(density[places].max())
    mild = _MILD[0] < float(np.median(region.temperature[land])) < _MILD[1]
    lacks = int(most < _ENOUGH_CELLS) + int(not mild)
    windows = _best_windows(np.where(places, density, -1), WINDOW_CELLS // step)
    rank = _Rank(lacks, -float(most) if lacks else hypot(*middle), key)
    return rank, Promise(key, tuple(((left + c) * step, (top + r) * step) for r, c in windows))


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
