"""Outlines by marching squares: closed rings around the samples that are inside.

Pieces that touch only across a corner stay apart, as they do where land is labelled, so a piece
has one ring around it and one around each of its holes. Rings are closed along the edge of the
grid. Seen with y upward the ring around a piece runs counter-clockwise and those of its holes
clockwise, as GeoJSON has it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

_TOP, _RIGHT, _BOTTOM, _LEFT = range(4)

_SEGMENTS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((_TOP, _LEFT),),
    2: ((_RIGHT, _TOP),),
    3: ((_RIGHT, _LEFT),),
    4: ((_BOTTOM, _RIGHT),),
    5: ((_TOP, _LEFT), (_BOTTOM, _RIGHT)),
    6: ((_BOTTOM, _TOP),),
    7: ((_BOTTOM, _LEFT),),
    8: ((_LEFT, _BOTTOM),),
    9: ((_TOP, _BOTTOM),),
    10: ((_RIGHT, _TOP), (_LEFT, _BOTTOM)),
    11: ((_RIGHT, _BOTTOM),),
    12: ((_LEFT, _RIGHT),),
    13: ((_TOP, _RIGHT),),
    14: ((_LEFT, _TOP),),
}
"""From which side to which the outline crosses a square, by which of its corners are inside.

Corners count 1, 2, 4 and 8 from the upper left around to the lower left.
"""

_NEAREST_TO_SAMPLE = 0.01
"""Crossings keep this distance from samples, so that rings never touch themselves."""


@dataclass(frozen=True)
class Ring:
    """One closed outline."""

    points: np.ndarray
    """float64 (n, 2): column and row in samples; the first point stands at the end again."""
    inside: tuple[int, int]
    """Row and column of a sample just inside."""
    area: float
    """In samples; negative around a hole."""


def trace_rings(inside: np.ndarray, depth: np.ndarray, grid: float = 0.0) -> list[Ring]:
    """Return the outlines of a bool grid, those around holes among them.

    Args:
        inside: bool (rows, columns).
        depth: how deep each sample lies inside, negative outside: the outline runs where it is 0.
            Where its sign contradicts ``inside``, the outline runs half-way.
        grid: where points may lie, as a part of the distance between samples: 1/2, 1/4, ...; 0 for
            anywhere.
    """
    padded = np.pad(np.ascontiguousarray(inside), 1)
    starts, ends = _segments(padded)
    if not len(starts):
        return []
    order = np.argsort(starts)
    edges, following = starts[order], np.searchsorted(starts[order], ends[order])
    points, samples = _crossings(edges, padded, depth, grid)
    rings = []
    for cycle in _cycles(following.tolist()):
        ring = _ring(points[cycle], tuple(int(n) for n in samples[cycle[0]]))
        if ring:
            rings.append(ring)
    return rings


def _segments(padded: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the grid edges that the outline's pieces begin and end on."""
    rows, columns = padded.shape
    bits = padded.astype(np.uint8)
    cases = bits[:-1, :-1] + 2 * bits[:-1, 1:] + 4 * bits[1:, 1:] + 8 * bits[1:, :-1]
    starts, ends = [], []
    for case, segments in _SEGMENTS.items():
        r, c = np.nonzero(cases == case)
        here = r * columns + c
        # Edges to the right of a sample come first, then those below each sample.
        below = rows * columns + here
        sides = (here, below + 1, here + columns, below)
        for start, end in segments:
            starts.append(sides[start])
            ends.append(sides[end])
    return np.concatenate(starts), np.concatenate(ends)


def _crossings(
    edges: np.ndarray, padded: np.ndarray, depth: np.ndarray, grid: float
) -> tuple[np.ndarray, np.ndarray]:
    """Return where the outline crosses each edge, and the sample inside, without the padding."""
    rows, columns = padded.shape
    downward = edges >= rows * columns
    first = np.stack(np.divmod(edges % (rows * columns), columns), axis=1)
    second = first + np.where(downward[:, np.newaxis], (1, 0), (0, 1))
    swap = padded[second[:, 0], second[:, 1]]
    within = np.where(swap[:, np.newaxis], second, first)
    without = np.where(swap[:, np.newaxis], first, second)
    known = np.pad(depth.astype(np.float64), 1)
    high = known[within[:, 0], within[:, 1]]
    low = known[without[:, 0], without[:, 1]]
    believable = (high > 0.0) & (low < 0.0)
    with np.errstate(invalid="ignore", divide="ignore"):
        share = np.where(believable, high / (high - low), 0.5)
    if grid:
        share = np.round(share / grid) * grid
    nearest = max(_NEAREST_TO_SAMPLE, grid)
    share = np.clip(share, nearest, 1.0 - nearest)
    share[_in_padding(without, rows, columns)] = 0.0
    places = within + share[:, np.newaxis] * (without - within) - 1.0
    return places[:, ::-1], within - 1


def _in_padding(samples: np.ndarray, rows: int, columns: int) -> np.ndarray:
    r, c = samples[:, 0], samples[:, 1]
    padding: np.ndarray = (r == 0) | (c == 0) | (r == rows - 1) | (c == columns - 1)
    return padding


def _cycles(following: list[int]) -> list[list[int]]:
    """Return the cycles of a permutation, each from its smallest member on."""
    seen = bytearray(len(following))
    cycles = []
    for first in range(len(following)):
        if seen[first]:
            continue
        cycle, at = [], first
        while not seen[at]:
            seen[at] = 1
            cycle.append(at)
            at = following[at]
        cycles.append(cycle)
    return cycles


def _ring(points: np.ndarray, inside: tuple[int, ...]) -> Ring | None:
    """Close a ring and drop points that repeat; None when nothing is left of it."""
    moved = np.any(points != np.roll(points, 1, axis=0), axis=1)
    points = points[moved]
    if len(points) < 3:
        return None
    points = np.concatenate([points, points[:1]])
    x, y = points[:, 0] - points[0, 0], points[:, 1] - points[0, 1]
    area = 0.5 * float(np.dot(x[:-1], y[1:]) - np.dot(x[1:], y[:-1]))
    return Ring(points, (inside[0], inside[1]), area) if area else None
