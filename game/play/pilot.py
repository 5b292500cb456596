"""How the player moves the camera: keys, drag, wheel, fingers, and a glide between zooms."""

from __future__ import annotations

import math
from dataclasses import replace

import pygame

from game.camera import CELL, MAX_ZOOM, MIN_ZOOM, PLACE_ZOOM, ZOOM_NOTCH, Camera, scale_of
from game.input.controls import Action, Controls, Wheel
from game.input.fingers import FINGER_EVENTS, Fingers, Gesture
from game.options import MAX_POSITION
from game.play.momentum import Momentum
from game.screen import LONGEST_STEP

SPEED = 640.0
"""Pixels a second, at every zoom."""

FAST_SPEED = 2000.0
_GLIDE_SECONDS = 0.07
_FIRST_REPEAT_SECONDS = 0.3
_REPEAT_SECONDS = 0.1
_LIMIT = MAX_POSITION * CELL


class Pilot:
    """Moves a camera as the player wants it."""

    def __init__(self, camera: Camera, controls: Controls, smooth: bool = True) -> None:
        self.camera = camera
        self.controls = controls
        self.smooth = smooth
        self.speed = 1.0
        """How many times as fast as usual the keys move."""
        self.velocity = (0.0, 0.0)
        """Pixels a second, as the last step moved."""
        self.cursor: tuple[int, int] | None = None
        """The pixel under the mouse, None while it is outside the window."""
        self._wheel = Wheel()
        self._fingers = Fingers()
        self._momentum = Momentum()
        self._zoom_goal = camera.zoom
        self._zoom_about: tuple[int, int] = (0, 0)
        self._repeat_in = 0.0
        self._grabbed: tuple[int, int] | None = None
        self._rest = (0.0, 0.0)

    @property
    def zoom_goal(self) -> int:
        """The zoom that the glide is going to end at."""
        return self._zoom_goal

    @property
    def goal(self) -> Camera:
        """The camera at the end of the glide."""
        return self.camera.zoomed(self._zoom_goal, *self._zoom_about)

    @property
    def gliding(self) -> bool:
        """Whether the zoom is changing."""
        return self._zoom_goal != self.camera.zoom or self._fingers.together

    @property
    def dragging(self) -> bool:
        """Whether the land is held by mouse or fingers."""
        return self._grabbed is not None or self._fingers.together

    def place(self, camera: Camera) -> None:
        """Go to a place at once."""
        self.camera = camera.kept_within(_LIMIT)
        self._zoom_goal = camera.zoom
        self._rest = (0.0, 0.0)
        self._grabbed = None
        self._momentum.stop()

    def glide_to(self, zoom: int) -> None:
        """Begin to zoom about the middle, as far as to this zoom."""
        self._zoom_goal = zoom
        self._zoom_about = (0, 0)

    def come_near(self) -> None:
        """Zoom in on the middle until a place can be made out."""
        self.glide_to(max(self._zoom_goal, PLACE_ZOOM))

    def let_go(self) -> None:
        """Release keys and mouse, as when the window loses them."""
        self.controls.release_all()
        self._grabbed = None
        self._fingers.release()
        self._momentum.stop()

    def handle_mouse(self, event: pygame.event.Event, size: tuple[int, int]) -> bool:
        """Take an event of mouse or fingers; return whether the camera is in the player's hand."""
        if event.type in FINGER_EVENTS:
            return self._handle_fingers(event, size)
        if self._fingers.together:
            # The system makes wheel and mouse of the same two fingers.
            return False
        if event.type == pygame.MOUSEWHEEL:
            self.zoom_by(self._wheel.turned(event), size)
        elif event.type == pygame.MOUSEMOTION:
            before, self.cursor = self.cursor, event.pos
            if not any(event.buttons):
                # They may have been let go outside the window.
                self._grabbed = None
            if self._grabbed is not None:
                self._drag_to(event.pos, size)
                if before is not None:
                    self._momentum.drag(event.pos[0] - before[0], event.pos[1] - before[1])
                return True
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button in (1, 2, 3):
            self.cursor = event.pos
            self._grabbed = self.camera.held(*_from_middle(event.pos, size))
            self._momentum.stop()
            return True
        elif event.type == pygame.MOUSEBUTTONUP and event.button in (1, 2, 3):
            if self._grabbed is not None and self.smooth:
                self._momentum.throw()
            self._grabbed = None
        elif event.type == pygame.WINDOWLEAVE:
            self.cursor = None
        return False

    def zoom_by(self, units: int, size: tuple[int, int]) -> None:
        """Begin to zoom about the cursor, or about the middle while it is elsewhere."""
        self._zoom_goal = max(MIN_ZOOM, min(MAX_ZOOM, self._zoom_goal + units))
        middle = size[0] // 2, size[1] // 2
        self._zoom_about = _from_middle(self.cursor or middle, size)

    def begin_zoom(self, direction: int, size: tuple[int, int]) -> None:
        """Zoom by one notch at the press of a key, and go on a little later if it stays down."""
        self._repeat_in = _FIRST_REPEAT_SECONDS
        self.zoom_by(direction * ZOOM_NOTCH, size)

    def step(self, seconds: float, size: tuple[int, int]) -> bool:
        """Move on by some time; return whether a key moved the camera."""
        seconds = max(0.0, min(LONGEST_STEP, seconds))
        self._repeat_zoom(seconds, size)
        self._glide(seconds)
        self._momentum.step(seconds)
        slide = self._momentum.velocity
        x, y = self.controls.direction()
        speed = self.speed * (FAST_SPEED if self.controls.holds(Action.FASTER) else SPEED)
        self.drift((x * speed - slide[0], y * speed - slide[1]), seconds)
        return (x, y) != (0.0, 0.0)

    def drift(self, velocity: tuple[float, float], seconds: float) -> None:
        """Move at a speed in pixels a second; what is less than a unit is kept for later."""
        self.velocity = velocity
        if velocity == (0.0, 0.0):
            return
        units = seconds * CELL / scale_of(self.camera.zoom)
        x = velocity[0] * units + self._rest[0]
        y = velocity[1] * units + self._rest[1]
        dx, dy = math.floor(x), math.floor(y)
        self._rest = (x - dx, y - dy)
        self.camera = self.camera.moved(dx, dy).kept_within(_LIMIT)

    def _repeat_zoom(self, seconds: float, size: tuple[int, int]) -> None:
        direction = self.controls.zooming()
        if not direction:
            return
        self._repeat_in -= seconds
        if self._repeat_in <= 0.0:
            self._repeat_in += _REPEAT_SECONDS
            self.zoom_by(direction * ZOOM_NOTCH, size)

    def _glide(self, seconds: float) -> None:
        left = self._zoom_goal - self.camera.zoom
        if not left:
            return
        share = 1.0 - math.exp(-seconds / _GLIDE_SECONDS) if self.smooth else 1.0
        units = max(1, round(abs(left) * share))
        zoom = self.camera.zoom + (units if left > 0 else -units)
        self.camera = self.camera.zoomed(zoom, *self._zoom_about).kept_within(_LIMIT)

    def _handle_fingers(self, event: pygame.event.Event, size: tuple[int, int]) -> bool:
        gesture = self._fingers.handle(event, size)
        if self._fingers.together:
            self._grabbed = None
            self._momentum.stop()
        if gesture is not None:
            self._follow(gesture, size)
        return self._fingers.together

    def _follow(self, gesture: Gesture, size: tuple[int, int]) -> None:
        """Keep the land between two fingers where they are."""
        self.cursor = gesture.after
        held = self.camera.held(*_from_middle(gesture.before, size))
        self._zoom_goal = max(MIN_ZOOM, min(MAX_ZOOM, self.camera.zoom + gesture.zoom))
        nearer = replace(self.camera, zoom=self._zoom_goal)
        moved = nearer.holding(held, *_from_middle(gesture.after, size))
        self.camera = moved.kept_within(_LIMIT)

    def _drag_to(self, pixel: tuple[int, int], size: tuple[int, int]) -> None:
        assert self._grabbed is not None
        moved = self.camera.holding(self._grabbed, *_from_middle(pixel, size))
        self.camera = moved.kept_within(_LIMIT)


def _from_middle(pixel: tuple[int, int], size: tuple[int, int]) -> tuple[int, int]:
    return pixel[0] - size[0] // 2, pixel[1] - size[1] // 2
