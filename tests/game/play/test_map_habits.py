"""What players expect of a map: double clicks, two fingers, flights to what is near."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from game.camera import CELL, Camera
from game.play.autopilot import is_short
from tests.game.driver import SIZE, Driver, post
from tests.game.pages import click_at

pytestmark = pytest.mark.usefixtures("compiled_kernels")


@pytest.fixture
def driver(tmp_path: Path) -> Iterator[Driver]:
    made = Driver(tmp_path, keeps_voyage=False, smooth=True)
    yield made
    made.app.close()


def test_a_double_click_zooms_in_about_the_pixel(driver: Driver) -> None:
    pixel = (210, 140)
    click_at(driver, pixel)
    driver.frames(40)
    under = driver.play.view.world_of(*pixel)
    assert driver.play.pilot.zoom_goal == 0
    for _ in range(2):
        click_at(driver, pixel)
    driver.frames(60)
    assert driver.play.pilot.camera.zoom == 32
    assert (
        max(abs(a - b) for a, b in zip(driver.play.view.world_of(*pixel), under, strict=True))
        <= CELL
    )


def test_two_fingers_move_and_zoom_the_land(driver: Driver) -> None:
    before = driver.play.pilot.camera
    for kind, xs in ((pygame.FINGERDOWN, (0.25, 0.5)), (pygame.FINGERMOTION, (0.25, 0.75))):
        for number, x in enumerate(xs):
            post(kind, touch_id=3, finger_id=number, x=x, y=0.5, dx=0.0, dy=0.0)
        driver.frames(1)
    assert driver.play.pilot.camera.zoom == 32
    assert driver.play.pilot.camera.x != before.x
    post(pygame.FINGERUP, touch_id=3, finger_id=0, x=0.25, y=0.5, dx=0.0, dy=0.0)
    driver.frames(1)
    assert not driver.play.pilot.gliding


def test_what_is_near_is_flown_to_and_what_is_far_is_jumped_to(driver: Driver) -> None:
    here = driver.play.pilot.camera
    near = replace(here, x=here.x + 600 * CELL, zoom=-16)
    driver.play.travel(near)
    driver.frames(3)
    assert here.x < driver.play.pilot.camera.x < near.x
    driver.until(lambda: not driver.play.autopilot.steering)
    driver.frames(30)
    assert driver.play.pilot.camera == near
    far = replace(here, x=here.x + 2**40)
    driver.play.travel(far)
    assert driver.play.pilot.camera == far
    driver.press(pygame.K_LEFT, mod=pygame.KMOD_LALT)
    assert driver.play.pilot.camera == near


def test_with_less_motion_nothing_flies(driver: Driver) -> None:
    driver.app.change_settings(less_motion=True)
    driver.frames(1)
    here = driver.play.pilot.camera
    near = replace(here, x=here.x + 300 * CELL)
    driver.play.travel(near)
    assert driver.play.pilot.camera == near


def test_how_short_a_way_is_depends_on_the_coarser_zoom() -> None:
    here, there = Camera(0, 0, 0), Camera(5000 * CELL, 0, 0)
    assert not is_short(here, there, SIZE)
    assert is_short(replace(here, zoom=-96), there, SIZE)
    assert is_short(here, replace(there, zoom=-96), SIZE)
