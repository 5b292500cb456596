"""What the command line may say, checked: wrong values end in one line and exit code 2."""

from __future__ import annotations

import argparse
import math
import os
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import NoReturn

from game.camera import CELL, zoom_of

DEFAULT_SIZE = (1280, 720)
MAX_SIDE = 16_384
MAX_POSITION = 2**52 - 2**20
"""The farthest cell that can be looked at: a little short of the edge of the world."""

MAX_SPEED = 100_000.0
MAX_FRAMES = 10**9
PICTURE_SUFFIXES = (".png", ".jpg", ".jpeg", ".bmp", ".tga")

_OPTION = re.compile(r"--[a-z][a-z-]*")
_NEGATIVE = re.compile(r"-[0-9.].*", re.DOTALL)


@dataclass(frozen=True)
class Options:
    """The choices for one run of the game."""

    seed: str | None = None
    world: str | None = None
    set: tuple[str, ...] = ()
    """Parameters of the world of a seed, as ``NAME=VALUE``."""
    size: tuple[int, int] = DEFAULT_SIZE
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

    @property
    def begins_at_title(self) -> bool:
        """Whether nothing is asked for but to play: then the title page offers what there is."""
        given = (self.seed, self.world, self.position, self.zoom, self.frames)
        return self.keeps_voyage and all(option is None for option in given)

    @property
    def keeps_voyage(self) -> bool:
        """Whether this is play, and not a flight to look at or to measure."""
        return not (self.fly or self.screenshot or self.benchmark)


class _OneLineParser(argparse.ArgumentParser):
    """A parser whose errors are one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}\n")


def parse_options(arguments: Sequence[str] | None = None) -> Options:
    """Return the options of a command line.

    Raises:
        SystemExit: with 2 for a wrong value, 0 after printing the help.
    """
    parser = _parser()
    words = sys.argv[1:] if arguments is None else arguments
    given = parser.parse_args(_with_negative_values(words))
    if given.seed is not None and given.world is not None:
        parser.error("--seed and --world name two worlds: give one of them")
    if given.set and given.seed is None:
        parser.error("--set changes the world of --seed: give a seed with it")
    return Options(**{**vars(given), "set": tuple(given.set)})


def _with_negative_values(words: Sequence[str]) -> list[str]:
    """Join ``--position -5,3`` into one word: argparse takes ``-5,3`` alone for an option."""
    joined: list[str] = []
    for word in words:
        if joined and _OPTION.fullmatch(joined[-1]) and _NEGATIVE.fullmatch(word):
            joined[-1] += f"={word}"
        else:
            joined.append(word)
    return joined


def _parser() -> argparse.ArgumentParser:
    parser = _OneLineParser(
        prog="python -m game",
        description="An endless sea of islands. Without options: go on where you were.",
        allow_abbrev=False,
    )
    add = parser.add_argument
    add("--seed", metavar="S", help="a whole number or text; makes a new world")
    add("--world", metavar="NAME|FILE", help="a saved world, by name or file")
    add(
        "--set",
        metavar="NAME=VALUE",
        nargs="+",
        action="extend",
        default=[],
        help="parameters of the world of --seed",
    )
    add("--size", metavar="WxH", type=_size, default=DEFAULT_SIZE, help="of the window, in pixels")
    add("--position", metavar="X,Y", type=_position, help="where to look, in cells")
    add("--zoom", metavar="Z", type=_zoom, help="pixels per cell, 1/256 to 16")
    add("--headless", action="store_true", help="open no window")
    add("--frames", metavar="N", type=_frames, help="end after so many frames")
    add("--fly", metavar="VX,VY", type=_speed, help="fly steadily, in pixels a second")
    add("--screenshot", metavar="FILE", type=_picture, help="write a picture at the end")
    add("--saves", metavar="DIR", type=_folder, help="where worlds are kept")
    add(
        "--benchmark", action="store_true", help="measure frames; exit code 1 if a target is missed"
    )
    return parser


def _size(text: str) -> tuple[int, int]:
    sides = text.lower().replace("×", "x").split("x")
    if len(sides) != 2 or not all(_is_whole(side) for side in sides):
        raise argparse.ArgumentTypeError(f"must be WxH, as in 1280x720, not {_shown(text)}")
    width, height = (int(side) for side in sides)
    if not (1 <= width <= MAX_SIDE and 1 <= height <= MAX_SIDE):
        raise argparse.ArgumentTypeError(
            f"must be 1x1 to {MAX_SIDE}x{MAX_SIDE} pixels, not {_shown(text)}"
        )
    return width, height


def _position(text: str) -> tuple[int, int]:
    x, y = _pair(text, "X,Y in cells, as in 120,-45.5")
    for number in (x, y):
        if abs(number) > MAX_POSITION:
            raise argparse.ArgumentTypeError(
                f"must lie within {MAX_POSITION} cells of the origin, not at {_shown(text)}"
            )
    return math.floor(x * CELL), math.floor(y * CELL)


def _speed(text: str) -> tuple[float, float]:
    x, y = _pair(text, "VX,VY in pixels a second, as in 400,-20")
    if max(abs(x), abs(y)) > MAX_SPEED:
        raise argparse.ArgumentTypeError(
            f"must be at most {MAX_SPEED:g} pixels a second, not {_shown(text)}"
        )
    return float(x), float(y)


def _pair(text: str, form: str) -> tuple[Fraction, Fraction]:
    parts = text.split(",")
    try:
        # Fraction reads decimals exactly, and neither nan nor inf.
        x, y = (_number(part) for part in parts)
    except (ValueError, ZeroDivisionError):
        raise argparse.ArgumentTypeError(f"must be {form}, not {_shown(text)}") from None
    return x, y


def _number(text: str) -> Fraction:
    # An exponent of a million digits would keep the reader busy for long.
    if len(text) > 40 or len(text.lower().partition("e")[2].lstrip("+-0")) > 3:
        raise ValueError
    return Fraction(text.strip())


def _zoom(text: str) -> int:
    try:
        return zoom_of(float(_number(text)))
    except (ValueError, ZeroDivisionError, OverflowError):
        raise argparse.ArgumentTypeError(
            f"must be 1/256 to 16 pixels per cell, not {_shown(text)}"
        ) from None


def _frames(text: str) -> int:
    if not _is_whole(text) or not 1 <= int(text) <= MAX_FRAMES:
        raise argparse.ArgumentTypeError(
            f"must be a whole number from 1 to {MAX_FRAMES}, not {_shown(text)}"
        )
    return int(text)


def _picture(text: str) -> Path:
    path = _path(text)
    if path.suffix.lower() not in PICTURE_SUFFIXES:
        raise argparse.ArgumentTypeError(
            f"must end in {', '.join(PICTURE_SUFFIXES)}, not {_shown(text)}"
        )
    if _is_folder(path) or not _is_folder(path.parent):
        raise argparse.ArgumentTypeError(f"cannot be written: there is no place {_shown(text)}")
    return path


def _folder(text: str) -> Path:
    path = _path(text)
    if not _is_folder(path) and os.path.lexists(path):
        raise argparse.ArgumentTypeError(f"{_shown(text)} is not a folder")
    return path


def _is_folder(path: Path) -> bool:
    return os.path.isdir(path)


def _path(text: str) -> Path:
    if not text or "\0" in text or len(Path(text).name.encode("utf-8", "replace")) > 255:
        raise argparse.ArgumentTypeError(f"no file can have the name {_shown(text)}")
    return Path(text)


def _is_whole(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 12


def _shown(text: str) -> str:
    printed = repr(text)
    return printed if len(printed) <= 60 else printed[:57] + "..."
