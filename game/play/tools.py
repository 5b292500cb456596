"""The buttons over the land while a world is being played, and what each one does."""

from __future__ import annotations

from typing import Final

import pygame

from game.hud.hud import Hud
from game.hud.toolbar import Tool, Toolbar, lay_out_bar
from game.input.controls import Action, Controls
from game.play.scenery import Scenery
from game.screen import Host

TOOLS: Final = (
    ("chart", Action.CHART),
    ("overlays", Action.OVERLAY),
    ("grid", Action.GRID),
    ("names", Action.NAMES),
    ("find", Action.FIND),
    ("bookmarks", Action.BOOKMARKS),
    ("tour", Action.TOUR),
    ("settings", Action.SETTINGS),
)
"""Pictures and actions, from left to right."""

_WORDS: Final = {
    Action.CHART: "Chart of the sea",
    Action.OVERLAY: "Next overlay",
    Action.GRID: "Grid",
    Action.NAMES: "Names",
    Action.FIND: "Find a place by its name",
    Action.BOOKMARKS: "Bookmarks",
    Action.TOUR: "Tour by autopilot",
    Action.SETTINGS: "Settings",
}


class Tools:
    """Holds the bar over one world; ``touring`` says whether a tour is on."""

    def __init__(self, host: Host, controls: Controls, scenery: Scenery, hud: Hud) -> None:
        self._host = host
        self._controls = controls
        self._scenery = scenery
        self._hud = hud
        self._bar = Toolbar()
        self._hovered: int | None = None
        self.touring = False

    @property
    def place(self) -> pygame.Rect:
        """Where the bar lies, empty while it is hidden."""
        return self._bar.place

    @property
    def state(self) -> object:
        """All that the bar depends on, apart from the settings."""
        return self._hovered, self.touring, self._bar.place.topleft, self._scenery.overlay

    def update(self, cursor: tuple[int, int] | None) -> None:
        """Lay the bar out for the window as it is, and see what the mouse is over."""
        size = self._host.size
        layout = None
        if not self._scenery.land_alone:
            floor = self._scenery.top_of_minimap
            layout = lay_out_bar(size, self._hud.letters(size).size, len(TOOLS), floor)
        self._bar.show(layout)
        self._hovered = self._bar.at(cursor, len(TOOLS))

    def pressed(self, event: pygame.event.Event) -> tuple[Action, bool] | None:
        """Return what the press of a button means, and whether backward; None for other events."""
        if event.type != pygame.MOUSEBUTTONDOWN:
            return None
        number = self._bar.at(event.pos, len(TOOLS))
        if number is None or event.button not in (1, 3):
            return None
        return TOOLS[number][1], event.button == 3

    def draw(self, target: pygame.Surface) -> None:
        """Draw the bar."""
        letters = self._hud.letters(target.size)
        self._bar.draw(target, self._tools(), self._hovered, letters)

    def _tools(self) -> list[Tool]:
        settings = self._host.settings_file.settings
        on = {
            Action.OVERLAY: self._scenery.overlay is not None,
            Action.GRID: settings.grid,
            Action.NAMES: settings.names,
            Action.TOUR: self.touring,
        }
        return [
            Tool(picture, self._words(action), on.get(action, False)) for picture, action in TOOLS
        ]

    def _words(self, action: Action) -> str:
        keys = self._controls.keys_of(action)
        words = _WORDS[action]
        return f"{words} · {keys[0]}" if keys else words
