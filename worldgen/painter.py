"""The picture of a region: RGB from its fields alone, with no window."""

from __future__ import annotations

from typing import Final

import numpy as np
from numba import types

from worldgen.biomes import Biome
from worldgen.chunk import Region
from worldgen.compiled import kernel

PALETTES: Final = ("natural",)

_COLOURS: Final = np.array(
    [
        (20, 70, 130),
        (222, 205, 150),
        (214, 190, 120),
        (120, 165, 70),
        (52, 110, 58),
        (125, 115, 108),
        (242, 244, 246),
        (58, 118, 188),
        (52, 112, 178),
        (150, 148, 118),
        (72, 110, 92),
        (178, 170, 84),
        (32, 96, 44),
    ],
    dtype=np.float32,
)
assert len(_COLOURS) == len(Biome)


def paint(region: Region, palette: str = "natural") -> np.ndarray:
    """Return the picture of a region or chunk: uint8 (height, width, 3).

    Raises:
        ValueError: for an unknown palette.
    """
    if palette not in PALETTES:
        raise ValueError(f"palette must be one of {', '.join(PALETTES)}, not {palette!r}")
    picture = np.empty((*region.shape, 3), dtype=np.uint8)
    _paint(
        region.height,
        region.gradient_x,
        region.gradient_y,
        region.biome,
        region.water,
        _COLOURS,
        picture,
    )
    return picture


_FIELD = types.Array(types.float32, 2, "C", readonly=True)


@kernel(
    types.void(
        _FIELD,
        _FIELD,
        _FIELD,
        types.Array(types.uint8, 2, "C", readonly=True),
        types.float64,
        _FIELD,
        types.uint8[:, :, ::1],
    )
)
def _paint(height, gradient_x, gradient_y, biome, water, colours, out):  # type: ignore[no-untyped-def]
    for r in range(out.shape[0]):
        for c in range(out.shape[1]):
            kind = biome[r, c]
            if kind == 0:
                depth = height[r, c] / water
                square = depth * depth
                fourth = square * square
                out[r, c, 0] = np.uint8(14.0 + 70.0 * fourth * square)
                out[r, c, 1] = np.uint8(44.0 + 125.0 * fourth)
                out[r, c, 2] = np.uint8(98.0 + 95.0 * square)
                continue
            nx, ny = -90.0 * gradient_x[r, c], -90.0 * gradient_y[r, c]
            light = (-0.55 * nx - 0.65 * ny + 0.52) / np.sqrt(nx * nx + ny * ny + 1.0)
            shade = min(max(0.5 + 0.9 * light, 0.3), 1.4)
            for band in range(3):
                out[r, c, band] = np.uint8(min(colours[kind, band] * shade, 255.0))
