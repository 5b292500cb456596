"""The player's shelf of worlds: saving the one that is open, and taking another one from it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from game.menu import Item, MenuScreen
from game.name_screen import NameScreen
from game.screens import Host, Screen
from game.session import Session
from worldgen.world_file import SaveError


class Shelf:
    """The questions about saving and loading, asked over one screen.

    Args:
        host: the program around the screens.
        screen: the screen to come back to.
        session: returns the world that is open.
        saved: called with the session of the file when it was saved under a name.
        open_file: called with the world file that was chosen.
    """

    def __init__(
        self,
        host: Host,
        screen: Screen,
        session: Callable[[], Session],
        saved: Callable[[Session], None],
        open_file: Callable[[Path], None],
    ) -> None:
        self._host = host
        self._screen = screen
        self._session = session
        self._saved = saved
        self._open_file = open_file

    def save(self) -> None:
        """Save the world; one without a name is asked for it."""
        session = self._session()
        if session.name is None:
            self._host.push(NameScreen(self._host, "Name this world", "", self._save_as))
            return
        self._saved(session)
        self._host.notify(f"{session.name!r} is saved, and your place in it")

    def load(self) -> None:
        """Show the saved worlds, damaged ones with what is wrong with them."""
        try:
            worlds = self._session().worlds()
        except SaveError as error:
            self._host.notify(str(error), warning=True)
            return
        items = [
            Item(f"{world.name}  (damaged)", self._teller(world.error), warning=True)
            if world.error
            else Item(world.name, self._opener(world.path))
            for world in worlds
        ]
        note = "" if items else "No world is saved yet: F5 saves this one"
        self._host.push(MenuScreen(self._host, "Load a world", items, note))

    def _save_as(self, name: str) -> str | None:
        """Save under a name that was typed; return what is wrong with it, or None."""
        name = name.strip()
        try:
            if self._session().has_world(name):
                self._ask_to_replace(name)
                return None
            self._write(name, overwrite=False)
        except (SaveError, OSError) as error:
            return str(error)
        self._host.pop_to(self._screen)
        return None

    def _ask_to_replace(self, name: str) -> None:
        def replace_it() -> None:
            self._host.pop_to(self._screen)
            try:
                self._write(name, overwrite=True)
            except SaveError as error:
                self._host.notify(str(error), warning=True)

        items = [
            Item("No, choose another name", self._host.pop),
            Item("Yes, replace it", replace_it, warning=True),
        ]
        title = f"Another world is named {name!r}. Replace it?"
        self._host.push(MenuScreen(self._host, title, items))

    def _write(self, name: str, overwrite: bool) -> None:
        self._saved(self._session().saved_as(name, overwrite))
        self._host.notify(f"Saved as {name!r}")

    def _opener(self, path: Path) -> Callable[[], None]:
        def open_it() -> None:
            self._host.pop_to(self._screen)
            self._open_file(path)

        return open_it

    def _teller(self, message: str) -> Callable[[], None]:
        return lambda: self._host.notify(message, warning=True)
