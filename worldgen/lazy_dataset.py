"""A world of any size as a labelled dataset whose fields are made when they are looked at."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from xarray.backends import BackendArray
from xarray.core import indexing

from worldgen.area import Area
from worldgen.biome_table import BiomeTable
from worldgen.chunk.fields import FIELDS
from worldgen.dataset import make_dataset, world_attributes
from worldgen.generator import Generator
from worldgen.parameters import WorldParameters
from worldgen.region import Region
from worldgen.sampling import checked_fields

_PIECE = 512
"""Samples a side that are made at once."""

_PIECES_KEPT = 8
"""Pieces that are kept, since several fields of one are often asked for in turn."""


def area_dataset(
    generator: Generator,
    area: Area,
    *,
    seed: str,
    sketch: bool,
    fields: Sequence[str] | None,
    chunks: Any,
) -> Any:
    """Return fields of an area as a dataset; see ``World.to_xarray``."""
    variables = {}
    for name in checked_fields(fields):
        source = _Source(generator.key, generator.parameters, generator.biomes, area, sketch, name)
        variables[name] = indexing.LazilyIndexedArray(_WorldArray(source))
    x = float(area.x) + np.arange(area.width) * float(area.step)
    y = float(area.y) + np.arange(area.height) * float(area.step)
    kind = {"seed": seed, "lod": area.lod, "sketch": int(sketch)}
    attributes = world_attributes(generator.parameters, generator.biomes) | kind
    made = make_dataset(variables, x, y, attributes, generator.biomes)
    return made if chunks is None else made.chunk(chunks)


class _Source:
    """One field of an area, by what makes its world, so that it travels to other processes."""

    def __init__(
        self,
        key: int,
        parameters: WorldParameters,
        biomes: BiomeTable | None,
        area: Area,
        sketch: bool,
        field: str,
    ) -> None:
        self.world = (key, parameters, biomes)
        self.area, self.sketch, self.field = area, sketch, field

    def read(self, rows: range, columns: range) -> np.ndarray:
        """Return the field at some rows and columns, each in rising order."""
        out = np.empty((len(rows), len(columns)), FIELDS[self.field].dtype)
        if not out.size:
            return out
        whole = Area(
            self.area.left + columns[0],
            self.area.top + rows[0],
            columns[-1] - columns[0] + 1,
            rows[-1] - rows[0] + 1,
            self.area.lod,
        )
        for piece in whole.tiles(_PIECE):
            row, column = piece.top - whole.top, piece.left - whole.left
            first, after = _steps_within(row, piece.height, rows.step)
            start, end = _steps_within(column, piece.width, columns.step)
            if first == after or start == end:
                continue
            made = getattr(_piece(*self.world, piece, self.sketch), self.field)
            down, across = first * rows.step - row, start * columns.step - column
            out[first:after, start:end] = made[down :: rows.step, across :: columns.step]
        return out


def _steps_within(first: int, count: int, step: int) -> tuple[int, int]:
    """Return which multiples of a step lie among ``count`` numbers from ``first`` on."""
    return -(-first // step), -(-(first + count) // step)


@lru_cache(maxsize=2)
def _generator(key: int, parameters: WorldParameters, biomes: BiomeTable | None) -> Generator:
    return Generator(key, parameters, biomes)


@lru_cache(maxsize=_PIECES_KEPT)
def _piece(
    key: int, parameters: WorldParameters, biomes: BiomeTable | None, area: Area, sketch: bool
) -> Region:
    return area.read(_generator(key, parameters, biomes), sketch)


class _WorldArray(BackendArray):
    """A field as xarray's lazy arrays are: a shape, a type, and how to read a part."""

    def __init__(self, source: _Source) -> None:
        self.source = source
        self.shape = (source.area.height, source.area.width)
        self.dtype = np.dtype(FIELDS[source.field].dtype)

    def __getitem__(self, key: Any) -> np.ndarray:
        support = indexing.IndexingSupport.BASIC
        part: np.ndarray = indexing.explicit_indexing_adapter(key, self.shape, support, self._read)
        return part

    def _read(self, key: tuple[int | slice, ...]) -> np.ndarray:
        """Read what a pair of whole numbers and slices of rising steps chooses."""
        chosen = [range(n)[each] for n, each in zip(self.shape, key, strict=True)]
        ranges = [each if isinstance(each, range) else range(each, each + 1) for each in chosen]
        part = self.source.read(*ranges)
        return part[tuple(0 if isinstance(each, int) else slice(None) for each in chosen)]
