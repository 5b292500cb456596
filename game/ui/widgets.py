"""Buttons, sliders and fields of the widget library: the only module that knows it.

Everything else sees the elements through ``game.ui``. What the library lacks is added
there, apart from two things that lie within: fonts for every script, and a mouse that is where the
events say.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import i18n  # type: ignore[import-untyped]
import pygame
import pygame_gui
from pygame_gui.core import ObjectID, UIAppearanceTheme
from pygame_gui.elements import (
    UIButton,
    UIHorizontalSlider,
    UILabel,
    UIScrollingContainer,
    UITextEntryLine,
)

from game.ui.font import InterfaceFont
from game.ui.theme import ThemeColours, theme_of

BAR_WIDTH = 20
"""The bar beside what can be scrolled; the library knows no other width."""

# In smaller places the library cannot draw its shapes.
_SMALLEST_BUTTON = (24, 16)
_SMALLEST_SLIDER = (96, 16)
_SMALLEST_AREA = (64, 32)

_BUTTON_EVENTS = (
    pygame_gui.UI_BUTTON_PRESSED,
    pygame_gui.UI_BUTTON_START_PRESS,
    pygame_gui.UI_BUTTON_ON_HOVERED,
    pygame_gui.UI_BUTTON_ON_UNHOVERED,
)


class _Theme(UIAppearanceTheme):
    """The library's theme, with fonts that know every script."""

    def __init__(self, loader: Any, text: InterfaceFont, title: InterfaceFont) -> None:
        super().__init__(loader, "en")
        self._text = text
        self._title = title

    # It has all that the library asks of a font, without being one of its own.
    def get_font(  # type: ignore[override]
        self, combined_element_ids: list[str]
    ) -> InterfaceFont:
        large = any(name.endswith("#title") for name in combined_element_ids)
        return self._title if large else self._text


class _Manager(pygame_gui.UIManager):
    """The library's manager, with the mouse where the events say it is."""

    def __init__(
        self,
        size: tuple[int, int],
        colours: ThemeColours,
        text: InterfaceFont,
        title: InterfaceFont,
        theme: _Theme | None,
    ) -> None:
        self._fonts = text, title
        self._theme = theme
        self.mouse = (-1, -1)
        words = None if theme else theme_of(colours, text.get_point_size())
        super().__init__(size, theme_path=words, enable_live_theme_updates=False)
        # Every text would be looked for in files of translations, whatever a player has typed.
        i18n.load_path.clear()

    def create_new_theme(self, theme_path: Any = None) -> _Theme:
        if self._theme is None:
            self._theme = _Theme(self.resource_loader, *self._fonts)
            self._theme.load_theme(theme_path)
        return self._theme

    def get_mouse_position(self) -> tuple[int, int]:
        return self.mouse


class Widgets:
    """The elements of one page; ``kind`` and ``side`` name colours and alignment of the theme.

    Args:
        size: of the window.
        colours: of the theme.
        text, title: the fonts.
        like: elements of the same colours and fonts, whose theme is used again.
    """

    def __init__(
        self,
        size: tuple[int, int],
        colours: ThemeColours,
        text: InterfaceFont,
        title: InterfaceFont,
        like: Widgets | None = None,
    ) -> None:
        theme = like._manager.create_new_theme() if like else None
        self._manager: _Manager = _Manager(size, colours, text, title, theme)
        self._pressed: list[Any] = []
        """The buttons that do something."""

    @property
    def mouse(self) -> tuple[int, int]:
        """Where the mouse was last."""
        return self._manager.mouse

    @mouse.setter
    def mouse(self, mouse: tuple[int, int]) -> None:
        self._manager.mouse = mouse

    def button(self, place: pygame.Rect, text: str, kind: str, side: str, area: Any | None) -> Any:
        """Make a button that does nothing yet."""
        place = _at_least(place, _SMALLEST_BUTTON)
        element = UIButton(
            place, text, self._manager, container=area, object_id=_identity(kind, side)
        )
        for event in _BUTTON_EVENTS:
            # Otherwise it would post events that nobody reads.
            element.bind(event, _do_nothing)
        return element

    def on_press(self, button: Any, act: Callable[[], None]) -> None:
        """Say what a click on a button does."""
        button.bind(pygame_gui.UI_BUTTON_PRESSED, act)
        self._pressed.append(button)

    def slider(self, place: pygame.Rect, steps: int, value: int, area: Any | None) -> Any:
        """Make a slider from 0 to ``steps``."""
        place = _at_least(place, _SMALLEST_SLIDER)
        bounds = 0.0, float(max(1, steps))
        element: Any = UIHorizontalSlider(
            place, float(value), bounds, self._manager, container=area
        )
        for event in _BUTTON_EVENTS:
            element.sliding_button.bind(event, _do_nothing)
        return element

    def field(self, place: pygame.Rect, text: str, hint: str, area: Any | None) -> Any:
        """Make a line to type in."""
        place = _at_least(place, _SMALLEST_BUTTON)
        return UITextEntryLine(
            place, self._manager, container=area, initial_text=text, placeholder_text=hint
        )

    def label(self, place: pygame.Rect, text: str, kind: str, side: str, area: Any | None) -> Any:
        """Make a line of text, which must fit."""
        return UILabel(place, text, self._manager, container=area, object_id=_identity(kind, side))

    def area(self, place: pygame.Rect) -> Any:
        """Make a place that can be scrolled up and down."""
        place = _at_least(place, _SMALLEST_AREA)
        return UIScrollingContainer(place, self._manager, allow_scroll_x=False)

    def focus(self, element: Any | None) -> None:
        """Give the library's own focus, which only typing needs, to an element or to none."""
        self._manager.set_focus_set(None if element is None else element.get_focus_set())

    def handle(self, event: pygame.event.Event) -> bool:
        """Give an event to the elements; return whether one of them took it."""
        return bool(self._manager.process_events(event))

    def update(self, seconds: float) -> None:
        """Let time pass."""
        self._manager.update(seconds)

    def draw(self, target: pygame.Surface) -> None:
        """Draw all elements."""
        self._manager.draw_ui(target)

    def close(self) -> None:
        """Let go of the keyboard and of all elements."""
        self._manager.set_focus_set(None)
        before: Any = self._manager.root_container
        self._manager.clear_and_reset()  # type: ignore[no-untyped-call]
        # What holds itself in a circle would keep pages, pictures and open font files for long.
        for button in self._pressed:
            button.bind(pygame_gui.UI_BUTTON_PRESSED, _do_nothing)
        self._pressed.clear()
        after: Any = self._manager.root_container
        for container in (before, after):
            container.ui_container = container.ui_manager = None


def _identity(kind: str, side: str) -> ObjectID:
    return ObjectID(object_id=f"#{kind}" if kind else None, class_id=f"@{side}" if side else None)


def _at_least(place: pygame.Rect, size: tuple[int, int]) -> pygame.Rect:
    return pygame.Rect(place.topleft, (max(place.width, size[0]), max(place.height, size[1])))


def _do_nothing() -> None:
    """Take an event of the library."""
