"""Lines of round coordinates over the land, with their numbers at the edge of the window."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import pygame

from game.camera import CELL, View, pixels_per_unit, scale_of
from game.hud.round_numbers import round_up
from game.hud.scale_bar import draw_rimmed
from game.ui.lettering import Lettering

_NEAREST: Final = 90
"""Lines are at least this many pixels apart."""

_HEAVY_EVERY: Final = 5
_FAINT, _HEAVY, _AXIS = 64, 116, 190


@dataclass(frozen=True)
class Line:
    """One line across the window."""

    cell: int
    """The coordinate it stands for."""
    pixel: int
    strength: int


def spacing_of(zoom: int) -> int:
    """Return how many cells lie between two lines."""
    return max(1, round(round_up(_NEAREST / scale_of(zoom))))


def lines(first: int, length: int, zoom: int) -> Iterator[Line]:
    """Return the lines of one axis of a view that begins at this pixel of the plane."""
    scale = pixels_per_unit(zoom)
    spacing = spacing_of(zoom)
    begin, end = (scale.inverse().floor(pixel) // CELL for pixel in (first, first + length))
    for number in range(-(-begin // spacing), end // spacing + 1):
        cell = number * spacing
        pixel = scale.floor(cell * CELL) - first
        if 0 <= pixel < length:
            heavy = _HEAVY if number % _HEAVY_EVERY == 0 else _FAINT
            yield Line(cell, pixel, _AXIS if number == 0 else heavy)


def draw_grid(
    target: pygame.Surface, letters: Lettering, view: View, covered: Sequence[pygame.Rect] = ()
) -> None:
    """Draw the lines of a view, and numbers where nothing else will cover them."""
    across = list(lines(view.left, view.width, view.zoom))
    down = list(lines(view.top, view.height, view.zoom))
    for line in across:
        target.blit(_stroke(1, view.height, line.strength), (line.pixel, 0))
    for line in down:
        target.blit(_stroke(view.width, 1, line.strength), (0, line.pixel))
    for line in across:
        width = letters.width(f"{line.cell:,}")
        place = line.pixel - width // 2, view.height - letters.line_height - 2
        _write(target, letters, line, place, covered)
    for line in down:
        width = letters.width(f"{line.cell:,}")
        place = view.width - width - 6, line.pixel - letters.line_height
        _write(target, letters, line, place, covered)


@lru_cache(24)
def _stroke(width: int, height: int, strength: int) -> pygame.Surface:
    stroke = pygame.Surface((width, height), pygame.SRCALPHA)
    stroke.fill((255, 255, 255, strength))
    return stroke


def _write(
    target: pygame.Surface,
    letters: Lettering,
    line: Line,
    place: tuple[int, int],
    covered: Sequence[pygame.Rect],
) -> None:
    text = f"{line.cell:,}"
    rect = pygame.Rect(place, (letters.width(text), letters.line_height))
    if rect.collidelist(list(covered)) < 0:
        draw_rimmed(target, letters, text, place)
