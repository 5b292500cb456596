"""Where play begins: dry, flat, near the sea and far from mountains, the same place every time.

Sketches of the islands around the origin say which of them promise such a place; at most two are
then solved and searched on a lattice of four cells, and the best places are looked at cell by cell.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from worldgen.biomes import MOUNTAINS_FROM

if TYPE_CHECKING:
    from worldgen.region import Region
    from worldgen.world import World

FLATTEST = 0.02
"""Heights within FLAT_CELLS of a good spawn differ by no more than this."""

FLAT_CELLS = 12
SHORE_CELLS = 60
MOUNTAIN_CELLS = 150
ISLAND_CELLS = 5000

_SQUARES = 4
"""Islands whose sites lie within this many squares of the origin are considered."""

_LOD = 2
_SKETCH_LOD = 4
_BLOCK = 4
_LOOKS = 24
_PLANS = 2
_RELIEF_MARGIN = 0.03


class Spawn(tuple[int, int]):
    """A place (x, y) in cells; ``why`` says what it lacks, and is empty when it lacks nothing."""

    why: str

    def __new__(cls, x: int, y: int, why: str = "") -> Spawn:
        place = super().__new__(cls, (x, y))
        place.why = why
        return place


def find_spawn(world: World) -> Spawn:
    """Return the spawn of a world."""
    best: tuple[float, Spawn] | None = None
    for area in _areas(world):
        found = _search(world, area)
        if found is not None and (best is None or found[0] < best[0]):
            best = found
        if best is not None and not best[1].why:
            break
    if best is not None:
        return best[1]
    return Spawn(0, 0, "there is no land near the origin")


@dataclass(frozen=True)
class _Area:
    """A box of cells to search."""

    left: int
    top: int
    width: int
    height: int
    island: tuple[int, int] | None
    river: bool


def _areas(world: World) -> Iterator[_Area]:
    """Yield the boxes to search, the most promising first; islands are solved one by one."""
    spacing = world.parameters.island_spacing
    if not world.parameters.island:
        half = min(spacing // 2, 320)
        yield _Area(-half, -half, 2 * half, 2 * half, None, True)
        return
    half = _SQUARES * spacing
    sites = [s for s in world.sites(-half, -half, 2 * half, 2 * half) if s.size > 0.0]
    sites.sort(key=lambda site: (site.x * site.x + site.y * site.y, site.key))
    promises = []
    for order, site in enumerate(sites[:24]):
        promise = _promise(world, site.key, site.x, site.y)
        promises.append((promise, order, site.key))
        if promise == 0 and sum(1 for p in promises if p[0] == 0) == _PLANS:
            break
    solved = 0
    for _, _, key in sorted(promises):
        if solved == _PLANS:
            return
        island = world.island(*key)
        if island is not None:
            solved += 1
            river = bool(island.rivers) or world.parameters.river_density == 0.0
            yield _Area(*island.bounds, key, river)


def _promise(world: World, key: tuple[int, int], x: float, y: float) -> int:
    """Return how little an island promises by its sketch: 0 when it may have a good place."""
    step = 1 << _SKETCH_LOD
    half = (world.parameters.island_spacing * 5 // 4) // step
    left, top = (int(x) // step - half) * step, (int(y) // step - half) * step
    region = world.region(left, top, 2 * half, 2 * half, lod=_SKETCH_LOD, sketch=True)
    assert region.mask is not None
    own = (region.owner == region.mask.code(*key)) & np.isnan(region.water_level)
    if np.count_nonzero(own) * step * step < 2 * ISLAND_CELLS:
        return 2
    water = world.parameters.water_level
    low = own & (region.height < water + 0.25 * (world.parameters.mountain_level - water))
    near = _near(region.height >= world.parameters.mountain_level, MOUNTAIN_CELLS // step + 2)
    return 0 if np.count_nonzero(low & ~near) >= 8 else 1


def _near(mask: np.ndarray, reach: int) -> np.ndarray:
    """Mark what lies within a square of ``reach`` samples around a mask."""
    near: np.ndarray = mask
    for axis in (0, 1):
        padding = [(0, 0), (0, 0)]
        padding[axis] = (reach, reach)
        near = np.any(sliding_window_view(np.pad(near, padding), 2 * reach + 1, axis=axis), axis=-1)
    return near


def _search(world: World, area: _Area) -> tuple[float, Spawn] | None:
    """Return the best place of a box and how much it lacks, or None when nothing there is dry."""
    step = 1 << _LOD
    margin = MOUNTAIN_CELLS // step + _BLOCK
    left, top = area.left, area.top
    columns, rows = area.width // step + 1, area.height // step + 1
    box = (
        left - margin * step,
        top - margin * step,
        columns + 2 * margin,
        rows + 2 * margin,
    )
    if area.island is None:
        region = world.region(*box, lod=_LOD)
        high = _high(world, region)
    else:
        # The mountains of the islands around are known from sketches only.
        region = world.island_region(*area.island, *box, lod=_LOD)
        sketch = world.region(*box, lod=_LOD, sketch=True)
        assert region.mask is not None
        own = region.owner == region.mask.code(*area.island)
        high = np.where(own, _high(world, region), _high(world, sketch))
    inside = (slice(margin, margin + rows), slice(margin, margin + columns))
    dry = np.isnan(region.water_level)
    mountain = _near_mountain(high)[inside]
    radius = FLAT_CELLS // step
    padded = np.pad(region.height, radius, mode="edge")
    windows = sliding_window_view(padded, (2 * radius + 1, 2 * radius + 1))[inside]
    spread = windows.max(axis=(2, 3)) - windows.min(axis=(2, 3))
    shore = region.shore[inside]
    usable = dry[inside] & (shore > 0.0)
    cost = np.where(spread > FLATTEST - 0.003, 100.0, 0.0)
    cost += np.where(mountain, 40.0, 0.0) + np.where(shore >= 36.0, 10.0, 0.0)
    cost += 40.0 * spread + 0.01 * np.abs(shore - 14.0)
    if not usable.any():
        return None
    order = np.argsort(np.where(usable, cost, np.inf), axis=None, kind="stable")
    order = order[: min(_LOOKS, int(np.count_nonzero(usable)))]
    cells = int(np.count_nonzero(usable)) * step * step
    best: tuple[float, Spawn] | None = None
    for place in order:
        row, column = divmod(int(place), columns)
        x, y = left + column * step, top + row * step
        flatness = _flatness(world, x, y)
        lacks = []
        if flatness > FLATTEST:
            lacks.append(f"the ground within {FLAT_CELLS} cells differs by {flatness:.3f}")
        if shore[row, column] >= 36.0:
            lacks.append(f"the sea may be more than {SHORE_CELLS} cells away")
        if mountain[row, column]:
            lacks.append(f"mountains are less than {MOUNTAIN_CELLS} cells away")
        if cells < ISLAND_CELLS:
            lacks.append(f"the island has fewer than {ISLAND_CELLS} cells")
        if not area.river:
            lacks.append("the island has no river")
        total = 1000.0 * len(lacks) + float(cost[row, column])
        if best is None or total < best[0]:
            best = (total, Spawn(x, y, "; ".join(lacks)))
        if not lacks:
            break
    return best


def _high(world: World, region: Region) -> np.ndarray:
    level = min(world.parameters.mountain_level, MOUNTAINS_FROM) - _RELIEF_MARGIN
    return region.height >= level


def _near_mountain(high: np.ndarray) -> np.ndarray:
    """Mark what may lie closer to high land than MOUNTAIN_CELLS, by blocks of samples."""
    rows, columns = high.shape
    padded = np.pad(high, ((0, -rows % _BLOCK), (0, -columns % _BLOCK)))
    blocks = padded.reshape(padded.shape[0] // _BLOCK, _BLOCK, padded.shape[1] // _BLOCK, _BLOCK)
    peaks = np.argwhere(blocks.any(axis=(1, 3)))
    near = np.zeros((blocks.shape[0], blocks.shape[2]), dtype=bool)
    reach = MOUNTAIN_CELLS / (_BLOCK << _LOD) + 1.0
    down, across = np.mgrid[0 : near.shape[0], 0 : near.shape[1]]
    for peak_row, peak_column in _outline(peaks, near.shape):
        near |= (down - peak_row) ** 2 + (across - peak_column) ** 2 <= reach * reach
    for peak_row, peak_column in peaks:
        near[peak_row, peak_column] = True
    return np.repeat(np.repeat(near, _BLOCK, axis=0), _BLOCK, axis=1)[:rows, :columns]


def _outline(peaks: np.ndarray, shape: tuple[int, int]) -> np.ndarray:
    """Return the blocks of mountains that are not surrounded by others."""
    full = np.zeros((shape[0] + 2, shape[1] + 2), dtype=bool)
    full[peaks[:, 0] + 1, peaks[:, 1] + 1] = True
    hidden = full[:-2, 1:-1] & full[2:, 1:-1] & full[1:-1, :-2] & full[1:-1, 2:]
    return np.argwhere(full[1:-1, 1:-1] & ~hidden)


def _flatness(world: World, x: int, y: int) -> float:
    """Return the greatest difference of height within FLAT_CELLS of a place; inf beside water."""
    size = 2 * FLAT_CELLS + 1
    region = world.region(x - FLAT_CELLS, y - FLAT_CELLS, size, size)
    down, across = np.mgrid[-FLAT_CELLS : FLAT_CELLS + 1, -FLAT_CELLS : FLAT_CELLS + 1]
    near = region.height[down * down + across * across <= FLAT_CELLS * FLAT_CELLS]
    close = region.water_level[FLAT_CELLS - 1 : FLAT_CELLS + 2, FLAT_CELLS - 1 : FLAT_CELLS + 2]
    if not np.isnan(close).all():
        return float("inf")
    return float(near.max() - near.min())
