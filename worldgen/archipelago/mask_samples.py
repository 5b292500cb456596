"""The mask at samples, from claims at nodes: no land beside what belongs to somebody else."""

from __future__ import annotations

import numpy as np
from numba import types

from worldgen.archipelago.claim_grid import LEVEL_STRIDE, OPEN_SEA
from worldgen.kernels.decorators import GRID, device, kernel

COAST = np.array([0.28, 0.12, 0.20])
"""The claim of each level where a coast is likeliest."""

_STEEPNESS = np.array([0.30, 0.13, 0.045])
"""How far beyond, as a claim, the mask has made half its way from the coast to firm land."""

_RAGGED = np.array([0.18, 0.16, 0.18])
"""How far, as a claim, fine noise moves the coast at most."""

_SHORE = 0.60
"""The mask where noise makes land of half the places."""

_FIRM = 0.26
_INLAND = 0.14
_CORE = 1.4


@device()
def strength_of(claim, level, fine):  # type: ignore[no-untyped-def]
    """Return the mask for a claim of a level and fine noise of about -1..1."""
    coast = COAST[level]
    above = claim - coast
    gate = min(max(claim - 0.7 * coast, 0.0) / 0.15, 1.0)
    above += _RAGGED[level] * min(max(fine, -1.0), 1.0) * gate
    if above < 0.0:
        share = max(1.0 + above / coast, 0.0)
        return _SHORE * share * share
    core = min(above / _CORE, 1.0)
    firm = _FIRM * above / (above + _STEEPNESS[level])
    return _SHORE + firm + _INLAND * core * core


_WHOLES = types.Array(types.int64, 1, "C", readonly=True)
_FLOATS = types.Array(types.float64, 1, "C", readonly=True)


@kernel(
    types.void(
        GRID, types.Array(types.int32, 2, "C", readonly=True), _WHOLES, _WHOLES, _FLOATS, _FLOATS,
        GRID, types.float64[:, ::1], types.int32[:, ::1],
    )
)  # fmt: skip
def fill_strength(claims, owners, columns, rows, parts_x, parts_y, fine, strength, owner):  # type: ignore[no-untyped-def]
    """Fill the mask and owners of samples.

    ``columns`` and ``rows`` hold the node before each sample, ``parts`` how far it is to the next
    (0..1). The mask is 0 unless all nodes around, of those that bear on the sample, have one owner.
    """
    height, width = strength.shape
    for r in range(height):
        row, v = rows[r], parts_y[r]
        below = row + (1 if v > 0.0 else 0)
        for c in range(width):
            column, u = columns[c], parts_x[c]
            after = column + (1 if u > 0.0 else 0)
            own = owners[row, column]
            other, third, fourth = owners[row, after], owners[below, column], owners[below, after]
            if own == other and own == third and own == fourth:
                owner[r, c] = own
                if own == OPEN_SEA:
                    strength[r, c] = 0.0
                    continue
                a = claims[row, column] + u * (claims[row, after] - claims[row, column])
                b = claims[below, column] + u * (claims[below, after] - claims[below, column])
                claim = a + v * (b - a)
                noise = fine[r, c] if fine.shape[1] else 0.0
                strength[r, c] = strength_of(claim, own // LEVEL_STRIDE, noise)
            else:
                near_row, near_column = (
                    (below if v >= 0.5 else row),
                    (after if u >= 0.5 else column),
                )
                owner[r, c] = owners[near_row, near_column]
                strength[r, c] = 0.0
