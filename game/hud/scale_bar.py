"""A bar that shows how long a round length is on the screen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import pygame

from game.camera import scale_of
from game.hud.units import Units
from game.ui.lettering import WHITE, Lettering

_WIDEST: Final = 0.16
"""Share of the window's width that the bar takes at most."""

_INK: Final = (8, 18, 34)


@dataclass(frozen=True)
class Bar:
    """A round length, in cells, in pixels and in words."""

    cells: float
    pixels: int
    words: str


def bar_for(zoom: int, width: int, units: Units) -> Bar:
    """Return the longest bar of a round length that has room in a window."""
    scale = scale_of(zoom)
    cells = units.round_length(max(24.0, _WIDEST * width) / scale)
    return Bar(cells, max(1, round(cells * scale)), units.distance(cells))


def bar_area(
    window: tuple[int, int], letters: Lettering, zoom: int, units: Units, lift: int = 0
) -> pygame.Rect:
    """Return what the bar and its words take of a window."""
    bar, pad = bar_for(zoom, window[0], units), letters.size
    width = max(bar.pixels, letters.width(bar.words))
    height = _tick(letters) + letters.line_height
    return pygame.Rect(pad, window[1] - pad - lift - height, width, height).inflate(4, 4)


def _tick(letters: Lettering) -> int:
    return max(4, letters.size // 2)


def draw_bar(
    target: pygame.Surface, letters: Lettering, zoom: int, units: Units, lift: int = 0
) -> None:
    """Draw it in the lower left corner, some pixels above the edge."""
    bar = bar_for(zoom, target.width, units)
    pad = letters.size
    left, base = pad, target.height - pad - lift
    tick = _tick(letters)
    for grown, colour in ((1, _INK), (0, WHITE)):
        thick = 2 + 2 * grown
        pygame.draw.rect(
            target, colour, (left - grown, base - 2 - grown, bar.pixels + 2 * grown, thick)
        )
        for x in (left, left + bar.pixels - 2, left + bar.pixels // 2 - 1):
            high = tick // 2 if x == left + bar.pixels // 2 - 1 else tick
            pygame.draw.rect(
                target, colour, (x - grown, base - high - grown, thick, high + 2 * grown)
            )
    middle = left + (bar.pixels - letters.width(bar.words)) // 2
    place = max(left, middle), base - tick - letters.line_height
    draw_rimmed(target, letters, bar.words, place)


def draw_rimmed(
    target: pygame.Surface, letters: Lettering, text: str, place: tuple[int, int]
) -> None:
    """Draw a line of text that can be read on any ground."""
    x, y = place
    for dx, dy in ((-1, 0), (1, 0), (0, -1), (0, 1), (1, 1)):
        letters.draw(target, text, (x + dx, y + dy), _INK)
    letters.draw(target, text, place, WHITE)
