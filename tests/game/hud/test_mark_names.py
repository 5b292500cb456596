"""Names of marks on the chart: none over another, none without need left out."""

from __future__ import annotations

import itertools

import pygame

from game.hud.mark_names import name_places

WINDOW = pygame.Rect(0, 0, 400, 300)
SIZE = (80, 16)


def test_names_that_lie_close_together_stand_apart() -> None:
    marks = [((200 + 5 * number, 150), SIZE) for number in range(4)]
    places = [place for place in name_places(marks, [], WINDOW) if place is not None]
    assert len(places) >= 2
    for one, other in itertools.combinations(places, 2):
        assert not one.colliderect(other)


def test_names_keep_clear_of_what_stands_there_already() -> None:
    island = pygame.Rect(205, 140, 120, 20)
    (place,) = name_places([((200, 150), SIZE)], [island], WINDOW)
    assert place is not None
    assert not place.colliderect(island)
    assert place.right <= 200


def test_a_name_without_room_is_left_out() -> None:
    assert name_places([((200, 150), SIZE)], [WINDOW], WINDOW) == [None]
    assert name_places([((2, 2), (500, 16))], [], WINDOW) == [None]


def test_at_the_edge_a_name_stays_inside() -> None:
    (place,) = name_places([((395, 150), SIZE)], [], WINDOW)
    assert place is not None
    assert WINDOW.contains(place)
