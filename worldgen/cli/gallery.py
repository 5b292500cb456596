"""``python -m worldgen gallery``: the pictures of the README, made anew."""

from __future__ import annotations

import io
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from worldgen.cli.progress import compile_all, progress
from worldgen.cli.refusal import Refusal
from worldgen.extras import extra_module
from worldgen.files.atomic import write_whole
from worldgen.files.reading import shown_path
from worldgen.region import Region
from worldgen.render.overlays import paint_overlay
from worldgen.render.painter import paint
from worldgen.world import World

SUMMARY = "make the six pictures of the README"

WIDTH, HEIGHT = 1200, 720
LARGEST_FILE = 400_000
"""Bytes; a page of six pictures should not take long to load."""

Place = tuple[float, float]


@dataclass(frozen=True)
class Scene:
    """One picture: where it looks and how it is painted."""

    name: str
    seed: str
    place: Callable[[World], Place]
    lod: int
    painted: Callable[[Region], np.ndarray] = paint


def _spawn(world: World) -> Place:
    return world.spawn()


def _at(x: float, y: float) -> Callable[[World], Place]:
    """Return what looks at a place that was chosen by eye."""
    return lambda world: (x, y)


def _strips(region: Region) -> np.ndarray:
    """Paint one view in six ways, side by side, slanted so that each can be told apart."""
    ways = [
        paint(region, "natural"),
        paint_overlay(region, "contours"),
        paint(region, "contrast"),
        paint_overlay(region, "height"),
        paint(region, "safe"),
        paint_overlay(region, "moisture"),
    ]
    rows, columns = region.shape
    slant = columns // 12
    across = np.arange(columns)[np.newaxis, :] + np.linspace(slant, 0, rows)[:, np.newaxis]
    width = (columns + slant) / len(ways)
    which = np.minimum((across / width).astype(np.intp), len(ways) - 1)
    picture = np.choose(which[..., np.newaxis], ways)
    picture[np.diff(which, axis=1, prepend=0) != 0] = 255
    return np.asarray(picture, dtype=np.uint8)


SCENES = (
    Scene("shore", "coral", _spawn, -3),
    Scene("island", "0", _at(-60_000, 54_500), 5),
    Scene("peak", "0", _at(-29_778, -577), 0),
    Scene("ice", "2", _at(-26_176, -71_040), 5),
    Scene("archipelago", "1", _at(0, 0), 8),
    Scene("palettes", "0", _at(-29_778, -577), 0, _strips),
)


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments of ``gallery``."""
    parser.add_argument(
        "--folder",
        metavar="DIR",
        type=Path,
        default=Path("docs"),
        help="where they are put, in place of those there (default: docs)",
    )
    parser.add_argument("--quiet", action="store_true", help="show no progress")


def run(arguments: Namespace) -> int:
    """Draw and write all of them."""
    folder = arguments.folder
    if folder.exists() and not folder.is_dir():
        raise Refusal(f"--folder: {shown_path(folder)} is no folder")
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        raise Refusal(f"--folder: {shown_path(folder)}: {error.strerror}") from None
    image = extra_module("PIL.Image", "the gallery", "export")
    compile_all(quiet=arguments.quiet)
    with progress(len(SCENES), "drawing", " pictures", quiet=arguments.quiet) as drawn:
        for scene in SCENES:
            path = folder / f"{scene.name}.jpg"
            write_whole(path, [_encoded(image.fromarray(draw(scene)))])
            drawn(1)
    print(f"{shown_path(folder)}: " + ", ".join(f"{scene.name}.jpg" for scene in SCENES))
    return 0


def draw(scene: Scene, width: int = WIDTH, height: int = HEIGHT) -> np.ndarray:
    """Return the picture of a scene: uint8 (height, width, 3)."""
    world = World(scene.seed)
    x, y = scene.place(world)
    step = 2.0**scene.lod
    left, top = x - width * step / 2, y - height * step / 2
    # Whole samples of the level, so that the picture is cut from its chunks.
    region = world.region(left // step * step, top // step * step, width, height, scene.lod)
    return scene.painted(region)


def _encoded(picture: object) -> bytes:
    """Return a JPEG of the best quality that stays within the size."""
    for quality in range(92, 40, -4):
        stream = io.BytesIO()
        picture.save(stream, "JPEG", quality=quality, optimize=True, progressive=True)  # type: ignore[attr-defined]
        if stream.tell() <= LARGEST_FILE:
            break
    return stream.getvalue()
