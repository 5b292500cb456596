"""The island that the lab works with: a large, compact one of the lab's own world."""

from __future__ import annotations

from dataclasses import dataclass

import worldgen
from game.world.preview import FoundIsland, islands_on, sea_sketch

_SKETCH = (340, 260)
_LEAST_AREA, _MOST_AREA = 150_000, 520_000


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
    found = list(islands_on(sea_sketch(world, _SKETCH)))
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
