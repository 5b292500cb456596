"""Workers: what is wanted, in order, and nothing of yesterday."""

from __future__ import annotations

import threading

from game.terrain.loader import ChunkRequest, ChunkResult, Failure, Loader, PlanResult, Result
from game.terrain.world_source import PlanKey
from tests.game.fakes import FakeWorld


def requests(*numbers: int) -> list[ChunkRequest]:
    return [ChunkRequest((0, number, 0)) for number in numbers]


def results_of(loader: Loader) -> list[Result]:
    """Return all results once nothing is left to do."""
    found: list[Result] = []
    while not loader.idle:
        loader.wait()
        found.extend(loader.collect())
    return found


def begun(world: FakeWorld, workers: int = 1) -> Loader:
    """Return a loader whose workers are held up in their first chunks, with more waiting."""
    world.gate.clear()
    loader = Loader(world, workers=workers)
    loader.want(requests(*range(9)), [])
    world.begun.wait()
    return loader


def test_chunks_are_made_in_order() -> None:
    loader = Loader(FakeWorld(), workers=1)
    loader.want(requests(*range(20)), [])
    assert [result.key for result in results_of(loader)] == [(0, number, 0) for number in range(20)]


def test_new_requests_replace_the_old_ones() -> None:
    world = FakeWorld()
    loader = begun(world)
    loader.want(requests(99), [])
    assert loader.waiting == (1, 0)
    world.gate.set()
    assert [result.key for result in results_of(loader)] == [(0, 0, 0), (0, 99, 0)]


def test_what_is_being_made_is_not_made_again() -> None:
    world, held = FakeWorld(), threading.Event()
    world.fails = lambda cx, cy, lod: cx == 0 and not held.wait()
    loader = Loader(world, workers=2)
    loader.want(requests(0), [])
    world.begun.wait()
    loader.want(requests(0, 1), [])
    while not world.asked:
        loader.wait()
    assert loader.waiting == (0, 0)
    held.set()
    assert {result.key for result in results_of(loader)} == {(0, 0, 0), (0, 1, 0)}
    assert len(world.asked) == 2


def test_what_is_made_can_be_requested_again() -> None:
    world = FakeWorld()
    loader = Loader(world, workers=1)
    for _ in range(2):
        loader.want(requests(5), [])
        assert [result.key for result in results_of(loader)] == [(0, 5, 0)]
    assert len(world.asked) == 2


def test_a_chunk_whose_plans_are_missing_is_a_sketch_or_nothing() -> None:
    loader = Loader(FakeWorld(plans=True), workers=2)
    loader.want([ChunkRequest((0, 0, 0)), ChunkRequest((0, 40, 0), sketch=False)], [])
    by_key = {each.key: each for each in results_of(loader) if isinstance(each, ChunkResult)}
    assert by_key[0, 0, 0].pixels is not None
    assert by_key[0, 0, 0].missing == ((0, 0),)
    assert by_key[0, 40, 0].pixels is None
    assert by_key[0, 40, 0].missing == ((5, 0),)


class Witness(FakeWorld):
    """A world that knows which workers have solved its plans."""

    def __init__(self) -> None:
        super().__init__(plans=True)
        self.solvers: set[str] = set()

    def solve(self, key: PlanKey) -> None:
        self.solvers.add(threading.current_thread().name)
        super().solve(key)


def test_plans_are_never_made_on_the_first_of_several_workers() -> None:
    world = Witness()
    loader = Loader(world, workers=2)
    loader.want([], [(0, 0), (1, 0)])
    found = results_of(loader)
    assert {each.key for each in found if isinstance(each, PlanResult)} == {(0, 0), (1, 0)}
    assert world.solvers == {loader.threads[1].name}


def test_the_only_worker_makes_plans_too() -> None:
    world = Witness()
    loader = Loader(world, workers=1)
    loader.want(requests(1, 2, 3), [(0, 0), (0, 0)])
    results_of(loader)
    assert world.solvers == {loader.threads[0].name}


def test_results_of_another_world_are_dropped() -> None:
    first, second = FakeWorld(), FakeWorld()
    loader = begun(first, workers=2)
    loader.change(second)
    assert loader.waiting == (0, 0)
    first.gate.set()
    loader.want(requests(0), [])
    assert [result.source for result in results_of(loader)] == [second]
    loader.stop()
    for thread in loader.threads:
        thread.join()
    assert not loader.collect()


def test_an_error_is_a_result_and_the_chunk_can_be_tried_again() -> None:
    world = FakeWorld()
    world.fails = lambda cx, cy, lod: True
    loader = Loader(world, workers=1)
    loader.want([ChunkRequest((0, 3, 4))], [])
    (found,) = results_of(loader)
    assert isinstance(found, Failure)
    assert found.message == "ValueError: chunk 3 4 is broken"
    world.fails = lambda cx, cy, lod: False
    loader.want([ChunkRequest((0, 3, 4))], [])
    (again,) = results_of(loader)
    assert isinstance(again, ChunkResult)


def test_questions_come_before_chunks() -> None:
    world = FakeWorld()
    loader = begun(world)
    answer = loader.ask(lambda source: len(world.asked))
    wrong = loader.ask(lambda source: [source.spawn()][1])
    world.gate.set()
    assert len(results_of(loader)) == 9
    assert answer.done and answer.value == 1
    assert wrong.done and wrong.value is None
    assert wrong.error == "IndexError: list index out of range"


def test_stopping_does_not_wait_for_a_long_job() -> None:
    world = FakeWorld()
    loader = begun(world, workers=2)
    loader.stop()
    assert any(thread.is_alive() for thread in loader.threads)
    assert loader.waiting == (0, 0)
    world.gate.set()
    for thread in loader.threads:
        assert thread.daemon
        thread.join()
    assert len(world.asked) <= 2
    assert threading.current_thread() not in loader.threads
