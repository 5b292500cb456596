"""A thread that does not round to the nearest number gets a reason, not another world."""

from __future__ import annotations

import ctypes
import platform
import sys
from collections.abc import Callable, Iterator

import pytest

import worldgen
from tests.fields import digest_of
from worldgen import World, WorldParameters
from worldgen.rounding import check_rounding

_MODES = {
    "x86_64": {"down": 0x400, "up": 0x800, "toward zero": 0xC00},
    "aarch64": {"up": 0x400000, "down": 0x800000, "toward zero": 0xC00000},
}
_NEAREST = 0

modes = _MODES.get(platform.machine(), {})
pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or not modes, reason="the numbers of the modes are not known here"
)


@pytest.fixture
def set_mode() -> Iterator[Callable[[int], int]]:
    """What a foreign library does."""
    library = ctypes.CDLL("libm.so.6")
    yield library.fesetround
    library.fesetround(_NEAREST)


CALLS: dict[str, Callable[[World], object]] = {
    "chunk": lambda world: world.chunk(3, 4),
    "region": lambda world: world.region(0, 0, 8, 8, lod=6),
    "sample": lambda world: world.sample([1, 2], [3, 4]),
    "at": lambda world: world.at(1, 2),
    "sites": lambda world: world.sites(0, 0, 100, 100),
    "island": lambda world: world.island(0, 0),
    "nearest island": lambda world: world.nearest_island(0, 0),
    "spawn": lambda world: world.spawn(),
    "missing plans": lambda world: world.missing_plans(0, 0),
    "world": lambda world: World(5),
    "fbm": lambda world: worldgen.fbm(5, 0, 0, 4, 4),
    "noise": lambda world: worldgen.Noise(5)([1.0]),
}


@pytest.mark.parametrize("mode", ["down", "up", "toward zero"])
def test_every_call_refuses_in_every_mode(mode: str, set_mode: Callable[[int], int]) -> None:
    world = World(5, WorldParameters(island_spacing=512))
    chunk = world.chunk(0, 0, lod=5)
    before = digest_of(chunk)
    calls: dict[str, Callable[[World], object]]
    calls = {**CALLS, "paint": lambda _: worldgen.paint(chunk)}
    refused = []
    assert set_mode(modes[mode]) == 0
    try:
        for name, call in calls.items():
            try:
                call(world)
            except FloatingPointError as error:
                assert "fesetround" in str(error)
                refused.append(name)
    finally:
        set_mode(_NEAREST)
    assert refused == [*calls]
    check_rounding()
    assert digest_of(world.chunk(0, 0, lod=5)) == before
