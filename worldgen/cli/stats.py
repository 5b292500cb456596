"""``python -m worldgen stats``: what a piece of a world is like, in figures."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from fractions import Fraction

from worldgen.analysis.home import home_area
from worldgen.analysis.measure import Measurement, measure_area
from worldgen.area import Area
from worldgen.cli.area_arguments import add_place_arguments
from worldgen.cli.argument_types import size
from worldgen.cli.figure_text import figure_text
from worldgen.cli.progress import compile_all, progress
from worldgen.cli.refusal import Refusal
from worldgen.cli.world_arguments import add_world_arguments, world_from
from worldgen.coordinates import COORDINATE_LIMIT
from worldgen.files.world_fields import fields_of
from worldgen.search.quantities import quantity_of
from worldgen.world import World

SUMMARY = "measure a piece of a world"


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments of ``stats``."""
    add_world_arguments(parser)
    group = parser.add_argument_group("the area (default: the box of the island one starts on)")
    add_place_arguments(group)
    group.add_argument("--size", metavar="WxH", type=size(COORDINATE_LIMIT), help="in cells")
    group.add_argument(
        "--sketch", action="store_true", help="measure without island plans: fast, nearly the same"
    )
    parser.add_argument("--json", action="store_true", help="print it for programs")
    parser.add_argument("--quiet", action="store_true", help="show no progress")


def run(arguments: Namespace) -> int:
    """Measure, and print the figures."""
    world = world_from(arguments)
    compile_all(quiet=arguments.quiet)
    area = _area(world, arguments)
    with progress(area.samples, "measuring", " samples", quiet=arguments.quiet) as advance:
        measured = measure_area(world, area, sketch=arguments.sketch, progress=advance)
    if arguments.json:
        described = {
            **fields_of(world),
            **measured.to_mapping(),
        }
        print(json.dumps(described, indent=2, ensure_ascii=False, allow_nan=False))
    else:
        print("\n".join(_table(measured)))
    return 0


def _area(world: World, arguments: Namespace) -> Area:
    if arguments.size:
        width, height = arguments.size
        x, y = arguments.corner or _corner(world, arguments)
        return Area.of_cells(x, y, width, height, arguments.lod)
    if arguments.center or arguments.corner:
        raise Refusal("--center and --corner need --size as well")
    area = home_area(world, arguments.lod)
    if area is None:
        raise Refusal("there is no home island in this world; give an area with --size")
    return area


def _corner(world: World, arguments: Namespace) -> tuple[Fraction, Fraction]:
    width, height = arguments.size
    x, y = arguments.center or map(Fraction, world.spawn())
    return x - width // 2, y - height // 2


def _table(measured: Measurement) -> list[str]:
    area, spawn = measured.area, measured.spawn
    step = "one sample a cell" if area.lod == 0 else f"samples {float(area.step):g} cells apart"
    lines = [
        f"area      {float(area.width * area.step):,.0f} x {float(area.height * area.step):,.0f} "
        f"cells from ({float(area.x):g}, {float(area.y):g}), {step}"
    ]
    if spawn:
        lines.append(f"spawn     ({spawn.x}, {spawn.y})")
    if measured.sketch:
        lines.append("measured  from sketches, without island plans")
    lines.append("")
    lines += [
        f"{name:20} {figure_text(name, figure):>12}   {quantity_of(name).meaning}"
        for name, figure in measured.figures().items()
    ]
    return lines
