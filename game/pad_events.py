"""What a gamepad's buttons are called, and the event that one of them makes."""

from __future__ import annotations

from enum import Enum

import pygame

PAD_PRESSED = pygame.event.custom_type()
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
