"""Which key and which button of a gamepad means what, as the player wants it.

Keys are kept by scancode, so a binding means a place on the keyboard. Esc, F11 and F12 mean the
same everywhere and stay as they are: there is always a way back.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, TypeVar

import pygame

from game.input.controls import DEFAULT_BINDINGS, Action
from game.input.pad_events import PadButton

FIXED_KEYS: Mapping[int, Action] = MappingProxyType(
    {
        pygame.KSCAN_ESCAPE: Action.BACK,
        pygame.KSCAN_F11: Action.FULL_SCREEN,
        pygame.KSCAN_F12: Action.SCREENSHOT,
    }
)
FIXED_BUTTONS: Mapping[PadButton, Action] = MappingProxyType({PadButton.START: Action.BACK})

DEFAULT_BUTTONS: Mapping[PadButton, Action] = MappingProxyType(
    {
        **FIXED_BUTTONS,
        PadButton.LEFT: Action.LEFT,
        PadButton.RIGHT: Action.RIGHT,
        PadButton.UP: Action.UP,
        PadButton.DOWN: Action.DOWN,
        PadButton.LEFT_SHOULDER: Action.ZOOM_OUT,
        PadButton.RIGHT_SHOULDER: Action.ZOOM_IN,
        PadButton.RIGHT_TRIGGER: Action.FASTER,
        PadButton.SOUTH: Action.NEXT_ISLAND,
        PadButton.NORTH: Action.HOME,
        PadButton.WEST: Action.BOOKMARKS,
        PadButton.EAST: Action.TOUR,
        PadButton.BACK: Action.HELP,
    }
)

_MOST_SCANCODES = 512


class BindingError(ValueError):
    """Bindings that cannot be used; the message says why."""


@dataclass(frozen=True)
class Bindings:
    """What keys (by scancode) and buttons mean."""

    keys: Mapping[int, Action] = field(default_factory=lambda: dict(DEFAULT_BINDINGS))
    buttons: Mapping[PadButton, Action] = field(default_factory=lambda: dict(DEFAULT_BUTTONS))

    def keys_of(self, action: Action) -> tuple[int, ...]:
        """Return the scancodes of an action."""
        return tuple(code for code, bound in self.keys.items() if bound is action)

    def buttons_of(self, action: Action) -> tuple[PadButton, ...]:
        """Return the buttons of an action."""
        return tuple(button for button, bound in self.buttons.items() if bound is action)

    def with_key(self, action: Action, scancode: int) -> Bindings:
        """Return the bindings in which this one key means the action.

        Raises:
            BindingError: the key has a meaning that cannot be changed.
        """
        if scancode in FIXED_KEYS and FIXED_KEYS[scancode] is not action:
            raise BindingError(f"this key always means: {FIXED_KEYS[scancode].value}")
        return replace(self, keys=_rebound(self.keys, FIXED_KEYS, action, scancode))

    def with_button(self, action: Action, button: PadButton) -> Bindings:
        """Return the bindings in which this one button means the action.

        Raises:
            BindingError: the button has a meaning that cannot be changed.
        """
        if button in FIXED_BUTTONS and FIXED_BUTTONS[button] is not action:
            raise BindingError(f"this button always means: {FIXED_BUTTONS[button].value}")
        return replace(self, buttons=_rebound(self.buttons, FIXED_BUTTONS, action, button))

    def unbound(self) -> tuple[Action, ...]:
        """Return the actions that no key means any more."""
        return tuple(action for action in Action if not self.keys_of(action))

    def to_mapping(self) -> dict[str, Any]:
        """Return the bindings as plain values that JSON can hold."""
        return {
            "keys": {action.name: list(self.keys_of(action)) for action in Action},
            "buttons": {
                action.name: [button.name for button in self.buttons_of(action)]
                for action in Action
            },
        }

    @classmethod
    def from_mapping(cls, read: object) -> Bindings:
        """Return bindings from plain values; an action that is left out keeps its usual keys.

        Raises:
            BindingError: naming what is wrong.
        """
        if not isinstance(read, dict):
            raise BindingError("bindings must be an object")
        keys = _meanings(read.get("keys", {}), _scancode, DEFAULT_BINDINGS)
        buttons = _meanings(read.get("buttons", {}), _button, DEFAULT_BUTTONS)
        return cls({**keys, **FIXED_KEYS}, {**buttons, **FIXED_BUTTONS})


Bound = TypeVar("Bound", int, PadButton)


def _rebound(
    before: Mapping[Bound, Action], fixed: Mapping[Bound, Action], action: Action, key: Bound
) -> dict[Bound, Action]:
    """Return the meanings in which ``key`` alone means the action, besides what is fixed."""
    kept = {
        each: bound
        for each, bound in before.items()
        if each != key and (bound is not action or each in fixed)
    }
    return {**kept, key: action}


def _meanings(read: object, parse: Any, usual: Mapping[Bound, Action]) -> dict[Bound, Action]:
    if not isinstance(read, dict):
        raise BindingError("keys and buttons must be objects")
    meanings: dict[Bound, Action] = {}
    for name, bound in read.items():
        if name not in Action.__members__:
            raise BindingError(f"bindings: there is no action {str(name)[:40]!r}")
        if not isinstance(bound, list):
            raise BindingError(f"bindings: {name} must be a list")
        for each in bound:
            key = parse(name, each)
            if key in meanings:
                raise BindingError(f"bindings: {name} and {meanings[key].name} share a key")
            meanings[key] = Action[name]
    for key, action in usual.items():
        if action.name not in read:
            meanings.setdefault(key, action)
    return meanings


def _scancode(name: str, value: object) -> int:
    is_number = isinstance(value, int) and not isinstance(value, bool)
    if not is_number or not 0 < value < _MOST_SCANCODES:  # type: ignore[operator]
        raise BindingError(f"bindings: {name} must hold scancodes from 1 to {_MOST_SCANCODES - 1}")
    return value  # type: ignore[return-value]


def _button(name: str, value: object) -> PadButton:
    if not isinstance(value, str) or value not in PadButton.__members__:
        raise BindingError(f"bindings: {name} must hold names of buttons")
    return PadButton[value]
