"""A line between two places of a map, with its length and direction."""

from __future__ import annotations

import math
from typing import Final

import pygame

from game.camera import CELL, View
from game.hud.directions import direction_word
from game.hud.outline import draw_mark
from game.hud.scale_bar import draw_rimmed
from game.hud.units import Units
from game.ui.lettering import GOLD, Lettering

_INK: Final = (8, 18, 34)
_FARTHEST: Final = 10_000
"""Pixels: of a longer line only the part at its second end is drawn."""


def way_between(start: tuple[int, int], end: tuple[int, int], units: Units) -> str:
    """Return length and direction of the way between two world positions."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    if (dx, dy) == (0, 0):
        return units.distance(0)
    return f"{units.distance(math.hypot(dx, dy) / CELL)} {direction_word(dx, dy)}"


def draw_ruler(
    target: pygame.Surface,
    letters: Lettering,
    view: View,
    start: tuple[int, int],
    end: tuple[int, int],
    units: Units,
) -> None:
    """Draw the way between two world positions, and its length beside the second."""
    x0, y0 = view.screen_of(*start)
    x1, y1 = view.screen_of(*end)
    if max(abs(x1), abs(y1)) > _FARTHEST:
        return
    longest = max(abs(x0 - x1), abs(y0 - y1))
    if longest > _FARTHEST:
        x0 = x1 + (x0 - x1) * _FARTHEST // longest
        y0 = y1 + (y0 - y1) * _FARTHEST // longest
    pygame.draw.line(target, _INK, (x0, y0), (x1, y1), 5)
    pygame.draw.line(target, GOLD, (x0, y0), (x1, y1), 2)
    draw_mark(target, (x0, y0))
    draw_mark(target, (x1, y1))
    words = way_between(start, end, units)
    width, line = letters.width(words), letters.line_height
    left = max(4, min(target.width - width - 4, x1 - width // 2))
    top = y1 - line - 10 if y1 >= line + 14 else y1 + 10
    draw_rimmed(target, letters, words, (left, max(4, min(target.height - line - 4, top))))
