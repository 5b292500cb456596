"""How menus look: colours and measures, in the words of the widget library."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from game.ui.type_scale import space

Colour = tuple[int, int, int]


@dataclass(frozen=True)
class ThemeColours:
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
    heading: Colour
    focus: Colour
    accent: Colour
    danger: Colour
    warning: Colour


NIGHT = ThemeColours(
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
    heading=(150, 214, 214),
    focus=(255, 214, 120),
    accent=(28, 102, 108),
    danger=(122, 46, 46),
    warning=(255, 166, 128),
)

CONTRAST = ThemeColours(
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
    heading=(255, 255, 0),
    focus=(255, 255, 0),
    accent=(0, 62, 120),
    danger=(130, 0, 0),
    warning=(255, 190, 90),
)


def theme_colours(high_contrast: bool) -> ThemeColours:
    """Return the colours to use."""
    return CONTRAST if high_contrast else NIGHT


def theme_of(colours: ThemeColours, text_size: int) -> dict[str, Any]:
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
        "defaults": {"colours": _colours(colours)},
        "button": {"misc": {**box, "text_horiz_alignment_padding": str(text_size // 2)}},
        "@row": {"misc": {"text_horiz_alignment": "left"}},
        "#go": _button_colours(colours.accent, colours),
        "#danger": _button_colours(colours.danger, colours),
        "#chosen": _button_colours(colours.pressed, colours),
        "label": {
            "misc": {"text_horiz_alignment": "left"},
            "colours": {"normal_text": _hex(colours.text), "dark_bg": "#00000000"},
        },
        "#title": {"colours": {"normal_text": _hex(colours.title)}},
        "#soft": {"colours": {"normal_text": _hex(colours.soft)}},
        "#heading": {"colours": {"normal_text": _hex(colours.heading)}},
        "#warning": {"colours": {"normal_text": _hex(colours.warning)}},
        "@right": {"misc": {"text_horiz_alignment": "right"}},
        "@middle": {"misc": {"text_horiz_alignment": "center"}},
        "text_entry_line": {"misc": {**box, "padding": f"{space(text_size)},{border}"}},
        "horizontal_slider": {
            "misc": {**box, "enable_arrow_buttons": "0", "sliding_button_width": str(text_size)}
        },
        "horizontal_slider.button": {"misc": plain, **_button_colours(colours.pressed, colours)},
        "vertical_scroll_bar": {"misc": {**bar, "enable_arrow_buttons": "0"}},
        "vertical_scroll_bar.button": {"misc": bar},
        # The library gives these a shadow of their own.
        "horizontal_slider.#sliding_button": {"misc": plain},
        "vertical_scroll_bar.#sliding_button": {"misc": bar},
    }


def _colours(colours: ThemeColours) -> dict[str, str]:
    shades = {
        "normal_bg": colours.button,
        "hovered_bg": colours.hovered,
        "disabled_bg": colours.panel,
        "selected_bg": colours.pressed,
        "active_bg": colours.pressed,
        "dark_bg": colours.field,
        "disabled_dark_bg": colours.field,
        "normal_text": colours.text,
        "hovered_text": colours.text,
        "disabled_text": colours.dim,
        "selected_text": colours.text,
        "active_text": colours.text,
        "normal_border": colours.border,
        "hovered_border": colours.soft,
        "disabled_border": colours.button,
        "selected_border": colours.soft,
        "active_border": colours.soft,
        "text_cursor": colours.title,
    }
    return {name: _hex(colour) for name, colour in shades.items()}


def _button_colours(background: Colour, colours: ThemeColours) -> dict[str, dict[str, str]]:
    red, green, blue = (min(255, shade + 26) for shade in background)
    return {
        "colours": {
            "normal_bg": _hex(background),
            "hovered_bg": _hex((red, green, blue)),
            "active_bg": _hex(colours.pressed),
            "disabled_bg": _hex(colours.panel),
        }
    }


def _hex(colour: Colour) -> str:
    red, green, blue = colour
    return f"#{red:02x}{green:02x}{blue:02x}"
