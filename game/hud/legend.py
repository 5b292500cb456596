"""What the colours of an overlay mean, on a small panel above the scale bar."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Final

import numpy as np
import pygame

from game.hud.hud import PANEL
from game.lru_cache import LRUCache
from game.ui.lettering import SOFT, WHITE, Lettering
from worldgen.render.overlay_scale import OverlayScale, Swatch, Tick, overlay_scale

_SMALLEST: Final = 9
_MOST_SIZES: Final = 16
_RAMP_WIDTH: Final = 12
"""In sizes of a letter, as is the height below."""

_RAMP_HEIGHT: Final = 0.8
_GAP: Final = 0.4
"""Between two labels of ticks, in sizes of a letter."""

_RIM: Final = (214, 224, 236)


@dataclass(frozen=True)
class Subject:
    """What is explained."""

    overlay: str
    water: float
    """The sea level of the world."""
    lod: int

    @property
    def scale(self) -> OverlayScale:
        """What the colours mean."""
        return overlay_scale(self.overlay, self.water, self.lod)


class Legend:
    """Draws the panel; a still picture makes no Surface."""

    def __init__(self) -> None:
        self._letters = LRUCache[int, Lettering](_MOST_SIZES)
        self._wanted: tuple[Subject, int, tuple[int, int]] | None = None
        self._panel: pygame.Surface | None = None
        self.area = pygame.Rect(0, 0, 0, 0)
        """Where the panel was drawn last; empty where it has no room."""

    def hide(self) -> None:
        """Take note that no panel is shown."""
        self.area = pygame.Rect(0, 0, 0, 0)

    def draw(
        self, target: pygame.Surface, subject: Subject, size: int, room: pygame.Rect
    ) -> pygame.Rect:
        """Draw it in the lower left corner of a room and return where.

        The text has this size, or as much less as the room asks for; without any room for text
        that can be read, nothing is drawn.
        """
        wanted = subject, size, room.size
        if wanted != self._wanted:
            self._wanted = wanted
            self._panel = self._fitting(subject.scale, size, room.size)
        self.hide()
        if self._panel is not None:
            self.area = self._panel.get_rect(bottomleft=room.bottomleft)
            target.blit(self._panel, self.area)
        return self.area

    def _fitting(
        self, scale: OverlayScale, size: int, room: tuple[int, int]
    ) -> pygame.Surface | None:
        for smaller in range(size, _SMALLEST - 1, -1):
            letters = self._letters.get_or_make(smaller, partial(Lettering, smaller))
            width, height = panel_size(letters, scale)
            if width <= room[0] and height <= room[1]:
                return _drawn(letters, scale)
        return None


def panel_size(letters: Lettering, scale: OverlayScale) -> tuple[int, int]:
    """Return how large a panel is in this lettering."""
    line, pad = letters.line_height, letters.size // 2
    widths = [letters.width(f"{scale.title}  {scale.unit}")]
    widths += [_box(letters) + pad + letters.width(each.label) for each in scale.swatches]
    height = line * (1 + len(scale.swatches))
    if scale.colours is not None:
        left, width, right = _ramp_place(letters, scale)
        widths.append(left + width + right)
        height += _ramp_height(letters) + pad // 2 + line
    return max(widths) + 2 * pad, height + pad


def tick_labels(letters: Lettering, scale: OverlayScale) -> list[tuple[Tick, int]]:
    """Return the ticks whose labels have room, and where each label begins, from the ramp on."""
    _, width, _ = _ramp_place(letters, scale)
    gap = max(2, int(_GAP * letters.size))
    taken: list[tuple[int, int]] = []
    found = []
    for tick in scale.ticks:
        wide = letters.width(tick.label)
        begin = round(tick.place * (width - 1)) - wide // 2
        if all(begin >= end + gap or begin + wide + gap <= start for start, end in taken):
            taken.append((begin, begin + wide))
            found.append((tick, begin))
    return found


def _ramp_place(letters: Lettering, scale: OverlayScale) -> tuple[int, int, int]:
    """Return the room left of the ramp that its first label needs, its width, and that right."""
    width = _RAMP_WIDTH * letters.size
    left = max(letters.width(tick.label) // 2 - round(tick.place * width) for tick in scale.ticks)
    right = max(
        letters.width(tick.label) // 2 - round((1.0 - tick.place) * width) for tick in scale.ticks
    )
    return max(0, left), width, max(0, right)


def _ramp_height(letters: Lettering) -> int:
    return max(6, round(_RAMP_HEIGHT * letters.size))


def _box(letters: Lettering) -> int:
    return round(1.5 * letters.size)


def _drawn(letters: Lettering, scale: OverlayScale) -> pygame.Surface:
    panel = pygame.Surface(panel_size(letters, scale), pygame.SRCALPHA)
    pygame.draw.rect(panel, PANEL, panel.get_rect(), border_radius=8)
    pad = letters.size // 2
    end = letters.draw(panel, f"{scale.title}  ", (pad, pad // 2), WHITE)
    letters.draw(panel, scale.unit, (end, pad // 2), SOFT)
    y = pad // 2 + letters.line_height
    if scale.colours is not None:
        y = _draw_ramp(panel, letters, scale, scale.colours, y)
    for swatch in scale.swatches:
        _draw_swatch(panel, letters, swatch, y)
        y += letters.line_height
    return panel


def _draw_ramp(
    panel: pygame.Surface, letters: Lettering, scale: OverlayScale, colours: np.ndarray, y: int
) -> int:
    """Draw the ramp with its ticks from ``y`` on, and return where it ends."""
    pad = letters.size // 2
    before, width, _ = _ramp_place(letters, scale)
    left, height = pad + before, _ramp_height(letters)
    for x in range(width):
        red, green, blue = colours[round(x / (width - 1) * (len(colours) - 1))]
        colour = int(red), int(green), int(blue)
        panel.fill(colour, (left + x, y, 1, height))
    pygame.draw.rect(panel, _RIM, (left - 1, y - 1, width + 2, height + 2), 1)
    below = y + height
    for tick, begin in tick_labels(letters, scale):
        panel.fill(_RIM, (left + round(tick.place * (width - 1)), below, 1, max(2, pad // 2)))
        letters.draw(panel, tick.label, (left + begin, below + pad // 2), WHITE)
    return below + pad // 2 + letters.line_height


def _draw_swatch(panel: pygame.Surface, letters: Lettering, swatch: Swatch, y: int) -> None:
    pad, width = letters.size // 2, _box(letters)
    height = _ramp_height(letters)
    box = pygame.Rect(pad, y + (letters.line_height - height) // 2, width, height)
    panel.fill(swatch.ground, box)
    if swatch.line:
        panel.fill(swatch.colour, (box.left, box.centery - swatch.line // 2, width, swatch.line))
    pygame.draw.rect(panel, _RIM, box, 1)
    letters.draw(panel, swatch.label, (2 * pad + width, y), WHITE)
