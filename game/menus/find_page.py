"""Finding a place by its name among what is near, and going there."""

from __future__ import annotations

from typing import Final

import pygame

from game.camera import CELL, PLACE_ZOOM, Camera
from game.hud.directions import direction_word
from game.hud.nearby_names import distance, named, nearby_names
from game.hud.places import Place
from game.hud.units import Units
from game.menus.player import Player
from game.screen import Host
from game.ui.display import Label
from game.ui.form import Form
from game.ui.page import Page
from game.ui.row_list import RowList
from game.ui.sheet import Entry, Sheet
from game.world.background_load import BackgroundLoad

_LEAST_LIST: Final = 5
"""Sizes of text that the list is high at least."""

_FEATURE_ZOOM: Final = 0
"""Peaks, lakes and rivers are seen well from here on."""


class FindPage(Page):
    """A field, and below it the places that are meant, the nearest first."""

    covers = False

    def __init__(self, host: Host, player: Player) -> None:
        super().__init__(host)
        self._player = player
        self._cell = player.camera.cell
        world, (x, y) = player.session.source.world, self._cell
        self._load = BackgroundLoad(lambda _tell: nearby_names(world, x, y))
        self._known: tuple[Place, ...] | None = None
        self._text = ""
        self._list: RowList | None = None
        self._note: Label | None = None
        self._chosen = 0
        self.found: list[Place] = []
        """The places that are listed."""

    def build(self, form: Form) -> None:
        """Lay out field, list and buttons."""
        entries = (Entry("Go there", self._go, "go"), Entry("Back", self.go_back))
        sheet = Sheet(form, self.middle(46, 30), "Find a place near here", entries)
        column, area = sheet.column, sheet.area
        field = form.field(column.row(), self._text, self._type, self._go, "its name", area=area)
        self._note = form.label(column.line(), "", "soft", area=area)
        place = column.row(max(sheet.left_over.height, _LEAST_LIST * self.text_size))
        self._list = RowList(form, place, self._rows(), self._look_at, self._go_to, area=area)
        sheet.finish()
        self._tell()
        if self._known is None:
            form.focus(field)

    def tick(self, seconds: float) -> None:
        """List the places as soon as they are known."""
        if self._known is None and self._load.done:
            self._known = self._load.result or ()
            self._search()
            # The list has room for remarks only if it knows some when it is made.
            self.rebuild()

    def take_event(self, event: pygame.event.Event) -> bool:
        """Turn the list with the wheel."""
        return self._list is not None and self._list.take_wheel(event)

    def close(self) -> None:
        """Let go of the list, which knows this page."""
        self._list = self._note = None
        super().close()

    def _type(self, text: str) -> None:
        self._text = text
        self._search()

    def _search(self) -> None:
        self.found = named(self._known or (), self._text)
        self._chosen = 0
        if self._list is not None:
            self._list.use(self._rows())
        self._tell()

    def _tell(self) -> None:
        if self._note is None:
            return
        if self._known is None:
            self._note.text = "Looking around …"
        else:
            count = len(self.found)
            self._note.text = f"{count} place{'' if count == 1 else 's'} of {len(self._known)}"

    def _rows(self) -> list[tuple[str, str]]:
        units = Units(metric=self._host.settings_file.settings.units == "metric")
        x, y = self._cell
        rows = []
        for place in self.found:
            away = units.distance(distance(place, x, y))
            way = direction_word(place.x / CELL - x, place.y / CELL - y)
            rows.append((place.name, f"{place.kind.name.lower()} · {away} {way}"))
        return rows

    def _look_at(self, number: int) -> None:
        self._chosen = number

    def _go(self) -> None:
        self._go_to(self._chosen)

    def _go_to(self, number: int) -> None:
        if not 0 <= number < len(self.found):
            return
        place = self.found[number]
        least = PLACE_ZOOM if place.kind.is_island else _FEATURE_ZOOM
        camera = Camera(place.x, place.y, max(self._player.camera.zoom, least))
        self._host.pop()
        self._player.travel(camera)
