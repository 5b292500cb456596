"""What the colours of an overlay mean: a scale with its ticks, or single colours with their names.

For legends. The colours are those of the tables that the painter of overlays reads.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from worldgen.biomes import HILLS_FROM, MOUNTAINS_FROM, Terrain
from worldgen.render.overlay_colours import (
    DISCHARGE,
    GREATEST_DISCHARGE,
    HEAVY_EVERY,
    INK,
    LAND,
    MOISTURE,
    PAPER,
    PAPER_SEA,
    PAPER_WATER,
    SEA,
    STILL,
    TEMPERATURE,
    TERRAIN,
    Colour,
    contour_step,
    discharge_place,
    ramp,
)

_STEPS: Final = 256


@dataclass(frozen=True)
class Tick:
    """A value that is marked on a scale."""

    place: float
    """Where it lies, 0 at the beginning of the scale .. 1 at its end."""
    label: str


@dataclass(frozen=True)
class Swatch:
    """A single colour and what it stands for."""

    label: str
    colour: Colour
    line: int = 0
    """Thickness of the line that the colour is drawn as; 0 for an area."""
    paper: Colour | None = None
    """What a line is drawn on."""

    @property
    def ground(self) -> Colour:
        """The colour of the area."""
        return self.paper or self.colour


@dataclass(frozen=True)
class OverlayScale:
    """What the colours of one overlay mean."""

    title: str
    unit: str
    colours: np.ndarray | None = field(default=None, compare=False)
    """uint8 (steps, 3), from the beginning of the scale to its end; None without a scale."""
    ticks: tuple[Tick, ...] = ()
    """The important ones first."""
    swatches: tuple[Swatch, ...] = ()

    def colour_at(self, place: float) -> Colour:
        """Return the colour at a place of the scale, 0..1.

        Raises:
            ValueError: if this overlay has no scale.
        """
        if self.colours is None:
            raise ValueError(f"the overlay {self.title!r} has no scale, only single colours")
        red, green, blue = self.colours[round(min(1.0, max(0.0, place)) * (_STEPS - 1))]
        return int(red), int(green), int(blue)


def overlay_scale(kind: str, water: float, lod: int = 0) -> OverlayScale:
    """Return what the colours of an overlay mean.

    Args:
        kind: one of ``OVERLAYS``.
        water: the sea level of the world, 0..1.
        lod: the level of detail that is looked at, on which the contour lines depend.

    Raises:
        ValueError: for an unknown kind.
    """
    if kind not in _SCALES:
        raise ValueError(f"overlay must be one of {', '.join(_SCALES)}, not {kind!r}")
    return _SCALES[kind](water, lod)


def _height(water: float, _lod: int) -> OverlayScale:
    height = np.linspace(0.0, 1.0, _STEPS)
    land = (height - water) / max(1.0 - water, 1e-6)
    below = (height < water)[:, np.newaxis]
    colours = np.where(below, ramp(SEA, height / max(water, 1e-6)), ramp(LAND, land))
    sea = Tick(water, f"sea {water:.2g}")
    return OverlayScale("Height", "0 to 1", _rounded(colours), (sea, *_numbers((0.0, 1.0, 0.7))))


def _moisture(_water: float, _lod: int) -> OverlayScale:
    ticks = (Tick(0.0, "0 dry"), Tick(1.0, "1 wet"), *_numbers((0.5, 0.25, 0.75)))
    return OverlayScale("Moisture", "0 to 1", _whole_ramp(MOISTURE), ticks)


def _temperature(_water: float, _lod: int) -> OverlayScale:
    ticks = (Tick(0.0, "0 cold"), Tick(1.0, "1 hot"), *_numbers((0.5, 0.25, 0.75)))
    return OverlayScale("Temperature", "0 to 1", _whole_ramp(TEMPERATURE), ticks)


def _discharge(_water: float, _lod: int) -> OverlayScale:
    marks = ((0.0, "0"), (GREATEST_DISCHARGE, "400k"), (1e4, "10k"), (1e5, "100k"), (1e3, "1k"))
    ticks = tuple(Tick(float(discharge_place(cells)), label) for cells, label in marks)
    still = (Swatch("lake", _colour(STILL)),)
    return OverlayScale("Discharge", "cells of catchment", _whole_ramp(DISCHARGE), ticks, still)


def _terrain(_water: float, _lod: int) -> OverlayScale:
    names = {
        Terrain.WATER: "water",
        Terrain.PLAINS: f"plains, to {HILLS_FROM:g}",
        Terrain.HILLS: f"hills, to {MOUNTAINS_FROM:g}",
        Terrain.MOUNTAINS: "mountains",
    }
    swatches = tuple(Swatch(names[kind], TERRAIN[kind]) for kind in Terrain)
    return OverlayScale("Terrain", "by height", swatches=swatches)


def _contours(_water: float, lod: int) -> OverlayScale:
    step, paper = contour_step(lod), PAPER[-1][1]
    swatches = (
        Swatch(f"every {step:g}", _colour(INK), line=1, paper=paper),
        Swatch(f"every {HEAVY_EVERY * step:g}", _colour(INK), line=3, paper=paper),
        Swatch("land", paper),
        Swatch("lakes and rivers", _colour(PAPER_WATER)),
        Swatch("sea", PAPER_SEA[0][1]),
    )
    return OverlayScale("Contours", "of height", swatches=swatches)


_SCALES: Final[dict[str, Callable[[float, int], OverlayScale]]] = {
    "height": _height,
    "moisture": _moisture,
    "temperature": _temperature,
    "discharge": _discharge,
    "terrain": _terrain,
    "contours": _contours,
}


def _numbers(values: tuple[float, ...]) -> tuple[Tick, ...]:
    return tuple(Tick(value, f"{value:g}") for value in values)


def _whole_ramp(stops: tuple[tuple[float, Colour], ...]) -> np.ndarray:
    return _rounded(ramp(stops, np.linspace(0.0, 1.0, _STEPS)))


def _rounded(colours: np.ndarray) -> np.ndarray:
    rounded = np.clip(colours + 0.5, 0.0, 255.0).astype(np.uint8)
    rounded.flags.writeable = False
    return rounded


def _colour(colour: np.ndarray) -> Colour:
    return int(colour[0]), int(colour[1]), int(colour[2])
