"""Page (a): white noise against value noise on a line, and octaves one by one."""

from __future__ import annotations

import numpy as np
import pygame

from game.lab.lab_page import SEED, LabPage, parts
from game.lab.line import OctaveLine, octave_lines, white_line
from game.lab.plot import LINES, Plot
from game.screen import Host
from game.ui.setting_rows import SettingRows
from game.ui.slider_scale import Scale, shares, whole_numbers

CELLS = 480
_BOUNDS = (-0.6, 0.6)


class LinePage(LabPage):
    """Two diagrams: one octave on white noise, and all octaves with their sum."""

    title = "Noise on a line"
    look_for = (
        "White noise jumps from cell to cell, while value noise goes smoothly through random "
        "numbers that stand at lattice points only. Add octaves one by one: each is twice as fine "
        "and half as strong as the one before, and their sum begins to look like a coast."
    )

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self.white = True
        self.smoothstep = True
        self.lattice = True
        self.wavelength = 96.0
        self.octaves = 4
        self.persistence = 0.5
        self.first = 0

    def build_rows(self, rows: SettingRows) -> None:
        """Add the controls."""
        rows.switch("White noise", self.white, self.setter("white"))
        rows.switch("Smoothstep", self.smoothstep, self.setter("smoothstep"))
        rows.switch("Lattice points", self.lattice, self.setter("lattice"))
        length = Scale(16, 256, 30, 1.0, ratio=True)
        rows.slider("Wavelength", length, self.wavelength, self.setter("wavelength"))
        rows.slider("Octaves", whole_numbers(1, 7), self.octaves, self.setter("octaves"))
        rows.slider("Persistence", shares(0.1, 0.9), self.persistence, self.setter("persistence"))
        rows.slider("Go along", Scale(0, 4000, 100, 1.0), self.first, self.setter("first"))

    def draw_plot(self, plot: Plot) -> None:
        """Draw both diagrams."""
        line_height = plot.letters.line_height
        upper, lower = parts(plot.place, 2, line_height // 2)
        lines = octave_lines(
            SEED,
            int(self.first),
            CELLS,
            self.wavelength,
            int(self.octaves),
            self.persistence,
            self.smoothstep,
        )
        # Amplitudes are scaled to the number of octaves: here the first one always fills the same.
        scale = 0.5 / max(1e-9, float(np.abs(lines[0].lattice_values).max()))
        self._draw_first(plot, _below(upper, line_height), lines[0], scale)
        plot.words("the first octave through its lattice points", upper.topleft)
        diagram = _below(lower, line_height)
        for number, line in enumerate(lines):
            plot.curve(diagram, scale * line.values, _BOUNDS, LINES[1 + number % 7], plot.thin)
        total = np.sum([line.values for line in lines], axis=0)
        plot.curve(diagram, scale * total, _BOUNDS, LINES[0], plot.thick)
        plot.frame(diagram)
        words = f"{len(lines)} octaves, and their sum" if len(lines) > 1 else "1 octave"
        plot.words(words, lower.topleft)

    def _draw_first(self, plot: Plot, diagram: pygame.Rect, line: OctaveLine, scale: float) -> None:
        first = int(self.first)
        if self.white:
            white = white_line(SEED, first, CELLS)
            plot.curve(diagram, white, _BOUNDS, plot.colours.button, plot.thin)
        plot.curve(diagram, scale * line.values, _BOUNDS, LINES[0], plot.thick)
        if self.lattice:
            seen = (line.lattice_x >= first) & (line.lattice_x <= first + CELLS - 1)
            places = (line.lattice_x[seen] - first) / (CELLS - 1)
            values = scale * line.lattice_values[seen]
            radius = max(3, plot.letters.size // 3)
            for x, y in plot.points(diagram, places, values, _BOUNDS):
                foot = x, diagram.bottom
                pygame.draw.line(plot.surface, plot.colours.border, (x, y), foot, plot.thin)
                pygame.draw.circle(plot.surface, LINES[5], (x, y), radius)
        plot.frame(diagram)


def _below(place: pygame.Rect, height: int) -> pygame.Rect:
    return pygame.Rect(place.left, place.top + height, place.width, max(1, place.height - height))
