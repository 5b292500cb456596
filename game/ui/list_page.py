"""A page with a title and a column of buttons, and the questions asked in this form."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from game.screen import Host
from game.ui.form import Form
from game.ui.layout import split
from game.ui.page import Page


@dataclass(frozen=True)
class Entry:
    """One button, and what it does."""

    text: str
    act: Callable[[], None]
    kind: str = ""


class ListPage(Page):
    """A few buttons below each other; in two columns where the window is too low."""

    covers = False

    def __init__(
        self, host: Host, title: str, entries: Sequence[Entry], note: str = "", width: int = 18
    ) -> None:
        super().__init__(host)
        self._title = title
        self._entries = tuple(entries)
        self._note = note
        self._width = width

    def build(self, form: Form) -> None:
        """Lay out title, note and buttons."""
        size = self.text_size
        room = self.size[1] - 3 * size
        row = 9 * size // 5 + max(2, size // 3)
        top = 5 * size // 2
        note = form.font.wrapped(self._note, min(self._width * size, self.size[0] - 2 * size))
        top += len(note) * form.font.height + (size // 2 if note else 0)
        columns = 1
        while columns < 3 and top + -(-len(self._entries) // columns) * row > room:
            columns += 1
        rows = -(-len(self._entries) // columns)
        column = self.middle(self._width * columns, -(-(top + rows * row) // size))
        form.label(column.row(2 * size), self._title, "title")
        if note:
            height = form.paragraph(column.left_over, self._note)
            column.skip(height + size // 2)
        for number in range(rows):
            parts = split(column.row(), *([1.0] * columns), gap=column.gap)
            for place, entry in zip(
                parts, self._entries[number * columns :][:columns], strict=False
            ):
                form.button(place, entry.text, entry.act, entry.kind)


def question(
    host: Host, title: str, note: str, no: str, yes: str, act: Callable[[], None]
) -> ListPage:
    """Return a page that asks before something is done that is hard to undo."""

    def do_it() -> None:
        host.pop()
        act()

    entries = (Entry(no, host.pop), Entry(yes, do_it, "danger"))
    return ListPage(host, title, entries, note, width=24)
