"""The title page: where everything begins, there while the world is still being opened."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pygame

from game.lab.lab_menu import lab_menu
from game.menus.help_page import HelpPage
from game.menus.load_world import LoadPage
from game.menus.new_world import NewWorldPage
from game.menus.opening_page import Arrive, MakePlay, arrive_anew, switch_to
from game.menus.settings_page import SettingsPage
from game.menus.title import TitleScreen, draw_name, name_size
from game.menus.title_flight import TitleFlight
from game.screen import Host
from game.ui.control import Button
from game.ui.form import Form
from game.ui.layout import Column, split
from game.ui.lettering import Lettering
from game.ui.page import Page
from game.ui.sheet import button_rows
from game.ui.type_scale import row_height, space
from game.world.background_load import BackgroundLoad
from game.world.session import OpenedWorld

NAME_AT = 0.15


class TitleMenu(Page):
    """Buttons over a picture, and over a flight as soon as there is a world to fly over.

    Args:
        host: the program around it.
        load: the world to go on with, which may not be open yet.
        title: what is shown until then.
        make_play: makes the screen that plays a world.
    """

    def __init__(
        self,
        host: Host,
        load: BackgroundLoad[OpenedWorld],
        title: TitleScreen[OpenedWorld] | None,
        make_play: MakePlay,
    ) -> None:
        super().__init__(host)
        self._world = load
        self._make_play = make_play
        self._title = title
        if title is not None:
            title.name_at = NAME_AT
        self._opened: OpenedWorld | None = None
        self._told = False
        self.flight: TitleFlight | None = None
        """What is flown behind the buttons, as soon as there is a world."""
        self._letters: Lettering | None = None
        self._buttons: dict[str, Button] = {}

    def build(self, form: Form) -> None:
        """Lay out the buttons."""
        entries = (
            *self._first_entry(),
            ("new", "New world", self._new_world, ""),
            ("load", "Load a world", self._load, ""),
            ("lab", "Lab", self._lab, ""),
            ("settings", "Settings", self._settings, ""),
            ("help", "Help", self._help, ""),
            ("quit", "Quit", self._host.quit, "danger"),
        )
        self._buttons = {}
        size, top = self.text_size, self._top()
        whole = pygame.Rect(size, top, self.size[0] - 2 * size, self.size[1] - top - size // 2)
        row = row_height(size) + space(size)
        columns = 1
        if len(entries) * row > whole.height:
            texts = [text for _, text, _, _ in entries]
            columns = min(2, len(button_rows(form.font, texts, whole.width)[0]))
        place = whole.copy()
        place.width = min(columns * 16 * size, whole.width)
        place.centerx = whole.centerx
        area = None
        if -(-len(entries) // columns) * row > place.height:
            area = form.area(place)
            place = area.inner
        column = Column(place, size)
        for first in range(0, len(entries), columns):
            group = entries[first : first + columns]
            parts = split(column.row(), *([1.0] * columns), gap=column.gap)
            for part, (name, text, act, kind) in zip(parts, group, strict=False):
                self._buttons[name] = form.button(part, text, act, kind, area=area)
        if area is not None:
            area.set_height(column.used)
        self._enable()
        form.focus(self._buttons["continue" if self._opened else "settings"])

    @property
    def stale(self) -> bool:
        """Whether anything has moved."""
        behind = self._behind
        return super().stale or (behind is not None and behind.stale)

    @property
    def is_ready(self) -> bool:
        """Whether there is a world to go into."""
        return self._opened is not None

    @property
    def _behind(self) -> TitleFlight | TitleScreen[OpenedWorld] | None:
        """What lies behind the buttons: the still until the flight has a whole picture."""
        shows_flight = self.flight is not None and (self.flight.whole or self._title is None)
        return self.flight if shows_flight else self._title

    def tick(self, seconds: float) -> None:
        """Take the world when it is open."""
        if self._opened is None and self._world.result is not None:
            self._opened = self._world.result
            self.rebuild()
        if self._world.error is not None and not self._told:
            self._told = True
            self.rebuild()
            self._host.notify(str(self._world.error), warning=True)

    def update(self, seconds: float, active: bool) -> None:
        """Let the flight go on, whatever lies above."""
        super().update(seconds, active)
        if self.flight is None and self._opened is not None:
            moves = not self._host.settings_file.settings.less_motion
            camera = self._opened.camera
            assert camera is not None
            self.flight = TitleFlight(self._opened.session, camera, moves)
        if self.flight is not None:
            self.flight.moves = not self._host.settings_file.settings.less_motion
            self.flight.update(seconds, self._host.size)
        if self._title is not None and self._behind is self._title:
            self._title.update(seconds, active)

    def draw_behind(self, target: pygame.Surface) -> None:
        """Draw the flight, or what is there before it."""
        if self.flight is not None and self._behind is self.flight:
            self.flight.draw(target)
            self._draw_name(target)
        elif self._title is not None:
            self._title.draw(target)
        else:
            target.fill(self.colours.page)

    def go_back(self) -> None:
        """Point at the way out, without taking it."""
        self.form.focus(self._buttons["quit"])

    def close(self) -> None:
        """End the flight."""
        if self.flight is not None:
            self.flight.close()
        super().close()

    def _enable(self) -> None:
        ready = self._opened is not None
        if "continue" in self._buttons:
            self._buttons["continue"].enabled = ready
        for name in ("new", "load", "lab"):
            self._buttons[name].enabled = ready or self._told

    def _first_entry(self) -> list[tuple[str, str, Callable[[], None], str]]:
        """Return the button that leads into the world that was opened, if there is one."""
        if self._told:
            return []
        words = "Opening …"
        if self._opened is not None:
            words = "Begin" if self._opened.is_first else "Continue"
        return [("continue", words, self._continue, "go")]

    def _top(self) -> int:
        """Return where the buttons begin."""
        return self.size[1] * 30 // 100

    def _draw_name(self, target: pygame.Surface) -> None:
        size = name_size(target.size)
        if self._letters is None or self._letters.size != size:
            self._letters = Lettering(size, is_title=True)
        draw_name(target, self._letters, NAME_AT)

    # What the buttons do

    @property
    def _saves(self) -> Path:
        if self._opened is not None:
            return self._opened.session.saves
        from worldgen.files.save import saves_folder

        return saves_folder()

    def _continue(self) -> None:
        assert self._opened is not None
        switch_to(self._host, self._make_play(self._opened))

    def _arrive(self) -> Arrive:
        return arrive_anew(self._host, self._make_play)

    def _new_world(self) -> None:
        self._host.push(NewWorldPage(self._host, self._saves, self._arrive()))

    def _load(self) -> None:
        self._host.push(LoadPage(self._host, self._saves, self._arrive()))

    def _lab(self) -> None:
        self._host.push(lab_menu(self._host))

    def _settings(self) -> None:
        self._host.push(SettingsPage(self._host))

    def _help(self) -> None:
        self._host.push(HelpPage(self._host))
