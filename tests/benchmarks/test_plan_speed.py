"""What solving an island costs, and what its plan keeps: nodes, milliseconds, megabytes."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
import pytest

from tests.benchmarks.conftest import Line, Report
from worldgen import WorldParameters
from worldgen.island.plan import Plan, solve_plan
from worldgen.layers import make_layers, plan_step
from worldgen.seed import world_key

LARGE_CELLS = 500_000
ROUNDS = 7
SEEDS = range(4)


@dataclass(frozen=True, eq=False)
class Measured:
    """One island of a world and what it took."""

    plan: Plan
    solve: Callable[[], Plan | None]
    milliseconds: float
    cells: int

    @property
    def land_nodes(self) -> int:
        return int(np.count_nonzero(self.plan.shore > 0))


def measure(seed: int, i: int, j: int) -> Measured | None:
    """Solve an island some times, each time anew."""
    parameters = WorldParameters()
    layers = make_layers(world_key(seed), parameters)

    def solve() -> Plan | None:
        return solve_plan(layers, (i, j, 0))

    plan = solve()
    if plan is None:
        return None
    times = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        solve()
        times.append(time.perf_counter() - start)
    cells = int(np.count_nonzero(plan.shore > 0)) * plan_step(parameters) ** 2
    return Measured(plan, solve, 1000.0 * statistics.median(times), cells)


@lru_cache(maxsize=1)
def islands() -> tuple[Measured, ...]:
    """Return the islands of the middle of some worlds, by size."""
    squares = [(seed, i, j) for seed in SEEDS for i in range(-2, 2) for j in range(-2, 2)]
    found = [island for at in squares if (island := measure(*at)) is not None]
    return tuple(sorted(found, key=lambda island: island.cells))


@pytest.mark.benchmark
def test_plan_of_a_large_island(benchmark: Any, report: Report) -> None:
    island = next(one for one in islands() if one.cells >= LARGE_CELLS)
    tell(report, f"plan of a large island, {island.cells:,} cells of land", island, "<= 250")
    per_node = island.plan.nbytes / island.land_nodes
    report(Line("  kept for each land node", per_node, None, "bytes", "<= 32"))
    benchmark.pedantic(island.solve, rounds=3)


@pytest.mark.benchmark
def test_plan_of_a_typical_island(benchmark: Any, report: Report) -> None:
    all_islands = islands()
    island = all_islands[len(all_islands) // 2]
    tell(report, f"plan of a typical island, {island.cells:,} cells of land", island, "<= 100")
    benchmark.pedantic(island.solve, rounds=3)


@pytest.mark.benchmark
def test_plans_by_size(benchmark: Any, report: Report) -> None:
    all_islands = islands()
    nodes = sum(island.land_nodes for island in all_islands)
    total = sum(island.milliseconds for island in all_islands)
    kept = sum(island.plan.nbytes for island in all_islands)
    what = f"all {len(all_islands)} islands of {len(SEEDS)} squares of 4 x 4 sites, each"
    report(Line(what, total / len(all_islands), None, "ms", ""))
    report(Line("  for a thousand land nodes", 1000.0 * total / nodes, None, "ms", ""))
    report(Line("  kept for each land node", kept / nodes, None, "bytes", "<= 32 on large ones"))
    largest = all_islands[-1]
    tell(report, f"  the largest, {largest.cells:,} cells of land", largest, "")
    benchmark.pedantic(largest.solve, rounds=3)


def tell(report: Report, what: str, island: Measured, target: str) -> None:
    rows, columns = island.plan.shape
    report(Line(what, island.milliseconds, None, "ms", target))
    report(Line(f"  nodes: {island.land_nodes:,} land of", rows * columns, None, "nodes", ""))
    report(Line("  kept", island.plan.nbytes / 1e6, None, "MB", ""))
