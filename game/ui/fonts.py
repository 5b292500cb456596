"""The fonts of the game: files that come with pygame_gui, found without importing it.

No font of the system is ever looked for. Letters that the first font lacks are looked for in the
others, each opened only when it is needed for the first time. Titles have a face of their own,
whose file and licence lie in ``faces``. No font has emoji: a diamond stands for each.
"""

from __future__ import annotations

import importlib.util
import itertools
import unicodedata
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
_TITLE_FACE = Path(__file__).parent / "faces" / "PlayfairDisplay-SemiBold.ttf"
_STAND_IN = "\N{BLACK DIAMOND}"
_FIRST_EMOJI = "\N{BLACK SUN WITH RAYS}"
_ADD_TO_EMOJI = {
    "\N{ZERO WIDTH JOINER}",
    "\N{VARIATION SELECTOR-16}",
    *map(chr, range(0x1F3FB, 0x1F400)),
}
"""Signs that only change the emoji before them, such as its colour."""

_MOST_FOUND = 4096


class FontChain:
    """The fonts of one size, in the order in which they are asked for a letter.

    Args:
        size: of the letters, in pixels.
        is_title: whether the face of titles is asked first.
    """

    def __init__(self, size: int, is_title: bool = False) -> None:
        if not pygame.font.get_init():
            pygame.font.init()
        self._size = size
        self._files = ((_TITLE_FACE, *font_files()) if is_title else font_files()) or (None,)
        self._opened: list[pygame.font.Font] = []
        self._found: dict[str, tuple[pygame.font.Font, str]] = {}
        self.line_height = self._font(0).get_linesize()

    def render(self, letter: str, colour: tuple[int, int, int]) -> pygame.Surface:
        """Return the picture of a letter, or an empty box if no font has it."""
        font, drawn = self._drawn(letter)
        try:
            return font.render(drawn, True, colour)
        except pygame.error:
            # A mark without width of its own.
            return self._font(0).render(_NO_LETTER, True, colour)

    def advance(self, letter: str) -> int:
        """Return how far the next letter begins after this one."""
        font, drawn = self._drawn(letter)
        if not drawn:
            return 0
        metrics = font.metrics(drawn)
        return metrics[0][4] if metrics and metrics[0] else self._size // 2

    def runs(self, text: str) -> Iterator[tuple[pygame.font.Font, str]]:
        """Return the text cut into stretches that one font can show, each with its font."""
        for font, letters in itertools.groupby(map(self._drawn, text), lambda found: found[0]):
            yield font, "".join(drawn for _, drawn in letters)

    def _drawn(self, letter: str) -> tuple[pygame.font.Font, str]:
        """Return a font, and what it draws for a letter."""
        # Every font has these, and most text holds nothing else.
        if letter.isascii():
            return self._font(0), letter
        if letter not in self._found:
            if len(self._found) >= _MOST_FOUND:
                self._found.clear()
            self._found[letter] = self._find(letter)
        return self._found[letter]

    def _find(self, letter: str) -> tuple[pygame.font.Font, str]:
        if letter in _ADD_TO_EMOJI:
            return self._font(0), ""
        font = self._font_with(letter)
        if font is not None:
            return font, letter
        if letter >= _FIRST_EMOJI and unicodedata.category(letter) == "So":
            return self._font_with(_STAND_IN) or self._font(0), _STAND_IN
        return self._font(0), letter

    def _font_with(self, letter: str) -> pygame.font.Font | None:
        fonts = map(self._font, range(len(self._files)))
        return next((font for font in fonts if _has(font, letter)), None)

    def _font(self, number: int) -> pygame.font.Font:
        while len(self._opened) <= number:
            self._opened.append(_open_font(self._files[len(self._opened)], self._size))
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
