"""The help: every key and button and what it does, with the names this keyboard gives them."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from game.hud.units import SCALE_WORDS
from game.input.bindings import Bindings
from game.input.chords import CHORD_KEYS, Chord
from game.input.controls import Action, Controls, scancode_of
from game.menus.action_groups import action_groups
from game.screen import Host
from game.ui.display import ScrollArea
from game.ui.form import Form
from game.ui.layout import Column, split
from game.ui.page import Page
from game.ui.sheet import Entry, Sheet

_OCTAVES = [action for action in Action if action.name.startswith("OCTAVES")]
_MOVES = (Action.UP, Action.LEFT, Action.DOWN, Action.RIGHT)
_ZOOMS = (Action.ZOOM_IN, Action.ZOOM_OUT)
_TOGETHER = {*_OCTAVES, *_MOVES, *_ZOOMS}
_TWO_COLUMNS = 44
"""Sizes of text from which on there are two columns."""

Line = tuple[str, str]
"""Keys, and what they do."""


@dataclass(frozen=True)
class HelpGroup:
    """Lines under a heading."""

    heading: str
    lines: tuple[Line, ...]


class HelpPage(Page):
    """Groups of keys, then the buttons of a gamepad; any of the usual ways leads back."""

    covers = False

    def __init__(self, host: Host, controls: Controls | None = None) -> None:
        super().__init__(host)
        self._bindings = host.settings_file.settings.bindings
        controls = controls or Controls(self._bindings.keys)
        self._groups = [*key_groups(controls), pad_group(self._bindings)]

    def build(self, form: Form) -> None:
        """Lay out the lines, and a button that leads back."""
        back = (Entry("Back", self.go_back, "go"),)
        sheet = Sheet(form, self.middle(66, 34), "Help", back, is_long=True)
        place = sheet.column.left_over
        count = 2 if place.width > _TWO_COLUMNS * self.text_size else 1
        parts = split(place, *([1.0] * count), gap=2 * self.text_size)
        columns = [Column(part, self.text_size) for part in parts]
        for group in self._groups:
            # Each goes where the most room is left.
            column = min(columns, key=lambda each: each.used)
            self._add_group(form, column, group, sheet.area)
        sheet.column.skip(max(column.used for column in columns))
        sheet.finish()
        form.focus(sheet.buttons[0])

    def _add_group(
        self, form: Form, column: Column, group: HelpGroup, area: ScrollArea | None
    ) -> None:
        column.skip(form.paragraph(column.left_over, group.heading, "heading", area))
        for keys, words in group.lines:
            keys_place, words_place = split(column.left_over, 5, 7, gap=self.text_size // 2)
            heights = (
                form.paragraph(keys_place, keys, "", area),
                form.paragraph(words_place, words, "soft", area),
            )
            column.skip(max(heights))
        column.skip(self.text_size)

    def take_event(self, event: pygame.event.Event) -> bool:
        """Leave by the key that led here, too."""
        if event.type != pygame.KEYDOWN:
            return False
        leaves = self._bindings.keys.get(scancode_of(event)) is Action.HELP
        if leaves:
            self.go_back()
        return leaves


def key_groups(controls: Controls) -> list[HelpGroup]:
    """Return what the keys and the mouse do."""

    def names(*actions: Action, first: bool = False) -> str:
        found = [controls.keys_of(action) for action in actions]
        return ", ".join(name for keys in found for name in keys[: 1 if first else None])

    groups = []
    for heading, actions in action_groups():
        lines: list[Line] = []
        if Action.UP in actions:
            lines.append((f"{names(*_MOVES, first=True)}, arrows, drag, two fingers", "move"))
            zooms = f"wheel, double click, pinch, {names(*_ZOOMS, first=True)}"
            lines.append((zooms, "zoom about the cursor"))
            lines.append(("click", "what is known of a place or a name"))
            lines.append(("Shift+click", "measure a distance, on the chart too"))
        if _OCTAVES[0] in actions:
            lines.append((f"{names(_OCTAVES[0])} to {names(_OCTAVES[-1])}", "octaves of noise"))
        rest = [action for action in actions if action not in _TOGETHER]
        lines += [(names(action) or "no key", action.value) for action in rest]
        groups.append(HelpGroup(heading, tuple(lines)))
    together = tuple((CHORD_KEYS[chord], chord.value) for chord in Chord)
    scale = HelpGroup("Scale", (("1 cell", SCALE_WORDS),))
    return [*groups, HelpGroup("Two keys together", together), scale]


def pad_group(bindings: Bindings) -> HelpGroup:
    """Return what the buttons of a gamepad do."""
    lines = [("left stick", "move")]
    lines += [(button.value, action.value) for button, action in bindings.buttons.items()]
    return HelpGroup("Gamepad", tuple(lines))
