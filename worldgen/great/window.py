"""A rectangle of fine nodes of a great island."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from worldgen.coordinates import UNITS_PER_CELL
from worldgen.great.lattices import fine_step
from worldgen.layers import Layers
from worldgen.noise.octaves import make_octaves, sum_octaves


@dataclass(frozen=True, eq=False)
class Window:
    """A rectangle of fine nodes, by world lattice position."""

    first_x: int
    first_y: int
    columns: int
    rows: int

    def noise(self, layers: Layers, name: str, wavelength: float, octaves: int) -> np.ndarray:
        """Return gradient noise of a wavelength in fine steps of 4 cells."""
        step = fine_step(layers)
        length = wavelength * step / (4 * UNITS_PER_CELL)
        made = make_octaves(layers.plan_key, name, length, octaves, kind="gradient")
        return sum_octaves(
            made, self.first_x * step, self.first_y * step, step, self.columns, self.rows
        )
