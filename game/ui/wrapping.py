"""Cutting a text into lines that are not too wide, whatever measures them."""

from __future__ import annotations

from collections.abc import Callable

LONGEST_TEXT = 2000
"""Signs of a text that are looked at; no window shows more in one place."""


def wrapped(text: str, width: int, measure: Callable[[str], int]) -> list[str]:
    """Return the text cut between words, or within one that is too long, into lines."""
    lines: list[str] = []
    line = ""
    for word in text[:LONGEST_TEXT].split():
        longer = f"{line} {word}" if line else word
        if line and measure(longer) > width:
            lines.append(line)
            longer = word
        while measure(longer) > width and len(longer) > 1:
            begin = _beginning(longer, width, measure)
            lines.append(longer[:begin])
            longer = longer[begin:]
        line = longer
    return [*lines, line] if line else []


def _beginning(text: str, width: int, measure: Callable[[str], int]) -> int:
    """Return how many signs of a text have room, at least one."""
    low, high = 1, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if measure(text[:middle]) <= width:
            low = middle
        else:
            high = middle - 1
    return low
