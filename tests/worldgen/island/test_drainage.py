"""Drainage, coasts, depressions and humidity against plain references, on random islands."""

from __future__ import annotations

import heapq
from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.worldgen.chunk.water_checks import label_bodies
from worldgen.island.coast import (
    FORCED_SEA,
    LAGOON_NODE,
    SEA_NODE,
    SEA_SQUARE,
    SHORE_UNITS,
    find_open_sea,
    shore_distance,
)
from worldgen.island.depressions import breach, label_depressions, label_lakes
from worldgen.island.drainage import HEIGHT_UNITS, accumulate_flow, flood, link_nodes
from worldgen.island.humidity import diffuse
from worldgen.island.lattice import ALL_SIDES, OUTLET, Drainage, FlowGraph, Lattice

STEPS = ((0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, -1), (1, -1), (-1, 1))
"""Down and across of the eight directions, in the order of their bits."""

FIELDS = st.tuples(
    st.integers(0, 2**32), st.integers(5, 24), st.integers(5, 24), st.integers(1, 1000)
)
"""Seed, rows, columns, and how many different heights there are: few make flats."""


@dataclass(eq=False)
class Flooded:
    """A small island after flooding."""

    shape: tuple[int, int]
    heights: np.ndarray
    lattice: Lattice
    drainage: Drainage

    @property
    def land(self) -> np.ndarray:
        return self.lattice.land

    @property
    def filled(self) -> np.ndarray:
        return self.drainage.filled

    @property
    def order(self) -> np.ndarray:
        return self.drainage.topological_order

    @property
    def parents(self) -> np.ndarray:
        return self.drainage.parents

    @property
    def receivers(self) -> np.ndarray:
        return self.drainage.receivers

    @property
    def flow(self) -> FlowGraph:
        return FlowGraph(self.order, self.receivers, self.land, self.shape[1])

    def neighbours(self, node: int) -> list[int]:
        columns = self.shape[1]
        return [
            node + down * columns + across
            for bit, (down, across) in enumerate(STEPS)
            if self.lattice.links[node] >> bit & 1
        ]


def flooded(seed: int, rows: int, columns: int, kinds: int, sea: float = 0.2) -> Flooded:
    random = np.random.default_rng(seed)
    heights = random.integers(1, kinds + 1, (rows, columns)) / (kinds + 1.0)
    land = (random.random((rows, columns)) > sea).astype(np.uint8)
    land[[0, -1]] = land[:, [0, -1]] = OUTLET
    heights[land == OUTLET] = 0.0
    links = np.full((rows, columns), ALL_SIDES, dtype=np.uint8)
    link_nodes(heights, 0, links)
    return flood_heights((rows, columns), heights.ravel(), land.ravel(), links.ravel(), seed)


def flood_heights(
    shape: tuple[int, int], heights: np.ndarray, land: np.ndarray, links: np.ndarray, seed: int
) -> Flooded:
    lattice = Lattice(land, links, np.flatnonzero(land).astype(np.int32), shape[1])
    nodes, inland = len(land), int(np.count_nonzero(land))
    filled, parents, receivers = (np.zeros(nodes, dtype=np.int32) for _ in range(3))
    drainage = Drainage(filled, parents, receivers, np.zeros(inland, dtype=np.int32))
    count = flood(heights, lattice, np.uint64(seed), 65, drainage)
    drainage = drainage._replace(topological_order=drainage.topological_order[:count])
    return Flooded(shape, heights, lattice, drainage)


@given(FIELDS)
def test_every_square_has_one_diagonal_and_links_go_both_ways(
    field: tuple[int, int, int, int],
) -> None:
    seed, rows, columns, kinds = field
    heights = np.random.default_rng(seed).integers(0, kinds + 1, (rows, columns)) / (kinds + 1.0)
    links = np.full((rows, columns), ALL_SIDES, dtype=np.uint8)
    link_nodes(heights, 1, links)
    down = links[:-1, :-1] >> 4 & 1
    up = links[:-1, 1:] >> 6 & 1
    assert (down + up == 1).all()
    assert np.array_equal(links[1:, 1:] >> 5 & 1, down)
    assert np.array_equal(links[1:, :-1] >> 7 & 1, up)
    assert (links & ALL_SIDES == ALL_SIDES).all()
    units = (heights * HEIGHT_UNITS).astype(np.int64)
    falling = np.abs(units[:-1, :-1] - units[1:, 1:])
    rising = np.abs(units[:-1, 1:] - units[1:, :-1])
    turns = np.add.outer(np.arange(rows - 1), np.arange(columns - 1)) % 2
    steeper = np.where(falling == rising, turns == 0, falling > rising)
    assert np.array_equal(down == 1, steeper)


@given(FIELDS)
def test_water_stands_as_high_as_the_lowest_way_out(field: tuple[int, int, int, int]) -> None:
    island = flooded(*field)
    assert np.array_equal(island.filled, lowest_ways_out(island))


def lowest_ways_out(island: Flooded) -> np.ndarray:
    """Return for each node the lowest level at which water gets out: Dijkstra by heapq."""
    surface = np.zeros(len(island.land), dtype=np.int64)
    done = island.land == OUTLET
    heap = []
    for node in np.flatnonzero(island.land).tolist():
        if any(island.land[other] == OUTLET for other in island.neighbours(node)):
            heap.append((int(island.heights[node] * HEIGHT_UNITS), node))
    heapq.heapify(heap)
    while heap:
        level, node = heapq.heappop(heap)
        if done[node]:
            continue
        done[node] = True
        surface[node] = level
        for other in island.neighbours(node):
            if not done[other]:
                heapq.heappush(heap, (max(level, int(island.heights[other] * HEIGHT_UNITS)), other))
    return surface


@given(FIELDS)
def test_all_land_drains_downhill_to_an_outlet(field: tuple[int, int, int, int]) -> None:
    island = flooded(*field)
    # One hashed diagonal a square and all four sides: nothing is cut off.
    assert len(island.order) == np.count_nonzero(island.land)
    assert len(set(island.order.tolist())) == len(island.order)
    rank = {node: number for number, node in enumerate(island.order.tolist())}
    for node in island.order.tolist():
        for other in (int(island.receivers[node]), int(island.parents[node])):
            assert other in island.neighbours(node)
            assert island.filled[other] <= island.filled[node]
            assert island.land[other] == OUTLET or rank[other] < rank[node]
        steepest = max(
            int(island.filled[node]) - int(island.filled[other])
            for other in island.neighbours(node)
        )
        if steepest > 0:
            assert island.filled[island.receivers[node]] < island.filled[node]


def test_a_flat_island_drains_without_a_loop() -> None:
    shape = (40, 60)
    land = np.zeros(shape, dtype=np.uint8)
    land[1:-1, 1:-1] = 1
    links = np.full(shape, ALL_SIDES, dtype=np.uint8)
    link_nodes(np.zeros(shape), 0, links)
    island = flood_heights(shape, np.full(40 * 60, 0.5), land.ravel(), links.ravel(), 5)
    assert len(island.order) == 38 * 58
    for start in island.order.tolist():
        node, steps = start, 0
        while island.land[node] != OUTLET:
            node, steps = int(island.receivers[node]), steps + 1
            assert steps <= len(island.order)


@given(FIELDS)
def test_outlets_carry_all_the_rain(field: tuple[int, int, int, int]) -> None:
    island = flooded(*field)
    rain = np.random.default_rng(field[0]).random(len(island.land)) + 0.1
    discharge = np.zeros(len(island.land))
    accumulate_flow(island.flow, rain, discharge)
    last = [n for n in island.order.tolist() if island.land[island.receivers[n]] == OUTLET]
    assert np.isclose(discharge[last].sum(), rain[island.order].sum())
    for node in island.order.tolist():
        feeders = [n for n in island.order.tolist() if island.receivers[n] == node]
        assert np.isclose(discharge[node], rain[node] + discharge[feeders].sum())
    assert (discharge[island.land == OUTLET] == 0.0).all()


@settings(max_examples=40)
@given(FIELDS, st.integers(1, 12))
def test_depressions_are_the_flooded_places_by_size(
    field: tuple[int, int, int, int], smallest: int
) -> None:
    island = flooded(*field)
    depressions = np.zeros(len(island.land), dtype=np.int32)
    count = label_depressions(
        island.lattice, island.order, island.filled, island.heights, smallest, depressions
    )
    under_water = island.filled > (island.heights * HEIGHT_UNITS).astype(np.int64)
    under_water[island.land == OUTLET] = False
    assert np.array_equal(depressions != 0, under_water)
    assert set(np.unique(depressions)) <= set(range(-1, count + 1))
    for number in range(1, count + 1):
        nodes = np.flatnonzero(depressions == number)
        assert len(nodes) >= smallest
        assert len(np.unique(island.filled[nodes])) == 1


@settings(max_examples=40)
@given(FIELDS)
def test_breached_land_has_no_depression_left(field: tuple[int, int, int, int]) -> None:
    """All depressions count as small here, and none is too deep to be cut."""
    island = flooded(*field)
    depressions = np.zeros(len(island.land), dtype=np.int32)
    label_depressions(
        island.lattice, island.order, island.filled, island.heights, 1 << 30, depressions
    )
    heights = island.heights.copy()
    breach(island.flow, island.parents, island.filled, depressions, 0.0, 1.0, heights)
    assert (heights <= island.heights).all()
    again = flood_heights(island.shape, heights, island.land, island.lattice.links, field[0])
    assert np.array_equal(
        again.filled, np.where(island.land, heights * HEIGHT_UNITS, 0).astype(int)
    )


@settings(max_examples=40)
@given(FIELDS)
def test_depressions_too_deep_to_cut_are_filled(field: tuple[int, int, int, int]) -> None:
    island = flooded(*field)
    depressions = np.where(island.filled > island.heights * HEIGHT_UNITS, -1, 0).astype(np.int32)
    depressions[island.land == OUTLET] = 0
    heights = island.heights.copy()
    breach(island.flow, island.parents, island.filled, depressions, 0.0, -1.0, heights)
    expected = np.maximum(island.heights, island.filled / HEIGHT_UNITS)
    assert np.allclose(heights[depressions == -1], expected[depressions == -1])
    assert np.array_equal(heights[depressions == 0], island.heights[depressions == 0])


@given(st.integers(0, 2**32), st.floats(0.3, 0.95))
def test_lakes_are_whole_squares_joined_over_sides(seed: int, share: float) -> None:
    random = np.random.default_rng(seed)
    depressions = (random.random((20, 26)) < share).astype(np.int32)
    depressions[:, 13:] *= 2
    depressions[[0, -1]] = depressions[:, [0, -1]] = 0
    lakes = np.zeros(depressions.shape, dtype=np.int32)
    count = label_lakes(depressions, 3, lakes)
    expected = 0
    for number in (1, 2):
        inside = depressions == number
        squares = inside[:-1, :-1] & inside[1:, :-1] & inside[:-1, 1:] & inside[1:, 1:]
        labels, sizes = label_bodies(squares)
        expected += int(np.count_nonzero(sizes[1:] >= 3))
        for body in np.flatnonzero(sizes >= 3).tolist():
            if body:
                rows, columns = np.nonzero(labels == body)
                assert len(np.unique(lakes[rows, columns])) >= 1
                assert (lakes[rows, columns] > 0).all()
    assert count == expected
    assert (depressions[lakes > 0] > 0).all()
    for lake in range(1, count + 1):
        assert len(np.unique(depressions[lakes == lake])) == 1


def corners_of(squares: np.ndarray) -> np.ndarray:
    """Return the nodes that are corners of some of these squares."""
    rows, columns = squares.shape
    corners = np.zeros((rows + 1, columns + 1), dtype=bool)
    for down in (0, 1):
        for across in (0, 1):
            corners[down : rows + down, across : columns + across] |= squares
    return corners


@given(st.integers(0, 2**32), st.floats(0.2, 0.95), st.integers(1, 40), st.integers(1, 20))
def test_open_sea_reaches_the_edge_or_forced_sea_or_is_large(
    seed: int, share: float, smallest: int, lagoon: int
) -> None:
    draws = np.random.default_rng(seed).random((21, 27))
    wet = (draws < share).astype(np.uint8)
    wet[draws < 0.02] = FORCED_SEA
    sea = np.zeros_like(wet)
    find_open_sea(wet, smallest, lagoon, sea)
    water = wet > 0
    squares = water[:-1, :-1] & water[1:, :-1] & water[:-1, 1:] & water[1:, 1:]
    labels, sizes = label_bodies(squares)
    open_bodies = sizes >= smallest
    for edge in (labels[0], labels[-1], labels[:, 0], labels[:, -1]):
        open_bodies[edge] = True
    forced = wet == FORCED_SEA
    for beside in (forced[:-1, :-1], forced[1:, :-1], forced[:-1, 1:], forced[1:, 1:]):
        open_bodies[labels[beside]] = True
    open_bodies[0] = False
    expected = open_bodies[labels]
    assert np.array_equal((sea & SEA_SQUARE > 0)[:-1, :-1], expected)
    assert np.array_equal(sea & SEA_NODE > 0, corners_of(expected))
    lagoons = (sizes >= lagoon) & ~open_bodies
    lagoons[0] = False
    assert np.array_equal(sea & LAGOON_NODE > 0, corners_of(lagoons[labels]))


@given(st.integers(0, 2**32), st.floats(0.05, 0.95), st.integers(8, 80))
def test_shore_distance_grows_away_from_the_coast(seed: int, share: float, far: int) -> None:
    sea = (np.random.default_rng(seed).random((18, 22)) < share).astype(np.uint8) * SEA_NODE
    distance = np.empty(sea.shape, dtype=np.int8)
    shore_distance(sea, far, distance)
    assert np.array_equal(distance < 0, sea > 0)
    whole = distance.astype(int)
    assert np.abs(whole).max() <= far
    assert np.abs(whole).min() >= SHORE_UNITS // 2
    for axis in (0, 1):
        one = np.take(whole, range(sea.shape[axis] - 1), axis=axis)
        other = np.take(whole, range(1, sea.shape[axis]), axis=axis)
        across = (one < 0) != (other < 0)
        # On both sides of a coast half a step; elsewhere a step at the most.
        assert (np.abs(one - other)[across] == SHORE_UNITS).all()
        assert (np.abs(one - other)[~across] <= SHORE_UNITS).all()


def test_shore_distance_is_nearly_that_of_a_ruler() -> None:
    sea = np.full((61, 61), SEA_NODE, dtype=np.uint8)
    r, c = np.mgrid[-30:31, -30:31]
    radius = np.hypot(r, c)
    sea[radius <= 14.0] = 0
    distance = np.empty(sea.shape, dtype=np.int8)
    shore_distance(sea, 120, distance)
    inside = radius <= 12.0
    ruler = (14.5 - radius[inside]) * SHORE_UNITS
    assert np.abs(distance[inside] - ruler).max() < 1.5 * SHORE_UNITS


@given(
    st.integers(0, 2**32),
    st.floats(0.0, 0.25),
    st.integers(0, 60),
)
def test_humidity_spreads_from_a_source_that_stays_wet(seed: int, rate: float, steps: int) -> None:
    source = (np.random.default_rng(seed).random((13, 17)) < 0.15).astype(np.uint8)
    humidity = np.empty(source.shape)
    diffuse(source, rate, steps, humidity)
    expected = source.astype(np.float64)
    for _ in range(steps):
        beside = np.pad(expected, 1, mode="edge")
        around = beside[:-2, 1:-1] + beside[2:, 1:-1] + beside[1:-1, :-2] + beside[1:-1, 2:]
        expected = np.where(source, 1.0, expected + rate * (around - 4.0 * expected))
    assert np.allclose(humidity, expected, rtol=0.0, atol=1e-12)
    assert humidity.min() >= 0.0
    assert humidity.max() <= 1.0
    assert (humidity[source > 0] == 1.0).all()


def test_humidity_only_rises_with_time_and_falls_with_distance() -> None:
    source = np.zeros((40, 40), dtype=np.uint8)
    source[:, 0] = 1
    dry, wet = np.empty(source.shape), np.empty(source.shape)
    diffuse(source, 0.25, 10, dry)
    diffuse(source, 0.25, 80, wet)
    assert (wet >= dry).all()
    assert (np.diff(wet, axis=1) <= 0.0).all()


@pytest.mark.parametrize("seed", range(3))
def test_last_bits_move_no_water(seed: int) -> None:
    """Heights are routed as whole numbers: what lies below their last digit changes nothing."""
    island = flooded(seed, 24, 24, 1000)
    nudged = (np.floor(island.heights * HEIGHT_UNITS) + 0.5) / HEIGHT_UNITS
    other = nudged + 0.3 / HEIGHT_UNITS
    one, two = (
        flood_heights(island.shape, heights, island.land, island.lattice.links, seed)
        for heights in (nudged, other)
    )
    for name in ("filled", "order", "parents", "receivers"):
        assert np.array_equal(getattr(one, name), getattr(two, name)), name
