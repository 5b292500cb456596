"""Giving keys and buttons other meanings; a key that has one already is asked about."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game.input.bindings import FIXED_BUTTONS, FIXED_KEYS, BindingError, Bindings
from game.input.controls import Action, Controls, scancode_of
from game.input.pad_events import PAD_PRESSED, PadButton
from game.menus.action_groups import action_groups
from game.screen import Host
from game.ui.form import Form
from game.ui.layout import split
from game.ui.list_page import question
from game.ui.page import Page
from game.ui.sheet import Entry, Sheet

_SHARES = (4.0, 3.0, 3.0)
_PRESS = "press it …"
_FIXED = {*FIXED_KEYS.values(), *FIXED_BUTTONS.values()}


class BindingsPage(Page):
    """Every action with its keys and its buttons of a gamepad."""

    covers = False

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self._waiting: tuple[Action, bool] | None = None
        """The action that waits for a key, or for a button of a gamepad."""

    @property
    def bindings(self) -> Bindings:
        """The bindings as they are."""
        return self._host.settings_file.settings.bindings

    @property
    def waits(self) -> bool:
        """Whether the next key or button becomes a binding."""
        return self._waiting is not None

    def build(self, form: Form) -> None:
        """Lay out the table."""
        entries = (Entry("Defaults", self._reset), Entry("Back", self.go_back, "go"))
        sheet = Sheet(form, self.middle(56, 42), "Keys and buttons", entries, is_long=True)
        sheet.paragraph("Choose a key or button, then press the new one. Esc leaves it as it was.")
        if self.bindings.unbound():
            missing = ", ".join(each.value for each in self.bindings.unbound())
            sheet.paragraph(f"No key means: {missing}", "warning")
        self._add_heads(form, sheet)
        for heading, actions in action_groups():
            sheet.paragraph(heading, "heading")
            for action in actions:
                if action not in _FIXED:
                    self._add_action(form, sheet, action)
        sheet.finish()

    def _add_heads(self, form: Form, sheet: Sheet) -> None:
        """Say what stands in the columns."""
        places = split(sheet.column.left_over, *_SHARES, gap=sheet.column.gap)
        heads = zip(places, ("Action", "Keyboard", "Gamepad"), strict=True)
        heights = [form.paragraph(place, head, area=sheet.area) for place, head in heads]
        sheet.column.skip(max(heights) + sheet.column.gap)

    def _add_action(self, form: Form, sheet: Sheet, action: Action) -> None:
        column = sheet.column
        controls = Controls(self.bindings.keys)
        texts = (
            ", ".join(controls.keys_of(action)) or "—",
            ", ".join(each.value for each in self.bindings.buttons_of(action)) or "—",
        )
        waits = [self._waiting == (action, on_pad) for on_pad in (False, True)]
        shown = [_PRESS if waiting else text for waiting, text in zip(waits, texts, strict=True)]
        row = column.left_over
        name, *buttons = split(row, *_SHARES, gap=column.gap)
        words = action.value.split(";")[0]
        row.height = max(
            form.paragraph_height(words, name.width),
            *(form.button_height(text, buttons[0].width) for text in shown),
        )
        column.row(row.height)
        name.height = form.paragraph_height(words, name.width)
        name.centery = row.centery
        form.paragraph(name, words, "", sheet.area)
        for place, text, on_pad in zip(buttons, shown, (False, True), strict=True):
            place.height = row.height
            kind = "chosen" if waits[on_pad] else ""
            form.button(place, text, self._asker(action, on_pad), kind, area=sheet.area)

    def take_event(self, event: pygame.event.Event) -> bool:
        """Take the key or button that is waited for."""
        if self._waiting is None:
            return False
        action, on_pad = self._waiting
        if event.type == pygame.KEYDOWN:
            if event.key == pygame.K_ESCAPE or on_pad:
                self._stop_waiting()
            else:
                self._bind_key(action, scancode_of(event))
            return True
        if event.type == PAD_PRESSED:
            if on_pad:
                self._bind_button(action, event.button)
            else:
                self._stop_waiting()
            return True
        if event.type == pygame.MOUSEBUTTONDOWN:
            self._stop_waiting()
        return False

    def _asker(self, action: Action, on_pad: bool) -> Callable[[], None]:
        def ask() -> None:
            self._waiting = action, on_pad
            self.rebuild()

        return ask

    def _stop_waiting(self) -> None:
        self._waiting = None
        self.rebuild()

    def _bind_key(self, action: Action, scancode: int) -> None:
        self._stop_waiting()
        taken = self.bindings.keys.get(scancode)
        name = Controls(self.bindings.keys).name_of(scancode)
        self._bind(action, taken, name, lambda: self.bindings.with_key(action, scancode))

    def _bind_button(self, action: Action, button: PadButton) -> None:
        self._stop_waiting()
        taken = self.bindings.buttons.get(button)
        self._bind(action, taken, button.value, lambda: self.bindings.with_button(action, button))

    def _bind(
        self, action: Action, taken: Action | None, name: str, make: Callable[[], Bindings]
    ) -> None:
        try:
            bindings = make()
        except BindingError as error:
            self._host.notify(f"{name}: {error}", warning=True)
            return
        if taken is None or taken is action:
            self._use(bindings)
            return
        self._host.push(
            question(
                self._host,
                f"{name} is taken",
                f"It means “{taken.value}”, which would be left without it.",
                "Leave it as it is",
                f"Let it mean “{action.value}”",
                lambda: self._use(bindings),
            )
        )

    def _use(self, bindings: Bindings) -> None:
        self._host.change_settings(bindings=bindings)
        self.rebuild()

    def _reset(self) -> None:
        self._use(Bindings())
