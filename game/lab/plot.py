"""Drawing on the pages of the lab: grey maps, lines, bars and words, each in a given place."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pygame

from game.ui.lettering import Lettering
from game.ui.theme import Colour, ThemeColours

WATER: Colour = (52, 104, 168)
GROUND: Colour = (92, 146, 84)
ROCK: Colour = (150, 136, 122)
LINES: tuple[Colour, ...] = (
    (255, 214, 120),
    (120, 200, 255),
    (150, 230, 150),
    (255, 150, 150),
    (210, 170, 255),
    (255, 255, 255),
    (120, 230, 220),
    (255, 180, 90),
)
"""Colours for things that are to be told apart."""


class Plot:
    """A picture that is drawn on, with letters of one size."""

    def __init__(self, size: tuple[int, int], colours: ThemeColours, letters: Lettering) -> None:
        self.surface = pygame.Surface(size, 0, 32)
        self.surface.fill(colours.field)
        self.colours = colours
        self.letters = letters

    @property
    def thin(self) -> int:
        """The width of a line that is hardly to be seen, at this size of text."""
        return max(1, self.letters.size // 16)

    @property
    def thick(self) -> int:
        """The width of a line that matters."""
        return max(2, self.letters.size // 5)

    @property
    def place(self) -> pygame.Rect:
        """All of it."""
        return self.surface.get_rect()

    def words(
        self, text: str, place: tuple[int, int], colour: Colour | None = None, width: int = 0
    ) -> None:
        """Write a line of text, smaller where it would be wider than ``width`` or the picture."""
        colour = colour or self.colours.soft
        room = max(1, min(width or self.surface.width, self.surface.width - place[0]))
        taken, height = self.letters.width(text), self.letters.line_height
        if taken <= room:
            self.letters.draw(self.surface, text, place, colour)
            return
        line = pygame.Surface((taken, height), pygame.SRCALPHA)
        self.letters.draw(line, text, (0, 0), colour)
        lower = max(1, height * room // taken)
        line = pygame.transform.smoothscale(line, (room, lower))
        self.surface.blit(line, (place[0], place[1] + (height - lower) // 2))

    def picture(self, pixels: np.ndarray, place: pygame.Rect, smooth: bool = False) -> pygame.Rect:
        """Draw uint8 (height, width, 3) as large as it fits, and return where it is."""
        height, width = pixels.shape[:2]
        scale = min(place.width / width, place.height / height)
        size = max(1, int(width * scale)), max(1, int(height * scale))
        made = pygame.image.frombuffer(
            np.ascontiguousarray(pixels).tobytes(), (width, height), "RGB"
        )
        scaled = (pygame.transform.smoothscale if smooth else pygame.transform.scale)(made, size)
        drawn = scaled.get_rect(midtop=place.midtop)
        self.surface.blit(scaled, drawn)
        return drawn

    def curve(
        self,
        place: pygame.Rect,
        values: np.ndarray,
        bounds: tuple[float, float],
        colour: Colour,
        width: int = 1,
    ) -> None:
        """Draw values from left to right, with ``bounds`` at the lower and the upper edge."""
        points = self.points(place, np.linspace(0.0, 1.0, len(values)), values, bounds)
        if len(points) > 1:
            self.surface.set_clip(place)
            pygame.draw.lines(self.surface, colour, False, points, width)
            self.surface.set_clip(None)

    def points(
        self,
        place: pygame.Rect,
        shares: np.ndarray,
        values: np.ndarray,
        bounds: tuple[float, float],
    ) -> list[tuple[float, float]]:
        """Return the pixels of values at shares 0..1 of the width."""
        low, high = bounds
        heights = np.clip((values - low) / (high - low), -0.2, 1.2)
        xs = place.left + shares * (place.width - 1)
        ys = place.bottom - 1 - heights * (place.height - 1)
        return list(zip(xs.tolist(), ys.tolist(), strict=True))

    def frame(self, place: pygame.Rect) -> None:
        """Draw the edge of a diagram."""
        pygame.draw.rect(self.surface, self.colours.border, place, self.thin)

    def histogram(
        self, place: pygame.Rect, values: np.ndarray, marks: Sequence[tuple[float, Colour]]
    ) -> None:
        """Draw how often values in 0..1 come, and lines at the marks."""
        bins = max(8, min(96, place.width // 4))
        counts, _ = np.histogram(values, bins=bins, range=(0.0, 1.0))
        highest = max(1, int(counts.max()))
        for number, count in enumerate(counts.tolist()):
            left = place.left + number * place.width // bins
            right = place.left + (number + 1) * place.width // bins
            height = count * (place.height - 2) // highest
            bar = pygame.Rect(left, place.bottom - height, max(1, right - left - 1), height)
            colour = self.colours.hovered
            for mark, mark_colour in marks:
                if (number + 0.5) / bins >= mark:
                    colour = mark_colour
            pygame.draw.rect(self.surface, colour, bar)
        for mark, _colour in marks:
            x = place.left + int(mark * (place.width - 1))
            pygame.draw.line(
                self.surface, self.colours.title, (x, place.top), (x, place.bottom), self.thin + 1
            )
        self.frame(place)


def grey(values: np.ndarray) -> np.ndarray:
    """Return values in 0..1 as a grey picture."""
    level = (np.clip(values, 0.0, 1.0) * 255.0).astype(np.uint8)
    return np.repeat(level[:, :, None], 3, axis=2)


def tinted(values: np.ndarray, marks: Sequence[tuple[float, Colour]]) -> np.ndarray:
    """Return a grey picture of which what lies above each mark has its colour."""
    picture = grey(values)
    colours = np.zeros((*values.shape, 3))
    weights = np.zeros(values.shape)
    for mark, colour in marks:
        above = values >= mark
        colours[above] = colour
        weights[above] = 0.55
    mixed = picture * (1.0 - weights[:, :, None]) + colours * weights[:, :, None]
    return mixed.astype(np.uint8)
