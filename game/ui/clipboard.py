"""The clipboard of the system, which may be missing or hold something else than text."""

from __future__ import annotations

import pygame


def copy(text: str) -> bool:
    """Put text on the clipboard; return whether that worked."""
    try:
        pygame.scrap.put_text(text)
    except (pygame.error, ValueError):
        # ValueError: text with a zero byte in it, which no clipboard holds.
        return False
    return True


def paste() -> str:
    """Return the text on the clipboard, or nothing if there is none."""
    try:
        return pygame.scrap.get_text()
    except pygame.error:
        return ""
