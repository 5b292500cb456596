"""Page (b): height and moisture as grey maps, and what goes wrong with other ways to make them."""

from __future__ import annotations

import numpy as np
import pygame

from game.lab.lab_page import SEED, LabPage, parts
from game.lab.maps import bare_world, share_equal, stretched, table_noise, two_chunks
from game.lab.plot import GROUND, ROCK, WATER, Plot, grey, tinted
from game.screen import Host
from game.ui.setting_rows import SettingRows
from game.ui.slider_scale import Scale, shares, whole_numbers

VIEWS = ("two maps", "stretching", "a table of 256")
_SIDE, _LOD = 192, 4
_TABLE_SIDE, _TABLE_WAVELENGTH = 128, 16
_WET = (64, 120, 96)
_DRY = (196, 170, 96)


class MapPage(LabPage):
    """Three views: maps with thresholds, stretched chunks, and noise from a table."""

    title = "Two maps and their thresholds"
    look_for = (
        "Two independent grey maps, height and moisture, become land by thresholds alone: watch "
        "the histograms while you move them. The other views show why no chunk may be stretched "
        "to its own range, and why noise must not come from a table of 256 numbers."
    )

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self.view = 0
        self.island = True
        self.octaves = 6
        self.feature_size = 330.0
        self.water = 0.40
        self.mountain = 0.72
        self.forest = 0.55
        self.x = 0

    def build_rows(self, rows: SettingRows) -> None:
        """Add the controls."""
        rows.choice("Show", VIEWS, self.view, self.setter("view"))
        rows.slider("Octaves", whole_numbers(1, 8), self.octaves, self.setter("octaves"))
        size = Scale(40, 1200, 30, 10.0, ratio=True)
        rows.slider("Feature size", size, self.feature_size, self.setter("feature_size"))
        rows.slider("Go along", Scale(-6400, 6400, 200, 64.0), self.x, self.setter("x"))
        rows.heading("Two maps")
        rows.switch("Island mask", self.island, self.setter("island"))
        rows.slider("Water below", shares(0.02, 0.98, 0.02), self.water, self.setter("water"))
        rows.slider(
            "Mountain above", shares(0.02, 0.98, 0.02), self.mountain, self.setter("mountain")
        )
        rows.slider("Forest above", shares(0.02, 0.98, 0.02), self.forest, self.setter("forest"))

    def draw_plot(self, plot: Plot) -> None:
        """Draw the view that is chosen."""
        (self._draw_maps, self._draw_stretching, self._draw_table)[self.view](plot)

    def _draw_maps(self, plot: Plot) -> None:
        world = bare_world(SEED, self.island, int(self.octaves), self.feature_size)
        step = 2**_LOD
        x, y = int(self.x) // step * step, -_SIDE * step // 2 // step * step
        region = world.region(x, y, _SIDE, _SIDE, lod=_LOD, sketch=True)
        heights = ((0.0, WATER), (self.water, GROUND), (max(self.water, self.mountain), ROCK))
        wetness = ((0.0, _DRY), (self.forest, _WET))
        left, right = _cut(plot.place)
        for place, name, values, marks in (
            (left, "height", region.height, heights),
            (right, "moisture", region.moisture, wetness),
        ):
            line = plot.letters.line_height
            upper = pygame.Rect(place.left, place.top + line, place.width, place.height * 2 // 3)
            upper.height = max(1, upper.height - line)
            drawn = plot.picture(tinted(values, marks), upper)
            lower = pygame.Rect(place.left, drawn.bottom + line // 2, place.width, 1)
            lower.height = max(4, place.bottom - lower.top - line)
            plot.histogram(lower, values, marks[1:])
            plot.words(name, (drawn.left, place.top))
            share = float((values < marks[1][0]).mean())
            words = f"{share:.0%} below {marks[1][0]:.2f}"
            plot.words(words, (place.left, lower.bottom), width=place.width)

    def _draw_stretching(self, plot: Plot) -> None:
        plain = two_chunks(SEED, int(self.x), 0, self.feature_size, int(self.octaves))
        rows = parts(plot.place, 2, plot.letters.line_height // 2)
        for place, seam, name in (
            (rows[0], plain, "one scale for the whole world"),
            (rows[1], stretched(plain), "each chunk stretched by itself"),
        ):
            line = plot.letters.line_height
            below = pygame.Rect(place.left, place.top + line, place.width, place.height - line)
            both = np.concatenate([seam.left, seam.right], axis=1)
            drawn = plot.picture(grey(both), below)
            for y in (drawn.top, drawn.bottom - 1):
                pygame.draw.line(
                    plot.surface, plot.colours.title, (drawn.centerx, y - 4), (drawn.centerx, y + 4)
                )
            words = f"{name}: the border is {seam.ratio:.1f} × as steep"
            plot.words(words, place.topleft, width=place.width)

    def _draw_table(self, plot: Plot) -> None:
        world = bare_world(SEED, False, int(self.octaves), float(_TABLE_WAVELENGTH))
        # The table's lattice has this wavelength; after 256 of its points it begins anew.
        far = 256 * _TABLE_WAVELENGTH
        x = int(self.x)
        rows = parts(plot.place, 2, plot.letters.line_height // 2)
        tables = [
            table_noise(SEED, x + offset, 0, _TABLE_SIDE, _TABLE_WAVELENGTH) for offset in (0, far)
        ]
        worlds = [
            world.region(x + offset, 0, _TABLE_SIDE, _TABLE_SIDE, lod=0, sketch=True).height
            for offset in (0, far)
        ]
        for place, pair, name in (
            (rows[0], tables, "from a table of 256"),
            (rows[1], worlds, "the world's, from a hash"),
        ):
            line = plot.letters.line_height
            below = pygame.Rect(place.left, place.top + line, place.width, place.height - line)
            for half, values in zip(_cut(below), pair, strict=True):
                plot.picture(grey(values), half)
            equal = share_equal(pair[0], pair[1])
            words = f"{name}: here and {far:,} cells on, {equal:.0%} the same"
            plot.words(words, place.topleft, width=place.width)


def _cut(place: pygame.Rect) -> tuple[pygame.Rect, pygame.Rect]:
    gap = max(4, place.width // 60)
    width = max(1, (place.width - gap) // 2)
    left = pygame.Rect(place.left, place.top, width, place.height)
    return left, left.move(width + gap, 0)
