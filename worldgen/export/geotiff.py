"""Fields as GeoTIFF: numbers as they are, with their place, for map programs."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path

from worldgen.area import Area
from worldgen.chunk.fields import FIELDS
from worldgen.export.arrays import read_fields
from worldgen.export.failure import ExportError, check_size
from worldgen.export.georeference import geotiff_tags
from worldgen.extras import extra_module
from worldgen.files.atomic import write_whole
from worldgen.files.world_fields import text_fields
from worldgen.world import World

MOST_SAMPLES = 1 << 27


def write_geotiff(
    path: str | Path,
    world: World,
    area: Area,
    *,
    field: str = "height",
    overwrite: bool = False,
    progress: Callable[[int], object] | None = None,
) -> None:
    """Write one field, float32 or uint8, in compressed tiles.

    Coordinates are those of ``worldgen.export.georeference``; the description holds the world's
    fields as JSON.

    Raises:
        ExtraError: without tifffile.
        ExportError: for an unknown field, or an area too large for memory.
        OSError: whatever the system refused.
    """
    tifffile = extra_module("tifffile", "a GeoTIFF", "export")
    if field not in FIELDS:
        raise ExportError(f"field must be one of {', '.join(FIELDS)}, not {field!r}")
    check_size(area.samples, MOST_SAMPLES, "a GeoTIFF")
    stream = io.BytesIO()
    tifffile.imwrite(
        stream,
        read_fields(world, area, (field,), progress)[field],
        photometric="minisblack",
        compression="zlib",
        tile=(256, 256),
        description=json.dumps({"field": field, **text_fields(world)}),
        software="endless-isles",
        metadata=None,
        extratags=geotiff_tags(area),
    )
    write_whole(Path(path), [stream.getvalue()], overwrite=overwrite)
