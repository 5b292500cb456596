"""Noise at scattered points against pyfastnoiselite, one thread.

Runs of both take turns, and the best of each counts.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from tests.benchmarks.conftest import Line, Report
from tests.benchmarks.test_noise_speed import interleaved
from worldgen import Noise

POINTS, OCTAVES = 1 << 19, 6
PEERS = {
    "value": "Value",
    "gradient": "Perlin",
    "simplex": "OpenSimplex2",
    "cellular": "Cellular",
}

TARGETS = {"value": 2.4, "gradient": 1.8, "simplex": 3.0, "cellular": 1.7}
"""With six octaves, on a plane and in space. Slopes of every angle cost more than the peer's table
of 24; and the nearest point of all is found, which the peer misses at times."""


def make_peer(kind: str, places: np.ndarray) -> Callable[[], object]:
    lite: Any = pytest.importorskip("pyfastnoiselite.pyfastnoiselite")
    noise = lite.FastNoiseLite(1)
    noise.noise_type = getattr(lite.NoiseType, f"NoiseType_{PEERS[kind]}")
    noise.frequency = 1.0 / 330.0
    noise.fractal_type = lite.FractalType.FractalType_FBm
    noise.fractal_octaves = OCTAVES
    single = np.ascontiguousarray(places, dtype=np.float32)
    return lambda: noise.gen_from_coords(single)


@pytest.mark.benchmark(group="noise at points")
@pytest.mark.parametrize("dims", (2, 3))
@pytest.mark.parametrize("kind", PEERS)
def test_noise_at_points(benchmark: Any, kind: str, dims: int, report: Report) -> None:
    places = np.random.default_rng(1).uniform(-5000.0, 5000.0, (dims, POINTS))
    theirs = make_peer(kind, places)
    noise = Noise(1, kind, frequency=1.0 / 330.0, octaves=OCTAVES)
    best = interleaved({"ours": lambda: noise(*places), "peer": theirs})
    mine, peer = (best[name] / POINTS * 1e9 for name in ("ours", "peer"))
    what = f"{kind} noise at points, {dims}-D"
    report(Line(what, mine, peer, "ns/point", f">= {TARGETS[kind]} x"))
    benchmark.pedantic(lambda: noise(*places), rounds=3)
    assert peer / mine >= TARGETS[kind]
