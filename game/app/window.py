"""Opening the window, or going without one."""

from __future__ import annotations

import contextlib
import os
import sys
import warnings

import pygame

TITLE = "Endless Isles"
NO_WINDOW_DRIVERS = ("dummy", "offscreen")
_DRIVER = "SDL_VIDEODRIVER"


class WindowError(RuntimeError):
    """No window can be opened; the message says what was tried."""


def start_display(headless: bool) -> None:
    """Start the display, falling back to what the system offers if the driver asked for is missing.

    Raises:
        WindowError: in one line, naming the driver.
    """
    if headless:
        os.environ[_DRIVER] = "dummy"
    # Otherwise the choices of an input method would be in no window at all.
    os.environ.setdefault("SDL_IME_SHOW_UI", "1")
    asked = os.environ.get(_DRIVER)
    if asked == "":
        # SDL would look for a driver without a name.
        del os.environ[_DRIVER]
    try:
        pygame.display.init()
    except pygame.error as error:
        if not asked:
            raise WindowError(f"no display can be used: {error}") from None
        del os.environ[_DRIVER]
        try:
            pygame.display.init()
        except pygame.error as second:
            raise WindowError(f"video driver {asked!r}: {error}; without it: {second}") from None
        used = pygame.display.get_driver()
        print(f"video driver {asked!r} cannot be used; using {used!r}", file=sys.stderr)
    pygame.font.init()


def is_unseen() -> bool:
    """Return whether there is no window that anyone could look at."""
    return pygame.display.get_driver() in NO_WINDOW_DRIVERS


def desktop_size() -> tuple[int, int]:
    """Return the size of the screen."""
    width, height = pygame.display.get_desktop_sizes()[0]
    return width, height


def open_window(size: tuple[int, int]) -> pygame.Surface:
    """Open a window that can be resized, with vertical sync where there is one.

    Raises:
        WindowError: the system refused.
    """
    pygame.display.set_caption(TITLE)
    pygame.display.set_icon(_icon())
    try:
        surface = _set_mode(size)
    except pygame.error as error:
        raise WindowError(f"a window of {size[0]}x{size[1]} cannot be opened: {error}") from None
    # Text comes only while something is being typed.
    pygame.key.stop_text_input()
    return surface


def _set_mode(size: tuple[int, int]) -> pygame.Surface:
    if not is_unseen():
        with contextlib.suppress(pygame.error), warnings.catch_warnings():
            # Without a fast renderer there is no vertical sync either: not worth a warning.
            warnings.simplefilter("ignore")
            return pygame.display.set_mode(size, pygame.RESIZABLE, vsync=1)
    return pygame.display.set_mode(size, pygame.RESIZABLE)


def toggle_full_screen() -> str | None:
    """Change between window and full screen; return why not, if it cannot be done."""
    if is_unseen():
        return "There is no screen to fill"
    try:
        pygame.display.toggle_fullscreen()
    except pygame.error as error:
        return f"No full screen: {error}"
    return None


def _icon() -> pygame.Surface:
    """Return a small island in a sea."""
    icon = pygame.Surface((64, 64), pygame.SRCALPHA)
    for radius, colour in ((31, (22, 74, 140)), (21, (96, 170, 196)), (17, (226, 208, 150))):
        pygame.draw.circle(icon, colour, (32, 32), radius)
    pygame.draw.circle(icon, (86, 148, 64), (31, 31), 14)
    pygame.draw.polygon(icon, (128, 116, 106), [(24, 36), (32, 21), (41, 36)])
    pygame.draw.polygon(icon, (244, 246, 248), [(29, 27), (32, 21), (36, 27)])
    return icon
