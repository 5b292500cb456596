"""Page (a): white noise against value noise on a line, and octaves one by one."""

from __future__ import annotations

import numpy as np
import pygame

from game.lab.lab_page import SEED, LabPage, parts
from game.lab.line import OctaveLine, octave_lines, white_line
from game.lab.plot import LINES, Sheet
from game.screen import Host
from game.ui.setting_rows import Form
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

    def build_form(self, form: Form) -> None:
        """Add the controls."""
        form.switch("White noise", self.white, self.setter("white"))
        form.switch("Smoothstep", self.smoothstep, self.setter("smoothstep"))
        form.switch("Lattice points", self.lattice, self.setter("lattice"))
        length = Scale(16, 256, 30, 1.0, ratio=True)
        form.slider("Wavelength", length, self.wavelength, self.setter("wavelength"))
        form.slider("Octaves", whole_numbers(1, 7), self.octaves, self.setter("octaves"))
        form.slider("Persistence", shares(0.1, 0.9), self.persistence, self.setter("persistence"))
        form.slider("Go along", Scale(0, 4000, 100, 1.0), self.first, self.setter("first"))

    def draw_sheet(self, sheet: Sheet) -> None:
        """Draw both diagrams."""
        line_height = sheet.letters.line_height
        upper, lower = parts(sheet.place, 2, line_height // 2)
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
        self._draw_first(sheet, _below(upper, line_height), lines[0], scale)
        sheet.words("the first octave through its lattice points", upper.topleft)
        diagram = _below(lower, line_height)
        for number, line in enumerate(lines):
            sheet.curve(diagram, scale * line.values, _BOUNDS, LINES[1 + number % 7], sheet.thin)
        total = np.sum([line.values for line in lines], axis=0)
        sheet.curve(diagram, scale * total, _BOUNDS, LINES[0], sheet.thick)
        sheet.frame(diagram)
        words = f"{len(lines)} octaves, and their sum" if len(lines) > 1 else "1 octave"
        sheet.words(words, lower.topleft)

    def _draw_first(
        self, sheet: Sheet, diagram: pygame.Rect, line: OctaveLine, scale: float
    ) -> None:
        first = int(self.first)
        if self.white:
            white = white_line(SEED, first, CELLS)
            sheet.curve(diagram, white, _BOUNDS, sheet.look.button, sheet.thin)
        sheet.curve(diagram, scale * line.values, _BOUNDS, LINES[0], sheet.thick)
        if self.lattice:
            seen = (line.lattice_x >= first) & (line.lattice_x <= first + CELLS - 1)
            places = (line.lattice_x[seen] - first) / (CELLS - 1)
            values = scale * line.lattice_values[seen]
            radius = max(3, sheet.letters.size // 3)
            for x, y in sheet.points(diagram, places, values, _BOUNDS):
                foot = x, diagram.bottom
                pygame.draw.line(sheet.surface, sheet.look.border, (x, y), foot, sheet.thin)
                pygame.draw.circle(sheet.surface, LINES[5], (x, y), radius)
        sheet.frame(diagram)


def _below(place: pygame.Rect, height: int) -> pygame.Rect:
    return pygame.Rect(place.left, place.top + height, place.width, max(1, place.height - height))
