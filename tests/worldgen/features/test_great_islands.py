"""Great islands as their users see them: whole at once, from their coarse plans."""

from __future__ import annotations

import pytest

import worldgen
from worldgen.coordinates import MAX_PLANNED_LOD

pytestmark = pytest.mark.usefixtures("compiled_kernels")


@pytest.fixture
def world() -> worldgen.World:
    return worldgen.World(7)


@pytest.fixture
def island(world: worldgen.World) -> worldgen.Island:
    sites = world.sites(-30_000, -30_000, 60_000, 60_000, level=2)
    made = world.island(*max(sites, key=lambda site: (site.size, site.key)).key)
    assert made is not None
    return made


def has_tiles(world: worldgen.World, island: worldgen.Island) -> bool:
    """Whether the land around the peak is solved."""
    step = 64
    keys = world.missing_plans(int(island.peak.x) // step, int(island.peak.y) // step)
    return all(len(key) == 3 or key[:3] != island.key for key in keys)


def test_figures_and_pictures_of_the_whole_solve_no_tile(
    world: worldgen.World, island: worldgen.Island
) -> None:
    figures = island.statistics
    sea = world.parameters.water_level
    assert sea < figures.land_mean_height < island.peak.height
    assert 0.0 < figures.land_height_spread < 0.5
    assert 0.0 <= figures.land_mountain_fraction < 1.0
    width, height = island.bounds[2:]
    side = max(width, height)
    picture = island.picture(longest=(side >> MAX_PLANNED_LOD) - 8)
    assert max(picture.shape) <= (side >> MAX_PLANNED_LOD) - 8
    assert not has_tiles(world, island)


def test_figures_are_about_those_of_the_solved_land(
    world: worldgen.World, island: worldgen.Island
) -> None:
    """What a chunk shows of the summit is what the figures tell."""
    x, y = int(island.peak.x), int(island.peak.y)
    near = world.region(x - 32, y - 32, 64, 64)
    assert has_tiles(world, island)
    assert abs(float(near.height.max()) - island.statistics.peak_height) < 0.1
