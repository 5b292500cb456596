"""The climate far and wide: rain shadows, deserts away from the cold, gradual change inland."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numba import njit

import worldgen
from worldgen import Biome
from worldgen.archipelago.archipelago import Archipelago
from worldgen.archipelago.sea import Archipelago as Sea
from worldgen.archipelago.slow_fields import latitude_and_warmth
from worldgen.archipelago.uplands import LIFT, uplands_at

_RIDGES = 20
_HIGH = 0.36
_BESIDE = (3, 4, 5)
"""Nodes from the crest where the lee is measured; the windward side lies one to three before it."""


@njit
def _latitude(key, band, x, y):  # type: ignore[no-untyped-def]
    cold, _ = latitude_and_warmth(key, band, x, y)
    return cold


def _ridges(sea: Sea) -> Iterator[tuple[int, int, int]]:
    """Yield crests that stand alone across the wind, and the side that the wind comes from."""
    apart = sea.spacing
    xs = np.arange(-120, 120, dtype=np.int64) * apart
    for row in range(-120, 120, 4):
        ys = np.array([row * apart], dtype=np.int64)
        lift = uplands_at(sea, xs, ys)[LIFT, 0]
        for c in range(8, len(xs) - 8):
            around = lift[c - 8 : c + 9]
            if lift[c] < _HIGH or lift[c] < around.max():
                continue
            cold = _latitude(np.uint64(sea.key), sea.band, xs[c], ys[0])
            if 0.30 < cold < 0.40 or cold > 0.72:
                continue  # Winds turn here.
            side = 1 if cold <= 0.30 else -1
            foot = around[[8 + side * k for k in (1, 2, 3)] + [8 - side * k for k in _BESIDE]]
            before = around[[8 + side * k for k in range(2, 9)]]
            if (foot != 0.0).all() and foot[3:].max() < 0.2 and before.max() < 0.3:
                yield int(xs[c]), int(ys[0]), side


def _sea(world: worldgen.World) -> Archipelago:
    return world.generator.layers.archipelago


def test_mountains_keep_the_rain_from_what_lies_behind_them() -> None:
    shares = []
    for seed in range(16):
        world = worldgen.World(seed)
        sea = _sea(world)
        assert isinstance(sea, Sea)
        for x, y, side in _ridges(sea):
            first = x - 8 * sea.spacing
            row = world.region(first, y, 17 * sea.spacing // 64, 1, lod=6, sketch=True).moisture[0]
            per_node = sea.spacing // 64
            windward, leeward = (
                np.mean([row[(8 + k) * per_node] for k in nodes])
                for nodes in ((side, 2 * side, 3 * side), [-side * k for k in _BESIDE])
            )
            shares.append(windward / max(float(leeward), 1e-6))
        if len(shares) >= _RIDGES:
            break
    assert len(shares) >= _RIDGES
    assert np.mean(np.array(shares) >= 1.5) >= 0.8


def test_no_desert_lies_beside_the_cold() -> None:
    borders = touching = 0
    for seed in range(3):
        biome = worldgen.World(seed).region(-49_152, -49_152, 1536, 1536, lod=6, sketch=True).biome
        for one, other in ((biome[:, :-1], biome[:, 1:]), (biome[:-1], biome[1:])):
            desert = (one == Biome.DESERT) ^ (other == Biome.DESERT)
            beside = np.where(one == Biome.DESERT, other, one)[desert]
            borders += int((beside != Biome.OCEAN).sum())
            touching += int(np.isin(beside, [Biome.TUNDRA, Biome.TAIGA, Biome.SNOW]).sum())
    assert borders > 1000
    assert touching == 0
