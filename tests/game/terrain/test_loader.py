"""Workers: what is wanted, in order, and nothing of yesterday."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from game.terrain.loader import ChunkRequest, ChunkResult, Failure, Loader, PlanResult, Result
from tests.game.fakes import FakeWorld


def results_of(loader: Loader, count: int) -> list[Result]:
    found: list[Result] = []

    def enough() -> bool:
        found.extend(loader.collect())
        return len(found) >= count

    wait_for(enough)
    return found


def wait_for(condition: Callable[[], bool], seconds: float = 5.0) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it never happened"
        time.sleep(0.002)


def test_chunks_are_made_in_order() -> None:
    world = FakeWorld()
    loader = Loader(world, workers=1)
    loader.want([ChunkRequest((0, number, 0)) for number in range(20)], [])
    found = results_of(loader, 20)
    assert [result.key for result in found] == [(0, number, 0) for number in range(20)]
    assert loader.idle


def test_new_requests_replace_the_old_ones() -> None:
    world = FakeWorld()
    world.gate.clear()
    loader = Loader(world, workers=1)
    loader.want([ChunkRequest((0, number, 0)) for number in range(50)], [])
    wait_for(lambda: loader.waiting[0] < 50)
    loader.want([ChunkRequest((0, 99, 99))], [])
    world.gate.set()
    assert {result.key for result in results_of(loader, 2)} == {(0, 0, 0), (0, 99, 99)}


def test_plans_are_jobs_of_their_own_and_never_on_the_first_worker() -> None:
    world = FakeWorld(plans=True)
    loader = Loader(world, workers=2)
    loader.want([ChunkRequest((0, 0, 0)), ChunkRequest((0, 40, 0), sketch=False)], [])
    found = results_of(loader, 2)
    by_key = {result.key: result for result in found if isinstance(result, ChunkResult)}
    assert by_key[0, 0, 0].pixels is not None
    assert by_key[0, 0, 0].missing == ((0, 0),)
    assert by_key[0, 40, 0].pixels is None
    assert by_key[0, 40, 0].missing == ((5, 0),)
    loader.want([], [(0, 0), (0, 0)])
    first = results_of(loader, 1)[0]
    assert isinstance(first, PlanResult)
    only = Loader(FakeWorld(plans=True), workers=1)
    only.want([], [(0, 0)])
    time.sleep(0.05)
    assert only.waiting == (0, 1)


def test_results_of_another_world_are_dropped() -> None:
    first, second = FakeWorld(), FakeWorld()
    first.gate.clear()
    loader = Loader(first, workers=2)
    loader.want([ChunkRequest((0, number, 0)) for number in range(9)], [])
    wait_for(lambda: loader.waiting[0] <= 7)
    loader.change(second)
    loader.want([ChunkRequest((0, 0, 0))], [])
    first.gate.set()
    found = results_of(loader, 1)
    time.sleep(0.05)
    found += loader.collect()
    assert [result.source for result in found] == [second]


def test_an_error_is_a_result() -> None:
    world = FakeWorld()
    world.fails = lambda cx, cy, lod: True
    loader = Loader(world, workers=1)
    loader.want([ChunkRequest((0, 3, 4))], [])
    (found,) = results_of(loader, 1)
    assert isinstance(found, Failure)
    assert found.message == "ValueError: chunk 3 4 is broken"


def test_questions_come_before_chunks() -> None:
    loader = Loader(FakeWorld(), workers=1)
    answer = loader.ask(lambda source: source.spawn())
    wait_for(lambda: answer.done)
    assert answer.value == (12, 34)
    wrong = loader.ask(lambda source: [source.spawn()][1])
    wait_for(lambda: wrong.done)
    assert wrong.value is None
    assert wrong.error == "IndexError: list index out of range"


def test_stopping_does_not_wait_for_a_long_job() -> None:
    world = FakeWorld()
    world.gate.clear()
    loader = Loader(world, workers=2)
    loader.want([ChunkRequest((0, number, 0)) for number in range(9)], [])
    wait_for(lambda: loader.waiting[0] <= 7)
    begun = time.monotonic()
    loader.stop()
    assert time.monotonic() - begun < 0.4
    world.gate.set()
    wait_for(lambda: not any(thread.is_alive() for thread in loader.threads))
    assert all(thread.daemon for thread in loader.threads)
    assert threading.current_thread() not in loader.threads
