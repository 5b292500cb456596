"""What only shows something: lines of text, pictures, and places that can be scrolled."""

from __future__ import annotations

from typing import Any

import pygame

from game.ui.font import InterfaceFont


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

    def set_height(self, height: int) -> None:
        """Say how high its contents are."""
        self.element.set_scrollable_area_dimensions((self.inner.width, max(1, height)))

    def reveal(self, place: pygame.Rect) -> None:
        """Scroll until a place of its contents can be seen."""
        bar, contents = self.element.vert_scroll_bar, self.element.scrollable_container.rect
        view = self.place
        if view.top <= place.top and place.bottom <= view.bottom:
            return
        wanted = place.top - contents.top - max(0, (view.height - place.height) // 2)
        top = max(0, min(contents.height - view.height, wanted))
        bar.set_scroll_from_start_percentage(top / max(1, contents.height))
        bar.has_moved_recently = True


class Label:
    """A line of text that only says something."""

    def __init__(self, element: Any, font: InterfaceFont) -> None:
        self._element = element
        self._font = font

    @property
    def text(self) -> str:
        """What it says."""
        return str(self._element.text)

    @text.setter
    def text(self, text: str) -> None:
        self._element.set_text(self._font.fitted(text, self._element.rect.width))


class PictureBox:
    """A place for a picture that a page draws itself."""

    def __init__(self, place: pygame.Rect) -> None:
        self.place = place
        self.picture: pygame.Surface | None = None

    def draw(self, target: pygame.Surface) -> None:
        """Draw the picture in the middle of the place, stretched if it has another size."""
        if self.picture is None:
            return
        picture = self.picture
        if picture.size != self.place.size:
            scale = min(self.place.width / picture.width, self.place.height / picture.height)
            size = max(1, int(picture.width * scale)), max(1, int(picture.height * scale))
            picture = pygame.transform.smoothscale(picture, size)
        target.blit(picture, picture.get_rect(center=self.place.center))
