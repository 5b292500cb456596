"""Saving the world that is being played, under the name it has or under a new one."""

from __future__ import annotations

from game.menus.player import Player
from game.screen import Host
from game.ui.list_page import question
from game.ui.text_page import TextPage
from worldgen.files.save import SaveError


def save(host: Host, player: Player) -> None:
    """Save the world; one without a name is asked for it."""
    if player.session.name is None:
        save_as(host, player)
        return
    player.take_session(player.session)
    host.notify(f"{player.session.name!r} is saved, and your place in it")


def save_as(host: Host, player: Player) -> None:
    """Ask for a name and save the world under it."""

    def write(name: str, overwrite: bool) -> None:
        player.take_session(player.session.saved_as(name, overwrite))
        host.notify(f"Saved as {name!r}")

    def replace_it(name: str) -> None:
        try:
            write(name, overwrite=True)
        except SaveError as error:
            host.notify(str(error), warning=True)
        else:
            host.pop()

    def take(text: str) -> str | None:
        name = text.strip()
        try:
            if player.session.has_world(name):
                host.push(
                    question(
                        host,
                        "Replace it?",
                        f"Another world is named “{name}”.",
                        "No, choose another name",
                        "Yes, replace it",
                        lambda: replace_it(name),
                    )
                )
                return None
            write(name, overwrite=False)
        except (SaveError, OSError) as error:
            return str(error)
        host.pop()
        return None

    seed = player.session.seed
    name = seed[:40].strip() if isinstance(seed, str) else f"World {seed % 10**12}"
    host.push(
        TextPage(
            host, "Name this world", player.session.name or "", take, accept="Save", suggestion=name
        )
    )
