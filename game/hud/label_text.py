"""Names as pictures: letters with a soft dark rim, so that they can be read on any ground."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from game.lru_cache import LRUCache
from game.ui.fonts import FontChain
from game.ui.lettering import Colour, shown

_RIM: Colour = (10, 22, 38)
_RIM_STRENGTH = 70
_RIM_PIXELS = 2
_MOST_PICTURES = 96


@dataclass(frozen=True)
class Style:
    """How a name is written."""

    size: int
    colour: Colour
    italic: bool = False
    spaced: int = 0
    """Pixels between letters, which are capitals then."""
    mark: bool = False
    """Whether a small triangle stands before the name, as of a summit."""


class LabelText:
    """Measures and renders names; each is rendered once, within a bound."""

    def __init__(self) -> None:
        self._fonts: dict[tuple[int, bool], FontChain] = {}
        self._sizes = LRUCache[tuple[str, Style], tuple[int, int]](4 * _MOST_PICTURES)
        self._pictures = LRUCache[tuple[str, Style, float], pygame.Surface](_MOST_PICTURES)

    def size(self, name: str, style: Style) -> tuple[int, int]:
        """Return width and height of a name, not turned."""
        return self._sizes.get_or_make((name, style), lambda: self._measure(name, style))

    def ready(self, name: str, style: Style, angle: float) -> bool:
        """Return whether a name has been rendered already."""
        return (name, style, angle) in self._pictures

    def picture(self, name: str, style: Style, angle: float) -> pygame.Surface:
        """Return the picture of a name, turned by some degrees against the clock."""

        def make() -> pygame.Surface:
            picture = self._render(name, style)
            return pygame.transform.rotozoom(picture, angle, 1.0) if angle else picture

        return self._pictures.get_or_make((name, style, angle), make)

    def _measure(self, name: str, style: Style) -> tuple[int, int]:
        width = sum(advance for _, _, advance in self._letters(name, style))
        return width + self._mark_width(style), self._chain(style).line_height

    def _render(self, name: str, style: Style) -> pygame.Surface:
        width, height = self.size(name, style)
        plain = pygame.Surface((width + 2 * _RIM_PIXELS, height + 2 * _RIM_PIXELS), pygame.SRCALPHA)
        if style.mark:
            _draw_summit(plain, style)
        x = _RIM_PIXELS + self._mark_width(style)
        for letter, font, advance in self._letters(name, style):
            plain.blit(font.render(letter, True, style.colour), (x, _RIM_PIXELS))
            x += advance
        return _with_rim(plain)

    def _letters(self, name: str, style: Style) -> list[tuple[str, pygame.font.Font, int]]:
        """Return the pieces that are rendered one by one: runs of a font, or single letters."""
        text = shown(name.upper() if style.spaced else name)
        pieces = []
        for font, run in self._chain(style).runs(text):
            font.set_italic(style.italic)
            for piece in run if style.spaced else (run,):
                pieces.append((piece, font, font.size(piece)[0] + style.spaced))
        return pieces

    def _mark_width(self, style: Style) -> int:
        return style.size if style.mark else 0

    def _chain(self, style: Style) -> FontChain:
        key = style.size, style.italic
        if key not in self._fonts:
            self._fonts[key] = FontChain(style.size)
        return self._fonts[key]


def _draw_summit(picture: pygame.Surface, style: Style) -> None:
    base, half = picture.height // 2 + style.size // 3, style.size // 3
    left = _RIM_PIXELS
    points = [(left, base), (left + half, base - 2 * half), (left + 2 * half, base)]
    pygame.draw.polygon(picture, style.colour, points)


def _with_rim(plain: pygame.Surface) -> pygame.Surface:
    """Return a picture on a soft dark copy of itself."""
    mask = pygame.mask.from_surface(plain, 40)
    stamp = mask.to_surface(setcolor=(*_RIM, _RIM_STRENGTH), unsetcolor=(*_RIM, 0))
    rimmed = pygame.Surface(plain.size, pygame.SRCALPHA)
    for dx in range(-_RIM_PIXELS, _RIM_PIXELS + 1):
        for dy in range(-_RIM_PIXELS, _RIM_PIXELS + 1):
            if dx * dx + dy * dy <= _RIM_PIXELS * _RIM_PIXELS + 1:
                rimmed.blit(stamp, (dx, dy))
    rimmed.blit(plain, (0, 0))
    return rimmed
