"""The shadows of clouds that drift over land and sea.

Clouds are as large as the land is: they belong to the world, not to the screen. Their shadow is
soft everywhere, so it is worked out for every sixteenth pixel and blended between.
"""

from __future__ import annotations

import math
from random import Random
from typing import Final

import numpy as np
from numba import types

from game.camera import CELL, View, pixels_per_unit, scale_of
from worldgen.compiled import GRID, inner, kernel

TILE: Final = 256
"""Side of the tile of clouds, in texels."""

CELLS_PER_TEXEL: Final = 14
DRIFT: Final = (9.0, 3.5)
"""Cells a second."""

_WAVES, _SHORTEST = 160, 18
_GRID: Final = 16
_CLEAR: Final = 255.5
_DARKEST: Final = 72
"""What a cloud takes of 256 parts of light."""

_SCALES: Final = (0.14, 0.34, 1.5, 8.0)
_STRENGTHS: Final = (0.0, 1.0, 1.0, 0.6)
"""How much of it is shown at which pixels per cell: close by one cloud may cover all there is."""


class Clouds:
    """Draws the shadows of clouds on a picture of the land."""

    def __init__(self) -> None:
        self._tile = _clouds()

    def draw(self, pixels: np.ndarray, view: View, seconds: float) -> None:
        """Darken the packed pixels of a view, uint32 (height, width)."""
        scale = scale_of(view.zoom)
        strength = float(np.interp(scale, _SCALES, _STRENGTHS))
        if strength == 0.0:
            return
        per_pixel = 1.0 / (scale * CELLS_PER_TEXEL)
        drift_x, drift_y = (speed * seconds / CELLS_PER_TEXEL for speed in DRIFT)
        left, top = view.left // _GRID * _GRID, view.top // _GRID * _GRID
        _cast_shadows(
            pixels, view.left - left, view.top - top,
            _texel(left, view.zoom) - drift_x, _texel(top, view.zoom) - drift_y,
            _GRID * per_pixel, strength * _DARKEST, self._tile,
        )  # fmt: skip


def _texel(pixel: int, zoom: int) -> float:
    """Return where a pixel of the plane lies in the tile."""
    # In whole numbers: it may be too far out for a float.
    around = TILE * CELLS_PER_TEXEL * CELL
    return pixels_per_unit(zoom).inverse().floor(pixel) % around / (CELLS_PER_TEXEL * CELL)


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


@inner
def _thickness(tile, x, y):  # type: ignore[no-untyped-def]
    """Return the tile at a place between texels."""
    column, row = np.floor(x), np.floor(y)
    u, v = x - column, y - row
    c, r = np.int64(column) & (TILE - 1), np.int64(row) & (TILE - 1)
    c1, r1 = (c + 1) & (TILE - 1), (r + 1) & (TILE - 1)
    above = tile[r, c] + u * (tile[r, c1] - tile[r, c])
    below = tile[r1, c] + u * (tile[r1, c1] - tile[r1, c])
    return above + v * (below - above)


@kernel(
    types.void(
        types.uint32[:, ::1], types.int64, types.int64, types.float64, types.float64,
        types.float64, types.float64, GRID,
    ),
    brief=True,
)  # fmt: skip
def _cast_shadows(  # type: ignore[no-untyped-def]
    pixels, left, top, texel_x, texel_y, texels, darkest, tile
):
    """Blend the shade between points of a grid, then multiply each pixel by it."""
    width = pixels.shape[1]
    points = (left + width - 1) // _GRID + 2
    above, below = np.empty(points), np.empty(points)
    filled = np.int64(-2)
    for r in range(pixels.shape[0]):
        line = (top + r) // _GRID
        if line != filled:
            follows = line == filled + 1
            for k in range(points):
                x = texel_x + k * texels
                above[k] = (
                    below[k] if follows
                    else 256.0 - darkest * _thickness(tile, x, texel_y + line * texels)
                )  # fmt: skip
                below[k] = 256.0 - darkest * _thickness(tile, x, texel_y + (line + 1) * texels)
            filled = line
        part = ((top + r) % _GRID) / _GRID
        row = pixels[r]
        for k in range(points - 1):
            first = above[k] + part * (below[k] - above[k])
            last = above[k + 1] + part * (below[k + 1] - above[k + 1])
            # Most of the sky is clear.
            if first > _CLEAR and last > _CLEAR:
                continue
            start = max(0, k * _GRID - left)
            piece = row[start : min(width, (k + 1) * _GRID - left)]
            step = np.int32((last - first) * (256.0 / _GRID))
            value = np.int32(first * 256.0) + step * np.int32(start + left - k * _GRID)
            for c in range(len(piece)):
                kept = np.uint32(np.int32(value + np.int32(step * np.int32(c))) >> np.int32(8))
                pixel = piece[c]
                red_blue = np.uint32(np.uint32(pixel & np.uint32(0xFF00FF)) * kept)
                green = np.uint32(np.uint32(pixel & np.uint32(0xFF00)) * kept)
                piece[c] = np.uint32(
                    np.uint32(np.uint32(red_blue >> np.uint32(8)) & np.uint32(0xFF00FF))
                    | np.uint32(np.uint32(green >> np.uint32(8)) & np.uint32(0xFF00))
                )
