"""A font for widgets that finds letters of any script in the fonts of the game.

It has the methods that the widget library asks of a font. Letters that no font has, and signs that
have no form, become a box each, so that a text never changes its length by being shown.
"""

from __future__ import annotations

import unicodedata

import pygame

from game.ui.fonts import FontChain
from game.ui.wrapping import LONGEST_TEXT, wrapped

_BOX = "\N{REPLACEMENT CHARACTER}"
_FORMLESS = frozenset(("Cc", "Cs", "Co", "Cn", "Zl", "Zp"))


class InterfaceFont:
    """One size of text for widgets, or of titles in their own face."""

    def __init__(self, size: int, is_title: bool = False) -> None:
        self._size = size
        self._is_title = is_title
        self._opened: FontChain | None = None
        first = next(iter(self._chain.runs("A")))[0]
        self._ascent = first.get_ascent()
        self._descent = first.get_descent()
        self.height = first.get_height()
        self.underline = False
        self.underline_adjustment = 0.0

    def close(self) -> None:
        """Close the files; they are opened again when text is measured or drawn."""
        self._opened = None

    @property
    def _chain(self) -> FontChain:
        if self._opened is None:
            self._opened = FontChain(self._size, self._is_title)
        return self._opened

    def width(self, text: str) -> int:
        """Return how many pixels a text takes."""
        return sum(font.size(run)[0] for font, run in self._chain.runs(drawable(text)))

    def fitted(self, text: str, width: int) -> str:
        """Return the text, cut with an ellipsis where it is too wide."""
        if len(text) <= LONGEST_TEXT and self.width(text) <= width:
            return text
        low, high = 0, min(len(text), LONGEST_TEXT)
        while low < high:
            middle = (low + high + 1) // 2
            if self.width(text[:middle] + "…") <= width:
                low = middle
            else:
                high = middle - 1
        return text[:low] + "…" if low else ""

    def wrapped(self, text: str, width: int) -> list[str]:
        """Return the text cut into lines that are not too wide."""
        return wrapped(text, width, self.width)

    # What the widget library asks of a font

    def size(self, text: str) -> tuple[int, int]:
        return (self.width(text), self.height) if text else (0, 0)

    def get_rect(self, text: str) -> pygame.Rect:
        return pygame.Rect((0, self._ascent), self.size(text)) if text else pygame.Rect(0, 0, 0, 0)

    def get_metrics(self, text: str) -> list[tuple[int, int, int, int, int]]:
        return [(0, width, 0, self.height, width) for width in map(self.width, text)]

    def get_point_size(self) -> int:
        return self._size

    def get_padding_height(self) -> int:
        return 1 - self._descent

    def get_direction(self) -> int:
        return pygame.DIRECTION_LTR

    def render_premul(self, text: str, text_color: pygame.Color) -> pygame.Surface:
        size = max(1, self.width(text)), self.height
        return self.render_premul_to(text, text_color, size, (0, self._ascent))

    def render_premul_to(
        self,
        text: str,
        text_colour: pygame.Color,
        surf_size: tuple[int, int],
        surf_position: tuple[int, int],
    ) -> pygame.Surface:
        surface = pygame.Surface(surf_size, pygame.SRCALPHA, 32)
        x, baseline = surf_position
        for font, run in self._chain.runs(drawable(text)):
            if not font.size(run)[0]:
                # Signs that take no room cannot be drawn alone.
                continue
            piece = font.render(run, True, text_colour).convert_alpha().premul_alpha()
            place = x, baseline - font.get_ascent()
            surface.blit(piece, place, special_flags=pygame.BLEND_PREMULTIPLIED)
            x += piece.width
        return surface


def drawable(text: str) -> str:
    """Return a text of the same length in which every sign has a form."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(_BOX if unicodedata.category(sign) in _FORMLESS else sign for sign in text)
