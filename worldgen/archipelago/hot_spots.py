"""Hot spots: trails of islands that shrink with age, as a plate drifts over a plume.

Lengths are for an island spacing of 1024 cells and scale with it.
"""

from __future__ import annotations

import numpy as np

from worldgen.archipelago.slow_fields import TRAIL_BEND_X, TRAIL_BEND_Y
from worldgen.kernels.decorators import device
from worldgen.noise.hashing import hash_point, hash_row, mix, unit

WAY_X, WAY_Y, AGE, ALONG_X, ALONG_Y = range(5)
TRAIL_FIELDS = 5
"""What is known of the nearest trail: the way to it in cells, its age there (0 at the plume, 1 at
its end; 2 where no trail is near), and its direction."""

_BEND = 2500.0
_SIDE_SPACINGS = 64
_PER_SQUARE = 2
_CHANCE = 0.42
_DRAWS = 6


@device()
def find_trail(key, spacing, x, y, sums, fields):  # type: ignore[no-untyped-def]
    """Fill in the nearest trail to a place, from its slow fields."""
    scale = np.float64(spacing) / 1024.0
    bend_x, bend_y = _BEND * scale * sums[TRAIL_BEND_X], _BEND * scale * sums[TRAIL_BEND_Y]
    side = _SIDE_SPACINGS * spacing
    pi, pj = x // side, y // side
    u = np.float64(x - pi * side) + bend_x
    v = np.float64(y - pj * side) + bend_y
    nearest = 1e30
    fields[AGE] = 2.0
    draws = np.empty(_DRAWS)
    for di in range(-1, 2):
        for dj in range(-1, 2):
            state = hash_point(hash_row(key ^ np.uint64(0x407), pj + dj), pi + di)
            for _ in range(_PER_SQUARE):
                for n in range(_DRAWS):
                    state = mix(state + np.uint64(0x9E3779B97F4A7C15))
                    draws[n] = unit(state)
                if draws[0] > _CHANCE:
                    continue
                along_x, along_y = 2.0 * draws[3] - 1.0, 2.0 * draws[4] - 1.0
                norm = np.sqrt(along_x * along_x + along_y * along_y) + 1e-9
                along_x, along_y = along_x / norm, along_y / norm
                length = (18.0 + 40.0 * draws[5]) * spacing
                dx, dy = u - (di + draws[1]) * side, v - (dj + draws[2]) * side
                along = min(max(dx * along_x + dy * along_y, 0.0), length)
                way_x, way_y = along * along_x - dx, along * along_y - dy
                away = way_x * way_x + way_y * way_y
                if away < nearest:
                    nearest = away
                    fields[WAY_X], fields[WAY_Y] = way_x, way_y
                    fields[AGE] = along / length
                    fields[ALONG_X], fields[ALONG_Y] = along_x, along_y
