"""Metres, kilometres and cells, and directions in words."""

from __future__ import annotations

import pytest

from game.hud.directions import direction_word
from game.hud.units import Units


@pytest.mark.parametrize(
    ("cells", "metric", "words"),
    [
        (0.25, "5 m", "0.25 cells"),
        (1, "20 m", "1 cell"),
        (42.6, "852 m", "43 cells"),
        (50, "1 km", "50 cells"),
        (1234, "24.7 km", "1,234 cells"),
        (60_000, "1,200 km", "60,000 cells"),
        (2**52, "90,071,992,547,410 km", "4,503,599,627,370,496 cells"),
    ],
)
def test_lengths(cells: float, metric: str, words: str) -> None:
    assert Units(metric=True).distance(cells) == metric
    assert Units(metric=False).distance(cells) == words


def test_heights_are_above_the_sea_or_below_it() -> None:
    metric = Units(metric=True)
    assert metric.height(0.65, 0.4) == "1,000 m high"
    assert metric.height(0.4, 0.4) == "0 m high"
    assert metric.height(0.3, 0.4) == "400 m deep"
    assert Units(metric=False).height(0.3, 0.4) == "height 0.30"


def test_areas() -> None:
    assert Units(metric=True).area(44_906) == "18 km²"
    assert Units(metric=True).area(1000) == "0.4 km²"
    assert Units(metric=False).area(44_906) == "44,906 cells"


def test_north_is_up() -> None:
    ways = {
        (0, -5): "north",
        (5, 0): "east",
        (0, 5): "south",
        (-5, 0): "west",
        (-3, 4): "south-west",
    }
    assert {way: direction_word(*way) for way in ways} == ways
