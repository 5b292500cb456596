"""The program around the screens: window, clock, events, and a clean end whatever happens."""

from __future__ import annotations

import signal
import sys
import time
import traceback
from collections import deque
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any, Protocol

import pygame

from game.app import window
from game.app.notices import Notices
from game.app.screen_stack import ScreenStack
from game.input.gamepad import DEVICE_EVENTS, Gamepads
from game.input.pad_events import PAD_PRESSED, PadButton
from game.screen import LONGEST_STEP, Pace, Screen
from game.settings import SMALLEST_WINDOW, SettingsFile

FRAMES_PER_SECOND = 60
CRASH_FILE = "crash.log"
_PACE_SECONDS = 0.5
SWITCH_SECONDS = 0.001
_NO_WINDOW = (0, 0)


class FrameClock(Protocol):
    """What is asked of pygame's clock."""

    def tick(self, framerate: float, /) -> int:
        """Wait for the time of the next frame; return the milliseconds since the last."""

    def get_fps(self) -> float:
        """Return how many frames a second there have been lately."""


class App:
    """Runs screens until one of them, the window or the system ends it."""

    def __init__(
        self,
        size: tuple[int, int],
        folder: Path | None = None,
        settings_file: SettingsFile | None = None,
    ) -> None:
        self.surface = window.open_window(size)
        self.settings_file = settings_file or SettingsFile()
        self.gamepads = Gamepads()
        self.screens = ScreenStack()
        self.folder = folder
        """Where pictures and reports go."""
        self.fixed_step: float | None = None
        """Seconds that every frame counts as, whatever the clock says."""
        self.when_seen: Callable[[], None] | None = None
        """Called once, after the first frame is on the screen."""
        self.after_frame: Callable[[float], None] | None = None
        """Called with the seconds of work of every frame."""
        self.remembers_size = False
        """Whether the size of the window is kept for the next time."""
        self.code = 0
        self.error: str | None = None
        self._running = True
        self._notices = Notices(lambda: self._now, lambda: self.settings_file.settings.ui_scale)
        self.frame_clock: FrameClock = pygame.time.Clock()
        """Waits for the time of the next frame."""
        self._now = time.monotonic()
        self._works: deque[float] = deque(maxlen=FRAMES_PER_SECOND)
        self._pace = Pace()
        self._pace_due = 0.0
        self._exposed = True
        self._wants_picture = False
        self._seen = False
        self.apply_settings()

    # What screens may ask

    @property
    def size(self) -> tuple[int, int]:
        """The size of the window."""
        return self.surface.size

    @property
    def now(self) -> float:
        """Seconds on a clock that goes on from frame to frame."""
        return self._now

    @property
    def pace(self) -> Pace:
        """How fast the frames come."""
        return self._pace

    @property
    def notice(self) -> str:
        """The line at the lower edge."""
        return self._notices.text

    def push(self, screen: Screen) -> None:
        """Put a screen on top."""
        self.screens.push(screen)

    def pop(self) -> None:
        """Take the topmost screen away."""
        self.screens.pop()

    def pop_to(self, screen: Screen) -> None:
        """Take all screens above this one away."""
        while self.screens.top is not screen and len(self.screens) > 1:
            self.screens.pop()

    def replace_all(self, screen: Screen) -> None:
        """Take all screens away and show this one."""
        self.screens.replace_all(screen)

    def quit(self, error: str | None = None, code: int = 0) -> None:
        """End after this frame."""
        self._running = False
        self.error = self.error or error
        self.code = self.code or code or (1 if error else 0)

    def notify(self, text: str, warning: bool = False) -> None:
        """Tell the player something in one line."""
        self._notices.say(text, warning)

    def change_settings(self, **changes: Any) -> None:
        """Set something, keep it, and let it have its effect."""
        problem = self.settings_file.change(**changes)
        if problem:
            self.notify(problem, warning=True)
        self.apply_settings()

    def apply_settings(self) -> None:
        """Let the settings of the program have their effect; screens look at theirs themselves."""
        self.gamepads.enabled = self.settings_file.settings.gamepad
        self.gamepads.dead_zone = self.settings_file.settings.dead_zone

    def save_screenshot(self) -> None:
        """Write a picture of the window at the end of this frame."""
        self._wants_picture = True

    def toggle_full_screen(self) -> None:
        """Change between window and full screen."""
        problem = window.toggle_full_screen()
        if problem:
            self.notify(problem, warning=True)
        else:
            self.change_settings(full_screen=pygame.display.is_fullscreen())
        self._exposed = True

    # The loop

    def run(self, frames: int | None = None, counts: Callable[[], bool] = lambda: True) -> int:
        """Run until the end, or for a number of frames that count; return the exit code."""
        before = _catch_signals(self.quit)
        interval = sys.getswitchinterval()
        # A worker in the midst of Python code lets the drawing thread in after this long.
        sys.setswitchinterval(SWITCH_SECONDS)
        try:
            while self._running and frames != 0 and self.screens.top:
                counted = counts()
                self.frame()
                if frames is not None and counted:
                    frames -= 1
        except Exception as error:
            self._report(error)
        finally:
            sys.setswitchinterval(interval)
            _restore_signals(before)
        return self.code

    def close(self) -> int:
        """Close all screens, so that nothing is lost; return the exit code."""
        try:
            self.screens.close_all()
        except Exception as error:
            self.quit(" ".join(str(error).split()), 1)
        self._keep_window_size()
        if self.error:
            print(f"endless-isles: {self.error}", file=sys.stderr)
        return self.code

    def _keep_window_size(self) -> None:
        """Open as large a window next time, if the player has changed its size."""
        if self.remembers_size and not self.settings_file.settings.full_screen:
            width, height = (max(SMALLEST_WINDOW, side) for side in self.surface.size)
            self.settings_file.change(window_width=width, window_height=height)

    def frame(self) -> None:
        """Wait for the time of the next frame, then take events, let time pass, and draw."""
        seconds = self.frame_clock.tick(FRAMES_PER_SECOND) / 1000
        self._now = self._now + self.fixed_step if self.fixed_step else time.monotonic()
        begun = time.perf_counter()
        for event in pygame.event.get():
            self._handle(event)
        self._press_pad(self.gamepads.update(seconds))
        self.screens.update(self.fixed_step or max(0.0, min(LONGEST_STEP, seconds)))
        self._draw()
        if not self._seen:
            # Looking for gamepads takes a while: the window comes first.
            self._seen = True
            self.gamepads.start()
            if self.when_seen:
                self.when_seen()
        work = time.perf_counter() - begun
        self._works.append(work)
        if self.after_frame:
            self.after_frame(work)
        self._measure(begun)

    def _draw(self) -> None:
        if self.surface.size == _NO_WINDOW or 0 in self.surface.size:
            return
        always = self._exposed or self._wants_picture or self._notices.stale
        if self.screens.draw(self.surface, always):
            self._notices.draw(self.surface)
            pygame.display.flip()
        self._exposed = False
        if self._wants_picture:
            self._wants_picture = False
            self._write_picture()

    def _handle(self, event: pygame.event.Event) -> None:
        if event.type == pygame.QUIT:
            self.quit()
        elif event.type == pygame.KEYDOWN and event.key == pygame.K_F11:
            self.toggle_full_screen()
        elif event.type == pygame.KEYDOWN and event.key == pygame.K_F12:
            self.save_screenshot()
        elif event.type in _REDRAWS:
            # A window that was resized has another Surface.
            self.surface = pygame.display.get_surface() or self.surface
            self._exposed = True
        elif event.type in DEVICE_EVENTS:
            self._press_pad(self.gamepads.handle(event))
        else:
            if event.type == pygame.WINDOWFOCUSLOST:
                self.gamepads.release_all()
            self.screens.handle(event)

    def _press_pad(self, buttons: list[PadButton]) -> None:
        for button in buttons:
            self.screens.handle(pygame.event.Event(PAD_PRESSED, button=button))

    def _measure(self, now: float) -> None:
        if now >= self._pace_due:
            self._pace_due = now + _PACE_SECONDS
            works = [work * 1000 for work in self._works]
            self._pace = Pace(self.frame_clock.get_fps(), sum(works) / len(works), max(works))

    def _write_picture(self) -> None:
        folder = (self.folder or Path.cwd()) / "screenshots"
        stamp = time.strftime("%Y-%m-%d %H.%M.%S")
        try:
            folder.mkdir(parents=True, exist_ok=True)
            path = _unused(folder, stamp)
            pygame.image.save(self.surface, path)
        except (OSError, pygame.error) as error:
            self.notify(f"No picture was written: {error}", warning=True)
            return
        self.notify(f"Picture written to {path}")

    def _report(self, error: Exception) -> None:
        """Tell in one line what went wrong, and keep the rest for whoever mends it."""
        message = " ".join(f"{type(error).__name__}: {error}".split())
        path = (self.folder or Path.cwd()) / CRASH_FILE
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("".join(traceback.format_exception(error)), encoding="utf-8")
            message += f" (details in {path})"
        except OSError as second:
            message += f" (details could not be written: {second.strerror})"
        self.quit(f"the game had to stop: {message}", 1)


_REDRAWS = (
    pygame.VIDEORESIZE,
    pygame.VIDEOEXPOSE,
    pygame.WINDOWEXPOSED,
    pygame.WINDOWSIZECHANGED,
    pygame.WINDOWRESTORED,
    pygame.WINDOWSHOWN,
)


def _unused(folder: Path, stamp: str) -> Path:
    path = folder / f"{stamp}.png"
    number = 2
    while path.exists():
        path = folder / f"{stamp} {number}.png"
        number += 1
    return path


Handlers = dict[int, object]

_ENDING = [signal.SIGINT, signal.SIGTERM]
# The terminal was closed; under nohup that is to end nothing.
if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) != signal.SIG_IGN:
    _ENDING.append(signal.SIGHUP)


def _catch_signals(end: Callable[[], None]) -> Handlers:
    """End in good order when the system asks for it."""

    def caught(_number: int, _frame: FrameType | None) -> None:
        end()

    before: Handlers = {}
    for number in _ENDING:
        try:
            before[number] = signal.signal(number, caught)
        except ValueError:
            # Only the main thread may catch signals; elsewhere they are someone else's matter.
            break
    return before


def _restore_signals(before: Handlers) -> None:
    for number, handler in before.items():
        if handler is not None:
            signal.signal(number, handler)  # type: ignore[arg-type]
