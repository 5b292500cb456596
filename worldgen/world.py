"""A world: one seed and its parameters, and every question that can be asked of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from worldgen.area import Area
from worldgen.biome_table import BiomeTable
from worldgen.biomes import Biome, Terrain
from worldgen.coordinates import Cells, rectangle
from worldgen.extras import extra_module
from worldgen.features.island import Island
from worldgen.features.places import island_at, nearest_island
from worldgen.generator import Generator, Key, Site
from worldgen.names import island_name
from worldgen.noise.own_layer import SETTING_RULES, Layer, LayerSettings
from worldgen.notebook import world_png
from worldgen.parameters import ParameterError, WorldParameters
from worldgen.random_numbers import chunk_random
from worldgen.region import Chunk, Region
from worldgen.sampling import sample_fields
from worldgen.seed import Seed, normalize_seed, world_key
from worldgen.spawn.candidates import Promise, promising_islands
from worldgen.spawn.search import Spawn, find_spawn, likely_spawn


@dataclass(frozen=True)
class Sample:
    """All fields of one place.

    Attributes:
        x: place in cells, rounded down to sixty-fourths.
        y: the same along y, down the screen.
        height: height of the ground: 0..1.
        moisture: 0 dry .. 1 wet.
        temperature: 0 cold .. 1 hot; 0.5 without climate.
        biome: what covers the place; a whole number from 13 on for a world's own biomes.
        biome_name: the biome's name in small letters.
        terrain: what height alone makes of the place.
        water_level: height of the water's surface; not a number where dry.
        discharge: catchment of the river there in cells, weighted by rain; 0 where there is none.
        island: the key of the island in whose domain the place lies, the sea around it included;
            None without domains.
        island_name: its name; None without domains.
    """

    x: float
    y: float
    height: float
    moisture: float
    temperature: float
    biome: Biome | int
    biome_name: str
    terrain: Terrain
    water_level: float
    discharge: float
    island: Key | None
    island_name: str | None


class World:
    """An endless world of islands.

    Args:
        seed: any whole number, or text.
        parameters: all else that decides the land; the defaults when left out.
        biomes: biomes of your own, and where they are. All that knows biomes knows them:
            pictures, measures, searches, files, the game.

    Safe to share between threads. Two worlds of equal seed, parameters and own biomes are equal
    to the bit.

    Raises:
        SeedError, ParameterError: naming what is wrong and what is allowed.
    """

    def __init__(
        self,
        seed: Seed,
        parameters: WorldParameters | None = None,
        *,
        biomes: BiomeTable | None = None,
    ) -> None:
        if parameters is not None and not isinstance(parameters, WorldParameters):
            raise ParameterError(
                f"parameters must be WorldParameters, not {type(parameters).__name__}"
            )
        if biomes is not None and not isinstance(biomes, BiomeTable):
            raise ParameterError(f"biomes must be a BiomeTable, not {type(biomes).__name__}")
        self._seed = normalize_seed(seed)
        self._generator = Generator(world_key(self._seed), parameters or WorldParameters(), biomes)
        self._spawn: Spawn | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        """A world travels as what it was made from; plans are solved anew where it arrives."""
        return partial(type(self), biomes=self.biomes), (self._seed, self.parameters)

    @property
    def seed(self) -> Seed:
        """The seed, a whole number or text, in its canonical form."""
        return self._seed

    @property
    def parameters(self) -> WorldParameters:
        """All else that decides the land; frozen."""
        return self._generator.parameters

    @property
    def biomes(self) -> BiomeTable | None:
        """The own biomes of the world; None without any."""
        return self._generator.biomes

    @property
    def generator(self) -> Generator:
        """What makes the world: its layers of noise, and the plans of its islands."""
        return self._generator

    def __repr__(self) -> str:
        seed = repr(self._seed)
        return f"<World {seed if len(seed) <= 40 else seed[:37] + '...'}>"

    def _repr_png_(self) -> bytes:
        """Return the picture that notebooks show: the islands around the spawn."""
        return world_png(self._generator, self.spawn())

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return (
            self._seed == other._seed
            and self.parameters == other.parameters
            and self.biomes == other.biomes
        )

    def __hash__(self) -> int:
        return self._generator.key >> 1

    def chunk(self, cx: int, cy: int, lod: int = 0, sketch: bool = False) -> Chunk:
        """Return chunk (cx, cy) of a level of detail.

        Sample [r, c] lies at ``x = (64 * cx + c) * 2**lod``, ``y = (64 * cy + r) * 2**lod``.
        A sketch needs no island plans; from lod 5 on every chunk is one.

        Raises:
            CoordinateError: beyond ``COORDINATE_LIMIT`` cells, or for a lod outside -4..10.
        """
        return self._generator.chunk(cx, cy, lod, sketch)

    def region(
        self, x: Cells, y: Cells, width: int, height: int, lod: int = 0, sketch: bool = False
    ) -> Region:
        """Return all fields of ``width`` x ``height`` samples from (x, y) in cells.

        Samples lie ``2**lod`` cells apart; every one equals the sample of the chunk that holds
        the same place.

        Raises:
            CoordinateError: beyond the limit, for a negative size, or a lod outside -4..10.
            ParameterError: for more than ``MAX_REGION_SAMPLES`` samples.
        """
        return self._generator.region(x, y, width, height, lod, sketch)

    def island_region(
        self, key: Key, x: Cells, y: Cells, width: int, height: int, lod: int = 0
    ) -> Region:
        """Return a region in which only one island is solved; all others are left as sea."""
        return self._generator.region(x, y, width, height, lod, only=key)

    def at(self, x: Cells, y: Cells) -> Sample:
        """Return the sample at (x, y) in cells, which are rounded down to sixty-fourths."""
        there = self._generator.region(x, y, 1, 1)
        key = there.domain_keys[0] if there.domain_keys else None
        number = int(there.biome[0, 0])
        return Sample(
            x=float(there.x),
            y=float(there.y),
            height=float(there.height[0, 0]),
            moisture=float(there.moisture[0, 0]),
            temperature=float(there.temperature[0, 0]),
            biome=Biome(number) if number < len(Biome) else number,
            biome_name=there.biome_names[number],
            terrain=Terrain(int(there.terrain[0, 0])),
            water_level=float(there.water_level[0, 0]),
            discharge=float(there.discharge[0, 0]),
            island=key,
            island_name=None if key is None else island_name(self._generator.key, *key),
        )

    def sample(
        self,
        x: ArrayLike,
        y: ArrayLike,
        fields: Sequence[str] | None = None,
        *,
        lod: int = 0,
        sketch: bool = False,
    ) -> dict[str, np.ndarray]:
        """Return fields at any places, by name; arrays of the shape that x and y broadcast to.

        Places in cells are rounded down to samples of the level of detail: to whole cells at lod
        0, to sixteenths at -4. What lies close together is made together: a million places among
        as many cells take about as long as a region of these, places far apart a fraction of a
        millisecond each.

        Raises:
            CoordinateError: for what is no finite number, or beyond the limit.
            ParameterError: for a field that there is not.
        """
        return sample_fields(self._generator, x, y, fields, lod, sketch)

    def to_xarray(
        self,
        x: Cells,
        y: Cells,
        width: Cells,
        height: Cells,
        lod: int = 0,
        *,
        fields: Sequence[str] | None = None,
        chunks: Any = None,
        sketch: bool = False,
    ) -> Any:
        """Return fields of a rectangle of cells as an ``xarray.Dataset`` (y, x).

        Nothing is made before it is looked at, so the rectangle may be of any size. Coordinates
        are in cells; variables carry CF attributes (``long_name``, ``units``, ``flag_meanings``),
        the dataset the seed, the parameters as JSON and versions.

        Args:
            fields: their names; all of them for None.
            chunks: None for arrays that are loaded as a whole when they are first computed with;
                otherwise dask arrays, in blocks as ``xarray.Dataset.chunk`` takes them, such as
                ``{"x": 1024, "y": 1024}``.

        Raises:
            ExtraError: without xarray (extra ``xarray``).
            ParameterError, CoordinateError: as for ``region``.
        """
        extra_module("xarray", "a labelled dataset", "xarray")
        from worldgen.lazy_dataset import area_dataset

        area = Area.of_cells(x, y, width, height, lod)
        return area_dataset(
            self._generator, area, seed=str(self._seed), sketch=sketch, fields=fields, chunks=chunks
        )

    def rng(self, cx: int, cy: int, layer: str) -> np.random.Generator:
        """Return random numbers for chunk (cx, cy): the same every time and everywhere.

        Worlds, chunks and layers have independent ones. The bits of ``numpy.random.PCG64`` never
        change; what numpy's methods make of them may, from one of its versions to another.
        """
        return chunk_random(self._generator.key, cx, cy, layer)

    def layer(self, name: str, settings: LayerSettings | None = None, **given: Any) -> Layer:
        """Return a layer of noise of your own, which has its own key of the seed.

        Args:
            name: layers of other names, and the world's own, are independent of it.
            settings: what its noise is like; or give these by name, as in
                ``world.layer("ore", wavelength=90, octaves=3)``.

        Raises:
            ParameterError: naming the setting and its range.
        """
        if settings is not None and given:
            raise ParameterError("give either settings or their names, not both")
        for each in given:
            if each not in SETTING_RULES:
                raise ParameterError(
                    f"a layer has the settings {', '.join(SETTING_RULES)}, not {each!r}"
                )
        return Layer(self._generator.key, name, settings or LayerSettings(**given))

    def sites(
        self, x: Cells, y: Cells, width: Cells, height: Cells, level: int | None = None
    ) -> tuple[Site, ...]:
        """Return the sites in a rectangle of cells, those of great islands first.

        With ``level`` those of this level alone: 2 for great islands, 0 for small ones. No island
        is solved for it.
        """
        return self._generator.sites(x, y, width, height, level)

    def island(self, i: int, j: int, level: int = 0) -> Island | None:
        """Return the island of a site, solved now if need be; None where there is no land.

        Levels 0, 1 and 2 have sites 1, 4 and 9 ``island_spacing`` apart.
        """
        plan = self._generator.plan(i, j, level)
        return None if plan is None else Island(self._generator, plan)

    def island_at(self, x: Cells, y: Cells) -> Island | None:
        """Return the island whose land, lake or river is at (x, y) in cells; None at sea."""
        return island_at(self._generator, x, y)

    def nearest_island(self, x: Cells, y: Cells) -> Island | None:
        """Return the island whose land is nearest to (x, y) in cells.

        Solves the islands around. None where there is no land within 64 times
        ``island_spacing``.
        """
        return nearest_island(self._generator, x, y)

    def home_island(self) -> Island | None:
        """Return the island of the spawn; None where there are no islands."""
        return self.island_at(*self.spawn())

    def islands(self, x: Cells, y: Cells, width: Cells, height: Cells) -> tuple[Island, ...]:
        """Return the islands whose bounds meet a rectangle of cells, great ones first.

        Solves every plan whose domain may reach the rectangle, about a tenth of a second each.
        """
        return self._islands(rectangle(x, y, width, height), solve=True)

    def solved_islands(self, x: Cells, y: Cells, width: Cells, height: Cells) -> tuple[Island, ...]:
        """Return those of ``islands`` whose plans are there already; nothing is solved for it."""
        return self._islands(rectangle(x, y, width, height), solve=False)

    def _islands(
        self, box: tuple[Cells, Cells, Cells, Cells], *, solve: bool
    ) -> tuple[Island, ...]:
        made = self._generator
        plans = (
            made.plan(*key) if solve else made.solved_plan(key) for key in made.land_near(*box)
        )
        islands = (Island(made, plan) for plan in plans if plan is not None)
        return tuple(island for island in islands if _meets(island.bounds, *box))

    def missing_plans(self, cx: int, cy: int, lod: int = 0) -> tuple[tuple[int, ...], ...]:
        """Return the keys of the islands whose plans a chunk needs and that are not cached."""
        return self._generator.missing_plans(cx, cy, lod)

    def solve(self, i: int, j: int, level: int = 0, tile: int | None = None) -> None:
        """Solve the plan of an island, or one tile of a great one, and keep it.

        A second caller waits for the first.
        """
        self._generator.solve(i, j, level, tile)

    def spawn(self) -> Spawn:
        """Return the place (x, y) where play begins, in cells; the same every time.

        It is dry, flat, near the sea, far from mountains and on an island with a river; where
        there is no such place near the origin, its ``why`` says what the best one lacks.
        """
        if self._spawn is None:
            self._spawn = find_spawn(self._generator, self._promises)
        return self._spawn

    def likely_spawn(self) -> Spawn:
        """Return a coast near which the spawn is sought first, without solving an island."""
        return likely_spawn(self._promises)

    @cached_property
    def _promises(self) -> list[Promise]:
        """The islands where the spawn is sought, on sketches of many: looked for once."""
        return promising_islands(self._generator)


def _meets(
    bounds: tuple[int, int, int, int], x: Cells, y: Cells, width: Cells, height: Cells
) -> bool:
    left, top, columns, rows = bounds
    return left < x + width and x < left + columns and top < y + height and y < top + rows
