"""A world: one seed and its parameters, and every question that can be asked of it."""

from __future__ import annotations

from dataclasses import dataclass

from worldgen.biomes import Biome, Terrain
from worldgen.coordinates import Cells, rectangle
from worldgen.features.island import Island
from worldgen.generator import Generator, Key, Site
from worldgen.names import island_name
from worldgen.notebook import world_png
from worldgen.parameters import ParameterError, WorldParameters
from worldgen.region import Chunk, Region
from worldgen.seed import Seed, normalize_seed, world_key
from worldgen.spawn.search import Spawn, find_spawn


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
    island: Key | None
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
        self._generator = Generator(world_key(self._seed), parameters or WorldParameters())
        self._spawn: Spawn | None = None

    def __reduce__(self) -> tuple[type[World], tuple[Seed, WorldParameters]]:
        """A world travels as its seed and parameters; plans are solved anew where it arrives."""
        return World, (self._seed, self.parameters)

    @property
    def seed(self) -> Seed:
        """The seed, a whole number or text, in its canonical form."""
        return self._seed

    @property
    def parameters(self) -> WorldParameters:
        return self._generator.parameters

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
        if not isinstance(other, World):
            return NotImplemented
        return self._seed == other._seed and self.parameters == other.parameters

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
        self, i: int, j: int, x: Cells, y: Cells, width: int, height: int, lod: int = 0
    ) -> Region:
        """Return a region in which only island (i, j) is solved; all others are left as sea."""
        return self._generator.region(x, y, width, height, lod, only=(i, j))

    def at(self, x: Cells, y: Cells) -> Sample:
        """Return the sample at (x, y) in cells, which are rounded down to sixty-fourths."""
        there = self._generator.region(x, y, 1, 1)
        key = None if there.mask is None else there.mask.island_key(int(there.owner[0, 0]))
        biome = Biome(int(there.biome[0, 0]))
        return Sample(
            x=float(there.x),
            y=float(there.y),
            height=float(there.height[0, 0]),
            moisture=float(there.moisture[0, 0]),
            temperature=float(there.temperature[0, 0]),
            biome=biome,
            biome_name=biome.name.lower(),
            terrain=Terrain(int(there.terrain[0, 0])),
            water_level=float(there.water_level[0, 0]),
            discharge=float(there.discharge[0, 0]),
            island=key,
            island_name=None if key is None else island_name(self._generator.key, *key),
        )

    def sites(self, x: Cells, y: Cells, width: Cells, height: Cells) -> tuple[Site, ...]:
        """Return the sites in a rectangle of cells, row by row; no island is solved for it."""
        return self._generator.sites(x, y, width, height)

    def island(self, i: int, j: int) -> Island | None:
        """Return island (i, j), solved now if need be; None where its domain holds no land."""
        plan = self._generator.plan(i, j)
        return None if plan is None else Island(self._generator, plan)

    def islands(self, x: Cells, y: Cells, width: Cells, height: Cells) -> tuple[Island, ...]:
        """Return the islands whose bounds meet a rectangle of cells, row by row of their sites.

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
        plans = (made.plan(*key) if solve else made.plans.peek(key) for key in made.land_near(*box))
        islands = (Island(made, plan) for plan in plans if plan is not None)
        return tuple(island for island in islands if _meets(island.bounds, *box))

    def missing_plans(self, cx: int, cy: int, lod: int = 0) -> tuple[Key, ...]:
        """Return the keys of the islands whose plans a chunk needs and that are not cached."""
        return self._generator.missing_plans(cx, cy, lod)

    def solve(self, i: int, j: int) -> None:
        """Solve the plan of island (i, j) and keep it; a second caller waits for the first."""
        self._generator.plan(i, j)

    def spawn(self) -> Spawn:
        """Return the place (x, y) where play begins, in cells; the same every time.

        It is dry, flat, near the sea, far from mountains and on an island with a river; where
        there is no such place near the origin, its ``why`` says what the best one lacks.
        """
        if self._spawn is None:
            self._spawn = find_spawn(self._generator)
        return self._spawn


def _meets(
    bounds: tuple[int, int, int, int], x: Cells, y: Cells, width: Cells, height: Cells
) -> bool:
    left, top, columns, rows = bounds
    return left < x + width and x < left + columns and top < y + height and y < top + rows
