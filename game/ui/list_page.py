"""A page with a title and groups of buttons, and the questions asked in this form."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.screen import Host
from game.ui.form import Form
from game.ui.layout import split
from game.ui.page import Page
from game.ui.sheet import Entry, Sheet, button_rows
from game.ui.type_scale import space

_MOST_COLUMNS = 3


class ListPage(Page):
    """Groups of buttons below each other; in columns where the window is too low.

    Args:
        host: the program around it.
        title: the first line.
        groups: the buttons; some room lies between two groups.
        note: what is to be read before.
        width: of a column, in sizes of text.
    """

    covers = False

    def __init__(
        self,
        host: Host,
        title: str,
        *groups: Sequence[Entry],
        note: str = "",
        width: int = 18,
    ) -> None:
        super().__init__(host)
        self._title = title
        self._groups = tuple(tuple(group) for group in groups)
        self._note = note
        self._width = width

    def build(self, form: Form) -> None:
        """Lay out title, note and buttons."""
        columns = next(
            (count for count in range(1, _MOST_COLUMNS) if self._height(form, count)),
            self._widest(form),
        )
        size = self.text_size
        height = self._height(form, columns)
        place = self.middle(self._width * columns, None if height is None else -(-height // size))
        sheet = Sheet(form, place, self._title)
        sheet.paragraph(self._note)
        column = sheet.column
        for number, group in enumerate(self._groups):
            if number:
                column.skip(size // 2)
            for first in range(0, len(group), columns):
                row = group[first : first + columns]
                width = (column.place.width - (columns - 1) * column.gap) // columns
                high = max(form.button_height(entry.text, width) for entry in row)
                places = split(column.row(high), *([1.0] * columns), gap=column.gap)
                for part, entry in zip(places, row, strict=False):
                    form.button(part, entry.text, entry.act, entry.kind, area=sheet.area)
        sheet.finish()

    def _height(self, form: Form, columns: int) -> int | None:
        """Return how high the page is with so many columns, None if it has no room."""
        size = self.text_size
        width = min(self._width * columns * size, self.size[0] - 2 * size)
        gap = space(size)
        each = (width - (columns - 1) * gap) // columns
        height = form.title_height(self._title, width) + gap
        if self._note:
            height += form.paragraph_height(self._note, width) + gap
        for group in self._groups:
            height += size // 2
            for first in range(0, len(group), columns):
                row = group[first : first + columns]
                height += max(form.button_height(entry.text, each) for entry in row) + gap
        return height if height <= self.size[1] - 2 * size else None

    def _widest(self, form: Form) -> int:
        """Return how many columns have room where none is high enough for the window."""
        texts = [entry.text for group in self._groups for entry in group]
        width = self.size[0] - 2 * self.text_size
        width = min(width, _MOST_COLUMNS * self._width * self.text_size)
        return min(_MOST_COLUMNS, len(button_rows(form.font, texts, width)[0]))


def question(
    host: Host, title: str, note: str, no: str, yes: str, act: Callable[[], None]
) -> ListPage:
    """Return a page that asks before something is done that is hard to undo."""

    def do_it() -> None:
        host.pop()
        act()

    entries = (Entry(no, host.pop), Entry(yes, do_it, "danger"))
    return ListPage(host, title, entries, note=note, width=24)
