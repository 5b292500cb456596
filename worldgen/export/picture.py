"""A picture of any size as a PNG file, made band by band."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import numpy as np

from worldgen.area import Area
from worldgen.export.failure import ExportError
from worldgen.export.georeference import world_file, world_file_of
from worldgen.export.together import write_together
from worldgen.render.painter import paint
from worldgen.render.palettes import Palette
from worldgen.render.png import LONGEST_SIDE, encode_bands
from worldgen.world import World

TILE = 512
"""Samples a side that are drawn at once."""


def write_picture(
    path: str | Path,
    world: World,
    area: Area,
    *,
    palette: str | Palette = "natural",
    north_up: bool | None = None,
    overwrite: bool = False,
    progress: Callable[[int], object] | None = None,
) -> None:
    """Write a picture of a pixel a sample.

    With ``north_up`` not None, a world file beside it tells map programs where it lies, with y as
    it is or, if True, upward.

    Raises:
        ExportError: for a side longer than ``LONGEST_SIDE``.
        OSError: whatever the system refused.
    """
    if max(area.width, area.height) > LONGEST_SIDE:
        raise ExportError(f"a picture is at most {LONGEST_SIDE} samples a side")
    bands = picture_bands(world, area, palette, progress)
    contents: dict[Path, Iterable[bytes]] = {}
    if north_up is not None:
        contents[world_file_of(Path(path))] = [world_file(area, north_up=north_up)]
    contents[Path(path)] = encode_bands(area.width, area.height, bands)
    write_together(contents, overwrite=overwrite)


def picture_bands(
    world: World,
    area: Area,
    palette: str | Palette = "natural",
    progress: Callable[[int], object] | None = None,
) -> Iterator[np.ndarray]:
    """Yield uint8 (rows, width, 3) from the top down."""
    for top in range(area.top, area.top + area.height, TILE):
        rows = min(TILE, area.top + area.height - top)
        band = np.empty((rows, area.width, 3), dtype=np.uint8)
        for tile in Area(area.left, top, area.width, rows, area.lod).tiles(TILE):
            column = tile.left - area.left
            paint(tile.read(world), palette, band[:, column : column + tile.width])
            if progress:
                progress(tile.samples)
        yield band
