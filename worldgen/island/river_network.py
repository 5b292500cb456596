"""Where the rivers of an island start and run, node by node."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import types

from worldgen.island.coast import SEA_NODE
from worldgen.island.lattice import BYTES, FLOW_GRAPH, OUTLET
from worldgen.kernels.decorators import FLOATS, kernel

_RIVER_SINK = 0.002
_ENDLESS = 1 << 20


class RiverNetwork(NamedTuple):
    """The water on an island's land; flat over the nodes of its lattice."""

    discharge: np.ndarray
    """float64 (nodes,): the rain that drains through a node, in cells of average rain."""
    lakes: np.ndarray
    """int32 (nodes,): the label of the lake over a node, 0 for none."""
    levels: np.ndarray
    """float64 (nodes,): the level that a river has at a node, or a lake; that of outlets is
    given."""
    flowing: np.ndarray
    """uint8 (nodes,): 1 where a river runs."""
    lake_outlets: np.ndarray
    """int32 (lakes + 1,): the node where each lake is left; [0] is not used."""


RIVER_NETWORK = types.NamedTuple(  # type: ignore[no-untyped-call]
    (
        types.float64[::1],
        types.int32[::1],
        types.float64[::1],
        types.uint8[::1],
        types.int32[::1],
    ),
    RiverNetwork,
)


@kernel(types.void(FLOW_GRAPH, FLOATS, BYTES, BYTES, types.float64, RIVER_NETWORK))
def mark_rivers(flow, surface, sea, border, threshold, network):  # type: ignore[no-untyped-def]
    """Set each land node's river level and whether a river runs there.

    Rivers start where discharge passes the threshold and below every lake, and run down to their
    mouths, unless they would leave land that runs on over a domain's border.

    Args:
        flow: the graph that water follows.
        surface: float64 (nodes,), 0..1: the height of the land, depressions filled.
        sea: uint8 (nodes,), with SEA_NODE at sea.
        border: uint8 (nodes,): 1 close to another domain, where no river may run.
        threshold: discharge from which a river runs; no river runs at all if it is infinite.
        network: ``discharge`` and ``lakes`` are read; ``levels`` of land nodes, ``flowing`` and
            ``lake_outlets``, 0 to begin with, are written.
    """
    order, receivers, land = flow.topological_order, flow.receivers, flow.land
    discharge, lakes, levels = network.discharge, network.lakes, network.levels
    flowing, outlets = network.flowing, network.lake_outlets
    ends_well = np.zeros(len(land), dtype=np.uint8)
    for k in range(len(order)):
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
            levels[n] = max(surface[n] - _RIVER_SINK, levels[m])
    if threshold == np.inf:
        return
    for k in range(len(order) - 1, -1, -1):
        n = order[k]
        starts = discharge[n] >= threshold or (lakes[n] > 0 and outlets[lakes[n]] == n)
        if (starts or flowing[n]) and ends_well[n]:
            flowing[n] = 1
            if land[receivers[n]]:
                flowing[receivers[n]] = 1
        else:
            flowing[n] = 0


@kernel(types.void(FLOW_GRAPH, types.int64, RIVER_NETWORK))
def drop_stubs(flow, shortest, network):  # type: ignore[no-untyped-def]
    """Take away rivers and arms of rivers that are shorter than ``shortest`` nodes.

    Where arms meet, the longest one is the river itself, of equals the one with more water. What
    comes out of a lake is never too short.

    Args:
        flow: the graph that water follows.
        shortest: nodes of a river, at the least.
        network: ``flowing`` is read and written, ``discharge`` and ``lakes`` are read.
    """
    order, receivers, land = flow.topological_order, flow.receivers, flow.land
    discharge, lakes, flowing = network.discharge, network.lakes, network.flowing
    lengths = np.zeros(len(land), dtype=np.int32)
    mains = np.full(len(land), -1, dtype=np.int32)
    for k in range(len(order) - 1, -1, -1):
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
    for k in range(len(order)):
        n = order[k]
        m = receivers[n]
        if flowing[n] and lengths[n] < shortest:
            # The uppermost stretch of a longer river is left.
            flowing[n] = 1 if land[m] != OUTLET and flowing[m] and mains[m] == n else 0
