"""Controls: what can have the focus, and what it can do there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pygame

from game.ui.display import ScrollArea
from game.ui.focus import Jump, Way
from game.ui.font import InterfaceFont

LONGEST_TEXT = 1500
"""Signs that a field can hold."""


class Control:
    """Something that can have the focus."""

    def __init__(self, element: Any, area: ScrollArea | None) -> None:
        self.element = element
        self.area = area
        self.on_way: Callable[[Way], bool] | None = None
        """Asked first when the focus is to be moved; returns whether that was all."""
        self.on_jump: Callable[[Jump], bool] | None = None
        """Asked first when the focus is to go far; returns whether that was all."""
        self.on_focus: Callable[[], None] | None = None
        self.tip = ""
        """A sentence about it, shown while it is looked at."""

    @property
    def place(self) -> pygame.Rect:
        """Where it is in the window."""
        return pygame.Rect(self.element.rect)

    @property
    def enabled(self) -> bool:
        """Whether it can be used."""
        return bool(self.element.is_enabled)

    @enabled.setter
    def enabled(self, enabled: bool) -> None:
        if enabled and not self.enabled:
            self.element.enable()
        elif not enabled and self.enabled:
            self.element.disable()

    @property
    def shown(self) -> bool:
        """Whether it can be seen."""
        return bool(self.element.visible)

    @shown.setter
    def shown(self, shown: bool) -> None:
        if shown and not self.shown:
            self.element.show()
        elif not shown and self.shown:
            self.element.hide()

    @property
    def can_focus(self) -> bool:
        """Whether the focus may rest here."""
        return self.enabled and self.shown

    def press(self) -> None:
        """Do what a click does."""

    def nudge(self, steps: int) -> bool:
        """Change the value by some steps; return whether there is a value to change."""
        return False

    def poll(self) -> None:
        """Tell the owner if the value has changed."""

    def close(self) -> None:
        """Forget the owner, whom it would keep for long."""
        self.on_way = self.on_jump = self.on_focus = None


class Button(Control):
    """A button with a text."""

    def __init__(
        self, element: Any, area: ScrollArea | None, font: InterfaceFont, act: Callable[[], None]
    ) -> None:
        super().__init__(element, area)
        self._font = font
        self._act = act
        self._text = str(element.text)
        self.lines: tuple[str, ...] = ()
        """The lines it says, where they are more than one: the library draws one alone."""
        self.is_row = False
        """Whether its text stands at the left."""

    @property
    def text(self) -> str:
        """What it says, whether or not all of it has room."""
        return self._text

    @text.setter
    def text(self, text: str) -> None:
        self._text = text
        room = self.place.width - self._font.get_point_size()
        wrapped = () if self._font.width(text) <= room else self._font.wrapped(text, room)
        has_room = 1 < len(wrapped) <= self.place.height // self._font.height
        self.lines = tuple(wrapped) if has_room else ()
        shown = "" if self.lines else self._font.fitted(text, room)
        if shown != self.element.text:
            self.element.set_text(shown)

    @property
    def is_cut(self) -> bool:
        """Whether a part of what it says has no room."""
        return not self.lines and self.element.text != self._text

    def draw_lines(self, target: pygame.Surface, colour: tuple[int, int, int]) -> None:
        """Draw what it says, if that is more than one line."""
        clip = target.get_clip()
        if self.area is not None:
            target.set_clip(self.area.place.clip(clip))
        place, height = self.place, self._font.height
        top = place.centery - height * len(self.lines) // 2
        for number, line in enumerate(self.lines):
            picture = self._font.render_premul(line, pygame.Color(colour))
            corner = picture.get_rect(midtop=(place.centerx, top + number * height))
            if self.is_row:
                corner.left = place.left + self._font.get_point_size() // 2
            target.blit(picture, corner, special_flags=pygame.BLEND_PREMULTIPLIED)
        target.set_clip(clip)

    @property
    def chosen(self) -> bool:
        """Whether it is shown as the one that is chosen."""
        return bool(self.element.is_selected)

    @chosen.setter
    def chosen(self, chosen: bool) -> None:
        if chosen and not self.chosen:
            self.element.select()
        elif not chosen and self.chosen:
            self.element.unselect()

    def press(self) -> None:
        if self.enabled:
            self._act()

    def close(self) -> None:
        super().close()
        self._act = _do_nothing


class Choice(Button):
    """One of a few words; left and right go through them."""

    def __init__(
        self,
        element: Any,
        area: ScrollArea | None,
        font: InterfaceFont,
        words: tuple[str, ...],
        chosen: int,
        take: Callable[[int], None],
    ) -> None:
        super().__init__(element, area, font, lambda: None)
        self._words = words
        self._chosen = chosen
        self._take = take
        self._show()

    @property
    def number(self) -> int:
        """Which of the words is chosen."""
        return self._chosen

    @number.setter
    def number(self, number: int) -> None:
        self._chosen = number
        self._show()

    def press(self) -> None:
        self.nudge(1)

    def nudge(self, steps: int) -> bool:
        if self.enabled:
            self.number = (self._chosen + steps) % len(self._words)
            self._take(self._chosen)
        return True

    def close(self) -> None:
        super().close()
        self._take = _do_nothing

    def _show(self) -> None:
        self.text = f"‹ {self._words[self._chosen]} ›"


class Slider(Control):
    """A whole number from 0 to ``steps``."""

    def __init__(
        self,
        element: Any,
        area: ScrollArea | None,
        steps: int,
        value: int,
        take: Callable[[int], None],
    ) -> None:
        super().__init__(element, area)
        self._steps = steps
        self._take = take
        self._known = value

    @property
    def value(self) -> int:
        """Where it stands."""
        return self._known

    @value.setter
    def value(self, value: int) -> None:
        self._known = max(0, min(self._steps, value))
        self.element.set_current_value(float(self._known), False)

    def nudge(self, steps: int) -> bool:
        before = self._known
        if self.enabled:
            self.value = before + steps
            if self._known != before:
                self._take(self._known)
        return True

    def close(self) -> None:
        super().close()
        self._take = _do_nothing

    @property
    def knob(self) -> pygame.Rect:
        """Where the knob is."""
        return pygame.Rect(self.element.sliding_button.rect)

    def jump(self, x: int) -> None:
        """Bring the knob under the mouse, if it is not there already."""
        knob = self.knob
        if self.enabled and not knob.left <= x < knob.right:
            room = max(1, self.place.width - knob.width)
            share = (x - self.place.left - knob.width / 2) / room
            self.element.set_current_value(max(0.0, min(1.0, share)) * self._steps, False)

    def poll(self) -> None:
        value = round(self.element.current_value)
        if value != self._known:
            self._known = value
            self._take(value)


class Field(Control):
    """A line of text."""

    def __init__(
        self,
        element: Any,
        area: ScrollArea | None,
        take: Callable[[str], None],
        submit: Callable[[], None],
    ) -> None:
        super().__init__(element, area)
        self._take = take
        self._submit = submit
        self._known = self.text

    @property
    def text(self) -> str:
        """What stands in it."""
        return str(self.element.get_text())

    @text.setter
    def text(self, text: str) -> None:
        self._known = text
        self.element.set_text(text)
        self.put_caret_last()

    def press(self) -> None:
        self.poll()
        self._submit()

    def put_caret_last(self) -> None:
        """Go on writing at the end."""
        self._put_caret(len(self.text))

    def select_all(self) -> None:
        """Let what is typed next replace what stands in it."""
        self.put_caret_last()
        self.element.select_range = [0, len(self.text)]

    def caret(self, font: InterfaceFont, pad: int) -> tuple[int, int]:
        """Return where the caret stands in the window, in this font and ``pad`` from the edge."""
        width = font.width(self.text[: self.element.edit_position])
        return min(self.place.right, self.place.left + pad + width), self.place.centery

    def insert(self, text: str) -> None:
        """Put text in place of what is selected, or at the caret, all on one line."""
        low, high = sorted(self.element.select_range)
        if low == high:
            low = high = self.element.edit_position
        before, after = self.text[:low], self.text[high:]
        room = max(0, LONGEST_TEXT - len(before) - len(after))
        clean = " ".join(text.split())[:room]
        self.element.set_text(before + clean + after)
        self.element.select_range = [0, 0]
        self._put_caret(len(before) + len(clean))

    def poll(self) -> None:
        if self.text != self._known:
            self._known = self.text
            self._take(self._known)

    def close(self) -> None:
        super().close()
        self._take = self._submit = _do_nothing

    def _put_caret(self, position: int) -> None:
        self.element.edit_position = position
        self.element.cursor_has_moved_recently = True


def _do_nothing(*_: object) -> None:
    """Take what a control tells when nobody listens any more."""
