"""The settings: each takes effect at once and is kept."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from game.menus.bindings_page import BindingsPage
from game.menus.setting_tips import SETTING_TIPS
from game.settings import RULES, UNITS, Settings
from game.ui.form import Form
from game.ui.page import Page
from game.ui.setting_rows import SettingRows
from game.ui.sheet import Entry, Sheet
from game.ui.slider_scale import Scale
from worldgen.render.palette_data import PALETTES

_UI_SCALES = (0.75, 1.0, 1.25, 1.5, 1.75, 2.0)
_SPEED = Scale(0.25, 4.0, 8, 0.05, ratio=True)
_DEAD_ZONE = Scale(0.05, 0.5, 9, 0.05)
_EASIER = (("high_contrast", "High contrast"), ("less_motion", "Less motion"))
_SHOWN = (
    ("plants", "Plants"),
    ("moving_water", "Moving water"),
    ("clouds", "Clouds"),
    ("names", "Names of islands"),
    ("minimap", "Minimap"),
    ("scale_bar", "Scale bar"),
    ("grid", "Grid"),
)
"""What is on or off, by the names of the settings."""

_NO_CHOICES = ("full_screen", "window_width", "window_height", "help_seen")
"""What stays as it is when all settings go back to the defaults."""
_UNIT_WORDS = {"metric": "metres, kilometres", "cells": "cells"}
_PALETTE_WORDS = {
    "natural": "natural",
    "contrast": "high contrast",
    "safe": "colour-blind safe",
    "lesson": "the lesson's seven",
}


class SettingsPage(Page):
    """A form with everything that can be set."""

    covers = False

    def build(self, form: Form) -> None:
        """Lay out the form."""
        settings, change = self._host.settings_file.settings, self._host.change_settings
        entries = (
            Entry("Keys and buttons …", self._show_bindings),
            Entry("Defaults", self._reset),
            Entry("Back", self.go_back, "go"),
        )
        sheet = Sheet(form, self.middle(46, 30), "Settings", entries, is_long=True)
        rows = SettingRows(form, sheet.column, sheet.area)
        tips = SETTING_TIPS
        rows.heading("Window and text")
        full_screen = settings.full_screen
        rows.switch("Full screen", full_screen, self._switch_full_screen, tips["full_screen"])
        rows.choice(
            "Size of text",
            [f"{size:.0%}" for size in _UI_SCALES],
            _UI_SCALES.index(min(_UI_SCALES, key=lambda size: abs(size - settings.ui_scale))),
            lambda number: change(ui_scale=_UI_SCALES[number]),
            tips["ui_scale"],
        )
        rows.choice(
            "Lengths and heights",
            [_UNIT_WORDS[name] for name in UNITS],
            UNITS.index(settings.units),
            lambda number: change(units=UNITS[number]),
            tips["units"],
        )
        rows.heading("Colours and motion")
        rows.choice(
            "Palette",
            [_PALETTE_WORDS[name] for name in PALETTES],
            PALETTES.index(settings.palette),
            lambda number: change(palette=PALETTES[number]),
            tips["palette"],
        )
        self._add_switches(rows, _EASIER)
        rows.heading("What is shown")
        self._add_switches(rows, _SHOWN)
        rows.heading("Moving")
        rows.slider("Speed", _SPEED, settings.speed, self._setter("speed"), tips["speed"])
        rows.switch("Gamepad", settings.gamepad, self._setter("gamepad"), tips["gamepad"])
        zone = settings.dead_zone
        setter = self._setter("dead_zone")
        rows.slider("Dead zone of the stick", _DEAD_ZONE, zone, setter, tips["dead_zone"])
        sheet.finish()

    def _add_switches(self, rows: SettingRows, switches: Sequence[tuple[str, str]]) -> None:
        settings = self._host.settings_file.settings
        for name, words in switches:
            rows.switch(words, getattr(settings, name), self._setter(name), SETTING_TIPS[name])

    def _switch_full_screen(self, _on: bool) -> None:
        before = self._host.settings_file.settings.full_screen
        self._host.toggle_full_screen()
        if self._host.settings_file.settings.full_screen == before:
            # It could not be done: the switch goes back.
            self.rebuild()

    def _setter(self, name: str) -> Callable[[Any], None]:
        return lambda value: self._host.change_settings(**{name: value})

    def _show_bindings(self) -> None:
        self._host.push(BindingsPage(self._host))

    def _reset(self) -> None:
        usual = Settings()
        names = [name for name in RULES if name not in _NO_CHOICES]
        self._host.change_settings(**{name: getattr(usual, name) for name in names})
        self.rebuild()
