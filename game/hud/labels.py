"""Names on the land: asked of a worker, laid out when the view has moved far, faded in and out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pygame

import worldgen
from game.camera import View, pixels_per_unit, scale_of
from game.hud.label_layout import MARGIN, Label, lay_out, strength
from game.hud.label_text import LabelText, Style
from game.hud.places import Gazetteer, MapArea, Place, PlaceKind
from game.hud.text_sizes import hud_text_size
from game.terrain.loader import Answer, Loader
from worldgen.coordinates import COORDINATE_LIMIT

FADE_SECONDS: Final = 0.3
_RENDERED_A_FRAME: Final = 2
_READABLE: Final = 0.3
_MOVED: Final = 80
"""Pixels after which names are laid out anew."""

_PAUSE: Final = 0.4
"""Seconds between two questions about the same area."""

_RIM: Final = 8
"""Pixels of a name's picture, on both sides together, beyond its letters."""

_STEPS: Final = 24
_WATER_BLUE: Final = (190, 224, 250)


class Labels:
    """Writes the names of one world; only ever used by the thread that owns the window."""

    def __init__(self, loader: Loader, world: worldgen.World, islands_only: bool = False) -> None:
        self._loader = loader
        self._islands_only = islands_only
        self._text = LabelText()
        self.soft = True
        """Whether names fade in and out with time."""
        self.scale = 1.0
        """How large the player wants the text."""
        self._world: worldgen.World | None = None
        self.enter(world)

    def enter(self, world: worldgen.World) -> None:
        """Go on in another world, or in the same one with questions asked anew."""
        self._answer: Answer[tuple[Place, ...]] | None = None
        self._asked: tuple[object, int] | None = None
        self._next = 0.0
        if world is self._world:
            return
        self._world = world
        self._gazetteer = Gazetteer(world)
        self._places: tuple[Place, ...] = ()
        self._labels: dict[Place, Label] = {}
        self._leaving: dict[Place, Label] = {}
        self._shown: dict[Place, float] = {}
        self._laid_out: tuple[View, object] | None = None
        self._waiting = False

    @property
    def state(self) -> object:
        """All that the names depend on, apart from the view."""
        shares = tuple(int(share * _STEPS) for share in self._shown.values())
        return self._waiting, shares, len(self._labels), self._places

    @property
    def places(self) -> tuple[Place, ...]:
        """The places around that are known to have names, written or not."""
        return self._places

    def at(self, pixel: tuple[int, int], view: View) -> Place | None:
        """Return the place whose name is written over a pixel."""
        for place, label in self._labels.items():
            seen = self._shown.get(place, 0.0) * strength(place, view.zoom) > _READABLE
            if seen and label.rect(*view.screen_of(place.x, place.y)).collidepoint(pixel):
                return place
        return None

    @property
    def labels(self) -> list[Label]:
        """The names that are written."""
        return list(self._labels.values())

    def update(
        self,
        view: View,
        news: int,
        seconds: float,
        now: float,
        covered: Sequence[pygame.Rect] = (),
    ) -> None:
        """Take answers, ask anew where it is time to, lay out and fade.

        ``news`` is any number that changes when islands may have been solved; names that come
        under what is ``covered`` by something else make way.
        """
        self._take_answer()
        self._ask(view, news, now)
        self._lay_out(view)
        self._fade(view, seconds, covered)

    def draw(self, target: pygame.Surface, view: View) -> None:
        """Write the names; few new ones a frame, since rendering takes time."""
        left = _RENDERED_A_FRAME
        self._waiting = False
        for label in (*self._leaving.values(), *self._labels.values()):
            place = label.place
            alpha = int(255 * self._shown.get(place, 0.0) * strength(place, view.zoom))
            if alpha <= 0:
                continue
            style = style_of(place, view, self.scale)
            if not self._text.ready(place.name, style, place.angle):
                if left == 0:
                    self._waiting = True
                    continue
                left -= 1
            picture = self._text.picture(place.name, style, place.angle)
            x, y = view.screen_of(place.x, place.y)
            picture.set_alpha(alpha)
            target.blit(picture, _corner(label, picture, x, y))

    def _take_answer(self) -> None:
        if self._answer is not None and self._answer.done:
            # Beyond the limit of the world there is nothing to name.
            self._places = self._answer.value or ()
            self._answer = None
            if not self._gazetteer.complete:
                self._asked = None

    def _ask(self, view: View, news: int, now: float) -> None:
        area = area_around(view)
        wanted = (area, news)
        if self._answer is not None or wanted == self._asked or now < self._next:
            return
        self._asked = wanted
        self._next = now + _PAUSE
        gazetteer = self._gazetteer
        if self._islands_only:
            self._answer = self._loader.ask(lambda _: gazetteer.islands(area))
        else:
            self._answer = self._loader.ask(lambda _: gazetteer.places(area))

    def _lay_out(self, view: View) -> None:
        drawn_for = self._places, self.scale
        if self._laid_out is not None:
            before, laid_out_for = self._laid_out
            moved = max(abs(view.left - before.left), abs(view.top - before.top))
            same = (view.zoom, view.width, view.height) == (
                before.zoom,
                before.width,
                before.height,
            )
            if laid_out_for == drawn_for and same and moved < _MOVED:
                return
        self._laid_out = (view, drawn_for)
        labels = lay_out(self._places, view, lambda place: self._size(place, view), self._labels)
        new = {label.place: label for label in labels}
        for place, label in self._labels.items():
            if place not in new and self._shown.get(place, 0.0) > 0.0:
                self._leaving[place] = label
        for place in new:
            self._leaving.pop(place, None)
        self._labels = new

    def _size(self, place: Place, view: View) -> tuple[int, int]:
        return self._text.size(place.name, style_of(place, view, self.scale))

    def _fade(self, view: View, seconds: float, covered: Sequence[pygame.Rect]) -> None:
        step = seconds / FADE_SECONDS if self.soft else 1.0
        window = pygame.Rect(0, 0, view.width, view.height)
        shown = {}
        for place, label in self._labels.items():
            rect = label.rect(*view.screen_of(place.x, place.y))
            # The edge of the window cuts no name: it fades before.
            hidden = rect.collidelist(list(covered)) >= 0 or not window.contains(
                rect.inflate(_RIM, _RIM)
            )
            share = self._shown.get(place, 0.0) + (-step if hidden else step)
            shown[place] = max(0.0, min(1.0, share))
        for place in list(self._leaving):
            share = self._shown.get(place, 0.0) - step
            if share > 0.0:
                shown[place] = share
            else:
                del self._leaving[place]
        self._shown = shown


def style_of(place: Place, view: View, scale: float) -> Style:
    """Return how the name of a place is written in a view, if text is to be so large."""
    window = view.width, view.height
    size = hud_text_size(window, scale, 0.92)
    if place.kind.is_island:
        # Half as large again where the island fills the window.
        pixels = place.extent * scale_of(view.zoom)
        share = 0.78 if pixels < 90 else (0.95 if pixels < 220 else 1.15)
        return Style(hud_text_size(window, scale, share), (255, 250, 236), spaced=2)
    if place.kind == PlaceKind.PEAK:
        return Style(size, (255, 255, 255), mark=True)
    return Style(size, _WATER_BLUE, italic=True)


def area_around(view: View) -> MapArea:
    """Return the cells of a view and some around it, the same ones while it moves a little."""
    size = pixels_per_unit(view.zoom).inverse()
    step = 256
    left, top = (view.left - MARGIN) // step * step, (view.top - MARGIN) // step * step
    right = -(-(view.left + view.width + MARGIN) // step) * step
    bottom = -(-(view.top + view.height + MARGIN) // step) * step
    x, y = size.floor(left) // 64, size.floor(top) // 64
    width, height = size.ceil(right) // 64 + 1 - x, size.ceil(bottom) // 64 + 1 - y
    x, y = (max(-COORDINATE_LIMIT, min(COORDINATE_LIMIT, each)) for each in (x, y))
    return MapArea(x, y, width, height, scale_of(view.zoom))


def _corner(label: Label, picture: pygame.Surface, x: int, y: int) -> tuple[int, int]:
    """Return where the picture of a name begins: its rim lies around the label's rectangle."""
    return (
        x + label.left - (picture.width - label.width) // 2,
        y + label.top - (picture.height - label.height) // 2,
    )
