"""The benchmark: what it counts as missed."""

from __future__ import annotations

import pygame
import pytest

from game.app.memory import resident_megabytes
from game.benchmark import MAGENTA, Leg, Measured, Memory, has_hole, percentile


def test_percentiles() -> None:
    numbers = [float(number) for number in range(100, 0, -1)]
    assert percentile(numbers, 99) == 100.0
    assert percentile(numbers, 50) == 51.0
    assert percentile([3.0], 99) == 3.0


def test_a_good_flight_misses_nothing() -> None:
    leg = Leg("flight", 5.0, fly=(1.0, 0.0), full_target=True)
    assert Measured(leg, [50.0] + [5.0] * 299, full=10.0).misses() == []


@pytest.mark.parametrize(
    ("measured", "word"),
    [
        (Measured(Leg("a", 1.0, fly=(1.0, 0.0)), [5.0] * 97 + [20.0] * 3), "99 %"),
        (Measured(Leg("a", 1.0, fly=(1.0, 0.0)), [5.0] * 299 + [40.0]), "worst"),
        (Measured(Leg("a", 1.0), [3.0] * 10), "still"),
        (Measured(Leg("a", 1.0, fly=(1.0, 0.0)), [3.0] * 10, holes=1), "holes"),
        (
            Measured(Leg("a", 1.0, fly=(1.0, 0.0), full_target=True), [3.0], full=200.0),
            "full chunk",
        ),
    ],
)
def test_what_is_missed_is_named(measured: Measured, word: str) -> None:
    assert any(word in miss for miss in measured.misses())


def test_holes_are_seen() -> None:
    surface = pygame.Surface((20, 20), 0, 32)
    assert not has_hole(surface)
    surface.set_at((3, 4), MAGENTA)
    assert has_hole(surface)


def test_memory_counts_from_mark_to_mark() -> None:
    memory = Memory()
    assert memory.growth() is None
    for chunks, megabytes in ((10, 50.0), (2_000, 200.0), (2_001, 900.0), (2_002, 200.0)):
        memory.note(chunks, megabytes)
    assert memory.growth() is None
    for _ in range(60):
        memory.note(5_000, 200.0)
    memory.note(20_000, 210.0)
    assert memory.growth() == pytest.approx(5.0)


def test_unknown_memory_does_not_grow() -> None:
    memory = Memory()
    memory.note(20_000, 0.0)
    assert memory.growth() is None


def test_memory_is_known() -> None:
    assert resident_megabytes() > 10
