"""Lines cut where they leave a box."""

from __future__ import annotations

import itertools

import numpy as np

Point = tuple[float, float]
Box = tuple[float, float, float, float]
"""Left, top, right, bottom; its edge belongs to it."""


def clipped(points: np.ndarray, box: Box) -> list[list[Point]]:
    """Return the parts of a line (n, 2) that lie in a box.

    Each segment is cut as by Liang and Barsky (1984).
    """
    parts: list[list[Point]] = []
    places = [(float(x), float(y)) for x, y in points.tolist()]
    open_end = False
    for start, end in itertools.pairwise(places):
        first, last = _span_within(start, end, box)
        if first > last:
            open_end = False
            continue
        if not (open_end and first == 0.0):
            parts.append([_along(start, end, first)])
        parts[-1].append(_along(start, end, last))
        open_end = last == 1.0
    return parts


def _span_within(start: Point, end: Point, box: Box) -> Point:
    """Return between which shares of a segment it lies in a box; the first greater: nowhere."""
    first, last = 0.0, 1.0
    for axis in range(2):
        way = end[axis] - start[axis]
        for bound, outward in ((box[axis], -1.0), (box[axis + 2], 1.0)):
            beyond = outward * (start[axis] - bound)
            if way == 0.0:
                if beyond > 0.0:
                    return 1.0, 0.0
            elif outward * way > 0.0:
                last = min(last, (bound - start[axis]) / way)
            else:
                first = max(first, (bound - start[axis]) / way)
    return first, last


def _along(start: Point, end: Point, share: float) -> Point:
    if share in (0.0, 1.0):
        return end if share else start
    return start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])
