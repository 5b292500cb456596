"""What a chunk costs from nothing to a picture: a new island's first, one of land, one of sea."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
import pytest

from tests.benchmarks.conftest import Line, Report
from worldgen import CHUNK_SIZE, Chunk, Site, World, paint

ROUNDS = 5
SEED = "atlantis"


def milliseconds(call: Callable[..., object], *arguments: Any) -> float:
    start = time.perf_counter()
    call(*arguments)
    return 1000.0 * (time.perf_counter() - start)


def median(call: Callable[..., object], arguments: Iterable[tuple[Any, ...]]) -> float:
    """Return the median over arguments of the median over rounds, in milliseconds."""
    return statistics.median(
        statistics.median(milliseconds(call, *given) for _ in range(ROUNDS)) for given in arguments
    )


def around(place: tuple[float, float], reach: int) -> list[tuple[int, int]]:
    """Return the chunks around a place in cells."""
    cx, cy = (int(coordinate) // CHUNK_SIZE for coordinate in place)
    return [(cx + i, cy + j) for j in range(-reach, reach + 1) for i in range(-reach, reach + 1)]


def large_sites(world: World) -> list[Site]:
    sites = world.sites(-4096, -4096, 8192, 8192)
    return sorted(sites, key=lambda site: -site.size)[:12]


@pytest.mark.benchmark
def test_chunks_of_land_by_level(benchmark: Any, report: Report) -> None:
    world = World(SEED)
    places = around(world.spawn(), 3)
    for lod, target in ((0, "<= 0.5"), (-2, ""), (2, ""), (4, "")):
        chunks = [(int(cx * 2.0**-lod), int(cy * 2.0**-lod), lod) for cx, cy in places]
        for cx, cy, _ in chunks:
            world.chunk(cx, cy, lod)
        each = median(world.chunk, chunks)
        report(Line(f"chunk of land, plans at hand, lod {lod}", each, None, "ms", target))
    benchmark.pedantic(lambda: world.chunk(*places[0]), rounds=5)


@pytest.mark.benchmark
def test_chunks_full_of_rivers(benchmark: Any, report: Report) -> None:
    world = World(SEED)
    chunks = sorted((world.chunk(*at) for at in around(world.spawn(), 6)), key=river_cells)
    most = [(chunk.cx, chunk.cy) for chunk in chunks[-10:]]
    each = median(world.chunk, most)
    report(Line("chunk with the most rivers", each, None, "ms", "<= 0.5"))
    benchmark.pedantic(lambda: world.chunk(*most[-1]), rounds=5)


def river_cells(chunk: Chunk) -> int:
    return int(np.count_nonzero(chunk.discharge))


@pytest.mark.benchmark
def test_chunks_of_open_sea(benchmark: Any, report: Report) -> None:
    world = World(SEED)
    seas = [
        (cx, cy)
        for cx in range(-60, 60, 3)
        for cy in range(-60, 60, 3)
        if not world.missing_plans(cx, cy)
    ][:40]
    each = median(world.chunk, seas)
    report(Line("chunk of open sea", each, None, "ms", "<= 0.2"))
    benchmark.pedantic(lambda: world.chunk(*seas[0]), rounds=5)


@pytest.mark.benchmark
def test_sketches(benchmark: Any, report: Report) -> None:
    world = World(SEED)
    for lod in (0, 4, 6):
        chunks = [(cx >> lod, cy >> lod, lod, True) for cx, cy in around(world.spawn(), 3)]
        each = median(world.chunk, chunks)
        report(Line(f"sketch of a chunk, lod {lod}", each, None, "ms", ""))
    benchmark.pedantic(lambda: world.chunk(0, 0, 4, sketch=True), rounds=5)


@pytest.mark.benchmark
def test_first_chunks_of_new_islands(benchmark: Any, report: Report) -> None:
    world = World(SEED)
    times = []
    for site in large_sites(world):
        cx, cy = around((site.x, site.y), 0)[0]
        times.append(milliseconds(world.chunk, cx, cy))
    report(Line("first chunk of a new island", statistics.median(times), None, "ms", "<= 300"))
    report(Line("  the slowest of 12", max(times), None, "ms", ""))
    benchmark.pedantic(lambda: world.chunk(cx, cy), rounds=5)


@pytest.mark.benchmark
def test_painting(benchmark: Any, report: Report) -> None:
    world = World(SEED)
    chunks = [world.chunk(*at) for at in around(world.spawn(), 2)]
    each = median(paint, [(chunk,) for chunk in chunks])
    report(Line("painting a chunk of land", each, None, "ms", "<= 0.5"))
    benchmark.pedantic(lambda: paint(chunks[0]), rounds=5)


@pytest.mark.benchmark
def test_finding_a_spawn(benchmark: Any, report: Report) -> None:
    times = [milliseconds(World(seed).spawn) for seed in range(20)]
    report(Line("finding a spawn", statistics.median(times), None, "ms", "<= 500"))
    report(Line("  the slowest of 20", max(times), None, "ms", ""))
    benchmark.pedantic(lambda: World(0).spawn(), rounds=3)
