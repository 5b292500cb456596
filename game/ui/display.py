"""What only shows something: lines of text, pictures, and places that can be scrolled."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pygame

from game.ui.font import InterfaceFont
from game.ui.lettering import GOLD

_DIM = (112, 116, 124)
_MARK_RIM = (8, 18, 34)


class ScrollArea:
    """A place that may hold more than it shows."""

    def __init__(self, element: Any, bar_width: int) -> None:
        self.element = element
        self._bar_width = bar_width

    @property
    def place(self) -> pygame.Rect:
        """The part of the window that it fills."""
        return pygame.Rect(self.element.rect)

    @property
    def inner(self) -> pygame.Rect:
        """Where its contents can lie, counted from its own corner, with room for the bar."""
        return pygame.Rect(0, 0, max(1, self.place.width - self._bar_width - 4), 1 << 16)

    @property
    def origin(self) -> tuple[int, int]:
        """Where its contents begin, in the window."""
        return pygame.Rect(self.element.scrollable_container.rect).topleft

    def scroll(self, pixels: int) -> bool:
        """Show what lies farther down, or up; return whether anything moved."""
        contents = pygame.Rect(self.element.scrollable_container.rect)
        before = self.place.top - contents.top
        top = max(0, min(contents.height - self.place.height, before + pixels))
        if top == before:
            return False
        self._show_from(top)
        return True

    def set_height(self, height: int) -> None:
        """Say how high its contents are."""
        self.element.set_scrollable_area_dimensions((self.inner.width, max(1, height)))

    def reveal(self, place: pygame.Rect) -> None:
        """Scroll until a place of its contents can be seen."""
        contents, view = self.element.scrollable_container.rect, self.place
        if view.top <= place.top and place.bottom <= view.bottom:
            return
        wanted = place.top - contents.top - max(0, (view.height - place.height) // 2)
        self._show_from(max(0, min(contents.height - view.height, wanted)))

    def _show_from(self, top: int) -> None:
        bar, contents = self.element.vert_scroll_bar, self.element.scrollable_container
        bar.set_scroll_from_start_percentage(top / max(1, contents.rect.height))
        # Moved by the bar, they would be off by some pixels.
        bar.has_moved_recently = False
        contents.set_relative_position((contents.relative_rect.x, -top))


class Label:
    """A line of text that only says something."""

    def __init__(
        self, element: Any, font: InterfaceFont, text: str, area: ScrollArea | None
    ) -> None:
        self._element = element
        self._font = font
        self._text = text
        self.area = area

    @property
    def text(self) -> str:
        """What it says, whether or not all of it has room."""
        return self._text

    @text.setter
    def text(self, text: str) -> None:
        if text != self._text:
            self._text = text
            self._element.set_text(self._font.fitted(text, self._element.rect.width))

    @property
    def shown(self) -> str:
        """What can be read of it."""
        return str(self._element.text)

    @property
    def place(self) -> pygame.Rect:
        """Where it is in the window."""
        return pygame.Rect(self._element.rect)


class TextBlock:
    """A few lines that say one text, wrapped; what has no room is cut at the end."""

    def __init__(self, lines: Sequence[Label], font: InterfaceFont, width: int) -> None:
        self._lines = lines
        self._font = font
        self._width = width
        self._text = ""

    @property
    def text(self) -> str:
        """What it says."""
        return self._text

    @text.setter
    def text(self, text: str) -> None:
        self._text = text
        paragraphs = (self._font.wrapped(each, self._width) for each in text.splitlines())
        wrapped = [line for lines in paragraphs for line in lines]
        last = len(self._lines) - 1
        for number, label in enumerate(self._lines):
            rest = wrapped[number:] if number == last else wrapped[number : number + 1]
            label.text = " ".join(rest)


class PictureBox:
    """A place for a picture that a page draws itself."""

    def __init__(self, place: pygame.Rect, area: ScrollArea | None = None) -> None:
        self._place = place
        self.area = area
        self.dimmed = False
        """Whether what it shows is out of date."""
        self.caption = ""
        """What is written over it."""
        self.mark: tuple[float, float] | None = None
        """A place on the picture that is marked, as shares of its width and height."""
        self.picture: pygame.Surface | None = None

    @property
    def place(self) -> pygame.Rect:
        """Where it is in the window."""
        return self._place.move(self.area.origin) if self.area else pygame.Rect(self._place)

    @property
    def drawn(self) -> pygame.Rect:
        """Where the picture itself is in the window: in the middle, as large as it can be."""
        place = self.place
        if self.picture is None:
            return place
        scale = min(place.width / self.picture.width, place.height / self.picture.height)
        width, height = (max(1, int(side * scale)) for side in self.picture.size)
        drawn = pygame.Rect(0, 0, width, height)
        drawn.center = place.center
        return drawn

    def draw(self, target: pygame.Surface) -> None:
        """Draw the picture, stretched if it has another size."""
        if self.picture is None:
            return
        drawn = self.drawn
        picture = self.picture
        if picture.size != drawn.size:
            picture = pygame.transform.smoothscale(picture, drawn.size)
        clip = target.get_clip()
        if self.area is not None:
            target.set_clip(self.area.place.clip(clip))
        target.blit(picture, drawn)
        if self.dimmed:
            target.fill(_DIM, drawn, special_flags=pygame.BLEND_RGB_MULT)
        elif self.mark is not None:
            point = [
                drawn.topleft[axis] + int(self.mark[axis] * drawn.size[axis]) for axis in (0, 1)
            ]
            pygame.draw.circle(target, _MARK_RIM, point, 6)
            pygame.draw.circle(target, GOLD, point, 4)
        target.set_clip(clip)
