"""Fingers: two of one device move and zoom, one alone does nothing."""

from __future__ import annotations

import math

import pygame
import pytest

from game.input.fingers import Fingers, Gesture

SIZE = (1000, 500)


def finger(kind: int, number: int, x: float, y: float = 0.5, device: int = 1) -> pygame.event.Event:
    return pygame.event.Event(kind, touch_id=device, finger_id=number, x=x, y=y, dx=0.0, dy=0.0)


def down(fingers: Fingers, *xs: float, device: int = 1) -> None:
    for number, x in enumerate(xs):
        fingers.handle(finger(pygame.FINGERDOWN, number, x, device=device), SIZE)


def test_one_finger_means_nothing() -> None:
    fingers = Fingers()
    down(fingers, 0.1)
    assert not fingers.together
    assert fingers.handle(finger(pygame.FINGERMOTION, 0, 0.9), SIZE) is None


def test_two_fingers_say_where_to_and_how_near() -> None:
    fingers = Fingers()
    down(fingers, 0.4, 0.6)
    assert fingers.together
    assert fingers.handle(finger(pygame.FINGERMOTION, 1, 0.8), SIZE) == Gesture(
        (500, 250), (600, 250), 32
    )
    assert fingers.handle(finger(pygame.FINGERMOTION, 1, 0.6), SIZE) == Gesture(
        (600, 250), (500, 250), -32
    )


def test_small_steps_add_up_to_the_same_zoom() -> None:
    fingers = Fingers()
    down(fingers, 0.4, 0.6)
    zoom = 0
    for step in range(1, 101):
        gesture = fingers.handle(finger(pygame.FINGERMOTION, 1, 0.6 + 0.2 * step / 100), SIZE)
        assert gesture is not None
        zoom += gesture.zoom
    assert zoom == 32


def test_fingers_at_one_point_and_broken_numbers_do_no_harm() -> None:
    fingers = Fingers()
    down(fingers, 0.5, 0.5)
    gesture = fingers.handle(finger(pygame.FINGERMOTION, 1, 0.501), SIZE)
    assert gesture is not None
    assert gesture.zoom == 0
    for broken in (math.nan, math.inf):
        assert fingers.handle(finger(pygame.FINGERMOTION, 1, broken), SIZE) is None


@pytest.mark.parametrize("device", [1, 2])
def test_fingers_of_two_devices_are_no_pair(device: int) -> None:
    fingers = Fingers()
    down(fingers, 0.1)
    fingers.handle(finger(pygame.FINGERDOWN, 7, 0.9, device=device), SIZE)
    assert fingers.together is (device == 1)


def test_a_finger_that_was_lifted_or_never_laid_down_counts_no_more() -> None:
    fingers = Fingers()
    down(fingers, 0.1, 0.9)
    fingers.handle(finger(pygame.FINGERUP, 0, 0.1), SIZE)
    assert not fingers.together
    assert fingers.handle(finger(pygame.FINGERMOTION, 5, 0.3), SIZE) is None
    down(fingers, 0.1, 0.9)
    fingers.release()
    assert not fingers.together
