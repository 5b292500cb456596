"""Making a world: name, seed, sliders, and what comes of them while they move."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pygame

import worldgen
from game.menus.opening_page import Arrive, open_saved, open_world
from game.screen import Host
from game.ui import clipboard
from game.ui.control import Field
from game.ui.display import Label, PictureBox
from game.ui.form import Form
from game.ui.layout import Column, cut_left, split
from game.ui.page import Page
from game.ui.setting_rows import SettingRows
from game.ui.slider_scale import Scale, shares, whole_numbers
from game.world.draft import PRESETS, Draft, random_seed
from game.world.latest_only import LatestOnlyWorker
from game.world.preview import Picture, pictures
from game.world.share import Shared
from worldgen.files.save import SaveError, find_world, make_saves_folder, save_world, world_path
from worldgen.parameters import NOISE_KINDS, RELIEF_KINDS

SLIDERS: tuple[tuple[str, str, Scale], ...] = (
    ("octaves", "Octaves", whole_numbers(1, 12)),
    ("feature_size", "Feature size", Scale(40, 2000, 24, 10.0, ratio=True)),
    ("island_spacing", "Island size", Scale(512, 8192, 24, 64.0, ratio=True)),
    ("cover", "Land cover", shares(0.0, 1.0)),
    ("warp", "Bent coasts", shares(0.0, 1.0)),
    ("water_level", "Water level", Scale(0.1, 0.9, 40, 0.02)),
    ("erosion", "Erosion", shares(0.0, 1.0)),
    ("smoothing", "Smoothing", shares(0.0, 1.0)),
    ("uplift", "Uplift", shares(0.0, 1.0)),
    ("thermal", "Slides", shares(0.0, 1.0)),
    ("river_density", "Rivers", shares(0.0, 1.0)),
    ("lakes", "Lakes", shares(0.0, 1.0)),
    ("persistence", "Roughness", shares(0.1, 0.9)),
    ("lacunarity", "Lacunarity", shares(1.5, 4.0, 0.1)),
)
_OTHER = "your own"


class NewWorldPage(Page):
    """The draft on the left, its picture on the right."""

    def __init__(
        self,
        host: Host,
        saves: Path,
        arrive: Arrive,
        draft: Draft | None = None,
    ) -> None:
        super().__init__(host)
        self._saves = saves
        self._arrive = arrive
        self.draft = draft or Draft(seed_text=random_seed())
        self._maker = LatestOnlyWorker[tuple[Draft, Picture]]("preview")
        self._shown: Draft | None = None
        self.pictures: dict[str, Picture] = {}
        """The pictures that are shown, by what they show: sea or island."""
        self._picture_boxes: dict[str, PictureBox] = {}
        self._words: list[tuple[Label, Label]] = []
        self._seed_field: Field | None = None
        self._complaint: Label | None = None
        self.pictured: Draft | None = None
        """The draft whose sea is shown."""

    def build(self, form: Form) -> None:
        """Lay out form, pictures and figures."""
        column = self.whole()
        buttons = split(column.bottom_row(), 1, 1, 1, gap=column.gap)
        title, complaint = split(column.row(2 * self.text_size), 2, 5, gap=column.gap)
        form.label(title, "New world", "title")
        self._complaint = form.label(complaint, "", "warning", "right")
        left, right = split(column.left_over, 1, 1, gap=self.text_size)
        self._build_rows(form, left)
        self._build_pictures(form, right)
        form.button(buttons[0], "Back", self.go_back)
        form.button(buttons[1], "Copy share string", self._copy)
        form.button(buttons[2], "Begin", self._begin, "go")
        self._show_pictures()
        self._show_problem()

    def tick(self, seconds: float) -> None:
        """Have a picture made of what has changed, and show what has come."""
        if self.draft != self._shown:
            self._shown = self.draft
            self._ask()
        for draft, picture in self._maker.take():
            self.pictures[picture.what] = picture
            if picture.what == "sea":
                self.pictured = draft
            self._show_pictures()
            self.touch()
        if self._maker.error is not None:
            self._host.notify(self._maker.error, warning=True)
            self._maker.error = None

    def close(self) -> None:
        """End the thread that makes pictures."""
        self._maker.stop()
        super().close()

    # The form

    def _build_rows(self, form: Form, place: pygame.Rect) -> None:
        column = Column(place, self.text_size)
        width = max(form.font.width(title) for title in ("Name", "Seed")) + self.text_size
        title, place = cut_left(column.row(), width)
        form.label(title, "Name")
        form.field(place, self.draft.name, self._name, self._begin, "a name, or none")
        title, place = cut_left(column.row(), width)
        place, dice = split(place, 3, 1, gap=column.gap)
        form.label(title, "Seed")
        seed, hint = self.draft.seed_text, "a number or text"
        self._seed_field = form.field(place, seed, self._seed, self._begin, hint)
        form.button(dice, "Dice", self._roll)
        rows = SettingRows(form, column.left_over)
        names = [*PRESETS, _OTHER]
        rows.choice("Preset", names, names.index(self.draft.preset or _OTHER), self._preset)
        parameters = self.draft.parameters
        rows.switch("Islands", parameters.island, self._setter("island"))
        for name, words, scale in SLIDERS:
            rows.slider(words, scale, getattr(parameters, name), self._setter(name))
        rows.choice(
            "Noise",
            NOISE_KINDS,
            NOISE_KINDS.index(parameters.noise),
            lambda number: self._set(noise=NOISE_KINDS[number]),
        )
        rows.choice(
            "Relief from",
            ("noise", "the local rules"),
            RELIEF_KINDS.index(parameters.relief),
            lambda number: self._set(relief=RELIEF_KINDS[number]),
        )
        rows.switch("Temperature", parameters.temperature, self._setter("temperature"))
        rows.finish()

    def _setter(self, name: str) -> Callable[[Any], None]:
        return lambda value: self._set(**{name: value})

    def _set(self, **changes: Any) -> None:
        self.draft = self.draft.with_parameters(**changes)
        self._show_problem()

    def _name(self, text: str) -> None:
        self.draft = replace(self.draft, name=text, complaint=None)
        self._show_problem()

    def _seed(self, text: str) -> None:
        before = self.draft
        self.draft = before.with_seed_text(text)
        if self.draft.seed_text != text:
            # A share string was pasted: everything is different now.
            self.rebuild()
        self._show_problem()

    def _roll(self) -> None:
        self.draft = self.draft.with_seed_text(random_seed())
        if self._seed_field is not None:
            self._seed_field.text = self.draft.seed_text
        self._show_problem()

    def _preset(self, number: int) -> None:
        names = list(PRESETS)
        # The last word stands for settings of one's own: going on from it begins anew.
        self.draft = self.draft.with_preset(names[number % len(names)])
        self.rebuild()

    def _show_problem(self) -> None:
        if self._complaint is not None:
            self._complaint.text = self.draft.problem or ""

    # The pictures

    def _build_pictures(self, form: Form, place: pygame.Rect) -> None:
        column = Column(place, self.text_size)
        sea = column.row(max(1, int(place.height * 0.52)))
        island, words = split(column.left_over, 1, 1, gap=column.gap)
        self._picture_boxes = {"sea": form.picture_box(sea), "island": form.picture_box(island)}
        rows = Column(words, self.text_size)
        self._words = []
        while rows.left_over.height >= form.font.height and len(self._words) < 10:
            width = form.font.width("Mountains") + self.text_size // 2
            name, value = cut_left(rows.row(form.font.height), width)
            rows.skip(-column.gap)
            self._words.append((form.label(name, "", "soft"), form.label(value, "")))
        # What the pictures are made for has changed too.
        self._shown = None

    def _ask(self) -> None:
        seed, parameters = self.draft.seed, self.draft.parameters
        if seed is None:
            return
        sizes = [self._picture_boxes[what].place.size for what in ("sea", "island")]
        draft, palette = self.draft, self._host.settings_file.settings.palette
        self._maker.ask(
            lambda: (
                (draft, picture)
                for picture in pictures(seed, parameters, sizes[0], sizes[1], palette)
            )
        )

    def _show_pictures(self) -> None:
        words: list[tuple[str, str]] = []
        for what, picture_box in self._picture_boxes.items():
            if what in self.pictures:
                picture_box.picture = surface_of(self.pictures[what])
                words.extend(self.pictures[what].words)
        for number, (name, value) in enumerate(self._words):
            name.text, value.text = words[number] if number < len(words) else ("", "")

    # Going on

    def _copy(self) -> None:
        seed = self.draft.seed
        if seed is None:
            self._host.notify(self.draft.problem or "", warning=True)
            return
        share = Shared(seed, self.draft.parameters, self.draft.camera).encode()
        copied = clipboard.copy(share)
        self._host.notify("The share string is on the clipboard" if copied else share)

    def _begin(self) -> None:
        seed = self.draft.seed
        if seed is None or self.draft.problem:
            self._host.notify(self.draft.problem or "", warning=True)
            return
        if self.draft.name.strip():
            self._begin_named(self.draft.name.strip())
        else:
            shared = Shared(seed, self.draft.parameters, self.draft.camera)
            open_world(self._host, shared, self._saves, self._arrive)

    def _begin_named(self, name: str) -> None:
        try:
            path = save_new(self._saves, name, self.draft)
        except SaveError as error:
            self._host.notify(str(error), warning=True)
            return
        open_saved(self._host, path, self._saves, self._arrive)


def save_new(saves: Path, name: str, draft: Draft) -> Path:
    """Save the world of a draft under a new name, and return its file.

    Raises:
        SaveError: another world has this name, or it cannot be saved.
    """
    seed = draft.seed
    assert seed is not None
    if find_world(saves, name) is not None:
        raise SaveError(f"another world is named {name!r}: choose another name")
    make_saves_folder(saves)
    path = world_path(saves, name)
    save_world(path, worldgen.World(seed, draft.parameters), name, overwrite=False)
    return path


def surface_of(picture: Picture) -> pygame.Surface:
    """Return a picture as it can be blitted."""
    height, width = picture.pixels.shape[:2]
    return pygame.image.frombuffer(picture.pixels.tobytes(), (width, height), "RGB").convert()
