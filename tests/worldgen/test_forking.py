"""A forked child works on, whatever other threads of its parent were doing."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import traceback
import warnings
from collections.abc import Callable
from pathlib import Path

import pytest
from numba import types

from tests.fields import digest_of
from worldgen import CHUNK_SIZE, World, WorldParameters
from worldgen.forking import kept_property
from worldgen.island.plan import Plan
from worldgen.island.plan_cache import PlanCache
from worldgen.kernels import cache as kernel_cache
from worldgen.kernels.decorators import Kernel
from worldgen.kernels.warm_up import Helper

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")


def in_child(work: Callable[[], bool]) -> bool:
    """Fork, and return whether the work was well done there."""
    with warnings.catch_warnings():
        # That other threads run is what is tried here.
        warnings.simplefilter("ignore", DeprecationWarning)
        child = os.fork()
    if child == 0:
        done = False
        try:
            done = work()
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(0 if done else 1)
    return os.waitpid(child, 0)[1] == 0


class Halted:
    """Something that a thread has begun and cannot end before it is let go on."""

    def __init__(self) -> None:
        self.begun, self.goes_on = threading.Event(), threading.Event()

    def wait(self) -> None:
        self.begun.set()
        self.goes_on.wait()

    def meanwhile(self, begin: Callable[[], object], work: Callable[[], bool]) -> bool:
        thread = threading.Thread(target=begin)
        thread.start()
        self.begun.wait()
        try:
            return in_child(work)
        finally:
            self.goes_on.set()
            thread.join()


def test_a_child_solves_the_plan_that_another_thread_was_solving(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    parameters = WorldParameters(island_spacing=512)
    expected = World(5, parameters)
    home = [int(c) // CHUNK_SIZE for c in World(5, parameters).spawn()]
    chunk = next(
        (home[0] + x, home[1] + y)
        for x in range(9)
        for y in range(9)
        if expected.generator.missing_plans(home[0] + x, home[1] + y)
    )
    digest, world = digest_of(expected.chunk(*chunk)), World(5, parameters)
    cache, halted, parent = world.generator.plans, Halted(), os.getpid()
    solve = cache._solve

    def slowly(key: tuple[int, int, int]) -> object:
        if os.getpid() == parent:
            halted.wait()
        return solve(key)

    monkeypatch.setattr(cache, "_solve", slowly)
    made: list[str] = []
    assert halted.meanwhile(
        lambda: made.append(digest_of(world.chunk(*chunk))),
        lambda: digest_of(world.chunk(*chunk)) == digest,
    )
    assert made == [digest]


def test_a_child_finds_no_lock_shut() -> None:
    cache: PlanCache[tuple[int, int], Plan] = PlanCache(lambda _: None)
    halted = Halted()

    def hold() -> None:
        with cache._lock:
            halted.wait()

    assert halted.meanwhile(hold, lambda: cache.get((1, 2)) is None and cache.holds((1, 2)))


class Slow:
    halted = Halted()
    parent = os.getpid()

    @kept_property
    def answer(self) -> int:
        if os.getpid() == self.parent:
            self.halted.wait()
        return 42


def test_a_child_computes_the_property_that_another_thread_was_computing() -> None:
    slow = Slow()
    assert Slow.halted.meanwhile(lambda: slow.answer, lambda: slow.answer == 42)
    assert slow.answer is slow.answer


def add_five(number: int) -> int:
    return number + 5


def add_six(number: int) -> int:
    return number + 6


def test_a_fork_waits_for_the_kernel_under_way_and_compiles_the_next(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(kernel_cache.numba_settings, "CACHE_DIR", str(tmp_path))
    first, second = (
        Kernel(function, types.int64(types.int64), rare=True) for function in (add_five, add_six)
    )
    begun = threading.Event()
    cache_folder = kernel_cache.cache_folder

    def noticed(*arguments: object) -> Path:
        begun.set()
        return cache_folder(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr("worldgen.kernels.decorators.cache_folder", noticed)
    thread = threading.Thread(target=first.compile)
    thread.start()
    begun.wait()
    assert in_child(lambda: first._compiled is not None and first(1) == 6 and second(1) == 7)
    thread.join()
    assert (first(1), second(2)) == (6, 8)


def test_a_child_leaves_its_parents_helper_alone(tmp_path: Path) -> None:
    process = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    helper = Helper(process, tmp_path / "claims", os.getpid())
    helper.claims.mkdir()
    assert in_child(lambda: helper.stop() is None and helper.claims.exists())  # type: ignore[func-returns-value]
    process.communicate(b"\n")
    assert process.returncode == 0
    helper.stop()
    assert not helper.claims.exists()
