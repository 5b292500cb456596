"""``python -m worldgen export``: take a piece of a world to other programs."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from worldgen.area import Area
from worldgen.cli.area_arguments import add_area_arguments, area_from
from worldgen.cli.output_file import add_output_arguments, check_free, check_suffix
from worldgen.cli.progress import progress
from worldgen.cli.world_arguments import add_world_arguments, world_from
from worldgen.export.arrays import write_npz
from worldgen.export.geojson import write_geojson
from worldgen.export.heightmap import TOP, write_height_png, write_raw16
from worldgen.export.picture import write_picture
from worldgen.export.tiled import tiled_files, write_tiled
from worldgen.files.reading import shown_path
from worldgen.render.painter import PALETTES
from worldgen.world import World

SUMMARY = "take a piece of a world elsewhere: picture, height map, arrays, GeoJSON, Tiled map"


@dataclass(frozen=True)
class Format:
    """A kind of file: its endings, and what writes it."""

    endings: tuple[str, ...]
    write: Callable[..., None]
    options: Callable[[Namespace], Mapping[str, Any]] = lambda _: {}
    """What the arguments say besides the area and the file."""


FORMATS = {
    "picture": Format((".png",), write_picture, lambda given: {"palette": given.palette}),
    "height-png": Format((".png",), write_height_png),
    "raw16": Format((".r16", ".raw"), write_raw16),
    "npz": Format((".npz",), write_npz),
    "geojson": Format(
        (".geojson", ".json"), write_geojson, lambda given: {"north_up": given.north_up}
    ),
    "tiled": Format((".tmx",), write_tiled),
}
"""By name; the first with an ending is what that ending means."""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments of ``export``."""
    add_world_arguments(parser)
    add_area_arguments(parser.add_argument_group("the area"), (1024, 1024))
    output = parser.add_argument_group("the file")
    add_output_arguments(output, "FILE")
    output.add_argument(
        "--format",
        choices=FORMATS,
        help="(default: by the file's ending: .png .r16 .raw .npz .geojson .tmx)",
    )
    output.add_argument("--palette", choices=PALETTES, default=PALETTES[0], help="for a picture")
    output.add_argument(
        "--north-up", action="store_true", help="GeoJSON with y upward, as map programs draw it"
    )


def run(arguments: Namespace) -> int:
    """Make the file."""
    path, kind = arguments.output, _kind(arguments)
    check_free(*(tiled_files(path) if kind == "tiled" else (path,)), force=arguments.force)
    world = world_from(arguments)
    area = area_from(world, arguments)
    chosen = FORMATS[kind]
    with progress(area.samples, "exporting", " samples", quiet=arguments.quiet) as advance:
        chosen.write(
            path,
            world,
            area,
            overwrite=arguments.force,
            progress=advance,
            **chosen.options(arguments),
        )
    print(_described(kind, world, area, path), flush=True)
    return 0


def _kind(arguments: Namespace) -> str:
    path = arguments.output
    if arguments.format:
        check_suffix(path, FORMATS[arguments.format].endings)
        return str(arguments.format)
    by_ending = {ending: name for name in reversed(FORMATS) for ending in FORMATS[name].endings}
    check_suffix(path, sorted(by_ending))
    return by_ending[path.suffix.lower()]


def _described(kind: str, world: World, area: Area, path: Path) -> str:
    line = f"{shown_path(path)}: {area.width} x {area.height} samples"
    if kind in ("raw16", "height-png"):
        sea = round(world.parameters.water_level * TOP)
        line += f", 16 bits, heights 0..1 as 0..{TOP}, the sea at {sea}"
    if kind == "raw16":
        line += ", low byte first"
    return line
