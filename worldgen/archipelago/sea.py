"""A sea like Earth's: land of every size, oceans, and open sea that belongs to nobody.

Sites of three levels lie 1, 4 and 9 island spacings apart (``sea_sites``); slow fields say which
have islands. Claims say which site owns a place (``claims``). Claims and owners are asked at the
nodes of a lattice of ``node_step`` cells alone; a sample between them has the claim interpolated
from the nodes around it and the owner of the nearest node.

No domain's land touches its border, whatever the parameters:

- A node bears on a sample if it is less than a node step away on both axes.
- The mask of a sample is above 0 only if all nodes that bear on it have one owner, s; then s, the
  nearest node's owner, is the sample's owner too.
- Let q be a place less than half a node step away from such a sample p on both axes. Its nearest
  node is at most half a step from q, so less than a step from p: it bears on p, and its owner is s.
- So every place less than half a node step from p, which is at least 2 cells, belongs to s. Where
  the mask is 0 there is no land, as ``0.8 * water_level * h`` is under water for all h in 0..1.

Everything here is pointwise. Nodes are whole cells, places in a square are relative to it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np

from worldgen.archipelago.claim_grid import OPEN_SEA, fill_claims, find_middles
from worldgen.archipelago.claims import FARTHEST_BENT, LEVELS, SPACINGS
from worldgen.archipelago.island_mask import IslandKey, Mask
from worldgen.archipelago.landforms import (
    FARTHEST,
    SITE_COUNT,
    SITE_FIELDS,
    SITE_KIND,
    SITE_REACH,
    SITE_SIZE,
    SITE_X,
    SITE_Y,
)
from worldgen.archipelago.mask_samples import fill_strength
from worldgen.archipelago.sea_sites import COVER, SITE_FACTS, find_sites, raise_islands
from worldgen.coordinates import UNITS_PER_CELL
from worldgen.noise.octaves import Octaves, make_octaves, sum_octaves
from worldgen.parameters import WorldParameters
from worldgen.seed import layer_key

_WARP = 0.76
"""How far each octave bends places at the strongest warp, in parts of its wavelength."""

_FINE_LENGTH = 449.0
_FINE_OCTAVES = 6
_FINE_PERSISTENCE = 0.68
_FINE_LACUNARITY = 2.1

_NODES_PER_SPACING = 128
_LEAST_NODE_STEP = 4
_SMALL_TABLE = 256
_NO_FINE = np.empty((0, 0))


@dataclass(frozen=True, eq=False)
class Archipelago:
    """The rule of one world's islands."""

    key: int
    spacing: int
    """Side of a small site's square, in cells."""
    band: int
    """Cells from the equator to the pole of a climate band."""
    numbers: np.ndarray = field(repr=False)
    """Share of land, share of it in great islands, strength of bends."""
    fine: Octaves = field(repr=False)
    """What roughens coasts between nodes."""

    def side(self, level: int) -> int:
        """Return the side of a level's squares in cells."""
        return self.spacing * int(SPACINGS[level])

    @property
    def node_step(self) -> int:
        """Cells between nodes: a power of two, so that coarser samples lie on nodes."""
        step = max(_LEAST_NODE_STEP, self.spacing // _NODES_PER_SPACING)
        return 1 << (step.bit_length() - 1)


@dataclass(frozen=True)
class SeaSite:
    """The place where an island rises, and what is known of it before it is made."""

    key: IslandKey
    x: int
    y: int
    """Place in cells."""
    kind: int
    size: float
    """About half the island's length, in cells."""


@dataclass(frozen=True)
class _Table:
    sites: np.ndarray
    first_i: int
    first_j: int


_NO_TABLE = _Table(np.empty((0, 0, SITE_FIELDS)), 0, 0)


def make_archipelago(key: int, parameters: WorldParameters) -> Archipelago:
    """Return the archipelago of the world with this key."""
    numbers = np.array([parameters.cover, parameters.great, _WARP * parameters.warp])
    numbers.flags.writeable = False
    return Archipelago(
        key=layer_key(key, "archipelago"),
        spacing=parameters.island_spacing,
        band=parameters.climate_band,
        numbers=numbers,
        fine=make_octaves(
            key, "coastline", _FINE_LENGTH * parameters.island_spacing / 1024, _FINE_OCTAVES,
            _FINE_PERSISTENCE, _FINE_LACUNARITY, "gradient",
        ),
    )  # fmt: skip


def mask_grid(archipelago: Archipelago, x: int, y: int, step: int, width: int, height: int) -> Mask:
    """Return the mask of a grid of samples; positions and step in sixty-fourths of a cell."""
    node_units = archipelago.node_step * UNITS_PER_CELL
    xs, columns, parts_x = _nodes_along(x, step, width, node_units, archipelago.node_step)
    ys, rows, parts_y = _nodes_along(y, step, height, node_units, archipelago.node_step)
    claims, owners, firsts = claims_at(archipelago, xs, ys)
    fine = _NO_FINE
    if (owners != OPEN_SEA).any():
        fine = sum_octaves(archipelago.fine, x, y, step, width, height)
    strength = np.empty((height, width))
    owner = np.empty((height, width), dtype=np.int32)
    fill_strength(claims, owners, columns, rows, parts_x, parts_y, fine, strength, owner)
    return Mask(strength, owner, firsts)


def claims_at(
    archipelago: Archipelago, xs: np.ndarray, ys: np.ndarray, least_level: int = 0
) -> tuple[np.ndarray, np.ndarray, tuple[tuple[int, int], ...]]:
    """Return the claims and owner codes of nodes, and the first square of each level.

    ``xs`` and ``ys`` are the columns and rows of the nodes: rising whole cells, int64. Islands of
    levels below ``least_level`` are left out; those above do not depend on them.
    """
    corners = int(xs[0]), int(ys[0]), int(xs[-1]), int(ys[-1])
    small, middling, great = (
        sites_around(archipelago, n, *corners, empty=n < least_level) for n in range(LEVELS)
    )
    claims = np.empty((len(ys), len(xs)))
    owners = np.empty((len(ys), len(xs)), dtype=np.int32)
    _fill_claims(archipelago, (xs, ys), (small, middling, great), False, claims, owners, _NO_FINE)
    return claims, owners, tuple((t.first_i, t.first_j) for t in (small, middling, great))


def domain_box(archipelago: Archipelago, i: int, j: int, level: int) -> tuple[int, int, int, int]:
    """Return a box that holds a domain: x, y, width and height in whole cells."""
    site, side = site_at(archipelago, i, j, level), archipelago.side(level)
    x, y = _place(archipelago, site, i, j, level)
    reach = int((float(site[SITE_REACH]) + FARTHEST_BENT) * side) + archipelago.node_step + 2
    return x - reach, y - reach, 2 * reach, 2 * reach


def site_at(archipelago: Archipelago, i: int, j: int, level: int) -> np.ndarray:
    """Return what is known of one site: float64 (SITE_FIELDS,)."""
    site: np.ndarray = _table(archipelago, level, i, j, 1, 1).sites[0, 0]
    return site


def sites_in(
    archipelago: Archipelago, x: int, y: int, width: int, height: int, level: int
) -> Iterator[SeaSite]:
    """Yield the sites of a level that have an island and lie in a rectangle of cells."""
    side = archipelago.side(level)
    first_i, first_j = x // side, y // side
    columns = (x + width - 1) // side + 1 - first_i
    rows = (y + height - 1) // side + 1 - first_j
    table = _table(archipelago, level, first_i, first_j, columns, rows)
    for a, b in np.argwhere(table.sites[:, :, SITE_COUNT] > 0.0).tolist():
        site, i, j = table.sites[a, b], first_i + a, first_j + b
        at_x, at_y = _place(archipelago, site, i, j, level)
        if x <= at_x < x + width and y <= at_y < y + height:
            size = float(site[SITE_SIZE]) * side
            yield SeaSite((i, j, level), at_x, at_y, int(site[SITE_KIND]), size)


def _place(
    archipelago: Archipelago, site: np.ndarray, i: int, j: int, level: int
) -> tuple[int, int]:
    side = archipelago.side(level)
    return i * side + int(float(site[SITE_X]) * side), j * side + int(float(site[SITE_Y]) * side)


def _nodes_along(
    start: int, step: int, count: int, node_units: int, node_step: int
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the nodes that bear on samples along an axis, as whole cells.

    Besides, for each sample, which of them is before it, and how far it is to the next (0..1).
    """
    samples = start + step * np.arange(count, dtype=np.int64)
    before = samples // node_units
    rest = samples - before * node_units
    if step <= node_units:
        last = int(before[-1]) + (1 if rest[-1] else 0)
        nodes = np.arange(int(before[0]), last + 1, dtype=np.int64)
        at = before - nodes[0]
    else:
        nodes = np.unique(np.concatenate([before, before[rest > 0] + 1]))
        at = np.searchsorted(nodes, before)
    return nodes * node_step, at, rest / node_units


def sites_around(
    archipelago: Archipelago,
    level: int,
    left: int,
    top: int,
    right: int,
    bottom: int,
    empty: bool = False,
) -> _Table:
    """Return the sites of a level that can matter in a rectangle of cells, or squares of none."""
    side = archipelago.side(level)
    margin = int(FARTHEST + FARTHEST_BENT) + 1
    first_i, first_j = left // side - margin, top // side - margin
    columns = right // side + margin + 1 - first_i
    rows = bottom // side + margin + 1 - first_j
    if empty:
        return _Table(np.zeros((columns, rows, SITE_FIELDS)), first_i, first_j)
    return _table(archipelago, level, first_i, first_j, columns, rows)


def _table(
    archipelago: Archipelago, level: int, first_i: int, first_j: int, columns: int, rows: int
) -> _Table:
    if columns * rows > _SMALL_TABLE:
        return _make_table(archipelago, level, first_i, first_j, columns, rows)
    key = archipelago.key, archipelago.spacing, archipelago.band, archipelago.numbers.tobytes()
    return _small_table(_Hashed(archipelago, key), level, first_i, first_j, columns, rows)


@dataclass(frozen=True)
class _Hashed:
    """An archipelago that is told from others by what its sites are made from."""

    archipelago: Archipelago = field(compare=False)
    key: tuple[int, int, int, bytes]


@lru_cache(maxsize=384)
def _small_table(
    hashed: _Hashed, level: int, first_i: int, first_j: int, columns: int, rows: int
) -> _Table:
    return _make_table(hashed.archipelago, level, first_i, first_j, columns, rows)


def _make_table(
    archipelago: Archipelago, level: int, first_i: int, first_j: int, columns: int, rows: int
) -> _Table:
    side = archipelago.side(level)
    box = (
        first_i * side,
        first_j * side,
        (first_i + columns) * side,
        (first_j + rows) * side,
    )
    square = np.array(
        [archipelago.spacing, archipelago.band, level, first_i, first_j], dtype=np.int64
    )
    facts = np.empty((columns, rows, SITE_FACTS))
    places = np.empty((2, columns * rows), dtype=np.int64)
    find_sites(archipelago.key, float(archipelago.numbers[COVER]), square, places, facts)
    claims = np.empty((LEVELS, columns * rows))
    if level < LEVELS - 1:
        around = (
            _NO_TABLE if n <= level else sites_around(archipelago, n, *box) for n in range(LEVELS)
        )
        alike = np.empty((1, columns * rows))
        owners = np.empty(alike.shape, dtype=np.int32)
        _fill_claims(archipelago, places, tuple(around), True, alike, owners, claims)
    sites = np.empty((columns, rows, SITE_FIELDS))
    raise_islands(archipelago.key, archipelago.numbers, square, facts, claims, sites)
    find_middles(
        archipelago.key, archipelago.numbers, archipelago.spacing, square[2:].copy(), sites
    )
    sites.flags.writeable = False
    return _Table(sites, first_i, first_j)


def _fill_claims(
    archipelago: Archipelago,
    places: tuple[np.ndarray, np.ndarray] | np.ndarray,
    tables: tuple[_Table, ...],
    scattered: bool,
    claims: np.ndarray,
    owners: np.ndarray,
    by_level: np.ndarray,
) -> None:
    firsts = np.array([(table.first_i, table.first_j) for table in tables], dtype=np.int64)
    fill_claims(
        archipelago.key, archipelago.numbers, archipelago.spacing, (places[0], places[1]),
        tuple(table.sites for table in tables), firsts, scattered, claims, owners, by_level,
    )  # fmt: skip
