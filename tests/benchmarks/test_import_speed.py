"""What importing the library costs beyond numpy and numba: 0.2 s at the most on an idle machine."""

from __future__ import annotations

import subprocess
import sys

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

PROGRAM = """
import time
import numpy, numba
import numba.core.registry
started = time.perf_counter()
import worldgen
print(time.perf_counter() - started)
"""


@pytest.mark.benchmark
def test_importing_the_library(benchmark: BenchmarkFixture) -> None:
    spent: list[float] = []

    def measure() -> None:
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True
        )
        spent.append(float(done.stdout))

    benchmark.pedantic(measure, rounds=5)  # type: ignore[no-untyped-call]
    print(f"import worldgen beyond numpy and numba: {min(spent):.3f} s (target 0.2)")
