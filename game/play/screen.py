"""Playing: one world, a camera over it, and everything the keys can do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

import pygame

from game.camera import CELL, ZOOM_DOUBLING, Camera, View, level_of_detail
from game.hud.hud import Hud, Pointer, Status
from game.input.chords import CHORD_KEYS, Chord, chord_of
from game.input.clicks import Clicks
from game.input.controls import Action, Controls
from game.input.fingers import FINGER_EVENTS
from game.input.pad_events import PAD_PRESSED
from game.play.autopilot import BRISK, Autopilot, is_short
from game.play.change_words import change_words
from game.play.chart import Chart
from game.play.compass import Compass
from game.play.first_hint import FirstHint
from game.play.logbook import Logbook
from game.play.measure import Measure
from game.play.pilot import Pilot
from game.play.place_card import PlaceCard
from game.play.readout import Readout
from game.play.scenery import Scenery
from game.play.status import pointer_to, units_to_pixels
from game.play.tools import Tools
from game.play.trail import Trail, TrailPlace
from game.play.world_change import WorldChange
from game.screen import Host
from game.settings import Settings
from game.terrain.loader import Answer, Loader
from game.terrain.map_style import MapStyle
from game.terrain.terrain_view import TerrainView
from game.terrain.world_source import GeneratedWorld
from game.world.session import OpenedWorld, Session, Target
from worldgen.parameters import ParameterError

_OCTAVES = {
    Action.OCTAVES_1: 1,
    Action.OCTAVES_2: 2,
    Action.OCTAVES_3: 3,
    Action.OCTAVES_4: 4,
    Action.OCTAVES_5: 5,
    Action.OCTAVES_6: 6,
}


Commands = Mapping[Action | Chord, Callable[[], None]]


class PlayScreen:
    """The land, the panel over it, and the keys.

    Args:
        host: the program around it.
        opened: the world, and where to look at it.
        menus: returns what the keys do that open menus over this screen.
        fly: a steady flight in pixels a second.
        keeps_voyage: whether it is written down where the player is.
        smooth: whether zooming glides and pictures fade in.
        workers: threads that make chunks; as many as suit the machine when left out.
    """

    covers = True

    def __init__(
        self,
        host: Host,
        opened: OpenedWorld,
        menus: Callable[[PlayScreen], Commands],
        *,
        fly: tuple[float, float] = (0.0, 0.0),
        keeps_voyage: bool = True,
        smooth: bool = True,
        workers: int | None = None,
    ) -> None:
        self._host = host
        self.session = opened.session
        self.loader = Loader(self.session.source, workers)
        self.terrain = TerrainView(self.loader, soft=smooth)
        self.controls = Controls()
        self.pilot = Pilot(opened.camera or Camera(0, 0), self.controls, smooth)
        self.autopilot = Autopilot(self.loader)
        self.compass = Compass(self.loader)
        self.readout = Readout()
        self._clicks = Clicks()
        self.fly = fly
        """A steady flight in pixels a second, besides what the keys do."""
        self.scenery = Scenery(host, self.loader, self.session.source)
        self._hud = Hud(lambda: host.settings_file.settings.ui_scale)
        self._tools = Tools(host, self.controls, self.scenery, self._hud)
        self.measure = Measure()
        self.card = PlaceCard(host, self.loader, self.measure.begin)
        self._change = WorldChange()
        self._trail = Trail()
        self._own = Target.of(self.session)
        """The world that was opened, before keys changed it."""
        self._homeward: Answer[tuple[int, int]] | None = None
        self._logbook = Logbook(host, self.loader, keeps_voyage)
        self._smooth = smooth
        self._settings: Settings | None = None
        self._hint = FirstHint(host, self.controls)
        self._apply_settings()
        self._said = self._status()
        self._drawn: object = None
        self._commands = {**self._make_commands(), **menus(self)}
        if self.session.notice:
            host.notify(self.session.notice, warning=True)

    @property
    def stale(self) -> bool:
        """Whether drawing again would look different."""
        return self.terrain.changed or self._drawn != self._drawn_state()

    @property
    def view(self) -> View:
        """What the window shows."""
        return self.pilot.camera.view(*self._host.size)

    def handle(self, event: pygame.event.Event) -> None:
        """Take an event of keyboard, mouse or window."""
        if self.card.handle(event):
            return
        if self.scenery.handle(event, self.pilot.camera, self.pilot.cursor, self._fly_there):
            return
        pressed = self._tools.pressed(event)
        if pressed is not None:
            self._begin(*pressed)
            return
        chord = chord_of(event)
        if chord is not None:
            self._commands[chord]()
        elif event.type == pygame.KEYDOWN:
            action = self.controls.press(event)
            if action is not None:
                self._begin(action, bool(getattr(event, "mod", 0) & pygame.KMOD_SHIFT))
        elif event.type == pygame.KEYUP:
            self.controls.release(event)
        elif event.type == PAD_PRESSED:
            action = self._host.settings_file.settings.bindings.buttons.get(event.button)
            if action is not None:
                self._begin(action, shift=False)
        elif event.type == pygame.WINDOWFOCUSLOST:
            self.pilot.let_go()
        elif self.pilot.handle_mouse(event, self._host.size):
            self.autopilot.stop()
        self._take_click(event)

    def _take_click(self, event: pygame.event.Event) -> None:
        click = self._clicks.take(event, self._host.now)
        if self.pilot.dragging and event.type in FINGER_EVENTS:
            self._clicks.forget()
        elif click is not None and click.double:
            self.card.close()
            self.pilot.zoom_by(ZOOM_DOUBLING, self._host.size)
        elif click is not None:
            self._click(click.pixel)

    def _click(self, pixel: tuple[int, int]) -> None:
        """Measure to this place or from it, or show its card."""
        position = self.view.world_of(*pixel)
        if self.measure.follows or self.controls.holds(Action.FASTER):
            self.measure.click(position)
        elif self.card.is_open or self.scenery.land_alone:
            self.card.close()
        else:
            self.measure.clear()
            place = self.scenery.name_at(pixel, self.view)
            self.card.open(self.session, self.view, position, place, self.scenery.units)

    def update(self, seconds: float, active: bool) -> None:
        """Move the camera, take finished chunks, and request others."""
        now = self._host.now
        self._apply_settings()
        self._take_world()
        if active:
            self._move(seconds)
        else:
            self.pilot.let_go()
            self.pilot.velocity = (0.0, 0.0)
        view = self.view
        self.terrain.update(self._goal(), self._velocity(), now)
        lod = level_of_detail(view.zoom)[0]
        x, y = view.world_of(*self._cursor())
        self.compass.update(self.pilot.camera.cell, (x // CELL, y // CELL), lod, now)
        news = self.terrain.counts.uploads
        self.scenery.names_wait = not self.terrain.has_land(view)
        self.scenery.update(seconds, active, view, self.pilot.camera, news, now)
        self.readout.refresh(self.session, self.terrain, self.loader, view, self._host.pace, now)
        if active:
            self._hint.update(seconds)
        self.card.update()
        self._said = self._status()
        self._tools.touring = self.autopilot.touring
        self._tools.update(self.pilot.cursor)
        self.scenery.toolbar = self._tools.place
        self._pass_on_messages()
        self._logbook.keep_now_and_then(self.session, self.pilot.camera, now)

    def draw(self, target: pygame.Surface) -> None:
        """Draw land, panel and pointer."""
        self._drawn = self._drawn_state()
        blitter = self.scenery.effects.blitter(self.view)
        self.terrain.draw(target, self.view, self._host.now, self.pilot.gliding, blitter)
        self.scenery.draw(target, self.view, self.pilot.camera)
        if self.scenery.land_alone:
            return
        self._hud.draw_status(target, self._said, self._tools.place)
        self.scenery.panel = self._hud.area
        self._tools.draw(target)
        letters = self._hud.letters(target.size)
        self.measure.draw(target, letters, self.view, self._cursor(), self.scenery.units)
        self.card.draw(target, letters, self.view, self.scenery.covered(self.view.zoom))
        pointer = self._pointer()
        if pointer is not None:
            self._hud.draw_pointer(target, pointer, self.scenery.covered(self.view.zoom))

    def close(self) -> None:
        """Write down where the player is, and end the workers."""
        # They hold this screen in a circle, and with it its pictures and font files for long.
        self._commands.clear()
        self.loader.stop()
        self._logbook.keep_or_fail(self.session, self.pilot.camera)

    # What stands on the screen

    def _drawn_state(self) -> object:
        """Return all that the picture depends on, apart from the land itself."""
        state = self.view, self.pilot.gliding, self.scenery.state
        over = self._tools.state, self.card.state, self.measure.state(self._cursor())
        return *state, self._said, self._pointer(), over

    def _status(self) -> Status:
        steering = "autopilot" if self.autopilot.steering else ""
        return self.readout.status(
            self.session,
            self.view,
            self._cursor(),
            self.compass,
            self.scenery.labels.places,
            self.scenery.units,
            doing="tour by autopilot" if self.autopilot.touring else steering,
            hint=self._hint.words,
        )

    def _pointer(self) -> Pointer | None:
        bearing, camera = self.compass.bearing, self.pilot.camera
        return pointer_to(bearing, camera, self._host.size, self.scenery.units)

    def _cursor(self) -> tuple[int, int]:
        return self.pilot.cursor or self.view.middle

    def _pass_on_messages(self) -> None:
        if self.terrain.messages:
            self._host.notify(self.terrain.messages.popleft(), warning=True)
        if self.autopilot.message:
            self._host.notify(self.autopilot.message)
            self.autopilot.message = None

    # Moving

    def _move(self, seconds: float) -> None:
        self._take_homeward()
        pads, bindings = self._host.gamepads, self._host.settings_file.settings.bindings
        self.controls.lean = pads.direction()
        self.controls.held_on_pad = frozenset(
            bindings.buttons[button] for button in pads.held if button in bindings.buttons
        )
        if self.pilot.step(seconds, self._host.size):
            self.autopilot.stop()
        if self.fly != (0.0, 0.0):
            self.pilot.drift(self.fly, seconds)
        if self.autopilot.steering and not self.pilot.dragging:
            camera = self.autopilot.steer(self.pilot.camera, min(seconds, 0.1))
            self.pilot.camera = camera
            if self.autopilot.take_arrival():
                self.pilot.come_near()

    def _goal(self) -> View:
        """Return what the window will show at the end of a glide of the zoom."""
        return self.pilot.goal.view(*self._host.size)

    def _velocity(self) -> tuple[float, float]:
        if self.autopilot.steering:
            return units_to_pixels(self.autopilot.velocity(), self.pilot.camera.zoom)
        return self.pilot.velocity

    def _fly_there(self, camera: Camera) -> None:
        """Go to a place on the small map."""
        if self.pilot.smooth:
            self._leave_trail()
            self.autopilot.stop()
            self.autopilot.fly_to(self.pilot.camera, (camera.x, camera.y), nears=False)
        else:
            self.travel(camera)

    def _go_home(self) -> None:
        self._homeward = self.loader.ask(lambda source: source.spawn())

    def _take_homeward(self) -> None:
        if self._homeward is None or not self._homeward.done:
            return
        if self._homeward.value is not None:
            self._leave_trail()
            home = Camera.at_cell(*self._homeward.value, zoom=self.pilot.camera.zoom)
            self.autopilot.fly_to(self.pilot.camera, (home.x, home.y))
        elif self._homeward.error:
            self._host.notify(self._homeward.error, warning=True)
        self._homeward = None

    # Keys

    def _make_commands(self) -> dict[Action | Chord, Callable[[], None]]:
        commands: dict[Action | Chord, Callable[[], None]] = {
            Action.ZOOM_IN: lambda: self.pilot.begin_zoom(1, self._host.size),
            Action.ZOOM_OUT: lambda: self.pilot.begin_zoom(-1, self._host.size),
            Action.HOME: self._go_home,
            Action.ISLANDS: self._switch_islands,
            Action.NEXT_ISLAND: self._fly_to_next,
            Action.TOUR: self._tour,
            Action.CHART: lambda: self._host.push(Chart(self._host, self)),
            Action.DETAILS: self.readout.switch_details,
            Chord.BACKWARD: lambda: self._go_along(self._trail.backward(self._here())),
            Chord.FORWARD: lambda: self._go_along(self._trail.forward(self._here())),
        }
        for action, act in self.scenery.commands().items():
            commands[action] = act
        return commands

    def _begin(self, action: Action, shift: bool) -> None:
        if action is Action.BACK and (self.card.close() or self.measure.clear()):
            return
        if action in _OCTAVES:
            self._change_parameters(octaves=_OCTAVES[action])
        elif action is Action.OWN_OCTAVES:
            self._change_parameters(octaves=self._own.parameters.octaves)
        elif action is Action.NEXT_SEED:
            self._ask_for(self._change.target(self.session).with_seed(back=shift))
        elif action is Action.OVERLAY:
            self.scenery.change_overlay(back=shift)
            self._use_style(self.scenery.style)
        elif action in self._commands:
            self._commands[action]()
        if action is Action.HELP:
            self._hint.learned()

    def _fly_to_next(self) -> None:
        self._leave_trail()
        self.autopilot.touring = False
        self.autopilot.next_island(self.pilot.camera)

    def _tour(self) -> None:
        if not self.autopilot.touring:
            self._leave_trail()
        self.autopilot.tour(self.pilot.camera)

    # Back and forward

    def _here(self) -> TrailPlace:
        """Return where the player is, or will be as soon as that world is open."""
        camera = self._change.place(self.pilot.camera)
        return TrailPlace(self._change.target(self.session), camera)

    def _leave_trail(self) -> None:
        """Note where the player is, who is about to go elsewhere."""
        self._trail.leave(TrailPlace(Target.of(self.session), self.pilot.camera))

    def _go_along(self, place: TrailPlace | None) -> None:
        """Go to a place of the trail, in whatever world it is."""
        if place is None:
            self._host.notify("There is no other place in this direction")
        elif place.world == Target.of(self.session):
            self._change.forget()
            self._place_at(place.camera)
        else:
            self._change.ask(place.world, self.session.saves, place.camera)

    # Other worlds

    def _switch_islands(self) -> None:
        island = self._change.target(self.session).parameters.island
        self._change_parameters(island=not island)

    def _change_parameters(self, **changes: object) -> None:
        target = self._change.target(self.session)
        try:
            self._ask_for(target.with_parameters(**changes))
        except ParameterError as error:
            self._host.notify(str(error), warning=True)

    def _ask_for(self, target: Target) -> None:
        own = (target.seed, target.parameters) == (self._own.seed, self._own.parameters)
        self._change.ask(self._own if own else target, self.session.saves)

    def _take_world(self) -> None:
        along = self._change.leads_to_place
        opened = self._change.taken(self.session.saves)
        if self._change.error:
            self._host.notify(self._change.error, warning=True)
            self._change.error = None
        if opened is None:
            return
        before = self.session
        if not along:
            self._leave_trail()
        self._switch_to(opened)
        if not along:
            undo = self._undo_words()
            octaves = self._own.parameters.octaves
            self._host.notify(change_words(before, self.session, octaves, undo))

    def _undo_words(self) -> str:
        """Return which keys lead back."""
        backward = f"{CHORD_KEYS[Chord.BACKWARD]}: back"
        keys = self.controls.keys_of(Action.OWN_OCTAVES)
        octaves = self.session.parameters.octaves != self._own.parameters.octaves
        return f"{keys[0]}: as before, {backward}" if octaves and keys else backward

    def enter(self, opened: OpenedWorld) -> None:
        """Go on in another world that the player has chosen."""
        self._leave_trail()
        self._change.forget()
        self._switch_to(opened)
        self._own = Target.of(self.session)

    def _switch_to(self, opened: OpenedWorld) -> None:
        self._logbook.keep(self.session, self.pilot.camera)
        self.session = opened.session
        self.loader.change(self.session.source)
        self.terrain.restart()
        self.scenery.enter(self.session.source)
        self._use_style(self.scenery.style)
        self.compass.forget()
        self.card.close()
        self.measure.clear()
        self.autopilot.forget()
        self._homeward = None
        if opened.camera is not None:
            self.pilot.place(opened.camera)
        if self.session.notice:
            self._host.notify(self.session.notice, warning=True)

    # What the menus ask

    @property
    def camera(self) -> Camera:
        """Where the player looks."""
        return self.pilot.camera

    @property
    def place_name(self) -> str | None:
        """Island and biome in the middle of the window, if they are known."""
        bearing = self.compass.bearing
        if bearing is None or bearing.ground.island is None:
            return None
        return f"{bearing.ground.island}, {bearing.ground.biome}"

    def travel(self, camera: Camera) -> None:
        """Go to another place: fly there if it is near, or else look at it at once."""
        self._leave_trail()
        self._place_at(camera)

    def _place_at(self, camera: Camera) -> None:
        self.autopilot.stop()
        here = self.pilot.camera
        if self.pilot.smooth and is_short(here, camera, self._host.size):
            self.autopilot.fly_to(here, (camera.x, camera.y), nears=False, speed=BRISK)
            self.pilot.glide_to(camera.zoom)
        else:
            self.pilot.place(camera)

    def take_session(self, session: Session) -> None:
        """Go on with the same world, saved or with other bookmarks."""
        if session.path != self.session.path:
            self._own = Target.of(session)
        self.session = session
        self._logbook.keep(session, self.pilot.camera)

    def _apply_settings(self) -> None:
        """Let settings that have changed have their effect."""
        settings = self._host.settings_file.settings
        if settings is self._settings:
            return
        if self._settings is None or settings.bindings != self._settings.bindings:
            self.controls.rebind(settings.bindings.keys)
        self._settings = settings
        self.pilot.speed = settings.speed
        self.pilot.smooth = self.terrain.soft = self._smooth and not settings.less_motion
        self._use_style(self.scenery.style)

    def _use_style(self, style: MapStyle) -> None:
        if style != self.session.source.style:
            dims = style.overlay != self.session.source.style.overlay
            source = GeneratedWorld(self.session.source.world, style)
            self.session = replace(self.session, source=source)
            self.loader.change(source)
            self.terrain.repaint(dims=dims)
            self.scenery.enter(source)
            self.compass.ask_again()
