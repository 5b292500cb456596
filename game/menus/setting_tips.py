"""One sentence about each setting: what it does, and what little and much of it mean."""

from __future__ import annotations

SETTING_TIPS: dict[str, str] = {
    "full_screen": "Fill the whole screen, or play in a window; F11 does the same.",
    "ui_scale": "Size of all text: 75% leaves more room for the land, 200% is read from afar.",
    "palette": "Colours of the land; one set can be told apart with any colour vision.",
    "units": "Write lengths and heights in metres and kilometres, or in the cells of the map.",
    "high_contrast": "Black and white menus with strong frames.",
    "less_motion": "No glides, fades and flights unless you ask for them; still water, no clouds.",
    "plants": "Trees, rocks and the like, seen from close up.",
    "moving_water": "Waves and surf; without them the sea stands still.",
    "clouds": "Shadows of clouds that pass over land and sea.",
    "names": "Names of islands, peaks, lakes and rivers, written on the land.",
    "minimap": "A small map of the sea around you in the lower right corner.",
    "scale_bar": "A bar in the lower left corner that shows how long a round length is.",
    "grid": "Lines of round coordinates over the land.",
    "speed": "How fast keys and sticks move you: 0.25 is a slow walk, 4.00 a fast flight.",
    "gamepad": "Take what gamepads say; off if one of them moves by itself.",
    "dead_zone": "How far a stick must lean before it counts: little for fine steering, much for a "
    "worn stick that never comes to rest.",
}
