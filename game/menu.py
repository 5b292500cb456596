"""A plain list to choose from, by keys or mouse, over whatever was there before."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pygame

from game.lettering import GOLD, SOFT, WARNING, WHITE, Colour, Lettering, text_size
from game.screens import Host

_DIM = (96, 104, 118)
_PANEL = (10, 22, 40)
_CHOSEN = (34, 66, 104)


@dataclass(frozen=True)
class Item:
    """One line of a menu, and what it does."""

    label: str
    act: Callable[[], None]
    warning: bool = False


class MenuScreen:
    """A title and a list of items."""

    covers = False

    def __init__(self, host: Host, title: str, items: Sequence[Item], note: str = "") -> None:
        self._host = host
        self._title = title
        self._items = list(items)
        self._note = note
        self._chosen = 0
        self._first = 0
        self._places: list[tuple[int, pygame.Rect]] = []
        self._letters: Lettering | None = None
        self._drawn: object = None

    @property
    def stale(self) -> bool:
        """Whether another item is chosen than the one drawn."""
        return self._drawn != self._chosen

    def handle(self, event: pygame.event.Event) -> None:
        """Choose by arrows or mouse, act on Enter or click, leave on Esc."""
        if event.type == pygame.KEYDOWN:
            self._press(event)
        elif event.type == pygame.MOUSEMOTION:
            number = self._item_at(event.pos)
            self._chosen = self._chosen if number is None else number
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            number = self._item_at(event.pos)
            if number is not None:
                self._items[number].act()
        elif event.type == pygame.MOUSEWHEEL:
            self._move(-event.y)

    def update(self, seconds: float, active: bool) -> None:
        """Nothing moves by itself."""

    def close(self) -> None:
        """Nothing is held."""

    def draw(self, target: pygame.Surface) -> None:
        """Draw the list in the middle of the darkened window."""
        letters = self._lettering(target.height)
        target.fill(_DIM, special_flags=pygame.BLEND_RGB_MULT)
        shown = self._shown(target.height, letters)
        width = self._width(target.width, letters)
        height = (len(shown) + 2 + bool(self._note)) * letters.line_height
        left, top = (target.width - width) // 2, max(0, (target.height - height) // 2)
        pad = letters.size
        panel = pygame.Rect(left - pad, top - pad // 2, width + 2 * pad, height + pad)
        pygame.draw.rect(target, _PANEL, panel, border_radius=10)
        letters.draw(target, letters.fitted(self._title, width), (left, top), GOLD)
        self._places = []
        y = top + letters.line_height * 3 // 2
        for number in shown:
            place = pygame.Rect(left - pad // 2, y, width + pad, letters.line_height)
            self._draw_item(target, letters, number, place)
            y += letters.line_height
        if self._note:
            letters.draw(target, letters.fitted(self._note, width), (left, y + pad // 2), SOFT)
        self._drawn = self._chosen

    def _draw_item(
        self, target: pygame.Surface, letters: Lettering, number: int, place: pygame.Rect
    ) -> None:
        item = self._items[number]
        if number == self._chosen:
            pygame.draw.rect(target, _CHOSEN, place, border_radius=6)
        colour: Colour = WARNING if item.warning else WHITE
        label = letters.fitted(item.label, place.width - letters.size)
        letters.draw(target, label, (place.x + letters.size // 2, place.y), colour)
        self._places.append((number, place))

    def _press(self, event: pygame.event.Event) -> None:
        if event.key == pygame.K_ESCAPE:
            self._host.pop()
        elif event.key in (pygame.K_UP, pygame.K_DOWN):
            self._move(1 if event.key == pygame.K_DOWN else -1)
        elif event.key in (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE) and self._items:
            self._items[self._chosen].act()

    def _move(self, steps: int) -> None:
        if self._items:
            self._chosen = (self._chosen + steps) % len(self._items)

    def _item_at(self, pixel: tuple[int, int]) -> int | None:
        return next((n for n, place in self._places if place.collidepoint(pixel)), None)

    def _shown(self, height: int, letters: Lettering) -> list[int]:
        """Return which items fit into the window, the chosen one among them."""
        room = max(1, height // letters.line_height - 5)
        if self._chosen < self._first:
            self._first = self._chosen
        self._first = max(self._first, self._chosen - room + 1)
        return list(range(len(self._items)))[self._first : self._first + room]

    def _width(self, available: int, letters: Lettering) -> int:
        texts = [self._title, self._note, *(item.label for item in self._items)]
        wanted = max(letters.width(text) for text in texts) + letters.size
        return max(60, min(available - 4 * letters.size, max(wanted, 14 * letters.size)))

    def _lettering(self, height: int) -> Lettering:
        size = text_size(height, 1.2)
        if self._letters is None or self._letters.size != size:
            self._letters = Lettering(size)
        return self._letters
