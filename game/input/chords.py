"""Keys that mean something together with Ctrl, Alt or the command key, as in other programs."""

from __future__ import annotations

from enum import Enum

import pygame

COMMAND = pygame.KMOD_CTRL | pygame.KMOD_META
ANY_CHORD = COMMAND | pygame.KMOD_ALT

X1_BUTTON, X2_BUTTON = 6, 7
"""The buttons at the side of a mouse."""


class Chord(Enum):
    """What such keys mean; the value says it in the help."""

    BACKWARD = "back to the place before"
    FORWARD = "forward again"
    COPY = "copy a share string of this place"
    PASTE = "open a share string"


CHORD_KEYS = {
    Chord.BACKWARD: "Alt+Left",
    Chord.FORWARD: "Alt+Right",
    Chord.COPY: "Ctrl+C",
    Chord.PASTE: "Ctrl+V",
}
"""How the help writes them."""

_WITH_ALT = {pygame.K_LEFT: Chord.BACKWARD, pygame.K_RIGHT: Chord.FORWARD}
_WITH_COMMAND = {pygame.K_c: Chord.COPY, pygame.K_v: Chord.PASTE}
_MOUSE_BUTTONS = {X1_BUTTON: Chord.BACKWARD, X2_BUTTON: Chord.FORWARD}


def is_chord(event: pygame.event.Event) -> bool:
    """Return whether a key was pressed together with Ctrl, Alt or the command key."""
    return bool(getattr(event, "mod", 0) & ANY_CHORD)


def chord_of(event: pygame.event.Event) -> Chord | None:
    """Return what a KEYDOWN, or a button at the side of a mouse, means."""
    if event.type == pygame.MOUSEBUTTONDOWN:
        return _MOUSE_BUTTONS.get(event.button)
    if event.type != pygame.KEYDOWN:
        return None
    held = getattr(event, "mod", 0) & ANY_CHORD
    if held and not held & ~pygame.KMOD_ALT:
        return _WITH_ALT.get(event.key)
    if held and not held & ~COMMAND:
        return _WITH_COMMAND.get(event.key)
    return None
