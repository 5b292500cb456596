"""A bar that shows how far a round number of cells is on the screen."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import pygame

from game.camera import scale_of
from game.ui.lettering import WHITE, Lettering

_WIDEST: Final = 0.16
"""Share of the window's width that the bar takes at most."""

_INK: Final = (8, 18, 34)


@dataclass(frozen=True)
class Bar:
    """A number of cells and the pixels they take."""

    cells: float
    pixels: int

    @property
    def words(self) -> str:
        """The number as it is written."""
        return f"{self.cells:,g} cells" if self.cells != 1 else "1 cell"


def round_up(number: float) -> float:
    """Return the smallest of ..., 0.5, 1, 2, 5, 10, 20, ... that is not below a number."""
    power = 10.0 ** math.floor(math.log10(number))
    return next(power * digit for digit in (1, 2, 5, 10) if power * digit >= number * (1 - 1e-9))


def round_down(number: float) -> float:
    """Return the largest of ..., 0.5, 1, 2, 5, 10, 20, ... that is not above a number."""
    power = 10.0 ** math.floor(math.log10(number))
    return next(power * digit for digit in (5, 2, 1) if power * digit <= number * (1 + 1e-9))


def bar_for(zoom: int, width: int) -> Bar:
    """Return the longest bar of a round number of cells that has room in a window."""
    scale = scale_of(zoom)
    cells = round_down(max(24.0, _WIDEST * width) / scale)
    return Bar(cells, max(1, round(cells * scale)))


def bar_area(window: tuple[int, int], letters: Lettering, zoom: int, lift: int = 0) -> pygame.Rect:
    """Return what the bar and its words take of a window."""
    bar, pad = bar_for(zoom, window[0]), letters.size
    width = max(bar.pixels, letters.width(bar.words))
    height = _tick(letters) + letters.line_height
    return pygame.Rect(pad, window[1] - pad - lift - height, width, height).inflate(4, 4)


def _tick(letters: Lettering) -> int:
    return max(4, letters.size // 2)


def draw_bar(target: pygame.Surface, letters: Lettering, zoom: int, lift: int = 0) -> None:
    """Draw it in the lower left corner, some pixels above the edge."""
    bar = bar_for(zoom, target.width)
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
