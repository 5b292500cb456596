"""Where play begins: a dry, gentle place near a shore, found the same way every time."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from worldgen.biomes import Biome

if TYPE_CHECKING:
    from worldgen.world import World

_SEARCH_SQUARES = 5
_LOD = 2
_VIEW = 256


def find_spawn(world: World) -> tuple[int, int]:
    """Return the spawn of a world in cells."""
    spacing = world.parameters.island_spacing
    half = _SEARCH_SQUARES * spacing
    sites = [s for s in world.sites(-half, -half, 2 * half, 2 * half) if s.size > 0.3]
    sites.sort(key=lambda site: (site.x * site.x + site.y * site.y, site.key))
    places = [(int(site.x), int(site.y)) for site in sites[:8]] or [(0, 0)]
    for x, y in places:
        found = _search_around(world, x, y)
        if found is not None:
            return found
    return places[0]


def _search_around(world: World, x: int, y: int) -> tuple[int, int] | None:
    step = 1 << _LOD
    left, top = x - _VIEW * step // 2, y - _VIEW * step // 2
    region = world.region(left, top, _VIEW, _VIEW, lod=_LOD, sketch=True)
    dry = np.isnan(region.water_level) & (region.biome != Biome.BEACH)
    if not dry.any():
        return None
    slope = np.abs(region.gradient_x) + np.abs(region.gradient_y)
    shore = np.abs(region.height - (world.parameters.beach_level + 0.03))
    cost = np.where(dry, shore + 4.0 * slope, np.inf)
    row, column = np.unravel_index(int(np.argmin(cost)), cost.shape)
    return left + int(column) * step, top + int(row) * step
