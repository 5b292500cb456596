"""Names: pronounceable, from the key alone, and no two alike on one screen."""

from __future__ import annotations

import itertools
import re
from collections import Counter

import pytest

from tests.worlds import shared_world
from worldgen import World, WorldParameters
from worldgen.names import feature_name, island_name
from worldgen.seed import world_key

SCREEN = (1280 * 16, 720 * 16)
"""Cells on a screen at lod 4."""

PRONOUNCEABLE = re.compile(r"^[A-Z][a-z]{2,10}$")
VOWELS = re.compile("[aeiouy]+")


@pytest.mark.parametrize("spacing", (512, 1024))
def test_no_two_islands_on_a_screen_are_called_alike(spacing: int) -> None:
    for seed in range(8):
        world = World(seed, WorldParameters(island_spacing=spacing))
        seen = 0
        for x, y in ((-10240, -5760), (40_000, 7000), (-90_000, 50_000)):
            names = [site.name for site in world.sites(x, y, *SCREEN)]
            seen += len(names)
            repeated = [name for name, count in Counter(names).items() if count > 1]
            assert not repeated, (seed, repeated)
        # Any of the three may be open sea.
        assert seen > 30


def test_no_two_islands_within_128_by_64_squares_are_called_alike() -> None:
    key = world_key("names")
    for left, top in ((0, 0), (-77, 30), (2**40, -(2**40) - 5)):
        names = {island_name(key, left + i, top + j) for i in range(128) for j in range(64)}
        assert len(names) == 128 * 64


def test_no_two_levels_share_a_name() -> None:
    key = world_key("names")
    places = list(itertools.product(range(-30, 30), range(-30, 30)))
    levels = [{island_name(key, *place, level) for place in places} for level in range(3)]
    assert sum(map(len, levels)) == len(set().union(*levels)) == 3 * len(places)


@pytest.mark.parametrize("kind", ("lake", "river"))
def test_no_two_features_near_each_other_are_called_alike(kind: str) -> None:
    key = world_key("names")
    near = itertools.product(range(-8, 8), range(-4, 4), range(64))
    names = [feature_name(key, kind, i, j, 0, index) for i, j, index in near]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("kind", ("lake", "river"))
def test_no_two_features_of_one_island_are_called_alike(kind: str) -> None:
    for seed in range(5):
        key = world_key(seed)
        for i, j in ((0, 0), (5, -3), (-(2**40), 2**41)):
            names = [feature_name(key, kind, i, j, 0, index) for index in range(1000)]
            assert len(set(names)) == len(names)


def test_all_that_islands_hold_is_named_and_nothing_twice() -> None:
    islands = shared_world(0).islands(-900, -900, 1800, 1800)
    names = [island.name for island in islands]
    for island in islands:
        names.append(island.peak.name)
        names += [lake.name for lake in island.lakes]
        names += [river.name for river in island.rivers]
    assert all(names)
    assert len(set(names)) == len(names)


def test_names_can_be_spoken() -> None:
    key = world_key("spoken")
    lengths = []
    for i, j in itertools.product(range(60), range(60)):
        name = island_name(key, i, j)
        assert PRONOUNCEABLE.match(name), name
        syllables = len(VOWELS.findall(name.lower()))
        assert 2 <= syllables <= 4, name
        lengths.append(len(name))
        consonants = max(len(run) for run in VOWELS.split(name.lower()))
        assert consonants <= 3, name
    assert 5.0 < sum(lengths) / len(lengths) < 8.0
    assert len({island_name(key, i, 0)[:2] for i in range(400)}) > 60


def test_names_follow_the_key_and_nothing_else() -> None:
    key, other = world_key(1), world_key(2)
    places = list(itertools.product(range(-20, 20), range(-20, 20)))
    names = [island_name(key, *place) for place in places]
    assert names == [island_name(key, *place) for place in places]
    differing = sum(island_name(other, *at) != name for at, name in zip(places, names, strict=True))
    assert differing > 0.99 * len(places)
    assert feature_name(key, "peak", 3, 4, 0, 0).startswith("Mount ")
    assert feature_name(key, "lake", 3, 4, 0, 1).startswith("Lake ")
    assert feature_name(key, "river", 3, 4, 0, 2).endswith(" River")


def test_names_do_not_repeat_in_space() -> None:
    key = world_key("period")
    first = [island_name(key, i, j) for i in range(40) for j in range(40)]
    for shift in ((128, 0), (0, 64), (128, 64), (2**20, 2**20)):
        again = [island_name(key, i + shift[0], j + shift[1]) for i in range(40) for j in range(40)]
        alike = sum(one == other for one, other in zip(first, again, strict=True))
        assert alike < 0.1 * len(first), shift
