"""Plays the game in a test: real events in, frames out, as fast as they come."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pygame

from game.app.app import App
from game.camera import Camera
from game.menus.menus import Menus
from game.run import play_screen
from game.screen import Screen
from game.settings import SettingsFile
from game.terrain.world_source import GeneratedWorld
from game.world.session import OpenedWorld, Session
from tests.worlds import home_cell, shared_world
from worldgen.seed import Seed

SIZE = (320, 200)


class Driver:
    """An ``App`` with a ``PlayScreen`` on a real world, and no wait between frames."""

    def __init__(
        self,
        folder: Path,
        seed: Seed = 7,
        camera: Camera | None = None,
        parameters: dict[str, Any] | None = None,
        keeps_voyage: bool = True,
        smooth: bool = False,
    ) -> None:
        self.app = App(SIZE, folder, SettingsFile(folder / "settings.json"))
        self.app.fixed_step = 1 / 60
        # The clock of the game would make every test last as long as what it plays.
        self.app.frame_clock = _NoWait()
        world = shared_world(seed, **(parameters or {}))
        source = GeneratedWorld(world)
        session = Session(source, folder / "saves")
        opened = OpenedWorld(session, camera or Camera.at_cell(*home_cell(world)))
        self.play = play_screen(self.app, opened, keeps_voyage=keeps_voyage, smooth=smooth)
        self.menus = Menus(self.app, self.play, partial(play_screen, self.app))
        self.app.push(self.play)
        self.frames(1)

    @property
    def cell(self) -> tuple[int, int]:
        return self.play.pilot.camera.cell

    def frames(self, count: int) -> None:
        for _ in range(count):
            self.app.frame()

    def until(self, condition: Callable[[], bool]) -> None:
        """Go on with frames, each when workers have done something, until it is so."""
        while not condition():
            for thread in threading.enumerate():
                if thread.name == "opening":
                    thread.join()
            self.play.loader.wait()
            self.app.frame()

    def settle(self) -> None:
        self.until(lambda: self.play.terrain.complete(self.play.view))
        self.frames(2)

    @property
    def top(self) -> Screen | None:
        """The topmost screen, asked anew every time."""
        return self.app.screens.top

    @property
    def seed(self) -> Seed:
        return self.play.session.seed

    @property
    def name(self) -> str | None:
        return self.play.session.name

    def press(self, *keys: int, shift: bool = False, mod: int = 0, frames: int = 1) -> None:
        """Press and release keys by their US names, one after another."""
        for key in keys:
            self.down(key, shift, mod)
            self.frames(frames)
            self.up(key)
        self.frames(1)

    def down(self, key: int, shift: bool = False, mod: int = 0) -> None:
        mod |= pygame.KMOD_LSHIFT if shift else 0
        post(pygame.KEYDOWN, key=key, mod=mod, unicode="")

    def up(self, key: int) -> None:
        post(pygame.KEYUP, key=key, mod=0)

    def type(self, text: str) -> None:
        for letter in text:
            post(pygame.TEXTINPUT, text=letter)
        self.frames(1)

    def picture(self) -> bytes:
        return bytes(self.app.surface.get_buffer().raw)


class _NoWait:
    def tick(self, _rate: float, /) -> int:
        return 16

    def get_fps(self) -> float:
        return 60.0


def post(kind: int, **fields: Any) -> None:
    pygame.event.post(pygame.event.Event(kind, **fields))
