"""Islands as the library lists them, held against final fields: rivers, lakes, peaks, figures."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import pytest

from tests.worldgen.chunk.water_checks import label_bodies, open_sea
from tests.worlds import largest_site, shared_world
from worldgen import Biome, Island, Region, River, World, WorldParameters

SEEDS = [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 30))]
MARGIN = 24
"""Cells around the bounds of an island that are read with it."""


@lru_cache(maxsize=8)
def islands_of(seed: int, lakes: float = 0.5) -> tuple[World, tuple[Island, ...]]:
    world = shared_world(seed, lakes=lakes)
    site = largest_site(world, 8)
    x, y = int(site.x), int(site.y)
    around = world.islands(x - 3000, y - 3000, 6000, 6000)
    return world, tuple(island for island in around if island.key[2] == 0)


@lru_cache(maxsize=8)
def read_whole(seed: int, key: tuple[int, int, int], lakes: float = 0.5) -> Region:
    world, islands = islands_of(seed, lakes)
    x, y, width, height = next(island for island in islands if island.key == key).bounds
    return world.region(x - MARGIN, y - MARGIN, width + 2 * MARGIN, height + 2 * MARGIN)


def large(islands: tuple[Island, ...]) -> list[Island]:
    """Return the two largest islands."""
    return sorted(islands, key=lambda island: -island.area)[:2]


def cell_in(region: Region, x: float, y: float) -> tuple[int, int]:
    return round(y - region.y), round(x - region.x)


@pytest.mark.parametrize("seed", SEEDS)
def test_every_river_ends_within_the_sea(seed: int) -> None:
    _, islands = islands_of(seed)
    assert islands
    for island in large(islands):
        region = read_whole(seed, island.key)
        sea = open_sea(region.biome == Biome.OCEAN)
        # On less land than this there need be none.
        assert island.rivers or island.area < 40_000
        for river in island.rivers:
            assert river.mouth == "sea", river
            at = cell_in(region, *river.points[-1])
            assert region.biome[at] == Biome.OCEAN, river
            assert sea[at], river


@pytest.mark.parametrize("seed", SEEDS)
def test_rivers_fall_and_grow_and_never_come_back(seed: int) -> None:
    _, islands = islands_of(seed)
    for island in islands:
        for river in island.rivers:
            assert len(river.points) == len(river.level) == len(river.discharge) >= 2
            assert (np.diff(river.level) <= 0.0).all(), river
            assert (np.diff(river.discharge) >= 0.0).all(), river
            assert (river.discharge > 0.0).all(), river
            places = {(x, y) for x, y in river.points.tolist()}
            assert len(places) == len(river.points), f"{river} visits a place twice"
            assert 2 <= river.own_points <= len(river.points)
            for array in (river.points, river.level, river.discharge):
                assert not array.flags.writeable


@pytest.mark.parametrize("seed", SEEDS)
def test_public_heights_never_rise_along_a_river(seed: int) -> None:
    world, islands = islands_of(seed)
    for island in large(islands):
        for river in island.rivers[:2]:
            samples = [world.at(x, y) for x, y in river.points]
            assert {sample.biome for sample in samples} <= {
                Biome.RIVER,
                Biome.LAKE,
                Biome.OCEAN,
            }, river
            heights = [sample.height for sample in samples if sample.biome == Biome.RIVER]
            assert (np.diff(heights) <= 0.0).all(), river
            water = [sample.water_level for sample in samples]
            assert (np.diff(water) <= 0.0).all(), river


@pytest.mark.parametrize("seed", SEEDS)
def test_rivers_join_without_crossing(seed: int) -> None:
    _, islands = islands_of(seed)
    for island in large(islands):
        starts, ends = own_segments(island)
        assert crossings(starts, ends) == 0, island


def own_segments(island: Island) -> tuple[np.ndarray, np.ndarray]:
    """Return the ends of all segments of an island's rivers, each once.

    Lakes are left out, and so is the last bend before a junction, where two curves touch.
    """
    starts, ends = [np.empty((0, 2), dtype=np.int64)], [np.empty((0, 2), dtype=np.int64)]
    for river in island.rivers:
        joins = river.own_points < len(river.points)
        own = river.points[: river.own_points - 4 if joins else river.own_points]
        whole = np.round(own * 64).astype(np.int64)
        short = np.abs(np.diff(own, axis=0)).max(axis=1) < 6.0
        starts.append(whole[:-1][short])
        ends.append(whole[1:][short])
    return np.concatenate(starts), np.concatenate(ends)


def crossings(starts: np.ndarray, ends: np.ndarray) -> int:
    """Count pairs of segments that cross in their insides, in exact whole numbers."""
    order = np.argsort(np.minimum(starts[:, 0], ends[:, 0]), kind="stable")
    starts, ends = starts[order], ends[order]
    left, right = np.minimum(starts, ends), np.maximum(starts, ends)
    last = np.searchsorted(left[:, 0], right[:, 0], side="right")
    found = 0
    for one in range(len(starts)):
        others = np.arange(one + 1, last[one])
        near = (left[others, 1] <= right[one, 1]) & (right[others, 1] >= left[one, 1])
        others = others[near]
        a, b, c, d = starts[one], ends[one], starts[others], ends[others]
        apart = side(a, b, c) * side(a, b, d) < 0
        found += int(np.count_nonzero(apart & (side(c, d, a) * side(c, d, b) < 0)))
    return found


def side(start: np.ndarray, end: np.ndarray, place: np.ndarray) -> np.ndarray:
    """Return on which side of a line a place lies: -1, 0 or 1."""
    along, toward = end - start, place - start
    turn: np.ndarray = np.sign(along[..., 0] * toward[..., 1] - along[..., 1] * toward[..., 0])
    return turn


def test_crossings_are_seen() -> None:
    starts = np.array([[0, 0], [0, 10], [20, 0], [5, 5]])
    ends = np.array([[10, 10], [10, 0], [30, 5], [9, 4]])
    # The first two cross; the last only touches both of them.
    assert crossings(starts, ends) == 1


@pytest.mark.parametrize("seed", SEEDS)
def test_below_a_junction_a_river_carries_what_met_there(seed: int) -> None:
    _, islands = islands_of(seed)
    checked = 0
    for island in large(islands):
        arriving: dict[tuple[float, float], list[River]] = {}
        for river in island.rivers:
            if river.own_points < len(river.points):
                x, y = river.points[river.own_points - 1].tolist()
                arriving.setdefault((x, y), []).append(river)
        for rivers in arriving.values():
            below = rivers[0].discharge[rivers[0].own_points - 1]
            # The last pieces of each carry what is carried below already.
            flows = [river.discharge[max(river.own_points - 6, 0)] for river in rivers]
            assert max(flows) <= below * (1.0 + 1e-6), rivers
            assert len(rivers) == 1 or sum(flows) <= below * (1.0 + 1e-6), rivers
            checked += 1
    assert checked > 8


@pytest.mark.parametrize("seed", SEEDS)
def test_lakes_have_one_level_and_an_outlet(seed: int) -> None:
    world, islands = islands_of(seed, lakes=1.0)
    tried = 0
    for island in large(islands):
        if not island.lakes:
            continue
        region = read_whole(seed, island.key, lakes=1.0)
        labels, cells = label_bodies(region.biome == Biome.LAKE)
        # The parts of one hollow may touch: they make one body of water with one way out.
        listed, drained = np.zeros(len(cells)), np.zeros(len(cells), dtype=bool)
        for lake in island.lakes:
            tried += 1
            assert lake.level > world.parameters.water_level
            body = body_near(labels, cell_in(region, lake.x, lake.y))
            assert body > 0, lake
            listed[body] += lake.area
            levels = np.unique(region.water_level[labels == body])
            assert levels.tolist() == [np.float32(lake.level)], lake
            row, column = cell_in(region, *lake.outlet)
            around = region.biome[row - 6 : row + 7, column - 6 : column + 7]
            assert (around == Biome.LAKE).any(), lake
            drained[body] |= np.isin(around, (Biome.RIVER, Biome.OCEAN)).any()
        assert drained[listed > 0].all(), island.lakes
        # Areas are counted in lattice squares of 16 cells.
        measured = cells[listed > 0]
        assert (measured >= 0.4 * listed[listed > 0] - 64).all(), island.lakes
        assert (measured <= 1.6 * listed[listed > 0] + 64).all(), island.lakes
    assert tried > 0


def body_near(labels: np.ndarray, at: tuple[int, int]) -> int:
    around = labels[at[0] - 3 : at[0] + 4, at[1] - 3 : at[1] + 4]
    found = around[around > 0]
    return int(np.bincount(found).argmax()) if found.size else 0


@pytest.mark.parametrize("seed", SEEDS)
def test_figures_agree_with_what_is_there(seed: int) -> None:
    world, islands = islands_of(seed)
    for island in large(islands):
        region = world.island_region(island.key, *island.bounds)
        figures = island.statistics
        land = region.shore > 0.0
        dry = np.isnan(region.water_level)
        assert figures.area == island.area
        assert figures.area == pytest.approx(np.count_nonzero(land), rel=0.06)
        assert figures.water_fraction == pytest.approx(1.0 - dry.mean(), abs=0.06)
        mountains = dry & (region.height >= world.parameters.mountain_level)
        assert figures.mountain_fraction == pytest.approx(mountains.mean(), abs=0.02)
        assert figures.peak_height == pytest.approx(region.height[land].max(), abs=0.06)
        assert figures.mean_height == pytest.approx(region.height.mean(), abs=0.02)
        assert figures.height_spread == pytest.approx(region.height.std(), abs=0.02)
        # Land is joined from node to node, every fourth cell; a cell between may make a bridge.
        _, cells = label_bodies(land[::4, ::4])
        share = cells[1:].max() / cells.sum()
        assert figures.largest_land_share == pytest.approx(share, abs=0.08)
        assert figures.rivers == len(island.rivers)
        assert figures.lakes == len(island.lakes)
        longest = max((river.length for river in island.rivers), default=0.0)
        assert figures.longest_river == longest


def test_bounds_hold_all_land_of_an_island() -> None:
    world, islands = islands_of(0)
    for island in islands:
        x, y, width, height = island.bounds
        region = world.island_region(island.key, x - 40, y - 40, width + 80, height + 80)
        rows, columns = np.nonzero(region.shore > 0.0)
        # The coast is roughened by less than a lattice step of 4 cells.
        assert rows.min() >= 36
        assert columns.min() >= 36
        assert rows.max() < height + 44
        assert columns.max() < width + 44


def test_peaks_stand_where_they_are_said_to() -> None:
    world, islands = islands_of(0)
    for island in islands:
        peak = island.peak
        sample = world.at(peak.x, peak.y)
        assert sample.island == island.key
        assert sample.height == pytest.approx(peak.height, abs=0.03)
        assert sample.height > world.parameters.water_level


def test_islands_come_in_a_fixed_order_and_meet_the_rectangle() -> None:
    world = shared_world(0)
    x, y = world.spawn()
    box = (x - 900, y - 900, 1800, 1800)
    islands = world.islands(*box)
    keys = [island.key for island in islands]
    assert [key[2] for key in keys] == sorted((key[2] for key in keys), reverse=True)
    assert keys == [island.key for island in World(0).islands(*box)]
    wide = world.islands(x - 1200, y - 1200, 2400, 2400)
    met = [island.key for island in wide if meets(island.bounds, box)]
    assert keys == met
    again = world.island(*keys[0])
    assert again is not None
    assert (again.name, again.bounds) == (islands[0].name, islands[0].bounds)
    assert world.islands(0, 0, 0, 0) == () or all(
        meets(island.bounds, (0, 0, 1, 1)) for island in world.islands(0, 0, 0, 0)
    )


def meets(bounds: tuple[int, int, int, int], box: tuple[int, int, int, int]) -> bool:
    return all(
        bounds[axis] < box[axis] + box[axis + 2] and box[axis] < bounds[axis] + bounds[axis + 2]
        for axis in (0, 1)
    )


def test_two_seeds_differ_in_every_layer() -> None:
    """Compared on land of both worlds, where all layers have something to say."""
    (one, few), (other, more) = islands_of(0), islands_of(1)
    height, moisture = [], []
    for island, counterpart in zip(large(few), large(more), strict=True):
        x, y, _, _ = island.bounds
        a = one.region(x, y, 200, 200)
        b = other.region(x, y, 200, 200)
        height.append(np.mean(a.height != b.height))
        moisture.append(np.mean(a.moisture != b.moisture))
        assert island.name != counterpart.name
        assert island.peak != counterpart.peak
        assert island.bounds != counterpart.bounds
        assert island.lakes != counterpart.lakes or not island.lakes
        firsts = {river.points[0].tolist()[0] for river in island.rivers}
        seconds = {river.points[0].tolist()[0] for river in counterpart.rivers}
        assert len(firsts & seconds) < 0.2 * len(firsts)
    assert min(height + moisture) > 0.8
    assert one.spawn() != other.spawn()


@pytest.mark.slow
def test_quadrants_hold_as_many_rivers_and_lakes() -> None:
    """By area of land: each quadrant within a tenth of the mean, or what chance makes of lakes."""
    rivers, lakes, land = np.zeros(4), np.zeros(4), np.zeros(4)
    for seed in range(40):
        world = World(f"quadrant {seed}", WorldParameters(lakes=1.0, island_spacing=512))
        for site in world.sites(-1536, -1536, 3072, 3072):
            quadrant = 2 * (site.x < 0) + (site.y < 0)
            island = world.island(*site.key)
            if island is not None:
                rivers[quadrant] += sum(river.length for river in island.rivers)
                lakes[quadrant] += len(island.lakes)
                land[quadrant] += island.area
    for counted, allowed in ((rivers, 0.1), (lakes, 4.0 / np.sqrt(lakes.min()))):
        density = counted / land
        assert np.abs(density / density.mean() - 1.0).max() < allowed, density


def test_figures_of_the_land_are_those_of_its_samples() -> None:
    world = World("atlantis")
    island = world.home_island()
    assert island is not None
    x, y, width, height = island.bounds
    region = world.region(x, y, width, height)
    land = (region.island_index >= 0) & region.in_domain(island.key)
    figures = island.statistics
    assert land.sum() == pytest.approx(island.area, rel=0.02)
    assert figures.area == island.area
    assert figures.land_mean_height == pytest.approx(region.height[land].mean(), abs=0.004)
    assert figures.land_height_spread == pytest.approx(region.height[land].std(), abs=0.004)
    assert figures.land_mean_height > region.water > figures.mean_height
    high = (region.height[land] >= 0.72) & np.isnan(region.water_level[land])
    assert figures.land_mountain_fraction == pytest.approx(high.mean(), abs=0.01)
