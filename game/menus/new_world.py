"""Making a world: name, seed, sliders, and what comes of them while they move."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pygame

import worldgen
from game.camera import Camera
from game.menus.opening_page import Arrive, open_saved, open_world
from game.menus.preview_panel import PreviewPanel
from game.menus.search_page import SearchPage
from game.menus.world_sliders import SLIDERS, parameter_tips
from game.screen import Host
from game.ui import clipboard
from game.ui.control import Choice, Field
from game.ui.display import ScrollArea, TextBlock
from game.ui.form import Form
from game.ui.layout import Column, cut_right, split
from game.ui.page import Page
from game.ui.setting_rows import SettingRows
from game.ui.sheet import Entry, Sheet
from game.world.draft import PRESETS, Draft, random_seed
from game.world.preview import Cell
from game.world.share import Shared
from worldgen.files.save import SaveError, find_world, make_saves_folder, save_world, world_path
from worldgen.parameters import NOISE_KINDS, RELIEF_KINDS
from worldgen.seed import Seed

_OTHER = "your own"
_DICE = "Dice"
_FIELDS = ("Name", "Seed")
_TWO_COLUMNS, _LEAST_PREVIEW = 44, 24
"""In sizes of text: the width from which on sliders and pictures stand beside each other, and how
high the pictures are at least."""

_COMPLAINT_LINES = 2


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
        self.preview = PreviewPanel(self._choose_start)
        self._seed_field: Field | None = None
        self._preset_choice: Choice | None = None
        self._complaint: TextBlock | None = None

    def build(self, form: Form) -> None:
        """Lay out form, pictures and figures."""
        has_columns = self.has_columns(_TWO_COLUMNS, _LEAST_PREVIEW)
        entries = (
            Entry("Back", self.go_back),
            Entry("Copy share string", self._copy),
            Entry("Find a world …", self._search, tip="Look for seeds whose world is as you wish."),
            Entry("Begin", self._begin, "go"),
        )
        sheet = Sheet(form, self.whole(), "New world", entries, is_long=not has_columns)
        column = sheet.column
        if has_columns:
            left, right = split(sheet.left_over, 1, 1, gap=self.text_size)
            rows = Column(left, self.text_size)
            self._build_names(form, rows, None)
            sliders = SettingRows.scrolling(form, rows.left_over)
            self._build_sliders(sliders)
            sliders.finish()
            self.preview.build(form, right, None)
        else:
            self._build_names(form, column, sheet.area)
            preview = column.row(_LEAST_PREVIEW * self.text_size)
            self.preview.build(form, preview, sheet.area)
            self._build_sliders(SettingRows(form, column, sheet.area))
        sheet.finish()
        self._show_problem()

    def take_event(self, event: pygame.event.Event) -> bool:
        """Take a click on a picture for the choice of a start."""
        is_click = event.type == pygame.MOUSEBUTTONDOWN and event.button == 1
        return is_click and self.preview.click(event.pos)

    def tick(self, seconds: float) -> None:
        """Have a picture made of what has changed, and show what has come."""
        if self.preview.update(self.draft, self._host.settings_file.settings.palette):
            self.touch()
        error = self.preview.error
        if error is not None:
            self._host.notify(error, warning=True)

    def close(self) -> None:
        """End the thread that makes pictures."""
        self.preview.close()
        super().close()

    # The form

    def _build_names(self, form: Form, column: Column, area: ScrollArea | None) -> None:
        rows = SettingRows(form, column, area)
        place = rows.field_place("Name", _FIELDS)
        form.field(place, self.draft.name, self._name, self._begin, "a name, or none", area)
        place, dice = cut_right(
            rows.field_place("Seed", _FIELDS),
            form.font.width(_DICE) + 2 * form.text_size,
            column.gap,
        )
        seed, hint = self.draft.seed_text, "a number or text"
        self._seed_field = form.field(place, seed, self._seed, self._begin, hint, area)
        form.button(dice, _DICE, self._roll, area=area).tip = "Take another seed at random."
        lines = column.row(_COMPLAINT_LINES * form.font.height)
        self._complaint = form.text_block(lines, _COMPLAINT_LINES, "warning", area=area)

    def _build_sliders(self, rows: SettingRows) -> None:
        tips = parameter_tips()
        names = [*PRESETS, _OTHER]
        chosen = names.index(self.draft.preset or _OTHER)
        tip = "A set of values to begin with; every slider can still be moved."
        self._preset_choice = rows.choice("Preset", names, chosen, self._preset, tip)
        parameters = self.draft.parameters
        rows.switch("Islands", parameters.island, self._setter("island"), tips.get("island", ""))
        for name, words, scale in SLIDERS:
            value = getattr(parameters, name)
            rows.slider(words, scale, value, self._setter(name), tips.get(name, ""))
        rows.choice(
            "Noise",
            NOISE_KINDS,
            NOISE_KINDS.index(parameters.noise),
            lambda number: self._set(noise=NOISE_KINDS[number]),
            tips.get("noise", ""),
        )
        rows.choice(
            "Relief from",
            ("noise", "the local rules"),
            RELIEF_KINDS.index(parameters.relief),
            lambda number: self._set(relief=RELIEF_KINDS[number]),
            tips.get("relief", ""),
        )
        setter = self._setter("temperature")
        rows.switch("Temperature", parameters.temperature, setter, tips.get("temperature", ""))

    def _setter(self, name: str) -> Callable[[Any], None]:
        return lambda value: self._set(**{name: value})

    def _set(self, **changes: Any) -> None:
        self.draft = self.draft.with_parameters(**changes)
        if self._preset_choice is not None:
            self._preset_choice.number = [*PRESETS, None].index(self.draft.preset)
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

    def _choose_start(self, cell: Cell, is_land: bool) -> None:
        if is_land:
            self.draft = replace(self.draft, camera=Camera.at_cell(*cell))
            self._host.notify("Play begins at the mark")
        else:
            self._host.notify("There is nothing but sea: choose a place on land", warning=True)

    def _show_problem(self) -> None:
        if self._complaint is not None:
            self._complaint.text = self.draft.problem or ""

    # Going on

    def _search(self) -> None:
        first_seed = int(random_seed())
        self._host.push(SearchPage(self._host, self.draft.parameters, first_seed, self._take_seed))

    def _take_seed(self, seed: Seed) -> None:
        self.draft = self.draft.with_seed_text(str(seed))
        self.rebuild()

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
