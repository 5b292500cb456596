"""The cut of a great island into tiles: groups of sub-catchments, numbered from 1.

From the springs down a subtree becomes a tile as soon as it is large enough; what stays small
joins a neighbour. Labels follow the drainage only roughly: tongues are taken away. Lakes, and the
sea off a coast, belong to the tiles about them.
"""

from __future__ import annotations

import numpy as np
from numba import types

from worldgen.island.lattice import FLOW_GRAPH, INDICES, OUTLET, FlowGraph, neighbour
from worldgen.kernels.decorators import device, kernel

_SIZE, _MOST, _SMALL = 400, 560, 200
"""Coarse nodes: from when a subtree is a tile, what a tile holds at most, and what is too small."""

_JOINS = 14
_FILTERS = 3
_OFFSHORE = 4
"""How many coarse nodes from land the sea still belongs to a tile."""

SURROUNDINGS = 3
"""How far from a place, in coarse nodes, the label that decides its owner may lie."""


def cut_tiles(flow: FlowGraph, lakes: np.ndarray, shape: tuple[int, int]) -> tuple[np.ndarray, int]:
    """Return the tile of each coarse node, int32 of ``shape``, 0 for none; and how many there are.

    ``lakes`` is flat over the coarse lattice.
    """
    columns = shape[1]
    labels = np.zeros(len(lakes), dtype=np.int32)
    found = cut_subtrees(flow, lakes, labels)
    found = join_small(flow, found, labels)
    for _ in range(_FILTERS):
        _filter_tongues(labels.copy(), columns, labels)
    for _ in range(_OFFSHORE):
        _grow_offshore(labels.copy(), columns, labels)
    labels = _filled_lakes(labels, lakes, columns)
    labels = _renumbered(labels)
    return labels.reshape(shape), int(labels.max(initial=0))


def _filled_lakes(labels: np.ndarray, lakes: np.ndarray, columns: int) -> np.ndarray:
    """Return labels that reach to the middle of every lake."""
    while (left := (lakes > 0) & (labels == 0)).any():
        grown = labels.copy()
        _grow_offshore(labels, columns, grown)
        grown = np.where(left, grown, labels)
        if (grown == labels).all():
            break
        labels = grown
    return labels


def _renumbered(labels: np.ndarray) -> np.ndarray:
    """Return labels without those that the filter has emptied."""
    used = np.zeros(int(labels.max(initial=0)) + 1, dtype=np.int32)
    used[labels] = 1
    used[0] = 0
    numbers: np.ndarray = (np.cumsum(used) * used).astype(np.int32)[labels]
    return numbers


def uniform_labels(labels: np.ndarray) -> np.ndarray:
    """Return uint8: 1 where all labels within SURROUNDINGS nodes are the same."""
    low, high = labels, labels
    for axis in (0, 1):
        for _ in range(SURROUNDINGS):
            low = _widened(low, axis, np.minimum)
            high = _widened(high, axis, np.maximum)
    return np.asarray(low == high).astype(np.uint8)


def _widened(values: np.ndarray, axis: int, choose: np.ufunc) -> np.ndarray:
    moved = np.moveaxis(values.copy(), axis, 0)
    before = np.moveaxis(values, axis, 0)
    choose(moved[1:], before[:-1], out=moved[1:])
    choose(moved[:-1], before[1:], out=moved[:-1])
    return np.moveaxis(moved, 0, axis)


@kernel(types.int64(FLOW_GRAPH, INDICES, types.int32[::1]))
def cut_subtrees(flow, lakes, labels):  # type: ignore[no-untyped-def]
    """Label subtrees from 1, from the springs down; the largest branch goes first where needed."""
    order, receivers, land = flow.topological_order, flow.receivers, flow.land
    nodes, count = len(receivers), len(order)
    sizes = np.zeros(nodes, dtype=np.int32)
    branch = np.full(nodes, -1, dtype=np.int32)
    branch_size = np.zeros(nodes, dtype=np.int32)
    roots = np.zeros(nodes, dtype=np.uint8)
    for k in range(count - 1, -1, -1):
        n = order[k]
        if lakes[n] == 0:
            sizes[n] += 1
        if sizes[n] > _MOST and branch[n] >= 0 and branch_size[n] >= _SMALL:
            roots[branch[n]] = 1
            sizes[n] -= branch_size[n]
        m = receivers[n]
        if sizes[n] >= _SIZE or land[m] == OUTLET or lakes[m] > 0:
            roots[n] = 1
        else:
            sizes[m] += sizes[n]
            if sizes[n] > branch_size[m]:
                branch_size[m] = sizes[n]
                branch[m] = n
    found = 0
    for k in range(count):
        n = order[k]
        if lakes[n] > 0:
            labels[n] = 0
        elif roots[n]:
            found += 1
            labels[n] = found
        else:
            labels[n] = labels[receivers[n]]
    return found


@device()
def _root(parents, label):  # type: ignore[no-untyped-def]
    while parents[label] != label:
        label = parents[label]
    return label


@kernel(types.int64(FLOW_GRAPH, types.int64, types.int32[::1]))
def join_small(flow, found, labels):  # type: ignore[no-untyped-def]
    """Let labels of few nodes join their smallest neighbour; return how many labels are left."""
    order, columns = flow.topological_order, flow.columns
    count = len(order)
    sizes = np.zeros(found + 1, dtype=np.int64)
    for k in range(count):
        sizes[labels[order[k]]] += 1
    parents = np.arange(found + 1)
    wanted = np.empty(found + 1, dtype=np.int64)
    for _ in range(_JOINS):
        wanted[:] = 0
        for k in range(count):
            n = order[k]
            a = labels[n]
            if a == 0 or sizes[a] >= _SMALL:
                continue
            for d in range(8):
                b = labels[n + neighbour(d, columns)]
                if b == 0 or b == a or sizes[a] + sizes[b] > _MOST:
                    continue
                w = wanted[a]
                if w == 0 or sizes[b] < sizes[w] or (sizes[b] == sizes[w] and b < w):
                    wanted[a] = b
        changed = False
        for a in range(1, found + 1):
            parents[a] = a
        for a in range(1, found + 1):
            if wanted[a] == 0:
                continue
            first, second = _root(parents, a), _root(parents, wanted[a])
            if first != second and sizes[first] + sizes[second] <= _MOST:
                low, high = min(first, second), max(first, second)
                parents[high] = low
                sizes[low] += sizes[high]
                sizes[high] = 0
                changed = True
        if not changed:
            break
        for k in range(count):
            labels[order[k]] = _root(parents, labels[order[k]])
    return found


@kernel(types.void(INDICES, types.int64, types.int32[::1]))
def _filter_tongues(before, columns, labels):  # type: ignore[no-untyped-def]
    """Give a node to the tile that holds at least five of the nine nodes about it."""
    for n in range(columns + 1, len(labels) - columns - 1):
        here = before[n]
        alone = here == before[n - 1] and here == before[n + 1]
        if here == 0 or (alone and here == before[n - columns] and here == before[n + columns]):
            continue
        for d in range(8):
            other = before[n + neighbour(d, columns)]
            if other == 0 or other == before[n]:
                continue
            held = 0
            for e in range(8):
                held += 1 if before[n + neighbour(e, columns)] == other else 0
            if held >= 5:
                labels[n] = other


@kernel(types.void(INDICES, types.int64, types.int32[::1]))
def _grow_offshore(before, columns, labels):  # type: ignore[no-untyped-def]
    """Give each node without a tile to the first neighbour's that has one."""
    for n in range(columns + 1, len(labels) - columns - 1):
        if before[n] == 0:
            for d in range(8):
                other = before[n + neighbour(d, columns)]
                if other > 0:
                    labels[n] = other
                    break
