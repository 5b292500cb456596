"""The menus while a world is being played, one method for each way into them."""

from __future__ import annotations

from collections.abc import Callable

from game.input.chords import Chord
from game.input.controls import Action
from game.lab.lab_menu import lab_menu
from game.menus.bookmarks_page import BookmarksPage, go_to_page
from game.menus.find_page import FindPage
from game.menus.help_page import HelpPage
from game.menus.load_world import LoadPage
from game.menus.new_world import NewWorldPage
from game.menus.opening_page import Arrive, MakePlay, arrive_in, open_world, switch_to
from game.menus.player import Player
from game.menus.saving import save, save_as
from game.menus.settings_page import SettingsPage
from game.menus.title_menu import TitleMenu
from game.screen import Host, Screen
from game.ui import clipboard
from game.ui.list_page import ListPage
from game.ui.sheet import Entry
from game.world.background_load import BackgroundLoad
from game.world.draft import Draft
from game.world.session import OpenedWorld
from game.world.share import Shared, ShareError, decode


class Menus:
    """Opens pages over the game.

    Args:
        host: the program around them.
        player: the world that is being played.
        make_play: makes the screen that plays a world, for the title page.
    """

    def __init__(self, host: Host, player: Player, make_play: MakePlay) -> None:
        self._host = host
        self._player = player
        self._make_play = make_play

    def commands(self) -> dict[Action | Chord, Callable[[], None]]:
        """Return what each key opens."""
        return {
            Action.HELP: self.help,
            Action.SETTINGS: self.settings,
            Action.BACK: self.pause,
            Action.SAVE: self.save,
            Action.LOAD: self.load,
            Action.GO_TO: self.go_to,
            Action.BOOKMARKS: self.bookmarks,
            Action.FIND: self.find,
            Action.SHARE: self.share,
            Chord.COPY: self.share,
            Chord.PASTE: self.paste,
        }

    def pause(self) -> None:
        """Show what can be done instead of playing."""
        groups = (
            (Entry("Go on", self._host.pop, "go"),),
            (
                Entry("Save", self.save),
                Entry("Save as …", self.save_as),
                Entry("Load a world", self.load),
                Entry("New world", self.new_world),
            ),
            (
                Entry("Bookmarks", self.bookmarks),
                Entry("Go to a place", self.go_to),
                Entry("Copy share string", self.share),
            ),
            (
                Entry("Settings", self.settings),
                Entry("Help", self.help),
                Entry("Lab", self.lab),
            ),
            (
                Entry("Title page", self.title),
                Entry("Quit", self._host.quit, "danger"),
            ),
        )
        self._push(ListPage(self._host, "Paused", *groups))

    def help(self) -> None:
        """Show the keys."""
        self._push(HelpPage(self._host, self._player.controls))

    def settings(self) -> None:
        """Show what can be set."""
        self._push(SettingsPage(self._host))

    def save(self) -> None:
        """Save the world."""
        save(self._host, self._player)

    def save_as(self) -> None:
        """Save the world under a name that is asked for."""
        save_as(self._host, self._player)

    def load(self) -> None:
        """Show the saved worlds."""
        self._push(LoadPage(self._host, self._player.session.saves, self._arrive(), self._player))

    def new_world(self) -> None:
        """Begin a world from the parameters of this one."""
        session = self._player.session
        draft = Draft("", str(session.seed), session.parameters)
        self._push(NewWorldPage(self._host, session.saves, self._arrive(), draft))

    def bookmarks(self) -> None:
        """Show the places that are marked."""
        self._push(BookmarksPage(self._host, self._player))

    def find(self) -> None:
        """Ask for the name of a place near by."""
        self._push(FindPage(self._host, self._player))

    def go_to(self) -> None:
        """Ask for a place to go to."""
        self._push(go_to_page(self._host, self._player))

    def share(self) -> None:
        """Put world and place on the clipboard."""
        session = self._player.session
        text = Shared(session.seed, session.parameters, self._player.camera).encode()
        copied = clipboard.copy(text)
        self._host.notify("World and place are on the clipboard" if copied else text)

    def paste(self) -> None:
        """Open the share string on the clipboard."""
        try:
            shared = decode(clipboard.paste())
        except ShareError as error:
            self._host.notify(str(error), warning=True)
            return
        open_world(self._host, shared, self._player.session.saves, self._arrive())

    def title(self) -> None:
        """Leave the world for the title page."""
        session, camera = self._player.session, self._player.camera
        load = BackgroundLoad(lambda _tell: OpenedWorld(session, camera))
        switch_to(self._host, TitleMenu(self._host, load, None, self._make_play))

    def lab(self) -> None:
        """Show the lab."""
        self._push(lab_menu(self._host))

    def _arrive(self) -> Arrive:
        return arrive_in(self._host, self._player)

    def _push(self, page: Screen) -> None:
        self._host.push(page)
