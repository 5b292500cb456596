"""Autopilot and compass: the right island, smoothly, one after another."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from game.camera import CELL, Camera
from game.hud.hud import Pointer
from game.hud.units import Units
from game.play.autopilot import Autopilot, TitleFlight
from game.play.compass import Compass, bearing, nearest_island, next_island
from game.play.status import pointer_to
from game.terrain.loader import Loader
from game.terrain.world_source import CellInfo, GeneratedWorld, IslandKey, Landfall
from tests.game.fakes import FakeWorld
from worldgen import World
from worldgen.coordinates import COORDINATE_LIMIT


def test_the_nearest_island_is_found_however_far() -> None:
    world = FakeWorld()
    assert nearest_island(world, 0, 0) == world.islands[0]
    assert nearest_island(world, -5000, 0) == world.islands[1]
    assert nearest_island(world, 0, 0, [(0, 0, 0)]) == world.islands[1]
    assert nearest_island(world, 0, 0, [(0, 0, 0), (1, 0, 0)]) is None
    assert nearest_island(world, 10**9, 0) is None


@pytest.mark.usefixtures("compiled_kernels")
@pytest.mark.parametrize("x", [-COORDINATE_LIMIT, COORDINATE_LIMIT])
def test_at_the_edge_of_the_world_the_way_to_land_leads_inward(x: int) -> None:
    nearest = nearest_island(GeneratedWorld(World("edge")), x, x)
    assert nearest is not None
    assert max(abs(nearest.x), abs(nearest.y)) <= COORDINATE_LIMIT


def test_the_island_one_is_at_is_not_the_next_one() -> None:
    world = FakeWorld()
    assert next_island(world, 4990, 5, ()) == world.islands[1]
    assert next_island(world, 4000, 5, ()) == world.islands[0]
    world.ground = lambda x, y, lod: CellInfo("forest", 0.6, "East", False)  # type: ignore[method-assign]
    assert next_island(world, 4000, 5, ()) == world.islands[1]


def test_what_has_no_land_is_passed_over() -> None:
    world = FakeWorld()
    world.landing = lambda island: None if island.name == "East" else (3.0, 4.0)  # type: ignore[method-assign]
    assert next_island(world, 0, 0, ()) == replace(world.islands[1], x=3.0, y=4.0)
    world.landing = lambda island: None  # type: ignore[method-assign]
    assert next_island(world, 0, 0, ()) is None


@pytest.mark.usefixtures("compiled_kernels")
def test_flights_lead_to_land_of_the_island_and_solve_nothing() -> None:
    world = World(11)
    source = GeneratedWorld(world)
    x, y = world.likely_spawn()
    visited: list[IslandKey] = []
    for _ in range(12):
        island = next_island(source, x, y, visited)
        assert island is not None
        x, y = int(island.x), int(island.y)
        there = world.region(x, y, 1, 1, sketch=True)
        assert there.shore[0, 0] > 0.0
        assert there.in_domain(island.key).all()
        visited.append(island.key)
    assert len(set(visited)) == len(visited)
    assert world.solved_islands(x - 20_000, y - 20_000, 40_000, 40_000) == ()


def test_the_arrow_points_to_what_is_out_of_sight() -> None:
    world = FakeWorld()
    found = bearing(world, 0, 0, 0)
    cells, metric = Units(metric=False), Units(metric=True)
    pointer = pointer_to(found, Camera(0, 0), (640, 360), cells)
    assert pointer == Pointer(5000.0, 0.0, "East · 5,000 cells")
    pointer = pointer_to(found, Camera(0, 0), (640, 360), metric)
    assert pointer == Pointer(5000.0, 0.0, "East · 100 km")
    assert pointer_to(found, Camera(0, 0, -160), (640, 360), metric) is None
    assert pointer_to(None, Camera(0, 0), (640, 360), metric) is None


def test_a_flight_is_smooth_and_ends_exactly() -> None:
    end = (2**57 + 12345, -7)
    flight = TitleFlight.between(Camera(2**57, 0), end)
    places = [flight.position(flight.seconds * share / 100) for share in range(101)]
    assert places[0] == (2**57, 0)
    assert places[-1] == flight.position(99.0) == end
    assert places == sorted(places)
    assert flight.seconds >= 0.8


def test_the_tour_visits_island_after_island_until_there_is_none() -> None:
    loader = Loader(FakeWorld(), workers=1)
    autopilot = Autopilot(loader)
    camera = Camera(0, 0)
    autopilot.tour(camera)
    told: list[str] = []

    def fly() -> bool:
        nonlocal camera
        camera = autopilot.steer(camera, 0.1)
        if autopilot.message:
            told.append(autopilot.message)
            autopilot.message = None
        loader.wait()
        return not autopilot.steering

    while not fly():
        pass
    assert told == ["East", "West", "There is no island far and wide"]
    assert (camera.x, camera.y) == (-9000 * CELL, 100 * CELL)


def test_the_tour_can_be_ended() -> None:
    autopilot = Autopilot(Loader(FakeWorld(), workers=1))
    autopilot.tour(Camera(0, 0))
    assert autopilot.steering
    autopilot.tour(Camera(0, 0))
    assert not autopilot.steering


def test_the_compass_asks_only_when_the_place_has_changed() -> None:
    loader = Loader(FakeWorld(), workers=1)
    asked: list[object] = []
    ask = loader.ask

    def counted(question: Callable[..., object]) -> object:
        asked.append(question)
        return ask(question)

    loader.ask = counted  # type: ignore[method-assign, assignment]
    compass = Compass(loader)
    now = 0.0
    for _ in range(50):
        compass.update((0, 0), (1, 1), 0, now)
        now += 1 / 60
        loader.wait()
    assert len(asked) == 2
    assert compass.ground == CellInfo("ocean", 0.2, None, True)
    assert compass.bearing is not None
    assert isinstance(compass.bearing.island, Landfall)
    for step in range(60):
        compass.update((0, 0), (step, 1), 0, now)
        now += 1 / 60
        loader.wait()
    assert 4 <= len(asked) <= 16


def test_what_a_sketch_said_is_asked_again_until_the_island_is_there() -> None:
    world = FakeWorld()
    answers = [CellInfo("ocean", 0.3, None, True, for_now=True)] * 2
    answers.append(CellInfo("lake", 0.4, "East", False))
    asked: list[int] = []

    def ground(x: int, y: int, lod: int) -> CellInfo:
        if x == 0:
            return CellInfo("forest", 0.6, "East", False)
        asked.append(x)
        return answers[min(len(asked), 3) - 1]

    world.ground = ground  # type: ignore[method-assign]
    loader = Loader(world, workers=1)
    compass = Compass(loader)
    for frame in range(200):
        compass.update((0, 0), (1, 1), 0, frame / 60)
        loader.wait()
    assert compass.ground == answers[2]
    assert len(asked) == 3


def test_a_pointer_that_moves_over_sketches_is_not_kept_waiting() -> None:
    world = FakeWorld()
    asked: list[int] = []

    def ground(x: int, y: int, lod: int) -> CellInfo:
        asked.append(x)
        return CellInfo("ocean", 0.3, None, True, for_now=True)

    world.ground = ground  # type: ignore[method-assign]
    loader = Loader(world, workers=1)
    compass = Compass(loader)
    for frame in range(120):
        compass.update((0, 0), (1 + frame, 1), 0, frame / 60)
        loader.wait()
    assert len([x for x in asked if x]) >= 10


@pytest.mark.parametrize("share", [-1.0, 0.0])
def test_a_flight_begins_where_it_is(share: float) -> None:
    assert TitleFlight((1, 2), (3, 4), 1.0).position(share) == (1, 2)
