"""The card of the place that was clicked: what it says, and what its buttons do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import pygame

from game.camera import CELL, View, level_of_detail
from game.hud.card import Card, CardContent
from game.hud.outline import draw_mark
from game.hud.places import Place
from game.hud.units import Units
from game.play.place_facts import PlaceFacts, place_facts
from game.screen import Host
from game.terrain.loader import Answer, Loader
from game.ui import clipboard
from game.ui.lettering import Lettering
from game.world.session import Session

_BUTTONS: Final = ("Copy place", "Measure from here", "Close")


class PlaceCard:
    """One card at the most; ``measure_from`` is called with the world position of its place."""

    def __init__(
        self, host: Host, loader: Loader, measure_from: Callable[[tuple[int, int]], None]
    ) -> None:
        self._host = host
        self._loader = loader
        self._measure_from = measure_from
        self._card = Card()
        self._position: tuple[int, int] | None = None
        self._answer: Answer[PlaceFacts] | None = None
        self.facts: PlaceFacts | None = None
        """What it says, once that is known."""

    @property
    def is_open(self) -> bool:
        """Whether there is a card, or will be as soon as something is known."""
        return self._position is not None

    @property
    def place(self) -> pygame.Rect:
        """Where the card was drawn last."""
        return self._card.place

    @property
    def state(self) -> object:
        """All that the card depends on, apart from the view."""
        return self._position, self.facts

    def open(
        self,
        session: Session,
        view: View,
        position: tuple[int, int],
        place: Place | None,
        units: Units,
    ) -> None:
        """Ask about a world position, or about the place with a name that was clicked."""
        self.close()
        if place is not None:
            position = place.x, place.y
        self._position = position
        world, lod = session.source.world, level_of_detail(view.zoom)[0]
        self._answer = self._loader.ask(
            lambda source: place_facts(source, world, position, lod, place, units)
        )

    def close(self) -> bool:
        """Take the card away; return whether there was one."""
        was = self.is_open
        self._position = self._answer = self.facts = None
        self._card.hide()
        return was

    def update(self) -> None:
        """Take what a worker has found out."""
        if self._answer is None or not self._answer.done:
            return
        self.facts = self._answer.value
        if self.facts is None:
            # Beyond the edge of the world there is nothing to know.
            self.close()
        self._answer = None

    def handle(self, event: pygame.event.Event) -> bool:
        """Take a press of the mouse if it is meant for the card."""
        if event.type != pygame.MOUSEBUTTONDOWN or not self.place.collidepoint(event.pos):
            return False
        number = self._card.button_at(event.pos) if event.button == 1 else None
        position = self._position
        if number is not None and position is not None:
            if number == 0:
                self._copy(position)
            elif number == 1:
                self._measure_from(position)
            if number > 0:
                self.close()
        return True

    def draw(
        self,
        target: pygame.Surface,
        letters: Lettering,
        view: View,
        covered: Sequence[pygame.Rect],
    ) -> None:
        """Draw the card and mark its place, as long as that is in sight."""
        self._card.hide()
        if self._position is None or self.facts is None:
            return
        pixel = view.screen_of(*self._position)
        if not (0 <= pixel[0] < view.width and 0 <= pixel[1] < view.height):
            return
        draw_mark(target, pixel)
        content = CardContent(self.facts.title, self.facts.lines, _BUTTONS)
        self._card.draw(target, letters, content, pixel, covered)

    def _copy(self, position: tuple[int, int]) -> None:
        text = f"{position[0] // CELL}, {position[1] // CELL}"
        copied = clipboard.copy(text)
        self._host.notify(f"{text} is on the clipboard" if copied else text)
