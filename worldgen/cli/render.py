"""``python -m worldgen render``: a picture of a piece of a world, with no window."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from worldgen.cli.area_arguments import add_area_arguments, area_from
from worldgen.cli.output_file import add_output_arguments, check_free, check_suffix
from worldgen.cli.progress import progress
from worldgen.cli.world_arguments import add_world_arguments, world_from
from worldgen.export.picture import write_picture
from worldgen.files.reading import shown_path
from worldgen.render.painter import PALETTES
from worldgen.render.png import LONGEST_SIDE

SUMMARY = "draw a piece of a world as a PNG picture"


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments of ``render``."""
    add_world_arguments(parser)
    view = parser.add_argument_group("the picture")
    add_area_arguments(view, (1280, 720), LONGEST_SIDE)
    view.add_argument(
        "--palette",
        choices=PALETTES,
        default=PALETTES[0],
        help=f"its colours (default: {PALETTES[0]})",
    )
    add_output_arguments(view, "FILE.png")


def run(arguments: Namespace) -> int:
    """Draw and write the picture."""
    check_suffix(arguments.output, (".png",))
    check_free(arguments.output, force=arguments.force)
    world = world_from(arguments)
    area = area_from(world, arguments)
    with progress(area.samples, "drawing", " px", quiet=arguments.quiet) as drawn:
        write_picture(
            arguments.output,
            world,
            area,
            palette=arguments.palette,
            overwrite=arguments.force,
            progress=drawn,
        )
    print(f"{shown_path(arguments.output)}: {area.width} x {area.height}", flush=True)
    return 0
