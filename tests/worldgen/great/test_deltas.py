"""Great rivers part into the arms of a delta on flat coasts, and widen into estuaries elsewhere."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import pytest

from tests.worldgen.great.great_world import LARGEST, Great, find_great
from tests.worldgen.great.test_great_water import assert_sound
from worldgen import Biome


@lru_cache(maxsize=2)
def great_of(seed: int) -> Great:
    return find_great(seed, sizes=LARGEST)


def deltas_of(great: Great) -> list[list[np.ndarray]]:
    """Return the arms of each delta, the first of them being near to each other."""
    places = great.trunk_places()
    deltas: list[list[np.ndarray]] = []
    for arm in great.arms():
        if deltas and np.abs(places[arm[0]] - places[deltas[-1][0][0]]).max() < 500.0:
            deltas[-1].append(arm)
        else:
            deltas.append([arm])
    return deltas


def test_the_greatest_river_of_a_flat_coast_has_a_delta() -> None:
    great = great_of(7)
    deltas, rivers = deltas_of(great), great.plan.rivers
    assert all(2 <= len(arms) <= 4 for arms in deltas)
    parted = sum(float(rivers.discharge[arm[0]]) for arm in deltas[0])
    assert parted > 0.2 * rivers.discharge.max()


@pytest.mark.parametrize("seed", [2, 7])
def test_arms_fall_to_the_sea_with_an_even_share_of_the_water(seed: int) -> None:
    great = great_of(seed)
    rivers, water = great.plan.rivers, np.float32(great.world.parameters.water_level)
    places = great.trunk_places()
    assert great.arms()
    for arms in deltas_of(great):
        for arm in arms:
            levels = rivers.level[arm]
            assert (np.diff(levels) <= 0).all() and levels[-1] == water
            x, y = places[arm[0]]
            beside = np.hypot(places[:, 0] - x, places[:, 1] - y) < 40.0
            beside[arm] = False
            # What is left of the river is more than any arm, and no arm is less than other rivers.
            assert rivers.discharge[beside].max() > 2.0 * rivers.discharge[arm[0]]
            assert rivers.discharge[arm[0]] > 24.0 * 32.0 * 32.0


@pytest.mark.parametrize("seed", [2, 7])
def test_water_is_sound_at_deltas_and_every_arm_ends_in_the_sea(seed: int) -> None:
    great = great_of(seed)
    places = great.trunk_places()
    for arms in deltas_of(great):
        along = places[np.concatenate(arms)]
        x, y = (along.min(axis=0) + along.max(axis=0)) / 2.0
        assert assert_sound(great, x, y, 640) > 1000
        for arm in arms:
            last = arm[-1]
            end_x = x_of(great, int(great.plan.rivers.end_x[last]), great.plan.first_x)
            end_y = x_of(great, int(great.plan.rivers.end_y[last]), great.plan.first_y)
            about = great.world.region(int(end_x) - 6, int(end_y) - 6, 13, 13)
            assert (about.biome == Biome.OCEAN).all()
            middle = places[arm[len(arm) // 2]]
            there = great.world.region(int(middle[0]) - 1, int(middle[1]) - 1, 3, 3)
            assert (there.biome == Biome.RIVER).any()


def x_of(great: Great, units: int, first: int) -> float:
    """Return where a place of the plan lies in the world, in cells, on one axis."""
    return (first * great.plan.step + units) / 64.0


def test_mouths_without_arms_widen() -> None:
    great = great_of(2)
    rivers = great.plan.rivers
    mouth = int(np.argmax(np.where(rivers.following < 0, rivers.discharge, 0.0)))
    piece, gone, widths = mouth, 0.0, [float(rivers.half_width[mouth])]
    while gone < 330.0:
        before = np.flatnonzero(rivers.following == piece)
        piece = int(before[np.argmax(rivers.discharge[before])])
        across = float(rivers.end_x[piece] - rivers.start_x[piece]) / 64.0
        down = float(rivers.end_y[piece] - rivers.start_y[piece]) / 64.0
        gone += float(np.hypot(across, down))
        widths.append(float(rivers.half_width[piece]))
    assert 2.2 < widths[0] / widths[-1] < 2.8
    assert (np.diff(widths) <= 1e-6).all()
