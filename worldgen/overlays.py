"""Pictures of single fields of a region: height, climate, water, terrain classes, contour lines.

Like the painter's, each pixel follows from the fields of its own sample alone.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Final

import numpy as np

from worldgen.biomes import Terrain

if TYPE_CHECKING:
    from worldgen.region import Region

Stops = tuple[tuple[float, tuple[int, int, int]], ...]

_LAND: Final[Stops] = (
    (0.00, (112, 158, 98)),
    (0.25, (190, 194, 118)),
    (0.50, (198, 162, 98)),
    (0.75, (146, 110, 90)),
    (0.90, (206, 200, 198)),
    (1.00, (255, 255, 255)),
)
_SEA: Final[Stops] = (
    (0.0, (12, 34, 84)),
    (0.6, (36, 92, 156)),
    (1.0, (132, 188, 212)),
)
_MOISTURE: Final[Stops] = (
    (0.00, (150, 98, 46)),
    (0.35, (222, 196, 138)),
    (0.55, (166, 206, 176)),
    (1.00, (10, 84, 112)),
)
_TEMPERATURE: Final[Stops] = (
    (0.00, (44, 46, 130)),
    (0.25, (96, 158, 214)),
    (0.50, (238, 236, 218)),
    (0.75, (230, 138, 76)),
    (1.00, (142, 22, 36)),
)
_DISCHARGE: Final[Stops] = (
    (0.00, (150, 196, 226)),
    (0.35, (58, 132, 206)),
    (0.70, (66, 58, 178)),
    (1.00, (196, 20, 120)),
)
_PAPER: Final[Stops] = (
    (0.0, (238, 232, 212)),
    (1.0, (250, 248, 240)),
)
_PAPER_SEA: Final[Stops] = (
    (0.0, (176, 204, 222)),
    (1.0, (222, 234, 238)),
)
_TERRAIN: Final = {
    Terrain.WATER: (58, 112, 178),
    Terrain.PLAINS: (150, 190, 104),
    Terrain.HILLS: (198, 162, 98),
    Terrain.MOUNTAINS: (236, 232, 230),
}
_INK: Final = np.array((120, 84, 52), dtype=np.float32)
_SEA_INK: Final = np.array((84, 128, 164), dtype=np.float32)

_DEEP: Final = np.array((44, 66, 98), dtype=np.float32)
_GREY: Final = np.array((214, 214, 214), dtype=np.float32)
_STILL: Final = np.array((120, 160, 200), dtype=np.float32)
_PAPER_WATER: Final = np.array((132, 178, 212), dtype=np.float32)

_GREATEST_DISCHARGE: Final = 400_000.0
"""Cells of catchment that get the last colour."""

_CONTOUR_STEP: Final = 0.05
"""Height between contour lines at one pixel a cell; half of it at two, and so on."""

_HEAVY_EVERY: Final = 4
_DENSEST: Final = 2.0
"""Samples that a contour's neighbours are at least apart to be drawn in full."""


def paint_overlay(region: Region, kind: str) -> np.ndarray:
    """Return a picture of one field of a region: uint8 (height, width, 3).

    Args:
        region: a region or chunk.
        kind: one of ``OVERLAYS``.

    Raises:
        ValueError: for an unknown kind.
    """
    if kind not in _PAINTERS:
        raise ValueError(f"overlay must be one of {', '.join(OVERLAYS)}, not {kind!r}")
    picture = _PAINTERS[kind](region)
    return np.clip(picture + 0.5, 0.0, 255.0).astype(np.uint8)


def contour_cover(region: Region, spacing: float) -> np.ndarray:
    """Return how much of each sample a contour line covers, float32 0..1.

    Lines lie at whole multiples of ``spacing``; every ``_HEAVY_EVERY``-th is heavier. A line is
    about one sample wide whatever the slope, and fades where its neighbours come too close.
    """
    slope = np.sqrt(region.gradient_x**2 + region.gradient_y**2)
    per_sample = np.maximum(slope * np.float32(region.step), np.float32(0.02 * spacing))
    level = np.floor(region.height / np.float32(spacing) + np.float32(0.5))
    away = np.abs(region.height - level * np.float32(spacing)) / per_sample
    heavy = level % _HEAVY_EVERY == 0
    room = np.float32(spacing) / per_sample
    strength = np.clip(room / np.float32(_DENSEST), 0.0, 1.0) * np.where(heavy, 1.0, 0.6)
    cover = np.clip(np.where(heavy, 1.25, 1.0) - away, 0.0, 1.0) * strength
    return np.asarray(cover, dtype=np.float32)


def contour_spacing(region: Region) -> float:
    """Return the height between contour lines that suits the region's level of detail."""
    return float(_CONTOUR_STEP * 2.0 ** min(max(region.lod, -3), 2))


def _height(region: Region) -> np.ndarray:
    water = np.float32(region.water)
    land = (region.height - water) / max(1.0 - region.water, 1e-6)
    picture = np.where(
        _is_sea(region), _ramp(_SEA, region.height / water), _ramp(_LAND, land)
    ) * _shade(region)
    return np.asarray(picture)


def _moisture(region: Region) -> np.ndarray:
    return _dimmed_sea(region, _ramp(_MOISTURE, region.moisture) * _shade(region))


def _temperature(region: Region) -> np.ndarray:
    return _dimmed_sea(region, _ramp(_TEMPERATURE, region.temperature) * _shade(region))


def _discharge(region: Region) -> np.ndarray:
    sea = _is_sea(region)
    still = ~np.isnan(region.water_level)[..., np.newaxis] & ~sea
    ground = np.where(sea, _DEEP, np.where(still, _STILL, _GREY * _shade(region)))
    # The fourth root tells a brook from a stream as well as a river from a great one.
    part = np.sqrt(np.sqrt(region.discharge / np.float32(_GREATEST_DISCHARGE)))
    cover = np.maximum(region.river_cover, region.discharge > 0.0)[..., np.newaxis]
    return np.asarray(ground + (_ramp(_DISCHARGE, part) - ground) * cover)


def _terrain(region: Region) -> np.ndarray:
    table = np.array([_TERRAIN[kind] for kind in Terrain], dtype=np.float32)
    return np.asarray(table[region.terrain] * _shade(region))


def _contours(region: Region) -> np.ndarray:
    sea = _is_sea(region)
    depth = region.height / np.float32(region.water)
    paper = np.where(sea, _ramp(_PAPER_SEA, depth), _ramp(_PAPER, region.height))
    inland = ~np.isnan(region.water_level) | (region.river_cover >= 0.5)
    inland = inland[..., np.newaxis] & ~sea
    cover = contour_cover(region, contour_spacing(region))[..., np.newaxis]
    drawn = paper + (np.where(sea, _SEA_INK, _INK) - paper) * cover
    return np.asarray(np.where(inland, _PAPER_WATER, drawn))


_PAINTERS: Final[dict[str, Callable[[Region], np.ndarray]]] = {
    "height": _height,
    "moisture": _moisture,
    "temperature": _temperature,
    "discharge": _discharge,
    "terrain": _terrain,
    "contours": _contours,
}

OVERLAYS: Final = tuple(_PAINTERS)
"""Names of the overlays."""


def _is_sea(region: Region) -> np.ndarray:
    return np.asarray(region.shore < 0.0)[..., np.newaxis]


def _dimmed_sea(region: Region, picture: np.ndarray) -> np.ndarray:
    """Draw the picture toward deep water where there is sea, so that the land stands out."""
    share = np.where(_is_sea(region), np.float32(0.65), np.float32(0.0))
    return np.asarray(picture + (_DEEP - picture) * share)


def _shade(region: Region) -> np.ndarray:
    """Return a gentle light from above left on land, about 0.75..1.15."""
    tilt = np.float32(80.0) * (
        np.float32(0.62) * region.gradient_x + np.float32(0.78) * region.gradient_y
    )
    light = tilt / np.sqrt(np.float32(1.0) + tilt * tilt)
    light = np.where(light > 0.0, np.float32(0.15), np.float32(0.25)) * light
    return np.asarray(np.float32(1.0) + light * (region.shore > 2.0))[..., np.newaxis]


def _ramp(stops: Stops, value: np.ndarray) -> np.ndarray:
    """Return the colours of values 0..1 on a scale, float32 (..., 3)."""
    index = np.clip(value, 0.0, 1.0) * np.float32(len(_table(stops)) - 1)
    return np.asarray(_table(stops)[(index + np.float32(0.5)).astype(np.intp)])


@lru_cache(maxsize=16)
def _table(stops: Stops) -> np.ndarray:
    places = [place for place, _ in stops]
    steps = np.linspace(0.0, 1.0, 256)
    columns = [np.interp(steps, places, [c[band] for _, c in stops]) for band in range(3)]
    return np.stack(columns, axis=-1).astype(np.float32)
