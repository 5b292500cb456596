"""Leaving for another world: opened on a thread, while a page shows that it is on its way."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pygame

from game.app.screens import Host, Screen
from game.menus.page import Page
from game.menus.player import Player
from game.ui.form import Desk
from game.world.background_load import Opened, Opening, Tell
from game.world.session import Target, saved_world, unnamed_world
from game.world.share import Shared
from game.world.voyage import VoyageError

_SHOWN_AFTER = 0.25


class DeparturePage(Page):
    """Waits for a world; an error leads back to the page before."""

    covers = False

    def __init__(
        self, host: Host, make: Callable[[Tell], Opened], player: Player | None = None
    ) -> None:
        super().__init__(host)
        self._player = player
        self._opening = Opening(make)
        self._time = 0.0

    def build(self, desk: Desk) -> None:
        """Lay out the line that says what goes on."""
        column = self.middle(20, 5)
        desk.label(column.row(), "Setting sail …", "title", "middle")
        place = column.row()
        desk.button(place, "Cancel", self.go_back)

    def tick(self, seconds: float) -> None:
        """Go on as soon as the world is open."""
        self._time += seconds
        if self._opening.opened is not None:
            self._arrive(self._opening.opened)
        elif self._opening.error is not None:
            message = str(self._opening.error)
            self._host.pop()
            self._host.notify(message, warning=True)

    def _arrive(self, opened: Opened) -> None:
        if self._player is not None:
            self._host.pop_to(self._player)
            self._player.enter(opened)
            return
        # The game knows the menus: the other way round it can only be found when it is needed.
        from game.play.screen import PlayScreen

        switch_to(self._host, PlayScreen(self._host, opened))

    def draw_behind(self, target: pygame.Surface) -> None:
        """Leave the page before as it is for a moment: most worlds open at once."""
        if self._time > _SHOWN_AFTER:
            super().draw_behind(target)

    def draw(self, target: pygame.Surface) -> None:
        """Draw nothing for a moment."""
        if self._time > _SHOWN_AFTER:
            super().draw(target)

    @property
    def stale(self) -> bool:
        """Whether it is shown by now."""
        return True


def open_saved(host: Host, path: Path, saves: Path, player: Player | None) -> None:
    """Leave for a saved world."""
    host.push(DeparturePage(host, saved_world(path, saves), player))


def open_world(host: Host, shared: Shared, saves: Path, player: Player | None) -> None:
    """Leave for a world without a name: to a place in it, or to where play begins."""
    camera = shared.camera
    make = unnamed_world(Target(shared.seed, shared.parameters, respawn=camera is None), saves)

    def placed(tell: Tell) -> Opened:
        opened = make(tell)
        return replace(opened, camera=camera) if camera else opened

    host.push(DeparturePage(host, placed, player))


def switch_to(host: Host, screen: Screen) -> None:
    """Show this screen in place of all others, even if one of them cannot close well."""
    try:
        host.replace_all(screen)
    except VoyageError as error:
        # All others are closed by now.
        host.push(screen)
        host.notify(str(error), warning=True)
