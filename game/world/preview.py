"""Pictures and figures of a world that is being made: first the sea, then one island of it.

Plain functions without a window, so they may run on any thread.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

import worldgen
from worldgen.coordinates import MAX_LOD, MAX_PLANNED_LOD
from worldgen.parameters import WorldParameters
from worldgen.seed import Seed

_MOST_SAMPLES = 60_000
_SEA_SPACINGS = 8.0
_LEAST_AREA = 24_000
_NEAR_LOD = 1


@dataclass(frozen=True)
class Picture:
    """A picture of a world, and what was measured on it, in words."""

    what: str
    """``sea`` or ``island``."""
    pixels: np.ndarray
    """uint8 (height, width, 3)."""
    words: tuple[tuple[str, str], ...]


def pictures(
    seed: Seed,
    parameters: WorldParameters,
    sea_size: tuple[int, int],
    island_size: tuple[int, int],
    palette: str = "natural",
) -> Iterator[Picture]:
    """Return the sea at once, and an island of it when it is solved."""
    world = worldgen.World(seed, parameters)
    sea = sea_sketch(world, sea_size)
    yield Picture("sea", worldgen.paint(sea, palette), _sea_words(world, sea))
    yield island_picture(world, sea, island_size, palette)


def sea_sketch(world: worldgen.World, size: tuple[int, int]) -> worldgen.Region:
    """Return a wide view around the origin."""
    width, height = _fewer(size, _MOST_SAMPLES)
    lod = _lod(_SEA_SPACINGS * world.parameters.island_spacing / width)
    return _around(world, (0, 0), (width, height), lod, sketch=True)


def island_picture(
    world: worldgen.World, sea: worldgen.Region, size: tuple[int, int], palette: str
) -> Picture:
    """Return a near view of one island with all that the rules of the plan make of it."""
    width, height = _fewer(size, _MOST_SAMPLES // 2)
    found = choose_island(sea)
    if found is None:
        near = _around(world, (0, 0), (width, height), _NEAR_LOD, sketch=False)
        return Picture("island", worldgen.paint(near, palette), ())
    left, top, across, down = found.box
    lod = min(MAX_PLANNED_LOD, _lod(max(across / width, down / height)))
    middle = left + across // 2, top + down // 2
    region = _around(world, middle, (width, height), lod, sketch=False)
    island = world.island(*found.key)
    words = _island_words(island) if island else ()
    return Picture("island", worldgen.paint(region, palette), words)


def thumbnail(world: worldgen.World, size: tuple[int, int], palette: str) -> np.ndarray:
    """Return a small picture by which a world can be told from others."""
    lod = _lod(3.0 * world.parameters.island_spacing / size[0])
    return worldgen.paint(_around(world, (0, 0), size, lod, sketch=True), palette)


@dataclass(frozen=True)
class FoundIsland:
    """An island as a sketch shows it: its key, its box in cells, and what it costs to solve."""

    key: tuple[int, int]
    box: tuple[int, int, int, int]
    area: int
    cost: int


def choose_island(region: worldgen.Region) -> FoundIsland | None:
    """Return an island that shows what the rules make, and is solved quickly.

    What takes long is to solve it and all those that reach into its box.
    """
    found = list(islands_on(region))
    large = [island for island in found if island.area >= _LEAST_AREA]
    if not large:
        return max(found, key=lambda island: (island.area, island.key), default=None)
    return min(large, key=lambda island: (island.cost, island.key))


def islands_on(region: worldgen.Region) -> Iterator[FoundIsland]:
    """Return the islands that lie wholly within a sketch."""
    if region.mask is None:
        return
    land = region.biome != worldgen.Biome.OCEAN
    owners = np.where(land, region.owner, -1)
    codes, counts = np.unique(owners[land], return_counts=True)
    areas = dict(zip(codes.tolist(), counts.tolist(), strict=True))
    cells = int(region.step**2)
    for code, area in areas.items():
        rows, columns = np.nonzero(owners == code)
        top, bottom, left, right = rows.min(), rows.max(), columns.min(), columns.max()
        inside = top > 0 and bottom < land.shape[0] - 1 and left > 0 and right < land.shape[1] - 1
        if not inside:
            continue
        others = np.unique(owners[top : bottom + 1, left : right + 1])
        cost = sum(areas[other] for other in others.tolist() if other >= 0)
        step = int(region.step)
        box = (
            int(region.x) + int(left) * step,
            int(region.y) + int(top) * step,
            int(right - left + 1) * step,
            int(bottom - top + 1) * step,
        )
        yield FoundIsland(region.mask.island_key(code), box, area * cells, cost * cells)


def _around(
    world: worldgen.World, middle: tuple[int, int], size: tuple[int, int], lod: int, sketch: bool
) -> worldgen.Region:
    step = 2.0**lod
    x, y = (int(middle[axis] - size[axis] * step / 2) for axis in (0, 1))
    # On the lattice of this level of detail, so that samples are those of chunks.
    x, y = (int(place // step * step) for place in (x, y))
    return world.region(x, y, *size, lod=lod, sketch=sketch)


def _fewer(size: tuple[int, int], most: int) -> tuple[int, int]:
    """Return a size of the same shape that has at most so many samples."""
    width, height = max(8, size[0]), max(8, size[1])
    share = min(1.0, (most / (width * height)) ** 0.5)
    return max(8, int(width * share)), max(8, int(height * share))


def _lod(cells_per_sample: float) -> int:
    lod = 0
    while 2 ** (lod + 1) <= cells_per_sample * 1.2 and lod < MAX_LOD:
        lod += 1
    return lod


def _sea_words(world: worldgen.World, region: worldgen.Region) -> tuple[tuple[str, str], ...]:
    ocean = region.biome == worldgen.Biome.OCEAN
    land = ~ocean
    count = int(land.sum())
    words = [("Land", f"{count / land.size:.0%}")]
    if count:
        mountains = region.terrain[land] == worldgen.Terrain.MOUNTAINS
        words.append(("Mountains", f"{mountains.mean():.0%}"))
        common = int(np.bincount(region.biome[land]).argmax())
        words.append(("Mostly", region.biome_names[common]))
    if world.parameters.island:
        words.append(("Islands", f"{_islands_in(world, region)}"))
    return tuple(words)


def _islands_in(world: worldgen.World, region: worldgen.Region) -> int:
    height, width = region.height.shape
    sites = world.sites(region.x, region.y, width * region.step, height * region.step)
    return sum(site.size > 0.0 for site in sites)


def _island_words(island: worldgen.Island) -> tuple[tuple[str, str], ...]:
    figures = island.statistics
    return (
        ("Island", island.name),
        ("Cells", f"{figures.area:,.0f}"),
        ("Peak", f"{figures.peak_height:.2f}"),
        ("Rivers", f"{figures.rivers}"),
        ("Longest", f"{figures.longest_river:,.0f}"),
        ("Lakes", f"{figures.lakes}"),
    )
