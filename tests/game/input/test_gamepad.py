"""Gamepads: drift, triggers at rest, devices of any kind, and ones that are pulled out."""

from __future__ import annotations

import math
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pygame
import pytest

from game.input.gamepad import Gamepads
from game.input.pad_events import PadButton

DEVICE = 7


@pytest.fixture
def pads(monkeypatch: pytest.MonkeyPatch) -> Iterator[Gamepads]:
    """A gamepad of a kind that only the joystick module knows."""
    device = SimpleNamespace(get_instance_id=lambda: DEVICE)
    monkeypatch.setattr(pygame.joystick, "Joystick", lambda _index: device)
    pads = Gamepads()
    pads.handle(pygame.event.Event(pygame.JOYDEVICEADDED, device_index=0))
    assert pads.connected
    yield pads


def send(pads: Gamepads, kind: int, **fields: Any) -> list[PadButton]:
    return pads.handle(pygame.event.Event(kind, instance_id=DEVICE, **fields))


def lean(pads: Gamepads, x: float, y: float) -> None:
    send(pads, pygame.JOYAXISMOTION, axis=0, value=x)
    send(pads, pygame.JOYAXISMOTION, axis=1, value=y)


def test_a_drifting_stick_stands_still(pads: Gamepads) -> None:
    lean(pads, 0.08, -0.05)
    assert pads.direction() == (0.0, 0.0)
    assert pads.update(1.0) == []


def test_several_drifting_sticks_stand_still_together(monkeypatch: pytest.MonkeyPatch) -> None:
    pads = Gamepads()
    for number in range(3):
        device = SimpleNamespace(get_instance_id=lambda number=number: number)
        monkeypatch.setattr(pygame.joystick, "Joystick", lambda _index, device=device: device)
        pads.handle(pygame.event.Event(pygame.JOYDEVICEADDED, device_index=number))
        pads.handle(
            pygame.event.Event(pygame.JOYAXISMOTION, instance_id=number, axis=0, value=0.15)
        )
    assert pads.direction() == (0.0, 0.0)
    for number in range(3):
        pads.handle(pygame.event.Event(pygame.JOYAXISMOTION, instance_id=number, axis=0, value=1.0))
    assert pads.direction() == (1.0, 0.0)


@pytest.mark.parametrize(("x", "y"), [(1, 0), (0, -1), (1, 1), (-1, 1), (0.7, 0.7)])
def test_a_full_tilt_is_one_long_in_every_direction(pads: Gamepads, x: float, y: float) -> None:
    lean(pads, x, y)
    assert math.isclose(math.hypot(*pads.direction()), 1.0, abs_tol=0.02)


def test_strength_grows_evenly_from_the_dead_zone(pads: Gamepads) -> None:
    lengths = []
    for step in range(21):
        lean(pads, step / 20, 0.0)
        lengths.append(pads.direction()[0])
    assert lengths == sorted(lengths)
    assert lengths[0] == lengths[4] == 0.0
    assert 0.0 < lengths[5] < 0.1
    assert lengths[-1] == 1.0


def test_triggers_rest_at_minus_one(pads: Gamepads) -> None:
    assert send(pads, pygame.JOYAXISMOTION, axis=5, value=-1.0) == []
    assert pads.held == frozenset()
    assert send(pads, pygame.JOYAXISMOTION, axis=5, value=0.9) == [PadButton.RIGHT_TRIGGER]
    assert send(pads, pygame.JOYAXISMOTION, axis=5, value=0.95) == []
    send(pads, pygame.JOYAXISMOTION, axis=5, value=-1.0)
    assert pads.held == frozenset()


def test_pulling_it_out_lets_go_of_everything(pads: Gamepads) -> None:
    lean(pads, 1.0, 0.0)
    assert send(pads, pygame.JOYBUTTONDOWN, button=0) == [PadButton.SOUTH]
    send(pads, pygame.JOYDEVICEREMOVED)
    assert (pads.direction(), pads.held, pads.connected) == ((0.0, 0.0), frozenset(), False)
    assert send(pads, pygame.JOYBUTTONUP, button=0) == []
    assert send(pads, pygame.JOYAXISMOTION, axis=0, value=1.0) == []
    assert pads.direction() == (0.0, 0.0)


def test_what_a_device_has_too_many_of_does_no_harm(pads: Gamepads) -> None:
    for button in (-1, 10, 99):
        assert send(pads, pygame.JOYBUTTONDOWN, button=button) == []
    assert send(pads, pygame.JOYAXISMOTION, axis=31, value=1.0) == []
    lean(pads, float("nan"), float("inf"))
    assert pads.direction() == (0.0, 0.0)


def test_a_held_direction_comes_again_and_again(pads: Gamepads) -> None:
    lean(pads, 0.0, 1.0)
    assert pads.update(0.016) == [PadButton.DOWN]
    presses = [button for _ in range(60) for button in pads.update(1 / 60)]
    assert 4 <= len(presses) <= 10
    lean(pads, 0.0, 0.1)
    assert pads.update(1.0) == []


def test_a_hat_is_told_once_and_then_repeated(pads: Gamepads) -> None:
    assert send(pads, pygame.JOYHATMOTION, hat=0, value=(1, 0)) == [PadButton.RIGHT]
    assert pads.update(0.016) == []
    assert pads.update(0.5) == [PadButton.RIGHT]
    assert send(pads, pygame.JOYHATMOTION, hat=0, value=(0, 0)) == []
    assert pads.update(1.0) == []


def test_switched_off_it_says_nothing(pads: Gamepads) -> None:
    pads.enabled = False
    lean(pads, 1.0, 0.0)
    assert send(pads, pygame.JOYBUTTONDOWN, button=0) == []
    assert (pads.direction(), pads.held, pads.update(1.0)) == ((0.0, 0.0), frozenset(), [])


def test_a_device_that_cannot_be_opened_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_index: int) -> None:
        raise pygame.error("gone already")

    monkeypatch.setattr(pygame.joystick, "Joystick", refuse)
    pads = Gamepads()
    pads.handle(pygame.event.Event(pygame.JOYDEVICEADDED, device_index=0))
    assert not pads.connected


def test_a_controller_is_read_as_one(monkeypatch: pytest.MonkeyPatch) -> None:
    joystick = SimpleNamespace(get_instance_id=lambda: DEVICE)
    opened = SimpleNamespace(as_joystick=lambda: joystick)
    monkeypatch.setattr("pygame._sdl2.controller.is_controller", lambda _index: True)
    monkeypatch.setattr("pygame._sdl2.controller.Controller", lambda _index: opened)
    pads = Gamepads()
    pads.start()
    states = []
    for kind in (pygame.JOYDEVICEADDED, pygame.CONTROLLERDEVICEADDED):
        pads.handle(pygame.event.Event(kind, device_index=0))
        states.append(pads.connected)
    assert states == [False, True]
    assert send(pads, pygame.JOYBUTTONDOWN, button=0) == []
    pressed = send(pads, pygame.CONTROLLERBUTTONDOWN, button=pygame.CONTROLLER_BUTTON_START)
    assert pressed == [PadButton.START]
    send(pads, pygame.CONTROLLERAXISMOTION, axis=pygame.CONTROLLER_AXIS_LEFTX, value=-32768)
    assert pads.direction() == (-1.0, 0.0)
    right = pygame.CONTROLLER_AXIS_TRIGGERRIGHT
    assert send(pads, pygame.CONTROLLERAXISMOTION, axis=right, value=0) == []
    pulled = send(pads, pygame.CONTROLLERAXISMOTION, axis=right, value=30_000)
    assert pulled == [PadButton.RIGHT_TRIGGER]
