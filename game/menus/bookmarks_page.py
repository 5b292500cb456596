"""Bookmarks of the world that is being played, and going to a place by its numbers."""

from __future__ import annotations

from dataclasses import replace

import pygame

from game.camera import PLACE_ZOOM, Camera
from game.menus.player import Player
from game.screen import Host
from game.ui.form import Form
from game.ui.page import Page
from game.ui.row_list import RowList
from game.ui.sheet import Entry, Sheet
from game.ui.text_page import TextPage
from game.world.place_text import PlaceError, read_place, shown_place
from game.world.share import ShareError, decode, holds_share_string
from game.world.voyage import LONGEST_BOOKMARK, MOST_BOOKMARKS, Bookmark

_LEAST_LIST = 7
"""Sizes of text that the list takes at least."""


class BookmarksPage(Page):
    """A list of places; Enter goes to one."""

    covers = False

    def __init__(self, host: Host, player: Player) -> None:
        super().__init__(host)
        self._player = player
        self._list: RowList | None = None
        self._chosen = 0

    @property
    def bookmarks(self) -> tuple[Bookmark, ...]:
        """The bookmarks of the world."""
        return self._player.session.bookmarks

    def build(self, form: Form) -> None:
        """Lay out list and buttons."""
        entries = (
            Entry("Go there", lambda: self._go_to(self._chosen), "go"),
            Entry("Rename", self._ask_for_other_name),
            Entry("Remove", self._remove),
            Entry("Back", self.go_back),
        )
        sheet = Sheet(form, self.middle(52, 36), "Bookmarks", entries)
        column = sheet.column
        add = column.row()
        add.width = min(add.width, 20 * self.text_size)
        form.button(add, "Mark this place …", self._ask_for_name, "go", area=sheet.area)
        rows = [(mark.name, shown_place(mark.camera)) for mark in self.bookmarks]
        self._list = None
        if rows:
            place = column.row(max(sheet.left_over.height, _LEAST_LIST * self.text_size))
            self._list = RowList(form, place, rows, self._look_at, self._go_to, area=sheet.area)
        else:
            sheet.paragraph("No place of this world is marked yet.")
        sheet.finish()
        for button in sheet.buttons[:3]:
            button.enabled = bool(rows)
        if self._list is not None:
            self._list.choose(min(self._chosen, len(rows) - 1))

    def take_event(self, event: pygame.event.Event) -> bool:
        """Turn the list with the wheel."""
        return self._list is not None and self._list.take_wheel(event)

    def close(self) -> None:
        """Let go of the list, which knows this page."""
        self._list = None
        super().close()

    def _look_at(self, number: int) -> None:
        self._chosen = number

    def _go_to(self, number: int) -> None:
        self._host.pop()
        self._player.travel(self.bookmarks[number].camera)

    def _ask_for_name(self) -> None:
        if len(self.bookmarks) >= MOST_BOOKMARKS:
            self._host.notify(f"A world holds at most {MOST_BOOKMARKS} bookmarks", warning=True)
            return
        name = self._place_name()
        self._host.push(TextPage(self._host, "Mark this place", name, self._add, accept="Mark"))

    def _add(self, name: str) -> str | None:
        mark = Bookmark(_checked(name) or self._place_name(), self._player.camera)
        self._host.pop()
        self._chosen = len(self.bookmarks)
        self._use((*self.bookmarks, mark))
        return None

    def _place_name(self) -> str:
        return self._player.place_name or shown_place(self._player.camera)

    def _ask_for_other_name(self) -> None:
        name = self.bookmarks[self._chosen].name
        self._host.push(TextPage(self._host, "Rename", name, self._rename, accept="Rename"))

    def _rename(self, name: str) -> str | None:
        if not _checked(name):
            return "a bookmark needs a name"
        marks = list(self.bookmarks)
        marks[self._chosen] = replace(marks[self._chosen], name=_checked(name))
        self._host.pop()
        self._use(tuple(marks))
        return None

    def _remove(self) -> None:
        marks = list(self.bookmarks)
        del marks[self._chosen]
        self._chosen = max(0, min(self._chosen, len(marks) - 1))
        self._use(tuple(marks))

    def _use(self, bookmarks: tuple[Bookmark, ...]) -> None:
        self._player.take_session(replace(self._player.session, bookmarks=bookmarks))
        self.rebuild()


def go_to_page(host: Host, player: Player) -> TextPage:
    """Return a page that asks for a place and goes there."""

    def go(text: str) -> str | None:
        try:
            camera = _place(player, text)
        except (PlaceError, ShareError) as error:
            return str(error)
        host.pop()
        player.travel(camera)
        return None

    return TextPage(
        host,
        "Go to a place",
        shown_place(player.camera),
        go,
        accept="Go",
        note="Two numbers of cells, x to the right and y downward.",
        hint="x, y",
    )


def _place(player: Player, text: str) -> Camera:
    """Return the place in a text, which may be a share string of this very world."""
    if not holds_share_string(text):
        return read_place(text, max(player.camera.zoom, PLACE_ZOOM))
    shared = decode(text)
    session = player.session
    if (shared.seed, shared.parameters) != (session.seed, session.parameters):
        raise PlaceError("that is a place in another world: paste it as the seed of a new world")
    if shared.camera is None:
        raise PlaceError("this share string holds a world, but no place in it")
    return shared.camera


def _checked(name: str) -> str:
    return " ".join(name.split())[:LONGEST_BOOKMARK]
