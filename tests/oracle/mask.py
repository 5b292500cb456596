"""The mask of a grid of samples from every site around, with nothing left out and no short cuts."""

from __future__ import annotations

import numpy as np

from worldgen.archipelago.land_domains import Archipelago, site_table
from worldgen.archipelago.sites import (
    LOBE_FIELDS,
    LOBE_NARROWNESS,
    LOBE_STRENGTH,
    LOBE_X,
    LOBE_Y,
    LOBES,
    SITE_EDGE,
    SITE_LOBES,
    SITE_WEIGHT,
    SITE_X,
    SITE_Y,
)
from worldgen.noise.octaves import sum_octaves

AROUND = 4
MOAT, RETREAT, BORDER, NARROWEST, RAGGED = 0.0216, 0.10, 0.17, 3.0, 0.9


def mask_of(
    archipelago: Archipelago, x: int, y: int, step: int, width: int, height: int
) -> tuple[np.ndarray, list[list[tuple[int, int]]]]:
    """Return the strength of the mask and the keys of the owners."""
    grid = (x, y, step, width, height)
    broad = [sum_octaves(warp[0], *grid) for warp in (archipelago.warp_x, archipelago.warp_y)]
    fine = [sum_octaves(warp[1], *grid) for warp in (archipelago.warp_x, archipelago.warp_y)]
    strength = np.empty((height, width))
    keys = []
    spacing = archipelago.spacing_units
    for r in range(height):
        row = []
        for c in range(width):
            i, u = divmod(x + c * step, spacing)
            j, v = divmod(y + r * step, spacing)
            place = [
                part * (1.0 / spacing) + archipelago.bend * min(max(float(bend[r, c]), -1.0), 1.0)
                for part, bend in ((u, broad[0]), (v, broad[1]))
            ]
            bends = [float(bend[r, c]) for bend in fine]
            strength[r, c], (di, dj) = _mask_at(archipelago, i, j, place, bends)
            row.append((i + di, j + dj))
        keys.append(row)
    return strength, keys


def _mask_at(
    archipelago: Archipelago, i: int, j: int, place: list[float], bends: list[float]
) -> tuple[float, tuple[int, int]]:
    side = 2 * AROUND + 1
    sites = site_table(archipelago, i - AROUND, j - AROUND, side, side)
    across = np.arange(-AROUND, AROUND + 1, dtype=float)
    site_u = across[:, None] + sites[..., SITE_X]
    site_v = across[None, :] + sites[..., SITE_Y]
    du, dv = place[0] - site_u, place[1] - site_v
    powers = du * du + dv * dv - sites[..., SITE_WEIGHT]
    own = np.unravel_index(int(np.argmin(powers)), powers.shape)
    key = (int(own[0]) - AROUND, int(own[1]) - AROUND)
    apart = (site_u[own] - site_u) ** 2 + (site_v[own] - site_v) ** 2
    draw = sites[own][SITE_EDGE] + sites[..., SITE_EDGE]
    draw -= np.floor(draw)
    steepness = 1.0 + (NARROWEST - 1.0) * draw * draw
    distances = (powers - powers[own]) * (0.5 * steepness / np.sqrt(apart + 1e-12))
    distances[own] = np.inf
    ragged = 1.0 + RAGGED * min(max(0.8 + 6.0 * bends[0], 0.0), 1.6)
    moat = MOAT + RETREAT * min(max(0.5 + 6.0 * bends[1], 0.0), 1.0)
    rise = min(max(float(distances.min()) - moat, 0.0) * ragged, BORDER) / BORDER
    outside = 1.0
    for n in range(LOBES):
        lobe = sites[own][SITE_LOBES + n * LOBE_FIELDS :]
        if lobe[LOBE_STRENGTH] == 0.0:
            break
        lobe_u = float(du[own]) + archipelago.warp * min(max(bends[0], -1.0), 1.0) - lobe[LOBE_X]
        lobe_v = float(dv[own]) + archipelago.warp * min(max(bends[1], -1.0), 1.0) - lobe[LOBE_Y]
        bump = max(1.0 - (lobe_u * lobe_u + lobe_v * lobe_v) * lobe[LOBE_NARROWNESS], 0.0)
        outside *= 1.0 - lobe[LOBE_STRENGTH] * (bump * bump)
    trace = 1e-12 if float(distances.min()) > MOAT and outside < 1.0 else 0.0
    return max((1.0 - outside) * (rise * (2.0 - rise)), trace), key
