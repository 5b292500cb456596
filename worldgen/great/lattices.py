"""The two lattices of a great island, and smooth values between coarse nodes."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from worldgen.coordinates import UNITS_PER_CELL
from worldgen.kernels.decorators import device
from worldgen.layers import Layers, plan_step
from worldgen.noise.octaves import Octaves

RATIO = 8
"""Fine nodes from one coarse node to the next."""


def fine_step(layers: Layers) -> int:
    """Return the distance between fine nodes, in sixty-fourths of a cell."""
    return plan_step(layers.parameters) * UNITS_PER_CELL


def coarse_step(layers: Layers) -> int:
    """Return the distance between coarse nodes, in sixty-fourths of a cell."""
    return RATIO * fine_step(layers)


def coarse_layers(layers: Layers) -> Layers:
    """Return the layers with the octaves alone that a coarse lattice can hold."""
    step = coarse_step(layers)
    coarse, _ = split_octaves(layers)
    return replace(
        layers,
        height_low=coarse,
        height_high=coarse.split(float("inf"))[0],
        coast_noise=layers.coast_noise.seen(step),
    )


def split_octaves(layers: Layers) -> tuple[Octaves, Octaves]:
    """Return the octaves of height that the coarse plan holds, and those that tiles add."""
    coarse, fine = layers.height_low.split(2.0 * coarse_step(layers) / UNITS_PER_CELL)
    if layers.parameters.relief == "rules":
        # Such islands have no noise, here or in chunks.
        return coarse.split(float("inf"))[0], coarse.split(float("inf"))[0]
    return coarse, fine


@device()
def spline(t):  # type: ignore[no-untyped-def]
    """Return the three weights of the quadratic B-spline around a node ``t`` away, -1/2..1/2."""
    return 0.5 * (0.5 - t) * (0.5 - t), 0.75 - t * t, 0.5 * (0.5 + t) * (0.5 + t)


@device()
def smooth_value(values, u, v):  # type: ignore[no-untyped-def]
    """Return the spline of coarse values at (u, v) in coarse steps, and its gradient."""
    c = min(max(int(np.floor(u + 0.5)), 1), values.shape[1] - 2)
    r = min(max(int(np.floor(v + 0.5)), 1), values.shape[0] - 2)
    tx, ty = u - c, v - r
    x0, x1, x2 = spline(tx)
    y0, y1, y2 = spline(ty)
    dx0, dx1, dx2 = tx - 0.5, -2.0 * tx, tx + 0.5
    above0, above1, above2 = values[r - 1, c - 1], values[r - 1, c], values[r - 1, c + 1]
    here0, here1, here2 = values[r, c - 1], values[r, c], values[r, c + 1]
    below0, below1, below2 = values[r + 1, c - 1], values[r + 1, c], values[r + 1, c + 1]
    above = x0 * above0 + x1 * above1 + x2 * above2
    here = x0 * here0 + x1 * here1 + x2 * here2
    below = x0 * below0 + x1 * below1 + x2 * below2
    across = (
        y0 * (dx0 * above0 + dx1 * above1 + dx2 * above2)
        + y1 * (dx0 * here0 + dx1 * here1 + dx2 * here2)
        + y2 * (dx0 * below0 + dx1 * below1 + dx2 * below2)
    )
    down = (ty - 0.5) * above - 2.0 * ty * here + (ty + 0.5) * below
    return y0 * above + y1 * here + y2 * below, across, down


@device()
def greatest_share(numbers, u, v):  # type: ignore[no-untyped-def]
    """Return the number > 0 with the greatest spline share at (u, v), 0 for none.

    Also its share, and another number that has a share there, 0 for none.
    """
    c, r = int(np.floor(u + 0.5)), int(np.floor(v + 0.5))
    x0, x1, x2 = spline(u - c)
    y0, y1, y2 = spline(v - r)
    best, most, other = 0, 0.0, 0
    for k in range(9):
        number = numbers[r + k // 3 - 1, c + k % 3 - 1]
        if number > 0 and number != best:
            share = 0.0
            for m in range(9):
                if numbers[r + m // 3 - 1, c + m % 3 - 1] == number:
                    wy = y0 if m < 3 else y1 if m < 6 else y2
                    wx = x0 if m % 3 == 0 else x1 if m % 3 == 1 else x2
                    share += wy * wx
            if share > most:
                best, most, other = number, share, best
            else:
                other = number
    return best, most, other
