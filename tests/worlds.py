"""Worlds that tests share, with all that has been solved of them."""

from __future__ import annotations

from functools import cache
from typing import Any

from worldgen import World, WorldParameters
from worldgen.seed import Seed


def shared_world(seed: Seed, **parameters: Any) -> World:
    """Return the one world of a seed and parameters, which keeps its plans for all tests."""
    return _world(seed, WorldParameters(**parameters))


@cache
def _world(seed: Seed, parameters: WorldParameters) -> World:
    return World(seed, parameters)
