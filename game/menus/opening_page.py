"""A page that is shown while a world is being opened on a thread."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pygame

from game.menus.player import Player
from game.screen import Host, Screen
from game.ui.form import Form
from game.ui.page import Page
from game.ui.sheet import Entry, Sheet
from game.world.background_load import BackgroundLoad, Tell
from game.world.session import OpenedWorld, Target, saved_world, target_world
from game.world.share import Shared
from game.world.voyage import VoyageError

_SHOWN_AFTER = 0.25

MakePlay = Callable[[OpenedWorld], Screen]
"""Makes the screen that plays a world."""

Arrive = Callable[[OpenedWorld], None]
"""Goes on in a world that has been opened."""


class OpeningPage(Page):
    """Waits for a world; an error leads back to the page before."""

    covers = False

    def __init__(self, host: Host, make: Callable[[Tell], OpenedWorld], arrive: Arrive) -> None:
        super().__init__(host)
        self._arrive = arrive
        self._load = BackgroundLoad(make)
        self._time = 0.0

    def build(self, form: Form) -> None:
        """Lay out the line that says what goes on."""
        cancel = (Entry("Cancel", self.go_back),)
        Sheet(form, self.middle(20, 5), "Setting sail …", cancel).finish()

    def tick(self, seconds: float) -> None:
        """Go on as soon as the world is open."""
        self._time += seconds
        if self._load.result is not None:
            self._arrive(self._load.result)
        elif self._load.error is not None:
            message = str(self._load.error)
            self._host.pop()
            self._host.notify(message, warning=True)

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


def arrive_in(host: Host, player: Player) -> Arrive:
    """Return what goes on in another world with the screen that plays one."""

    def arrive(opened: OpenedWorld) -> None:
        host.pop_to(player)
        player.enter(opened)

    return arrive


def arrive_anew(host: Host, make_play: MakePlay) -> Arrive:
    """Return what begins to play a world, in place of all screens there are."""
    return lambda opened: switch_to(host, make_play(opened))


def open_saved(host: Host, path: Path, saves: Path, arrive: Arrive) -> None:
    """Leave for a saved world."""
    host.push(OpeningPage(host, saved_world(path, saves), arrive))


def open_world(host: Host, shared: Shared, saves: Path, arrive: Arrive) -> None:
    """Leave for a world without a name: to a place in it, or to where play begins."""
    camera = shared.camera
    make = target_world(Target(shared.seed, shared.parameters, respawn=camera is None), saves)

    def placed(tell: Tell) -> OpenedWorld:
        opened = make(tell)
        return replace(opened, camera=camera) if camera else opened

    host.push(OpeningPage(host, placed, arrive))


def switch_to(host: Host, screen: Screen) -> None:
    """Show this screen in place of all others, even if one of them cannot close well."""
    try:
        host.replace_all(screen)
    except VoyageError as error:
        # All others are closed by now.
        host.push(screen)
        host.notify(str(error), warning=True)
