"""A card about a place: a name, some lines, and buttons below them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import pygame

from game.hud.hud import PANEL
from game.ui.lettering import GOLD, SOFT, WHITE, Lettering

_AWAY: Final = 14
"""Pixels between the place and its card."""

_BUTTON: Final = (36, 70, 112, 255)
_RIM: Final = (58, 90, 130)


@dataclass(frozen=True)
class CardContent:
    """All that a card shows."""

    title: str
    lines: tuple[str, ...]
    buttons: tuple[str, ...]


class Card:
    """Draws a card and knows where its buttons are; the same content is drawn once."""

    def __init__(self) -> None:
        self._picture = pygame.Surface((1, 1), pygame.SRCALPHA)
        self._buttons: list[pygame.Rect] = []
        self._drawn: object = None
        self.place = pygame.Rect(0, 0, 0, 0)
        """Where it was drawn last."""

    def button_at(self, pixel: tuple[int, int]) -> int | None:
        """Return the number of the button at a pixel of the window."""
        within = pixel[0] - self.place.left, pixel[1] - self.place.top
        number = pygame.Rect(within, (1, 1)).collidelist(self._buttons)
        return None if number < 0 else number

    def hide(self) -> None:
        """Take note that no card is shown."""
        self.place = pygame.Rect(0, 0, 0, 0)

    def draw(
        self,
        target: pygame.Surface,
        letters: Lettering,
        content: CardContent,
        pixel: tuple[int, int],
        covered: Sequence[pygame.Rect],
    ) -> None:
        """Draw it beside a pixel, within the window, clear of what is covered where it can be."""
        drawn = content, letters.size, target.size
        if drawn != self._drawn:
            self._drawn = drawn
            self._write(letters, content, target.width - 8)
        self.place = _place_beside(self._picture.size, pixel, target.get_rect(), covered)
        target.blit(self._picture, self.place)

    def _write(self, letters: Lettering, content: CardContent, most: int) -> None:
        pad, line = letters.size // 2, letters.line_height
        room = max(40, most - 2 * pad)
        title = letters.fitted(content.title, room)
        lines = [each for text in content.lines for each in letters.wrapped(text, room)]
        buttons = [letters.fitted(text, room - 2 * pad) for text in content.buttons]
        widths = [letters.width(text) for text in (title, *lines)]
        widths += [letters.width(text) + 2 * pad for text in buttons]
        width = max(widths) + 2 * pad
        height = (1 + len(lines)) * line + len(buttons) * (line + pad) + pad + pad // 2
        picture = pygame.Surface((width, height), pygame.SRCALPHA)
        pygame.draw.rect(picture, (*PANEL[:3], 225), picture.get_rect(), border_radius=8)
        pygame.draw.rect(picture, _RIM, picture.get_rect(), 1, border_radius=8)
        letters.draw(picture, title, (pad, pad // 2), GOLD)
        y = pad // 2 + line
        for number, text in enumerate(lines):
            letters.draw(picture, text, (pad, y), SOFT if number == len(lines) - 1 else WHITE)
            y += line
        self._buttons = []
        for text in buttons:
            y += pad // 2
            place = pygame.Rect(pad, y, width - 2 * pad, line + pad // 2)
            pygame.draw.rect(picture, _BUTTON, place, border_radius=5)
            x = place.left + (place.width - letters.width(text)) // 2
            letters.draw(picture, text, (x, place.top + pad // 4), WHITE)
            self._buttons.append(place)
            y += line + pad // 2
        self._picture = picture


def _place_beside(
    size: tuple[int, int],
    pixel: tuple[int, int],
    window: pygame.Rect,
    covered: Sequence[pygame.Rect],
) -> pygame.Rect:
    """Return where a card of this size stands: on the first side of the pixel that is free."""
    x, y = pixel
    tries = []
    for left, top in (
        (x + _AWAY, y - size[1] // 2),
        (x - _AWAY - size[0], y - size[1] // 2),
        (x - size[0] // 2, y + _AWAY),
        (x - size[0] // 2, y - _AWAY - size[1]),
    ):
        place = pygame.Rect((left, top), size).clamp(window)
        if not place.collidepoint(pixel) and place.collidelist(list(covered)) < 0:
            return place
        tries.append(place)
    return min(tries, key=lambda place: _hidden(place, pixel, covered))


def _hidden(
    place: pygame.Rect, pixel: tuple[int, int], covered: Sequence[pygame.Rect]
) -> tuple[bool, int]:
    """Return whether a card hides its own place, and how many pixels of what is covered."""
    parts = [place.clip(each) for each in covered]
    return bool(place.collidepoint(pixel)), sum(part.width * part.height for part in parts)
