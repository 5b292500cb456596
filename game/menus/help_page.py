"""The help: every key and button and what it does, with the names this keyboard gives them."""

from __future__ import annotations

import pygame

from game.hud.units import SCALE_WORDS
from game.input.bindings import Bindings
from game.input.chords import CHORD_KEYS, Chord
from game.input.controls import Action, Controls, scancode_of
from game.screen import Host
from game.ui.form import Form
from game.ui.layout import Column, split
from game.ui.page import Page

_OCTAVES = [action for action in Action if action.name.startswith("OCTAVES")]
_MOVES = (Action.UP, Action.LEFT, Action.DOWN, Action.RIGHT)
_ZOOMS = (Action.ZOOM_IN, Action.ZOOM_OUT)
_TOGETHER = {*_OCTAVES, *_MOVES, *_ZOOMS}


class HelpPage(Page):
    """Two columns of keys; any of the usual ways leads back."""

    covers = False

    def __init__(self, host: Host, controls: Controls | None = None) -> None:
        super().__init__(host)
        self._bindings = host.settings_file.settings.bindings
        self._lines = help_lines(controls or Controls(self._bindings.keys), self._bindings)

    def build(self, form: Form) -> None:
        """Lay out the lines, and a button that leads back."""
        column = self.middle(66, 26)
        back = column.bottom_row()
        form.label(column.row(2 * self.text_size), "Keys", "title")
        area = form.area(column.left_over)
        inner = area.inner
        count = 2 if inner.width > 44 * self.text_size else 1
        per_column = -(-len(self._lines) // count)
        height = 0
        for number, place in enumerate(split(inner, *([1.0] * count), gap=2 * self.text_size)):
            rows = Column(place, self.text_size)
            for keys, words in self._lines[number * per_column :][:per_column]:
                keys_place, words_place = split(rows.line(), 5, 7, gap=self.text_size // 2)
                form.label(keys_place, keys, area=area)
                form.label(words_place, words, "soft", area=area)
            height = max(height, rows.used)
        area.set_height(height)
        form.focus(form.button(back, "Back", self.go_back))

    def take_event(self, event: pygame.event.Event) -> bool:
        """Leave by the key that led here, too."""
        if event.type != pygame.KEYDOWN:
            return False
        leaves = self._bindings.keys.get(scancode_of(event)) is Action.HELP
        if leaves:
            self.go_back()
        return leaves


def help_lines(controls: Controls, bindings: Bindings) -> list[tuple[str, str]]:
    """Return (keys, what they do) for the help."""

    def names(*actions: Action, first: bool = False) -> str:
        found = [controls.keys_of(action) for action in actions]
        return ", ".join(name for keys in found for name in keys[: 1 if first else None])

    lines = [
        (f"{names(*_MOVES, first=True)}, arrows, drag, two fingers", "move"),
        (
            f"wheel, double click, pinch, {names(*_ZOOMS, first=True)}{_pad(bindings, *_ZOOMS)}",
            "zoom about the cursor",
        ),
        (f"{names(_OCTAVES[0])} to {names(_OCTAVES[-1])}", "octaves of noise"),
    ]
    rest = [action for action in Action if action not in _TOGETHER]
    for action in rest:
        lines.append((names(action) + _pad(bindings, action), action.value))
    lines += [(CHORD_KEYS[chord], chord.value) for chord in Chord]
    lines.append(("1 cell", SCALE_WORDS))
    return lines


def _pad(bindings: Bindings, *actions: Action) -> str:
    buttons = [button.value for action in actions for button in bindings.buttons_of(action)]
    return "".join(f" · {button}" for button in buttons)
