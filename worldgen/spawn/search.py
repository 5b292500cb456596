"""Where play begins: dry, flat, near the sea and far from mountains, the same place every time.

Sketches of islands near the origin say which of them promise such a place; a few are then solved.
Around their gentlest coasts a lattice of four cells is searched, and the best places are looked at
cell by cell.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np

from worldgen.connected_land import label_land
from worldgen.features.island import Island
from worldgen.generator import Generator, Key
from worldgen.region import Region
from worldgen.spawn.candidates import (
    MOUNTAIN_CELLS,
    WINDOW_CELLS,
    Promise,
    mountain_height,
    near,
)

FLATTEST = 0.02
"""Heights within FLAT_CELLS of a good spawn differ by no more than this."""

FLAT_CELLS = 12
SHORE_CELLS = 60
ISLAND_CELLS = 5000

_LOD = 2
_STEP = 1 << _LOD
_BLOCK = 4
_LOOKS = 24
_PLANS = 3
_TRIES = 4
_NICEST_SHORE = 14.0
_OWN_MARGIN, _OTHER_MARGIN = 0.03, 0.08
"""How far below a mountain's height land is kept away from: between the samples of the lattice it
may be higher, and of other islands only sketches are known."""


class Spawn(tuple[int, int]):
    """A place (x, y) in cells; ``why`` says what it lacks, and is empty when it lacks nothing."""

    why: str

    def __new__(cls, x: int, y: int, why: str = "") -> Spawn:
        place = super().__new__(cls, (x, y))
        place.why = why
        return place


def find_spawn(generator: Generator, promises: Sequence[Promise]) -> Spawn:
    """Return the spawn of a generator, sought on the islands that promise one."""
    best: tuple[float, Spawn] | None = None
    for stretch in _stretches(generator, promises):
        found = _search(generator, stretch)
        if found is not None and (best is None or found[0] < best[0]):
            best = found
        if best is not None and not best[1].why:
            break
    if best is not None:
        return best[1]
    return Spawn(0, 0, "there is no land near the origin")


def likely_spawn(promises: Sequence[Promise]) -> Spawn:
    """Return a place by the coast where the spawn is looked for first, seen on a sketch alone."""
    for promise in promises:
        for x, y in promise.windows:
            return Spawn(x, y, "no island has been solved")
    return Spawn(0, 0, "there is no land near the origin")


@dataclass(frozen=True)
class _Stretch:
    """A square to search around a coast of a solved island."""

    island: Key | None
    middle: tuple[int, int]
    area: float
    """Cells of the island."""
    river: bool


def _stretches(generator: Generator, promises: Sequence[Promise]) -> Iterator[_Stretch]:
    """Yield the squares to search, the most promising first; islands are solved one by one."""
    solved = 0
    for promise in promises[:_TRIES]:
        area, river = float("inf"), False
        if promise.island is not None:
            plan = generator.plan(*promise.island)
            if plan is None:
                continue
            island = Island(generator, plan)
            area, river = island.area, bool(island.rivers)
        for middle in promise.windows:
            yield _Stretch(promise.island, middle, area, river)
        solved += 1
        if solved == _PLANS:
            return


def _search(generator: Generator, stretch: _Stretch) -> tuple[float, Spawn] | None:
    """Return the best place of a stretch and how much it lacks, or None when nothing is dry."""
    side = WINDOW_CELLS // _STEP
    margin = MOUNTAIN_CELLS // _STEP + _BLOCK
    left, top = (c // _STEP * _STEP - WINDOW_CELLS // 2 for c in stretch.middle)
    box = (left - margin * _STEP, top - margin * _STEP, side + 2 * margin, side + 2 * margin)
    region = _read(generator, stretch, *box, lod=_LOD)
    own = _owned(region, stretch)
    inside = (slice(margin, margin + side), slice(margin, margin + side))
    usable = (np.isnan(region.water_level) & (region.shore > 0.0) & own)[inside]
    if not generator.parameters.island:
        usable &= ~near(~own, FLAT_CELLS // _STEP + 1)[inside]
    if not usable.any():
        return None
    mountain = _near_mountain(_high(generator, region, own, box))[inside]
    coastal = _within(region.shore < 0.0, SHORE_CELLS / _STEP)[inside]
    spread = _spread(region.height, margin, side)
    shore = region.shore[inside]
    size = _landmass_size(region.shore > 0.0, own, stretch.area)[inside]
    cost = np.where(spread > FLATTEST, 100.0, 0.0) + np.where(size < ISLAND_CELLS, 60.0, 0.0)
    cost += np.where(mountain, 40.0, 0.0) + np.where(coastal, 0.0, 10.0)
    cost += 40.0 * spread + 0.01 * np.abs(shore - _NICEST_SHORE)
    best: tuple[float, Spawn] | None = None
    for row, column in _best_places(np.where(usable, cost, np.inf)):
        x, y = left + column * _STEP, top + row * _STEP
        lacks = []
        flatness = _flatness(generator, stretch, x, y)
        if flatness > FLATTEST:
            lacks.append(_uneven(flatness))
        if not coastal[row, column]:
            lacks.append(f"the sea is more than {SHORE_CELLS} cells away")
        if mountain[row, column]:
            lacks.append(f"mountains are less than {MOUNTAIN_CELLS} cells away")
        if size[row, column] < ISLAND_CELLS:
            lacks.append(f"the island has fewer than {ISLAND_CELLS} cells")
        if not stretch.river:
            lacks.append("the island has no river")
        total = 1000.0 * len(lacks) + float(cost[row, column])
        if flatness == float("inf"):
            total += 500.0
        if best is None or total < best[0]:
            best = (total, Spawn(x, y, "; ".join(lacks)))
        if not lacks or (lacks == ["the island has no river"]):
            break
    return best


def _uneven(flatness: float) -> str:
    if flatness == float("inf"):
        return "there is water beside it"
    return f"the ground within {FLAT_CELLS} cells differs by {flatness:.3f}"


def _read(
    generator: Generator, stretch: _Stretch, x: int, y: int, width: int, height: int, lod: int
) -> Region:
    """Read a region for which no other island is solved."""
    return generator.region(x, y, width, height, lod, only=stretch.island)


def _owned(region: Region, stretch: _Stretch) -> np.ndarray:
    if stretch.island is None:
        return np.ones(region.shape, dtype=bool)
    return region.in_domain(stretch.island)


def _high(
    generator: Generator, region: Region, own: np.ndarray, box: tuple[int, int, int, int]
) -> np.ndarray:
    """Mark what may be mountain; the islands around are known from sketches only."""
    level = mountain_height(generator)
    high: np.ndarray = own & (region.height >= level - _OWN_MARGIN)
    if not own.all():
        sketch = generator.region(*box, lod=_LOD, sketch=True)
        high |= ~own & (sketch.height >= level - _OTHER_MARGIN) & np.isnan(sketch.water_level)
    return high


def _spread(height: np.ndarray, margin: int, side: int) -> np.ndarray:
    """Return the greatest difference of height within FLAT_CELLS of each place of the inside."""
    reach = FLAT_CELLS // _STEP
    highest = np.full((side, side), -np.inf)
    lowest = np.full((side, side), np.inf)
    for down in range(-reach, reach + 1):
        for across in range(-reach, reach + 1):
            if down * down + across * across <= reach * reach:
                row, column = margin + down, margin + across
                there = height[row : row + side, column : column + side]
                np.maximum(highest, there, out=highest)
                np.minimum(lowest, there, out=lowest)
    spread: np.ndarray = highest - lowest
    return spread


def _landmass_size(land: np.ndarray, own: np.ndarray, most: float) -> np.ndarray:
    """Return the cells of each sample's landmass; ``most`` where it goes on beyond the edge."""
    labels, samples = label_land(land & own)
    cells = samples * float(_STEP * _STEP)
    for edge in (labels[0], labels[-1], labels[:, 0], labels[:, -1]):
        cells[edge] = most
    cells[0] = 0.0
    sizes: np.ndarray = cells[labels]
    return sizes


def _best_places(cost: np.ndarray) -> Iterator[tuple[int, int]]:
    """Yield the places of least cost, none of them right beside one before."""
    left = cost.copy()
    for _ in range(_LOOKS):
        row, column = divmod(int(np.argmin(left)), left.shape[1])
        if left[row, column] == np.inf:
            return
        yield row, column
        left[max(row - 1, 0) : row + 2, max(column - 1, 0) : column + 2] = np.inf


def _near_mountain(high: np.ndarray) -> np.ndarray:
    """Mark what may lie closer to high land than MOUNTAIN_CELLS, by blocks of samples."""
    rows, columns = high.shape
    padded = np.pad(high, ((0, -rows % _BLOCK), (0, -columns % _BLOCK)))
    blocks = padded.reshape(padded.shape[0] // _BLOCK, _BLOCK, padded.shape[1] // _BLOCK, _BLOCK)
    peaks: np.ndarray = np.any(blocks, axis=(1, 3))
    near_blocks = _within(peaks, MOUNTAIN_CELLS / (_BLOCK * _STEP) + 1.0)
    return np.repeat(np.repeat(near_blocks, _BLOCK, axis=0), _BLOCK, axis=1)[:rows, :columns]


def _within(mask: np.ndarray, reach: float) -> np.ndarray:
    """Mark all within a circle of ``reach`` samples around a mask."""
    rows = mask.shape[0]
    marked = np.zeros_like(mask)
    for down in range(-int(reach), int(reach) + 1):
        widened = _widened(mask, int(sqrt(reach * reach - down * down)))
        target = slice(max(down, 0), rows + min(down, 0))
        marked[target] |= widened[max(-down, 0) : rows + min(-down, 0)]
    return marked


def _widened(mask: np.ndarray, reach: int) -> np.ndarray:
    """Mark all within ``reach`` of a marked place of the same row."""
    running = np.cumsum(np.pad(mask, ((0, 0), (reach + 1, reach))), axis=1)
    widened: np.ndarray = running[:, 2 * reach + 1 :] > running[:, : -2 * reach - 1]
    return widened


def _flatness(generator: Generator, stretch: _Stretch, x: int, y: int) -> float:
    """Return the greatest difference of height within FLAT_CELLS of a place; inf beside water."""
    size = 2 * FLAT_CELLS + 1
    region = _read(generator, stretch, x - FLAT_CELLS, y - FLAT_CELLS, size, size, lod=0)
    down, across = np.mgrid[-FLAT_CELLS : FLAT_CELLS + 1, -FLAT_CELLS : FLAT_CELLS + 1]
    around = region.height[down * down + across * across <= FLAT_CELLS * FLAT_CELLS]
    close = region.water_level[FLAT_CELLS - 1 : FLAT_CELLS + 2, FLAT_CELLS - 1 : FLAT_CELLS + 2]
    if not np.isnan(close).all():
        return float("inf")
    return float(around.max() - around.min())
