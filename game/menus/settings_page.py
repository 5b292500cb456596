"""The settings: each takes effect at once and is kept."""

from __future__ import annotations

from game.interface.desk import Desk
from game.interface.layout import split
from game.menus.bindings_page import BindingsPage
from game.menus.form import Form
from game.menus.page import Page
from game.menus.scale import Scale
from game.settings import PALETTES, Settings

_UI_SCALE = Scale(0.75, 2.0, 5, 0.25)
_SPEED = Scale(0.25, 4.0, 8, 0.05, ratio=True)
_DEAD_ZONE = Scale(0.05, 0.5, 9, 0.05)
_PALETTE_WORDS = {
    "natural": "natural",
    "contrast": "high contrast",
    "safe": "colour-blind safe",
    "lesson": "the lesson's seven",
}


class SettingsPage(Page):
    """A form with everything that can be set."""

    covers = False

    def build(self, desk: Desk) -> None:
        """Lay out the form."""
        settings, change = self._host.settings_file.settings, self._host.change_settings
        column = self.middle(46, 30)
        buttons = split(column.bottom_row(), 1, 1, 1, gap=column.gap)
        desk.label(column.row(2 * self.text_size), "Settings", "title")
        form = Form(desk, column.left_over)
        form.heading("Window")
        form.switch("Full screen", settings.full_screen, self._switch_full_screen)
        form.slider(
            "Size of menus", _UI_SCALE, settings.ui_scale, lambda size: change(ui_scale=size)
        )
        form.heading("Picture")
        form.choice(
            "Palette",
            [_PALETTE_WORDS[name] for name in PALETTES],
            PALETTES.index(settings.palette),
            lambda number: change(palette=PALETTES[number]),
        )
        form.switch("High contrast", settings.high_contrast, lambda on: change(high_contrast=on))
        form.switch("Less motion", settings.less_motion, lambda on: change(less_motion=on))
        form.heading("Moving")
        form.slider("Speed", _SPEED, settings.speed, lambda speed: change(speed=speed))
        form.switch("Gamepad", settings.gamepad, lambda on: change(gamepad=on))
        form.slider(
            "Dead zone of the stick",
            _DEAD_ZONE,
            settings.dead_zone,
            lambda share: change(dead_zone=share),
        )
        form.finish()
        desk.button(buttons[0], "Keys and buttons …", self._show_bindings)
        desk.button(buttons[1], "As on the first day", self._reset)
        desk.button(buttons[2], "Back", self.go_back, "go")

    def _switch_full_screen(self, _on: bool) -> None:
        before = self._host.settings_file.settings.full_screen
        self._host.toggle_full_screen()
        if self._host.settings_file.settings.full_screen == before:
            # It could not be done: the switch goes back.
            self.rebuild()

    def _show_bindings(self) -> None:
        self._host.push(BindingsPage(self._host))

    def _reset(self) -> None:
        usual = Settings()
        self._host.change_settings(
            ui_scale=usual.ui_scale,
            palette=usual.palette,
            high_contrast=usual.high_contrast,
            less_motion=usual.less_motion,
            speed=usual.speed,
            gamepad=usual.gamepad,
            dead_zone=usual.dead_zone,
        )
        self.rebuild()
