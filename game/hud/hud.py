"""What stands over the land: where one is, in which world, and the way to the next island."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import pygame

from game.hud.text_sizes import SMALLEST_TEXT, hud_text_size
from game.lru_cache import LRUCache
from game.ui.lettering import GOLD, SOFT, WARNING, WHITE, Colour, Lettering

PANEL: tuple[int, int, int, int] = (8, 18, 34, 168)
_HIGHEST_SHARE = 0.42
"""Of the window's height that the panel takes, however large the text is to be."""

_MOST_SIZES = 16
_ARROW_FROM_EDGE = 46
_ARROW_STEPS = 24
"""Places between the edge and the middle of the window that are tried for an arrow."""


@dataclass(frozen=True)
class Status:
    """All that the panel says, as it is to be read; what is empty has no line."""

    place: str
    ground: str
    way: str = ""
    """The way to the nearest island."""
    position: str = ""
    """Coordinates, and the world they are in."""
    doing: str = ""
    """What goes on by itself."""
    hint: str = ""
    details: tuple[str, ...] = ()

    @property
    def lines(self) -> tuple[tuple[str, Colour], ...]:
        """The lines of the panel with their colours."""
        lines = (
            (self.place, GOLD),
            (self.ground, WHITE),
            (self.way, WHITE),
            (self.position, SOFT),
            (self.doing, GOLD),
            (self.hint, GOLD),
            *((line, SOFT) for line in self.details),
        )
        return tuple((text, colour) for text, colour in lines if text)


@dataclass(frozen=True)
class Pointer:
    """An arrow at the edge of the window to something outside of it."""

    dx: float
    dy: float
    label: str


class Hud:
    """Draws the panel, the pointer and single lines; a still picture makes no Surface.

    Args:
        scale: returns how large the player wants the text.
    """

    def __init__(self, scale: Callable[[], float]) -> None:
        self._scale = scale
        self._letterings = LRUCache[int, Lettering](_MOST_SIZES)
        self._panel = pygame.Surface((1, 1), pygame.SRCALPHA)
        self._written: object = None
        self.area = pygame.Rect(0, 0, 0, 0)
        """Where the panel was drawn last."""

    def letters(self, window: tuple[int, int]) -> Lettering:
        """Return the lettering for a window of this size."""
        return self._lettering(hud_text_size(window, self._scale()))

    def _lettering(self, size: int) -> Lettering:
        return self._letterings.get_or_make(size, lambda: Lettering(size))

    def draw_status(
        self, target: pygame.Surface, status: Status, beside: pygame.Rect | None = None
    ) -> None:
        """Draw the panel in the upper left corner, to the left of what lies ``beside`` it."""
        right = beside.left if beside is not None and beside.width else target.width
        self.draw_lines(target, status.lines, right)

    def draw_lines(
        self,
        target: pygame.Surface,
        lines: Sequence[tuple[str, Colour]],
        right: int | None = None,
    ) -> None:
        """Draw lines of text on a panel in the upper left corner, left of the pixel ``right``."""
        right = target.width if right is None else right
        written = tuple(lines), target.size, right, self.letters(target.size).size
        if written != self._written:
            self._written = written
            self._write(lines, target.size, right)
        target.blit(self._panel, self.area)

    def _write(
        self, lines: Sequence[tuple[str, Colour]], window: tuple[int, int], right: int
    ) -> None:
        """Write the panel anew, in letters that leave room for the land."""
        letters = self.letters(window)
        fitted, room = _wrapped(letters, lines, right)
        while letters.size > SMALLEST_TEXT and (
            len(fitted) * letters.line_height > _HIGHEST_SHARE * window[1]
        ):
            letters = self._lettering(letters.size - 1)
            fitted, room = _wrapped(letters, lines, right)
        pad = letters.size // 2
        width = max(letters.width(text) for text, _ in fitted)
        # Steps of a few letters, so that changing numbers do not make the panel tremble.
        step = 4 * letters.size
        width = min(room, -(-width // step) * step)
        height = len(fitted) * letters.line_height
        self.area = pygame.Rect(pad, pad, width + 2 * pad, height + pad)
        if self._panel.size != self.area.size:
            self._panel = pygame.Surface(self.area.size, pygame.SRCALPHA)
        self._panel.fill((0, 0, 0, 0))
        pygame.draw.rect(self._panel, PANEL, self._panel.get_rect(), border_radius=8)
        y = pad // 2
        for text, colour in fitted:
            letters.draw(self._panel, text, (pad, y), colour)
            y += letters.line_height

    def draw_line(self, target: pygame.Surface, text: str, warning: bool) -> None:
        """Draw a text at the lower edge, on as many lines as it needs."""
        letters = self.letters(target.size)
        pad = letters.size
        lines = letters.wrapped(text, max(40, target.width - 4 * pad))
        width = max(map(letters.width, lines), default=0)
        left = (target.width - width) // 2
        height = len(lines) * letters.line_height
        top = max(0, target.height - 2 * letters.line_height - height)
        _draw_panel(target, (left - pad, top - pad // 4, width + 2 * pad, height + pad // 2))
        for number, line in enumerate(lines):
            place = (target.width - letters.width(line)) // 2, top + number * letters.line_height
            letters.draw(target, line, place, WARNING if warning else WHITE)

    def draw_pointer(
        self, target: pygame.Surface, pointer: Pointer, covered: Sequence[pygame.Rect] = ()
    ) -> None:
        """Draw an arrow at the edge and what it points to, clear of what is covered already."""
        length = math.hypot(pointer.dx, pointer.dy)
        if length == 0.0:
            return
        letters = self.letters(target.size)
        direction = pointer.dx / length, pointer.dy / length
        text_width = letters.width(pointer.label)
        tip, label = place_pointer(target.size, direction, letters, text_width, covered)
        for grown, colour in ((1.35, (8, 18, 34)), (1.0, GOLD)):
            points = _arrow(*tip, *direction, letters.size * grown)
            pygame.draw.polygon(target, colour, points)
            pygame.draw.aalines(target, colour, True, points)
        _draw_panel(target, (label.left, label.top, label.width, label.height))
        letters.draw(target, pointer.label, (label.left + letters.size // 2, label.top), GOLD)


def _wrapped(
    letters: Lettering, lines: Sequence[tuple[str, Colour]], right: int
) -> tuple[list[tuple[str, Colour]], int]:
    """Return lines as they fit left of a pixel, and the room that there is for each."""
    room = max(40, right - 4 * (letters.size // 2))
    return [(line, colour) for text, colour in lines for line in letters.wrapped(text, room)], room


def _draw_panel(target: pygame.Surface, place: tuple[int, int, int, int]) -> None:
    target.blit(_panel(max(1, place[2]), max(1, place[3])), place[:2])


@lru_cache(64)
def _panel(width: int, height: int) -> pygame.Surface:
    panel = pygame.Surface((width, height), pygame.SRCALPHA)
    pygame.draw.rect(panel, PANEL, panel.get_rect(), border_radius=8)
    return panel


def place_pointer(
    window: tuple[int, int],
    direction: tuple[float, float],
    letters: Lettering,
    text_width: int,
    covered: Sequence[pygame.Rect],
) -> tuple[tuple[float, float], pygame.Rect]:
    """Return where the tip of an arrow stands in a window, and the panel of its label.

    It stands as far out as it can without touching what is covered; where that would bring it to
    the middle of the window, it stays at the edge.
    """
    x, y = direction
    reach_x = max(1.0, window[0] / 2 - _ARROW_FROM_EDGE) / max(abs(x), 1e-9)
    reach_y = max(1.0, window[1] / 2 - _ARROW_FROM_EDGE) / max(abs(y), 1e-9)
    farthest = min(reach_x, reach_y)
    outermost = None
    for step in range(_ARROW_STEPS):
        reach = farthest * (1.0 - step / _ARROW_STEPS)
        tip = window[0] / 2 + x * reach, window[1] / 2 + y * reach
        label = _label_place(window, letters, text_width, tip, direction)
        outermost = outermost or (tip, label)
        arrow = pygame.Rect(0, 0, 3 * letters.size, 3 * letters.size)
        arrow.center = round(tip[0]), round(tip[1])
        if all(not arrow.colliderect(each) and not label.colliderect(each) for each in covered):
            return tip, label
    assert outermost is not None
    return outermost


def _label_place(
    window: tuple[int, int],
    letters: Lettering,
    text_width: int,
    tip: tuple[float, float],
    direction: tuple[float, float],
) -> pygame.Rect:
    """Return the panel of a label behind an arrow, never over the edge of the window."""
    pad, around = letters.size // 2, 1.5 * letters.size
    width, height = text_width + 2 * pad, letters.line_height
    # As near as it can be without touching the arrow.
    away = min(
        (width / 2 + around) / max(abs(direction[0]), 1e-9),
        (height / 2 + around) / max(abs(direction[1]), 1e-9),
    )
    left = int(tip[0] - direction[0] * away - width / 2)
    top = int(tip[1] - direction[1] * away - height / 2)
    left = max(0, min(window[0] - width, left))
    return pygame.Rect(left, max(pad, min(window[1] - height - pad, top)), width, height)


def _arrow(x: float, y: float, dx: float, dy: float, size: float) -> list[tuple[float, float]]:
    """Return the corners of an arrowhead with its middle at (x, y)."""
    return [
        (x + dx * size, y + dy * size),
        (x - dx * size * 0.7 - dy * size * 0.75, y - dy * size * 0.7 + dx * size * 0.75),
        (x - dx * size * 0.3, y - dy * size * 0.3),
        (x - dx * size * 0.7 + dy * size * 0.75, y - dy * size * 0.7 - dx * size * 0.75),
    ]
