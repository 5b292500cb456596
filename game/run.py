"""One run of the game, from the options to the exit code."""

from __future__ import annotations

import gc
import importlib
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import pygame

from game.app import window
from game.app.app import App
from game.menus.title import TitleScreen
from game.options import Options
from game.screen import Screen
from game.settings import DEFAULT_SIZE, Settings, SettingsFile
from game.world.background_load import BackgroundLoad, Tell

if TYPE_CHECKING:
    from game.input.chords import Chord
    from game.input.controls import Action
    from game.play.screen import PlayScreen
    from game.world.session import OpenedWorld

SHORT_FLIGHT_FRAMES = 120
SHORT_FLIGHT_SPEED = (420.0, 160.0)
_STEP = 1 / 60


def run_game(options: Options) -> int:
    """Open a window and play, or fly without one; return the exit code."""
    try:
        window.start_display(options.headless)
        app = _open_window(options)
    except window.WindowError as error:
        print(f"endless-isles: {error}", file=sys.stderr)
        return 1
    try:
        if window.is_unseen() and options.frames is None and options.screenshot is None:
            return _fly_shortly(app, options)
        return _play(app, options)
    finally:
        pygame.quit()


def _open_window(options: Options) -> App:
    """Return the program with a window as the player left it, or as the options want it."""
    settings_file = SettingsFile()
    settings = settings_file.settings
    seen = not window.is_unseen()
    app = App(options.size or _usual_size(settings, seen), options.saves, settings_file)
    app.remembers_size = seen and options.size is None
    if settings_file.notice:
        app.notify(settings_file.notice, warning=True)
    if seen and settings.full_screen and options.size is None:
        app.toggle_full_screen()
    return app


def _usual_size(settings: Settings, seen: bool) -> tuple[int, int]:
    """Return the size the window had last, at most the desktop's."""
    if not seen:
        return DEFAULT_SIZE
    width, height = window.desktop_size()
    return min(settings.window_width, width), min(settings.window_height, height)


def open_app(app: App, options: Options, keeps_voyage: bool) -> None:
    """Show the title, and behind it open the world that the options ask for."""

    def make(tell: Tell) -> OpenedWorld:
        # Slow to import: the title is on the screen by now.
        tell(0.02, "Setting sail")
        from game.world.session import first_world

        # So that nothing is left to import when the world is ready.
        importlib.import_module("game.menus.menus")
        importlib.import_module("game.play.screen")
        opened = first_world(options)(tell)
        _settle_memory()
        return opened

    def when_ready(opened: OpenedWorld) -> Screen:
        app.folder = opened.session.saves
        fly = options.fly or (0.0, 0.0)
        return play_screen(app, opened, fly=fly, keeps_voyage=keeps_voyage)

    load = BackgroundLoad(make)
    if window.is_unseen() or not options.begins_at_title:
        app.push(TitleScreen(app, load, when_ready))
        return
    title = TitleScreen(app, load, None)

    def show_menu() -> None:
        # The picture is on the screen; what the menu needs may take its time now.
        from game.menus.title_menu import TitleMenu

        app.replace_all(TitleMenu(app, load, title, partial(play_screen, app)))

    app.push(title)
    app.when_seen = show_menu


def play_screen(
    app: App,
    opened: OpenedWorld,
    *,
    fly: tuple[float, float] = (0.0, 0.0),
    keeps_voyage: bool = True,
    smooth: bool = True,
) -> PlayScreen:
    """Return the screen that plays a world, with the menus that its keys open."""
    from game.menus.menus import Menus
    from game.play.screen import PlayScreen

    def commands(player: PlayScreen) -> dict[Action | Chord, Callable[[], None]]:
        return Menus(app, player, partial(play_screen, app)).commands()

    return PlayScreen(app, opened, commands, fly=fly, keeps_voyage=keeps_voyage, smooth=smooth)


def _settle_memory() -> None:
    """Take what is there for good out of garbage collection, which would halt the game for it.

    The compiler alone leaves some hundred thousand objects: looking through them takes 0.1 s.
    """
    gc.collect()
    gc.freeze()


def _play(app: App, options: Options) -> int:
    open_app(app, options, options.keeps_voyage)
    if options.frames is not None:
        app.fixed_step = _STEP
    frames = options.frames
    if frames is None and options.screenshot:
        frames = SHORT_FLIGHT_FRAMES if options.fly else 1
    app.run(frames, lambda: is_playing(app))
    if options.screenshot and app.code == 0:
        settle(app)
        write_picture(app, options.screenshot)
    return app.close()


def _fly_shortly(app: App, options: Options) -> int:
    """Without a display: fly a little, write a picture, and say where it is."""
    options = replace(options, fly=options.fly or SHORT_FLIGHT_SPEED)
    app.fixed_step = _STEP
    open_app(app, options, keeps_voyage=False)
    app.run(SHORT_FLIGHT_FRAMES, lambda: is_playing(app))
    if app.code == 0 and is_playing(app):
        settle(app)
        write_picture(app, (app.folder or Path.cwd()) / "screenshots" / "flight.png")
    return app.close()


def is_playing(app: App) -> bool:
    """Return whether the title is over."""
    return not isinstance(app.screens.top, TitleScreen)


def settle(app: App) -> None:
    """Go on with frames, standing still, until the picture is as complete as it can be."""
    from game.play.screen import PlayScreen

    play = app.screens.top
    if not isinstance(play, PlayScreen):
        return
    play.fly = (0.0, 0.0)
    while not play.terrain.ended(play.view):
        play.loader.wait()
        app.frame()
    play.terrain.refresh()
    app.frame()


def write_picture(app: App, path: Path) -> None:
    """Write what the window shows, and print where."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        pygame.image.save(app.surface, path)
    except (OSError, pygame.error) as error:
        app.quit(f"{path}: no picture was written: {error}", 1)
        return
    print(f"picture written to {path}")
