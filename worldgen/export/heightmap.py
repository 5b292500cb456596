"""Height maps of 16 bits: a grey PNG, or bare numbers as game engines read them."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np

from worldgen.area import Area
from worldgen.export.arrays import read_fields
from worldgen.export.failure import check_size
from worldgen.export.together import write_together
from worldgen.extras import extra_module
from worldgen.files.atomic import write_whole
from worldgen.files.world_fields import fields_of
from worldgen.world import World

TOP = 65_535
"""What height 1 becomes; height 0 is 0, so that neighbouring maps fit together."""

MOST_PNG_SAMPLES = 1 << 28
MOST_RAW_SAMPLES = 1 << 40
_BAND = 256


def height_bands(
    world: World, area: Area, progress: Callable[[int], object] | None = None
) -> Iterator[np.ndarray]:
    """Yield the heights from the top down as uint16, some rows at a time."""
    for top in range(area.top, area.top + area.height, _BAND):
        rows = min(_BAND, area.top + area.height - top)
        band = Area(area.left, top, area.width, rows, area.lod)
        heights = read_fields(world, band, ("height",), progress)["height"]
        yield (heights.astype(np.float64) * TOP + 0.5).astype(np.uint16)


def write_height_png(
    path: str | Path,
    world: World,
    area: Area,
    *,
    overwrite: bool = False,
    progress: Callable[[int], object] | None = None,
) -> None:
    """Write a grey PNG of 16 bits a sample.

    Raises:
        ExportError: for an area too large for memory.
        OSError: whatever the system refused.
    """
    image = extra_module("PIL.Image", "a 16-bit PNG", "export")
    check_size(area.samples, MOST_PNG_SAMPLES, "a 16-bit PNG")
    heights = np.empty((area.height, area.width), dtype=np.uint16)
    row = 0
    for band in height_bands(world, area, progress):
        heights[row : row + len(band)] = band
        row += len(band)
    stream = io.BytesIO()
    image.fromarray(heights).save(stream, format="PNG")
    write_whole(Path(path), [stream.getvalue()], overwrite=overwrite)


def raw16_files(path: str | Path) -> tuple[Path, Path]:
    """Return the paths of the numbers and of what is told of them."""
    path = Path(path)
    return path, path.with_name(f"{path.name}.json")


def write_raw16(
    path: str | Path,
    world: World,
    area: Area,
    *,
    overwrite: bool = False,
    progress: Callable[[int], object] | None = None,
) -> None:
    """Write bare 16-bit numbers, low byte first, row by row from the upper left.

    Beside them lies what a reader must know: size, step, what 0 and 65,535 stand for, as JSON.
    Unity calls this byte order "Windows"; Unreal wants the file to end in ``.r16``.

    Raises:
        ExportError: for an area too large for any disk.
        OSError: whatever the system refused.
    """
    check_size(area.samples, MOST_RAW_SAMPLES, "a RAW16 file")
    bands = height_bands(world, area, progress)
    about = {
        "width": area.width,
        "height": area.height,
        "bits": 16,
        "byte_order": "little",
        "lowest": 0.0,
        "highest": 1.0,
        "water_level": world.parameters.water_level,
        "x": float(area.x),
        "y": float(area.y),
        "step": float(area.step),
        "samples": "points",
        "world": fields_of(world),
    }
    numbers, sidecar = raw16_files(path)
    write_together(
        {
            sidecar: [json.dumps(about, indent=1).encode()],
            numbers: (band.astype("<u2").tobytes() for band in bands),
        },
        overwrite=overwrite,
    )
