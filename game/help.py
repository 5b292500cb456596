"""The help: every key and what it does, with the names this keyboard gives them."""

from __future__ import annotations

import pygame

from game.controls import Action, Controls
from game.lettering import GOLD, SOFT, WHITE, Lettering, text_size
from game.screens import Host

_DIM = (96, 104, 118)
_PANEL = (10, 22, 40)


class HelpScreen:
    """A page of text that any key or click closes."""

    covers = False
    stale = False

    def __init__(self, host: Host, controls: Controls) -> None:
        self._host = host
        self._lines = help_lines(controls)

    def handle(self, event: pygame.event.Event) -> None:
        """Close on a key or a click."""
        if event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN):
            self._host.pop()

    def update(self, seconds: float, active: bool) -> None:
        """Nothing moves."""

    def close(self) -> None:
        """Nothing is held."""

    def draw(self, target: pygame.Surface) -> None:
        """Draw the page as large as it fits."""
        target.fill(_DIM, special_flags=pygame.BLEND_RGB_MULT)
        letters = self._fitting(target)
        keys_width = max(letters.width(keys) for keys, _ in self._lines) + letters.size
        words_width = max(letters.width(words) for _, words in self._lines)
        width = keys_width + words_width
        height = (len(self._lines) + 1) * letters.line_height + letters.size // 2
        left, top = (target.width - width) // 2, max(0, (target.height - height) // 2)
        pad = letters.size
        panel = pygame.Rect(left - pad, top - pad // 2, width + 2 * pad, height + pad)
        pygame.draw.rect(target, _PANEL, panel, border_radius=10)
        letters.draw(target, "Keys", (left, top), GOLD)
        y = top + letters.line_height + letters.size // 2
        for keys, words in self._lines:
            letters.draw(target, keys, (left, y), WHITE)
            letters.draw(target, words, (left + keys_width, y), SOFT)
            y += letters.line_height

    def _fitting(self, target: pygame.Surface) -> Lettering:
        """Return the largest lettering in which all lines fit into the window."""
        size = text_size(target.height, 1.15)
        letters = Lettering(size)
        while size > 7 and letters.line_height * (len(self._lines) + 2) > target.height:
            size -= 1
            letters = Lettering(size)
        return letters


def help_lines(controls: Controls) -> list[tuple[str, str]]:
    """Return (keys, what they do) for the help."""

    def names(*actions: Action, which: slice = slice(None)) -> str:
        return " ".join(name for action in actions for name in controls.keys_of(action)[which])

    first = slice(0, 1)
    moves = (Action.UP, Action.LEFT, Action.DOWN, Action.RIGHT)
    octaves = (Action.OCTAVES_1, Action.OCTAVES_6)
    lines = [
        (f"{names(*moves, which=first)}  or arrows, drag", "move"),
        (names(Action.FASTER, which=first), "faster"),
        (f"wheel, {names(Action.ZOOM_IN, Action.ZOOM_OUT, which=first)}", "zoom about the cursor"),
        (" to ".join(names(octave) for octave in octaves), "octaves of noise"),
    ]
    rest = (
        Action.HOME,
        Action.NEXT_ISLAND,
        Action.TOUR,
        Action.NEXT_SEED,
        Action.ISLANDS,
        Action.SAVE,
        Action.LOAD,
        Action.SCREENSHOT,
        Action.DETAILS,
        Action.FULL_SCREEN,
        Action.HELP,
        Action.BACK,
    )
    return lines + [(names(action), action.value) for action in rest]
