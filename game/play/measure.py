"""Measuring a distance: from a place to the cursor, and then to the place that is clicked."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from game.camera import View
from game.hud.ruler import draw_ruler
from game.hud.units import Units
from game.ui.lettering import Lettering

Position = tuple[int, int]


@dataclass
class Measure:
    """Two world positions, of which the second follows the cursor until it is fixed."""

    start: Position | None = None
    end: Position | None = None

    @property
    def follows(self) -> bool:
        """Whether the second place is still to be chosen."""
        return self.start is not None and self.end is None

    def begin(self, position: Position) -> None:
        """Measure from here."""
        self.start, self.end = position, None

    def click(self, position: Position) -> None:
        """Fix the second place; with both fixed, or none, begin anew."""
        if self.follows:
            self.end = position
        else:
            self.begin(position)

    def clear(self) -> bool:
        """Measure no more; return whether anything was measured."""
        was = self.start is not None
        self.start = self.end = None
        return was

    def state(self, cursor: Position) -> object:
        """Return all that the picture depends on, apart from view and units."""
        return self.start, self.end, cursor if self.follows else None

    def draw(
        self, target: pygame.Surface, letters: Lettering, view: View, cursor: Position, units: Units
    ) -> None:
        """Draw the line, if there is one; ``cursor`` is a pixel of the window."""
        if self.start is not None:
            end = self.end or view.world_of(*cursor)
            draw_ruler(target, letters, view, self.start, end, units)
