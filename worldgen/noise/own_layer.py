"""Layers of noise that others add to a world: its own key for each name, the same at every cut."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Final

import numpy as np

from worldgen.coordinates import (
    CHUNK_SIZE,
    UNITS_PER_CELL,
    Cells,
    CoordinateError,
    SampleGrid,
    step_units,
    to_units,
    whole,
)
from worldgen.noise.grid import fill_grid
from worldgen.noise.octaves import MAX_GRID_SAMPLES, make_octaves
from worldgen.parameters import NOISE_KINDS, Choice, ParameterError, Real, Rule, Whole
from worldgen.rounding import check_rounding

SETTING_RULES: Final[dict[str, Rule]] = {
    "wavelength": Real(1 / UNITS_PER_CELL, 1 << 20),
    "octaves": Whole(1, 12),
    "persistence": Real(0.05, 0.95),
    "lacunarity": Real(1.5, 4.0),
    "kind": Choice(NOISE_KINDS),
}
_NO_SUMS = np.empty((0, 0))


@dataclass(frozen=True, kw_only=True)
class LayerSettings:
    """What the noise of a layer is like.

    Attributes:
        wavelength: size of its largest features, in cells, up to 1,048,576.
        octaves: 1..12, each finer and weaker than the one before; those finer than two cells are
            left out.
        persistence: 0.05..0.95. Amplitude of each octave relative to the one before.
        lacunarity: 1.5..4. How many times finer each octave is.
        kind: ``"gradient"`` or ``"value"``.

    Raises:
        ParameterError: naming the setting and its range.
    """

    wavelength: float = 64.0
    octaves: int = 4
    persistence: float = 0.5
    lacunarity: float = 2.0
    kind: str = "gradient"

    def __post_init__(self) -> None:
        for name, rule in SETTING_RULES.items():
            object.__setattr__(self, name, rule.check(name, getattr(self, name)))

    def to_mapping(self) -> dict[str, Any]:
        """Return every setting by name, as plain values that JSON can hold."""
        return asdict(self)


@dataclass(frozen=True)
class Layer:
    """A layer of noise of one world, 0..1, the same wherever and however it is read.

    ``World.layer`` makes one. Layers of other names, and those of the world itself, are
    independent of it.
    """

    key: int
    """That of the world, from its seed."""
    name: str
    settings: LayerSettings

    def __post_init__(self) -> None:
        name: object = self.name
        if not isinstance(name, str) or not name.isprintable() or not name:
            raise ParameterError(f"layer must be the name of a layer, not {self.name!r}")
        settings: object = self.settings
        if not isinstance(settings, LayerSettings):
            raise ParameterError(
                f"the layer {name!r} must have LayerSettings, not {type(settings).__name__}"
            )

    def chunk(self, cx: int, cy: int, lod: int = 0) -> np.ndarray:
        """Return the layer at the samples of chunk (cx, cy): float32 (64, 64)."""
        step = step_units(lod)
        side = CHUNK_SIZE * step
        grid = SampleGrid(
            whole(cx, "cx") * side, whole(cy, "cy") * side, step, CHUNK_SIZE, CHUNK_SIZE
        )
        return self.on(grid)

    def region(self, x: Cells, y: Cells, width: int, height: int, lod: int = 0) -> np.ndarray:
        """Return the layer at ``width`` x ``height`` samples from (x, y): float32 (height, width).

        Samples lie ``2**lod`` cells apart, as those of ``World.region``.

        Raises:
            CoordinateError: beyond the limit, for a negative size, or a lod outside -4..10.
            ParameterError: for more than 2**28 samples.
        """
        columns, rows = whole(width, "width"), whole(height, "height")
        if columns < 0 or rows < 0:
            raise CoordinateError(f"a layer cannot be {columns} x {rows} samples")
        if max(columns, 1) * max(rows, 1) > MAX_GRID_SAMPLES:
            raise ParameterError(
                f"a layer holds at most {MAX_GRID_SAMPLES} samples, not {columns} x {rows}"
            )
        return self.on(
            SampleGrid(to_units(x, "x"), to_units(y, "y"), step_units(lod), columns, rows)
        )

    def on(self, grid: SampleGrid) -> np.ndarray:
        """Return the layer at the samples of a grid, as ``region.grid`` is one.

        Raises:
            CoordinateError: beyond ``COORDINATE_LIMIT`` cells.
        """
        check_rounding()
        grid.check()
        settings = self.settings
        # No layer of the world itself has a name that begins like this.
        made = make_octaves(
            self.key, f"own {self.name}", settings.wavelength, settings.octaves,
            settings.persistence, settings.lacunarity, settings.kind,
        )  # fmt: skip
        out = np.empty(grid.shape, dtype=np.float32)
        fill_grid(
            grid.x, grid.y, grid.step, made.table, made.amplitudes, made.gradient, _NO_SUMS, out
        )
        return out
