"""The island that the lab works with: a large, compact one of the lab's own world."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

import worldgen
from game.world.preview import sea_sketch
from worldgen.generator import Key

_SKETCH = (340, 260)
_LEAST_AREA, _MOST_AREA = 150_000, 520_000


@dataclass(frozen=True)
class FoundIsland:
    """An island as a sketch shows it: its key, its box in cells, and what it costs to solve."""

    key: Key
    box: tuple[int, int, int, int]
    area: int
    cost: int


@dataclass(frozen=True)
class Window:
    """A rectangle of samples that an island fills well."""

    x: int
    y: int
    columns: int
    rows: int
    lod: int

    def region(self, world: worldgen.World, sketch: bool) -> worldgen.Region:
        """Return the fields of a world in this rectangle."""
        return world.region(self.x, self.y, self.columns, self.rows, lod=self.lod, sketch=sketch)


def lab_island(world: worldgen.World) -> FoundIsland:
    """Return the island that fills its box best."""
    found = list(islands_on(sea_sketch(world, _SKETCH, world.likely_spawn())))
    fitting = [island for island in found if _LEAST_AREA <= island.area <= _MOST_AREA]
    return max(fitting or found, key=lambda island: (_compactness(island), island.key))


def window_on(island: FoundIsland, columns: int, rows: int) -> Window:
    """Return a rectangle of so many samples around an island."""
    left, top, width, height = island.box
    lod = 0
    while columns * 2**lod < 1.15 * width or rows * 2**lod < 1.15 * height:
        lod += 1
    step = 2**lod
    x = (left + width // 2 - columns * step // 2) // step * step
    y = (top + height // 2 - rows * step // 2) // step * step
    return Window(x, y, columns, rows, lod)


def _compactness(island: FoundIsland) -> float:
    _, _, width, height = island.box
    return island.area / (width * height) - abs(width - height) / (width + height)


def islands_on(region: worldgen.Region) -> Iterator[FoundIsland]:
    """Return the islands that lie wholly within a sketch."""
    owners = region.island_index
    areas = np.bincount(owners[owners >= 0], minlength=len(region.island_keys)).tolist()
    cells = int(region.step**2)
    height, width = owners.shape
    for number, area in enumerate(areas):
        rows, columns = np.nonzero(owners == number)
        top, bottom, left, right = rows.min(), rows.max(), columns.min(), columns.max()
        inside = top > 0 and bottom < height - 1 and left > 0 and right < width - 1
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
        yield FoundIsland(region.island_keys[number], box, area * cells, cost * cells)
