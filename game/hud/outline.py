"""The outline of the window's view on a map that shows more of the sea."""

from __future__ import annotations

import pygame

from game.camera import Camera, View, pixels_per_unit
from game.ui.lettering import GOLD, WHITE

_INK = (8, 18, 34)
_SMALLEST = 10


def draw_outline(
    target: pygame.Surface, place: pygame.Rect, view: View, camera: Camera, window: tuple[int, int]
) -> None:
    """Draw on a map what a window shows, or a mark where that is too small to see.

    The map shows ``view`` and lies at ``place`` of the target.
    """
    shown = camera.view(*window)
    size = pixels_per_unit(camera.zoom).inverse()
    left, top = view.screen_of(size.floor(shown.left), size.floor(shown.top))
    right, bottom = view.screen_of(
        size.ceil(shown.left + shown.width), size.ceil(shown.top + shown.height)
    )
    # A Rect holds no large numbers, and what lies so far outside is not seen.
    far = 4 * max(view.width, view.height)
    left, top, right, bottom = (max(-far, min(far, edge)) for edge in (left, top, right, bottom))
    before = target.get_clip()
    target.set_clip(place)
    if right - left >= _SMALLEST:
        frame = pygame.Rect(place.left + left, place.top + top, right - left, bottom - top)
        pygame.draw.rect(target, _INK, frame.inflate(2, 2), 3)
        pygame.draw.rect(target, WHITE, frame, 1)
    else:
        draw_mark(target, (place.left + (left + right) // 2, place.top + (top + bottom) // 2))
    target.set_clip(before)


def draw_mark(target: pygame.Surface, point: tuple[int, int]) -> None:
    """Draw a golden dot."""
    pygame.draw.circle(target, _INK, point, 6)
    pygame.draw.circle(target, GOLD, point, 4)
