"""Text on the screen: each letter is rendered once and then only blitted.

Numbers that change every frame thus cost no Font call and no new Surface.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache

import pygame

from game.ui.fonts import FontChain
from game.ui.wrapping import wrapped

Colour = tuple[int, int, int]

WHITE: Colour = (255, 255, 255)
SOFT: Colour = (190, 205, 222)
GOLD: Colour = (255, 214, 120)
WARNING: Colour = (255, 160, 120)

_MOST_LETTERS = 4096
_UNSHOWN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
_JOINER = "\N{ZERO WIDTH JOINER}"
_BOX = "\N{REPLACEMENT CHARACTER}"


class Lettering:
    """One size of text; used only by the thread that owns the window."""

    def __init__(self, size: int, is_title: bool = False) -> None:
        self.size = size
        fonts = FontChain(size, is_title)
        self.line_height = fonts.line_height

        @lru_cache(_MOST_LETTERS)
        def render(letter: str, colour: Colour) -> pygame.Surface:
            return fonts.render(letter, colour)

        @lru_cache(_MOST_LETTERS)
        def advance(letter: str) -> int:
            return fonts.advance(letter)

        self._letter = render
        self._advance = advance

    def width(self, text: str) -> int:
        """Return how many pixels a text takes."""
        return sum(self._advance(letter) for letter in shown(text))

    def draw(
        self, target: pygame.Surface, text: str, place: tuple[int, int], colour: Colour = WHITE
    ) -> int:
        """Draw a line of text from its upper left corner on; return where it ends."""
        x, y = place
        for letter in shown(text):
            if letter != " ":
                target.blit(self._letter(letter, colour), (x, y))
            x += self._advance(letter)
        return x

    def wrapped(self, text: str, width: int) -> list[str]:
        """Return the text cut into lines that are not too wide."""
        return wrapped(text, width, self.width)

    def fitted(self, text: str, width: int) -> str:
        """Return the text, cut with an ellipsis where it is too wide."""
        if self.width(text) <= width:
            return text
        while text and self.width(text + "…") > width:
            text = text[:-1]
        return text + "…"


def shown(text: str) -> str:
    """Return a text as it can be drawn: composed letters, boxes for what has no form."""
    if text.isascii() and text.isprintable():
        return text
    letters = unicodedata.normalize("NFC", text)
    return "".join(
        _BOX if unicodedata.category(letter) in _UNSHOWN and letter != _JOINER else letter
        for letter in letters
    )


def text_size(height: int, share: float = 1.0) -> int:
    """Return a size of text that can be read in a window of this height."""
    return int(max(13, min(44, height / 46)) * share)
