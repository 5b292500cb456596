"""The generator of one world: its plans and layers, and the fields that are made from them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any

from worldgen.archipelago.mask import Mask, domain_reach, site_table
from worldgen.archipelago.sites import SITE_SIZE, SITE_X, SITE_Y
from worldgen.biome_table import BiomeTable
from worldgen.chunk.draw import draw_fields, needed_islands, survey_mask
from worldgen.chunk.far_means import FAR_LOD, far_view
from worldgen.coordinates import (
    CHUNK_SIZE,
    COORDINATE_LIMIT,
    MAX_PLANNED_LOD,
    Cells,
    CoordinateError,
    SampleGrid,
    rectangle,
    step_units,
    to_units,
    whole,
)
from worldgen.island.plan import Plan, solve_plan
from worldgen.island.plan_cache import PlanCache
from worldgen.layers import make_layers
from worldgen.names import island_name
from worldgen.parameters import ParameterError, WorldParameters
from worldgen.region import Chunk, Region
from worldgen.rounding import check_rounding

Key = tuple[int, int]
"""The site (i, j) of an island."""

MAX_REGION_SAMPLES = 1 << 26
"""A region holds at most this many samples; larger areas are read piece by piece."""

_MAX_SITE_SQUARES = 1 << 16
_BORDER_SQUARES = 4
"""Squares at the edge of the world that hold no island, as its domain might lie beyond."""


@dataclass(frozen=True)
class Site:
    """The place where an island may be; known without solving the island."""

    key: Key
    x: float
    """World position in cells."""
    y: float
    size: float
    """0..1; 0 is open sea."""
    name: str


class Generator:
    """Makes all that is known of one world; safe to share between threads.

    Args:
        key: the world's key, from its seed.
        parameters: all else that decides the land.
        biomes: own biomes, if the world has any.
    """

    def __init__(
        self, key: int, parameters: WorldParameters, biomes: BiomeTable | None = None
    ) -> None:
        check_rounding()
        self.key = key
        self.parameters = parameters
        self.biomes = biomes
        self.layers = make_layers(key, parameters)
        self.plans = PlanCache(lambda island: solve_plan(self.layers, *island))

    def chunk(self, cx: int, cy: int, lod: int = 0, sketch: bool = False) -> Chunk:
        """Return a chunk; see ``World.chunk``."""
        made = self._samples(_chunk_grid(cx, cy, lod), lod, sketch, None)
        return Chunk(**made, cx=whole(cx, "cx"), cy=whole(cy, "cy"))

    def region(
        self,
        x: Cells,
        y: Cells,
        width: int,
        height: int,
        lod: int = 0,
        sketch: bool = False,
        only: Key | None = None,
    ) -> Region:
        """Return a region; see ``World.region``.

        With ``only`` the plan of one island is used, and all others are left as sea.
        """
        columns, rows = whole(width, "width"), whole(height, "height")
        if columns < 0 or rows < 0:
            raise CoordinateError(f"a region cannot be {columns} x {rows} samples")
        if max(columns, 1) * max(rows, 1) > MAX_REGION_SAMPLES:
            raise ParameterError(
                f"a region holds at most {MAX_REGION_SAMPLES} samples, not {columns} x {rows}"
            )
        grid = SampleGrid(to_units(x, "x"), to_units(y, "y"), step_units(lod), columns, rows)
        if only is not None:
            only = self.checked_key(*only)
        return Region(**self._samples(grid, lod, sketch, only))

    def _samples(
        self, grid: SampleGrid, lod: int, sketch: bool, only: Key | None
    ) -> dict[str, Any]:
        """Return all that makes ``Samples`` of a grid, by name."""
        mask, plans, sketch = self._gather(grid, lod, sketch, only)
        arrays = draw_fields(self.layers, grid, mask, plans)
        plain, far, biomes = None, lod >= FAR_LOD, self.biomes
        if biomes is not None:
            plain = arrays.biome
            arrays = arrays._replace(biome=biomes.classify(arrays, self.key, grid))
        return {
            "grid": grid,
            "sketch": sketch,
            "parameters": self.parameters,
            "key": self.key,
            "mask": mask,
            "arrays": arrays,
            "averages": partial(far_view, self.layers, biomes, self.key) if far else None,
            "biomes": biomes,
            "plain_biome": plain,
        }

    def _gather(
        self, grid: SampleGrid, lod: int, sketch: bool, only: Key | None
    ) -> tuple[Mask | None, list[Plan] | None, bool]:
        """Return what samples are drawn from: the mask, the plans, and whether it is a sketch."""
        check_rounding()
        grid.check()
        sketch = bool(sketch) or lod > MAX_PLANNED_LOD
        mask = survey_mask(self.layers, grid)
        if sketch:
            return mask, None, True
        keys = needed_islands(self.layers, mask) if mask else []
        if only is not None:
            keys = [key for key in keys if key == only]
        return mask, [plan for key in keys if (plan := self.plans.get(key)) is not None], False

    def sites(self, x: Cells, y: Cells, width: Cells, height: Cells) -> tuple[Site, ...]:
        """Return the sites in a rectangle of cells; see ``World.sites``."""
        check_rounding()
        x, y, width, height = rectangle(x, y, width, height)
        if not self.parameters.island:
            return ()
        units = self.layers.archipelago.spacing_units
        left, top = to_units(x, "x") // units, to_units(y, "y") // units
        right, bottom = to_units(x + width, "x") // units, to_units(y + height, "y") // units
        if (right - left + 1) * (bottom - top + 1) > _MAX_SITE_SQUARES:
            raise ParameterError(
                f"too many sites asked for at once: at most {_MAX_SITE_SQUARES} squares"
            )
        table = site_table(self.layers.archipelago, left, top, right - left + 1, bottom - top + 1)
        spacing = self.parameters.island_spacing
        found = []
        for j in range(top, bottom + 1):
            for i in range(left, right + 1):
                site = table[i - left, j - top]
                site_x, site_y = (i + site[SITE_X]) * spacing, (j + site[SITE_Y]) * spacing
                if x <= site_x < x + width and y <= site_y < y + height:
                    name = island_name(self.key, i, j)
                    found.append(
                        Site((i, j), float(site_x), float(site_y), float(site[SITE_SIZE]), name)
                    )
        return tuple(found)

    def land_near(self, x: Cells, y: Cells, width: Cells, height: Cells) -> list[Key]:
        """Return the keys of the islands whose domains may reach a rectangle, row by row."""
        reach = domain_reach(self.layers.archipelago)
        sites = self.sites(x - reach, y - reach, width + 2 * reach, height + 2 * reach)
        return [site.key for site in sites if site.size > 0.0]

    def missing_plans(self, cx: int, cy: int, lod: int = 0) -> tuple[Key, ...]:
        """Return the keys of the islands whose plans a chunk needs and that are not cached."""
        check_rounding()
        grid = _chunk_grid(cx, cy, lod)
        if lod > MAX_PLANNED_LOD:
            return ()
        grid.check()
        mask = survey_mask(self.layers, grid)
        if mask is None:
            return ()
        return tuple(key for key in needed_islands(self.layers, mask) if not self.plans.holds(key))

    def plan(self, i: int, j: int) -> Plan | None:
        """Return the plan of island (i, j), solved now if need be; None without land.

        A second caller waits for the first.

        Raises:
            CoordinateError: for a site beyond the limit of the world.
        """
        check_rounding()
        return self.plans.get(self.checked_key(i, j))

    def checked_key(self, i: object, j: object) -> Key:
        """Return the key of an island as plain numbers.

        Raises:
            CoordinateError: for a site beyond the limit of the world.
        """
        key = whole(i, "i"), whole(j, "j")
        farthest = COORDINATE_LIMIT // self.parameters.island_spacing - _BORDER_SQUARES
        if max(abs(key[0]), abs(key[1])) > farthest:
            raise CoordinateError(
                f"islands lie between ({-farthest}, {-farthest}) and ({farthest}, {farthest})"
            )
        return key


def _chunk_grid(cx: int, cy: int, lod: int) -> SampleGrid:
    step = step_units(lod)
    side = CHUNK_SIZE * step
    return SampleGrid(whole(cx, "cx") * side, whole(cy, "cy") * side, step, CHUNK_SIZE, CHUNK_SIZE)
