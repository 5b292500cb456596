"""The saved worlds: pictures, and everything that can be done with one of them."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

import pygame

from game.menus.opening_page import Arrive, open_saved
from game.menus.player import Player
from game.menus.thumbnails import SHAPE, Subject, Thumbnails
from game.screen import Host
from game.ui import clipboard
from game.ui.control import Button
from game.ui.display import PictureBox, ScrollArea, TextBlock
from game.ui.form import Form
from game.ui.layout import Column, split
from game.ui.list_page import question
from game.ui.page import Page
from game.ui.row_list import RowList
from game.ui.setting_rows import SettingRows
from game.ui.sheet import Entry, Sheet
from game.ui.text_page import TextPage
from game.world import world_files
from game.world.share import Shared
from game.world.world_files import Deleted
from worldgen.files.save import SavedWorld, SaveError, list_worlds

SORTINGS = ("newest first", "oldest first", "by name")
_LINES = 5
"""Lines about the world that is looked at."""

_TWO_COLUMNS, _LEAST_LIST, _LEAST_DETAILS = 42, 14, 24
"""In sizes of text: the width from which on list and details stand beside each other, and how high
both are at least."""


class LoadPage(Page):
    """A list on the left; the world that is looked at, with its buttons, on the right."""

    def __init__(
        self, host: Host, saves: Path, arrive: Arrive, player: Player | None = None
    ) -> None:
        super().__init__(host)
        self._saves = saves
        self._arrive = arrive
        self._player = player
        self.worlds: list[SavedWorld] = []
        self._chosen = 0
        self._deleted: list[Deleted] = []
        self._thumbnails = Thumbnails(saves, host.settings_file.settings.palette)
        self.row_list: RowList | None = None
        self._picture: PictureBox | None = None
        self._words: TextBlock | None = None
        self._sorting = 0
        self._buttons: dict[str, Button] = {}
        self._read()

    @property
    def chosen(self) -> SavedWorld | None:
        """The world that is looked at."""
        return self.worlds[self._chosen] if self._chosen < len(self.worlds) else None

    def build(self, form: Form) -> None:
        """Lay out list, picture, words and buttons."""
        undo = self._deleted[-1].name if self._deleted else ""
        entries = (
            *((Entry(f"Undo: bring back {undo}", self._undo),) if undo else ()),
            Entry("Back", self.go_back),
        )
        has_columns = self.has_columns(_TWO_COLUMNS, _LEAST_DETAILS)
        sheet = Sheet(form, self.whole(), "Load a world", entries, is_long=not has_columns)
        self.row_list = None
        if not self.worlds:
            sheet.paragraph(f"No world is saved yet in {self._saves}")
        elif has_columns:
            left, right = split(sheet.left_over, 6, 5, gap=self.text_size)
            self._build_list(form, Column(left, self.text_size), left.height, None)
            self._build_details(form, right, None)
        else:
            self._build_list(form, sheet.column, _LEAST_LIST * self.text_size, sheet.area)
            details = sheet.column.row(_LEAST_DETAILS * self.text_size)
            self._build_details(form, details, sheet.area)
        sheet.finish()
        if self.worlds:
            self._look_at_again()

    def take_event(self, event: pygame.event.Event) -> bool:
        """Turn the list with the wheel; take Delete for the world that is looked at."""
        if self.row_list is not None and self.row_list.take_wheel(event):
            return True
        if event.type == pygame.KEYDOWN and event.key == pygame.K_DELETE:
            self._ask_to_delete()
            return True
        return False

    def tick(self, seconds: float) -> None:
        """Show the thumbnails that have come, and have those in sight made."""
        if self.row_list is None:
            return
        seen = [self.worlds[number] for number in self.row_list.shown]
        subjects = map(self._subject, seen)
        self._thumbnails.want([subject for subject in subjects if subject is not None])
        if self._thumbnails.update():
            self.touch()
        for picture_box, world in zip(self.row_list.picture_boxes, seen, strict=False):
            picture_box.picture = self._thumbnail(world)
        for picture_box in self.row_list.picture_boxes[len(seen) :]:
            picture_box.picture = None
        if self._picture is not None:
            self._picture.picture = self._thumbnail(self.chosen) if self.chosen else None

    def close(self) -> None:
        """Make no more thumbnails."""
        self._thumbnails.close()
        self.row_list = None
        super().close()

    # What is shown

    def _build_list(self, form: Form, column: Column, height: int, area: ScrollArea | None) -> None:
        rows = SettingRows(form, column, area)
        before = column.used
        rows.choice("Sorted", SORTINGS, self._sorting, self._sort)
        place = column.row(max(1, height - (column.used - before)))
        lines = [(world.name, _date(world.path)) for world in self.worlds]
        self.row_list = RowList(form, place, lines, self._look_at, self._open_number, SHAPE, area)

    def _build_details(self, form: Form, place: pygame.Rect, area: ScrollArea | None) -> None:
        column = Column(place, self.text_size)
        rows: tuple[tuple[tuple[str, str, Callable[[], None], str], ...], ...] = (
            (("open", "Open", self._open, "go"),),
            (("rename", "Rename", self._ask_for_name, ""), ("copy", "Duplicate", self._copy, "")),
            (("seed", "Copy seed", self._copy_seed, ""), ("share", "Share", self._share, "")),
            (("delete", "Delete …", self._ask_to_delete, "danger"),),
        )
        width = (place.width - column.gap) // 2
        heights = [max(form.button_height(text, width) for _, text, _, _ in row) for row in rows]
        places = [column.bottom_row(height) for height in reversed(heights)]
        words = column.bottom_row(_LINES * form.font.height)
        self._words = form.text_block(words, _LINES, area=area)
        self._picture = form.picture_box(column.left_over, area)
        for row, row_place in zip(rows, reversed(places), strict=True):
            parts = split(row_place, *([1.0] * len(row)), gap=column.gap)
            for (name, text, act, kind), part in zip(row, parts, strict=True):
                self._buttons[name] = form.button(part, text, act, kind, area=area)

    def _sort(self, sorting: int) -> None:
        self._sorting = sorting
        self._read(self.chosen.path if self.chosen else None)

    def _look_at_again(self) -> None:
        if self.row_list is not None:
            self.row_list.choose(self._chosen)
        self._show()

    def _look_at(self, number: int) -> None:
        self._chosen = number
        self._show()

    def _show(self) -> None:
        world = self.chosen
        if self._words is not None:
            self._words.text = "\n".join(_words(world)) if world else ""
        for name in ("open", "rename", "copy", "seed", "share", "delete"):
            self._buttons[name].enabled = world is not None and world.file is not None
        self.touch()

    def _thumbnail(self, world: SavedWorld | None) -> pygame.Surface | None:
        subject = self._subject(world) if world else None
        return self._thumbnails.get(subject) if subject else None

    def _subject(self, world: SavedWorld) -> Subject | None:
        """Return what a thumbnail shows; None for a damaged file."""
        if world.file is None:
            return None
        player = self._player
        is_played = player is not None and player.session.path == world.path
        camera = player.camera if player is not None and is_played else None
        return Subject(world.path, world.file.seed, world.file.parameters, camera)

    def _read(self, look_at: Path | None = None) -> None:
        try:
            self.worlds = ordered(list_worlds(self._saves), self._sorting)
        except SaveError as error:
            self.worlds = []
            self._host.notify(str(error), warning=True)
        paths = [world.path for world in self.worlds]
        if look_at in paths:
            self._chosen = paths.index(look_at)
        self._chosen = max(0, min(self._chosen, len(self.worlds) - 1))
        self.rebuild()

    # What can be done

    def _open_number(self, number: int) -> None:
        self._look_at(number)
        self._open()

    def _open(self) -> None:
        world = self.chosen
        if world is None:
            return
        if world.error is not None:
            self._host.notify(world.error, warning=True)
            return
        open_saved(self._host, world.path, self._saves, self._arrive)

    def _ask_for_name(self) -> None:
        world = self.chosen
        if world is not None and world.file is not None:
            self._host.push(
                TextPage(self._host, "Rename the world", world.name, self._rename, accept="Rename")
            )

    def _rename(self, name: str) -> str | None:
        world = self.chosen
        assert world is not None
        name = name.strip()
        try:
            path = world_files.rename_world(self._saves, world.path, name)
        except SaveError as error:
            return str(error)
        self._host.pop()
        self._tell_player(world.path, path, name)
        self._read(path)
        return None

    def _copy(self) -> None:
        world = self.chosen
        if world is not None and world.file is not None:
            self._do(lambda: world_files.duplicate_world(self._saves, world.path))

    def _ask_to_delete(self) -> None:
        world = self.chosen
        if world is None or world.file is None:
            return
        note = "It is only put aside: it can be brought back on this page."
        title = f"Delete “{world.name}”?"
        self._host.push(
            question(self._host, title, note, "No, keep it", "Yes, delete it", self._delete)
        )

    def _delete(self) -> None:
        world = self.chosen
        assert world is not None
        try:
            self._deleted.append(world_files.delete_world(self._saves, world.path))
        except SaveError as error:
            self._host.notify(str(error), warning=True)
        else:
            self._tell_player(world.path, None, None)
        self._read()

    def _undo(self) -> None:
        deleted = self._deleted[-1]
        self._do(lambda: world_files.restore_world(deleted))
        if deleted.files[0].exists():
            self._deleted.pop()
        self._read(deleted.files[0])

    def _do(self, act: Callable[[], Path]) -> None:
        try:
            path = act()
        except SaveError as error:
            self._host.notify(str(error), warning=True)
        else:
            self._read(path)

    def _copy_seed(self) -> None:
        if self.chosen is not None and self.chosen.file is not None:
            self._to_clipboard(str(self.chosen.file.seed), "The seed")

    def _share(self) -> None:
        if self.chosen is not None and self.chosen.file is not None:
            file = self.chosen.file
            text = Shared(file.seed, file.parameters, None).encode()
            self._to_clipboard(text, "The share string")

    def _to_clipboard(self, text: str, what: str) -> None:
        copied = clipboard.copy(text)
        self._host.notify(f"{what} is on the clipboard" if copied else text)

    def _tell_player(self, before: Path, after: Path | None, name: str | None) -> None:
        """Let the world that is being played have the name and file that it has now."""
        player = self._player
        if player is None or player.session.path is None:
            return
        if player.session.path.resolve() == before.resolve():
            player.take_session(replace(player.session, path=after, name=name))


def ordered(worlds: Iterable[SavedWorld], sorting: int) -> list[SavedWorld]:
    """Return worlds in the order of ``SORTINGS``; those of one time by name."""
    by_name = sorted(worlds, key=lambda world: (world.name.casefold(), world.name))
    if SORTINGS[sorting] == "by name":
        return by_name
    return sorted(by_name, key=_saved_at, reverse=SORTINGS[sorting] == "newest first")


def _saved_at(world: SavedWorld) -> float:
    try:
        return world.path.stat().st_mtime
    except OSError:
        return 0.0


def _words(world: SavedWorld) -> tuple[str, ...]:
    if world.file is None:
        problem = (world.error or "").removeprefix(f"{world.path}: ")
        return "This file is damaged, and is left alone:", problem
    parameters = world.file.parameters
    kind = "islands" if parameters.island else "land without end"
    octaves = f"{parameters.octaves} octave{'s' if parameters.octaves != 1 else ''}"
    return (
        f"Seed {world.file.seed}" if isinstance(world.file.seed, str) else _number(world.file.seed),
        f"{octaves} of {parameters.noise} noise, {kind}",
        world.file.notice or f"Saved {_date(world.path)}",
    )


def _number(seed: int) -> str:
    # Python refuses to write out numbers of many thousand digits; nobody could read them either.
    return f"Seed {seed}" if abs(seed) < 10**60 else "Seed: a very long number"


def _date(path: Path) -> str:
    try:
        return time.strftime("%Y-%m-%d %H:%M", time.localtime(path.stat().st_mtime))
    except OSError:
        return ""
