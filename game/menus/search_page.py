"""A world where ...: a few wishes, and the worlds that are found while one waits."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import pygame

from game.menus.thumbnails import SHAPE, SIZE
from game.screen import Host
from game.ui.control import Button
from game.ui.display import ScrollArea, TextBlock
from game.ui.form import Form
from game.ui.layout import Column, split
from game.ui.page import Page
from game.ui.row_list import RowList
from game.ui.setting_rows import SettingRows
from game.ui.sheet import Entry, Sheet
from game.world.latest_only import LatestOnlyWorker
from game.world.world_goals import WISHES, query_for
from game.world.world_search import FoundWorld, Tried, search_worlds
from worldgen.parameters import WorldParameters
from worldgen.search import GoalError
from worldgen.seed import Seed

_TWO_COLUMNS, _LEAST_LIST = 40, 16
"""In sizes of text: the width from which on wishes and finds stand beside each other, and how high
the list of finds is at least."""

_STATE_LINES = 6


class SearchPage(Page):
    """Wishes on the left, finds on the right; a find that is pressed is taken.

    Args:
        host: the program around it.
        parameters: of the worlds that are tried.
        first_seed: where the search begins.
        take: called with the seed of the world that is chosen.
    """

    def __init__(
        self,
        host: Host,
        parameters: WorldParameters,
        first_seed: int,
        take: Callable[[Seed], None],
    ) -> None:
        super().__init__(host)
        self._parameters = parameters
        self._first_seed = first_seed
        self._take = take
        self._chosen = [0] * len(WISHES)
        self._worker = LatestOnlyWorker[tuple[int, Tried]]("search")
        self._run = 0
        """Counts the searches, so that none takes what one before has found."""
        self._looked_at = 0
        self._state: TextBlock | None = None
        self._start: Button | None = None
        self._list: RowList | None = None
        self.found: list[FoundWorld] = []
        self.tried = 0
        self.searching = False

    def build(self, form: Form) -> None:
        """Lay out wishes, state and finds."""
        entries = (Entry("Back", self.go_back), Entry("Take this world", self._take_it, "go"))
        has_columns = self.has_columns(_TWO_COLUMNS, _LEAST_LIST)
        sheet = Sheet(form, self.whole(), "A world where …", entries, is_long=not has_columns)
        if has_columns:
            left, right = split(sheet.left_over, 1, 1, gap=self.text_size)
            wishes = SettingRows.scrolling(form, left)
            self._build_wishes(form, wishes)
            wishes.finish()
            self._build_list(form, right, None)
        else:
            self._build_wishes(form, SettingRows(form, sheet.column, sheet.area))
            place = sheet.column.row(_LEAST_LIST * self.text_size)
            self._build_list(form, place, sheet.area)
        sheet.finish()
        sheet.buttons[1].enabled = bool(self.found)
        self._show_state()

    def take_event(self, event: pygame.event.Event) -> bool:
        """Turn the list with the wheel."""
        turned = self._list is not None and self._list.take_wheel(event)
        if turned:
            self._show_pictures()
        return turned

    def tick(self, seconds: float) -> None:
        """Show what has been found."""
        made = [tried for run, tried in self._worker.take() if run == self._run]
        if self._worker.error is not None:
            self._host.notify(self._worker.error, warning=True)
            self._worker.error = None
            self.searching = False
            self._show_state()
        if not self.searching:
            return
        finds = [tried.found for tried in made if tried.found is not None]
        self.found += finds
        self.tried = made[-1].count if made else self.tried
        if finds:
            self.rebuild()
        if self._worker.idle:
            self.searching = False
        if made or not self.searching:
            self._show_state()
            self.touch()

    def wait(self) -> None:
        """Wait until the worker has nothing left to do."""
        self._worker.wait()

    def close(self) -> None:
        """End the search."""
        self._worker.stop()
        self._list = None
        super().close()

    def _build_wishes(self, form: Form, rows: SettingRows) -> None:
        for number, wish in enumerate(WISHES):
            setter = partial(self._choose, number)
            rows.choice(wish.name, wish.words, self._chosen[number], setter, wish.tip)
        self._start = rows.button("Search", self._start_or_stop)
        lines = rows.column.row(_STATE_LINES * form.font.height)
        self._state = form.text_block(lines, _STATE_LINES, area=rows.area)

    def _build_list(self, form: Form, place: pygame.Rect, area: ScrollArea | None) -> None:
        self._list = None
        if self.found:
            rows = [(f"Seed {found.seed}", "") for found in self.found]
            self._list = RowList(form, place, rows, self._look_at, self._take_number, SHAPE, area)
            self._list.choose(self._looked_at, focus=False)
            self._show_pictures()
        else:
            words = "Worlds that are as you wish will stand here, as they are found."
            form.paragraph(Column(place, self.text_size).left_over, words, area=area)

    def _show_pictures(self) -> None:
        assert self._list is not None
        boxes = self._list.picture_boxes
        for box, number in zip(boxes, self._list.shown, strict=False):
            height, width = self.found[number].pixels.shape[:2]
            pixels = self.found[number].pixels.tobytes()
            box.picture = pygame.image.frombuffer(pixels, (width, height), "RGB").convert()

    def _show_state(self) -> None:
        if self._state is None or self._start is None:
            return
        self._start.text = "Stop" if self.searching else "Search"
        words = f"{self.tried:,} tried, {len(self.found)} found" if self.tried else ""
        if self.searching:
            words = f"Searching: {words}" if words else "Searching …"
        if self.found:
            words += f"\n{self.found[self._looked_at].words}"
        self._state.text = words

    def _choose(self, number: int, option: int) -> None:
        self._chosen[number] = option
        self._stop()

    def _start_or_stop(self) -> None:
        if self.searching:
            self._stop()
            return
        try:
            query = query_for(self._chosen, self._parameters.island)
            query.check_worlds((self._parameters,))
        except GoalError as error:
            self._host.notify(_plain(error), warning=True)
            return
        self.found, self.tried, self._looked_at = [], 0, 0
        self.searching = True
        parameters, first = self._parameters, self._first_seed
        palette = self._host.settings_file.settings.palette
        self._run += 1
        run, tries = self._run, partial(search_worlds, query, parameters, first, SIZE, palette)
        self._worker.ask(lambda: ((run, tried) for tried in tries()))
        self.rebuild()

    def _stop(self) -> None:
        if self.searching:
            self.searching = False
            self._worker.ask(_nothing)
        self._show_state()

    def _look_at(self, number: int) -> None:
        self._looked_at = number
        if self._list is not None:
            self._show_pictures()
        self._show_state()

    def _take_number(self, number: int) -> None:
        self._looked_at = number
        self._take_it()

    def _take_it(self) -> None:
        seed = self.found[self._looked_at].seed
        self._host.pop()
        self._take(seed)


def _nothing() -> Iterator[tuple[int, Tried]]:
    return iter(())


def _plain(error: GoalError) -> str:
    return "Wish for something first" if "no goal" in str(error) else str(error)
