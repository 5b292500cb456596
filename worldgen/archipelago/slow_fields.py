"""Fields that change over tens and hundreds of thousands of cells: where seas are full of land.

They are read at the places of sites, all of them at once: a sum of turned octaves each. Lengths are
for an island spacing of 1024 cells and scale with it.
"""

from __future__ import annotations

import numpy as np

from worldgen.archipelago.turned_noise import turned_sum
from worldgen.kernels.decorators import device

(
    _CONTINENT,
    _SOLID,
    _CROWDED,
    PLATE_BEND_X,
    PLATE_BEND_Y,
    TRAIL_BEND_X,
    TRAIL_BEND_Y,
    _LEAN_X,
    _LEAN_Y,
    _LATITUDE,
    _SWING,
) = range(11)
SLOW_FIELDS = 11
"""Sums of a place, each of standard deviation 0.3."""

_KEYS = np.array(
    [0xC0, 0xC5, 0xC1, 0x11, 0x12, 0x21, 0x22, 0xA11, 0xA12, 0xE0, 0xE4], dtype=np.uint64
)
_SPACINGS = np.array([244, 89, 0, 68, 68, 29, 29, 0, 0, 0, 0], dtype=np.int64)
"""Wavelength of the first octave in island spacings; 0 where something else decides it."""

_CROWDED_SPACINGS = np.array([17, 40, 40], dtype=np.int64)
"""That of crowding, by level."""

_OCTAVES = np.array([5, 2, 4, 3, 3, 2, 2, 1, 1, 4, 2], dtype=np.int64)
_PERSISTENCE = np.array([0.66, 0.6, 0.72, 0.6, 0.6, 0.5, 0.5, 1.0, 1.0, 0.55, 0.5])
_LEAN_SIDES = 5
_LATITUDE_BANDS, _SWING_BANDS = 25, 13
"""Tenths of a climate band."""


@device()
def fill_slow_fields(key, spacing, band, level, side, x, y, sums):  # type: ignore[no-untyped-def]
    """Fill in the slow fields of a whole cell, as they are read by sites of a level."""
    for n in range(SLOW_FIELDS):
        length, own = _SPACINGS[n] * spacing, key ^ _KEYS[n]
        if n == _CROWDED:
            length, own = _CROWDED_SPACINGS[level] * spacing, own + np.uint64(level)
        elif n in (_LEAN_X, _LEAN_Y):
            length = _LEAN_SIDES * side
        elif n == _LATITUDE:
            length = band * _LATITUDE_BANDS // 10
        elif n == _SWING:
            length = band * _SWING_BANDS // 10
        sums[n] = turned_sum(own, x, y, length, _OCTAVES[n], _PERSISTENCE[n])


@device()
def continental(sums):  # type: ignore[no-untyped-def]
    """Return how much this part of the world is one of land, of standard deviation 1."""
    return 3.4 * sums[_CONTINENT]


@device()
def solidity(sums):  # type: ignore[no-untyped-def]
    """Return how whole (1) or shattered (0) great islands are here; about 0.5 in the mean."""
    return 0.5 + 2.2 * sums[_SOLID]


@device()
def crowding(sums):  # type: ignore[no-untyped-def]
    """Return how crowded this sea is with lesser islands of a level, of standard deviation 1."""
    return 3.4 * sums[_CROWDED]


@device()
def lean(sums, draw_x, draw_y):  # type: ignore[no-untyped-def]
    """Return the direction in which islands of a level run here, as a unit vector."""
    lean_x = sums[_LEAN_X] + 0.12 * (draw_x - 0.5)
    lean_y = sums[_LEAN_Y] + 0.12 * (draw_y - 0.5)
    norm = np.sqrt(lean_x * lean_x + lean_y * lean_y) + 1e-9
    return lean_x / norm, lean_y / norm


@device()
def _bent_latitude(bend, band, y):  # type: ignore[no-untyped-def]
    """Return the latitude, 0 at an equator and 1 at a pole, ``band`` cells apart."""
    period = 2 * band
    along = y + period // 5
    t = np.float64(along - along // period * period) / np.float64(period) + 0.5 * bend
    t -= np.floor(t)
    return 2.0 * t if t < 0.5 else 2.0 - 2.0 * t


@device()
def _warmth_at(cold, swing):  # type: ignore[no-untyped-def]
    """Return the warmth of the sea, 0..1, at a latitude: some belts are milder than others."""
    return 1.04 - (0.5 + (cold - 0.5) * min(max(0.80 + 0.9 * swing, 0.3), 1.1))


@device()
def warmth(sums, band, y):  # type: ignore[no-untyped-def]
    """Return the warmth of the sea, 0..1: latitude in bands of ``band`` cells, bent by noise."""
    return _warmth_at(_bent_latitude(sums[_LATITUDE], band, y), sums[_SWING])


@device()
def latitude_and_warmth(key, band, x, y):  # type: ignore[no-untyped-def]
    """Return the latitude of a whole cell, 0..1, and the warmth of the sea there."""
    bend, swing = (
        turned_sum(
            key ^ _KEYS[_LATITUDE], x, y, band * _LATITUDE_BANDS // 10, _OCTAVES[_LATITUDE],
            _PERSISTENCE[_LATITUDE],
        ),
        turned_sum(
            key ^ _KEYS[_SWING], x, y, band * _SWING_BANDS // 10, _OCTAVES[_SWING],
            _PERSISTENCE[_SWING],
        ),
    )  # fmt: skip
    cold = _bent_latitude(bend, band, y)
    return cold, _warmth_at(cold, swing)
