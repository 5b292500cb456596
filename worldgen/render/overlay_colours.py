"""The colours of overlays as they are written down: scales of one field, and single colours.

The painter of overlays and the description of their scales both read them here, so that a legend
can never show other colours than the map does.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import numpy as np

from worldgen.biomes import Terrain

Colour = tuple[int, int, int]
Stops = tuple[tuple[float, Colour], ...]

LAND: Final[Stops] = (
    (0.00, (112, 158, 98)),
    (0.25, (190, 194, 118)),
    (0.50, (198, 162, 98)),
    (0.75, (146, 110, 90)),
    (0.90, (206, 200, 198)),
    (1.00, (255, 255, 255)),
)
SEA: Final[Stops] = (
    (0.0, (12, 34, 84)),
    (0.6, (36, 92, 156)),
    (1.0, (132, 188, 212)),
)
MOISTURE: Final[Stops] = (
    (0.00, (150, 98, 46)),
    (0.35, (222, 196, 138)),
    (0.55, (166, 206, 176)),
    (1.00, (10, 84, 112)),
)
TEMPERATURE: Final[Stops] = (
    (0.00, (44, 46, 130)),
    (0.25, (96, 158, 214)),
    (0.50, (238, 236, 218)),
    (0.75, (230, 138, 76)),
    (1.00, (142, 22, 36)),
)
DISCHARGE: Final[Stops] = (
    (0.00, (150, 196, 226)),
    (0.35, (58, 132, 206)),
    (0.70, (66, 58, 178)),
    (1.00, (196, 20, 120)),
)
PAPER: Final[Stops] = (
    (0.0, (238, 232, 212)),
    (1.0, (250, 248, 240)),
)
PAPER_SEA: Final[Stops] = (
    (0.0, (176, 204, 222)),
    (1.0, (222, 234, 238)),
)
TERRAIN: Final = {
    Terrain.WATER: (58, 112, 178),
    Terrain.PLAINS: (150, 190, 104),
    Terrain.HILLS: (198, 162, 98),
    Terrain.MOUNTAINS: (236, 232, 230),
}
INK: Final = np.array((120, 84, 52), dtype=np.float32)
SEA_INK: Final = np.array((84, 128, 164), dtype=np.float32)

DEEP: Final = np.array((44, 66, 98), dtype=np.float32)
GREY: Final = np.array((214, 214, 214), dtype=np.float32)
STILL: Final = np.array((120, 160, 200), dtype=np.float32)
PAPER_WATER: Final = np.array((132, 178, 212), dtype=np.float32)

GREATEST_DISCHARGE: Final = 400_000.0
"""Cells of catchment that get the last colour."""

_CONTOUR_STEP: Final = 0.05
"""Height between contour lines at one pixel a cell; half of it at two, and so on."""

HEAVY_EVERY: Final = 4
"""Every so many contour lines one is heavier."""


def discharge_place(discharge: np.ndarray | float) -> np.ndarray:
    """Return where on its scale, 0..1, some cells of catchment lie.

    The fourth root tells a brook from a stream as well as a river from a great one.
    """
    return np.asarray(np.sqrt(np.sqrt(discharge / np.float32(GREATEST_DISCHARGE))))


def contour_step(lod: int) -> float:
    """Return the height between contour lines at a level of detail."""
    return float(_CONTOUR_STEP * 2.0 ** min(max(lod, -3), 2))


def ramp(stops: Stops, value: np.ndarray) -> np.ndarray:
    """Return the colours of values 0..1 on a scale, float32 (..., 3)."""
    index = np.clip(value, 0.0, 1.0) * np.float32(len(_table(stops)) - 1)
    return np.asarray(_table(stops)[(index + np.float32(0.5)).astype(np.intp)])


@lru_cache(maxsize=16)
def _table(stops: Stops) -> np.ndarray:
    places = [place for place, _ in stops]
    steps = np.linspace(0.0, 1.0, 256)
    columns = [np.interp(steps, places, [c[band] for _, c in stops]) for band in range(3)]
    return np.stack(columns, axis=-1).astype(np.float32)
