"""The fields of scattered places, read as pieces of the regions that hold them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import ArrayLike

from worldgen.chunk.fields import FIELDS
from worldgen.coordinates import (
    CHUNK_SIZE,
    COORDINATE_LIMIT,
    UNITS_PER_CELL,
    CoordinateError,
    step_units,
)
from worldgen.generator import Generator
from worldgen.parameters import ParameterError

_MANY_BLOCKS = 1 << 31
"""Along one axis; with as many on the other, numbers of blocks would run over."""


def checked_fields(fields: Sequence[str] | None) -> tuple[str, ...]:
    """Return the names of fields, all of them for None.

    Raises:
        ParameterError: for a name that no field has.
    """
    names = tuple(FIELDS) if fields is None else (fields,) if isinstance(fields, str) else fields
    for name in names:
        if name not in FIELDS:
            raise ParameterError(f"field must be one of {', '.join(FIELDS)}, not {name!r}")
    return tuple(names)


def sample_fields(
    generator: Generator,
    x: ArrayLike,
    y: ArrayLike,
    fields: Sequence[str] | None,
    lod: int,
    sketch: bool,
) -> dict[str, np.ndarray]:
    """Return fields at places, by name; see ``World.sample``."""
    names = checked_fields(fields)
    step = step_units(lod) / UNITS_PER_CELL
    across, down = np.broadcast_arrays(_samples(x, "x", step), _samples(y, "y", step))
    columns, rows = across.ravel(), down.ravel()
    made = {name: np.empty(columns.size, dtype=FIELDS[name].dtype) for name in names}
    for part in _blocks(columns, rows):
        left, top = int(columns[part].min()), int(rows[part].min())
        width, height = int(columns[part].max()) - left + 1, int(rows[part].max()) - top + 1
        region = generator.region(left * step, top * step, width, height, lod, sketch)
        at = (rows[part] - top, columns[part] - left)
        for name, values in made.items():
            values[part] = getattr(region, name)[at]
    return {name: values.reshape(across.shape) for name, values in made.items()}


def _samples(coordinates: ArrayLike, name: str, step: float) -> np.ndarray:
    """Return which sample each coordinate belongs to, counted from the world's origin."""
    array = np.asarray(coordinates)
    if array.dtype.kind not in "iuf":
        raise CoordinateError(f"{name} must be numbers of cells, not {array.dtype}")
    cells = array.astype(np.float64)
    if not (np.abs(cells) <= COORDINATE_LIMIT).all():
        raise CoordinateError(
            f"{name} must be finite and within {COORDINATE_LIMIT} cells (2**52) of the origin"
        )
    return np.floor(cells / step).astype(np.int64)


def _blocks(columns: np.ndarray, rows: np.ndarray) -> Iterator[np.ndarray]:
    """Yield the places that lie in one square of ``CHUNK_SIZE`` samples, square by square."""
    if not columns.size:
        return
    number_x, across = _numbered(columns // CHUNK_SIZE)
    number_y, down = _numbered(rows // CHUNK_SIZE)
    # Short numbers are sorted by counting, which takes a tenth of the time.
    number = (number_y * across + number_x).astype(np.uint16 if across * down < 1 << 16 else int)
    order = np.argsort(number, kind="stable")
    yield from np.split(order, np.flatnonzero(np.diff(number[order])) + 1)


def _numbered(blocks: np.ndarray) -> tuple[np.ndarray, int]:
    """Return a number for each block along an axis, and how many numbers there are."""
    lowest = int(blocks.min())
    count = int(blocks.max()) - lowest + 1
    if count < _MANY_BLOCKS:
        return blocks - lowest, count
    distinct, numbers = np.unique(blocks, return_inverse=True)
    return numbers, len(distinct)
