"""Pictures of single fields of a region: height, climate, water, terrain classes, contour lines.

Like the painter's, each pixel follows from the fields of its own sample alone.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np

from worldgen.biomes import Terrain
from worldgen.chunk.fields import Samples
from worldgen.render.overlay_colours import (
    DEEP,
    DISCHARGE,
    GREY,
    HEAVY_EVERY,
    INK,
    LAND,
    MOISTURE,
    PAPER,
    PAPER_SEA,
    PAPER_WATER,
    SEA,
    SEA_INK,
    STILL,
    TEMPERATURE,
    TERRAIN,
    contour_step,
    discharge_place,
    ramp,
)
from worldgen.rounding import check_rounding

_DENSEST: Final = 2.0
"""Samples that a contour's neighbours are at least apart to be drawn in full."""


def paint_overlay(region: Samples, kind: str) -> np.ndarray:
    """Return a picture of one field of a region: uint8 (height, width, 3).

    Args:
        region: a region or chunk.
        kind: one of ``OVERLAYS``.

    Raises:
        ValueError: for an unknown kind.
    """
    check_rounding()
    if kind not in _PAINTERS:
        raise ValueError(f"overlay must be one of {', '.join(OVERLAYS)}, not {kind!r}")
    picture = _PAINTERS[kind](region)
    return np.clip(picture + 0.5, 0.0, 255.0).astype(np.uint8)


def contour_cover(region: Samples, spacing: float) -> np.ndarray:
    """Return how much of each sample a contour line covers, float32 0..1.

    Lines lie at whole multiples of ``spacing``; every ``HEAVY_EVERY``-th is heavier. A line is
    about one sample wide whatever the slope, and fades where its neighbours come too close.
    """
    slope = np.sqrt(region.gradient_x**2 + region.gradient_y**2)
    per_sample = np.maximum(slope * np.float32(region.step), np.float32(0.02 * spacing))
    level = np.floor(region.height / np.float32(spacing) + np.float32(0.5))
    away = np.abs(region.height - level * np.float32(spacing)) / per_sample
    heavy = level % HEAVY_EVERY == 0
    room = np.float32(spacing) / per_sample
    strength = np.clip(room / np.float32(_DENSEST), 0.0, 1.0) * np.where(heavy, 1.0, 0.6)
    cover = np.clip(np.where(heavy, 1.25, 1.0) - away, 0.0, 1.0) * strength
    return np.asarray(cover, dtype=np.float32)


def contour_spacing(region: Samples) -> float:
    """Return the height between contour lines that suits the region's level of detail."""
    return contour_step(region.lod)


def _height(region: Samples) -> np.ndarray:
    water = np.float32(region.water)
    land = (region.height - water) / max(1.0 - region.water, 1e-6)
    picture = np.where(
        _is_sea(region), ramp(SEA, region.height / water), ramp(LAND, land)
    ) * _shade(region)
    return np.asarray(picture)


def _moisture(region: Samples) -> np.ndarray:
    return _dimmed_sea(region, ramp(MOISTURE, region.moisture) * _shade(region))


def _temperature(region: Samples) -> np.ndarray:
    return _dimmed_sea(region, ramp(TEMPERATURE, region.temperature) * _shade(region))


def _discharge(region: Samples) -> np.ndarray:
    sea = _is_sea(region)
    still = ~np.isnan(region.water_level)[..., np.newaxis] & ~sea
    ground = np.where(sea, DEEP, np.where(still, STILL, GREY * _shade(region)))
    part = discharge_place(region.discharge)
    cover = np.maximum(region.river_cover, region.discharge > 0.0)[..., np.newaxis]
    return np.asarray(ground + (ramp(DISCHARGE, part) - ground) * cover)


def _terrain(region: Samples) -> np.ndarray:
    table = np.array([TERRAIN[kind] for kind in Terrain], dtype=np.float32)
    return np.asarray(table[region.terrain] * _shade(region))


def _contours(region: Samples) -> np.ndarray:
    sea = _is_sea(region)
    depth = region.height / np.float32(region.water)
    paper = np.where(sea, ramp(PAPER_SEA, depth), ramp(PAPER, region.height))
    inland = ~np.isnan(region.water_level) | (region.river_cover >= 0.5)
    inland = inland[..., np.newaxis] & ~sea
    cover = contour_cover(region, contour_spacing(region))[..., np.newaxis]
    drawn = paper + (np.where(sea, SEA_INK, INK) - paper) * cover
    return np.asarray(np.where(inland, PAPER_WATER, drawn))


_PAINTERS: Final[dict[str, Callable[[Samples], np.ndarray]]] = {
    "height": _height,
    "moisture": _moisture,
    "temperature": _temperature,
    "discharge": _discharge,
    "terrain": _terrain,
    "contours": _contours,
}

OVERLAYS: Final = tuple(_PAINTERS)
"""Names of the overlays."""


def _is_sea(region: Samples) -> np.ndarray:
    return np.asarray(region.shore < 0.0)[..., np.newaxis]


def _dimmed_sea(region: Samples, picture: np.ndarray) -> np.ndarray:
    """Draw the picture toward deep water where there is sea, so that the land stands out."""
    share = np.where(_is_sea(region), np.float32(0.65), np.float32(0.0))
    return np.asarray(picture + (DEEP - picture) * share)


def _shade(region: Samples) -> np.ndarray:
    """Return a gentle light from above left on land, about 0.75..1.15."""
    tilt = np.float32(80.0) * (
        np.float32(0.62) * region.gradient_x + np.float32(0.78) * region.gradient_y
    )
    light = tilt / np.sqrt(np.float32(1.0) + tilt * tilt)
    light = np.where(light > 0.0, np.float32(0.15), np.float32(0.25)) * light
    return np.asarray(np.float32(1.0) + light * (region.shore > 2.0))[..., np.newaxis]
