"""Slow fields are made at the nodes of a coarse lattice; samples between have them interpolated.

Nodes are whole cells of the world, so every cut and every level of detail gives the same bits; a
sample on a node has the node's own value, so coarse samples need no other nodes.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numba import types

from worldgen.coordinates import UNITS_PER_CELL
from worldgen.kernels.decorators import device, kernel

_MOST_SHARED = 256
"""Nodes at once that are kept for the next chunk."""

Made = TypeVar("Made", bound=Hashable)


class AxisNodes(NamedTuple):
    """The nodes that bear on samples along an axis."""

    cells: np.ndarray
    """int64: their places, rising whole cells."""
    before: np.ndarray
    """int64: the index of the node at or before each sample."""
    part: np.ndarray
    """float64, 0..1: how far each sample is to the next node."""


def nodes_along(start: int, step: int, count: int, apart: int) -> AxisNodes:
    """Return the nodes, ``apart`` cells from each other, for samples in sixty-fourths of a cell."""
    units = apart * UNITS_PER_CELL
    samples = start + step * np.arange(count, dtype=np.int64)
    before = samples // units
    rest = samples - before * units
    if count and step <= units:
        # All nodes from the first to the last bear on samples this close.
        first = int(before[0]) - 1
        nodes = np.arange(first, int(before[-1]) + 3, dtype=np.int64)
        return AxisNodes(nodes * apart, before - first, rest / units)
    between = before[rest > 0]
    nodes = np.unique(np.concatenate([before, between - 1, between + 1, between + 2]))
    return AxisNodes(nodes * apart, np.searchsorted(nodes, before), rest / units)


def node_values(
    make: Callable[[Made, np.ndarray, np.ndarray], np.ndarray],
    maker: Made,
    across: AxisNodes,
    down: AxisNodes,
) -> np.ndarray:
    """Return the values that ``make`` gives nodes: float64 (fields, rows, columns), read-only.

    Chunks beside each other share theirs: ``make`` and ``maker`` stand for the same values always.
    """
    if across.cells.size * down.cells.size > _MOST_SHARED:
        return make(maker, across.cells, down.cells)
    return _shared(make, maker, across.cells.tobytes(), down.cells.tobytes())


@lru_cache(maxsize=256)
def _shared(make: Any, maker: Any, xs: bytes, ys: bytes) -> np.ndarray:
    values: np.ndarray = make(
        maker, np.frombuffer(xs, dtype=np.int64), np.frombuffer(ys, dtype=np.int64)
    )
    values.flags.writeable = False
    return values


def interpolate(values: np.ndarray, across: AxisNodes, down: AxisNodes) -> np.ndarray:
    """Return node values, float64 (fields, rows, columns), at samples."""
    out = np.empty((len(values), len(down.before), len(across.before)))
    _interpolate(values, across.before, across.part, down.before, down.part, out)
    return out


@device()
def _weights(t):  # type: ignore[no-untyped-def]
    """Return the four weights of the interpolating cubic of Catmull and Rom (1974)."""
    return (
        t * (-0.5 + t * (1.0 - 0.5 * t)),
        1.0 + t * t * (-2.5 + 1.5 * t),
        t * (0.5 + t * (2.0 - 1.5 * t)),
        t * t * (-0.5 + 0.5 * t),
    )


_WHOLES = types.Array(types.int64, 1, "C", readonly=True)
_PARTS = types.Array(types.float64, 1, "C", readonly=True)


@kernel(
    types.void(
        types.Array(types.float64, 3, "C", readonly=True), _WHOLES, _PARTS, _WHOLES, _PARTS,
        types.float64[:, :, ::1],
    )
)  # fmt: skip
def _interpolate(values, columns, parts_x, rows, parts_y, out):  # type: ignore[no-untyped-def]
    blended = np.empty(values.shape[2])
    for n in range(out.shape[0]):
        for r in range(out.shape[1]):
            row, v = rows[r], parts_y[r]
            a, b, c, d = _weights(v)
            for k in range(values.shape[2]):
                here = values[n, row, k]
                if v > 0.0:
                    here = (
                        a * values[n, row - 1, k] + b * here + c * values[n, row + 1, k]
                        + d * values[n, row + 2, k]
                    )  # fmt: skip
                blended[k] = here
            for at in range(out.shape[2]):
                k, u = columns[at], parts_x[at]
                here = blended[k]
                if u > 0.0:
                    e, f, g, h = _weights(u)
                    here = e * blended[k - 1] + f * here + g * blended[k + 1] + h * blended[k + 2]
                out[n, r, at] = here
