"""A region: all fields of a rectangle of samples, as library users hold them."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from worldgen.archipelago.mask import Mask
from worldgen.notebook import region_png
from worldgen.parameters import WorldParameters


@dataclass(frozen=True, eq=False)
class Region:
    """All fields of a rectangle of samples. Arrays are (height, width), rows are y, read-only."""

    x: float
    """World position of sample [0, 0], in cells."""
    y: float
    step: float
    """Cells between samples: ``2 ** lod``."""
    lod: int
    sketch: bool
    """True when made without island plans."""
    water: float
    """The water level of the world."""
    height: np.ndarray
    moisture: np.ndarray
    temperature: np.ndarray
    biome: np.ndarray
    terrain: np.ndarray
    water_level: np.ndarray
    discharge: np.ndarray
    gradient_x: np.ndarray
    """Height per cell toward +x."""
    gradient_y: np.ndarray
    shore: np.ndarray
    """Distance to the sea's coast in cells, at most 40: > 0 on land, < 0 at sea."""
    river_cover: np.ndarray
    """How much of the sample a river covers as drawn, 0..1; lines stay whole when zoomed out, and
    rivers narrower than they are drawn are fainter."""
    relative_height: np.ndarray
    """Height above the mean of the land and sea within some 30 cells: > 0 on ridges, < 0 in
    valleys; 0 at sea and in worlds without island plans; in sketches only what is expected."""
    parameters: WorldParameters = field(repr=False)
    owner: np.ndarray = field(repr=False)
    mask: Mask | None = field(repr=False)

    @property
    def shape(self) -> tuple[int, int]:
        rows, columns = self.height.shape
        return rows, columns

    def __repr__(self) -> str:
        rows, columns = self.shape
        kind = type(self).__name__
        return f"<{kind} at ({self.x:g}, {self.y:g}), {columns} x {rows} samples, lod {self.lod}>"

    def _repr_png_(self) -> bytes | None:
        """Return the picture that notebooks show; None for a region without samples."""
        return region_png(self) if self.height.size else None


@dataclass(frozen=True, eq=False, repr=False)
class Chunk(Region):
    """A region of ``CHUNK_SIZE`` samples a side, at its place in the grid of chunks."""

    cx: int
    cy: int
