"""Where islands are: jittered sites, their warped domains, and the mask that sinks the sea between.

One site lies in each square of ``island_spacing`` cells. A site's domain is its cell of the power
diagram (Aurenhammer 1987) of all sites, bent by broad octaves of noise, gently enough that its land
stays in one piece. Inside it the mask is the union of a few soft lobes, bent at every scale, and
brought to 0 on the domain's border; noise then draws the coast where the mask is neither high nor
low.

Everything here is pointwise; positions are relative to the square that holds the sample, so that
every path to a sample gives the same bits.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from worldgen.archipelago.domains import REACH, Bends, MaskGrid, fill_mask
from worldgen.archipelago.island_mask import Mask
from worldgen.archipelago.sites import (
    FARTHEST,
    SITE_FIELDS,
    SITE_X,
    SITE_Y,
    fill_sites,
)
from worldgen.coordinates import UNITS_PER_CELL
from worldgen.forking import kept_property
from worldgen.noise.octaves import Octaves, make_octaves, sum_octaves
from worldgen.parameters import WorldParameters
from worldgen.seed import layer_key

_WARP_LENGTH = 1.45
_WARP_STRENGTH = 1.15
_WARP_OCTAVES = 6
_WARP_PERSISTENCE = 0.58
_WARP_LACUNARITY = 2.3
_STRONGEST_BEND = 0.40
"""How far a domain is bent at most, in spacings; more would fold it and leave pieces apart."""

_STEEPEST = 0.72
"""What one octave of gradient noise of amplitude 1 never passes: sqrt(1/2), and a little more."""

_NO_BEND = np.empty((0, 0))
_SMALL_TABLE = 256


@dataclass(frozen=True, eq=False)
class Archipelago:
    """The rule of one world's islands."""

    key: int
    spacing: int
    """Side of a site's square, in cells."""
    cover: float
    warp: float
    warp_x: tuple[Octaves, Octaves]
    """The broad octaves that bend domains, and the finer ones that bend lobes as well."""
    warp_y: tuple[Octaves, Octaves]

    @property
    def bend(self) -> float:
        """How far domains are bent at most, in spacings."""
        return min(self.warp, _STRONGEST_BEND)

    @kept_property
    def lobe_bend(self) -> float:
        """How far lobes are bent at most beside their domain, in spacings."""
        finer = self.warp_x[1].amplitudes
        return self.warp * min(1.0, _STEEPEST * float(np.sum(finer)))

    @property
    def spacing_units(self) -> int:
        return self.spacing * UNITS_PER_CELL


def make_archipelago(key: int, parameters: WorldParameters) -> Archipelago:
    """Return the archipelago of the world with this key."""
    length = _WARP_LENGTH * parameters.island_spacing
    return Archipelago(
        key=layer_key(key, "archipelago"),
        spacing=parameters.island_spacing,
        cover=parameters.cover,
        warp=parameters.warp * _WARP_STRENGTH,
        warp_x=_make_warp(key, "warp x", length),
        warp_y=_make_warp(key, "warp y", length),
    )


def _make_warp(key: int, layer: str, length: float) -> tuple[Octaves, Octaves]:
    return make_octaves(
        key, layer, length, _WARP_OCTAVES, _WARP_PERSISTENCE, _WARP_LACUNARITY, "gradient"
    ).split(0.4 * length)


def site_table(
    archipelago: Archipelago, first_i: int, first_j: int, columns: int, rows: int
) -> np.ndarray:
    """Return the sites of a block of squares: float64 (columns, rows, SITE_FIELDS)."""
    table = np.empty((columns, rows, SITE_FIELDS))
    fill_sites(archipelago.key, archipelago.cover, first_i, first_j, table)
    return table


def domain_reach(archipelago: Archipelago) -> float:
    """Return how far from its site a domain can extend on either axis, in cells."""
    return (FARTHEST + archipelago.bend) * archipelago.spacing


def mask_grid(archipelago: Archipelago, x: int, y: int, step: int, width: int, height: int) -> Mask:
    """Return the mask of a grid of samples; positions and step in sixty-fourths of a cell."""
    broad_x = sum_octaves(archipelago.warp_x[0], x, y, step, width, height)
    broad_y = sum_octaves(archipelago.warp_y[0], x, y, step, width, height)
    units = archipelago.spacing_units
    margin = int(archipelago.bend + REACH + 1.0) + 1
    first_i, first_j = x // units - margin, y // units - margin
    columns = (x + step * (width - 1)) // units + margin + 1 - first_i
    rows = (y + step * (height - 1)) // units + margin + 1 - first_j
    sites = _sites_around(archipelago, first_i, first_j, columns, rows)
    strength = np.empty((height, width))
    owner = np.empty((height, width), dtype=np.int32)

    grid = MaskGrid(x, y, step, units, first_i, first_j)
    strengths = (archipelago.bend, archipelago.warp, archipelago.lobe_bend)
    bends = Bends(*strengths, broad_x, broad_y, _NO_BEND, _NO_BEND)
    if fill_mask(grid, bends, sites, strength, owner):
        fine_x = sum_octaves(archipelago.warp_x[1], x, y, step, width, height)
        fine_y = sum_octaves(archipelago.warp_y[1], x, y, step, width, height)
        fill_mask(grid, bends._replace(fine_x=fine_x, fine_y=fine_y), sites, strength, owner)
    return Mask(strength, owner, ((first_i, first_j),))


def domain_box(archipelago: Archipelago, i: int, j: int) -> tuple[int, int, int, int]:
    """Return a box that holds domain (i, j): x, y, width and height in whole cells."""
    site = site_table(archipelago, i, j, 1, 1)[0, 0]
    reach = int(domain_reach(archipelago)) + 1
    x = i * archipelago.spacing + int(site[SITE_X] * archipelago.spacing)
    y = j * archipelago.spacing + int(site[SITE_Y] * archipelago.spacing)
    return x - reach, y - reach, 2 * reach + 1, 2 * reach + 1


def _sites_around(
    archipelago: Archipelago, first_i: int, first_j: int, columns: int, rows: int
) -> np.ndarray:
    """Return a site table that is only read; chunks of one square share theirs."""
    if columns * rows > _SMALL_TABLE:
        return site_table(archipelago, first_i, first_j, columns, rows)
    return _small_table(archipelago.key, archipelago.cover, first_i, first_j, columns, rows)


@lru_cache(maxsize=128)
def _small_table(
    key: int, cover: float, first_i: int, first_j: int, columns: int, rows: int
) -> np.ndarray:
    table = np.empty((columns, rows, SITE_FIELDS))
    fill_sites(key, cover, first_i, first_j, table)
    table.flags.writeable = False
    return table
