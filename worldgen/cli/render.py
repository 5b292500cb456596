"""``python -m worldgen render``: a picture of a piece of a world, with no window."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from fractions import Fraction
from math import floor
from pathlib import Path

from worldgen.cli import argument_types
from worldgen.cli.progress import compile_all, progress
from worldgen.cli.refusal import Refusal
from worldgen.cli.world_arguments import add_world_arguments, world_from
from worldgen.export.picture import picture_bands
from worldgen.files.world_file import shown_path
from worldgen.noise.octaves import COORDINATE_LIMIT, CoordinateError
from worldgen.render.painter import PALETTES
from worldgen.render.png import write_png_bands

SUMMARY = "draw a piece of a world as a PNG picture"


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments of ``render``."""
    add_world_arguments(parser)
    view = parser.add_argument_group("the picture")
    view.add_argument(
        "--center",
        metavar="X,Y",
        type=argument_types.point,
        help="the place in its middle, in cells (default: where the game begins)",
    )
    view.add_argument(
        "--size",
        metavar="WxH",
        type=argument_types.size,
        default=(1280, 720),
        help="in pixels (default: 1280x720)",
    )
    view.add_argument(
        "--lod",
        metavar="L",
        type=argument_types.lod,
        default=0,
        help="pixels are 2**L cells apart (default: 0)",
    )
    view.add_argument(
        "--palette",
        choices=PALETTES,
        default=PALETTES[0],
        help=f"its colours (default: {PALETTES[0]})",
    )
    view.add_argument(
        "-o",
        "--output",
        metavar="FILE.png",
        type=Path,
        required=True,
        help="the file it is written to, whole or not at all",
    )
    view.add_argument("--force", action="store_true", help="replace the file if it is there")
    view.add_argument("--quiet", action="store_true", help="show no progress")


def run(arguments: Namespace) -> int:
    """Draw and write the picture."""
    _check_output(arguments.output, arguments.force)
    world = world_from(arguments)
    width, height = arguments.size
    # A place that was given is judged before anything takes long.
    corner = _corner(arguments.center, arguments) if arguments.center else None
    compile_all(quiet=arguments.quiet)
    left, top = corner or _corner(world.spawn(), arguments)
    with progress(width * height, "drawing", " px", quiet=arguments.quiet) as drawn:
        bands = picture_bands(
            world, left, top, width, height, arguments.lod, arguments.palette, drawn
        )
        write_png_bands(arguments.output, width, height, bands, overwrite=arguments.force)
    print(f"{shown_path(arguments.output)}: {width} x {height}", flush=True)
    return 0


def _check_output(path: Path, force: bool) -> None:
    if path.suffix.lower() != ".png":
        raise Refusal(f"--output must be a file that ends in .png, not {shown_path(path)}")
    if path.exists() and not force:
        raise Refusal(f"{shown_path(path)} is there already; --force replaces it")


def _corner(center: tuple[float | Fraction, ...], arguments: Namespace) -> tuple[int, int]:
    """Return the first sample of the picture, counted from the origin.

    Raises:
        CoordinateError: the picture reaches beyond the world.
    """
    samples_per_cell = Fraction(2) ** -arguments.lod
    farthest = COORDINATE_LIMIT * samples_per_cell
    first = []
    for middle, length in zip(center, arguments.size, strict=True):
        begin = floor(Fraction(middle) * samples_per_cell) - length // 2
        if begin < -farthest or begin + length > farthest:
            raise CoordinateError(
                f"--center: that picture reaches beyond {COORDINATE_LIMIT} cells (2**52)"
                " from the origin"
            )
        first.append(begin)
    left, top = first
    return left, top
