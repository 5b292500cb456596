"""What painting a chunk costs: at most half a millisecond, whatever it shows."""

from __future__ import annotations

import statistics
import time

import numpy as np
import pytest

from worldgen import World, paint
from worldgen.render.overlays import OVERLAYS, paint_overlay

LIMIT = 0.5e-3
"""Seconds for 64 x 64 samples."""


def _median(call: object, rounds: int = 200) -> float:
    assert callable(call)
    call()
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


@pytest.mark.benchmark(group="painter")
@pytest.mark.parametrize("lod", [-4, -2, 0, 2, 4, 6])
def test_painting_land(benchmark: object, lod: int) -> None:
    world = World("atlantis")
    x, y = world.spawn()
    size = 64 * 2.0**lod
    chunk = world.chunk(int(x // size), int(y // size), lod=lod)
    benchmark(paint, chunk)  # type: ignore[operator]
    assert _median(lambda: paint(chunk)) <= LIMIT


@pytest.mark.benchmark(group="painter")
def test_painting_open_sea(benchmark: object) -> None:
    world = World("atlantis")
    chunks = (world.chunk(i, 40, sketch=True) for i in range(2000))
    chunk = next(c for c in chunks if not np.isnan(c.water_level).any())
    benchmark(paint, chunk)  # type: ignore[operator]
    assert _median(lambda: paint(chunk)) <= LIMIT / 2


@pytest.mark.benchmark(group="painter")
@pytest.mark.parametrize("kind", OVERLAYS)
def test_overlays(benchmark: object, kind: str) -> None:
    world = World("atlantis")
    x, y = world.spawn()
    chunk = world.chunk(x // 64, y // 64)
    benchmark(paint_overlay, chunk, kind)  # type: ignore[operator]
    assert _median(lambda: paint_overlay(chunk, kind)) <= 2 * LIMIT
