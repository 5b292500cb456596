"""From keys to intentions: places on the keyboard, not letters, so every layout moves alike.

A key is known by its scancode; the letter printed on it is learned from the events that arrive and
used in the help. Which keys are down follows from events alone.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from enum import Enum

import pygame

from game.camera import ZOOM_NOTCH
from game.input.chords import is_chord


class Action(Enum):
    """What a player can mean by a key; the value says it in the help."""

    LEFT = "move left"
    RIGHT = "move right"
    UP = "move up"
    DOWN = "move down"
    FASTER = "faster"
    ZOOM_IN = "zoom in"
    ZOOM_OUT = "zoom out"
    HOME = "back to the start"
    NEXT_SEED = "next seed; with Shift the one before"
    OWN_OCTAVES = "as many octaves as the world had"
    OCTAVES_1 = "1 octave"
    OCTAVES_2 = "2 octaves"
    OCTAVES_3 = "3 octaves"
    OCTAVES_4 = "4 octaves"
    OCTAVES_5 = "5 octaves"
    OCTAVES_6 = "6 octaves"
    ISLANDS = "islands on or off"
    NEXT_ISLAND = "fly to the next island"
    TOUR = "tour by autopilot"
    GO_TO = "go to a place"
    FIND = "find a place near here by its name"
    BOOKMARKS = "bookmarks"
    CHART = "chart of the sea"
    MINIMAP = "small map on or off"
    GRID = "grid of coordinates on or off"
    OVERLAY = "next overlay; with Shift the one before"
    NAMES = "names on or off"
    PLANTS = "trees and rocks on or off"
    MOVING_WATER = "moving water on or off"
    CLOUDS = "shadows of clouds on or off"
    LAND_ALONE = "nothing but the land, or all again"
    SHARE = "copy a share string of this place"
    SETTINGS = "settings"
    HELP = "help"
    SAVE = "save the world"
    LOAD = "load a world"
    DETAILS = "details"
    FULL_SCREEN = "full screen"
    SCREENSHOT = "screenshot"
    BACK = "pause, or back"


HELD = frozenset(
    {
        Action.LEFT,
        Action.RIGHT,
        Action.UP,
        Action.DOWN,
        Action.FASTER,
        Action.ZOOM_IN,
        Action.ZOOM_OUT,
    }
)
"""Actions that last as long as their key is down."""

DEFAULT_BINDINGS: Mapping[int, Action] = {
    pygame.KSCAN_W: Action.UP,
    pygame.KSCAN_A: Action.LEFT,
    pygame.KSCAN_S: Action.DOWN,
    pygame.KSCAN_D: Action.RIGHT,
    pygame.KSCAN_UP: Action.UP,
    pygame.KSCAN_LEFT: Action.LEFT,
    pygame.KSCAN_DOWN: Action.DOWN,
    pygame.KSCAN_RIGHT: Action.RIGHT,
    pygame.KSCAN_LSHIFT: Action.FASTER,
    pygame.KSCAN_RSHIFT: Action.FASTER,
    pygame.KSCAN_EQUALS: Action.ZOOM_IN,
    pygame.KSCAN_KP_PLUS: Action.ZOOM_IN,
    pygame.KSCAN_MINUS: Action.ZOOM_OUT,
    pygame.KSCAN_KP_MINUS: Action.ZOOM_OUT,
    pygame.KSCAN_HOME: Action.HOME,
    pygame.KSCAN_R: Action.NEXT_SEED,
    pygame.KSCAN_0: Action.OWN_OCTAVES,
    pygame.KSCAN_1: Action.OCTAVES_1,
    pygame.KSCAN_2: Action.OCTAVES_2,
    pygame.KSCAN_3: Action.OCTAVES_3,
    pygame.KSCAN_4: Action.OCTAVES_4,
    pygame.KSCAN_5: Action.OCTAVES_5,
    pygame.KSCAN_6: Action.OCTAVES_6,
    pygame.KSCAN_I: Action.ISLANDS,
    pygame.KSCAN_N: Action.NEXT_ISLAND,
    pygame.KSCAN_T: Action.TOUR,
    pygame.KSCAN_J: Action.GO_TO,
    pygame.KSCAN_F: Action.FIND,
    pygame.KSCAN_B: Action.BOOKMARKS,
    pygame.KSCAN_M: Action.CHART,
    pygame.KSCAN_TAB: Action.MINIMAP,
    pygame.KSCAN_G: Action.GRID,
    pygame.KSCAN_O: Action.OVERLAY,
    pygame.KSCAN_L: Action.NAMES,
    pygame.KSCAN_P: Action.PLANTS,
    pygame.KSCAN_V: Action.MOVING_WATER,
    pygame.KSCAN_K: Action.CLOUDS,
    pygame.KSCAN_U: Action.LAND_ALONE,
    pygame.KSCAN_C: Action.SHARE,
    pygame.KSCAN_F10: Action.SETTINGS,
    pygame.KSCAN_H: Action.HELP,
    pygame.KSCAN_F5: Action.SAVE,
    pygame.KSCAN_F9: Action.LOAD,
    pygame.KSCAN_F3: Action.DETAILS,
    pygame.KSCAN_F11: Action.FULL_SCREEN,
    pygame.KSCAN_F12: Action.SCREENSHOT,
    pygame.KSCAN_ESCAPE: Action.BACK,
}

# Plus and minus lie elsewhere on many keyboards: there the typed character counts.
_TYPED = {"+": Action.ZOOM_IN, "-": Action.ZOOM_OUT}


class Controls:
    """Which actions are held, and which one an event begins."""

    def __init__(self, bindings: Mapping[int, Action] = DEFAULT_BINDINGS) -> None:
        self._bindings = dict(bindings)
        self._down: dict[int, Action] = {}
        self._labels: dict[int, str] = {}
        self.lean = (0.0, 0.0)
        """Where the stick of a gamepad points to, at most 1 long."""
        self.held_on_pad: frozenset[Action] = frozenset()
        """What the buttons of a gamepad hold."""

    def rebind(self, bindings: Mapping[int, Action]) -> None:
        """Give keys other meanings from now on."""
        self._bindings = dict(bindings)
        self._down.clear()

    def press(self, event: pygame.event.Event) -> Action | None:
        """Take a KEYDOWN and return the action it begins, if any.

        Together with Ctrl, Alt or the command key it begins none.
        """
        scancode = scancode_of(event)
        name = pygame.key.name(event.key)
        if name:
            self._labels[scancode] = name.title()
        if is_chord(event):
            return None
        action = self._bindings.get(scancode) or _TYPED.get(getattr(event, "unicode", ""))
        if action in HELD:
            self._down[scancode] = action
        return action

    def release(self, event: pygame.event.Event) -> None:
        """Take a KEYUP."""
        self._down.pop(scancode_of(event), None)

    def release_all(self) -> None:
        """Let go of every key, as when the window loses the keyboard."""
        self._down.clear()
        self.lean = (0.0, 0.0)
        self.held_on_pad = frozenset()

    def holds(self, action: Action) -> bool:
        """Return whether a key or button of this action is down."""
        return action in self._down.values() or action in self.held_on_pad

    def direction(self) -> tuple[float, float]:
        """Return where keys and stick point to: length 1 for keys, less only for the stick.

        It is 0 when they cancel or none is held.
        """
        x = self.holds(Action.RIGHT) - self.holds(Action.LEFT) + self.lean[0]
        y = self.holds(Action.DOWN) - self.holds(Action.UP) + self.lean[1]
        length = max(1.0, math.hypot(x, y))
        return x / length, y / length

    def zooming(self) -> int:
        """Return 1, 0 or -1 for zooming in, not at all, or out."""
        return self.holds(Action.ZOOM_IN) - self.holds(Action.ZOOM_OUT)

    def keys_of(self, action: Action) -> list[str]:
        """Return the names of the keys of an action, as this keyboard names them."""
        return [self.name_of(code) for code, bound in self._bindings.items() if bound is action]

    def name_of(self, scancode: int) -> str:
        """Return the name of a key, as this keyboard names it as far as that is known."""
        return self._labels.get(scancode) or _PLAIN_NAMES.get(scancode, f"key {scancode}")


class Wheel:
    """Collects the turns of a wheel or touch pad until they make whole units.

    Args:
        notch: units of one notch of the wheel.
    """

    def __init__(self, notch: int = ZOOM_NOTCH) -> None:
        self._notch = notch
        self._rest = 0.0

    def turned(self, event: pygame.event.Event) -> int:
        """Take a MOUSEWHEEL and return by how much to zoom in."""
        turn = getattr(event, "precise_y", None) or event.y
        units_more = turn * self._notch
        if not math.isfinite(units_more):
            # Some drivers send such, and it would stay in every sum.
            return 0
        self._rest += units_more
        units = round(self._rest)
        self._rest -= units
        return units


def scancode_of(event: pygame.event.Event) -> int:
    """Return the scancode of a key event; one without it is taken to be from a US keyboard."""
    return getattr(event, "scancode", 0) or _US_SCANCODES.get(event.key, 0)


def _named_keys() -> dict[str, tuple[int, int]]:
    """Return (key, scancode) of all keys whose constants have the same name."""
    keys = {}
    for constant, scancode in vars(pygame).items():
        if constant.startswith("KSCAN_"):
            name = constant.removeprefix("KSCAN_")
            key = getattr(pygame, f"K_{name.lower() if len(name) == 1 else name}", None)
            if key is not None:
                keys[name] = (key, scancode)
    return keys


_US_SCANCODES = {key: scancode for key, scancode in _named_keys().values()}
_SIGNS = {"EQUALS": "=", "MINUS": "-", "LSHIFT": "Shift", "RSHIFT": "Right Shift"}
_PLAIN_NAMES = {
    scancode: _SIGNS.get(name, name.removeprefix("KP_").title())
    for name, (_, scancode) in _named_keys().items()
}
