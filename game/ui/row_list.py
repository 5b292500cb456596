"""A list of any length: only the rows that fit have controls, and they are used again and again."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from game.ui.control import Button
from game.ui.display import Label, PictureBox, ScrollArea
from game.ui.focus import Jump, Way
from game.ui.form import Form
from game.ui.layout import Column
from game.ui.type_scale import row_height

_MEASURED = 100
"""Rows whose remarks are measured; those of the others are hardly longer."""


class RowList:
    """Rows of a picture, a name and a remark; keys, wheel and gamepad go through all of them.

    Args:
        form: what the controls belong to.
        place: what the list fills.
        rows: (name, remark) of every row.
        choose: called with the number of the row that is looked at.
        pick: called with the number of the row that is pressed.
        picture_shape: width over height of the pictures, 0 for none.
        area: what the list scrolls in together with other things.
    """

    def __init__(
        self,
        form: Form,
        place: pygame.Rect,
        rows: Sequence[tuple[str, str]],
        choose: Callable[[int], None],
        pick: Callable[[int], None],
        picture_shape: float = 0.0,
        area: ScrollArea | None = None,
    ) -> None:
        self._form = form
        self._rows = list(rows)
        self._choose = choose
        self._pick = pick
        self._area = area
        self.place = place
        self.first = 0
        self.chosen = 0
        self._buttons: list[Button] = []
        self._remarks: list[Label] = []
        self.picture_boxes: list[PictureBox] = []
        """The pictures of the rows that are shown, from ``first`` on."""
        self._build(picture_shape)
        self.show()

    @property
    def shown(self) -> range:
        """The numbers of the rows that are shown."""
        return range(self.first, min(len(self._rows), self.first + len(self._buttons)))

    def choose(self, number: int, focus: bool = True) -> None:
        """Look at a row, and bring it into sight."""
        if not self._rows:
            return
        self.chosen = max(0, min(len(self._rows) - 1, number))
        last = len(self._buttons) - 1
        self.first = max(self.chosen - last, min(self.first, self.chosen))
        self.show()
        if focus and self._buttons:
            self._form.focus(self._buttons[self.chosen - self.first])
        self._choose(self.chosen)

    def use(self, rows: Sequence[tuple[str, str]]) -> None:
        """Show other rows from now on, from the first one."""
        self._rows = list(rows)
        self.first = self.chosen = 0
        self.show()

    def scroll(self, steps: int) -> None:
        """Show other rows, without looking at another one."""
        most = max(0, len(self._rows) - len(self._buttons))
        self.first = max(0, min(most, self.first + steps))
        self.show()

    def take_wheel(self, event: pygame.event.Event) -> bool:
        """Turn the list with the wheel, unless it is at its end; return whether it was turned."""
        before = self.first
        if event.type == pygame.MOUSEWHEEL:
            self.scroll(-event.y)
        return self.first != before

    def show(self) -> None:
        """Write the rows that are to be seen."""
        for offset, button in enumerate(self._buttons):
            number = self.first + offset
            exists = number < len(self._rows)
            name, remark = self._rows[number] if exists else ("", "")
            button.text = name
            button.shown = exists
            button.chosen = exists and number == self.chosen
            if self._remarks:
                self._remarks[offset].text = remark

    def _build(self, picture_shape: float) -> None:
        size = self._form.text_size
        high = size * 3 if picture_shape else row_height(size)
        column = Column(self.place, size)
        while column.left_over.height >= high or not self._buttons:
            row = column.row(high)
            if picture_shape:
                width = int(high * picture_shape)
                picture = pygame.Rect(row.left, row.top, width, high)
                self.picture_boxes.append(self._form.picture_box(picture, self._area))
                row = pygame.Rect(
                    row.left + width + 4, row.top, max(1, row.width - width - 4), high
                )
            remark_width = self._remark_width()
            name = pygame.Rect(row)
            # A remark that leaves little room for the name is left out.
            if 2 * remark_width < row.width:
                name.width -= remark_width + size // 2
                remark = pygame.Rect(name.right + size // 2, row.top, remark_width, high)
                self._remarks.append(self._form.label(remark, "", "soft", "right", self._area))
            button = self._form.button(
                name, "", self._pick_at(len(self._buttons)), "", "row", self._area
            )
            button.on_way = self._way_at(len(self._buttons))
            button.on_jump = self._jump
            button.on_focus = self._focus_at(len(self._buttons))
            self._buttons.append(button)

    def _remark_width(self) -> int:
        font = self._form.font
        return max((font.width(remark) for _, remark in self._rows[:_MEASURED]), default=0)

    def _pick_at(self, offset: int) -> Callable[[], None]:
        return lambda: self._pick(self.first + offset)

    def _focus_at(self, offset: int) -> Callable[[], None]:
        def focused() -> None:
            if self.first + offset != self.chosen:
                self.chosen = self.first + offset
                self.show()
                self._choose(self.chosen)

        return focused

    def _jump(self, jump: Jump) -> bool:
        page = len(self._buttons)
        numbers = {
            Jump.FIRST: 0,
            Jump.LAST: len(self._rows) - 1,
            Jump.PAGE_UP: self.chosen - page,
            Jump.PAGE_DOWN: self.chosen + page,
        }
        self.choose(numbers[jump])
        return True

    def _way_at(self, offset: int) -> Callable[[Way], bool]:
        def move(way: Way) -> bool:
            number = self.first + offset + way.value[1]
            if way in (Way.UP, Way.DOWN) and 0 <= number < len(self._rows):
                self.choose(number)
                return True
            return False

        return move
