"""How menus look: colours and measures, in the words of the widget library."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

Colour = tuple[int, int, int]


@dataclass(frozen=True)
class Look:
    """The colours of all menus."""

    page: Colour
    """Behind everything, where a page covers the window."""
    panel: Colour
    field: Colour
    button: Colour
    hovered: Colour
    pressed: Colour
    border: Colour
    text: Colour
    soft: Colour
    dim: Colour
    title: Colour
    focus: Colour
    accent: Colour
    danger: Colour
    warning: Colour


NIGHT = Look(
    page=(9, 20, 37),
    panel=(13, 27, 48),
    field=(7, 15, 28),
    button=(30, 56, 90),
    hovered=(42, 78, 122),
    pressed=(56, 104, 160),
    border=(58, 90, 130),
    text=(240, 245, 250),
    soft=(182, 200, 220),
    dim=(112, 130, 152),
    title=(255, 214, 120),
    focus=(255, 214, 120),
    accent=(28, 102, 108),
    danger=(122, 46, 46),
    warning=(255, 166, 128),
)

CONTRAST = Look(
    page=(0, 0, 0),
    panel=(0, 0, 0),
    field=(0, 0, 0),
    button=(0, 0, 0),
    hovered=(60, 60, 60),
    pressed=(110, 110, 110),
    border=(255, 255, 255),
    text=(255, 255, 255),
    soft=(255, 255, 255),
    dim=(190, 190, 190),
    title=(255, 255, 0),
    focus=(255, 255, 0),
    accent=(0, 62, 120),
    danger=(130, 0, 0),
    warning=(255, 190, 90),
)


def look(high_contrast: bool) -> Look:
    """Return the colours to use."""
    return CONTRAST if high_contrast else NIGHT


def theme_of(look: Look, text_size: int) -> dict[str, Any]:
    """Return the theme of the widget library for these colours and this size of text."""
    corner = max(3, text_size // 4)
    border = max(1, text_size // 16)
    box = {
        "shape": "rounded_rectangle",
        "shape_corner_radius": str(corner),
        "border_width": str(border),
        "shadow_width": "0",
        "border_overlap": "0",
    }
    plain = {**box, "border_width": "0"}
    bar = {**plain, "shape_corner_radius": str(min(corner, 6))}
    return {
        "defaults": {"colours": _colours(look)},
        "button": {"misc": {**box, "text_horiz_alignment_padding": str(text_size // 2)}},
        "@row": {"misc": {"text_horiz_alignment": "left"}},
        "#go": _button_colours(look.accent, look),
        "#danger": _button_colours(look.danger, look),
        "#chosen": _button_colours(look.pressed, look),
        "label": {
            "misc": {"text_horiz_alignment": "left"},
            "colours": {"normal_text": _hex(look.text), "dark_bg": "#00000000"},
        },
        "#title": {"colours": {"normal_text": _hex(look.title)}},
        "#soft": {"colours": {"normal_text": _hex(look.soft)}},
        "#warning": {"colours": {"normal_text": _hex(look.warning)}},
        "@right": {"misc": {"text_horiz_alignment": "right"}},
        "@middle": {"misc": {"text_horiz_alignment": "center"}},
        "text_entry_line": {"misc": {**box, "padding": f"{text_size // 3},{border}"}},
        "horizontal_slider": {
            "misc": {**box, "enable_arrow_buttons": "0", "sliding_button_width": str(text_size)}
        },
        "horizontal_slider.button": {"misc": plain, **_button_colours(look.pressed, look)},
        "vertical_scroll_bar": {"misc": {**bar, "enable_arrow_buttons": "0"}},
        "vertical_scroll_bar.button": {"misc": bar},
        # The library gives these a shadow of their own.
        "horizontal_slider.#sliding_button": {"misc": plain},
        "vertical_scroll_bar.#sliding_button": {"misc": bar},
    }


def _colours(look: Look) -> dict[str, str]:
    shades = {
        "normal_bg": look.button,
        "hovered_bg": look.hovered,
        "disabled_bg": look.panel,
        "selected_bg": look.pressed,
        "active_bg": look.pressed,
        "dark_bg": look.field,
        "disabled_dark_bg": look.field,
        "normal_text": look.text,
        "hovered_text": look.text,
        "disabled_text": look.dim,
        "selected_text": look.text,
        "active_text": look.text,
        "normal_border": look.border,
        "hovered_border": look.soft,
        "disabled_border": look.button,
        "selected_border": look.soft,
        "active_border": look.soft,
        "text_cursor": look.title,
    }
    return {name: _hex(colour) for name, colour in shades.items()}


def _button_colours(background: Colour, look: Look) -> dict[str, dict[str, str]]:
    red, green, blue = (min(255, shade + 26) for shade in background)
    return {
        "colours": {
            "normal_bg": _hex(background),
            "hovered_bg": _hex((red, green, blue)),
            "active_bg": _hex(look.pressed),
            "disabled_bg": _hex(look.panel),
        }
    }


def _hex(colour: Colour) -> str:
    red, green, blue = colour
    return f"#{red:02x}{green:02x}{blue:02x}"
