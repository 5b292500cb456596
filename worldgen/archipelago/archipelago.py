"""The rule of a world's islands: a sea of three levels of sites, or land that runs on.

With ``island`` off the plane is cut into domains of one level without sea between, so that plans
have an end (``land_domains``); else islands lie in open sea (``sea``).
"""

from __future__ import annotations

from collections.abc import Iterator

from worldgen.archipelago import land_domains, sea
from worldgen.archipelago.claim_grid import OPEN_SEA
from worldgen.archipelago.claims import FARTHEST_BENT, LEVELS, SPACINGS
from worldgen.archipelago.island_mask import IslandKey, Mask
from worldgen.archipelago.landforms import FARTHEST
from worldgen.archipelago.sea import SeaSite
from worldgen.parameters import WorldParameters

__all__ = [
    "LEVELS", "OPEN_SEA", "SPACINGS", "Archipelago", "IslandKey", "Mask", "SeaSite", "domain_box",
    "keys_near", "make_archipelago", "mask_grid", "sites_in",
]  # fmt: skip

Archipelago = sea.Archipelago | land_domains.Archipelago


def make_archipelago(key: int, parameters: WorldParameters) -> Archipelago:
    """Return the archipelago of the world with this key."""
    if parameters.island:
        return sea.make_archipelago(key, parameters)
    return land_domains.make_archipelago(key, parameters)


def mask_grid(archipelago: Archipelago, x: int, y: int, step: int, width: int, height: int) -> Mask:
    """Return the mask of a grid of samples; positions and step in sixty-fourths of a cell."""
    if isinstance(archipelago, sea.Archipelago):
        return sea.mask_grid(archipelago, x, y, step, width, height)
    return land_domains.mask_grid(archipelago, x, y, step, width, height)


def domain_box(archipelago: Archipelago, key: IslandKey) -> tuple[int, int, int, int]:
    """Return a box that holds a domain: x, y, width and height in whole cells."""
    if isinstance(archipelago, sea.Archipelago):
        return sea.domain_box(archipelago, *key)
    return land_domains.domain_box(archipelago, key[0], key[1])


def sites_in(
    archipelago: Archipelago, x: int, y: int, width: int, height: int, level: int
) -> Iterator[SeaSite]:
    """Yield the sites of a level that have an island and lie in a rectangle of cells."""
    if isinstance(archipelago, sea.Archipelago):
        yield from sea.sites_in(archipelago, x, y, width, height, level)


def keys_near(
    archipelago: Archipelago, x: int, y: int, width: int, height: int
) -> Iterator[IslandKey]:
    """Yield the keys of the islands whose domains may reach a rectangle, the great ones first."""
    if not isinstance(archipelago, sea.Archipelago):
        return
    for level in reversed(range(LEVELS)):
        reach = (
            int((FARTHEST + FARTHEST_BENT) * archipelago.side(level)) + 2 * archipelago.node_step
        )
        around = (x - reach, y - reach, width + 2 * reach, height + 2 * reach)
        for site in sea.sites_in(archipelago, *around, level):
            left, top, columns, rows = sea.domain_box(archipelago, *site.key)
            if left < x + width and x < left + columns and top < y + height and y < top + rows:
                yield site.key
