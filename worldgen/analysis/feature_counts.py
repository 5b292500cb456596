"""Islands, rivers and lakes of an area, counted from the plans of its islands.

Each belongs to the one place that stands for it: an island to its peak, a river to its mouth, a
lake to its middle. So what lies in an area is the sum over its parts, however they are cut.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from worldgen.area import Area
from worldgen.biomes import Biome
from worldgen.coordinates import MAX_PLANNED_LOD
from worldgen.features.island import Island
from worldgen.generator import Key
from worldgen.world import World

_LENGTH_UNITS = 64
"""Lengths are summed in whole sixty-fourths of a cell, so that no order changes the sum."""

_BEYOND_BOUNDS = 64
"""How far a river's mouth may lie outside the bounds of its island's land, in cells."""

_PLAN_LOD = 2
"""Samples this far apart meet every island, since plans are no finer."""

_TILE = 512


@dataclass(frozen=True)
class Features:
    """What islands hold besides samples; features of separate areas can be added."""

    islands: int = 0
    rivers: int = 0
    river_units: int = 0
    """Length of all rivers, in sixty-fourths of a cell; a shared part counts once."""
    longest_units: int = 0
    rivers_to_sea: int = 0
    """Rivers that end in the sea, or in a river or lake that does."""
    lakes: int = 0
    lake_cells: int = 0

    def __add__(self, other: Features) -> Features:
        return Features(
            islands=self.islands + other.islands,
            rivers=self.rivers + other.rivers,
            river_units=self.river_units + other.river_units,
            longest_units=max(self.longest_units, other.longest_units),
            rivers_to_sea=self.rivers_to_sea + other.rivers_to_sea,
            lakes=self.lakes + other.lakes,
            lake_cells=self.lake_cells + other.lake_cells,
        )

    def figures(self) -> dict[str, float | int | bool | None]:
        """Return the figures by the names that goals know them by."""
        return {
            "islands": self.islands,
            "rivers": self.rivers,
            "river_length": self.river_units / _LENGTH_UNITS,
            "longest_river": self.longest_units / _LENGTH_UNITS,
            "river_reaches_sea": 0 < self.rivers == self.rivers_to_sea,
            "lakes": self.lakes,
            "lake_area": self.lake_cells,
        }


def features_in(world: World, area: Area) -> Features:
    """Count what stands in an area; solves the plans of the islands that have land in it."""
    total = Features()
    for island in islands_near(world, area):
        total += features_of(world, island, area)
    return total


def features_of(world: World, island: Island, area: Area | None = None) -> Features:
    """Count what one island holds, in all or within an area."""

    def inside(x: float, y: float) -> bool:
        return area is None or area.holds(float(x), float(y))

    lakes = [lake for lake in island.lakes if inside(lake.x, lake.y)]
    rivers = [river for river in island.rivers if inside(*river.points[-1])]
    lengths = [round(_LENGTH_UNITS * river.length) for river in rivers]
    return Features(
        islands=int(inside(island.peak.x, island.peak.y)),
        rivers=len(rivers),
        river_units=sum(lengths),
        longest_units=max(lengths, default=0),
        rivers_to_sea=sum(_ends_in_sea(world, river.points) for river in rivers),
        lakes=len(lakes),
        lake_cells=sum(round(lake.area) for lake in lakes),
    )


def _ends_in_sea(world: World, points: np.ndarray) -> bool:
    """Look at the world itself, whatever the river says."""
    x, y = float(points[-1, 0]), float(points[-1, 1])
    return world.at(x, y).biome == Biome.OCEAN


def islands_near(world: World, area: Area) -> list[Island]:
    """Return the islands with land in or close to an area, in rising order of their keys.

    Solves the plans of these islands and of no other. Where every sample is a sketch anyway, from
    lod 5 on, there are none.
    """
    if area.lod > MAX_PLANNED_LOD:
        return []
    margin = _BEYOND_BOUNDS
    width, height = area.width * area.step, area.height * area.step
    around = Area.of_cells(
        area.x - margin, area.y - margin, width + 2 * margin, height + 2 * margin, _PLAN_LOD
    )
    keys: set[Key] = set()
    for tile in around.tiles(_TILE):
        keys.update(tile.read(world, sketch=True).island_keys)
    islands = (world.island(*key) for key in sorted(keys))
    return [island for island in islands if island is not None]
