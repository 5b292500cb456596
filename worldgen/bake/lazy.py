"""A world as dask arrays: every field of an area of any size, made when it is looked at."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from worldgen.area import Area
from worldgen.bake.tiles import Recipe
from worldgen.chunk.fields import FIELDS
from worldgen.export.arrays import EXPORTED
from worldgen.extras import extra_module
from worldgen.parameters import ParameterError
from worldgen.world import World

_PURPOSE = "a world as dask arrays"


def to_dask(
    world: World,
    x: float,
    y: float,
    width: float,
    height: float,
    lod: int = 0,
    *,
    fields: Sequence[str] = EXPORTED,
    chunk: int = 512,
) -> dict[str, Any]:
    """Return fields of a rectangle of cells as dask arrays, by name.

    Arrays have ``chunk`` samples a side in each block. What several of them need is made once
    when they are computed together: ``dask.compute(arrays["height"], arrays["biome"])``.

    Raises:
        ExtraError: without dask (extra ``cluster``).
        ParameterError: for an unknown field.
        CoordinateError: for an area beyond the limit.
    """
    for name in fields:
        if name not in EXPORTED:
            raise ParameterError(f"field must be one of {', '.join(EXPORTED)}, not {name!r}")
    if not 1 <= chunk <= 8192:
        raise ParameterError(f"chunk must be a whole number from 1 to 8192, not {chunk!r}")
    delayed = extra_module("dask", _PURPOSE, "cluster").delayed
    array = extra_module("dask.array", _PURPOSE, "cluster")
    area, recipe = Area.of_cells(x, y, width, height, lod), Recipe.of(world)
    rows: list[list[tuple[Area, Any]]] = []
    for tile in area.tiles(chunk):
        if tile.left == area.left:
            rows.append([])
        rows[-1].append((tile, delayed(recipe.read, pure=True)(tile)))
    return {
        name: array.block(
            [
                [
                    array.from_delayed(
                        values[name], (tile.height, tile.width), dtype=FIELDS[name].dtype
                    )
                    for tile, values in row
                ]
                for row in rows
            ]
        )
        for name in fields
    }
