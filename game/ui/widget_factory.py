"""Makes the controls of one page from the elements of the widget library."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from game.ui.control import LONGEST_TEXT, Button, Choice, Control, Field, Slider
from game.ui.display import Label, PictureBox, ScrollArea, TextBlock
from game.ui.font import InterfaceFont
from game.ui.theme import ThemeColours
from game.ui.type_scale import TITLE, row_height
from game.ui.widgets import BAR_WIDTH, Widgets


class WidgetFactory:
    """Fonts, colours, and everything that was made with them for one window.

    Args:
        size: of the window.
        colours: of the theme.
        text_size: of everything but titles.
        before: what was made before, of which fonts and theme are used again if they fit.
        scrolls: whether its contents are known to be too high for the window.
    """

    def __init__(
        self,
        size: tuple[int, int],
        colours: ThemeColours,
        text_size: int,
        before: WidgetFactory | None = None,
        scrolls: bool = False,
    ) -> None:
        self.size = size
        self.scrolls = scrolls
        self.overflows = False
        """Whether something that does not scroll has turned out to be too high."""
        self.colours = colours
        self.text_size = text_size
        self.font: InterfaceFont
        self.title_font: InterfaceFont
        like: Widgets | None = None
        if before is not None and (before.colours, before.text_size) == (colours, text_size):
            self.font, self.title_font = before.font, before.title_font
            like = before._widgets
        else:
            self.font = InterfaceFont(text_size)
            self.title_font = InterfaceFont(int(text_size * TITLE), is_title=True)
        self._widgets: Widgets = Widgets(size, colours, self.font, self.title_font, like)
        self.controls: list[Control] = []
        self.labels: list[Label] = []
        self.areas: list[ScrollArea] = []
        self._picture_boxes: list[PictureBox] = []

    def area(self, place: pygame.Rect) -> ScrollArea:
        """Make a place that can be scrolled."""
        area = ScrollArea(self._widgets.area(place), BAR_WIDTH)
        self.areas.append(area)
        return area

    def button(
        self,
        place: pygame.Rect,
        text: str,
        act: Callable[[], None],
        kind: str = "",
        side: str = "",
        area: ScrollArea | None = None,
    ) -> Button:
        """Make a button."""
        element = self._widgets.button(place, "", kind, side, _inside(area))
        button = Button(element, area, self.font, act)
        button.is_row = side == "row"
        button.text = text
        self._widgets.on_press(element, button.press)
        self.controls.append(button)
        return button

    def button_height(self, text: str, width: int) -> int:
        """Return how high a button of a width must be to say all of a text."""
        room = width - self.text_size
        lines = 1 if self.font.width(text) <= room else len(self.font.wrapped(text, room))
        return row_height(self.text_size) + (lines - 1) * self.font.height

    def choice(
        self,
        place: pygame.Rect,
        words: Sequence[str],
        chosen: int,
        take: Callable[[int], None],
        area: ScrollArea | None = None,
    ) -> Choice:
        """Make a choice between words; a click on its left half goes back."""
        element = self._widgets.button(place, "", "", "", _inside(area))
        choice = Choice(element, area, self.font, tuple(words), chosen, take)

        def click() -> None:
            choice.nudge(-1 if self._widgets.mouse[0] < choice.place.centerx else 1)

        self._widgets.on_press(element, click)
        self.controls.append(choice)
        return choice

    def slider(
        self,
        place: pygame.Rect,
        steps: int,
        value: int,
        take: Callable[[int], None],
        area: ScrollArea | None = None,
    ) -> Slider:
        """Make a slider from 0 to ``steps``."""
        element = self._widgets.slider(place, steps, value, _inside(area))
        slider = Slider(element, area, max(1, steps), value, take)
        self.controls.append(slider)
        return slider

    def field(
        self,
        place: pygame.Rect,
        text: str,
        take: Callable[[str], None],
        submit: Callable[[], None] = lambda: None,
        hint: str = "",
        area: ScrollArea | None = None,
    ) -> Field:
        """Make a line to type in; Enter submits it."""
        element = self._widgets.field(place, text[:LONGEST_TEXT], hint, _inside(area))
        element.length_limit = LONGEST_TEXT
        field = Field(element, area, take, submit)
        self.controls.append(field)
        return field

    def label(
        self,
        place: pygame.Rect,
        text: str,
        kind: str = "",
        side: str = "",
        area: ScrollArea | None = None,
    ) -> Label:
        """Make a line of text."""
        font = self.title_font if kind == "title" else self.font
        fitted = font.fitted(text, place.width)
        # The library complains about text that is higher than its place.
        place = place.inflate(0, max(0, font.height - place.height))
        element = self._widgets.label(place, fitted, kind, side, _inside(area))
        label = Label(element, font, text, area)
        self.labels.append(label)
        return label

    def paragraph(
        self, place: pygame.Rect, text: str, kind: str = "soft", area: ScrollArea | None = None
    ) -> int:
        """Make lines of text from the top of a place downward; return how high they are."""
        font = self.title_font if kind == "title" else self.font
        lines = font.wrapped(text, place.width)
        for number, line in enumerate(lines):
            row = pygame.Rect(place.left, place.top + number * font.height, place.width, 1)
            row.height = font.height
            self.label(row, line, kind, area=area)
        return font.height * len(lines)

    def title(self, place: pygame.Rect, text: str, area: ScrollArea | None = None) -> int:
        """Make a title at the top of a place; return how high it is."""
        return self.paragraph(place, text, "title", area)

    def title_height(self, text: str, width: int) -> int:
        """Return how high a title is."""
        return self.title_font.height * len(self.title_font.wrapped(text, width))

    def paragraph_height(self, text: str, width: int) -> int:
        """Return how high lines of text are."""
        return self.font.height * len(self.font.wrapped(text, width))

    def text_block(
        self,
        place: pygame.Rect,
        lines: int,
        kind: str = "soft",
        side: str = "",
        area: ScrollArea | None = None,
    ) -> TextBlock:
        """Make room for some lines of a text that changes."""
        height = self.font.height
        rows = [
            pygame.Rect(place.left, place.top + number * height, place.width, height)
            for number in range(lines)
        ]
        labels = [self.label(row, "", kind, side, area) for row in rows]
        return TextBlock(labels, self.font, place.width)

    def picture_box(self, place: pygame.Rect, area: ScrollArea | None = None) -> PictureBox:
        """Make a place for a picture."""
        picture_box = PictureBox(place, area)
        self._picture_boxes.append(picture_box)
        return picture_box


def _inside(area: ScrollArea | None) -> object:
    return None if area is None else area.element
