"""The generator of one world: its plans and layers, and the fields that are made from them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from math import ceil
from typing import Any

from worldgen.archipelago.archipelago import (
    LEVELS,
    SPACINGS,
    IslandKey,
    Mask,
    keys_near,
    sites_in,
)
from worldgen.biome_table import BiomeTable
from worldgen.chunk.draw import APRON, draw_fields, needed_islands, survey_mask
from worldgen.chunk.far_means import FAR_LOD, far_view
from worldgen.coordinates import (
    CHUNK_SIZE,
    COORDINATE_LIMIT,
    MAX_OVERVIEW_LOD,
    MAX_PLANNED_LOD,
    Cells,
    CoordinateError,
    SampleGrid,
    rectangle,
    step_units,
    to_units,
    whole,
)
from worldgen.great.coarse_plan import CoarsePlan
from worldgen.great.great_plans import GreatPlans
from worldgen.great.patch import Patch
from worldgen.island.plan import Plan, solve_plan
from worldgen.island.plan_cache import PlanCache
from worldgen.layers import make_layers
from worldgen.names import island_name
from worldgen.parameters import ParameterError, WorldParameters
from worldgen.region import Chunk, Region
from worldgen.rounding import check_rounding

Key = IslandKey
"""The site (i, j, level) of an island."""

MAX_REGION_SAMPLES = 1 << 26
"""A region holds at most this many samples; larger areas are read piece by piece."""

_MAX_SITE_SQUARES = 1 << 16
_BORDER_SQUARES = 4
"""Squares at the edge of the world that hold no island, as its domain might lie beyond."""


@dataclass(frozen=True)
class Site:
    """The place where an island rises; known without solving the island."""

    key: Key
    x: float
    """World position in cells."""
    y: float
    size: float
    """About half the island's length, in cells."""
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
        self.plans: PlanCache[Key, Plan] = PlanCache(lambda island: solve_plan(self.layers, island))
        self.great = GreatPlans(self.layers)

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
        asked_sketch = sketch
        mask, plans, sketch = self._gather(grid, lod, sketch, only)
        arrays = draw_fields(self.layers, grid, mask, plans, sketch)
        plain, biomes, averages = None, self.biomes, None
        if lod >= FAR_LOD:
            great = None if asked_sketch or lod > MAX_OVERVIEW_LOD else self.great
            averages = partial(far_view, self.layers, biomes, self.key, great)
        if biomes is not None:
            plain = arrays.biome
            arrays = arrays._replace(biome=biomes.classify(arrays, self.key, grid))
        return {
            "grid": grid,
            "sketch": sketch,
            "overview": sketch and bool(plans),
            "parameters": self.parameters,
            "key": self.key,
            "mask": mask,
            "arrays": arrays,
            "averages": averages,
            "biomes": biomes,
            "plain_biome": plain,
        }

    def _gather(
        self, grid: SampleGrid, lod: int, sketch: bool, only: Key | None
    ) -> tuple[Mask | None, list[Plan | Patch], bool]:
        """Return what samples are drawn from: the mask, the plans, and whether it is a sketch.

        A sketch has plans where coarse plans give it an overview of great islands.
        """
        check_rounding()
        grid.check()
        mask = survey_mask(self.layers, grid)
        if sketch or lod > MAX_OVERVIEW_LOD:
            return mask, [], True
        keys = needed_islands(self.layers, mask) if mask else []
        if only is not None:
            keys = [key for key in keys if key == only]
        if lod > MAX_PLANNED_LOD:
            return mask, self.great.overviews(keys), True
        drawn = grid.widened(APRON)
        return mask, [p for key in keys if (p := self._drawn_plan(key, drawn)) is not None], False

    def _drawn_plan(self, key: Key, grid: SampleGrid) -> Plan | Patch | None:
        """Return the plan of an island, or what samples need of a great one."""
        return self.great.patch(key, grid) if self.great.is_great(key) else self.plans.get(key)

    def sites(
        self, x: Cells, y: Cells, width: Cells, height: Cells, level: int | None = None
    ) -> tuple[Site, ...]:
        """Return the sites in a rectangle of cells; see ``World.sites``."""
        check_rounding()
        levels = range(LEVELS) if level is None else (whole(level, "level"),)
        if not all(0 <= each < LEVELS for each in levels):
            raise CoordinateError(f"the level of a site is from 0 to {LEVELS - 1}, not {level}")
        box = self._whole_box(x, y, width, height, min(levels))
        return tuple(
            Site(
                site.key, float(site.x), float(site.y), site.size, island_name(self.key, *site.key)
            )
            for each in sorted(levels, reverse=True)
            for site in sites_in(self.layers.archipelago, *box, each)
        )

    def land_near(self, x: Cells, y: Cells, width: Cells, height: Cells) -> list[Key]:
        """Return the keys of the islands whose domains may reach a rectangle, great ones first."""
        return list(keys_near(self.layers.archipelago, *self._whole_box(x, y, width, height)))

    def _whole_box(
        self, x: Cells, y: Cells, width: Cells, height: Cells, level: int = 0
    ) -> tuple[int, int, int, int]:
        """Return the whole cells in a rectangle; raise if it has too many sites of a level."""
        x, y, width, height = rectangle(x, y, width, height)
        left, top, right, bottom = (ceil(side) for side in (x, y, x + width, y + height))
        spacing = self.parameters.island_spacing * int(SPACINGS[level])
        if (right - left) // spacing * ((bottom - top) // spacing) > _MAX_SITE_SQUARES:
            raise ParameterError(
                f"too many sites asked for at once: at most {_MAX_SITE_SQUARES} squares"
            )
        return left, top, right - left, bottom - top

    def missing_plans(self, cx: int, cy: int, lod: int = 0) -> tuple[tuple[int, ...], ...]:
        """Return the keys of the islands whose plans a chunk needs and that are not cached."""
        check_rounding()
        grid = _chunk_grid(cx, cy, lod)
        if lod > MAX_OVERVIEW_LOD:
            return ()
        grid.check()
        mask = survey_mask(self.layers, grid)
        if mask is None:
            return ()
        missing: list[tuple[int, ...]] = []
        for key in needed_islands(self.layers, mask):
            if self.great.is_great(key):
                drawn = grid.widened(APRON) if lod <= MAX_PLANNED_LOD else None
                missing += self.great.missing(key, drawn)
            elif lod <= MAX_PLANNED_LOD and not self.plans.holds(key):
                missing.append(key)
        return tuple(missing)

    def solve(self, i: int, j: int, level: int = 0, tile: int | None = None) -> None:
        """Solve the plan of an island, the coarse plan of a great one, or one of its tiles."""
        key = self.checked_key(i, j, level)
        if tile is not None:
            self.great.tiles.get((*key, whole(tile, "tile")))
        elif self.great.is_great(key):
            self.great.coarse.get(key)
        else:
            self.plans.get(key)

    def plan(self, i: int, j: int, level: int = 0) -> Plan | CoarsePlan | None:
        """Return the plan of an island, the coarse one of a great island; None without land.

        It is solved now if need be.

        A second caller waits for the first.

        Raises:
            CoordinateError: for a site beyond the limit of the world.
        """
        check_rounding()
        key = self.checked_key(i, j, level)
        return self.great.coarse.get(key) if self.great.is_great(key) else self.plans.get(key)

    def solved_plan(self, key: Key) -> Plan | CoarsePlan | None:
        """Return the plan of an island, the coarse one of a great island, if it is there."""
        return self.plans.peek(key) or self.great.coarse.peek(key)

    def checked_key(self, i: object, j: object, level: object = 0) -> Key:
        """Return the key of an island as plain numbers.

        Raises:
            CoordinateError: for a site beyond the limit of the world, or a level there is not.
        """
        key = whole(i, "i"), whole(j, "j"), whole(level, "level")
        levels = LEVELS if self.parameters.island else 1
        if not 0 <= key[2] < levels:
            raise CoordinateError(f"the level of an island is from 0 to {levels - 1}, not {key[2]}")
        side = self.parameters.island_spacing * int(SPACINGS[key[2]])
        farthest = COORDINATE_LIMIT // side - _BORDER_SQUARES
        if max(abs(key[0]), abs(key[1])) > farthest:
            raise CoordinateError(
                f"islands of level {key[2]} lie between ({-farthest}, {-farthest}) and "
                f"({farthest}, {farthest})"
            )
        return key


def _chunk_grid(cx: int, cy: int, lod: int) -> SampleGrid:
    step = step_units(lod)
    side = CHUNK_SIZE * step
    return SampleGrid(whole(cx, "cx") * side, whole(cy, "cy") * side, step, CHUNK_SIZE, CHUNK_SIZE)
