"""A world: one seed and its parameters, and every question that can be asked of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from worldgen.archipelago.mask import domain_reach, site_table
from worldgen.archipelago.sites import SITE_SIZE, SITE_X, SITE_Y
from worldgen.biomes import Biome, Terrain
from worldgen.chunk.draw import (
    CHUNK_SIZE,
    MAX_LOD,
    MAX_PLANNED_LOD,
    MIN_LOD,
    draw_fields,
    needed_islands,
    survey_mask,
)
from worldgen.coordinates import (
    COORDINATE_LIMIT,
    UNITS_PER_CELL,
    CoordinateError,
    rectangle,
    to_units,
    whole,
)
from worldgen.features.island import Island
from worldgen.features.names import island_name
from worldgen.island.plan import Plan, solve_plan
from worldgen.island.plan_cache import PlanCache
from worldgen.layers import make_layers
from worldgen.notebook import world_png
from worldgen.parameters import ParameterError, WorldParameters
from worldgen.region import Chunk, Region
from worldgen.seed import Seed, normalize_seed, world_key
from worldgen.spawn.search import Spawn, find_spawn

_BORDER_SQUARES = 4
"""Squares at the edge of the world that hold no island, as its domain might lie beyond."""

MAX_REGION_SAMPLES = 1 << 26
"""A region holds at most this many samples; larger areas are read piece by piece."""


@dataclass(frozen=True)
class Site:
    """The place where an island may be; known without solving the island."""

    key: tuple[int, int]
    x: float
    """World position in cells."""
    y: float
    size: float
    """0..1; 0 is open sea."""
    name: str


@dataclass(frozen=True)
class Sample:
    """All fields of one place."""

    x: float
    y: float
    height: float
    moisture: float
    temperature: float
    biome: Biome
    biome_name: str
    terrain: Terrain
    water_level: float
    discharge: float
    island: tuple[int, int] | None
    island_name: str | None


class World:
    """An endless world of islands.

    Args:
        seed: any whole number, or text.
        parameters: all else that decides the world; the defaults when left out.

    Safe to share between threads. Two worlds of equal seed and parameters are equal to the bit.

    Raises:
        SeedError, ParameterError: naming what is wrong and what is allowed.
    """

    def __init__(self, seed: Seed, parameters: WorldParameters | None = None) -> None:
        if parameters is not None and not isinstance(parameters, WorldParameters):
            raise ParameterError(
                f"parameters must be WorldParameters, not {type(parameters).__name__}"
            )
        self._seed = normalize_seed(seed)
        self._parameters = parameters or WorldParameters()
        self._key = world_key(self._seed)
        self._layers = make_layers(self._key, self._parameters)
        self._spawn: Spawn | None = None
        self._plans = PlanCache(lambda key: solve_plan(self._layers, *key))

    def __reduce__(self) -> tuple[type[World], tuple[Seed, WorldParameters]]:
        """A world travels as its seed and parameters; plans are solved anew where it arrives."""
        return World, (self._seed, self._parameters)

    @property
    def seed(self) -> Seed:
        """The seed, a whole number or text, in its canonical form."""
        return self._seed

    @property
    def parameters(self) -> WorldParameters:
        return self._parameters

    def __repr__(self) -> str:
        seed = repr(self._seed)
        return f"<World {seed if len(seed) <= 40 else seed[:37] + '...'}>"

    def _repr_png_(self) -> bytes:
        """Return the picture that notebooks show: the islands around the spawn."""
        return world_png(self)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, World):
            return NotImplemented
        return self._seed == other._seed and self._parameters == other._parameters

    def __hash__(self) -> int:
        return self._key >> 1

    def chunk(self, cx: int, cy: int, lod: int = 0, sketch: bool = False) -> Chunk:
        """Return chunk (cx, cy) of a level of detail.

        Sample [r, c] lies at ``x = (64 * cx + c) * 2**lod``, ``y = (64 * cy + r) * 2**lod``.
        A sketch needs no island plans; from lod 5 on every chunk is one.

        Raises:
            CoordinateError: beyond ``COORDINATE_LIMIT`` cells, or for a lod outside -4..10.
        """
        step = _step_units(lod)
        x = whole(cx, "cx") * CHUNK_SIZE * step
        y = whole(cy, "cy") * CHUNK_SIZE * step
        fields = self._fields(x, y, step, CHUNK_SIZE, CHUNK_SIZE, lod, sketch)
        return Chunk(**fields, cx=whole(cx, "cx"), cy=whole(cy, "cy"))

    def region(
        self, x: float, y: float, width: int, height: int, lod: int = 0, sketch: bool = False
    ) -> Region:
        """Return all fields of ``width`` x ``height`` samples from (x, y) in cells.

        Samples lie ``2**lod`` cells apart; every one equals the sample of the chunk that holds
        the same place.

        Raises:
            CoordinateError: beyond the limit, for a negative size, or a lod outside -4..10.
            ParameterError: for more than ``MAX_REGION_SAMPLES`` samples.
        """
        return Region(**self._region_fields(x, y, width, height, lod, sketch, None))

    def at(self, x: float, y: float) -> Sample:
        """Return the sample at (x, y) in cells, which are rounded down to sixty-fourths."""
        left, top = to_units(x, "x"), to_units(y, "y")
        fields = self._fields(left, top, UNITS_PER_CELL, 1, 1, 0, False)
        key = None
        if fields["mask"] is not None:
            key = fields["mask"].island_key(int(fields["owner"][0, 0]))
        biome = Biome(int(fields["biome"][0, 0]))
        return Sample(
            x=left / UNITS_PER_CELL,
            y=top / UNITS_PER_CELL,
            height=float(fields["height"][0, 0]),
            moisture=float(fields["moisture"][0, 0]),
            temperature=float(fields["temperature"][0, 0]),
            biome=biome,
            biome_name=biome.name.lower(),
            terrain=Terrain(int(fields["terrain"][0, 0])),
            water_level=float(fields["water_level"][0, 0]),
            discharge=float(fields["discharge"][0, 0]),
            island=key,
            island_name=None if key is None else island_name(self._key, *key),
        )

    def sites(self, x: float, y: float, width: float, height: float) -> tuple[Site, ...]:
        """Return the sites in a rectangle of cells, row by row; no island is solved for it."""
        x, y, width, height = rectangle(x, y, width, height)
        if not self._parameters.island:
            return ()
        units = self._layers.archipelago.spacing_units
        left, top = to_units(x, "x") // units, to_units(y, "y") // units
        right, bottom = to_units(x + width, "x") // units, to_units(y + height, "y") // units
        if (right - left + 1) * (bottom - top + 1) > 1 << 16:
            raise ParameterError("too many sites asked for at once: at most 65536 squares")
        table = site_table(self._layers.archipelago, left, top, right - left + 1, bottom - top + 1)
        spacing = self._parameters.island_spacing
        found = []
        for j in range(top, bottom + 1):
            for i in range(left, right + 1):
                site = table[i - left, j - top]
                site_x, site_y = (i + site[SITE_X]) * spacing, (j + site[SITE_Y]) * spacing
                if x <= site_x < x + width and y <= site_y < y + height:
                    name = island_name(self._key, i, j)
                    found.append(
                        Site((i, j), float(site_x), float(site_y), float(site[SITE_SIZE]), name)
                    )
        return tuple(found)

    def island(self, i: int, j: int) -> Island | None:
        """Return island (i, j), solved now if need be; None where its domain holds no land."""
        plan = self._plans.get(self._island_key(i, j))
        return None if plan is None else Island(self, self._key, plan)

    def islands(self, x: float, y: float, width: float, height: float) -> tuple[Island, ...]:
        """Return the islands whose bounds meet a rectangle of cells, row by row of their sites.

        Solves every plan whose domain may reach the rectangle, about a tenth of a second each.
        """
        x, y, width, height = rectangle(x, y, width, height)
        keys = self._land_near(x, y, width, height)
        islands = [island for key in keys if (island := self.island(*key)) is not None]
        return tuple(i for i in islands if _meets(i.bounds, x, y, width, height))

    def solved_islands(self, x: float, y: float, width: float, height: float) -> tuple[Island, ...]:
        """Return those of ``islands`` whose plans are there already; nothing is solved for it."""
        x, y, width, height = rectangle(x, y, width, height)
        plans = [self._plans.peek(key) for key in self._land_near(x, y, width, height)]
        islands = [Island(self, self._key, plan) for plan in plans if plan is not None]
        return tuple(i for i in islands if _meets(i.bounds, x, y, width, height))

    def _land_near(self, x: float, y: float, width: float, height: float) -> list[tuple[int, int]]:
        """Return the keys of the islands whose domains may reach a rectangle, row by row."""
        reach = domain_reach(self._layers.archipelago)
        sites = self.sites(x - reach, y - reach, width + 2 * reach, height + 2 * reach)
        return [site.key for site in sites if site.size > 0.0]

    def to_dask(
        self, x: float, y: float, width: float, height: float, lod: int = 0, *, chunk: int = 512
    ) -> dict[str, Any]:
        """Return every field of a rectangle of cells as dask arrays, by name.

        Needs the extra ``cluster``; see ``worldgen.bake.to_dask``, which takes a choice of fields.
        """
        # The one step upward: a notebook's convenience, and dask is not loaded before it is used.
        from worldgen.bake import to_dask

        return to_dask(self, x, y, width, height, lod, chunk=chunk)

    def missing_plans(self, cx: int, cy: int, lod: int = 0) -> tuple[tuple[int, int], ...]:
        """Return the keys of the islands whose plans a chunk needs and that are not cached."""
        step = _step_units(lod)
        if lod > MAX_PLANNED_LOD:
            return ()
        x = whole(cx, "cx") * CHUNK_SIZE * step
        y = whole(cy, "cy") * CHUNK_SIZE * step
        _check_limit(x, y, step * CHUNK_SIZE, step * CHUNK_SIZE)
        mask = survey_mask(self._layers, x, y, step, CHUNK_SIZE, CHUNK_SIZE)
        if mask is None:
            return ()
        return tuple(k for k in needed_islands(self._layers, mask) if not self._plans.holds(k))

    def solve(self, i: int, j: int) -> None:
        """Solve the plan of island (i, j) and keep it; a second caller waits for the first."""
        self._plans.get(self._island_key(i, j))

    def spawn(self) -> Spawn:
        """Return the place (x, y) where play begins, in cells; the same every time.

        It is dry, flat, near the sea, far from mountains and on an island with a river; where
        there is no such place near the origin, its ``why`` says what the best one lacks.
        """
        if self._spawn is None:
            self._spawn = find_spawn(self)
        return self._spawn

    def island_region(
        self, i: int, j: int, x: float, y: float, width: int, height: int, lod: int = 0
    ) -> Region:
        """Return a region in which only island (i, j) is solved; all others are left as sea."""
        only = self._island_key(i, j)
        return Region(**self._region_fields(x, y, width, height, lod, False, only))

    def _island_key(self, i: object, j: object) -> tuple[int, int]:
        key = whole(i, "i"), whole(j, "j")
        farthest = COORDINATE_LIMIT // self._parameters.island_spacing - _BORDER_SQUARES
        if max(abs(key[0]), abs(key[1])) > farthest:
            raise CoordinateError(
                f"islands lie between ({-farthest}, {-farthest}) and ({farthest}, {farthest})"
            )
        return key

    def _region_fields(
        self,
        x: object,
        y: object,
        width: object,
        height: object,
        lod: int,
        sketch: bool,
        only: tuple[int, int] | None,
    ) -> dict[str, Any]:
        step = _step_units(lod)
        columns, rows = whole(width, "width"), whole(height, "height")
        if columns < 0 or rows < 0:
            raise CoordinateError(f"a region cannot be {columns} x {rows} samples")
        if max(columns, 1) * max(rows, 1) > MAX_REGION_SAMPLES:
            raise ParameterError(
                f"a region holds at most {MAX_REGION_SAMPLES} samples, not {columns} x {rows}"
            )
        return self._fields(
            to_units(x, "x"), to_units(y, "y"), step, columns, rows, lod, sketch, only
        )

    def _fields(
        self,
        x: int,
        y: int,
        step: int,
        width: int,
        height: int,
        lod: int,
        sketch: bool,
        only: tuple[int, int] | None = None,
    ) -> dict[str, Any]:
        _check_limit(x, y, step * width, step * height)
        sketch = bool(sketch) or lod > MAX_PLANNED_LOD
        mask = survey_mask(self._layers, x, y, step, width, height)
        plans: list[Plan] | None = None
        if not sketch:
            keys = needed_islands(self._layers, mask) if mask else []
            if only is not None:
                keys = [key for key in keys if key == only]
            plans = [plan for key in keys if (plan := self._plans.get(key)) is not None]
        fields = draw_fields(self._layers, x, y, step, width, height, mask, plans)
        return {
            "x": _cells(x),
            "y": _cells(y),
            "step": step / UNITS_PER_CELL,
            "lod": int(lod),
            "sketch": sketch,
            "water": self._parameters.water_level,
            "parameters": self._parameters,
            **fields,
        }


def _meets(
    bounds: tuple[int, int, int, int], x: float, y: float, width: float, height: float
) -> bool:
    left, top, columns, rows = bounds
    return left < x + width and x < left + columns and top < y + height and y < top + rows


def _check_limit(x: int, y: int, width: int, height: int) -> None:
    limit = COORDINATE_LIMIT * UNITS_PER_CELL
    if min(x, y) < -limit or max(x + width, y + height) > limit:
        raise CoordinateError(f"that lies beyond {COORDINATE_LIMIT} cells (2**52) of the origin")


def _step_units(lod: int) -> int:
    level = whole(lod, "lod")
    if not MIN_LOD <= level <= MAX_LOD:
        raise CoordinateError(f"lod must be a whole number from {MIN_LOD} to {MAX_LOD}, not {lod}")
    return UNITS_PER_CELL << level if level >= 0 else UNITS_PER_CELL >> -level


def _cells(units: int) -> int | float:
    """Return a position in cells: a whole number where it is one, exact at any distance."""
    return units / UNITS_PER_CELL if units % UNITS_PER_CELL else units // UNITS_PER_CELL
