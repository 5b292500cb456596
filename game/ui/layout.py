"""Cutting a window into places for controls: rows from top to bottom, and parts of a row."""

from __future__ import annotations

import pygame

from game.ui.type_scale import row_height, space


class Column:
    """A column that is filled from the top; every height is measured in the size of the text."""

    def __init__(self, place: pygame.Rect, text_size: int) -> None:
        self.place = pygame.Rect(place)
        self.text_size = text_size
        self._top = self.place.top

    @property
    def row_height(self) -> int:
        """The height of a control with a line of text in it."""
        return row_height(self.text_size)

    @property
    def gap(self) -> int:
        """The space between two controls."""
        return space(self.text_size)

    @property
    def used(self) -> int:
        """How far down the column is filled."""
        return self._top - self.place.top

    @property
    def left_over(self) -> pygame.Rect:
        """What is not filled yet."""
        height = max(1, self.place.bottom - self._top)
        return pygame.Rect(self.place.left, self._top, self.place.width, height)

    def row(self, height: int | None = None) -> pygame.Rect:
        """Take the next row."""
        height = self.row_height if height is None else height
        place = pygame.Rect(self.place.left, self._top, self.place.width, max(1, height))
        self._top += height + self.gap
        return place

    def line(self) -> pygame.Rect:
        """Take the next row, only as high as a line of text."""
        place = pygame.Rect(self.place.left, self._top, self.place.width, self.text_size * 3 // 2)
        self._top += place.height
        return place

    def skip(self, height: int | None = None) -> None:
        """Leave some room."""
        self._top += self.gap if height is None else height

    def bottom_row(self, height: int | None = None) -> pygame.Rect:
        """Take the last row, which shortens the column."""
        height = self.row_height if height is None else height
        place = pygame.Rect(self.place.left, self.place.bottom - height, self.place.width, height)
        self.place.height = max(1, self.place.height - height - self.gap)
        return place


def split(place: pygame.Rect, *shares: float, gap: int = 0) -> list[pygame.Rect]:
    """Cut a place into parts beside each other, as wide as the shares say."""
    room = max(len(shares), place.width - gap * (len(shares) - 1))
    total = sum(shares)
    parts, done, left = [], 0.0, place.left
    for share in shares:
        width = int(room * (done + share) / total) - int(room * done / total)
        done += share
        parts.append(pygame.Rect(left, place.top, max(1, width), place.height))
        left += width + gap
    return parts


def cut_left(place: pygame.Rect, width: int, gap: int = 0) -> tuple[pygame.Rect, pygame.Rect]:
    """Cut a part of this width off the left side; return it and the rest."""
    width = max(1, min(width, place.width - gap - 1))
    left = pygame.Rect(place.left, place.top, width, place.height)
    rest = pygame.Rect(left.right + gap, place.top, 1, place.height)
    rest.width = max(1, place.right - rest.left)
    return left, rest


def cut_right(place: pygame.Rect, width: int, gap: int = 0) -> tuple[pygame.Rect, pygame.Rect]:
    """Cut a part of this width off the right side; return the rest and it."""
    rest, right = cut_left(place, place.width - width - gap, gap)
    return rest, right


def inset(place: pygame.Rect, margin: int) -> pygame.Rect:
    """Return a place made smaller on all sides, never to nothing."""
    width, height = max(1, place.width - 2 * margin), max(1, place.height - 2 * margin)
    return pygame.Rect(place.left + margin, place.top + margin, width, height)
