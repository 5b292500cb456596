"""``python -m worldgen export``: take a piece of a world to other programs."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from pathlib import Path

from worldgen.area import Area
from worldgen.cli.area_arguments import add_area_arguments, area_from
from worldgen.cli.progress import compile_all, progress
from worldgen.cli.refusal import Refusal
from worldgen.cli.world_arguments import add_world_arguments, world_from
from worldgen.export import (
    ExportError,
    write_geojson,
    write_height_png,
    write_npz,
    write_raw16,
    write_tiled,
)
from worldgen.export.failure import check_size
from worldgen.export.heightmap import TOP
from worldgen.export.picture import picture_bands
from worldgen.export.tiled import tiled_files
from worldgen.files.world_file import shown_path
from worldgen.render.painter import PALETTES
from worldgen.render.png import LONGEST_SIDE, write_png_bands
from worldgen.world import World

SUMMARY = "take a piece of a world elsewhere: picture, height map, arrays, GeoJSON, Tiled map"

FORMATS = {
    "picture": (".png",),
    "height-png": (".png",),
    "raw16": (".r16", ".raw"),
    "npz": (".npz",),
    "geojson": (".geojson", ".json"),
    "tiled": (".tmx",),
}
"""The endings of each format's files; the first format with an ending is its default."""

_LARGEST_RAW = 1 << 40


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments of ``export``."""
    add_world_arguments(parser)
    add_area_arguments(parser.add_argument_group("the area"), (1024, 1024))
    output = parser.add_argument_group("the file")
    output.add_argument(
        "-o", "--output", metavar="FILE", type=Path, required=True, help="where it is written"
    )
    output.add_argument(
        "--format",
        choices=FORMATS,
        help="(default: by the file's ending: .png .r16 .raw .npz .geojson .tmx)",
    )
    output.add_argument("--palette", choices=PALETTES, default=PALETTES[0], help="for a picture")
    output.add_argument(
        "--north-up", action="store_true", help="GeoJSON with y upward, as map programs draw it"
    )
    output.add_argument("--force", action="store_true", help="replace files that are there")
    parser.add_argument("--quiet", action="store_true", help="show no progress")


def run(arguments: Namespace) -> int:
    """Make the file."""
    kind = _format(arguments)
    _check_free(arguments.output, kind, arguments.force)
    world = world_from(arguments)
    compile_all(quiet=arguments.quiet)
    area = area_from(world, arguments)
    try:
        with progress(area.samples, "exporting", " samples", quiet=arguments.quiet) as advance:
            _write(kind, world, area, arguments, advance)
    except ExportError as error:
        raise Refusal(str(error)) from None
    print(_described(kind, world, area, arguments.output), flush=True)
    return 0


def _format(arguments: Namespace) -> str:
    suffix = arguments.output.suffix.lower()
    if arguments.format:
        endings = FORMATS[arguments.format]
        if suffix not in endings:
            raise Refusal(
                f"--output for {arguments.format} must end in {' or '.join(endings)}, "
                f"not {shown_path(arguments.output)}"
            )
        return str(arguments.format)
    for name, endings in FORMATS.items():
        if suffix in endings:
            return name
    known = sorted({ending for endings in FORMATS.values() for ending in endings})
    raise Refusal(
        f"--output must end in one of {' '.join(known)}, not {shown_path(arguments.output)}"
    )


def _check_free(path: Path, kind: str, force: bool) -> None:
    """Refuse before the work what would be refused after it."""
    if not path.parent.is_dir():
        raise Refusal(f"{shown_path(path.parent)}: there is no such folder")
    for each in tiled_files(path) if kind == "tiled" else (path,):
        if each.is_dir():
            raise Refusal(f"{shown_path(each)} is a folder")
        if each.exists() and not force:
            raise Refusal(f"{shown_path(each)} is there already; --force replaces it")


def _write(
    kind: str, world: World, area: Area, arguments: Namespace, advance: Callable[[int], object]
) -> None:
    path, overwrite = arguments.output, arguments.force
    if kind == "picture":
        if max(area.width, area.height) > LONGEST_SIDE:
            raise ExportError(f"a picture is at most {LONGEST_SIDE} samples a side")
        bands = picture_bands(
            world, area.left, area.top, area.width, area.height, area.lod,
            arguments.palette, advance,
        )  # fmt: skip
        write_png_bands(path, area.width, area.height, bands, overwrite=overwrite)
    elif kind == "geojson":
        write_geojson(
            path, world, area, north_up=arguments.north_up, overwrite=overwrite, progress=advance
        )
    else:
        if kind == "raw16":
            check_size(area.samples, _LARGEST_RAW, "a RAW16 file")
        write = {
            "height-png": write_height_png,
            "raw16": write_raw16,
            "npz": write_npz,
            "tiled": write_tiled,
        }[kind]
        write(path, world, area, overwrite=overwrite, progress=advance)


def _described(kind: str, world: World, area: Area, path: Path) -> str:
    line = f"{shown_path(path)}: {area.width} x {area.height} samples"
    if kind in ("raw16", "height-png"):
        sea = round(world.parameters.water_level * TOP)
        line += f", 16 bits, heights 0..1 as 0..{TOP}, the sea at {sea}"
    if kind == "raw16":
        line += ", low byte first"
    return line
