"""The warp through which fine nodes look the coarse plan up, and its inverse for what leaves it.

A fine node at q sees the coarse plan at q + w(q). So coasts, shores, ridges and borders lose the
coarse lattice's shapes together, and their topology stays. The courses of trunks, which are given
in the plan's own places p, are drawn at q = p - w(q).
"""

from __future__ import annotations

import numpy as np
from numba import types

from worldgen.coordinates import UNITS_PER_CELL
from worldgen.great.lattices import coarse_step
from worldgen.kernels.decorators import FLOATS, device, kernel
from worldgen.layers import Layers
from worldgen.noise.hashing import hash_point, hash_row
from worldgen.noise.octaves import Octaves, make_octaves, sum_octaves

_LENGTH, _OCTAVES, _PERSISTENCE = 10.0, 4, 0.53
"""The longest wavelength, in coarse steps; the shortest is an eighth of it."""

_STRENGTH = 0.95
"""In coarse steps. The root mean square of the warp's slopes is 0.2: folds do not occur."""

FARTHEST = 1.5
"""How far the warp leads at the most, in coarse steps on each axis."""

_TURNS = 2
"""Each place begins with what the one before found, which lies near to it as a rule."""


def warp_octaves(layers: Layers) -> tuple[Octaves, Octaves]:
    """Return the noise that the warp is made of, in x and in y."""
    length = _LENGTH * coarse_step(layers) / UNITS_PER_CELL
    across, down = (
        make_octaves(layers.plan_key, name, length, _OCTAVES, _PERSISTENCE, kind="gradient")
        for name in ("great warp x", "great warp y")
    )
    return across, down


def warp_grid(
    layers: Layers, x: int, y: int, step: int, columns: int, rows: int
) -> tuple[np.ndarray, np.ndarray]:
    """Return the warp of a grid of places, in coarse steps: float64 (rows, columns) each."""
    across, down = (
        np.clip(_STRENGTH * sum_octaves(octaves, x, y, step, columns, rows), -FARTHEST, FARTHEST)
        for octaves in warp_octaves(layers)
    )
    return across, down


def unwarp(layers: Layers, x: int, y: int, places: np.ndarray) -> np.ndarray:
    """Return where places of the plan are drawn: int32 (n, 2), in units from (x, y)."""
    across, down = warp_octaves(layers)
    packed = places[:, 0].astype(np.int64) << 32 | places[:, 1].astype(np.int64) & 0xFFFFFFFF
    _, first, numbers = np.unique(packed, return_index=True, return_inverse=True)
    by_place = np.argsort(first)
    once = np.ascontiguousarray(places[first[by_place]])
    drawn = np.empty_like(once)
    _unwarp(x, y, coarse_step(layers), across.table, down.table, across.amplitudes, once, drawn)
    unsorted = np.empty_like(drawn)
    unsorted[by_place] = drawn
    return unsorted[numbers]


@device()
def _gradient_value(bits, dx, dy):  # type: ignore[no-untyped-def]
    """Return what a lattice point's vector has to say ``(dx, dy)`` from it."""
    part = np.float64(np.int32(bits >> np.uint64(32))) * 2.0**-31
    square = part * part
    sine = part * (
        0.7853981633974483
        + square * (-0.08074551218828077 + square * (0.002490394570192716 - 3.6576e-05 * square))
    )
    cosine = 1.0 + square * (
        -0.30842513753404244 + square * (0.015854344243815498 - 0.00032599188692739 * square)
    )
    if bits & np.uint64(2):
        cosine = -cosine
    if bits & np.uint64(1):
        return sine * dx + cosine * dy
    return cosine * dx + sine * dy


@device()
def _noise_at(x, y, table, amplitudes):  # type: ignore[no-untyped-def]
    """Return the sum of octaves of gradient noise at a place in units, but for rounding."""
    total = 0.0
    for o in range(len(amplitudes)):
        length = table[o, 0]
        key = np.uint64(table[o, 1])
        px, py = x + table[o, 2], y + table[o, 3]
        ix, iy = px // length, py // length
        u = np.float64(px - ix * length) / np.float64(length)
        v = np.float64(py - iy * length) / np.float64(length)
        wx = u * u * u * (u * (u * 6.0 - 15.0) + 10.0)
        wy = v * v * v * (v * (v * 6.0 - 15.0) + 10.0)
        above, below = hash_row(key, iy), hash_row(key, iy + 1)
        a = _gradient_value(hash_point(above, ix), u, v)
        b = _gradient_value(hash_point(above, ix + 1), u - 1.0, v)
        c = _gradient_value(hash_point(below, ix), u, v - 1.0)
        d = _gradient_value(hash_point(below, ix + 1), u - 1.0, v - 1.0)
        top = a + wx * (b - a)
        total += amplitudes[o] * (top + wy * (c + wx * (d - c) - top))
    return total


@kernel(
    types.void(
        types.int64, types.int64, types.int64, types.Array(types.int64, 2, "C", readonly=True),
        types.Array(types.int64, 2, "C", readonly=True), FLOATS,
        types.Array(types.int32, 2, "C", readonly=True), types.int32[:, ::1],
    )
)  # fmt: skip
def _unwarp(x, y, step, table_x, table_y, amplitudes, places, drawn):  # type: ignore[no-untyped-def]
    """Solve q = p - w(q) by a fixed number of turns."""
    away_x, away_y = np.int64(0), np.int64(0)
    for k in range(len(places)):
        px, py = np.int64(places[k, 0]), np.int64(places[k, 1])
        qx, qy = px - away_x, py - away_y
        for _ in range(_TURNS):
            across = _STRENGTH * _noise_at(x + qx, y + qy, table_x, amplitudes)
            down = _STRENGTH * _noise_at(x + qx, y + qy, table_y, amplitudes)
            across = min(max(across, -FARTHEST), FARTHEST)
            down = min(max(down, -FARTHEST), FARTHEST)
            away_x, away_y = np.int64(across * step), np.int64(down * step)
            qx, qy = px - away_x, py - away_y
        drawn[k, 0], drawn[k, 1] = qx, qy
