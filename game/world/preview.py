"""Pictures and figures of a world that is being made: the sea around the start, then its island.

Plain functions without a window, so they may run on any thread.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

import worldgen
from game.camera import Camera, level_of_detail
from worldgen.coordinates import MAX_LOD, MAX_OVERVIEW_LOD, MAX_PLANNED_LOD

_SEA_SAMPLES = 60_000
_ISLAND_SAMPLES = 120_000
_SEA_SPACINGS = 16.0
_SHORE = 1 / 12
"""Sea around an island, as a share of its size."""

_MOST_SOLVED = 8_000_000
"""Cells of the box of an island that is solved whole for its picture, for some seconds at most; a
larger one is drawn from its coarse plan."""

_BARE_LOD = 2
"""Where there is no island to fill the picture."""

_THUMBNAIL_LODS = 3
"""How many levels of detail a thumbnail is coarser than what the player saw."""

Cell = tuple[int, int]


@dataclass(frozen=True)
class Picture:
    """A picture of a world, and what was measured on it, in words."""

    what: str
    """``sea`` or ``island``."""
    pixels: np.ndarray
    """uint8 (height, width, 3)."""
    words: tuple[tuple[str, str], ...]
    corner: Cell
    """The cell of the upper left pixel."""
    step: int
    """Cells from pixel to pixel."""
    land: np.ndarray
    """bool (height, width): whether one can stand there."""
    start: Cell | None = None
    """Where play begins, in cells, once that is known."""

    def cell_at(self, across: float, down: float) -> Cell:
        """Return the cell at a place of the picture, given as shares of its size."""
        height, width = self.land.shape
        column, row = int(across * width), int(down * height)
        return self.corner[0] + column * self.step, self.corner[1] + row * self.step

    def is_land(self, across: float, down: float) -> bool:
        """Return whether there is land at a place of the picture, given as shares of its size."""
        height, width = self.land.shape
        return bool(
            self.land[min(height - 1, int(down * height)), min(width - 1, int(across * width))]
        )

    def share_of(self, cell: Cell) -> tuple[float, float] | None:
        """Return where a cell lies in the picture, as shares of its size; None if outside."""
        height, width = self.land.shape
        across = (cell[0] - self.corner[0] + 0.5) / (width * self.step)
        down = (cell[1] - self.corner[1] + 0.5) / (height * self.step)
        return (across, down) if 0 <= across < 1 and 0 <= down < 1 else None


def pictures(
    world: worldgen.World,
    sea_size: tuple[int, int],
    island_size: tuple[int, int],
    palette: str = "natural",
    start: Cell | None = None,
) -> Iterator[Picture]:
    """Return the sea at once, and the island of the start when it is solved.

    ``start`` is the place the player has chosen, if it is another than the world's own.
    """
    about = start or world.likely_spawn()
    sea = sea_sketch(world, sea_size, about)
    yield _picture("sea", sea, palette, _sea_words(world, sea), start)
    start = start or world.spawn()
    yield island_picture(world, start, island_size, palette)


def sea_sketch(world: worldgen.World, size: tuple[int, int], about: Cell) -> worldgen.Region:
    """Return a wide view around a place."""
    width, height = _fewer(size, _SEA_SAMPLES)
    lod = _lod(_SEA_SPACINGS * world.parameters.island_spacing / width)
    return _around(world, about, (width, height), lod, sketch=True)


def island_picture(
    world: worldgen.World, start: Cell, size: tuple[int, int], palette: str
) -> Picture:
    """Return the island of a place, whole, with all that the rules of the plan make of it."""
    island = world.island_at(*start)
    if island is None:
        near = _around(world, start, _fewer(size, _ISLAND_SAMPLES), _BARE_LOD, sketch=False)
        return _picture("island", near, palette, (), start)
    left, top, width, height = island.bounds
    middle = left + width // 2, top + height // 2
    shape = size[0] / size[1]
    # As wide as the island and some sea around it need in this shape.
    wide = max(width, height * shape) * (1.0 + 2.0 * _SHORE)
    lod, last = 0, MAX_PLANNED_LOD
    if width * height > _MOST_SOLVED:
        lod, last = MAX_PLANNED_LOD + 1, MAX_OVERVIEW_LOD
    while lod < last and wide * wide / shape > _ISLAND_SAMPLES * 4**lod:
        lod += 1
    columns = math.ceil(wide / 2**lod)
    region = _around(world, middle, (columns, math.ceil(columns / shape)), lod, sketch=False)
    return _picture("island", region, palette, _island_words(island), start)


def thumbnail(
    world: worldgen.World, size: tuple[int, int], palette: str, camera: Camera | None = None
) -> np.ndarray:
    """Return a small picture of where the player was, or else of where play begins."""
    if camera is None:
        lod = _lod(world.parameters.island_spacing / size[0])
        return worldgen.paint(_around(world, world.likely_spawn(), size, lod, True), palette)
    lod = max(0, min(MAX_LOD, level_of_detail(camera.zoom)[0] + _THUMBNAIL_LODS))
    return worldgen.paint(_around(world, camera.cell, size, lod, sketch=True), palette)


def _picture(
    what: str,
    region: worldgen.Region,
    palette: str,
    words: tuple[tuple[str, str], ...],
    start: Cell | None,
) -> Picture:
    land = region.biome != worldgen.Biome.OCEAN
    corner = int(region.x), int(region.y)
    pixels = worldgen.paint(region, palette)
    return Picture(what, pixels, words, corner, int(region.step), land, start)


def _around(
    world: worldgen.World, middle: tuple[int, int], size: tuple[int, int], lod: int, sketch: bool
) -> worldgen.Region:
    step = 1 << lod
    # On the lattice of this level of detail, so that samples are those of chunks.
    x, y = ((middle[axis] - size[axis] * step // 2) // step * step for axis in (0, 1))
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
