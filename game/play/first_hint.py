"""How to call the help, said until the player has done so or has been playing for a while."""

from __future__ import annotations

from typing import Final

from game.input.controls import Action, Controls
from game.screen import Host

_SECONDS: Final = 60.0


class FirstHint:
    """A line of the panel on the first start."""

    def __init__(self, host: Host, controls: Controls) -> None:
        self._host = host
        self._controls = controls
        self._left = _SECONDS

    @property
    def words(self) -> str:
        """The line, or nothing."""
        keys = self._controls.keys_of(Action.HELP)
        if self._host.settings_file.settings.help_seen or not keys:
            return ""
        return f"{keys[0]}: help"

    def update(self, seconds: float) -> None:
        """Let time pass while the world is being played."""
        self._left -= seconds
        if self._left <= 0.0:
            self.learned()

    def learned(self) -> None:
        """Say it never again."""
        if not self._host.settings_file.settings.help_seen:
            self._host.change_settings(help_seen=True)
