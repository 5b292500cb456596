"""The shadows of clouds that drift over land and sea.

Clouds are as large as the land is: they belong to the world, not to the screen. Their shadow is
soft everywhere, so it is worked out for every sixteenth pixel and blended between.
"""

from __future__ import annotations

import math
from functools import cache
from random import Random
from typing import Final, NamedTuple

import numpy as np
from numba import types

from game.camera import CELL, View, pixels_per_unit, scale_of
from worldgen.kernels.decorators import GRID, device

TILE: Final = 256
"""Side of the tile of clouds, in texels."""

CELLS_PER_TEXEL: Final = 14
DRIFT: Final = (9.0, 3.5)
"""Cells a second."""

_WAVES, _SHORTEST = 160, 18
_GRID: Final = 16
_PIECE: Final = 4
_CLEAR: Final = 256.0
_DARKEST: Final = 72
"""What a cloud takes of 256 parts of light."""

_SCALES: Final = (0.14, 0.34, 1.5, 8.0)
_STRENGTHS: Final = (0.0, 1.0, 1.0, 0.6)
"""How much of it is shown at which pixels per cell: close by one cloud may cover all there is."""


class CloudMotion(NamedTuple):
    """Where the clouds stand over a view at one moment."""

    left: int
    """Where the view begins in the grid, in pixels."""
    top: int
    texel_x: float
    """Where the grid begins in the tile, in texels."""
    texel_y: float
    texels: float
    """From one point of the grid to the next."""
    darkest: float
    """What a cloud takes of 256 parts of light."""
    tile: np.ndarray
    """float64 (TILE, TILE), read-only: how thick clouds are, 0..1."""


MOTION_TYPE: Final = types.NamedTuple(  # type: ignore[no-untyped-call]
    (types.int64, types.int64, *(types.float64,) * 4, GRID), CloudMotion
)


class Clouds:
    """The motion of clouds, and the tile it needs."""

    def __init__(self) -> None:
        self._tile = _clouds()

    def motion(self, view: View, seconds: float) -> CloudMotion:
        """Return where the clouds stand over a view, as kernels take it."""
        per_pixel = 1.0 / (scale_of(view.zoom) * CELLS_PER_TEXEL)
        drift_x, drift_y = (speed * seconds / CELLS_PER_TEXEL for speed in DRIFT)
        left, top = view.left // _GRID * _GRID, view.top // _GRID * _GRID
        return CloudMotion(
            view.left - left, view.top - top,
            _texel(left, view.zoom) - drift_x, _texel(top, view.zoom) - drift_y,
            _GRID * per_pixel, strength_at(view.zoom) * _DARKEST, self._tile,
        )  # fmt: skip


def strength_at(zoom: int) -> float:
    """Return how much of the shadows is seen at a zoom: 0..1."""
    return float(np.interp(scale_of(zoom), _SCALES, _STRENGTHS))


def _texel(pixel: int, zoom: int) -> float:
    """Return where a pixel of the plane lies in the tile."""
    # In whole numbers: it may be too far out for a float.
    around = TILE * CELLS_PER_TEXEL * CELL
    return pixels_per_unit(zoom).inverse().floor(pixel) % around / (CELLS_PER_TEXEL * CELL)


@cache
def _clouds() -> np.ndarray:
    """Return how thick clouds are over a tile that repeats: float64 in 0..1, most of it 0."""
    turns = 2.0 * np.pi * np.arange(TILE) / TILE
    x, y = turns[None, :], turns[:, None]
    random = Random("clouds")
    total = np.zeros((TILE, TILE))
    for _ in range(_WAVES):
        # Whole numbers of waves repeat with the tile; the longer ones are the stronger.
        along, down = random.randint(0, _SHORTEST), random.randint(-_SHORTEST, _SHORTEST)
        length = max(3.0, math.hypot(along, down))
        total += np.sin(along * x + down * y + random.uniform(0.0, 6.28)) / length**1.5
    thick = np.clip((total / total.std() - 0.30) / 1.10, 0.0, 1.0)
    tile = np.asarray(thick * thick * (3.0 - 2.0 * thick))
    tile.flags.writeable = False
    return tile


@device()
def _thickness(tile, x, y):  # type: ignore[no-untyped-def]
    """Return the tile at a place between texels."""
    column, row = np.floor(x), np.floor(y)
    u, v = x - column, y - row
    c, r = np.int64(column) & (TILE - 1), np.int64(row) & (TILE - 1)
    c1, r1 = (c + 1) & (TILE - 1), (r + 1) & (TILE - 1)
    above = tile[r, c] + u * (tile[r, c1] - tile[r, c])
    below = tile[r1, c] + u * (tile[r1, c1] - tile[r1, c])
    return above + v * (below - above)


@device(inline="source")
def _shade_line(tile, x, y, texels, darkest, points, out):  # type: ignore[no-untyped-def]
    """Fill ``points`` with the light that is left along a line, ``out`` with that of each pixel.

    Both in 256 parts; those of pixels are divided once more by 256.
    """
    for k in range(len(points)):
        points[k] = 256.0 - darkest * _thickness(tile, x + k * texels, y)
    for k in range(len(points) - 1):
        step = np.int32((points[k + 1] - points[k]) * (256.0 / _GRID))
        value = np.int32(points[k] * 256.0)
        for c in range(_GRID):
            out[k * _GRID + c] = np.int32(value + np.int32(step * np.int32(c)))


@device(inline="source")
def _is_clear(above, below, k):  # type: ignore[no-untyped-def]
    """Return whether no shadow falls between four points. Most of the sky is clear."""
    return min(min(above[k], above[k + 1]), min(below[k], below[k + 1])) >= _CLEAR


@device()
def cast_shadows(pixels, to_x, to_y, width, height, motion):  # type: ignore[no-untyped-def]
    """Blend the shade between points of a grid, then multiply each pixel by it.

    Two lines of the grid are blended along x, pixel by pixel, and the rows between them from these:
    so the processor takes many pixels at once.
    """
    tile, texels, darkest = motion.tile, motion.texels, motion.darkest
    left, top = (motion.left + to_x) % _GRID, (motion.top + to_y) % _GRID
    texel_x = motion.texel_x + (motion.left + to_x) // _GRID * texels
    texel_y = motion.texel_y + (motion.top + to_y) // _GRID * texels
    count = (left + width - 1) // _GRID + 2
    points = np.empty((2, count))
    lines = np.empty((2, (count - 1) * _GRID), dtype=np.int32)
    _shade_line(tile, texel_x, texel_y, texels, darkest, points[0], lines[0])
    begin, line = np.int64(0), np.int64(0)
    while begin < height:
        upper, lower = line & 1, (line + 1) & 1
        y = texel_y + (line + 1) * texels
        _shade_line(tile, texel_x, y, texels, darkest, points[lower], lines[lower])
        end = min((line + 1) * _GRID - top, height)
        k = 0
        while k < count - 1:
            last = k
            while last < count - 1 and not _is_clear(points[upper], points[lower], last):
                last += 1
            if last > k:
                # As long a piece as the processor likes: clear sky takes nothing away.
                last = min(count - 1, k + (last - k + _PIECE - 1) // _PIECE * _PIECE)
            start, stop = max(0, k * _GRID - left), min(width, last * _GRID - left)
            if start < stop:
                for r in range(begin, end):
                    _darken(
                        pixels[to_y + r, to_x + start : to_x + stop],
                        lines[upper, start + left : stop + left],
                        lines[lower, start + left : stop + left], top + r - line * _GRID,
                    )  # fmt: skip
            k = max(last, k + 1)
        begin = end
        line += 1


@device(inline="source")
def _darken(pixels, above, below, row):  # type: ignore[no-untyped-def]
    """Multiply a row of pixels by the light between two lines of the grid.

    Blue loses the least, as the sky still lights what the sun does not: snow stays clean.
    """
    part = np.int32(row)
    rest = np.int32(np.int32(_GRID) - part)
    for c in range(len(pixels)):
        light = np.int32(np.int32(above[c] * rest) + np.int32(below[c] * part))
        # 256 parts, of which each stands for 256, and the rows of the grid.
        kept = np.uint32(light >> np.int32(12))
        pixel = pixels[c]
        red = np.uint32(np.uint32(np.uint32(pixel >> np.uint32(8)) & np.uint32(0xFF00)) * kept)
        kept_blue = np.uint32(kept + np.uint32(np.uint32(np.uint32(256) - kept) >> np.uint32(1)))
        blue = np.uint32(np.uint32(pixel & np.uint32(0xFF)) * kept_blue)
        green = np.uint32(np.uint32(pixel & np.uint32(0xFF00)) * kept)
        pixels[c] = np.uint32(
            np.uint32(red & np.uint32(0xFF0000))
            | np.uint32(blue >> np.uint32(8))
            | np.uint32(np.uint32(green >> np.uint32(8)) & np.uint32(0xFF00))
        )
