"""Plates of the crust: jittered cells that drift; where two converge, an arc of islands rises.

The nearest two plates are found by weighted distances, so that borders are arcs of circles, bent by
noise. Lengths are for an island spacing of 1024 cells and scale with it.
"""

from __future__ import annotations

import numpy as np

from worldgen.archipelago.slow_fields import PLATE_BEND_X, PLATE_BEND_Y
from worldgen.archipelago.turned_noise import ramp
from worldgen.kernels.decorators import device
from worldgen.noise.hashing import hash_point, hash_row, mix, unit

PLATE_SPACINGS = 64
"""Side of the square that holds one plate, in island spacings."""

BASE, BORDER, CONVERGENCE, NORMAL_X, NORMAL_Y, OVERRIDING, PAIR, OTHER_BASE = range(8)
PLATE_FIELDS = 8
"""What is known of a place: how high its plate lies (-1..1), cells to the border, how fast the two
plates converge, the direction to the other, 1 if this one overrides, a draw of the pair (0..1), and
how high the other lies."""

_BEND = 9000.0
_X, _Y, _WEIGHT, _DRIFT_X, _DRIFT_Y, _HEIGHT = range(6)


@device()
def _draw_plate(key, i, j, plate):  # type: ignore[no-untyped-def]
    state = hash_point(hash_row(key, j), i)
    for n in range(6):
        state = mix(state + np.uint64(0x9E3779B97F4A7C15))
        plate[n] = unit(state)
    plate[_X], plate[_Y] = 0.05 + 0.9 * plate[_X], 0.05 + 0.9 * plate[_Y]
    plate[_WEIGHT] = 1.0 / (1.0 + 0.5 * plate[_WEIGHT])
    for n in range(_DRIFT_X, 6):
        plate[n] = 2.0 * plate[n] - 1.0
    return state


@device()
def _copy(plate, to):  # type: ignore[no-untyped-def]
    for n in range(6):
        to[n] = plate[n]


@device()
def find_plates(key, spacing, x, y, sums, fields):  # type: ignore[no-untyped-def]
    """Fill in the plate fields of a place, from its slow fields."""
    scale = np.float64(spacing) / 1024.0
    bend_x, bend_y = scale * _BEND * sums[PLATE_BEND_X], scale * _BEND * sums[PLATE_BEND_Y]
    side = PLATE_SPACINGS * spacing
    pi, pj = x // side, y // side
    u = (np.float64(x - pi * side) + bend_x) / side
    v = (np.float64(y - pj * side) + bend_y) / side
    drawn, own, other = np.empty(6), np.zeros(6), np.zeros(6)
    nearest, second = 1e9, 1e9
    own_state, other_state = np.uint64(0), np.uint64(0)
    for di in range(-2, 3):
        for dj in range(-2, 3):
            state = _draw_plate(key ^ np.uint64(0x91A7E), pi + di, pj + dj, drawn)
            dx, dy = u - (di + drawn[_X]), v - (dj + drawn[_Y])
            away = np.sqrt(dx * dx + dy * dy) * drawn[_WEIGHT]
            if away >= second:
                continue
            drawn[_X], drawn[_Y] = dx, dy
            if away < nearest:
                second, other_state = nearest, own_state
                _copy(own, other)
                nearest, own_state = away, state
                _copy(drawn, own)
            else:
                second, other_state = away, state
                _copy(drawn, other)
    # Against the gradient of the lead of the nearer plate: toward the other.
    own_pull = own[_WEIGHT] * own[_WEIGHT] / max(nearest, 1e-9)
    other_pull = other[_WEIGHT] * other[_WEIGHT] / max(second, 1e-9)
    nx = own[_X] * own_pull - other[_X] * other_pull
    ny = own[_Y] * own_pull - other[_Y] * other_pull
    norm = np.sqrt(nx * nx + ny * ny) + 1e-9
    nx, ny = nx / norm, ny / norm
    fields[BASE] = own[_HEIGHT]
    fields[BORDER] = (second - nearest) / norm * side
    fields[CONVERGENCE] = (own[_DRIFT_X] - other[_DRIFT_X]) * nx
    fields[CONVERGENCE] += (own[_DRIFT_Y] - other[_DRIFT_Y]) * ny
    fields[NORMAL_X], fields[NORMAL_Y] = nx, ny
    fields[OVERRIDING] = 1.0 if own_state > other_state else 0.0
    fields[PAIR] = unit(mix(own_state + other_state))
    fields[OTHER_BASE] = other[_HEIGHT]


@device()
def plate_height(fields, spacing):  # type: ignore[no-untyped-def]
    """Return how high the crust lies, -1..1, blended across the border."""
    near = min(fields[BORDER] / (9.0 * spacing), 1.0)
    own = 0.5 + 0.5 * near
    return fields[BASE] * own + fields[OTHER_BASE] * (1.0 - own)


@device()
def arc_of(fields, spacing):  # type: ignore[no-untyped-def]
    """Return the way to the arc inside the overriding plate, along the normal, and its strength."""
    inside = (2.4 + 4.8 * fields[PAIR]) * spacing
    strength = ramp(fields[CONVERGENCE], 0.15, 0.9) * fields[OVERRIDING]
    return fields[BORDER] - inside, strength
