"""The fields of a chunk, declared once: their names, and what their numbers are."""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, Final, NamedTuple, Protocol, Self, TypeVar, overload

import numpy as np
from numba import types
from numba.np import numpy_support

from worldgen.archipelago.archipelago import Mask
from worldgen.biome_table import BIOME_NAMES, BiomeTable
from worldgen.coordinates import UNITS_PER_CELL, Cells, SampleGrid, to_cells
from worldgen.parameters import WorldParameters
from worldgen.read_only import read_only_copy


class Field:
    """What the numbers of one field are; read from samples, their array of it."""

    def __init__(
        self,
        dtype: type[np.generic],
        unit: str,
        lowest: float | None,
        highest: float | None,
        words: str,
    ) -> None:
        self.dtype = dtype
        self.unit = unit
        self.lowest, self.highest = lowest, highest
        """What no sample lies below and above; None where there is no bound."""
        self.words = self.__doc__ = words
        self.name = ""

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    @overload
    def __get__(self, samples: None, owner: type) -> Field: ...

    @overload
    def __get__(self, samples: Samples, owner: type) -> np.ndarray: ...

    def __get__(self, samples: Samples | None, owner: type) -> Field | np.ndarray:
        if samples is None:
            return self
        array: np.ndarray = getattr(samples.arrays, self.name)
        return array


class FarMeans(NamedTuple):
    """Means of several points in each sample of a far level: float32 (height, width) each.

    All but ``land``, ``depth``, ``temperature`` and ``shore`` are those of the points on land,
    weighed by how much of each is land; numbers without meaning where there is none.
    """

    land: np.ndarray
    """Share of land, 0..1."""
    depth: np.ndarray
    """Root of the sea's depth, as a share of the water level, 0..1."""
    sand: np.ndarray
    """Share of the land that is sand, rock or high enough for snow, 0..1."""
    rock: np.ndarray
    snow: np.ndarray
    slope: np.ndarray
    """Height per cell; those in x and y cancel out where land falls to both sides."""
    gradient_x: np.ndarray
    gradient_y: np.ndarray
    height: np.ndarray
    relative_height: np.ndarray
    moisture: np.ndarray
    temperature: np.ndarray
    shore: np.ndarray


class FarView(NamedTuple):
    """What a far level's samples look like."""

    means: FarMeans
    biome_shares: np.ndarray | None
    """float32 (height, width, biomes): how much of each sample a table of own biomes has made a
    biome; None without a table."""


@dataclass(frozen=True, eq=False, repr=False)
class Samples:
    """The fields of a rectangle of samples: all that a picture of it is made from.

    Every ``Field`` is an array (height, width), rows are y, C-contiguous and read-only.
    """

    grid: SampleGrid
    sketch: bool
    """True when made without island plans, but for the coarse ones of an overview."""
    overview: bool
    """True for a sketch in which coarse plans say where great islands have coast and water."""
    parameters: WorldParameters
    """Those of the world."""
    key: int
    """That of the world, from its seed."""
    mask: Mask | None
    """What sinks the sea between islands, with an apron of one sample; None in a world without
    domains."""
    arrays: Any = field(repr=False)
    """All fields as one ``FieldArrays``, which kernels take."""
    averages: Callable[[SampleGrid], FarView] | None = field(repr=False)
    """Makes the means of any rows of a far level, from which its picture is painted; they cost more
    than all fields do. None for a level of detail below 5, and where fields are not the world's."""
    biomes: BiomeTable | None
    """The own biomes of the world, if it has any."""
    plain_biome: np.ndarray | None = field(repr=False)
    """``biome`` before a table or ``with_fields`` changed it; None where nothing did. Pictures
    blend what was not changed, and show what was as it is."""

    height = Field(
        np.float32, "", 0.0, 1.0, "Height of the ground; sea lies below the world's water level."
    )
    moisture = Field(np.float32, "", 0.0, 1.0, "From dry to wet.")
    temperature = Field(np.float32, "", 0.0, 1.0, "From cold to hot; 0.5 without climate.")
    biome = Field(
        np.uint8, "Biome", 0, 12, "What covers the sample; a world's own biomes are 13 and more."
    )
    terrain = Field(np.uint8, "Terrain", 0, 3, "What height alone makes of the sample.")
    water_level = Field(
        np.float32, "height", 0.0, 1.0,
        "Height of the water's surface, of the sea, a lake or a river; not a number where dry.",
    )  # fmt: skip
    discharge = Field(
        np.float32, "cells", 0.0, None,
        "Catchment of the river over the sample, weighted by rain; 0 where there is none.",
    )  # fmt: skip
    gradient_x = Field(np.float32, "height per cell", None, None, "Rise of the ground toward +x.")
    gradient_y = Field(np.float32, "height per cell", None, None, "Rise of the ground toward +y.")
    shore = Field(
        np.float32, "cells", -40.0, 40.0,
        "Distance to the sea's coast, at most 40: > 0 on land, < 0 at sea.",
    )  # fmt: skip
    river_cover = Field(
        np.float32, "", 0.0, 1.0,
        "How much of the sample a river covers as drawn; lines stay whole when zoomed out, and "
        "rivers narrower than they are drawn are fainter.",
    )  # fmt: skip
    relative_height = Field(
        np.float32, "height", -1.0, 1.0,
        "Height above the mean of the land and sea within some 30 cells: > 0 on ridges, < 0 in "
        "valleys; 0 at sea and in worlds without island plans; in sketches only what is expected.",
    )  # fmt: skip

    @property
    def x(self) -> int | float:
        """World position of sample [0, 0], in cells."""
        return to_cells(self.grid.x)

    @property
    def y(self) -> int | float:
        return to_cells(self.grid.y)

    @property
    def step(self) -> float:
        """Cells between samples: ``2 ** lod``."""
        return self.grid.step / UNITS_PER_CELL

    @property
    def lod(self) -> int:
        """Level of detail."""
        return self.grid.step.bit_length() - UNITS_PER_CELL.bit_length()

    @property
    def water(self) -> float:
        """The water level of the world."""
        return self.parameters.water_level

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return self.grid.shape

    @property
    def biome_names(self) -> tuple[str, ...]:
        """What the numbers of ``biome`` mean, in small letters."""
        return BIOME_NAMES if self.biomes is None else self.biomes.biome_names

    @property
    def like_biome(self) -> np.ndarray:
        """uint8 (height, width): ``biome``, but for own ones that of ``Biome`` they are like."""
        if self.biomes is None:
            return self.biome
        return read_only_copy(self.biomes.likes[self.biome], np.uint8)

    def with_fields(self, **arrays: np.ndarray) -> Self:
        """Return the same with copies of some arrays in place of its own.

        Where ``biome`` alone is given, pictures show what it has changed in the colours of these
        biomes; where other fields come with it, they are made of these as ever.
        """
        copies = {name: array.copy(order="C") for name, array in arrays.items()}
        plain = self.plain_biome
        if plain is None and copies.keys() == {"biome"}:
            plain = self.biome
        made = lock(self.arrays._replace(**copies))
        return replace(self, arrays=made, averages=None, plain_biome=plain)

    def __repr__(self) -> str:
        rows, columns = self.shape
        kind = type(self).__name__
        return f"<{kind} at ({self.x:g}, {self.y:g}), {columns} x {rows} samples, lod {self.lod}>"


FIELDS: Final[dict[str, Field]] = {
    name: value for name, value in vars(Samples).items() if isinstance(value, Field)
}
"""Every field by its name, in the order in which they are declared."""

FieldArrays = namedtuple("FieldArrays", tuple(FIELDS))  # type: ignore[misc]
"""One array for each field, by its name."""


def empty_arrays(rows: int, columns: int) -> Any:
    """Return ``FieldArrays`` of a size, still to be filled."""
    return FieldArrays(*(np.empty((rows, columns), dtype=each.dtype) for each in FIELDS.values()))


def field_types(*, readonly: bool = False) -> Any:
    """Return the type of ``FieldArrays`` in the signature of a kernel."""
    kinds = [
        types.Array(numpy_support.from_dtype(np.dtype(each.dtype)), 2, "C", readonly=readonly)
        for each in FIELDS.values()
    ]
    return types.NamedTuple(kinds, FieldArrays)  # type: ignore[no-untyped-call]


def grid_type() -> Any:
    """Return the type of a ``SampleGrid`` in the signature of a kernel."""
    length = len(SampleGrid._fields)
    return types.NamedUniTuple(types.int64, length, SampleGrid)  # type: ignore[no-untyped-call]


def lock(arrays: Any) -> Any:
    """Make a tuple of arrays read-only, as kernels take them, and return it."""
    for array in arrays:
        array.flags.writeable = False
    return arrays


Made = TypeVar("Made", bound=Samples, covariant=True)


class Source(Protocol[Made]):
    """Whatever makes the fields of regions: a world, or what stands behind it."""

    def region(
        self, x: Cells, y: Cells, width: int, height: int, lod: int = 0, sketch: bool = False
    ) -> Made:
        """Return the fields of ``width`` x ``height`` samples from (x, y) in cells."""
