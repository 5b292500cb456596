"""``python -m worldgen bake``: all fields of an area of any size, in a Zarr store."""

from __future__ import annotations

import logging
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from contextlib import contextmanager

from worldgen.bake import bake
from worldgen.bake.store import DEFAULT_TILE, TILES
from worldgen.cli.area_arguments import add_area_arguments, area_from
from worldgen.cli.argument_types import whole_number
from worldgen.cli.console import complain
from worldgen.cli.exit_codes import INTERRUPTED
from worldgen.cli.progress import progress
from worldgen.cli.world_arguments import add_world_arguments, world_from
from worldgen.files.reading import shown_path

SUMMARY = "bake all fields of an area of any size into a Zarr store, and go on where it stopped"


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments of ``bake``."""
    add_world_arguments(parser)
    add_area_arguments(parser.add_argument_group("the area"), (4096, 4096))
    output = parser.add_argument_group("the store")
    output.add_argument(
        "-o",
        "--output",
        metavar="FOLDER.zarr",
        required=True,
        help="one that is there in part is gone on with",
    )
    output.add_argument(
        "--tile",
        type=int,
        choices=TILES,
        default=DEFAULT_TILE,
        help=f"samples a side that are made and written at once (default: {DEFAULT_TILE})",
    )
    output.add_argument(
        "--force", action="store_true", help="replace another bake that is there, or a damaged one"
    )
    output.add_argument(
        "--verify",
        action="store_true",
        help="read what is there already, and make anew what is damaged",
    )
    work = parser.add_argument_group("who does the work")
    who = work.add_mutually_exclusive_group()
    who.add_argument(
        "--workers",
        metavar="N",
        type=whole_number(1, 1024),
        help="threads of this machine (default: one for each processor)",
    )
    who.add_argument(
        "--scheduler", metavar="ADDRESS", help="the workers of this Dask cluster instead"
    )
    parser.add_argument("--quiet", action="store_true", help="show no progress")


def run(arguments: Namespace) -> int:
    """Bake, or go on baking."""
    world = world_from(arguments)
    area = area_from(world, arguments)
    try:
        with (
            progress(area.samples, "baking", " samples", quiet=arguments.quiet) as advance,
            _without_logs(),
        ):
            made = bake(
                arguments.output,
                world,
                area,
                tile=arguments.tile,
                workers=arguments.workers,
                scheduler=arguments.scheduler,
                overwrite=arguments.force,
                verify=arguments.verify,
                progress=advance,
            )
    except KeyboardInterrupt:
        complain("interrupted; the same command goes on")
        return INTERRUPTED
    state = f"{made} tiles baked" if made else "was complete already"
    print(f"{shown_path(arguments.output)}: {area.width} x {area.height} samples, {state}")
    return 0


@contextmanager
def _without_logs() -> Iterator[None]:
    """Keep quiet what a cluster's client logs, with tracebacks: what ends a bake is one line."""
    logging.disable(logging.CRITICAL)
    try:
        yield
    finally:
        logging.disable(logging.NOTSET)
