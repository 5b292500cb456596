"""The lattice of an island's plan and the flow of water on it, as kernels take them.

Arrays are flat over the lattice's nodes, row by row. A lattice is padded with outlets, so that a
land node always has all eight neighbours.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import types

from worldgen.kernels.decorators import device

BYTES = types.Array(types.uint8, 1, "C", readonly=True)
INDICES = types.Array(types.int32, 1, "C", readonly=True)
"""Argument types of kernels: flat arrays over nodes that are only read."""

OUTLET, LAND = 0, 1
"""What a node is; water that reaches an outlet is gone."""

ALL_SIDES = 15
"""The links of a node to its four sides."""
ALL_LINKS = 255


class Lattice(NamedTuple):
    """The nodes of an island; kernels only read it."""

    land: np.ndarray
    """uint8 (nodes,): OUTLET or LAND."""
    links: np.ndarray
    """uint8 (nodes,): a bit for each direction that water may go, in the order of ``neighbour``."""
    coast: np.ndarray
    """int32: the land nodes beside an outlet, rising."""
    columns: int


class Drainage(NamedTuple):
    """Where water goes on a flooded lattice; written by ``flood``."""

    filled: np.ndarray
    """int32 (nodes,): the surface with depressions filled, in height units; outlets' is given."""
    parents: np.ndarray
    """int32 (nodes,): the node from which each was flooded; leads from a depression over its
    sill."""
    receivers: np.ndarray
    """int32 (nodes,): the steepest way down the filled surface."""
    topological_order: np.ndarray
    """int32 (land nodes,): land nodes from the coast up, each after its receiver and parent."""


class FlowGraph(NamedTuple):
    """The graph along which water flows: one edge from each land node to its receiver."""

    topological_order: np.ndarray
    """int32: the land nodes from the coast up, each after its receiver."""
    receivers: np.ndarray
    """int32 (nodes,)."""
    land: np.ndarray
    """uint8 (nodes,): OUTLET or LAND."""
    columns: int


_BYTES, _INDICES = types.uint8[::1], types.int32[::1]
LATTICE = types.NamedTuple((_BYTES, _BYTES, _INDICES, types.int64), Lattice)  # type: ignore[no-untyped-call]
DRAINAGE = types.NamedUniTuple(_INDICES, 4, Drainage)  # type: ignore[no-untyped-call]
FLOW_GRAPH = types.NamedTuple((_INDICES, _INDICES, _BYTES, types.int64), FlowGraph)  # type: ignore[no-untyped-call]


@device()
def neighbour(direction, columns):  # type: ignore[no-untyped-def]
    """Return the index offset of one of eight directions; the first four are the sides."""
    if direction == 0:
        return 1
    if direction == 1:
        return -1
    if direction == 2:
        return columns
    if direction == 3:
        return -columns
    if direction == 4:
        return columns + 1
    if direction == 5:
        return -columns - 1
    if direction == 6:
        return columns - 1
    return -columns + 1
