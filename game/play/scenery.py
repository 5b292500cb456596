"""What lies over the land while a world is being played, and which of it is switched on."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game.camera import Camera, View, level_of_detail
from game.hud.grid import draw_grid
from game.hud.labels import Labels
from game.hud.legend import Legend, Subject
from game.hud.minimap import Minimap
from game.hud.places import Place
from game.hud.scale_bar import bar_area, draw_bar
from game.hud.text_sizes import hud_text_size
from game.hud.units import Units
from game.input.controls import Action, Wheel
from game.screen import Host
from game.settings import Settings
from game.terrain.effects import Effects
from game.terrain.loader import Loader
from game.terrain.map_style import MapStyle, next_overlay
from game.terrain.world_source import GeneratedWorld
from game.ui.lettering import Lettering

_SWITCHES = {
    Action.MINIMAP: ("minimap", "Small map"),
    Action.GRID: ("grid", "Grid"),
    Action.NAMES: ("names", "Names"),
    Action.PLANTS: ("plants", "Trees and rocks"),
    Action.MOVING_WATER: ("moving_water", "Moving water"),
    Action.CLOUDS: ("clouds", "Clouds"),
}
"""Actions that change a setting of this name from on to off and back."""

_SMALL = 0.86


class Scenery:
    """Draws all that is neither land nor panel, and holds what moves upon the land."""

    def __init__(self, host: Host, loader: Loader, source: GeneratedWorld) -> None:
        self._host = host
        self.effects = Effects()
        self.labels = Labels(loader, source.world)
        self.minimap = Minimap(loader, source)
        self.overlay: str | None = None
        """The field of the world that is shown in place of the land."""
        self.land_alone = False
        """Whether everything but the land is hidden."""
        self.names_wait = False
        """Whether names are left out, because most of their land is not there yet."""
        self.panel = pygame.Rect(0, 0, 0, 0)
        """Where a panel lies over all this."""
        self.toolbar = pygame.Rect(0, 0, 0, 0)
        """Where buttons lie over all this."""
        self.legend = Legend()
        self._water = source.world.parameters.water_level
        self._letters: Lettering | None = None
        self._wheel = Wheel(notch=1)

    @property
    def style(self) -> MapStyle:
        """How the land is drawn."""
        return MapStyle(self._settings.palette, self.overlay, self._settings.plants)

    @property
    def units(self) -> Units:
        """How lengths and heights are written."""
        return Units(metric=self._settings.units == "metric")

    @property
    def state(self) -> object:
        """All that the picture depends on, apart from view and land."""
        above = None if self.land_alone else (self.labels.state, self.minimap.state)
        return self.effects.step, above, self._settings, tuple(self.panel), self.names_wait

    @property
    def _settings(self) -> Settings:
        return self._host.settings_file.settings

    @property
    def top_of_minimap(self) -> int:
        """The pixel above which nothing of the small map is."""
        height = self._host.size[1]
        return self.minimap.place(self._host.size).top if self._settings.minimap else height

    def commands(self) -> dict[Action, Callable[[], None]]:
        """Return what the keys do here."""
        switches = {action: self._switch(*named) for action, named in _SWITCHES.items()}
        return {**switches, Action.LAND_ALONE: self._hide_or_show}

    def change_overlay(self, back: bool) -> None:
        """Show the next field of the world, or the one before, or the land again."""
        self.overlay = next_overlay(self.overlay, back)
        self._host.notify(f"Overlay: {self.overlay}" if self.overlay else "No overlay")

    def enter(self, source: GeneratedWorld) -> None:
        """Go on with another world, or drawn in another style."""
        self._water = source.world.parameters.water_level
        self.labels.enter(source.world)
        self.minimap.enter(source)

    def handle(
        self,
        event: pygame.event.Event,
        camera: Camera,
        cursor: tuple[int, int] | None,
        fly: Callable[[Camera], None],
    ) -> bool:
        """Take an event of the mouse if it is meant for the small map.

        ``fly`` leads the camera to another place.
        """
        if not self._shows_minimap:
            return False
        place = self.minimap.place(self._host.size)
        if event.type == pygame.MOUSEBUTTONDOWN and place.collidepoint(event.pos):
            if event.button == 1:
                fly(self.minimap.world_of(event.pos, camera, self._host.size))
            return True
        if event.type == pygame.MOUSEWHEEL and cursor and place.collidepoint(cursor):
            self.minimap.zoom_by(self._wheel.turned(event))
            return True
        return False

    def update(
        self, seconds: float, active: bool, view: View, camera: Camera, news: int, now: float
    ) -> None:
        """Let time pass; ``news`` is any number that changes when land has come."""
        settings = self._settings
        moves = self.style.moves and not settings.less_motion
        self.effects.water = moves and settings.moving_water
        self.effects.clouds = moves and settings.clouds
        if active:
            self.effects.advance(seconds)
        if self.land_alone:
            return
        if settings.names:
            self.labels.soft = not settings.less_motion
            self.labels.scale = settings.ui_scale
            self.labels.update(view, news, seconds, now, self.covered(view.zoom))
        if settings.minimap:
            self.minimap.update(camera, self._host.size)

    def draw(self, target: pygame.Surface, view: View, camera: Camera) -> None:
        """Draw it over the land."""
        if self.land_alone:
            return
        settings, letters = self._settings, self._lettering(target.size)
        if settings.grid:
            covered = [self.toolbar]
            if settings.minimap:
                covered.append(self.minimap.place(target.size).inflate(12, 12))
            draw_grid(target, letters, view, covered)
        if settings.names and not self.names_wait:
            self.labels.draw(target, view)
        if settings.scale_bar:
            draw_bar(target, letters, view.zoom, self.units, self._lift(letters))
        self._draw_legend(target, view)
        if settings.minimap:
            self.minimap.draw(target, camera)

    def name_at(self, pixel: tuple[int, int], view: View) -> Place | None:
        """Return the place whose name can be read at a pixel."""
        shown = self._settings.names and not (self.land_alone or self.names_wait)
        return self.labels.at(pixel, view) if shown else None

    def covered(self, zoom: int) -> list[pygame.Rect]:
        """Return where nothing else can be read at a zoom."""
        covered = [self.panel, self.toolbar, self.legend.area]
        size, settings = self._host.size, self._settings
        if settings.minimap:
            covered.append(self.minimap.place(size).inflate(12, 12))
        if settings.scale_bar:
            letters = self._lettering(size)
            covered.append(bar_area(size, letters, zoom, self.units, self._lift(letters)))
        return [each for each in covered if each.width]

    def _draw_legend(self, target: pygame.Surface, view: View) -> None:
        """Explain the overlay, between the panel and the scale bar."""
        if self.overlay is None:
            self.legend.hide()
            return
        letters = self._lettering(target.size)
        pad = letters.size
        bottom = target.height - pad - self._lift(letters)
        if self._settings.scale_bar:
            bar = bar_area(target.size, letters, view.zoom, self.units, self._lift(letters))
            bottom = bar.top - pad // 2
        right = target.width - pad
        if self._settings.minimap:
            right = self.minimap.place(target.size).left - pad
        top = self.panel.bottom + pad // 2
        room = pygame.Rect(pad, top, max(0, right - pad), max(0, bottom - top))
        subject = Subject(self.overlay, self._water, level_of_detail(view.zoom)[0])
        self.legend.draw(target, subject, letters.size, room)

    def _lift(self, letters: Lettering) -> int:
        """Return how far the scale bar makes way for the numbers of the grid."""
        return letters.line_height if self._settings.grid else 0

    @property
    def _shows_minimap(self) -> bool:
        return self._settings.minimap and not self.land_alone

    def _switch(self, name: str, words: str) -> Callable[[], None]:
        def switch() -> None:
            on = not getattr(self._settings, name)
            self._host.change_settings(**{name: on})
            self._host.notify(f"{words}: {'on' if on else 'off'}")

        return switch

    def _hide_or_show(self) -> None:
        self.land_alone = not self.land_alone

    def _lettering(self, window: tuple[int, int]) -> Lettering:
        size = hud_text_size(window, self._settings.ui_scale, _SMALL)
        if self._letters is None or self._letters.size != size:
            self._letters = Lettering(size)
        return self._letters
