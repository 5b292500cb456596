"""What a piece of a world is like: shares, heights, landmasses, rivers, and the spawn.

Areas are read tile by tile, so they may be far larger than memory; all sums are of whole numbers,
so the figures depend on no order, and those of an area are the sums over its parts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from worldgen.analysis.area_statistics import AreaStatistics
from worldgen.analysis.feature_counts import Features, features_in
from worldgen.analysis.landmasses import Landmasses
from worldgen.analysis.spawn_figures import SpawnFigures, spawn_figures
from worldgen.area import Area
from worldgen.biomes import Biome
from worldgen.coordinates import MAX_PLANNED_LOD
from worldgen.parameters import ParameterError
from worldgen.world import World

TILE = 1024
"""Samples a side between which land is joined, and the islands of which are asked for at once."""

PIECE = 128
"""Samples a side that are made at once; small pieces stay in the processor's cache."""

WIDEST = 1 << 24
"""Samples in a row of the widest area: as many are kept to join land across tiles."""

Figure = float | int | bool | None


@dataclass(frozen=True)
class Measurement:
    """The figures of one area."""

    area: Area
    sketch: bool
    statistics: AreaStatistics
    largest_land: int
    """Samples of the largest connected land; lakes and rivers are part of it."""
    landmasses: int
    features: Features | None
    """Islands, rivers and lakes; None when measured from sketches."""
    spawn: SpawnFigures | None

    def figures(self) -> dict[str, Figure]:
        """Return every figure by the name that goals know it by, in a fixed order."""
        statistics = self.statistics
        figures: dict[str, Figure] = {
            "height_mean": statistics.mean_height,
            "height_spread": statistics.height_spread,
            "lowest_height": statistics.lowest,
            "peak_height": statistics.highest,
        }
        figures |= {name: count / statistics.samples for name, count in statistics.shares().items()}
        figures["landmasses"] = self.landmasses
        figures["largest_land"] = float(self.largest_land * self.area.step**2)
        figures["largest_land_share"] = (
            self.largest_land / statistics.land if statistics.land else None
        )
        if self.features:
            figures |= self.features.figures()
        if self.spawn:
            figures["spawn_flatness"] = self.spawn.flatness
            figures["mountain_distance"] = self.spawn.mountain_distance
        return figures

    def to_mapping(self) -> dict[str, Any]:
        """Return all of it as plain values that JSON can hold."""
        area = self.area
        return {
            "x": float(area.x),
            "y": float(area.y),
            "width": float(area.width * area.step),
            "height": float(area.height * area.step),
            "lod": area.lod,
            "samples": area.samples,
            "sketch": self.sketch,
            "spawn": [self.spawn.x, self.spawn.y] if self.spawn else None,
            "figures": self.figures(),
        }


def measure(
    world: World,
    x: float,
    y: float,
    width: float,
    height: float,
    lod: int = 0,
    sketch: bool = False,
    spawn: bool = True,
    progress: Callable[[int], object] | None = None,
) -> Measurement:
    """Measure a rectangle of cells of any size.

    Args:
        world: the world to look at.
        x: left edge, in cells.
        y: upper edge.
        width: in cells; the right edge does not belong to the area.
        height: in cells; nor does the lower edge.
        lod: look at one cell in ``2**lod`` on each axis only.
        sketch: measure the world without island plans: much faster, and only nearly the same;
            from lod 5 on there is nothing else.
        spawn: whether to measure the surroundings of the spawn as well, wherever the area is.
        progress: called with the number of samples read since the last call.

    Raises:
        CoordinateError: for an empty area, or beyond the limit of coordinates.
    """
    area = Area.of_cells(x, y, width, height, lod)
    return measure_area(world, area, sketch=sketch, spawn=spawn, progress=progress)


def measure_area(
    world: World,
    area: Area,
    *,
    sketch: bool = False,
    spawn: bool = True,
    progress: Callable[[int], object] | None = None,
) -> Measurement:
    """Measure the samples of an area; see ``measure``."""
    sketch = sketch or area.lod > MAX_PLANNED_LOD
    count = SampleCount(area, sketch)
    features = None if sketch else Features()
    for tile in area.tiles(TILE):
        for samples in count.read(world, tile):
            if progress:
                progress(samples)
        if features is not None:
            features += features_in(world, tile)
    return count.measurement(features, spawn_figures(world) if spawn and not sketch else None)


class SampleCount:
    """The samples of an area as they are read; what is known so far can be asked at any time."""

    def __init__(self, area: Area, sketch: bool = False) -> None:
        if area.width > WIDEST:
            raise ParameterError(
                f"an area can be measured up to {WIDEST} samples wide, not {area.width}: "
                "look at it at a coarser lod"
            )
        self.area = area
        self.sketch = sketch
        self.statistics = AreaStatistics()
        self._landmasses = Landmasses(area.width)

    def read(self, world: World, tile: Area) -> Iterator[int]:
        """Read the next of the area's tiles, yielding the number of samples of each piece."""
        land = np.empty((tile.height, tile.width), dtype=np.bool_)
        for piece in tile.tiles(PIECE):
            region = piece.read(world, self.sketch)
            self.statistics += AreaStatistics.of(region)
            row, column = piece.top - tile.top, piece.left - tile.left
            land[row : row + piece.height, column : column + piece.width] = (
                region.biome != Biome.OCEAN
            )
            yield piece.samples
        self._landmasses.add(tile.left - self.area.left, land)
        if tile.left + tile.width == self.area.left + self.area.width:
            self._landmasses.end_band()

    def measurement(self, features: Features | None, spawn: SpawnFigures | None) -> Measurement:
        """Return the figures, once the whole area has been read."""
        largest, landmasses = self._landmasses.totals()
        return Measurement(
            area=self.area,
            sketch=self.sketch,
            statistics=self.statistics,
            largest_land=largest,
            landmasses=landmasses,
            features=features,
            spawn=spawn,
        )
