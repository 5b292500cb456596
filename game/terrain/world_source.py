"""All that the game asks of a world, and the adapter that lets ``worldgen`` answer.

The renderer and the loader see only ``WorldSource``, so they can be tried with a world of a few
lines. Everything here may be called from any thread.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np

import worldgen
from game.terrain.chunk_painter import ChunkPainter
from game.terrain.land_spots import find_spot
from game.terrain.map_style import MapStyle
from worldgen.coordinates import CHUNK_SIZE, COORDINATE_LIMIT, MAX_PLANNED_LOD

IslandKey = tuple[int, int, int]
"""(i, j, level) of the site of an island."""

PlanKey = tuple[int, ...]
"""An island's key; that of a great island's tile has the number of the tile as well."""


_FARTHEST_SITE = 9
"""No site is farther from the coast of its island, in spacings."""


@dataclass(frozen=True)
class Landfall:
    """Where an island is, known without solving it."""

    key: IslandKey
    x: float
    y: float
    size: float
    """About half its length, in cells."""
    name: str


@dataclass(frozen=True)
class CellInfo:
    """What lies at one place, as the player reads it."""

    biome: str
    height: float
    island: str | None
    at_sea: bool
    for_now: bool = False
    """Whether this is of a sketch, which will not stay."""
    discharge: float = 0.0
    """Catchment of the river there, in cells weighted by rain."""


class WorldSource(Protocol):
    """A world as the game sees it."""

    @property
    def spacing(self) -> int:
        """The distance in cells at which one looks for the next island."""

    def pixels(self, cx: int, cy: int, lod: int, sketch: bool) -> np.ndarray:
        """Return the picture of a chunk: uint32 (64, 64), see ``packed_pixels``."""

    def missing_plans(self, cx: int, cy: int, lod: int) -> tuple[PlanKey, ...]:
        """Return the plans that must be made before a chunk is more than a sketch."""

    def solve(self, key: PlanKey) -> None:
        """Make one plan."""

    def ground(self, x: int, y: int, lod: int) -> CellInfo:
        """Return what lies at a cell, without solving anything for it."""

    def landfalls(self, x: int, y: int, radius: int) -> tuple[Landfall, ...]:
        """Return the islands that reach into a square around a cell."""

    def landing(self, island: Landfall) -> tuple[float, float] | None:
        """Return a place on an island far from the sea, in cells; None if it has no land."""

    def spawn(self) -> tuple[int, int]:
        """Return the cell at which play begins."""


class GeneratedWorld:
    """A ``worldgen.World`` as a ``WorldSource``; with ``sketched`` one that paints sketches."""

    def __init__(
        self, world: worldgen.World, style: MapStyle | None = None, sketched: bool = False
    ) -> None:
        self.world = world
        self.style = style or MapStyle()
        self._painter = ChunkPainter(world, self.style, sketched)

    @property
    def spacing(self) -> int:
        return self.world.parameters.island_spacing

    def pixels(self, cx: int, cy: int, lod: int, sketch: bool) -> np.ndarray:
        return self._painter.pixels(cx, cy, lod, sketch)

    def missing_plans(self, cx: int, cy: int, lod: int) -> tuple[PlanKey, ...]:
        return self.world.missing_plans(cx, cy, lod)

    def solve(self, key: PlanKey) -> None:
        self.world.solve(*key)

    def ground(self, x: int, y: int, lod: int) -> CellInfo:
        planned = lod <= MAX_PLANNED_LOD
        solved = planned and not self.world.missing_plans(x // CHUNK_SIZE, y // CHUNK_SIZE, 0)
        discharge = 0.0
        if solved:
            sample = self.world.at(x, y)
            biome, name = int(sample.biome), sample.biome_name
            height, island = sample.height, sample.island_name
            discharge = sample.discharge
        else:
            region = self.world.region(x, y, 1, 1, lod=max(lod, 0), sketch=True)
            biome = int(region.biome[0, 0])
            name = region.biome_names[biome]
            height, island = float(region.height[0, 0]), None
        at_sea = biome == worldgen.Biome.OCEAN
        for_now = planned and not solved
        return CellInfo(name, height, None if at_sea else island, at_sea, for_now, discharge)

    def landfalls(self, x: int, y: int, radius: int) -> tuple[Landfall, ...]:
        sites = sites_around(self.world, (x, y, 0, 0), radius + _FARTHEST_SITE * self.spacing)
        return tuple(
            Landfall(site.key, site.x, site.y, site.size, site.name)
            for site in sites
            if max(abs(site.x - x), abs(site.y - y)) - site.size <= radius
        )

    def landing(self, island: Landfall) -> tuple[float, float] | None:
        spot = find_spot(self.world, island)
        return None if spot is None else spot.inland

    def spawn(self) -> tuple[int, int]:
        return self.world.spawn()


def sites_around(
    world: worldgen.World, box: tuple[int, int, int, int], margin: int, level: int | None = None
) -> tuple[worldgen.Site, ...]:
    """Return the sites in a rectangle of cells and a margin around it, where there is a world.

    ``box`` is x, y, width and height; ``level`` as ``World.sites`` takes it.
    """
    limit = COORDINATE_LIMIT
    left, top = (max(-limit, min(limit, start - margin)) for start in box[:2])
    right, bottom = (
        max(-limit, min(limit, start + length + margin))
        for start, length in zip(box[:2], box[2:], strict=True)
    )
    return world.sites(left, top, right - left, bottom - top, level)
