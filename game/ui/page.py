"""A page of controls that fills the window, or lies over what was there before."""

from __future__ import annotations

import pygame

from game.input.pad_events import PAD_PRESSED, PadButton
from game.screen import Host
from game.ui.form import Form
from game.ui.layout import inset
from game.ui.lettering import text_size
from game.ui.theme import ThemeColours, theme_colours

SMALLEST = (320, 180)
"""Pages are laid out for at least this many pixels, however small the window is."""

_TEXT_SHARE = 1.1
_LEAST_LINES = 12
"""However large the player wants the text, so many times its height fits into the window."""

_MARGINS = (2, 8)
"""Sizes of text that margins, title and buttons take of a window, at most about."""

_DIM = (96, 104, 118)
_LIVELY_SECONDS = 0.4
_BLINK_SECONDS = 0.2


class Page:
    """One page; those below fill in ``build``, and the rest only if they need to."""

    covers = True

    def __init__(self, host: Host) -> None:
        self._host = host
        self._form: Form | None = None
        self._built_for: object = None
        self._focus = 0
        self._lively = _LIVELY_SECONDS
        self._blink = 0.0
        self._is_top = True
        self.panel: pygame.Rect | None = None
        """The part that is drawn in the colour of a panel, for a page that covers not all."""

    # What a page fills in

    def build(self, form: Form) -> None:
        """Make the controls of a new form."""

    def tick(self, seconds: float) -> None:
        """Let time pass while the page is on top."""

    def take_event(self, event: pygame.event.Event) -> bool:
        """Look at an event first; return whether that was all."""
        return False

    def draw_behind(self, target: pygame.Surface) -> None:
        """Draw what lies behind the controls."""
        if self.covers:
            target.fill(self.colours.page)
            return
        if self._is_top:
            # Every page dims all that lies below: more than once would turn it black.
            target.fill(_DIM, special_flags=pygame.BLEND_RGB_MULT)
        if self.panel is not None:
            radius = max(4, self.text_size // 2)
            pygame.draw.rect(target, self.colours.panel, self.panel, border_radius=radius)
            pygame.draw.rect(target, self.colours.border, self.panel, 1, border_radius=radius)

    def go_back(self) -> None:
        """Leave the page."""
        self._host.pop()

    # What a page may use

    @property
    def colours(self) -> ThemeColours:
        """The colours of menus."""
        return theme_colours(self._host.settings_file.settings.high_contrast)

    @property
    def text_size(self) -> int:
        """The size of text in this window."""
        share = _TEXT_SHARE * self._host.settings_file.settings.ui_scale
        width, height = self.size
        # In a high and narrow window the width is what there is too little of.
        height = min(height, width * 3 // 4)
        return max(9, min(text_size(height, share), height // _LEAST_LINES))

    @property
    def size(self) -> tuple[int, int]:
        """The size that the page is laid out for."""
        width, height = self._host.size
        return max(SMALLEST[0], width), max(SMALLEST[1], height)

    @property
    def form(self) -> Form:
        """The controls, laid out anew when the window has another size."""
        if self._form is None or self._built_for != self._conditions():
            self._lay_out()
        assert self._form is not None
        return self._form

    def rebuild(self) -> None:
        """Lay out everything anew before it is drawn again; the focus stays where it is."""
        self._built_for = None

    def touch(self) -> None:
        """Say that the page looks different now."""
        self._lively = max(self._lively, _BLINK_SECONDS)

    def whole(self) -> pygame.Rect:
        """Return the window, but for a margin."""
        return inset(pygame.Rect((0, 0), self.size), self.text_size)

    def has_columns(self, width: int, height: int) -> bool:
        """Return whether a body of so many sizes of text has room between title and buttons."""
        room = (
            self.size[0] - _MARGINS[0] * self.text_size,
            self.size[1] - _MARGINS[1] * self.text_size,
        )
        return room[0] >= width * self.text_size and room[1] >= height * self.text_size

    def middle(self, width: int, height: int | None = None) -> pygame.Rect:
        """Return a place in the middle, on a panel; measured in sizes of text."""
        size = self.text_size
        room = self.size[0] - 2 * size, self.size[1] - 2 * size
        wanted = room[1] if height is None else height * size
        place = pygame.Rect(0, 0, min(width * size, room[0]), min(wanted, room[1]))
        place.center = self.size[0] // 2, self.size[1] // 2
        self.panel = place.inflate(size, size)
        return place

    # What the stack of screens asks

    @property
    def stale(self) -> bool:
        """Whether drawing it again would look different."""
        return self._lively > 0.0 or self._built_for != self._conditions()

    def handle(self, event: pygame.event.Event) -> None:
        """Take an event: the page first, then leaving it, then the controls."""
        self._lively = _LIVELY_SECONDS
        if event.type == pygame.KEYDOWN and self.form.is_composing:
            # Esc too belongs to what is being composed.
            return
        if self.take_event(event):
            return
        if _leaves(event):
            self.go_back()
        else:
            self.form.handle(event)

    def update(self, seconds: float, active: bool) -> None:
        """Let time pass; only the topmost page is alive."""
        if active != self._is_top:
            self._is_top = active
            self.touch()
        if not active:
            if self._form is not None:
                # What goes up now goes up on another page.
                self._form.release_keys()
            return
        form = self.form
        self._lively -= seconds
        self._blink -= seconds
        if form.is_typing and self._blink <= 0.0:
            self._blink = _BLINK_SECONDS
            self.touch()
        form.update(seconds)
        if form.tip_changed:
            self.touch()
        # Whatever was pressed may have closed the page.
        if self._form is form:
            self.tick(seconds)

    def draw(self, target: pygame.Surface) -> None:
        """Draw the page."""
        form = self.form
        self.draw_behind(target)
        form.draw(target)

    def close(self) -> None:
        """Let go of the controls."""
        if self._form is not None:
            self._form.close()
            # The widget library goes in circles that would keep them open for long.
            self._form.close_fonts()
            self._form = None

    def _conditions(self) -> object:
        settings = self._host.settings_file.settings
        return self.size, settings.ui_scale, settings.high_contrast

    def _lay_out(self) -> None:
        if self._form is not None:
            self._focus = self._form.focus_place
            self._form.close()
        self._built_for = self._conditions()
        before = self._form
        form = self._form = self._built(before, scrolls=False)
        if form.overflows:
            form.close()
            form = self._built(form, scrolls=True)
        form.restores_focus = before is not None
        if form.focused is None:
            form.focus_number(self._focus)
        self._lively = _LIVELY_SECONDS

    def _built(self, before: Form | None, scrolls: bool) -> Form:
        self._form = Form(self.size, self.colours, self.text_size, before, scrolls)
        self.build(self._form)
        return self._form


def _leaves(event: pygame.event.Event) -> bool:
    if event.type == PAD_PRESSED:
        return event.button in (PadButton.EAST, PadButton.START)
    return event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE
