"""A form: the controls of one page, one of them with the focus."""

from __future__ import annotations

import pygame

from game.input.chords import is_chord
from game.input.pad_events import PAD_PRESSED, PadButton
from game.ui import clipboard
from game.ui.control import Button, Control, Field, Slider
from game.ui.display import PictureBox
from game.ui.focus import Jump, Way, nearest
from game.ui.theme import ThemeColours
from game.ui.tip import Tip
from game.ui.type_scale import space
from game.ui.widget_factory import WidgetFactory

_FIRST_REPEAT_SECONDS = 0.4
_REPEAT_SECONDS = 0.06
_ENTER = (pygame.K_RETURN, pygame.K_KP_ENTER)
_WAYS = {
    pygame.K_LEFT: Way.LEFT,
    pygame.K_RIGHT: Way.RIGHT,
    pygame.K_UP: Way.UP,
    pygame.K_DOWN: Way.DOWN,
}
_PAD_WAYS = {
    PadButton.LEFT: Way.LEFT,
    PadButton.RIGHT: Way.RIGHT,
    PadButton.UP: Way.UP,
    PadButton.DOWN: Way.DOWN,
}
_JUMPS = {
    pygame.K_HOME: Jump.FIRST,
    pygame.K_END: Jump.LAST,
    pygame.K_PAGEUP: Jump.PAGE_UP,
    pygame.K_PAGEDOWN: Jump.PAGE_DOWN,
}
_NOWHERE = (-1, -1)
_SCROLLED_LINES = 3
_PASTE_MODIFIERS = pygame.KMOD_CTRL | pygame.KMOD_META


class Form(WidgetFactory):
    """Makes controls, gives them events, and moves the focus between them."""

    def __init__(
        self,
        size: tuple[int, int],
        colours: ThemeColours,
        text_size: int,
        before: Form | None = None,
        scrolls: bool = False,
    ) -> None:
        super().__init__(size, colours, text_size, before, scrolls)
        self._focused: Control | None = None
        self.tip = Tip(self.font, colours)
        self._held: tuple[int, Way] | None = None
        self._repeat_in = 0.0
        self.tip_changed = False
        """Whether a tip came or went with the last update."""
        self._is_mouse_down = False
        self._points = False
        """Whether the mouse was used last, and not a key."""
        self._composition = ""
        self.restores_focus = before is not None
        """Whether the next focus is the one of before, laid out anew."""
        self._types_before_text = False
        """Whether keys may have been pressed before the system was asked for text."""
        # Enter may still be down from the page before: it must be let go first.
        self._enter_down = _is_enter_down()

    # The focus

    @property
    def focused(self) -> Control | None:
        """The control that keys go to."""
        return self._focused

    @property
    def is_typing(self) -> bool:
        """Whether letters go into a field."""
        return isinstance(self._focused, Field)

    @property
    def is_composing(self) -> bool:
        """Whether an input method is putting text together, to which all keys belong."""
        return bool(self._composition)

    def focus(self, control: Control | None, by_mouse: bool = False) -> None:
        """Give the focus to a control, and show it; what stands in a field is selected."""
        if control is self._focused:
            return
        was_typing = self.is_typing
        self._focused = control
        self._composition = ""
        if isinstance(control, Field):
            self._widgets.focus(control.element)
            if by_mouse or self.restores_focus:
                control.put_caret_last()
            else:
                control.select_all()
            self._types_before_text = not (was_typing or self.restores_focus)
            pygame.key.start_text_input()
            # Where the system may show what is being composed.
            pygame.key.set_text_input_rect(control.place)
        elif was_typing:
            self._widgets.focus(None)
            pygame.key.stop_text_input()
        if control is not None:
            self.restores_focus = False
            if not by_mouse and control.area is not None:
                control.area.reveal(control.place)
            if control.on_focus is not None:
                control.on_focus()

    def focus_number(self, number: int) -> None:
        """Give the focus to a control by its number, or to the next one that can have it."""
        ready = [control for control in self.controls[max(0, number) :] if control.can_focus]
        ready = ready or [control for control in self.controls if control.can_focus]
        self.focus(ready[0] if ready else None)

    @property
    def focus_place(self) -> int:
        """The number of the control with the focus."""
        return self.controls.index(self._focused) if self._focused in self.controls else 0

    def move(self, way: Way) -> None:
        """Move the focus, or change the value of the control that has it."""
        control = self._focused
        if control is None:
            self.focus_number(0)
            return
        if control.on_way is not None and control.on_way(way):
            return
        if way in (Way.LEFT, Way.RIGHT) and control.nudge(way.value[0]):
            return
        ready = [each for each in self.controls if each.can_focus or each is control]
        places = [each.place for each in ready]
        goal = ready[nearest(places, ready.index(control), way)]
        if goal is control:
            # There may be more to read that way.
            self.scroll(way.value[1] * _SCROLLED_LINES * self.text_size)
        self.focus(goal)

    def scroll(self, pixels: int) -> None:
        """Show what lies farther down, or up, where something scrolls."""
        for area in self.areas:
            if pixels and area.scroll(pixels):
                return

    def jump(self, jump: Jump) -> None:
        """Move the focus far: to an end of the list, or of all controls."""
        if self._focused is not None and self._focused.on_jump is not None:
            self._focused.on_jump(jump)
            return
        ready = [control for control in self.controls if control.can_focus]
        if ready and jump in (Jump.FIRST, Jump.LAST):
            self.focus(ready[0 if jump is Jump.FIRST else -1])
        elif self.areas:
            height = self.areas[0].place.height - self.text_size
            self.scroll(height if jump is Jump.PAGE_DOWN else -height)

    def step(self, steps: int) -> None:
        """Move the focus to the next control, or to the one before, whatever their places."""
        ready = [control for control in self.controls if control.can_focus]
        if ready:
            here = ready.index(self._focused) if self._focused in ready else -min(steps, 0)
            self.focus(ready[(here + steps) % len(ready)])

    # Events and time

    def handle(self, event: pygame.event.Event) -> bool:
        """Take an event; return whether a control took it."""
        if event.type == pygame.TEXTEDITING:
            self._composition = event.text if self.is_typing else ""
            return self.is_typing
        if event.type == pygame.TEXTINPUT:
            self._composition = ""
        if event.type in (pygame.KEYDOWN, PAD_PRESSED):
            self._points = False
        if event.type == pygame.KEYDOWN:
            return self.is_composing or self._press(event)
        if event.type == pygame.KEYUP:
            self._release(event)
        elif event.type == PAD_PRESSED:
            return self._press_pad(event.button)
        elif event.type == pygame.WINDOWFOCUSLOST:
            self.release_keys()
        elif event.type == pygame.MOUSEMOTION:
            self._points = True
            self._widgets.mouse = event.pos
            if self._is_mouse_down and not event.buttons[0]:
                # It was let go outside the window: nothing there was clicked.
                self._is_mouse_down = False
                self._widgets.handle(
                    pygame.event.Event(pygame.MOUSEBUTTONUP, pos=_NOWHERE, button=1)
                )
        elif event.type == pygame.MOUSEBUTTONDOWN:
            self._is_mouse_down = self._is_mouse_down or event.button == 1
            self._point(event)
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            self._is_mouse_down = False
        return self._widgets.handle(event)

    def _looked_at(self) -> Control | None:
        """Return the control under the mouse, or else the one that keys have led to."""
        if not self._points:
            return self._focused
        mouse = self._widgets.mouse
        return next((each for each in self.controls if _is_under(each, mouse)), None)

    def release_keys(self) -> None:
        """Take all keys for released."""
        self._held = None
        self._enter_down = False
        self._composition = ""

    def update(self, seconds: float) -> None:
        """Let time pass, and tell the owners of controls what has changed."""
        if self._held is not None:
            self._repeat_in -= seconds
            if self._repeat_in <= 0.0:
                self._repeat_in = _REPEAT_SECONDS
                self.move(self._held[1])
        self._types_before_text = False
        self._widgets.update(seconds)
        self.tip_changed = self.tip.update(self._looked_at(), seconds)
        for control in list(self.controls):
            control.poll()

    def draw(self, target: pygame.Surface) -> None:
        """Draw all controls, and a frame around the one with the focus."""
        self._widgets.draw(target)
        for control in self.controls:
            if isinstance(control, Slider):
                self._draw_filled(target, control)
            elif isinstance(control, Button) and control.lines and control.shown:
                colours = self.colours
                control.draw_lines(target, colours.text if control.enabled else colours.dim)
        for picture_box in self._picture_boxes:
            picture_box.draw(target)
            self._draw_caption(target, picture_box)
        if self._focused is not None and self._focused.can_focus:
            self._draw_focus(target, self._focused)
        if isinstance(self._focused, Field) and self.is_composing:
            self._draw_composition(target, self._focused)
        self.tip.draw(target)

    def close(self) -> None:
        """Let go of everything."""
        if self.is_typing:
            pygame.key.stop_text_input()
        self._focused = None
        self._held = None
        self._composition = ""
        self._widgets.close()
        for control in self.controls:
            control.close()
        self.controls.clear()
        self.labels.clear()
        self.areas.clear()
        self._picture_boxes.clear()

    def close_fonts(self) -> None:
        """Close the files of the fonts, which are opened again if they are needed."""
        self.font.close()
        self.title_font.close()

    def _draw_filled(self, target: pygame.Surface, slider: Slider) -> None:
        """Fill the part of a slider that lies before its knob."""
        height = max(3, self.text_size // 3)
        filled = slider.place.inflate(-self.text_size, 0)
        filled.top, filled.height = filled.centery - height // 2, height
        filled.width = slider.knob.left - filled.left
        if slider.area is not None:
            filled = filled.clip(slider.area.place)
        if filled.width > 0 and filled.height > 0:
            pygame.draw.rect(target, self.colours.accent, filled, border_radius=height // 2)

    def _draw_caption(self, target: pygame.Surface, picture_box: PictureBox) -> None:
        """Write over a picture what there is to say about it."""
        place = picture_box.drawn
        lines = self.font.wrapped(picture_box.caption, place.width - self.text_size)
        clip = target.get_clip()
        target.set_clip(picture_box.area.place.clip(clip) if picture_box.area else clip)
        top = place.centery - len(lines) * self.font.height // 2
        for number, line in enumerate(lines):
            text = self.font.render_premul(line, pygame.Color(self.colours.text))
            corner = text.get_rect(midtop=(place.centerx, top + number * self.font.height))
            target.fill(self.colours.panel, corner.inflate(self.text_size, 0))
            target.blit(text, corner, special_flags=pygame.BLEND_PREMULTIPLIED)
        target.set_clip(clip)

    def _draw_focus(self, target: pygame.Surface, control: Control) -> None:
        width = max(2, self.text_size // 8)
        frame = control.place.inflate(2 * width, 2 * width)
        clip = target.get_clip()
        if control.area is not None:
            target.set_clip(control.area.place.inflate(2 * width, 2 * width))
        radius = max(4, space(self.text_size))
        pygame.draw.rect(target, self.colours.focus, frame, width, border_radius=radius)
        target.set_clip(clip)

    def _draw_composition(self, target: pygame.Surface, field: Field) -> None:
        """Draw the text that is being composed at the caret, underlined."""
        text = self.font.render_premul(self._composition, pygame.Color(self.colours.text))
        place = text.get_rect(midleft=field.caret(self.font, space(self.text_size)))
        place.right = min(place.right, field.place.right - space(self.text_size))
        clip = target.get_clip()
        target.set_clip(field.place)
        target.fill(self.colours.field, place)
        target.blit(text, place, special_flags=pygame.BLEND_PREMULTIPLIED)
        target.fill(self.colours.focus, (place.left, place.bottom - 2, place.width, 2))
        target.set_clip(clip)

    def _press(self, event: pygame.event.Event) -> bool:
        if event.key in _ENTER or (event.key == pygame.K_SPACE and not self.is_typing):
            return self._press_enter()
        if event.key == pygame.K_TAB:
            self.step(-1 if event.mod & pygame.KMOD_SHIFT else 1)
            return True
        if self._types_before_text and isinstance(self._focused, Field):
            text = _typed(event)
            if text:
                self._focused.insert(text)
                return True
        jump = _JUMPS.get(event.key)
        if jump is not None and not self.is_typing:
            self.jump(jump)
            return True
        way = _WAYS.get(event.key)
        if way is not None and not (self.is_typing and way in (Way.LEFT, Way.RIGHT)):
            self._held = event.key, way
            self._repeat_in = _FIRST_REPEAT_SECONDS
            self.move(way)
            return True
        if isinstance(self._focused, Field) and _is_paste(event):
            self._focused.insert(clipboard.paste())
            return True
        return self._widgets.handle(event)

    def _press_enter(self) -> bool:
        if self._enter_down or self._focused is None:
            return False
        self._enter_down = True
        self._focused.press()
        return True

    def _release(self, event: pygame.event.Event) -> None:
        if event.key in _ENTER or event.key == pygame.K_SPACE:
            self._enter_down = False
        if self._held is not None and event.key == self._held[0]:
            self._held = None

    def _press_pad(self, button: PadButton) -> bool:
        if button in _PAD_WAYS:
            self.move(_PAD_WAYS[button])
        elif button is PadButton.SOUTH and self._focused is not None:
            self._focused.press()
        elif button in (PadButton.LEFT_SHOULDER, PadButton.RIGHT_SHOULDER):
            self.step(1 if button is PadButton.RIGHT_SHOULDER else -1)
        else:
            return False
        return True

    def _point(self, event: pygame.event.Event) -> None:
        self._widgets.mouse = event.pos
        if event.button != 1:
            return
        for control in self.controls:
            if control.can_focus and _is_under(control, event.pos):
                self.focus(control, by_mouse=True)
                if isinstance(control, Slider):
                    control.jump(event.pos[0])
                return


def _is_under(control: Control, pixel: tuple[int, int]) -> bool:
    seen = control.area is None or control.area.place.collidepoint(pixel)
    return seen and control.place.collidepoint(pixel)


def _is_enter_down() -> bool:
    pressed = pygame.key.get_pressed()
    return bool(pressed[pygame.K_RETURN] or pressed[pygame.K_KP_ENTER])


def _typed(event: pygame.event.Event) -> str:
    """Return the sign of a key that was pressed before the system was asked for text."""
    # Where the system has found a sign by itself, it sends it as text too.
    printable = 32 <= event.key < 127 and not event.unicode and not is_chord(event)
    sign = chr(event.key) if printable else ""
    return sign.upper() if event.mod & pygame.KMOD_SHIFT else sign


def _is_paste(event: pygame.event.Event) -> bool:
    modifiers = getattr(event, "mod", 0)
    return event.key == pygame.K_v and bool(modifiers & _PASTE_MODIFIERS)
