"""``python -m worldgen export``: take a piece of a world to other programs."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Any

from worldgen.area import Area
from worldgen.chunk.fields import FIELDS
from worldgen.cli.area_arguments import add_area_arguments, area_from
from worldgen.cli.argument_types import point, whole_number
from worldgen.cli.output_file import add_output_arguments, check_free, check_suffix
from worldgen.cli.progress import progress
from worldgen.cli.world_arguments import add_world_arguments, world_from
from worldgen.export.formats import FORMATS
from worldgen.export.georeference import world_file_of
from worldgen.export.heightmap import TOP
from worldgen.export.mesh import RELIEF
from worldgen.files.reading import shown_path
from worldgen.render.painter import PALETTES
from worldgen.world import World

SUMMARY = "take a piece of a world elsewhere: pictures, heights, arrays, maps, meshes"


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments of ``export``."""
    add_world_arguments(parser)
    add_area_arguments(parser.add_argument_group("the area"), (1024, 1024))
    output = parser.add_argument_group("the file")
    add_output_arguments(output, "FILE")
    output.add_argument(
        "--format",
        choices=FORMATS,
        help="(default: by the file's ending: .png .r16 .npz .tif .geojson .tmx .stl .glb .tiles)",
    )
    output.add_argument(
        "--palette", choices=PALETTES, default=PALETTES[0], help="for pictures and what shows them"
    )
    output.add_argument("--field", choices=FIELDS, default="height", help="for a GeoTIFF")
    output.add_argument(
        "--relief",
        type=whole_number(1, 10_000),
        metavar="CELLS",
        default=RELIEF,
        help="what a height of 1 rises in STL and glTF (default: %(default)g)",
    )
    output.add_argument(
        "--world-file", action="store_true", help="a picture's place beside it, for map programs"
    )
    output.add_argument(
        "--north-up",
        action="store_true",
        help="GeoJSON or a world file with y upward, as map programs draw it",
    )
    output.add_argument(
        "--about",
        metavar="LON,LAT",
        type=_degrees,
        help="GeoJSON in degrees: the world's origin lies there on the earth, a cell is a metre",
    )


def _degrees(text: str) -> tuple[float, float]:
    longitude, latitude = point("LON,LAT in degrees, as in -25.5,37.7")(text)
    return float(longitude), float(latitude)


def run(arguments: Namespace) -> int:
    """Make the file."""
    path, kind = arguments.output, _kind(arguments)
    chosen = FORMATS[kind]
    if kind != "map-tiles":  # The folder may be there, if nothing is in it.
        beside = (world_file_of(path),) if arguments.world_file and kind == "picture" else ()
        check_free(*chosen.files(path), *beside, force=arguments.force)
    world = world_from(arguments)
    area = area_from(world, arguments)
    with progress(area.samples, "exporting", " samples", quiet=arguments.quiet) as advance:
        chosen.write(
            path,
            world,
            area,
            overwrite=arguments.force,
            progress=advance,
            **{name: _option(name, kind, arguments) for name in chosen.options},
        )
    print(_described(kind, world, area, path), flush=True)
    return 0


def _option(name: str, kind: str, arguments: Namespace) -> Any:
    if name == "north_up" and kind == "picture" and not arguments.world_file:
        return None
    return getattr(arguments, name)


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
