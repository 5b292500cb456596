"""What the command line may say, checked: wrong values end in one line and exit code 2."""

from __future__ import annotations

import math
import os
import sys
from argparse import ArgumentTypeError
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from game.camera import CELL, zoom_of
from worldgen.cli.argument_types import number, place, point, shown, size, whole_number
from worldgen.cli.console import typed
from worldgen.cli.parser import OneLineParser, with_negative_values
from worldgen.coordinates import COORDINATE_LIMIT

MAX_SIDE = 16_384
MAX_POSITION = COORDINATE_LIMIT - 2**20
"""The farthest cell that can be looked at: a little short of the edge of the world."""

MAX_SPEED = 100_000.0
MAX_FRAMES = 10**9
MAX_MINUTES = 10_000
PICTURE_SUFFIXES = (".png", ".jpg", ".jpeg", ".bmp", ".tga")


@dataclass(frozen=True)
class Options:
    """The choices for one run of the game."""

    seed: str | None = None
    world: str | None = None
    set: tuple[str, ...] = ()
    """Parameters of the world of a seed, as ``NAME=VALUE``."""
    biomes: Path | None = None
    """A file of own biomes for the world that is opened first."""
    size: tuple[int, int] | None = None
    """Of the window; None for the size it had last."""
    position: tuple[int, int] | None = None
    """In sixty-fourths of a cell."""
    zoom: int | None = None
    headless: bool = False
    frames: int | None = None
    fly: tuple[float, float] | None = None
    """Pixels a second."""
    screenshot: Path | None = None
    saves: Path | None = None
    benchmark: bool = False
    soak: float | None = None
    """Minutes of playing at random."""

    @property
    def begins_at_title(self) -> bool:
        """Whether nothing is asked for but to play: then the title page offers what there is."""
        given = (self.seed, self.world, self.biomes, self.position, self.zoom, self.frames)
        return self.keeps_voyage and all(option is None for option in given)

    @property
    def keeps_voyage(self) -> bool:
        """Whether this is play, and not a flight to look at or to measure."""
        return not (self.fly or self.screenshot or self.benchmark or self.soak)


def parse_options(arguments: Sequence[str] | None = None) -> Options:
    """Return the options of a command line.

    Raises:
        SystemExit: with 2 for a wrong value, 0 after printing the help.
    """
    parser = _parser()
    words = sys.argv[1:] if arguments is None else arguments
    given = parser.parse_args(with_negative_values(words))
    if given.seed is not None and given.world is not None:
        parser.error("--seed and --world name two worlds: give one of them")
    if given.set and given.seed is None:
        parser.error("--set changes the world of --seed: give a seed with it")
    return Options(**{**vars(given), "set": tuple(given.set)})


def _parser() -> OneLineParser:
    parser = OneLineParser(
        prog="python -m game",
        description=(
            "An endless sea of islands. Without options: the title page, whose first button "
            "goes on where you were."
        ),
        allow_abbrev=False,
    )
    add = parser.add_argument
    add("--seed", metavar="S", type=typed, help="a whole number or text; makes a new world")
    add("--world", metavar="NAME|FILE", help="a saved world, by name or file")
    add(
        "--set",
        metavar="NAME=VALUE",
        nargs="+",
        action="extend",
        default=[],
        help="parameters of the world of --seed",
    )
    add(
        "--size",
        metavar="WxH",
        type=size(MAX_SIDE),
        help="of the window, in pixels; as it was last when left out",
    )
    add("--biomes", metavar="FILE", type=_path, help="a file of own biomes for this world")
    add("--position", metavar="X,Y", type=_position, help="where to look, in cells")
    add("--zoom", metavar="Z", type=_zoom, help="pixels per cell, 1/256 to 16")
    add("--headless", action="store_true", help="open no window")
    add("--frames", metavar="N", type=whole_number(1, MAX_FRAMES), help="end after so many frames")
    add("--fly", metavar="VX,VY", type=_speed, help="fly steadily, in pixels a second")
    add("--screenshot", metavar="FILE", type=_picture, help="write a picture at the end")
    add("--saves", metavar="DIR", type=_folder, help="where worlds are kept")
    add(
        "--benchmark", action="store_true", help="measure frames; exit code 1 if a target is missed"
    )
    add(
        "--soak",
        metavar="MINUTES",
        type=_minutes,
        help="play at random; exit code 1 if anything grows or fails; --seed S does the same again",
    )
    return parser


def _minutes(text: str) -> float:
    minutes = float(number(text))
    if not 0.0 < minutes <= MAX_MINUTES:
        raise ArgumentTypeError(f"must be more than 0 and at most {MAX_MINUTES} minutes")
    return minutes


def _position(text: str) -> tuple[int, int]:
    x, y = place(text)
    if max(abs(x), abs(y)) > MAX_POSITION:
        raise ArgumentTypeError(
            f"must lie within {MAX_POSITION} cells of the origin, not at {shown(text)}"
        )
    return math.floor(x * CELL), math.floor(y * CELL)


def _speed(text: str) -> tuple[float, float]:
    x, y = point("VX,VY in pixels a second, as in 400,-20")(text)
    if max(abs(x), abs(y)) > MAX_SPEED:
        raise ArgumentTypeError(f"must be at most {MAX_SPEED:g} pixels a second, not {shown(text)}")
    return float(x), float(y)


def _zoom(text: str) -> int:
    try:
        return zoom_of(float(number(text)))
    except (ValueError, OverflowError):
        raise ArgumentTypeError(f"must be 1/256 to 16 pixels per cell, not {shown(text)}") from None


def _picture(text: str) -> Path:
    path = _path(text)
    if path.suffix.lower() not in PICTURE_SUFFIXES:
        raise ArgumentTypeError(f"must end in {', '.join(PICTURE_SUFFIXES)}, not {shown(text)}")
    if _is_folder(path) or not _is_folder(path.parent):
        raise ArgumentTypeError(f"cannot be written: there is no place {shown(text)}")
    return path


def _folder(text: str) -> Path:
    path = _path(text)
    if not _is_folder(path) and os.path.lexists(path):
        raise ArgumentTypeError(f"{shown(text)} is not a folder")
    return path


def _is_folder(path: Path) -> bool:
    return os.path.isdir(path)


def _path(text: str) -> Path:
    if not text or "\0" in text or len(Path(text).name.encode("utf-8", "replace")) > 255:
        raise ArgumentTypeError(f"no file can have the name {shown(text)}")
    return Path(text)
