"""Small pictures modelled from lit balls, limbs and facets, for what stands on the ground.

Lengths are in cells, measured from the foot; x to the right and y down, as everywhere. The light
comes from above left, as it does on the land.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numba import types

import worldgen
from worldgen.kernels.decorators import GRID, kernel

Colour = tuple[float, float, float]

_LIGHT = (-0.55, -0.62, 0.56)
_DARKEST, _LIGHTEST = 0.42, 1.28
_SNOW: Colour = (232.0, 239.0, 248.0)


@dataclass(frozen=True, eq=False)
class _Part:
    """Views of a part of the picture, and the places of its pixels in cells."""

    x: np.ndarray
    y: np.ndarray
    noise: np.ndarray
    colour: np.ndarray
    cover: np.ndarray

    def composite(self, edge: np.ndarray, colour: Colour, light: np.ndarray) -> None:
        """Draw a shape over what is there; ``edge`` is its inside in fine pixels, < 0 outside."""
        cover = np.clip(edge + 0.5, 0.0, 1.0)
        shade = np.clip(light, _DARKEST, _LIGHTEST)[..., None]
        painted = np.minimum(np.asarray(colour) * shade, 255.0)
        self.colour[:] += cover[..., None] * (painted - self.colour)
        self.cover[:] += cover * (1.0 - self.cover)


class SpriteModeller:
    """Draws one sprite, from back to front.

    Args:
        pixels_per_cell: size of the finished picture.
        bounds: left, top, right, bottom in cells.
        grain: chooses the noise of leaves and stone.
    """

    def __init__(
        self, pixels_per_cell: int, bounds: tuple[float, float, float, float], grain: str
    ) -> None:
        self._fine = 4 if pixels_per_cell <= 4 else 2
        self._scale = pixels_per_cell * self._fine
        left, top, right, bottom = bounds
        self._left = math.floor(left * pixels_per_cell)
        self._top = math.floor(top * pixels_per_cell)
        width = (math.ceil(right * pixels_per_cell) - self._left) * self._fine
        height = (math.ceil(bottom * pixels_per_cell) - self._top) * self._fine
        self._x = ((np.arange(width) + 0.5) / self._scale + self._left / pixels_per_cell)[None, :]
        self._y = ((np.arange(height) + 0.5) / self._scale + self._top / pixels_per_cell)[:, None]
        self._colour = np.zeros((height, width, 3))
        self._cover = np.zeros((height, width))
        noise = worldgen.fbm(
            grain, 0, 0, width, height, wavelength=max(2.0, 0.42 * self._scale), octaves=3
        )
        self._noise = 2.0 * noise.astype(np.float64) - 1.0

    @property
    def anchor(self) -> tuple[int, int]:
        """The pixel of the finished picture at which the foot stands."""
        return -self._left, -self._top

    def ball(
        self, x: float, y: float, rx: float, ry: float, colour: Colour, rough: float = 0.0
    ) -> None:
        """Draw a lit ball; ``rough`` frays its edge and mottles its light, as leaves do."""
        grown = math.sqrt(1.0 + rough)
        part = self._part(x - grown * rx, y - grown * ry, x + grown * rx, y + grown * ry)
        dx, dy = (part.x - x) / rx, (part.y - y) / ry
        square = dx * dx + dy * dy + rough * part.noise
        depth = np.sqrt(np.maximum(1.0 - square, 0.0))
        light = _LIGHT[0] * dx + _LIGHT[1] * dy + _LIGHT[2] * depth + 0.9 * rough * part.noise
        edge = (1.0 - square) * 0.5 * min(rx, ry) * self._scale
        part.composite(edge, colour, 0.78 + 0.52 * light)

    def splats(self, table: np.ndarray) -> None:
        """Draw flat ellipses one after another.

        Each row holds x, y, two half axes, cosine and sine of its turn, and the colour.
        """
        corner = self._x[0, 0] - 0.5 / self._scale, self._y[0, 0] - 0.5 / self._scale
        _composite_splats(table, *corner, float(self._scale), self._colour, self._cover)

    def limb(
        self,
        points: Sequence[tuple[float, float]],
        first_width: float,
        last_width: float,
        colour: Colour,
    ) -> None:
        """Draw a rounded line through points, as wide at its ends as told."""
        count = len(points) - 1
        for number, (start, end) in enumerate(itertools.pairwise(points)):
            widths = [
                first_width + (last_width - first_width) * (number + part) / count
                for part in (0, 1)
            ]
            self._segment(start, end, widths[0] / 2, widths[1] / 2, colour)

    def _segment(
        self,
        start: tuple[float, float],
        end: tuple[float, float],
        first_radius: float,
        last_radius: float,
        colour: Colour,
    ) -> None:
        widest = max(first_radius, last_radius)
        part = self._part(
            min(start[0], end[0]) - widest,
            min(start[1], end[1]) - widest,
            max(start[0], end[0]) + widest,
            max(start[1], end[1]) + widest,
        )
        along_x, along_y = end[0] - start[0], end[1] - start[1]
        length = along_x * along_x + along_y * along_y + 1e-9
        dx, dy = part.x - start[0], part.y - start[1]
        share = np.clip((dx * along_x + dy * along_y) / length, 0.0, 1.0)
        away_x, away_y = dx - share * along_x, dy - share * along_y
        radius = first_radius + (last_radius - first_radius) * share
        away = np.sqrt(away_x * away_x + away_y * away_y)
        light = (_LIGHT[0] * away_x + _LIGHT[1] * away_y) / np.maximum(radius, 1e-9)
        part.composite((radius - away) * self._scale, colour, 0.92 + 0.4 * light)

    def cone(
        self, top: float, bottom: float, half_width: float, colour: Colour, snow: float = 0.0
    ) -> None:
        """Draw a tier of a conifer: a fringed cone, lit from the left, with ``snow`` on it."""
        height = bottom - top
        part = self._part(-1.5 * half_width, top, 1.5 * half_width, bottom + 0.15 * height)
        down = (part.y - top) / height
        fringe = 0.10 * np.cos(part.x * 13.0 + 9.0 * top) + 0.25 * part.noise
        width = half_width * np.clip(down, 0.0, 1.0) ** 0.85
        inside = np.minimum(
            width * (1.0 + 0.5 * part.noise) - np.abs(part.x),
            (1.0 - down + 0.35 * fringe) * height,
        )
        inside = np.where(down > 0.0, inside, -1.0)
        across = part.x / np.maximum(width, 0.05)
        light = 0.96 - 0.34 * across - 0.24 * down + 0.3 * part.noise
        part.composite(inside * self._scale, colour, light)
        if snow > 0.0:
            lying = inside - (1.0 - snow) * (0.10 + 0.3 * down) * half_width
            lying = lying - 0.16 * half_width * np.clip(across, 0.0, 1.0)
            part.composite(lying * self._scale, _SNOW, 0.98 - 0.12 * across)

    def facets(
        self,
        x: float,
        y: float,
        radius: float,
        sides: Sequence[tuple[float, float]],
        colour: Colour,
        top_colour: Colour | None = None,
    ) -> None:
        """Draw a stone cut by planes; each of ``sides`` is (direction in turns, distance)."""
        reach = 1.5 * radius
        part = self._part(x - reach, y - reach, x + reach, y + reach)
        dx, dy = (part.x - x) / radius, (part.y - y) / (0.78 * radius)
        nearest = np.full(part.noise.shape, -np.inf)
        light = np.zeros(part.noise.shape)
        for turn, distance in sides:
            nx, ny = math.cos(2 * math.pi * turn), math.sin(2 * math.pi * turn)
            out = (dx * nx + dy * ny) / distance
            shade = 0.80 + 0.34 * (_LIGHT[0] * nx + _LIGHT[1] * ny) / 0.83
            light = np.where(out > nearest, shade, light)
            nearest = np.maximum(nearest, out)
        plateau = nearest + 0.22 * (dy + 0.5 * dx) < 0.52
        light = np.where(plateau, 1.12, light) + 0.16 * part.noise
        edge = (1.0 - nearest) * 0.8 * radius * self._scale
        part.composite(edge, colour, light)
        if top_colour is not None:
            part.composite(np.where(plateau, edge, -1.0), top_colour, light - 0.06)

    def _part(self, left: float, top: float, right: float, bottom: float) -> _Part:
        """Return the part of the picture in which a shape lies, and a fine pixel around it."""
        columns = _span(left - self._x[0, 0], right - self._x[0, 0], self._scale)
        rows = _span(top - self._y[0, 0], bottom - self._y[0, 0], self._scale)
        return _Part(
            self._x[:, columns],
            self._y[rows],
            self._noise[rows, columns],
            self._colour[rows, columns],
            self._cover[rows, columns],
        )

    def finished(self) -> np.ndarray:
        """Return the picture: uint8 (height, width, 4), colours already times their cover."""
        solid = self._cover[..., None]
        # What was drawn on nothing has been mixed with black: that is the product by cover.
        whole = np.concatenate([np.minimum(self._colour, 255.0 * solid), 255.0 * solid], axis=2)
        rows, columns = whole.shape[0] // self._fine, whole.shape[1] // self._fine
        blocks = whole.reshape(rows, self._fine, columns, self._fine, 4)
        return np.asarray((blocks.mean(axis=(1, 3)) + 0.5).astype(np.uint8))


def _span(first: float, last: float, scale: float) -> slice:
    return slice(max(0, math.floor(first * scale) - 1), max(0, math.ceil(last * scale) + 2))


@kernel(
    types.void(
        GRID, types.float64, types.float64, types.float64,
        types.float64[:, :, ::1], types.float64[:, ::1],
    )
)  # fmt: skip
def _composite_splats(splats, left, top, scale, colour, cover):  # type: ignore[no-untyped-def]
    rows, columns = cover.shape
    for n in range(len(splats)):
        x, y = (splats[n, 0] - left) * scale, (splats[n, 1] - top) * scale
        # What is smaller than a fine pixel is fainter instead.
        long, short = max(splats[n, 2] * scale, 0.6), max(splats[n, 3] * scale, 0.5)
        whole = min(splats[n, 2] * splats[n, 3] * scale * scale / (long * short), 1.0)
        cosine, sine = splats[n, 4], splats[n, 5]
        reach = long + 1.0
        for r in range(max(0, int(y - reach)), min(rows, int(y + reach) + 1)):
            for c in range(max(0, int(x - reach)), min(columns, int(x + reach) + 1)):
                dx, dy = c + 0.5 - x, r + 0.5 - y
                u, v = (dx * cosine + dy * sine) / long, (dy * cosine - dx * sine) / short
                share = min((1.0 - np.sqrt(u * u + v * v)) * short + 0.5, 1.0) * whole
                if share <= 0.0:
                    continue
                for band in range(3):
                    below = colour[r, c, band]
                    colour[r, c, band] = below + share * (splats[n, 6 + band] - below)
                cover[r, c] += share * (1.0 - cover[r, c])
