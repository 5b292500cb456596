"""What lies over the land while a world is being played, and which of it is switched on."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game.camera import View
from game.controls import Action
from game.effects import Effects
from game.look import Look, next_overlay
from game.screens import Host

_SWITCHES = {
    Action.MINIMAP: "minimap",
    Action.GRID: "grid",
    Action.NAMES: "names",
    Action.PLANTS: "plants",
    Action.MOVING_WATER: "moving_water",
    Action.CLOUDS: "clouds",
}
"""Actions that change a setting of this name from on to off and back."""


class Scenery:
    """Draws all that is neither land nor panel."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self.effects = Effects()
        self.overlay: str | None = None
        """The field of the world that is shown in place of the land."""
        self.land_alone = False
        """Whether everything but the land is hidden."""

    @property
    def look(self) -> Look:
        """How the land is to look."""
        settings = self._host.settings_file.settings
        return Look(settings.palette, self.overlay, settings.plants)

    @property
    def state(self) -> object:
        """All that the picture depends on, apart from the view."""
        return self.effects.step, self.land_alone, self._host.settings_file.settings

    def commands(self) -> dict[Action, Callable[[], None]]:
        """Return what the keys do here."""
        switches = {action: self._switch(name) for action, name in _SWITCHES.items()}
        return {**switches, Action.LAND_ALONE: self._hide_or_show}

    def change_overlay(self, back: bool) -> None:
        """Show the next field of the world, or the one before, or the land again."""
        self.overlay = next_overlay(self.overlay, back)
        self._host.notify(f"Overlay: {self.overlay}" if self.overlay else "No overlay")

    def update(self, seconds: float, active: bool) -> None:
        """Let time pass."""
        settings = self._host.settings_file.settings
        moves = self.look.moves and not settings.less_motion
        self.effects.water = moves and settings.moving_water
        self.effects.clouds = moves and settings.clouds
        if active:
            self.effects.advance(seconds)

    def draw(self, target: pygame.Surface, view: View) -> None:
        """Draw it over the land."""
        self.effects.draw(target, view)

    def _switch(self, name: str) -> Callable[[], None]:
        def switch() -> None:
            on = not getattr(self._host.settings_file.settings, name)
            self._host.change_settings(**{name: on})

        return switch

    def _hide_or_show(self) -> None:
        self.land_alone = not self.land_alone
