"""The fonts of the game: files that come with pygame_gui, found without importing it.

No font of the system is ever looked for. Letters that the first font lacks are looked for in the
others, each opened only when it is needed for the first time.
"""

from __future__ import annotations

import importlib.util
import itertools
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import pygame

_FILES = (
    "NotoSans-Regular.ttf",
    "NotoSansSC-Regular.otf",
    "NotoSansKR-Regular.ttf",
    "NotoSansHebrew-Regular.ttf",
    "NotoSansArabic-Regular.ttf",
    "NotoSansGeorgian-Regular.ttf",
)
_RIGHT_TO_LEFT = {"NotoSansHebrew-Regular.ttf": "Hebr", "NotoSansArabic-Regular.ttf": "Arab"}
_NO_LETTER = "\uffff"


class FontChain:
    """The fonts of one size, in the order in which they are asked for a letter."""

    def __init__(self, size: int) -> None:
        if not pygame.font.get_init():
            pygame.font.init()
        self._size = size
        self._opened: list[pygame.font.Font] = []
        self.line_height = self._font(0).get_linesize()

    def render(self, letter: str, colour: tuple[int, int, int]) -> pygame.Surface:
        """Return the picture of a letter, or an empty box if no font has it."""
        try:
            return self._font_with(letter).render(letter, True, colour)
        except pygame.error:
            # A mark without width of its own.
            return self._font(0).render(_NO_LETTER, True, colour)

    def advance(self, letter: str) -> int:
        """Return how far the next letter begins after this one."""
        metrics = self._font_with(letter).metrics(letter)
        return metrics[0][4] if metrics and metrics[0] else self._size // 2

    def runs(self, text: str) -> Iterator[tuple[pygame.font.Font, str]]:
        """Return the text cut into stretches that one font can show, each with its font."""
        for font, letters in itertools.groupby(text, self._font_with):
            yield font, "".join(letters)

    def _font_with(self, letter: str) -> pygame.font.Font:
        first = self._font(0)
        # Every font has these, and most text holds nothing else.
        if letter.isascii() or _has(first, letter):
            return first
        for number in range(1, len(font_files())):
            if _has(self._font(number), letter):
                return self._font(number)
        return first

    def _font(self, number: int) -> pygame.font.Font:
        while len(self._opened) <= number:
            files = font_files()
            path = files[len(self._opened)] if files else None
            self._opened.append(_open_font(path, self._size))
        return self._opened[number]


def _open_font(path: Path | None, size: int) -> pygame.font.Font:
    font = pygame.font.Font(path, size)
    script = _RIGHT_TO_LEFT.get(path.name) if path else None
    if script:
        font.set_script(script)
        font.set_direction(pygame.DIRECTION_RTL)
    return font


def _has(font: pygame.font.Font, letter: str) -> bool:
    if font.metrics(letter) != font.metrics(_NO_LETTER):
        return True
    if not font.size(letter)[0]:
        # A sign that takes no room, as those that join the parts of an emoji: nothing is missing.
        return True
    box = font.render(_NO_LETTER, False, (255, 255, 255))
    shown = font.render(letter, False, (255, 255, 255))
    return pygame.image.tobytes(shown, "RGB") != pygame.image.tobytes(box, "RGB")


@lru_cache(maxsize=1)
def font_files() -> tuple[Path, ...]:
    """Return the font files that are there; without any, pygame's own font is used."""
    found = importlib.util.find_spec("pygame_gui")
    if found is None or found.origin is None:
        return ()
    folder = Path(found.origin).parent / "data"
    return tuple(folder / name for name in _FILES if (folder / name).is_file())
