"""The title: there within the first second, while the world is being loaded."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import Generic

import pygame

from game.screen import Host, Screen
from game.ui.lettering import WHITE, Lettering, text_size
from game.ui.type_scale import DISPLAY
from game.world.background_load import BackgroundLoad, Loaded

NAME = "Endless Isles"
_NAME_WIDTH = 7
"""Sizes of its letters that the name takes, and a margin."""

_SMALLEST_NAME = 9
PICTURE = Path(__file__).parent / "title.jpg"
_SEA_TOP, _SEA_BOTTOM = (26, 86, 150), (9, 30, 70)
_BAR, _BAR_BACK = (255, 214, 120), (12, 28, 52)
_SHADOW = (6, 18, 40)
_WAVE_SECONDS = 1 / 20


class TitleScreen(Generic[Loaded]):
    """A picture, a name, and a bar that moves until the first world is open.

    Args:
        host: the program around it.
        load: what is being loaded.
        when_ready: returns the screen that follows; None if another screen goes on by itself.
    """

    covers = True

    def __init__(
        self,
        host: Host,
        load: BackgroundLoad[Loaded],
        when_ready: Callable[[Loaded], Screen] | None,
    ) -> None:
        self._host = host
        self._load = load
        self._when_ready = when_ready
        self._shown = 0.0
        self._time = 0.0
        self._next_wave = 0.0
        self._backdrop: pygame.Surface | None = None
        self._letters: tuple[Lettering, Lettering] | None = None
        self._moved = True
        self.name_at = 1 / 3
        """How far down the name stands, as a share of the window."""

    @property
    def stale(self) -> bool:
        """Whether the bar has moved."""
        return self._moved

    @property
    def load(self) -> BackgroundLoad[Loaded]:
        """What is being loaded."""
        return self._load

    def handle(self, event: pygame.event.Event) -> None:
        """Leave on Esc."""
        if event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE:
            self._host.quit()

    def update(self, seconds: float, active: bool) -> None:
        """Move the bar, and go on when the world is open."""
        self._time += seconds
        goal = self._load.progress
        # It never stands still, so that one sees that the window is alive.
        self._shown = max(self._shown, goal - (goal - self._shown) * math.exp(-4.0 * seconds))
        if self._time >= self._next_wave:
            self._next_wave = self._time + _WAVE_SECONDS
            self._moved = True
        if self._when_ready is None:
            return
        if self._load.result is not None:
            self._host.replace_all(self._when_ready(self._load.result))
        elif self._load.error is not None:
            self._host.quit(str(self._load.error), self._load.error.code)

    def draw(self, target: pygame.Surface) -> None:
        """Draw picture, name and bar."""
        large, small = self._lettering(target.size)
        target.blit(self._picture(target.size), (0, 0))
        draw_name(target, large, self.name_at)
        self._draw_bar(target, small)
        self._moved = False

    def close(self) -> None:
        """The thread that opens the world ends by itself."""

    def _draw_bar(self, target: pygame.Surface, letters: Lettering) -> None:
        width = max(20, target.width * 2 // 5)
        height = max(4, letters.size // 2)
        left, top = (target.width - width) // 2, target.height * 89 // 100
        back = pygame.Rect(left, top, width, height)
        pygame.draw.rect(target, _BAR_BACK, back.inflate(6, 6), border_radius=height)
        filled = pygame.Rect(left, top, max(height, int(width * self._shown)), height)
        pygame.draw.rect(target, _BAR, filled, border_radius=height)
        glint = left + int((filled.width - height) * (0.5 - 0.5 * math.cos(self._time * 2.2)))
        pygame.draw.circle(target, WHITE, (glint + height // 2, top + height // 2), height // 2)
        stage = self._load.stage or "Setting sail"
        x = (target.width - letters.width(stage)) // 2
        letters.draw(target, stage, (x + 1, top + 2 * height + 1), _SHADOW)
        letters.draw(target, stage, (x, top + 2 * height), WHITE)

    def _picture(self, size: tuple[int, int]) -> pygame.Surface:
        if self._backdrop is None or self._backdrop.size != size:
            self._backdrop = _covering(size)
        return self._backdrop

    def _lettering(self, window: tuple[int, int]) -> tuple[Lettering, Lettering]:
        large, small = name_size(window), text_size(window[1])
        if self._letters is None or self._letters[0].size != large:
            self._letters = Lettering(large, is_title=True), Lettering(small)
        return self._letters


def name_size(window: tuple[int, int]) -> int:
    """Return how large the name of the game is written, never wider than the window."""
    return max(_SMALLEST_NAME, min(text_size(window[1], DISPLAY), window[0] // _NAME_WIDTH))


def draw_name(target: pygame.Surface, letters: Lettering, at: float) -> None:
    """Write the name of the game, its middle at this share of the height."""
    x = (target.width - letters.width(NAME)) // 2
    y = max(0, int(target.height * at) - letters.line_height // 2)
    letters.draw(target, NAME, (x + 2, y + 3), _SHADOW)
    letters.draw(target, NAME, (x, y), WHITE)


def _covering(size: tuple[int, int]) -> pygame.Surface:
    """Return the title picture, as large as the window and cut where it has another shape."""
    surface = pygame.Surface(size, 0, 32)
    if not PICTURE.is_file():
        _fill_with_sea(surface)
        return surface
    picture = pygame.image.load(PICTURE)
    scale = max(size[0] / picture.width, size[1] / picture.height)
    scaled = math.ceil(picture.width * scale), math.ceil(picture.height * scale)
    picture = pygame.transform.scale(picture, scaled)
    surface.blit(picture, ((size[0] - scaled[0]) // 2, (size[1] - scaled[1]) // 2))
    return surface


def _fill_with_sea(surface: pygame.Surface) -> None:
    for y in range(surface.height):
        share = y / max(1, surface.height - 1)
        colour = [
            int(top + (bottom - top) * share)
            for top, bottom in zip(_SEA_TOP, _SEA_BOTTOM, strict=True)
        ]
        pygame.draw.line(surface, colour, (0, y), (surface.width, y))
