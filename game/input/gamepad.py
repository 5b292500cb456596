"""Gamepads: which buttons are down, where the stick points to, whoever made the device.

A device that SDL knows is read as a controller; any other as a joystick whose first two axes are
a stick. Sticks have a dead zone, triggers rest at -1, and a device that is pulled out lets go of
everything. This is the only module that knows the private controller module.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any

import pygame

from game.input.pad_events import PadButton

DEVICE_EVENTS = (
    pygame.JOYDEVICEADDED,
    pygame.JOYDEVICEREMOVED,
    pygame.JOYAXISMOTION,
    pygame.JOYBUTTONDOWN,
    pygame.JOYBUTTONUP,
    pygame.JOYHATMOTION,
    pygame.CONTROLLERDEVICEADDED,
    pygame.CONTROLLERDEVICEREMOVED,
    pygame.CONTROLLERAXISMOTION,
    pygame.CONTROLLERBUTTONDOWN,
    pygame.CONTROLLERBUTTONUP,
)
"""All that ``Gamepads.handle`` takes."""

_FIRST_REPEAT_SECONDS = 0.4
_REPEAT_SECONDS = 0.09
_TILTED = 0.55
_PULLED = 0.6
_FULL = 32_767
_TRIGGERS = {4: PadButton.LEFT_TRIGGER, 5: PadButton.RIGHT_TRIGGER}
_JOYSTICK_TRIGGERS = {2: PadButton.LEFT_TRIGGER, 5: PadButton.RIGHT_TRIGGER}

_CONTROLLER_BUTTONS = (
    PadButton.SOUTH,
    PadButton.EAST,
    PadButton.WEST,
    PadButton.NORTH,
    PadButton.BACK,
    None,
    PadButton.START,
    PadButton.LEFT_STICK,
    PadButton.RIGHT_STICK,
    PadButton.LEFT_SHOULDER,
    PadButton.RIGHT_SHOULDER,
    PadButton.UP,
    PadButton.DOWN,
    PadButton.LEFT,
    PadButton.RIGHT,
)
_JOYSTICK_BUTTONS = (
    PadButton.SOUTH,
    PadButton.EAST,
    PadButton.WEST,
    PadButton.NORTH,
    PadButton.LEFT_SHOULDER,
    PadButton.RIGHT_SHOULDER,
    PadButton.BACK,
    PadButton.START,
    PadButton.LEFT_STICK,
    PadButton.RIGHT_STICK,
)
_DIRECTIONS = (PadButton.LEFT, PadButton.RIGHT, PadButton.UP, PadButton.DOWN)


@dataclass
class _Device:
    """What is known of one device."""

    handle: Any = None
    """Keeps the device open."""
    is_controller: bool = False
    stick: list[float] = field(default_factory=lambda: [0.0, 0.0])
    down: set[PadButton] = field(default_factory=set)


class Gamepads:
    """All gamepads together, as if they were one."""

    def __init__(self) -> None:
        self.enabled = True
        self.dead_zone = 0.2
        self._devices: dict[int, _Device] = {}
        self._module: ModuleType | None = None
        self._tilt: PadButton | None = None
        self._repeat_in = 0.0

    def start(self) -> None:
        """Look for devices from now on; without any support there are none."""
        try:
            pygame.joystick.init()
        except pygame.error:
            return
        self._module = _controller_module()

    @property
    def connected(self) -> bool:
        """Whether there is a device."""
        return bool(self._devices)

    @property
    def held(self) -> frozenset[PadButton]:
        """The buttons that are down."""
        if not self.enabled:
            return frozenset()
        return frozenset(button for each in self._devices.values() for button in each.down)

    def direction(self) -> tuple[float, float]:
        """Return where the sticks point to: at most 1 long, 0 if all are in the dead zone."""
        if not self.enabled:
            return 0.0, 0.0
        # Each stick by itself: what several add up to at rest would move the view.
        moved = [self._beyond_dead_zone(*device.stick) for device in self._devices.values()]
        x, y = sum(stick[0] for stick in moved), sum(stick[1] for stick in moved)
        length = max(1.0, math.hypot(x, y))
        return x / length, y / length

    def release_all(self) -> None:
        """Let go of everything, as when the window loses the focus."""
        for device in self._devices.values():
            device.stick[:] = [0.0, 0.0]
            device.down.clear()
        self._tilt = None

    def handle(self, event: pygame.event.Event) -> list[PadButton]:
        """Take an event of a device; return the buttons that went down."""
        if event.type in (pygame.JOYDEVICEADDED, pygame.CONTROLLERDEVICEADDED):
            self._open(event)
            return []
        if event.type in (pygame.JOYDEVICEREMOVED, pygame.CONTROLLERDEVICEREMOVED):
            self._devices.pop(event.instance_id, None)
            return []
        before = self.held
        self._note(event)
        return [button for button in PadButton if button in self.held - before]

    def update(self, seconds: float) -> list[PadButton]:
        """Let time pass; return directions in which the stick was moved or is still held."""
        tilt = self._direction_button()
        if tilt is None:
            self._tilt = None
            return []
        if tilt is not self._tilt:
            already = self._tilt is None and tilt in self.held
            self._tilt = tilt
            self._repeat_in = _FIRST_REPEAT_SECONDS
            return [] if already else [tilt]
        self._repeat_in -= seconds
        if self._repeat_in > 0.0:
            return []
        self._repeat_in = _REPEAT_SECONDS
        return [tilt]

    def _beyond_dead_zone(self, x: float, y: float) -> tuple[float, float]:
        length = math.hypot(x, y)
        if not length > self.dead_zone:
            return 0.0, 0.0
        share = min(1.0, (length - self.dead_zone) / (1.0 - self.dead_zone)) / length
        return x * share, y * share

    def _direction_button(self) -> PadButton | None:
        """Return the direction that is held, by buttons or by the stick."""
        held = next((button for button in _DIRECTIONS if button in self.held), None)
        if held is not None:
            return held
        x, y = self.direction()
        if max(abs(x), abs(y)) < _TILTED:
            return None
        if abs(x) > abs(y):
            return PadButton.RIGHT if x > 0 else PadButton.LEFT
        return PadButton.DOWN if y > 0 else PadButton.UP

    def _open(self, event: pygame.event.Event) -> None:
        """Open a device that was put in; one that cannot be opened is not there."""
        index = event.device_index
        is_controller = self._module is not None and self._module.is_controller(index)
        if is_controller != (event.type == pygame.CONTROLLERDEVICEADDED):
            return
        try:
            if is_controller and self._module is not None:
                handle = self._module.Controller(index)
                instance = handle.as_joystick().get_instance_id()
            else:
                handle = pygame.joystick.Joystick(index)
                instance = handle.get_instance_id()
        except pygame.error:
            return
        self._devices[instance] = _Device(handle, is_controller)

    def _note(self, event: pygame.event.Event) -> None:
        device = self._devices.get(getattr(event, "instance_id", -1))
        if device is None:
            return
        if event.type == pygame.CONTROLLERAXISMOTION:
            _move_axis(device, event.axis, event.value / _FULL, event.value / _FULL, _TRIGGERS)
        elif event.type == pygame.JOYAXISMOTION and not device.is_controller:
            pull = (event.value + 1.0) / 2.0
            _move_axis(device, event.axis, event.value, pull, _JOYSTICK_TRIGGERS)
        elif event.type in (pygame.CONTROLLERBUTTONDOWN, pygame.CONTROLLERBUTTONUP):
            down = event.type == pygame.CONTROLLERBUTTONDOWN
            _push(device, _named(_CONTROLLER_BUTTONS, event.button), down)
        elif event.type in (pygame.JOYBUTTONDOWN, pygame.JOYBUTTONUP) and not device.is_controller:
            down = event.type == pygame.JOYBUTTONDOWN
            _push(device, _named(_JOYSTICK_BUTTONS, event.button), down)
        elif event.type == pygame.JOYHATMOTION and not device.is_controller:
            x, y = event.value
            states = (x < 0, x > 0, y > 0, y < 0)
            for button, down in zip(_DIRECTIONS, states, strict=True):
                _push(device, button, down)


def _move_axis(
    device: _Device, axis: int, value: float, pull: float, triggers: dict[int, PadButton]
) -> None:
    if axis in (0, 1):
        device.stick[axis] = max(-1.0, min(1.0, value)) if math.isfinite(value) else 0.0
    elif axis in triggers:
        _push(device, triggers[axis], pull > _PULLED)


def _push(device: _Device, button: PadButton | None, down: bool) -> None:
    if button is None:
        return
    if down:
        device.down.add(button)
    else:
        device.down.discard(button)


def _named(names: tuple[PadButton | None, ...], number: int) -> PadButton | None:
    return names[number] if 0 <= number < len(names) else None


def _controller_module() -> ModuleType | None:
    """Return the module of controllers, which may go away in any version of pygame."""
    try:
        from pygame._sdl2 import controller

        controller.init()
    except (ImportError, pygame.error):
        return None
    return controller
