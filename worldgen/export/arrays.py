"""The fields of an area as arrays, in memory and as an NPZ file."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

from worldgen.area import Area
from worldgen.chunk.fields import FIELDS
from worldgen.export.failure import check_size
from worldgen.files.atomic import write_whole
from worldgen.files.world_fields import text_fields
from worldgen.world import World

EXPORTED = (
    "height", "moisture", "temperature", "water_level", "discharge", "biome", "terrain",
)  # fmt: skip
"""The fields that are exported; the others are of use to a painter only."""

MOST_SAMPLES = 1 << 26
PIECE = 256
"""Samples a side that are made at once."""


def read_fields(
    world: World,
    area: Area,
    names: Sequence[str] = EXPORTED,
    progress: Callable[[int], object] | None = None,
) -> dict[str, np.ndarray]:
    """Return fields of all samples of an area, made piece by piece."""
    fields = {name: np.empty((area.height, area.width), FIELDS[name].dtype) for name in names}
    for piece in area.tiles(PIECE):
        region = piece.read(world)
        row, column = piece.top - area.top, piece.left - area.left
        part = (slice(row, row + piece.height), slice(column, column + piece.width))
        for name, array in fields.items():
            array[part] = getattr(region, name)
        if progress:
            progress(piece.samples)
    return fields


def write_npz(
    path: str | Path,
    world: World,
    area: Area,
    *,
    overwrite: bool = False,
    progress: Callable[[int], object] | None = None,
) -> None:
    """Write all fields as a compressed NPZ file; ``numpy.load`` reads it without pickles.

    Besides the fields it holds ``x`` and ``y`` of sample [0, 0] and ``step`` in cells, and as
    text the fields of ``worldgen.files.world_fields.text_fields``: ``seed``, ``parameters``,
    ``generator_version`` and ``check``.

    Raises:
        ExportError: for an area too large for memory.
        OSError: whatever the system refused.
    """
    check_size(area.samples, MOST_SAMPLES, "an NPZ file")
    fields = read_fields(world, area, progress=progress)
    stream = io.BytesIO()
    np.savez_compressed(
        stream,
        allow_pickle=False,
        **fields,
        x=np.float64(area.x),
        y=np.float64(area.y),
        step=np.float64(area.step),
        **{name: np.str_(text) for name, text in text_fields(world).items()},
    )
    write_whole(Path(path), [stream.getvalue()], overwrite=overwrite)
