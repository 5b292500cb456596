"""Where the rivers of an island run, node by node: from the discharge to their courses."""

from __future__ import annotations

import numpy as np
from numba import types

from worldgen.island.coast import SEA_NODE
from worldgen.island.drainage import OUTLET
from worldgen.island.relief import BYTES, INDICES
from worldgen.kernels.decorators import FLOATS, kernel

_RIVER_SINK = 0.002
_ENDLESS = 1 << 20


@kernel(
    types.void(
        INDICES, types.int64, INDICES, BYTES, INDICES, FLOATS, FLOATS, BYTES, BYTES, types.float64,
        types.boolean, types.float64, types.float64[::1], types.uint8[::1], types.int32[::1],
    )
)  # fmt: skip
def mark_rivers(  # type: ignore[no-untyped-def]
    order, count, receivers, land, lakes, surface, discharge, sea, border, threshold, drawn, water,
    levels, flowing, outlets,
):  # fmt: skip
    """Set each node's river level and whether a river runs there.

    Rivers run where discharge passes the threshold and below every lake, unless they would leave
    land that runs on over a domain's border.
    """
    ends_well = np.zeros(len(land), dtype=np.uint8)
    for k in range(count):
        n = order[k]
        m = receivers[n]
        if land[m] == OUTLET:
            ends_well[n] = sea[m] & SEA_NODE
        else:
            ends_well[n] = 1 if lakes[m] > 0 else ends_well[m]
        if border[n]:
            ends_well[n] = 0
        if lakes[n] > 0:
            levels[n] = surface[n]
            best = outlets[lakes[n]]
            if lakes[m] != lakes[n] and (best == 0 or discharge[n] > discharge[best]):
                outlets[lakes[n]] = n
        else:
            level = surface[n] - _RIVER_SINK
            levels[n] = max(level, levels[m] if land[m] else water)
    if not drawn:
        return
    for k in range(count - 1, -1, -1):
        n = order[k]
        starts = discharge[n] >= threshold or (lakes[n] > 0 and outlets[lakes[n]] == n)
        if (starts or flowing[n]) and ends_well[n]:
            flowing[n] = 1
            if land[receivers[n]]:
                flowing[receivers[n]] = 1
        else:
            flowing[n] = 0


@kernel(
    types.void(
        INDICES, types.int64, INDICES, BYTES, INDICES, FLOATS, types.int64, types.uint8[::1],
    )
)  # fmt: skip
def drop_stubs(order, count, receivers, land, lakes, discharge, shortest, flowing):  # type: ignore[no-untyped-def]
    """Take away rivers and arms of rivers that are shorter than ``shortest`` nodes.

    Where arms meet, the longest one is the river itself, of equals the one with more water. What
    comes out of a lake is never too short.
    """
    lengths = np.zeros(len(land), dtype=np.int32)
    mains = np.full(len(land), -1, dtype=np.int32)
    for k in range(count - 1, -1, -1):
        n = order[k]
        if not flowing[n]:
            continue
        lengths[n] = _ENDLESS if lakes[n] > 0 else min(lengths[n] + 1, _ENDLESS)
        m = receivers[n]
        if not land[m] or lakes[m] > 0:
            continue
        rival = mains[m]
        if (
            rival < 0
            or lengths[n] > lengths[rival]
            or (lengths[n] == lengths[rival] and discharge[n] > discharge[rival])
        ):
            mains[m] = n
            lengths[m] = lengths[n]
    for k in range(count):
        n = order[k]
        m = receivers[n]
        if flowing[n] and lengths[n] < shortest:
            # The uppermost stretch of a longer river is left.
            flowing[n] = 1 if land[m] != OUTLET and flowing[m] and mains[m] == n else 0
