"""``python -m game --soak MINUTES``: play at random, and see whether anything grows or fails.

Flights, zooms, seeds, saves, menus, resizes and storms of events are drawn from a seed, so that the
same seed does the same again; how far it gets depends on the machine. It plays in a folder of its
own unless ``--saves`` names one.
"""

from __future__ import annotations

import contextlib
import os
import random
import sys
import tempfile
import threading
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

import pygame

from game.app import window
from game.app.app import App
from game.app.memory import resident_megabytes
from game.camera import Camera
from game.input.controls import DEFAULT_BINDINGS, HELD
from game.options import Options
from game.play.screen import PlayScreen
from game.run import is_playing, open_app, play_screen
from game.settings import SettingsFile
from game.terrain.world_source import GeneratedWorld
from game.world.session import OpenedWorld, Session
from worldgen import World, warm_up

_SEED = "soak"
_STEP = 1 / 60
_SIZES = ((1280, 720), (640, 360), (1920, 1080), (300, 900), (200, 120), (1, 1))
_TEXTS = ("isle", "日本", "🌋", "-1", "1e999", "a/b", "\u202e", " " * 40)
_STORM = 4000
_FARTHEST = 2**40

_RESTS = 12
_SETTLED = 7
"""So many rests see caches fill up and the heap find its size."""

_MEMORY_BUDGET, _FILES_BUDGET, _THREADS_BUDGET = 40.0, 3, 2
"""How much more may be held at the end than when all had settled."""


@dataclass(frozen=True)
class Held:
    """What the program holds when it rests: with one new screen, in one size."""

    megabytes: float
    files: int
    threads: int


@dataclass
class Soaked:
    """What came of it."""

    held: list[Held] = field(default_factory=list)
    worst: list[tuple[float, str]] = field(default_factory=list)
    """Milliseconds of the slowest frames, and what was done in them."""
    errors: list[str] = field(default_factory=list)
    frames: int = 0

    def note_frame(self, milliseconds: float, doing: str) -> None:
        """Keep the slowest frames."""
        self.frames += 1
        self.worst = sorted([*self.worst, (milliseconds, doing)], reverse=True)[:5]

    def grown(self) -> list[str]:
        """Return what has grown: the least of the last rests against the most of those before."""
        early, late = self.held[_SETTLED - 2 : _SETTLED], self.held[_SETTLED:][-3:]
        found: list[str] = []
        if not late:
            return found
        for name, budget in (
            ("megabytes", _MEMORY_BUDGET),
            ("files", _FILES_BUDGET),
            ("threads", _THREADS_BUDGET),
        ):
            before = max(getattr(each, name) for each in early)
            after = min(getattr(each, name) for each in late)
            if after > before + budget:
                found.append(f"{name}: from {before:.0f} to {after:.0f}")
        return found


def run_soak(options: Options) -> int:
    """Play at random for so many minutes and print what came of it; 1 if it grew or failed."""
    with tempfile.TemporaryDirectory(prefix="endless-isles-") as folder:
        saves = options.saves or Path(folder)
        options = replace(options, seed=options.seed or _SEED, saves=saves)
        try:
            window.start_display(options.headless)
            app = App(
                options.size or _SIZES[0], saves, SettingsFile(Path(folder) / "settings.json")
            )
        except window.WindowError as error:
            print(f"endless-isles: {error}", file=sys.stderr)
            return 1
        try:
            return _soak(app, options, saves)
        finally:
            pygame.quit()


def _soak(app: App, options: Options, saves: Path) -> int:
    # Compiling is not what is looked at.
    warm_up()
    soaked = Soaked()
    hooks = threading.excepthook, sys.unraisablehook
    threading.excepthook = lambda failed: soaked.errors.append(
        "".join(traceback.format_exception(failed.exc_value))
    )
    sys.unraisablehook = lambda failed: soaked.errors.append(
        f"{failed.err_msg}: {failed.exc_value!r} in {failed.object!r}"
    )
    try:
        open_app(app, options, keeps_voyage=True)
        app.fixed_step = _STEP
        app.run(1, lambda: is_playing(app))
        player = RandomPlayer(app, str(options.seed), saves, soaked)
        player.play((options.soak or 0.0) * 60)
        code = app.close()
    finally:
        threading.excepthook, sys.unraisablehook = hooks
    _print(soaked, str(options.seed))
    return 1 if code or soaked.errors or soaked.grown() else 0


class RandomPlayer:
    """Does what a seed says, one thing after another."""

    def __init__(self, app: App, seed: str, saves: Path, soaked: Soaked) -> None:
        self._app = app
        self._saves = saves
        self._soaked = soaked
        self._random = random.Random(seed)
        self._doing = ""
        ways: dict[Callable[[], None], int] = {
            self._fly: 24,
            self._zoom: 16,
            self._press: 24,
            self._click: 12,
            self._drag: 6,
            self._write: 4,
            self._go_back: 12,
            self._resize: 3,
            self._storm: 2,
            self._travel: 3,
            self._change_world: 2,
        }
        self._ways, self._weights = list(ways), list(ways.values())

    def play(self, seconds: float) -> None:
        """Go on for so long, or until something fails."""
        self._app.after_frame = self._watch
        begun = time.monotonic()
        while len(self._soaked.held) < _RESTS and not self._soaked.errors:
            if time.monotonic() - begun >= seconds * (len(self._soaked.held) + 1) / _RESTS:
                self._rest()
            (way,) = self._random.choices(self._ways, self._weights)
            self._doing = way.__name__.strip("_").replace("_", " ")
            try:
                way()
                self._frames(1)
            except Exception:
                self._soaked.errors.append(traceback.format_exc())
        self._app.after_frame = None

    def _watch(self, work: float) -> None:
        self._soaked.note_frame(work * 1000, self._doing)

    def _rest(self) -> None:
        """Close all that is open, and see what is still held."""
        self._doing = "rest"
        self._app.surface = window.open_window(_SIZES[0])
        self._open(World(_SEED))
        self._frames(2)
        held = Held(resident_megabytes(), _open_files(), threading.active_count())
        self._soaked.held.append(held)

    def _frames(self, count: int) -> None:
        for _ in range(count):
            self._app.frame()

    def _place(self) -> tuple[int, int]:
        width, height = self._app.size
        return self._random.randrange(width + 1), self._random.randrange(height + 1)

    def _fly(self) -> None:
        held = [code for code, action in DEFAULT_BINDINGS.items() if action in HELD]
        codes = self._random.sample(held, self._random.randint(1, 3))
        for code in codes:
            _post_key(pygame.KEYDOWN, code)
        self._frames(self._random.randint(2, 90))
        for code in codes:
            _post_key(pygame.KEYUP, code)

    def _zoom(self) -> None:
        pygame.mouse.set_pos(self._place())
        for _ in range(self._random.randint(1, 12)):
            turn = self._random.choice((-3.0, -1.0, -0.1, 0.1, 1.0, 3.0))
            _post(pygame.MOUSEWHEEL, x=0, y=int(turn), precise_x=0.0, precise_y=turn, flipped=False)
            self._frames(self._random.randint(0, 3))

    def _press(self) -> None:
        shift = pygame.KMOD_LSHIFT if self._random.random() < 0.2 else 0
        code = self._random.choice([*DEFAULT_BINDINGS, pygame.KSCAN_RETURN, pygame.KSCAN_DELETE])
        _post_key(pygame.KEYDOWN, code, shift)
        self._frames(self._random.randint(1, 8))
        _post_key(pygame.KEYUP, code, shift)

    def _click(self) -> None:
        place = self._place()
        _post(pygame.MOUSEMOTION, pos=place, rel=(0, 0), buttons=(0, 0, 0))
        self._frames(1)
        button = self._random.choice((1, 1, 1, 2, 3))
        _post(pygame.MOUSEBUTTONDOWN, pos=place, button=button)
        self._frames(1)
        _post(pygame.MOUSEBUTTONUP, pos=place, button=button)
        self._frames(self._random.randint(1, 10))

    def _drag(self) -> None:
        _post(pygame.MOUSEBUTTONDOWN, pos=self._place(), button=1)
        for _ in range(self._random.randint(2, 20)):
            rel = self._random.randint(-60, 60), self._random.randint(-60, 60)
            _post(pygame.MOUSEMOTION, pos=self._place(), rel=rel, buttons=(1, 0, 0))
            self._frames(1)
        # Sometimes the release never comes.
        if self._random.random() < 0.8:
            _post(pygame.MOUSEBUTTONUP, pos=self._place(), button=1)

    def _write(self) -> None:
        for letter in self._random.choice(_TEXTS):
            _post(pygame.TEXTINPUT, text=letter)
        self._frames(2)

    def _go_back(self) -> None:
        for _ in range(self._random.randint(1, 4)):
            _post_key(pygame.KEYDOWN, pygame.KSCAN_ESCAPE)
            _post_key(pygame.KEYUP, pygame.KSCAN_ESCAPE)
            self._frames(2)

    def _resize(self) -> None:
        self._app.surface = window.open_window(self._random.choice(_SIZES))
        self._frames(self._random.randint(1, 30))

    def _storm(self) -> None:
        for _ in range(self._random.randint(1, _STORM)):
            place = self._place()
            _post(pygame.MOUSEMOTION, pos=place, rel=(1, 1), buttons=(0, 0, 0))
            turn = self._random.choice((-1.0, 1.0))
            _post(pygame.MOUSEWHEEL, x=0, y=int(turn), precise_x=0.0, precise_y=turn, flipped=False)

    def _travel(self) -> None:
        if isinstance(self._app.screens.top, PlayScreen):
            reach = self._random.choice((2_000, 10**6, _FARTHEST))
            x, y = self._random.randint(-reach, reach), self._random.randint(-reach, reach)
            self._app.screens.top.travel(Camera.at_cell(x, y))
            self._frames(self._random.randint(1, 60))

    def _change_world(self) -> None:
        self._open(World(self._random.getrandbits(64)))
        self._frames(self._random.randint(1, 90))

    def _open(self, world: World) -> None:
        session = Session(GeneratedWorld(world), self._saves)
        self._app.replace_all(play_screen(self._app, OpenedWorld(session, Camera.at_cell(0, 0))))


def _post(kind: int, **fields: object) -> None:
    # A full queue drops what comes, as it does with a player's events.
    with contextlib.suppress(pygame.error):
        pygame.event.post(pygame.event.Event(kind, fields))


def _post_key(kind: int, code: int, mod: int = 0) -> None:
    _post(kind, key=_KEYS.get(code, 0), scancode=code, mod=mod, unicode="")


_KEYS = {
    getattr(pygame, f"KSCAN_{name}"): getattr(pygame, f"K_{name}")
    for name in ("ESCAPE", "RETURN", "DELETE", "F11", "F12", "TAB", "LEFT", "RIGHT", "UP", "DOWN")
}
"""Keys that mean the same on every layout; those of letters are known by their place alone."""


def _open_files() -> int:
    """Return how many files are open; 0 where nobody can tell."""
    try:
        return len(os.listdir("/dev/fd"))
    except OSError:
        return 0


def _print(soaked: Soaked, seed: str) -> None:
    print(f"seed {seed}: {soaked.frames:,} frames")
    for name in ("megabytes", "files", "threads"):
        numbers = [getattr(each, name) for each in soaked.held]
        print(f"{name:10}", *(f"{number:4.0f}" for number in numbers))
    print("slowest    " + ", ".join(f"{time:.0f} ms ({doing})" for time, doing in soaked.worst))
    for error in soaked.errors:
        print(error)
    print("\n".join(f"grown: {each}" for each in soaked.grown()) or "nothing has grown")
