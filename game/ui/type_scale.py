"""One scale for the sizes of text, and one unit for the space between things.

Everything on a page is measured in the size of its text, so that a page for large text is the page
for small text, seen from nearer.
"""

from __future__ import annotations

SMALL = 0.9
"""Text that explains a picture, as a share of the text of controls."""

TITLE = 1.5
"""The title of a page."""

DISPLAY = 4.2
"""The name of the game."""


def space(text_size: int) -> int:
    """Return the unit of space: between two controls, and between a frame and its text."""
    return max(2, text_size // 3)


def row_height(text_size: int) -> int:
    """Return the height of a control with a line of text in it."""
    return text_size * 9 // 5
