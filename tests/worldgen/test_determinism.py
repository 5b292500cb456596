"""The same bytes in every process, whatever its settings and whatever else it does."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest

import worldgen
from tests.conftest import RunPython
from tests.fields import FIELDS, digest_of, read_fields
from worldgen import ParameterError, World, WorldParameters

WORLDS = {
    "islands": WorldParameters(lakes=1.0, river_density=1.0, island_spacing=512),
    "one land": WorldParameters(lakes=1.0, river_density=1.0, island_spacing=512, island=False),
}


def digests_of_many_worlds(backwards: bool = False) -> list[str]:
    """Return what is drawn of worlds of all kinds of seed, in one order or the other."""
    far = [World(seed) for seed in ("a", "x" * 10_000, "é", "日本", "🌋", -1, 2**64 - 1, 10**40, 0)]
    near = [World("seams"), *(World(63560, parameters) for parameters in WORLDS.values())]
    asked: list[Callable[[], str]] = [
        *(partial(_digest_far, world) for world in far),
        *(partial(_digest_near, world) for world in near),
    ]
    found = [ask() for ask in (reversed(asked) if backwards else asked)]
    return found[::-1] if backwards else found


def _digest_far(world: World) -> str:
    return digest_of(world.region(-640, 1280, 48, 48, lod=5))


def _digest_near(world: World) -> str:
    x, y = world.spawn()
    chunk = digest_of(world.chunk(int(x) // 64, int(y) // 64))
    return f"{x} {y} {world.at(x, y).island_name} {chunk}"


PROGRAM = """
import json, sys
from tests.worldgen.test_determinism import digests_of_many_worlds
print(json.dumps(digests_of_many_worlds(sys.argv[1] == "backwards")))
"""


@pytest.mark.parametrize(
    ("order", "settings"),
    [
        pytest.param(
            "forwards",
            {"PYTHONHASHSEED": "0", "NUMBA_NUM_THREADS": "1"},
            marks=pytest.mark.slow,
        ),
        ("backwards", {"PYTHONHASHSEED": "12345", "NUMBA_NUM_THREADS": "8"}),
    ],
)
def test_processes_agree_whatever_their_settings(
    order: str, settings: dict[str, str], run_python: RunPython
) -> None:
    done = run_python("-c", PROGRAM, order, environment=settings)
    assert done.returncode == 0, done.stderr
    expected = digests_of_many_worlds()
    assert json.loads(done.stdout) == expected
    assert len(set(expected)) == len(expected) == 12


def test_random_state_is_neither_used_nor_changed() -> None:
    world = World(21)
    random.seed(1)
    np.random.seed(1)
    before = digest_of(world.chunk(3, 4, lod=5))
    python_state, numpy_state = random.getstate(), np.random.get_state()
    for n in range(20):
        world.chunk(n, -n, lod=5)
    x, y = world.spawn()
    first = digest_of(world.chunk(int(x) // 64, int(y) // 64))
    assert random.getstate() == python_state
    for one, other in zip(np.random.get_state(), numpy_state, strict=True):
        assert np.array_equal(one, other)
    random.seed(2)
    np.random.seed(2)
    assert digest_of(World(21).chunk(3, 4, lod=5)) == before
    assert digest_of(World(21).chunk(int(x) // 64, int(y) // 64)) == first


CHANGES: dict[str, Any] = {
    "octaves": 5,
    "feature_size": 500.0,
    "persistence": 0.6,
    "lacunarity": 2.3,
    "noise": "value",
    "island": False,
    "island_spacing": 2048,
    "cover": 0.8,
    "warp": 0.9,
    "temperature": False,
    "climate_band": 4096,
    "water_level": 0.35,
    "beach_level": 0.47,
    "mountain_level": 0.6,
    "snow_level": 0.75,
    "desert_moisture": 0.5,
    "forest_moisture": 0.75,
}


@pytest.mark.parametrize("name", CHANGES)
def test_every_parameter_of_a_sketch_matters_and_nothing_lingers(name: str) -> None:
    def fields(parameters: WorldParameters) -> dict[str, np.ndarray]:
        region = World(4, parameters).region(-65536, -65536, 256, 256, lod=9)
        return read_fields(region)

    before = fields(WorldParameters())
    changed = fields(WorldParameters(**{name: CHANGES[name]}))
    assert any(
        not np.array_equal(before[field], changed[field], equal_nan=True)
        for field in set(FIELDS) - {"biome", "terrain"}
    ) or not np.array_equal(before["biome"], changed["biome"])
    again = fields(WorldParameters())
    for field in FIELDS:
        assert np.array_equal(before[field], again[field], equal_nan=field == "water_level")


def test_parameters_cannot_be_changed_behind_a_worlds_back() -> None:
    mapping = WorldParameters().to_mapping()
    world = World(4, WorldParameters.from_mapping(mapping))
    before = digest_of(world.region(0, 0, 64, 64, lod=6))
    mapping["octaves"] = 1
    assert digest_of(world.region(0, 0, 64, 64, lod=6)) == before
    with pytest.raises(AttributeError):
        world.parameters.octaves = 1  # type: ignore[misc]
    with pytest.raises(AttributeError):
        world.seed = 5  # type: ignore[misc]
    with pytest.raises(ParameterError, match="WorldParameters"):
        World(4, {"octaves": 1})  # type: ignore[arg-type]


def test_no_bytes_of_one_world_reach_another() -> None:
    one = World(4)
    expected = digest_of(one.region(0, 0, 64, 64, lod=6))
    for seed in range(20):
        World(seed, WorldParameters(cover=seed / 20)).region(0, 0, 64, 64, lod=6)
    assert digest_of(one.region(0, 0, 64, 64, lod=6)) == expected


def test_many_seeds_make_a_chunk() -> None:
    draw = random.Random(5)
    seen = set()
    for n in range(400):
        seed = draw.randrange(-(2 ** (n % 130 + 1)), 2 ** (n % 130 + 1))
        sample = worldgen.fbm(seed, n, -n, 2, 2)
        assert 0.0 <= sample.min() <= sample.max() <= 1.0
        seen.add(World(seed).region(64 * n, 0, 2, 2, lod=10).height.tobytes())
    assert len(seen) > 380
