"""A thin bar of buttons in the upper right corner; what each one does is said beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import pygame

from game.hud.hud import PANEL
from game.hud.icons import icon
from game.ui.lettering import GOLD, WHITE, Lettering

_BUTTON: Final = 2.0
"""Width of a button, in sizes of text."""

_SMALLEST, _LARGEST = 14, 56
_WIDE: Final = 34
"""Where the window is not so many sizes of text wide, the bar stands upright."""

_MARGIN: Final = 6
_HOVERED: Final = (70, 104, 150, 210)
_ON: Final = (40, 84, 110, 220)


@dataclass(frozen=True)
class Tool:
    """One button: its picture, what it does, and whether that is on."""

    icon: str
    words: str
    on: bool = False


@dataclass(frozen=True)
class BarLayout:
    """Where the buttons of a bar lie."""

    place: pygame.Rect
    button: int
    upright: bool

    def button_place(self, number: int) -> pygame.Rect:
        """Return where a button lies."""
        x, y = self.place.topleft
        if self.upright:
            return pygame.Rect(x, y + number * self.button, self.button, self.button)
        return pygame.Rect(x + number * self.button, y, self.button, self.button)


def lay_out_bar(window: tuple[int, int], text_size: int, count: int, floor: int) -> BarLayout:
    """Return where so many buttons lie; nothing of them is below the pixel ``floor``."""
    upright = window[0] < _WIDE * text_size
    room = floor - 2 * _MARGIN if upright else window[0] - 2 * _MARGIN
    wanted = max(_SMALLEST, min(_LARGEST, round(_BUTTON * text_size)))
    button = max(1, min(wanted, room // max(1, count)))
    size = (button, button * count) if upright else (button * count, button)
    place = pygame.Rect((0, _MARGIN), size)
    place.right = window[0] - _MARGIN
    return BarLayout(place, button, upright)


class Toolbar:
    """Draws the bar; the same picture is drawn once."""

    def __init__(self) -> None:
        self._layout: BarLayout | None = None
        self._bar = pygame.Surface((1, 1), pygame.SRCALPHA)
        self._tip = pygame.Surface((1, 1), pygame.SRCALPHA)
        self._drawn: object = None
        self._told: object = None

    @property
    def place(self) -> pygame.Rect:
        """Where the bar is, empty while there is none."""
        return pygame.Rect(0, 0, 0, 0) if self._layout is None else self._layout.place

    def show(self, layout: BarLayout | None) -> None:
        """Put the bar somewhere else, or nowhere."""
        self._layout = layout

    def at(self, pixel: tuple[int, int] | None, count: int) -> int | None:
        """Return the number of the button at a pixel."""
        if self._layout is None or pixel is None:
            return None
        for number in range(count):
            if self._layout.button_place(number).collidepoint(pixel):
                return number
        return None

    def draw(
        self,
        target: pygame.Surface,
        tools: Sequence[Tool],
        hovered: int | None,
        letters: Lettering,
    ) -> None:
        """Draw the bar, and beside it what the hovered button does."""
        if self._layout is None:
            return
        drawn = self._layout, tuple((tool.icon, tool.on) for tool in tools), hovered
        if drawn != self._drawn:
            self._drawn = drawn
            self._bar = _bar(self._layout, tools, hovered)
        target.blit(self._bar, self._layout.place)
        if hovered is not None:
            self._draw_tip(target, tools[hovered].words, hovered, letters)

    def _draw_tip(
        self, target: pygame.Surface, words: str, number: int, letters: Lettering
    ) -> None:
        assert self._layout is not None
        words = letters.fitted(words, max(40, target.width * 2 // 3))
        if self._told != (words, letters.size):
            self._told = words, letters.size
            self._tip = _tip(words, letters)
        button, place = self._layout.button_place(number), self._tip.get_rect()
        if self._layout.upright:
            place.midright = button.left - _MARGIN, button.centery
        else:
            place.midtop = button.centerx, button.bottom + _MARGIN
        target.blit(self._tip, place.clamp(target.get_rect().inflate(-_MARGIN, -_MARGIN)))


def _bar(layout: BarLayout, tools: Sequence[Tool], hovered: int | None) -> pygame.Surface:
    bar = pygame.Surface(layout.place.size, pygame.SRCALPHA)
    pygame.draw.rect(bar, PANEL, bar.get_rect(), border_radius=8)
    x, y = layout.place.topleft
    for number, tool in enumerate(tools):
        place = layout.button_place(number).move(-x, -y)
        if tool.on or number == hovered:
            colour = _HOVERED if number == hovered else _ON
            pygame.draw.rect(bar, colour, place.inflate(-2, -2), border_radius=6)
        picture = icon(tool.icon, max(1, layout.button * 5 // 8), GOLD if tool.on else WHITE)
        bar.blit(picture, picture.get_rect(center=place.center))
    return bar


def _tip(words: str, letters: Lettering) -> pygame.Surface:
    pad = letters.size // 2
    tip = pygame.Surface(
        (letters.width(words) + 2 * pad, letters.line_height + pad), pygame.SRCALPHA
    )
    pygame.draw.rect(tip, (*PANEL[:3], 235), tip.get_rect(), border_radius=6)
    letters.draw(tip, words, (pad, pad // 2), WHITE)
    return tip
