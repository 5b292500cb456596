"""The chart of the sea: drag it, zoom it, click on a place to go there."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, Protocol

import pygame

from game.camera import MIN_ZOOM, ZOOM_DOUBLING, Camera, View
from game.hud.grid import draw_grid
from game.hud.hud import Hud
from game.hud.labels import Labels
from game.hud.mark_names import name_places
from game.hud.outline import draw_mark, draw_outline
from game.hud.scale_bar import draw_bar, draw_rimmed
from game.hud.units import Units
from game.input.chords import is_chord
from game.input.clicks import Clicks
from game.input.controls import Action, Controls
from game.input.fingers import FINGER_EVENTS
from game.input.pad_events import PAD_PRESSED, PadButton
from game.play.measure import Measure
from game.play.pilot import Pilot
from game.play.place_words import position_words
from game.play.status import world_words
from game.screen import Host
from game.terrain.chart_source import SketchedWorld
from game.terrain.loader import Loader
from game.terrain.terrain_view import TerrainView
from game.ui.lettering import GOLD, SOFT, WHITE, Colour
from game.world.session import Session

_FARTHER: Final = 3 * ZOOM_DOUBLING
_NEAREST_FIRST: Final = -2 * ZOOM_DOUBLING
_HELP: Final = (
    "Click or Enter: go there · Drag, wheel: look around · Shift+click: measure · Esc: back"
)


class Traveller(Protocol):
    """Who plays the world, as the chart sees it."""

    session: Session

    @property
    def camera(self) -> Camera:
        """Where the player looks."""

    def travel(self, camera: Camera) -> None:
        """Go to another place."""


class Chart:
    """A screen of its own, with workers of its own that make nothing but sketches."""

    covers = True

    def __init__(self, host: Host, traveller: Traveller) -> None:
        self._host = host
        self._traveller = traveller
        settings = host.settings_file.settings
        soft = not settings.less_motion
        source = traveller.session.source
        self.loader = Loader(SketchedWorld(source), workers=1)
        self.terrain = TerrainView(self.loader, soft)
        self.controls = Controls(settings.bindings.keys)
        zoom = max(MIN_ZOOM, min(_NEAREST_FIRST, traveller.camera.zoom - _FARTHER))
        self.pilot = Pilot(replace(traveller.camera, zoom=zoom), self.controls, soft)
        self.labels = Labels(self.loader, source.world, islands_only=True)
        self.labels.soft = soft
        self.labels.scale = settings.ui_scale
        self._hud = Hud(lambda: host.settings_file.settings.ui_scale)
        self._clicks = Clicks()
        self._measure = Measure()
        self._drawn: object = None

    @property
    def view(self) -> View:
        """What the chart shows."""
        return self.pilot.camera.view(*self._host.size)

    @property
    def stale(self) -> bool:
        """Whether drawing again would look different."""
        return self.terrain.changed or self._drawn != self._drawn_state()

    def handle(self, event: pygame.event.Event) -> None:
        """Take an event of keyboard, mouse or gamepad."""
        if event.type == pygame.KEYDOWN:
            if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER) and not is_chord(event):
                self._go_to(self.view.middle)
            else:
                self._begin(self.controls.press(event))
        elif event.type == pygame.KEYUP:
            self.controls.release(event)
        elif event.type == PAD_PRESSED:
            if event.button is PadButton.SOUTH:
                self._go_to(self.view.middle)
            else:
                self._begin(self._host.settings_file.settings.bindings.buttons.get(event.button))
        elif event.type == pygame.WINDOWFOCUSLOST:
            self.pilot.let_go()
        else:
            self._handle_mouse(event)

    def update(self, seconds: float, active: bool) -> None:
        """Move the chart and take what has been made."""
        now = self._host.now
        if active:
            self._take_pads()
            self.pilot.step(seconds, self._host.size)
        goal = self.pilot.goal.view(*self._host.size)
        self.terrain.update(goal, self.pilot.velocity, now)
        self.labels.update(self.view, 0, seconds, now, [self._hud.area])

    def draw(self, target: pygame.Surface) -> None:
        """Draw the sea, names, marks and help."""
        self._drawn = self._drawn_state()
        view = self.view
        self.terrain.draw(target, view, self._host.now, self.pilot.gliding)
        letters = self._hud.letters(target.size)
        settings = self._host.settings_file.settings
        grid, units = settings.grid, Units(metric=settings.units == "metric")
        if grid:
            draw_grid(target, letters, view)
        self.labels.draw(target, view)
        self._draw_bookmarks(target)
        camera = self._traveller.camera
        draw_outline(target, target.get_rect(), view, camera, target.size)
        draw_bar(target, letters, view.zoom, units, letters.line_height if grid else 0)
        self._measure.draw(target, letters, view, self._cursor(), units)
        self._hud.draw_lines(target, self._lines())

    def close(self) -> None:
        """End the workers of the chart."""
        self.loader.stop()

    def _begin(self, action: Action | None) -> None:
        if action is Action.BACK and self._measure.clear():
            return
        if action in (Action.BACK, Action.CHART):
            self._host.pop()
        elif action in (Action.ZOOM_IN, Action.ZOOM_OUT):
            self.pilot.begin_zoom(1 if action is Action.ZOOM_IN else -1, self._host.size)
        elif action is Action.HOME:
            self.pilot.place(replace(self._traveller.camera, zoom=self.pilot.camera.zoom))
        elif action is Action.GRID:
            self._host.change_settings(grid=not self._host.settings_file.settings.grid)

    def _handle_mouse(self, event: pygame.event.Event) -> None:
        self.pilot.handle_mouse(event, self._host.size)
        if self.pilot.dragging and event.type in FINGER_EVENTS:
            self._clicks.forget()
        click = self._clicks.take(event, self._host.now)
        if click is None:
            return
        if self._measure.follows or self.controls.holds(Action.FASTER):
            self._measure.click(self.view.world_of(*click.pixel))
        else:
            self._go_to(click.pixel)

    def _go_to(self, pixel: tuple[int, int]) -> None:
        """Look at the place under a pixel, and leave the chart."""
        x, y = self.view.world_of(*pixel)
        self._traveller.travel(replace(self._traveller.camera, x=x, y=y))
        self._host.pop()

    def _take_pads(self) -> None:
        pads, bindings = self._host.gamepads, self._host.settings_file.settings.bindings
        self.controls.lean = pads.direction()
        self.controls.held_on_pad = frozenset(
            bindings.buttons[button] for button in pads.held if button in bindings.buttons
        )

    def _drawn_state(self) -> object:
        settings = self._host.settings_file.settings
        state = self.view, self.pilot.gliding, self.labels.state, self._lines(), settings.grid
        return *state, self._measure.state(self._cursor())

    def _lines(self) -> tuple[tuple[str, Colour], ...]:
        cursor = self._cursor()
        return (
            (f"Chart · {world_words(self._traveller.session)}", GOLD),
            (position_words(*self.view.world_of(*cursor)), WHITE),
            (_HELP, SOFT),
        )

    def _cursor(self) -> tuple[int, int]:
        return self.pilot.cursor or self.view.middle

    def _draw_bookmarks(self, target: pygame.Surface) -> None:
        view, letters = self.view, self._hud.letters(target.size)
        window = target.get_rect()
        seen = []
        for mark in self._traveller.session.bookmarks:
            point = view.screen_of(mark.camera.x, mark.camera.y)
            if window.collidepoint(point):
                seen.append((point, letters.fitted(mark.name, view.width // 4)))
                draw_mark(target, point)
        sizes = [(point, (letters.width(name), letters.line_height)) for point, name in seen]
        taken = [self._hud.area]
        for label in self.labels.labels:
            taken.append(label.rect(*view.screen_of(label.place.x, label.place.y)))
        places = name_places(sizes, taken, window)
        for (_, name), place in zip(seen, places, strict=True):
            if place is not None:
                draw_rimmed(target, letters, name, place.topleft)
