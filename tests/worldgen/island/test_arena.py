"""Arrays kept in memory of their own: the same numbers, and nothing of the original is held."""

from __future__ import annotations

import mmap
import weakref
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pytest

import worldgen
from worldgen.island.arena import into_arena, kept_as

STATM = Path("/proc/self/statm")


def resident() -> int:
    return int(STATM.read_text("ascii").split()[1]) * mmap.PAGESIZE


@dataclass(frozen=True)
class Inner:
    numbers: np.ndarray
    word: str


@dataclass(frozen=True)
class Outer:
    grid: np.ndarray
    narrow: np.ndarray = field(metadata=kept_as(np.float32))
    flags: np.ndarray
    inner: Inner
    nothing: np.ndarray
    size: int


def example() -> Outer:
    grid = np.zeros((300, 70))
    grid[5, 3], grid[299, 69] = 1.5, np.nan
    return Outer(
        grid,
        grid[::3],
        np.arange(7, dtype=np.int8),
        Inner(np.arange(9.0)[::2], "w"),
        np.empty((0, 4)),
        5,
    )


def test_all_arrays_are_copied_and_nothing_else_changes() -> None:
    before = example()
    after = into_arena(before)
    assert (after.size, after.inner.word) == (5, "w")
    pairs = (
        (before.grid, after.grid),
        (before.narrow.astype(np.float32), after.narrow),
        (before.flags, after.flags),
        (before.inner.numbers, after.inner.numbers),
        (before.nothing, after.nothing),
    )
    for first, second in pairs:
        assert np.array_equal(first, second, equal_nan=True)
        assert (first.dtype, first.shape) == (second.dtype, second.shape)
        assert second.flags.c_contiguous
        assert second.flags.aligned
        assert second.size == 0 or not (second.flags.writeable or np.shares_memory(first, second))


def test_the_original_is_not_held() -> None:
    before = example()
    gone = weakref.ref(before.grid)
    after = into_arena(before)
    del before
    assert gone() is None
    assert after.grid[5, 3] == 1.5


def test_plans_lie_in_an_arena() -> None:
    world = worldgen.World("atlantis")
    key = next(site.key for site in world.sites(-3000, -3000, 6000, 6000) if site.size > 0.5)
    world.solve(*key)
    plan = world.generator.plans.peek(key)
    assert plan is not None
    assert not plan.correction.flags.owndata
    assert not plan.correction.flags.writeable


@pytest.mark.skipif(not STATM.exists(), reason="the system does not tell")
def test_what_is_zero_takes_no_memory_even_when_it_is_read() -> None:
    before = resident()
    kept = into_arena(Inner(np.zeros(8_000_000), "w"))
    assert kept.numbers.sum() == 0.0
    assert resident() - before < 32 << 20
