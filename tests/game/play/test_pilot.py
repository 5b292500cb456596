"""Moving: every direction alike, nothing runs away, the land stays under the hand."""

from __future__ import annotations

import math

import pygame
import pytest

from game.camera import CELL, MAX_ZOOM, MIN_ZOOM, Camera
from game.input.controls import Action, Controls, Wheel
from game.options import MAX_POSITION
from game.play.pilot import FAST_SPEED, SPEED, Pilot
from game.screen import LONGEST_STEP

SIZE = (1280, 720)


def key(scancode: int, pressed: bool = True, code: int = 0, text: str = "") -> pygame.event.Event:
    kind = pygame.KEYDOWN if pressed else pygame.KEYUP
    return pygame.event.Event(kind, scancode=scancode, key=code, unicode=text, mod=0)


def mouse(kind: int, pos: tuple[int, int], button: int = 1) -> pygame.event.Event:
    return pygame.event.Event(kind, pos=pos, button=button, rel=(0, 0), buttons=(1, 0, 0))


def wheel(y: float) -> pygame.event.Event:
    return pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=int(y), precise_y=y, flipped=False)


def new_pilot(zoom: int = 0, smooth: bool = False) -> Pilot:
    return Pilot(Camera(0, 0, zoom), Controls(), smooth)


def flown(pilot: Pilot, seconds: float, step: float = 1 / 60) -> tuple[float, float]:
    before = pilot.camera
    for _ in range(round(seconds / step)):
        pilot.step(step, SIZE)
    return (pilot.camera.x - before.x) / CELL, (pilot.camera.y - before.y) / CELL


def test_all_directions_are_equally_fast() -> None:
    keys = (pygame.KSCAN_W, pygame.KSCAN_D, pygame.KSCAN_S, pygame.KSCAN_A)
    for number in range(4):
        for held in ((keys[number],), (keys[number], keys[(number + 1) % 4])):
            pilot = new_pilot()
            for scancode in held:
                pilot.controls.press(key(scancode))
            assert math.hypot(*flown(pilot, 5.0)) == pytest.approx(SPEED * 5.0, rel=0.01)


def test_opposite_keys_cancel_and_rest_is_rest() -> None:
    pilot = new_pilot()
    assert flown(pilot, 1.0) == (0.0, 0.0)
    pilot.controls.press(key(pygame.KSCAN_A))
    pilot.controls.press(key(pygame.KSCAN_RIGHT))
    assert flown(pilot, 1.0) == (0.0, 0.0)


def test_a_stall_is_one_short_step() -> None:
    pilot = new_pilot()
    pilot.controls.press(key(pygame.KSCAN_D))
    pilot.step(5.0, SIZE)
    assert 0 < pilot.camera.x <= SPEED * LONGEST_STEP * CELL
    before = pilot.camera
    pilot.step(0.0, SIZE)
    pilot.step(-1.0, SIZE)
    assert pilot.camera == before


def test_shift_is_faster_and_speed_is_the_same_on_the_screen_at_every_zoom() -> None:
    pilot = new_pilot()
    pilot.controls.press(key(pygame.KSCAN_D))
    pilot.controls.press(key(pygame.KSCAN_LSHIFT))
    assert flown(pilot, 1.0)[0] == pytest.approx(FAST_SPEED, rel=0.01)
    far = new_pilot(-64)
    far.controls.press(key(pygame.KSCAN_D))
    assert flown(far, 1.0)[0] == pytest.approx(4 * SPEED, rel=0.01)


def test_a_slow_drift_is_not_lost_between_units() -> None:
    pilot = new_pilot(MAX_ZOOM)
    for _ in range(600):
        pilot.drift((-0.5, 0.0), 1 / 60)
    assert pilot.camera.x == pytest.approx(-0.5 * 10 * CELL / 16, abs=1)


def test_letting_go_and_losing_the_window() -> None:
    pilot = new_pilot()
    pilot.controls.press(key(pygame.KSCAN_D))
    pilot.controls.release(key(pygame.KSCAN_D, pressed=False))
    assert flown(pilot, 0.5) == (0.0, 0.0)
    pilot.controls.press(key(pygame.KSCAN_W))
    pilot.handle_mouse(mouse(pygame.MOUSEBUTTONDOWN, (5, 5)), SIZE)
    pilot.let_go()
    assert not pilot.dragging
    assert flown(pilot, 0.5) == (0.0, 0.0)


def test_keys_are_places_and_not_letters() -> None:
    controls = Controls()
    # The key beside Tab types "a" on a French keyboard, and W's place types "z".
    assert controls.press(key(pygame.KSCAN_W, code=pygame.K_z)) is Action.UP
    assert controls.keys_of(Action.UP)[0] == "Z"
    assert controls.press(key(pygame.KSCAN_UP, code=pygame.K_UP)) is Action.UP
    # Plus is wherever it is typed.
    plus = key(pygame.KSCAN_RIGHTBRACKET, code=pygame.K_PLUS, text="+")
    assert controls.press(plus) is Action.ZOOM_IN


def test_an_event_without_a_scancode_counts_as_from_a_us_keyboard() -> None:
    controls = Controls()
    event = pygame.event.Event(pygame.KEYDOWN, key=pygame.K_d, unicode="d", mod=0)
    assert controls.press(event) is Action.RIGHT
    assert controls.direction() == (1.0, 0.0)
    controls.release(pygame.event.Event(pygame.KEYUP, key=pygame.K_d, mod=0))
    assert controls.direction() == (0.0, 0.0)


def test_the_land_stays_under_the_hand() -> None:
    pilot = new_pilot(-5)
    pilot.handle_mouse(mouse(pygame.MOUSEBUTTONDOWN, (100, 100)), SIZE)
    held = pilot.camera.held(100 - 640, 100 - 360)
    assert pilot.handle_mouse(mouse(pygame.MOUSEMOTION, (900, 7)), SIZE)
    assert pilot.camera.held(900 - 640, 7 - 360) == held
    pilot.handle_mouse(mouse(pygame.MOUSEMOTION, (100, 100)), SIZE)
    assert (pilot.camera.x, pilot.camera.y) == (0, 0)
    pilot.handle_mouse(mouse(pygame.MOUSEBUTTONUP, (100, 100)), SIZE)
    assert not pilot.handle_mouse(mouse(pygame.MOUSEMOTION, (300, 300)), SIZE)


@pytest.mark.parametrize("smooth", [False, True])
def test_the_wheel_zooms_about_the_cursor_and_back_exactly(smooth: bool) -> None:
    pilot = new_pilot(smooth=smooth)
    pilot.place(Camera(123_456_789_012_345, -77, 0))
    start = pilot.camera
    pilot.handle_mouse(mouse(pygame.MOUSEMOTION, (1000, 50)), SIZE)
    under = pilot.camera.held(360, -310)
    for turn in (3, -1, 5, -7):
        pilot.handle_mouse(wheel(turn), SIZE)
        flown(pilot, 1.0)
        assert pilot.camera.held(360, -310) == under
    assert pilot.camera == start


def test_fine_turns_of_a_touch_pad_add_up() -> None:
    pilot = new_pilot()
    for _ in range(40):
        pilot.handle_mouse(wheel(0.025), SIZE)
    flown(pilot, 0.1)
    assert pilot.camera.zoom == 8


@pytest.mark.parametrize("broken", [math.nan, math.inf, -math.inf])
def test_a_turn_that_is_no_number_is_no_turn(broken: float) -> None:
    pilot = new_pilot()
    event = pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=0, precise_y=broken, flipped=False)
    pilot.handle_mouse(event, SIZE)
    pilot.handle_mouse(wheel(1), SIZE)
    flown(pilot, 0.1)
    assert pilot.camera.zoom == 8


def test_a_button_let_go_outside_the_window_lets_go_of_the_land() -> None:
    pilot = new_pilot()
    pilot.handle_mouse(mouse(pygame.MOUSEBUTTONDOWN, (100, 100)), SIZE)
    pilot.handle_mouse(mouse(pygame.MOUSEMOTION, (110, 100)), SIZE)
    before = pilot.camera
    back = pygame.event.Event(pygame.MOUSEMOTION, pos=(300, 300), rel=(0, 0), buttons=(0, 0, 0))
    assert not pilot.handle_mouse(back, SIZE)
    assert not pilot.dragging
    assert pilot.camera == before


def test_small_turns_add_up_to_whole_levels_of_the_small_map() -> None:
    levels = Wheel(notch=1)
    assert [levels.turned(wheel(-0.1)) for _ in range(10)].count(-1) == 1
    assert levels.turned(wheel(3.0)) == 3


def test_zoom_ends_at_both_ends() -> None:
    pilot = new_pilot()
    pilot.handle_mouse(wheel(1000), SIZE)
    flown(pilot, 0.1)
    assert pilot.camera.zoom == MAX_ZOOM
    pilot.handle_mouse(wheel(-1000), SIZE)
    flown(pilot, 0.1)
    assert pilot.camera.zoom == MIN_ZOOM


def test_a_zoom_key_zooms_once_and_then_on_while_it_is_held() -> None:
    pilot = new_pilot()
    pilot.controls.press(key(pygame.KSCAN_MINUS))
    pilot.begin_zoom(-1, SIZE)
    flown(pilot, 0.1)
    assert pilot.camera.zoom == -8
    flown(pilot, 1.0)
    assert pilot.camera.zoom < -40
    pilot.controls.release(key(pygame.KSCAN_MINUS, pressed=False))
    at = pilot.zoom_goal
    flown(pilot, 1.0)
    assert pilot.camera.zoom == at


def test_nobody_flies_over_the_edge_of_the_world() -> None:
    pilot = new_pilot(MIN_ZOOM)
    limit = MAX_POSITION * CELL
    pilot.place(Camera(limit - 5, -limit - 10**9, MIN_ZOOM))
    pilot.controls.press(key(pygame.KSCAN_D))
    flown(pilot, 2.0)
    assert (pilot.camera.x, pilot.camera.y) == (limit, -limit)


def finger(kind: int, number: int, x: float, y: float) -> pygame.event.Event:
    return pygame.event.Event(kind, touch_id=1, finger_id=number, x=x, y=y, dx=0.0, dy=0.0)


def two_fingers_down(pilot: Pilot) -> None:
    for number, x in ((1, 0.25), (2, 0.5)):
        pilot.handle_mouse(finger(pygame.FINGERDOWN, number, x, 0.5), SIZE)


def test_two_fingers_take_the_land_along() -> None:
    pilot = new_pilot()
    two_fingers_down(pilot)
    held = pilot.camera.held(480 - 640, 0)
    for number, x in ((1, 0.35), (2, 0.6)):
        assert pilot.handle_mouse(finger(pygame.FINGERMOTION, number, x, 0.75), SIZE)
    assert pilot.camera.zoom == 0
    assert pilot.camera.held(608 - 640, 540 - 360) == held


def test_fingers_that_part_zoom_in_about_what_lies_between_them_and_back() -> None:
    pilot = new_pilot()
    two_fingers_down(pilot)
    start, held = pilot.camera, pilot.camera.held(480 - 640, 0)
    for number, x in ((1, 0.125), (2, 0.625)):
        pilot.handle_mouse(finger(pygame.FINGERMOTION, number, x, 0.5), SIZE)
    assert pilot.camera.zoom == pilot.zoom_goal == 32
    assert pilot.camera.held(480 - 640, 0) == held
    for number, x in ((1, 0.25), (2, 0.5)):
        pilot.handle_mouse(finger(pygame.FINGERMOTION, number, x, 0.5), SIZE)
    assert pilot.camera == start


def test_wheel_and_mouse_that_the_system_makes_of_two_fingers_do_nothing_more() -> None:
    pilot = new_pilot()
    pilot.handle_mouse(mouse(pygame.MOUSEBUTTONDOWN, (320, 360)), SIZE)
    two_fingers_down(pilot)
    before = pilot.camera
    pilot.handle_mouse(wheel(3), SIZE)
    pilot.handle_mouse(mouse(pygame.MOUSEMOTION, (500, 500)), SIZE)
    assert flown(pilot, 0.5) == (0.0, 0.0)
    assert pilot.camera == before
    assert pilot.gliding
    pilot.handle_mouse(finger(pygame.FINGERUP, 1, 0.25, 0.5), SIZE)
    assert not pilot.gliding


def test_the_land_glides_on_when_a_moving_hand_lets_go_and_comes_to_rest() -> None:
    pilot = new_pilot(smooth=True)
    drag(pilot, 40)
    before = pilot.camera
    pilot.handle_mouse(mouse(pygame.MOUSEBUTTONUP, (240, 100)), SIZE)
    slid = flown(pilot, 3.0)
    assert -1000 < slid[0] < -200
    assert slid[1] == 0.0
    assert flown(pilot, 1.0) == (0.0, 0.0)
    assert pilot.velocity == (0.0, 0.0)
    assert pilot.camera.x > before.x - 1000 * CELL


@pytest.mark.parametrize("step", [1 / 144, 1 / 30])
def test_the_glide_is_as_long_at_any_rate_of_frames(step: float) -> None:
    pilot = new_pilot(smooth=True)
    for number in range(round(0.5 / step)):
        if number == 0:
            pilot.handle_mouse(mouse(pygame.MOUSEBUTTONDOWN, (100, 100)), SIZE)
        place = 100 + round(1000 * number * step), 100
        pilot.handle_mouse(mouse(pygame.MOUSEMOTION, place), SIZE)
        pilot.step(step, SIZE)
    pilot.handle_mouse(mouse(pygame.MOUSEBUTTONUP, place), SIZE)
    # A thousand pixels a second, for about the time in which it loses its speed.
    assert flown(pilot, 3.0, step)[0] == pytest.approx(-310, abs=25)


def test_a_hand_that_stood_still_before_it_let_go_throws_nothing() -> None:
    pilot = new_pilot(smooth=True)
    drag(pilot, 40)
    flown(pilot, 0.4)
    pilot.handle_mouse(mouse(pygame.MOUSEBUTTONUP, (240, 100)), SIZE)
    assert flown(pilot, 1.0) == (0.0, 0.0)


def test_a_press_stops_the_glide_and_without_smoothness_there_is_none() -> None:
    for smooth in (True, False):
        pilot = new_pilot(smooth=smooth)
        drag(pilot, 40)
        pilot.handle_mouse(mouse(pygame.MOUSEBUTTONUP, (240, 100)), SIZE)
        if smooth:
            pilot.step(1 / 60, SIZE)
            pilot.handle_mouse(mouse(pygame.MOUSEBUTTONDOWN, (240, 100)), SIZE)
        assert flown(pilot, 1.0) == (0.0, 0.0)


def drag(pilot: Pilot, pixels_a_frame: int) -> None:
    """Drag the land to the right at this pace, without letting go."""
    pilot.handle_mouse(mouse(pygame.MOUSEBUTTONDOWN, (100, 100)), SIZE)
    for number in range(1, 9):
        place = 100 + pixels_a_frame * number, 100
        pilot.handle_mouse(mouse(pygame.MOUSEMOTION, place), SIZE)
        pilot.step(1 / 60, SIZE)
