"""The arguments that say which piece of a world a command is about."""

from __future__ import annotations

import re
from argparse import ArgumentTypeError, Namespace, _ActionsContainer
from fractions import Fraction
from math import floor

from worldgen.area import Area
from worldgen.cli import argument_types
from worldgen.world import World

_SIZE = re.compile(r"([0-9]{1,20})\s*[xX×]\s*([0-9]{1,20})")


def add_place_arguments(parser: _ActionsContainer) -> None:
    """Declare ``--center``, ``--corner`` and ``--lod``."""
    place = parser.add_mutually_exclusive_group()
    place.add_argument(
        "--center",
        metavar="X,Y",
        type=argument_types.point,
        help="the place in the middle, in cells (default: where the game begins)",
    )
    place.add_argument(
        "--corner",
        metavar="X,Y",
        type=argument_types.point,
        help="the place at the upper left, in cells",
    )
    parser.add_argument(
        "--lod",
        metavar="L",
        type=argument_types.lod,
        default=0,
        help="samples are 2**L cells apart (default: 0)",
    )


def add_area_arguments(parser: _ActionsContainer, default_size: tuple[int, int]) -> None:
    """Declare ``--center``, ``--corner``, ``--size`` in samples, and ``--lod``."""
    add_place_arguments(parser)
    width, height = default_size
    parser.add_argument(
        "--size",
        metavar="WxH",
        type=size,
        default=default_size,
        help=f"in samples (default: {width}x{height})",
    )


def size(text: str) -> tuple[int, int]:
    """Read ``WxH``, of any size."""
    match = _SIZE.fullmatch(text.strip())
    width, height = (int(match[1]), int(match[2])) if match else (0, 0)
    if not (width and height):
        raise ArgumentTypeError(
            f"must be WIDTHxHEIGHT, each a whole number from 1, not {text[:60]!r}"
        )
    return width, height


def area_from(world: World, arguments: Namespace) -> Area:
    """Return the samples that the arguments speak of.

    Raises:
        CoordinateError: for an area beyond the limit of coordinates.
    """
    width, height = arguments.size
    per_cell = Fraction(2) ** -arguments.lod
    if arguments.corner:
        left, top = (floor(number * per_cell) for number in arguments.corner)
        return Area(left, top, width, height, arguments.lod)
    x, y = arguments.center or map(Fraction, world.spawn())
    left, top = floor(x * per_cell) - width // 2, floor(y * per_cell) - height // 2
    return Area(left, top, width, height, arguments.lod)
