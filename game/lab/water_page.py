"""Page (d): walks that end in hollows beside rivers that reach the sea, and water inland."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pygame

from game.lab.lab_page import SEED, LabPage, parts
from game.lab.plot import GROUND, LINES, ROCK, WATER, Plot, tinted
from game.lab.water import RiverComparison, compare_rivers, island_heights, spread_water
from game.screen import Host
from game.ui.setting_rows import SettingRows
from game.ui.slider_scale import Scale, whole_numbers
from game.world.latest_only import LatestOnlyWorker

VIEWS = ("rivers", "water inland")
_STABLE = 0.25
_REACHED = LINES[1]
_STALLED = (255, 96, 84)


class WaterPage(LabPage):
    """Two views: rivers, and humidity that spreads from the sea."""

    title = "Rivers, and water inland"
    look_for = (
        "A walk to the lowest neighbour, begun on a mountain of raw noise, often ends in a "
        "hollow (red), while on the solved island every river reaches the sea. In the other view "
        "water spreads inland from the sea: past a rate of 1/4 it swings higher with every step."
    )

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self.view = 0
        self.walks = 80
        self.rate = 0.20
        self.steps = 40
        self.rivers: RiverComparison | None = None
        self._asked: int | None = None
        self._heights, self._water = island_heights(SEED)
        self._maker = LatestOnlyWorker[RiverComparison]("lab")

    def build_rows(self, rows: SettingRows) -> None:
        """Add the controls."""
        rows.choice("Show", VIEWS, self.view, self.setter("view"))
        rows.heading("Rivers")
        rows.slider("Walks", Scale(10, 300, 29, 10.0), self.walks, self.setter("walks"))
        rows.heading("Water inland")
        rows.slider("Rate", Scale(0.0, 0.35, 35, 0.01), self.rate, self.setter("rate"))
        rows.slider("Steps", whole_numbers(0, 120), self.steps, self.setter("steps"))

    def advance(self, seconds: float) -> bool:
        """Have the rivers made, and take them."""
        if self.view == 0 and self._asked != self.walks:
            self._asked = int(self.walks)
            count, palette = self._asked, self._host.settings_file.settings.palette
            self._maker.ask(lambda: _one(count, palette))
        made = self._maker.take()
        if made:
            self.rivers = made[-1]
        if self._maker.error is not None:
            self._host.notify(self._maker.error, warning=True)
            self._maker.error = None
        return bool(made)

    def close(self) -> None:
        """End the thread."""
        self._maker.stop()
        super().close()

    def draw_plot(self, plot: Plot) -> None:
        """Draw the view that is chosen."""
        if self.view == 1:
            self._draw_inland(plot)
        elif self.rivers is None:
            plot.words("An island is being solved …", (0, 0))
        else:
            self._draw_rivers(plot, self.rivers)

    def _draw_rivers(self, plot: Plot, rivers: RiverComparison) -> None:
        left, right = _beside(plot)
        line = plot.letters.line_height
        marks = ((0.0, WATER), (rivers.water, GROUND), (0.72, ROCK))
        drawn = plot.picture(tinted(rivers.heights, marks), left)
        scale = drawn.width / rivers.heights.shape[1]
        width = max(1, int(scale))
        for walk in rivers.walks:
            colour = _REACHED if walk.reached_sea else _STALLED
            points = [
                (drawn.left + (column + 0.5) * scale, drawn.top + (row + 0.5) * scale)
                for row, column in walk.path
            ]
            if len(points) > 1:
                pygame.draw.lines(plot.surface, colour, False, points, width)
            if not walk.reached_sea:
                pygame.draw.circle(plot.surface, colour, points[-1], max(2, width + 1))
        words = f"{rivers.stalled} of {len(rivers.walks)} walks stall in a hollow"
        plot.words(words, (left.left, left.top - line), _STALLED, left.width)
        drawn = plot.picture(rivers.solved, right, smooth=True)
        scale = drawn.width / rivers.solved.shape[1]
        plot.surface.set_clip(drawn)
        for points_array in rivers.lines:
            ends = [(drawn.left + x * scale, drawn.top + y * scale) for x, y in points_array]
            if len(ends) > 1:
                pygame.draw.lines(plot.surface, _REACHED, False, ends, width)
        plot.surface.set_clip(None)
        words = f"{rivers.to_sea} of {len(rivers.lines)} rivers reach sea or lake"
        plot.words(words, (right.left, right.top - line), _REACHED, right.width)

    def _draw_inland(self, plot: Plot) -> None:
        humidity = spread_water(self._heights, self._water, self.rate, int(self.steps))
        line = plot.letters.line_height
        upper, lower = parts(plot.place, 2, line)
        upper.height, lower.top = upper.height * 4 // 3, lower.top + upper.height // 3
        lower.height = max(4, plot.place.bottom - lower.top)
        drawn = plot.picture(_wet(humidity), upper)
        middle = humidity.shape[0] // 2
        low, high = float(humidity.min()), float(humidity.max())
        plot.words("along the line", (lower.left, drawn.bottom))
        stable = self.rate <= _STABLE
        words = f"lowest {_number(low)}, highest {_number(high)}" + (
            "" if stable else ": it swings"
        )
        colour = plot.colours.soft if stable else _STALLED
        plot.words(words, (lower.left + lower.width // 3, drawn.bottom), colour)
        y = drawn.top + drawn.height // 2
        pygame.draw.line(plot.surface, plot.colours.title, (drawn.left, y), (drawn.right, y))
        diagram = pygame.Rect(lower.left, lower.top + line // 4, lower.width, 1)
        diagram.height = max(4, lower.bottom - diagram.top)
        plot.curve(diagram, humidity[middle], (-0.1, 1.1), LINES[1], plot.thick)
        plot.frame(diagram)


def _number(value: float) -> str:
    return f"{value:.2f}" if abs(value) < 100.0 else f"{value:,.0f}"


def _one(count: int, palette: str) -> Iterator[RiverComparison]:
    yield compare_rivers(SEED, count, palette)


def _beside(plot: Plot) -> tuple[pygame.Rect, pygame.Rect]:
    """Return two places beside each other, below a line of words."""
    place = plot.place
    gap = max(4, place.width // 60)
    line = plot.letters.line_height
    width = max(1, (place.width - gap) // 2)
    left = pygame.Rect(place.left, place.top + line, width, max(1, place.height - line))
    return left, left.move(width + gap, 0)


def _wet(humidity: np.ndarray) -> np.ndarray:
    """Return humidity as colours: sand, green, blue, and red where it has left 0..1."""
    share = np.clip(humidity, 0.0, 1.0)[:, :, None]
    dry, wet = np.array((196.0, 170.0, 110.0)), np.array((30.0, 90.0, 150.0))
    picture = dry + share * (wet - dry)
    wrong = (humidity < -1e-9) | (humidity > 1.0 + 1e-9)
    picture[wrong] = _STALLED
    colours: np.ndarray = picture.astype(np.uint8)
    return colours
