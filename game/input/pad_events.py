"""What a gamepad's buttons are called, and the event that one of them makes."""

from __future__ import annotations

from enum import Enum

import pygame

# The numbers that pygame gives out itself begin anew after every quit.
PAD_PRESSED = pygame.NUMEVENTS - 16
"""A button went down; ``button`` is a ``PadButton``. Held directions come again and again."""


class PadButton(Enum):
    """The buttons of a gamepad by their place; the value is what the player reads."""

    SOUTH = "A"
    EAST = "B"
    WEST = "X"
    NORTH = "Y"
    BACK = "Back"
    START = "Start"
    LEFT_STICK = "left stick"
    RIGHT_STICK = "right stick"
    LEFT_SHOULDER = "LB"
    RIGHT_SHOULDER = "RB"
    LEFT_TRIGGER = "LT"
    RIGHT_TRIGGER = "RT"
    UP = "up"
    DOWN = "down"
    LEFT = "left"
    RIGHT = "right"
