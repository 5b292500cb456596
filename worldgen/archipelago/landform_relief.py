"""The relief of islands that have one of their own: cones of volcanoes, and atolls low and flat.

Both are round about the middle of their site, whatever noise says: a cone that rises to a crater,
from which rivers run to all sides, and a ring of sand around a lagoon.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numba import types

from worldgen.archipelago.archipelago import Archipelago, IslandKey
from worldgen.archipelago.landforms import (
    ATOLL,
    SITE_KIND,
    SITE_MIDDLE_X,
    SITE_MIDDLE_Y,
    SITE_SIZE,
    VOLCANO,
)
from worldgen.archipelago.sea import Archipelago as Sea
from worldgen.archipelago.sea import site_at, sites_around
from worldgen.archipelago.turned_noise import fade
from worldgen.coordinates import UNITS_PER_CELL
from worldgen.kernels.decorators import device, kernel

_LEVELS = (0, 1)
"""Great islands have uplands instead."""

_REACH = 1.3
"""How far the relief reaches, in half-lengths of the island."""

_CALM = 0.8
"""The part of the noise that gives way to it."""

_CRATER = 0.22
_CRATER_DEPTH = 0.6
_RIM, _FOOT = 0.95, -0.35
"""The sum of octaves at the rim of a crater and at the foot of its cone."""

_FLAT = -0.2
"""The sum of octaves on an atoll."""


@dataclass(frozen=True)
class Crater:
    """The crater of a volcano, in sixty-fourths of a cell."""

    x: int
    y: int
    radius: float


def crater_of(archipelago: Archipelago, key: IslandKey) -> Crater | None:
    """Return the crater of an island, if it is a volcano."""
    if not isinstance(archipelago, Sea):
        return None
    site, side = site_at(archipelago, *key), archipelago.side(key[2])
    if site[SITE_KIND] != VOLCANO:
        return None
    x = key[0] * side + int(np.floor(site[SITE_MIDDLE_X] * side))
    y = key[1] * side + int(np.floor(site[SITE_MIDDLE_Y] * side))
    radius = _CRATER * float(site[SITE_SIZE]) * side
    return Crater(x * UNITS_PER_CELL, y * UNITS_PER_CELL, radius * UNITS_PER_CELL)


def lay_landforms(archipelago: Archipelago, x: int, y: int, step: int, total: np.ndarray) -> None:
    """Lay the relief of volcanoes and atolls into a sum of octaves.

    ``x``, ``y`` and ``step`` are in sixty-fourths of a cell, ``total`` is float64 (height, width).
    """
    if not isinstance(archipelago, Sea) or not total.size:
        return
    height, width = total.shape
    corners = (
        x // UNITS_PER_CELL,
        y // UNITS_PER_CELL,
        (x + step * (width - 1)) // UNITS_PER_CELL,
        (y + step * (height - 1)) // UNITS_PER_CELL,
    )
    for level in _LEVELS:
        table = sites_around(archipelago, level, *corners)
        kinds = table.sites[:, :, SITE_KIND]
        if ((kinds == VOLCANO) | (kinds == ATOLL)).any():
            square = np.array(
                [table.first_i, table.first_j, archipelago.side(level)], dtype=np.int64
            )
            _lay(table.sites, square, x, y, step, total)


@device()
def _cone(away):  # type: ignore[no-untyped-def]
    """Return the sum of octaves on a volcano, ``away`` half-lengths from its middle."""
    slope = max(1.0 - away / _REACH, 0.0)
    top = _FOOT + (_RIM - _FOOT) * slope * np.sqrt(slope)
    inside = max(1.0 - away / _CRATER, 0.0)
    return top - _CRATER_DEPTH * fade(inside)


_SITES = types.Array(types.float64, 3, "C", readonly=True)
_WHOLES = types.Array(types.int64, 1, "C", readonly=True)


@kernel(
    types.void(_SITES, _WHOLES, types.int64, types.int64, types.int64, types.float64[:, ::1])
)  # fmt: skip
def _lay(sites, square, x, y, step, total):  # type: ignore[no-untyped-def]
    """Lay the relief of all sites of a table into the sums of octaves of samples.

    Args:
        sites: float64 (columns, rows, SITE_FIELDS).
        square: int64 (3,): first square i and j of the table, and the side of one in cells.
        x, y, step: of the samples, in sixty-fourths of a cell.
        total: float64 (height, width); changed.
    """
    height, width = total.shape
    first_i, first_j, side = square[0], square[1], square[2]
    units = np.float64(UNITS_PER_CELL)
    for a in range(sites.shape[0]):
        for b in range(sites.shape[1]):
            site = sites[a, b]
            kind = site[SITE_KIND]
            if kind != VOLCANO and kind != ATOLL:
                continue
            middle_x = UNITS_PER_CELL * (
                (first_i + a) * side + np.int64(np.floor(site[SITE_MIDDLE_X] * side))
            )
            middle_y = UNITS_PER_CELL * (
                (first_j + b) * side + np.int64(np.floor(site[SITE_MIDDLE_Y] * side))
            )
            size = site[SITE_SIZE] * side * units
            reach = np.int64(_REACH * size) + 1
            left = max((middle_x - reach - x) // step, 0)
            right = min((middle_x + reach - x) // step + 2, width)
            top = max((middle_y - reach - y) // step, 0)
            bottom = min((middle_y + reach - y) // step + 2, height)
            for r in range(top, bottom):
                dy = np.float64(y + r * step - middle_y)
                for c in range(left, right):
                    dx = np.float64(x + c * step - middle_x)
                    away = np.sqrt(dx * dx + dy * dy) / size
                    if away >= _REACH:
                        continue
                    hold = fade(min((_REACH - away) / 0.4, 1.0))
                    form = _cone(away) if kind == VOLCANO else _FLAT
                    total[r, c] += hold * (form - _CALM * total[r, c])
