"""The arguments that say which piece of a world a command is about."""

from __future__ import annotations

from argparse import Namespace, _ActionsContainer
from fractions import Fraction
from math import floor

from worldgen.area import Area
from worldgen.cli.argument_types import place, size, whole_number
from worldgen.cli.progress import compile_all
from worldgen.coordinates import COORDINATE_LIMIT, MAX_LOD, MIN_LOD
from worldgen.world import World

lod = whole_number(MIN_LOD, MAX_LOD)
"""Reads a level of detail."""


def add_place_arguments(parser: _ActionsContainer) -> None:
    """Declare ``--center``, ``--corner`` and ``--lod``."""
    where = parser.add_mutually_exclusive_group()
    where.add_argument(
        "--center",
        metavar="X,Y",
        type=place,
        help="the place in the middle, in cells (default: where the game begins)",
    )
    where.add_argument(
        "--corner", metavar="X,Y", type=place, help="the place at the upper left, in cells"
    )
    parser.add_argument(
        "--lod",
        metavar="L",
        type=lod,
        default=0,
        help="samples are 2**L cells apart (default: 0)",
    )


def add_area_arguments(
    parser: _ActionsContainer, default_size: tuple[int, int], longest: int = COORDINATE_LIMIT
) -> None:
    """Declare ``--center``, ``--corner``, ``--size`` in samples, and ``--lod``."""
    add_place_arguments(parser)
    width, height = default_size
    parser.add_argument(
        "--size",
        metavar="WxH",
        type=size(longest),
        default=default_size,
        help=f"in samples (default: {width}x{height})",
    )


def area_from(world: World, arguments: Namespace) -> Area:
    """Compile everything and return the samples that the arguments speak of.

    Raises:
        CoordinateError: for an area beyond the limit of coordinates.
    """
    given = arguments.corner or arguments.center
    # A place that was given is judged before anything takes long.
    area = _area_at(given, arguments) if given else None
    compile_all(quiet=arguments.quiet)
    return area or _area_at(world.spawn(), arguments)


def _area_at(point: tuple[float | Fraction, ...], arguments: Namespace) -> Area:
    per_cell = Fraction(2) ** -arguments.lod
    left, top = (floor(Fraction(number) * per_cell) for number in point)
    width, height = arguments.size
    if not arguments.corner:
        left, top = left - width // 2, top - height // 2
    return Area(left, top, width, height, arguments.lod)
