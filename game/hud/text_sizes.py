"""How large text over the land is: by the window, and by what the player wants."""

from __future__ import annotations

from typing import Final

from game.ui.lettering import text_size

SMALLEST_TEXT: Final = 9
_LEAST_LINES: Final = 14
"""However large the player wants the text, so many times its height fits into the window."""


def hud_text_size(window: tuple[int, int], scale: float, share: float = 1.0) -> int:
    """Return a size of text; ``scale`` is the player's, ``share`` makes it larger or smaller."""
    # In a high and narrow window the width is what there is too little of.
    height = min(window[1], window[0] * 3 // 4)
    return max(SMALLEST_TEXT, int(min(text_size(height, scale), height / _LEAST_LINES) * share))
