"""The pictures of a world that is being made: the island of its start, and the sea around it."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game.lru_cache import LRUCache
from game.ui.display import Label, PictureBox, ScrollArea
from game.ui.form import Form
from game.ui.layout import Column, cut_left, split
from game.world.draft import Draft
from game.world.latest_only import LatestOnlyWorker
from game.world.preview import Cell, Picture, pictures
from worldgen import World
from worldgen.parameters import WorldParameters
from worldgen.seed import Seed

_BEING_MADE = "Drawing it anew …"
_NO_WORLD = "The seed makes no world yet"
_MOST_WORDS = 10
_ISLAND_SHARE = 0.6
_WIDEST_NAME = "Mountains"

Basis = tuple[Seed | None, WorldParameters]
"""What decides how a world looks, wherever one starts in it."""


class PreviewPanel:
    """Has pictures made of a draft, shows them, and dims what belongs to another one.

    Args:
        choose: called with the place that is clicked, and whether there is land.
    """

    def __init__(self, choose: Callable[[Cell, bool], None]) -> None:
        self._choose = choose
        self._maker = LatestOnlyWorker[tuple[Draft, Picture]]("preview")
        self._worlds = LRUCache[Basis, World](1)
        """The world of the last draft, whose plans are kept; only the worker uses it."""
        self._asked: object = None
        self.pictures: dict[str, Picture] = {}
        """The pictures that are shown, by what they show: sea or island."""
        self.drafts: dict[str, Draft] = {}
        """What they were made of."""
        self.boxes: dict[str, PictureBox] = {}
        self._words: list[tuple[Label, Label]] = []

    def build(self, form: Form, place: pygame.Rect, area: ScrollArea | None) -> None:
        """Lay out the pictures, the island above, and figures beside the sea."""
        column = Column(place, form.text_size)
        island = column.row(max(1, int(place.height * _ISLAND_SHARE)))
        sea, words = split(column.left_over, 1, 1, gap=form.text_size)
        self.boxes = {
            "island": form.picture_box(island, area),
            "sea": form.picture_box(sea, area),
        }
        self._words = []
        rows = Column(words, form.text_size)
        width = form.font.width(_WIDEST_NAME) + form.text_size // 2
        while rows.left_over.height >= form.font.height and len(self._words) < _MOST_WORDS:
            name, value = cut_left(rows.row(form.font.height), width)
            rows.skip(-rows.gap)
            labels = form.label(name, "", "soft", area=area), form.label(value, "", area=area)
            self._words.append(labels)
        # The pictures are made for these places.
        self._asked = None

    def update(self, draft: Draft, palette: str) -> bool:
        """Have pictures made of a draft and take what has come; return whether any has."""
        sizes = self.boxes["sea"].place.size, self.boxes["island"].place.size
        wanted = draft.seed, draft.parameters, draft.camera, sizes
        is_new = wanted != self._asked
        if is_new:
            self._asked = wanted
            self._ask(draft, sizes, palette)
        made = self._maker.take()
        for of, picture in made:
            self.pictures[picture.what] = picture
            self.drafts[picture.what] = of
        if made or is_new:
            self._show(draft)
        return bool(made) or is_new

    @property
    def error(self) -> str | None:
        """Why the last pictures could not be made; told once."""
        error, self._maker.error = self._maker.error, None
        return error

    def click(self, pixel: tuple[int, int]) -> bool:
        """Choose the place under a pixel; return whether there is one."""
        for what, box in self.boxes.items():
            drawn = box.drawn
            is_seen = box.area is None or box.area.place.collidepoint(pixel)
            if what in self.pictures and is_seen and drawn.collidepoint(pixel):
                across = (pixel[0] - drawn.left) / drawn.width
                down = (pixel[1] - drawn.top) / drawn.height
                picture = self.pictures[what]
                if not box.dimmed:
                    self._choose(picture.cell_at(across, down), picture.is_land(across, down))
                return True
        return False

    def close(self) -> None:
        """End the thread that makes pictures, and forget the owner."""
        self._maker.stop()
        self._choose = _choose_nothing

    def _ask(
        self, draft: Draft, sizes: tuple[tuple[int, int], tuple[int, int]], palette: str
    ) -> None:
        seed, parameters = draft.seed, draft.parameters
        if seed is None:
            return
        start = draft.camera.cell if draft.camera else None
        worlds = self._worlds

        def make_world() -> World:
            return World(seed, parameters)

        self._maker.ask(
            lambda: (
                (draft, picture)
                for picture in pictures(
                    worlds.get_or_make((seed, parameters), make_world), *sizes, palette, start
                )
            )
        )

    def _show(self, draft: Draft) -> None:
        words: list[tuple[str, str]] = []
        start = self.pictures["island"].start if "island" in self.pictures else None
        for what in ("island", "sea"):
            box = self.boxes[what]
            if what not in self.pictures:
                box.caption = _caption(draft)
                continue
            picture, of = self.pictures[what], self.drafts[what]
            box.picture = surface_of(picture)
            fits = _basis(of) == _basis(draft) and (what == "sea" or of.camera == draft.camera)
            box.dimmed = not fits
            box.mark = picture.share_of(start) if start else None
            box.caption = "" if fits else _caption(draft)
            if fits:
                words.extend(picture.words)
        for number, (name, value) in enumerate(self._words):
            name.text, value.text = words[number] if number < len(words) else ("", "")


def _choose_nothing(_cell: Cell, _is_land: bool) -> None:
    """Take a click when nobody listens any more."""


def surface_of(picture: Picture) -> pygame.Surface:
    """Return a picture as it can be blitted."""
    height, width = picture.pixels.shape[:2]
    return pygame.image.frombuffer(picture.pixels.tobytes(), (width, height), "RGB").convert()


def _basis(draft: Draft) -> Basis:
    return draft.seed, draft.parameters


def _caption(draft: Draft) -> str:
    return _NO_WORLD if draft.seed is None else _BEING_MADE
