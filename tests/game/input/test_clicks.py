"""Clicks: told from drags, single and double."""

from __future__ import annotations

import pygame

from game.input.clicks import DOUBLE_SECONDS, Click, Clicks


def event(kind: int, pixel: tuple[int, int], button: int = 1) -> pygame.event.Event:
    return pygame.event.Event(kind, pos=pixel, button=button)


def click(clicks: Clicks, pixel: tuple[int, int], now: float) -> Click | None:
    assert clicks.take(event(pygame.MOUSEBUTTONDOWN, pixel), now) is None
    return clicks.take(event(pygame.MOUSEBUTTONUP, pixel), now)


def test_two_quick_clicks_are_a_double_click_and_three_are_no_two() -> None:
    clicks = Clicks()
    assert click(clicks, (10, 10), 0.0) == Click((10, 10))
    assert click(clicks, (12, 9), 0.2) == Click((12, 9), double=True)
    assert click(clicks, (12, 9), 0.3) == Click((12, 9))


def test_slow_clicks_and_clicks_elsewhere_are_single_ones() -> None:
    clicks = Clicks()
    click(clicks, (10, 10), 0.0)
    assert click(clicks, (10, 10), DOUBLE_SECONDS * 1.1) == Click((10, 10))
    assert click(clicks, (30, 10), DOUBLE_SECONDS * 1.2) == Click((30, 10))


def test_a_drag_is_no_click_even_if_it_ends_where_it_began() -> None:
    clicks = Clicks()
    clicks.take(event(pygame.MOUSEBUTTONDOWN, (10, 10)), 0.0)
    clicks.take(event(pygame.MOUSEMOTION, (60, 10)), 0.0)
    clicks.take(event(pygame.MOUSEMOTION, (10, 10)), 0.0)
    assert clicks.take(event(pygame.MOUSEBUTTONUP, (10, 10)), 0.0) is None


def test_other_buttons_and_a_release_alone_are_no_clicks() -> None:
    clicks = Clicks()
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        assert clicks.take(event(kind, (10, 10), button=3), 0.0) is None
    assert clicks.take(event(pygame.MOUSEBUTTONUP, (10, 10)), 0.0) is None
    clicks.take(event(pygame.MOUSEBUTTONDOWN, (10, 10)), 0.0)
    clicks.forget()
    assert clicks.take(event(pygame.MOUSEBUTTONUP, (10, 10)), 0.0) is None
