"""Page (c): an island growing step by step under the local rules."""

from __future__ import annotations

import numpy as np
import pygame

from game.lab.lab_page import SEED, LabPage
from game.lab.local_rules import LocalRules
from game.lab.plot import GROUND, LINES, ROCK, WATER, Plot, tinted
from game.screen import Host
from game.ui.setting_rows import SettingRows
from game.ui.slider_scale import Scale, shares

MOST_STEPS = 400
_MOUNTAIN = 0.72


class LocalRulesPage(LabPage):
    """Random cells become an island; the rules can be changed while it grows."""

    title = "An island grows"
    look_for = (
        "Uplift raises the inside toward the sky while smoothing draws every cell toward its "
        "neighbours: neither alone makes an island, only their balance does. Watch the spread fall "
        "while noise is smoothed away, and the share of water settle where the two rules agree."
    )

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self.rules = LocalRules(SEED)
        self.running = not host.settings_file.settings.less_motion
        self.pace = 12
        self.smoothing = 0.3
        self.uplift = 0.3
        self.slides = 0.3
        self.water = 0.40
        self._rest = 0.0

    def build_rows(self, rows: SettingRows) -> None:
        """Add the controls."""
        rows.switch("Running", self.running, self.setter("running"))
        rows.button("One step", self.step_once)
        rows.button("From the beginning", self.restart)
        rows.slider("Steps a second", Scale(1, 60, 59, 1.0), self.pace, self.setter("pace"))
        rows.heading("Rules")
        rows.slider("Smoothing", shares(0.0, 1.0), self.smoothing, self.setter("smoothing"))
        rows.slider("Uplift", shares(0.0, 1.0), self.uplift, self.setter("uplift"))
        rows.slider("Slides", shares(0.0, 1.0), self.slides, self.setter("slides"))
        rows.slider("Water level", shares(0.1, 0.9), self.water, self.setter("water"))

    def step_once(self) -> None:
        """Apply every rule once."""
        if self.rules.steps < MOST_STEPS:
            self.rules.step(self.smoothing, self.uplift, self.slides, self.water)
            self.outdate()

    def restart(self) -> None:
        """Begin anew from random cells."""
        self.rules.restart()
        self.outdate()

    def advance(self, seconds: float) -> bool:
        """Grow as fast as is wanted."""
        if not self.running or self.rules.steps >= MOST_STEPS:
            return False
        self._rest += min(seconds, 0.1) * self.pace
        while self._rest >= 1.0:
            self._rest -= 1.0
            self.step_once()
        return False

    def draw_plot(self, plot: Plot) -> None:
        """Draw the island, and how its figures have changed."""
        line = plot.letters.line_height
        place = plot.place
        upper = pygame.Rect(place.left, place.top, place.width, max(1, place.height * 68 // 100))
        land = self.rules.land(self.water)
        colours = ((0.0, WATER), (self.water, GROUND), (max(_MOUNTAIN, self.water), ROCK))
        drawn = plot.picture(_lit(tinted(land, colours), land), upper, smooth=True)
        figures = self.rules.history[-1]
        top = drawn.bottom + line // 2
        words = (
            (f"step {self.rules.steps}", plot.colours.text),
            (f"mean {figures.mean:.3f}", LINES[0]),
            (f"spread {figures.spread:.3f}", LINES[1]),
            (f"water {figures.water_share:.1%}", LINES[2]),
        )
        for number, (text, colour) in enumerate(words):
            left = place.left + number * place.width // len(words)
            plot.words(text, (left, top), colour, place.width // len(words))
        diagram = pygame.Rect(place.left, top + line, place.width, 1)
        diagram.height = max(4, place.bottom - diagram.top)
        self._draw_history(plot, diagram)

    def _draw_history(self, plot: Plot, diagram: pygame.Rect) -> None:
        history = self.rules.history
        shown = np.array([(each.mean, each.spread, each.water_share) for each in history])
        part = pygame.Rect(diagram)
        part.width = max(2, diagram.width * len(history) // max(120, len(history)))
        for number in range(3):
            plot.curve(part, shown[:, number], (0.0, 1.0), LINES[number], plot.thick)
        plot.frame(diagram)


def _lit(picture: np.ndarray, heights: np.ndarray) -> np.ndarray:
    """Return the picture with light from the upper left."""
    slope_y, slope_x = np.gradient(heights)
    light = np.clip(1.0 - 5.0 * (slope_x + slope_y), 0.5, 1.5)
    lit: np.ndarray = np.clip(picture * light[:, :, None], 0, 255).astype(np.uint8)
    return lit
