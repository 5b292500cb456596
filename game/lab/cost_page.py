"""Page (e): what drawing cell by cell costs in every frame, against one blit."""

from __future__ import annotations

import numpy as np
import pygame

import worldgen
from game.lab.cost import Cost, measure
from game.lab.island import lab_island, window_on
from game.lab.lab_page import SEED, LabPage
from game.lab.plot import LINES, Plot
from game.screen import Host
from game.ui.setting_rows import SettingRows
from game.ui.slider_scale import Scale

_FRAME = 1000.0 / 60.0
_LARGEST = (320, 180)
_PAUSE = 1.0


class CostPage(LabPage):
    """Bars for three ways to draw the same picture."""

    title = "What a frame costs"
    look_for = (
        "Drawing a map cell by cell asks the computer for thousands of little things in every "
        "frame; a Surface that was made once needs one. Look where the bars pass the gold line, "
        "which is all the time there is for a frame at sixty a second."
    )

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self.columns = 160
        self.cell = 4
        self.measuring = True
        self.costs: list[Cost] = []
        self._pixels = _picture(host)
        self._due = 0.0

    def build_rows(self, rows: SettingRows) -> None:
        """Add the controls."""
        rows.slider("Cells across", Scale(32, 320, 9, 32.0), self.columns, self.setter("columns"))
        rows.slider("Pixels a cell", Scale(1, 8, 7, 1.0), self.cell, self.setter("cell"))
        rows.switch("Measure on", self.measuring, self.setter("measuring"))
        rows.button("Measure now", self.measure_now)

    def measure_now(self) -> None:
        """Measure all ways once."""
        self.costs = measure(self._middle(), int(self.cell))
        self.outdate()

    def advance(self, seconds: float) -> bool:
        """Measure again now and then."""
        self._due -= seconds
        if not self.measuring or self._due > 0.0:
            return False
        self._due = _PAUSE
        self.measure_now()
        return True

    def _middle(self) -> np.ndarray:
        """Return as many cells as are to be drawn, from the middle of the picture."""
        columns, rows = int(self.columns), int(self.columns) * 9 // 16
        top, left = (_LARGEST[1] - rows) // 2, (_LARGEST[0] - columns) // 2
        return self._pixels[top : top + rows, left : left + columns]

    def draw_plot(self, plot: Plot) -> None:
        """Draw picture and bars."""
        place, line = plot.place, plot.letters.line_height
        columns, rows = int(self.columns), int(self.columns) * 9 // 16
        bars = (2 * len(self.costs) + 2) * line
        upper = pygame.Rect(place.left, place.top, place.width, max(1, place.height - bars))
        drawn = plot.picture(self._middle(), upper)
        top = drawn.bottom + line // 2
        cells = columns * rows
        plot.words(f"{cells:,} cells; milliseconds for one frame", (place.left, top))
        top += line * 3 // 2
        longest = max((cost.milliseconds for cost in self.costs), default=1.0)
        reach = max(longest, 1.4 * _FRAME)
        for number, cost in enumerate(self.costs):
            name = pygame.Rect(place.left, top, place.width, line)
            words = (
                f"{cost.name}: {cost.milliseconds:,.2f} ms, "
                f"{min(cost.frames_per_second, 99_999):,.0f} frames a second"
            )
            plot.words(words, name.topleft, LINES[number + 1], place.width)
            width = max(2, int(place.width * cost.milliseconds / reach))
            bar = pygame.Rect(place.left, top + line, width, max(4, line // 2))
            pygame.draw.rect(plot.surface, LINES[number + 1], bar)
            x = place.left + int(place.width * _FRAME / reach)
            pygame.draw.line(plot.surface, LINES[0], (x, bar.top - 2), (x, bar.bottom + 2), 3)
            top += 2 * line


def _picture(host: Host) -> np.ndarray:
    """Return a piece of a world, painted."""
    world = worldgen.World(SEED)
    region = window_on(lab_island(world), *_LARGEST).region(world, sketch=True)
    return worldgen.paint(region, host.settings_file.settings.palette)
