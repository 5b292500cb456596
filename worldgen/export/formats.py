"""Every kind of file by its name and its endings, and one door to all of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from worldgen.area import Area
from worldgen.coordinates import Cells
from worldgen.export.arrays import write_npz
from worldgen.export.failure import ExportError
from worldgen.export.geojson import write_geojson
from worldgen.export.geotiff import write_geotiff
from worldgen.export.heightmap import raw16_files, write_height_png, write_raw16
from worldgen.export.map_tiles import write_map_tiles
from worldgen.export.mesh import write_gltf, write_stl
from worldgen.export.picture import write_picture
from worldgen.export.tiled import tiled_files, write_tiled
from worldgen.world import World


def _alone(path: Path) -> tuple[Path, ...]:
    return (path,)


@dataclass(frozen=True)
class Format:
    """A kind of file."""

    endings: tuple[str, ...]
    write: Callable[..., None]
    options: tuple[str, ...] = ()
    """What ``write`` takes besides file, world, area, ``overwrite`` and ``progress``."""
    files: Callable[[Path], tuple[Path, ...]] = _alone
    """All that is written, by the path of the first."""


FORMATS = {
    "picture": Format((".png",), write_picture, ("palette", "north_up")),
    "height-png": Format((".png",), write_height_png),
    "raw16": Format((".r16", ".raw"), write_raw16, files=raw16_files),
    "npz": Format((".npz",), write_npz),
    "geotiff": Format((".tif", ".tiff"), write_geotiff, ("field",)),
    "geojson": Format((".geojson", ".json"), write_geojson, ("north_up", "about")),
    "tiled": Format((".tmx",), write_tiled, files=tiled_files),
    "stl": Format((".stl",), write_stl, ("relief",)),
    "gltf": Format((".glb",), write_gltf, ("relief", "palette")),
    "map-tiles": Format((".tiles",), write_map_tiles, ("palette",)),
}
"""By name; the first with an ending is what that ending means."""


def format_of(ending: str) -> str:
    """Return the name of the format that an ending means.

    Raises:
        ExportError: naming the endings that there are.
    """
    for name, each in FORMATS.items():
        if ending.lower() in each.endings:
            return name
    endings = sorted({ending for each in FORMATS.values() for ending in each.endings})
    raise ExportError(f"a file's name must end in {' or '.join(endings)}, not {ending!r}")


def export(
    path: str | Path,
    world: World,
    x: Cells,
    y: Cells,
    width: Cells,
    height: Cells,
    lod: int = 0,
    *,
    format: str | None = None,
    overwrite: bool = False,
    progress: Callable[[int], object] | None = None,
    **options: Any,
) -> None:
    """Write a rectangle of cells as a file of the kind that its name ends in.

    Args:
        path: ``.png``, ``.r16``, ``.npz``, ``.tif``, ``.geojson``, ``.tmx``, ``.stl``, ``.glb``, or
            a folder ``.tiles``.
        format: the name of a format, where an ending may mean several: ``"height-png"``.
        progress: is called with the number of samples that were made.
        options: what the function of the format takes, such as ``palette`` or ``field``.

    Raises:
        ExportError: for an unknown kind of file, or an area too large.
        CoordinateError: for an area beyond the limit.
        FileExistsError: the file is there and ``overwrite`` is false.
        OSError: whatever else the system refused.
    """
    name = format_of(Path(path).suffix) if format is None else format
    if name not in FORMATS:
        raise ExportError(f"format must be one of {', '.join(FORMATS)}, not {format!r}")
    for option in options:
        if option not in FORMATS[name].options:
            raise ExportError(f"{name} has no option {option}")
    area = Area.of_cells(x, y, width, height, lod)
    FORMATS[name].write(path, world, area, overwrite=overwrite, progress=progress, **options)
