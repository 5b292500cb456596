"""Where the land of an island is: from a sketch of it, so that none is solved for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Protocol

import numpy as np

import worldgen

_SAMPLES: Final = 32
"""Samples of the sketch over half an island, at most twice as many."""

_REACH: Final = 1.3
"""How far from its site an island is looked for, in sizes of it."""

_INLAND: Final = 0.9
"""Share of the greatest distance from the sea at which land counts as inland."""

Point = tuple[float, float]


class Rising(Protocol):
    """What is known of an island without solving it: its key, its site and half its length."""

    @property
    def key(self) -> tuple[int, int, int]: ...
    @property
    def x(self) -> float: ...
    @property
    def y(self) -> float: ...
    @property
    def size(self) -> float: ...


@dataclass(frozen=True)
class Spot:
    """Places of one island, in cells: for its name, and to go to."""

    middle: Point
    """Amid all its land, which may be in a bay or between the islands of a chain."""
    inland: Point
    """On land, far from the sea."""


def find_spot(world: worldgen.World, site: Rising) -> Spot | None:
    """Return places of a site's island; None if there is no land."""
    half = int(_REACH * site.size)
    lod = min(worldgen.MAX_LOD, max(0, (half // _SAMPLES).bit_length() - 1))
    step = 1 << lod
    reach = half // step + 1
    left, top = int(site.x) - reach * step, int(site.y) - reach * step
    try:
        region = world.region(left, top, 2 * reach, 2 * reach, lod=lod, sketch=True)
    except worldgen.CoordinateError:
        # The land may reach beyond the limit of the world: the site has to do.
        return Spot((site.x, site.y), (site.x, site.y))
    shore = np.where(region.in_domain(site.key), region.shore, -1.0)
    if not (shore > 0.0).any():
        return None
    rows, columns = np.nonzero(shore > 0.0)
    middle = left + step * float(columns.mean()), top + step * float(rows.mean())
    return Spot(middle, inland_of(region, shore))


def inland_of(region: worldgen.Region, shore: np.ndarray) -> Point:
    """Return the place farthest from the sea; of several, the one nearest to their middle."""
    rows, columns = np.nonzero(shore >= max(1e-6, _INLAND * float(shore.max())))
    away = (rows - rows.mean()) ** 2 + (columns - columns.mean()) ** 2
    best = int(np.argmin(away))
    return (
        region.x + region.step * float(columns[best]),
        region.y + region.step * float(rows[best]),
    )
