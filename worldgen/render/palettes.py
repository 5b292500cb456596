"""The colours of the picture: what each palette holds, as tables the painter's kernels read.

A palette is written down as a few colours. From them ``make_palette`` builds a table of
ground colours over temperature and moisture, so that biomes blend into each other, and one of sea
colours over temperature and depth.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np

from worldgen.biomes import COLD, COOL, FREEZING, HOT, Biome
from worldgen.read_only import read_only_copy
from worldgen.render.palette_data import PALETTE_DATA, PALETTES, Colour, PaletteData

Channels = tuple[float, float, float]

GROUND_ROWS, GROUND_COLUMNS = 64, 96
SEA_ROWS, SEA_COLUMNS = 16, 256

RED, GREEN, BLUE, MOTTLE, BLADES, LEAVES, RIPPLES = range(7)
"""What the ground table holds: a colour, and how strongly four kinds of texture show."""


class Pigments(NamedTuple):
    """The colours that have no table, as floats 0..255, and what light does to each channel."""

    sand: Channels
    wet_sand: Channels
    cold_sand: Channels
    rock: Channels
    cliff: Channels
    snow: Channels
    foam: Channels
    ice: Channels
    glacier: Channels
    river: Channels
    river_edge: Channels
    lake: Channels
    shallow: Channels
    light: Channels
    """How much full light adds."""
    dark: Channels
    """How much full shade takes."""


@dataclass(frozen=True, eq=False)
class Palette:
    """One palette as the kernels take it; arrays are read-only."""

    name: str
    colours: np.ndarray = field(repr=False)
    """uint8 (biomes, 3): one colour for each biome, for legends, charts and flat pictures."""
    ground: np.ndarray = field(repr=False)
    """float32 (temperature, moisture, 7)."""
    sea: np.ndarray = field(repr=False)
    """float32 (temperature, root of depth, 3)."""
    pigments: Pigments = field(repr=False)
    shade_gain: float
    foam_share: float
    texture: float
    flat: bool
    """Whether biomes are painted flat, as in the lesson."""


_TEXTURES: Final = {
    Biome.DESERT: (0.05, 0.0, 0.0, 0.16),
    Biome.GRASSLAND: (0.10, 0.30, 0.05, 0.0),
    Biome.FOREST: (0.16, 0.18, 0.42, 0.0),
    Biome.SNOW: (0.02, 0.0, 0.0, 0.04),
    Biome.TUNDRA: (0.14, 0.16, 0.16, 0.0),
    Biome.TAIGA: (0.15, 0.20, 0.32, 0.0),
    Biome.SAVANNA: (0.11, 0.34, 0.0, 0.0),
    Biome.JUNGLE: (0.18, 0.12, 0.55, 0.0),
}
"""How strongly mottling, blades, leaves and ripples show on the ground of a biome."""


@lru_cache(maxsize=len(PALETTES))
def make_palette(name: object) -> Palette:
    """Return the palette of this name.

    Raises:
        ValueError: for an unknown name.
    """
    if not isinstance(name, str) or name not in PALETTE_DATA:
        raise ValueError(f"palette must be one of {', '.join(PALETTES)}, not {name!r}")
    data = PALETTE_DATA[name]
    biomes = data.biomes
    pigments = Pigments(
        sand=_channels(biomes[Biome.BEACH]),
        wet_sand=_channels(data.wet_sand),
        cold_sand=_channels(data.cold_sand),
        rock=_channels(biomes[Biome.MOUNTAIN]),
        cliff=_channels(data.cliff),
        snow=_channels(biomes[Biome.SNOW]),
        foam=_channels(data.foam),
        ice=_channels(data.ice),
        glacier=_channels(data.glacier),
        river=_channels(biomes[Biome.RIVER]),
        river_edge=_channels(data.river_edge),
        lake=_channels(biomes[Biome.LAKE]),
        shallow=_channels(data.sea[1][2]),
        light=data.light,
        dark=data.dark,
    )
    return Palette(
        name=name,
        colours=read_only_copy(biomes, np.uint8),
        ground=read_only_copy(_ground_table(data), np.float32),
        sea=read_only_copy(_sea_table(data), np.float32),
        pigments=pigments,
        shade_gain=data.shade_gain,
        foam_share=data.foam_share,
        texture=data.texture,
        flat=name == "lesson",
    )


def _ground_table(data: PaletteData) -> np.ndarray:
    """Blend the lowland biomes over temperature (rows) and moisture (columns).

    Columns are measured from threshold to threshold: desert ends at a third of the way, forest
    begins at two thirds, whatever the world's own thresholds are.
    """
    warmth = np.linspace(0.0, 1.0, GROUND_ROWS)[:, None, None]
    wet = np.linspace(0.0, 1.0, GROUND_COLUMNS)[None, :, None]
    look = {
        biome: np.array((*data.biomes[biome], *_TEXTURES[biome]), dtype=np.float64)
        for biome in _TEXTURES
    }

    def across(dry: Biome, middle: Biome, moist: Biome) -> np.ndarray:
        base = _blend(look[dry], look[middle], _rise(wet, 1 / 3, 0.085))
        return _blend(base, look[moist], _rise(wet, 2 / 3, 0.085))

    mild = across(Biome.DESERT, Biome.GRASSLAND, Biome.FOREST)
    cool = across(Biome.DESERT, Biome.GRASSLAND, Biome.GRASSLAND)
    cool = _blend(cool, look[Biome.TAIGA], _rise(wet, 0.5, 0.085))
    hot = across(Biome.DESERT, Biome.SAVANNA, Biome.JUNGLE)
    table = _blend(look[Biome.SNOW], look[Biome.TUNDRA], _rise(warmth, FREEZING, 0.03))
    table = _blend(table, cool, _rise(warmth, COLD, 0.03))
    table = _blend(table, mild, _rise(warmth, COOL, 0.03))
    table = _blend(table, hot, _rise(warmth, HOT, 0.04))
    # Within one biome the drier ground is a little lighter and yellower.
    dryness = (0.5 - wet) * _rise(warmth, FREEZING, 0.05)
    table[..., :3] *= 1.0 + dryness * np.array((0.14, 0.10, 0.05))
    return np.asarray(np.minimum(table, 255.0).astype(np.float32))


def _sea_table(data: PaletteData) -> np.ndarray:
    """Interpolate the scale of the sea over temperature (rows) and the root of depth (columns)."""
    depth = np.linspace(0.0, 1.0, SEA_COLUMNS) ** 2
    stops = [stop for stop, _, _, _ in data.sea]
    colours = np.array([(cold, mild, hot) for _, cold, mild, hot in data.sea], dtype=np.float64)
    climates = np.empty((3, SEA_COLUMNS, 3))
    for climate in range(3):
        for band in range(3):
            climates[climate, :, band] = np.interp(depth, stops, colours[:, climate, band])
    cold, mild, hot = climates
    warmth = np.linspace(0.0, 1.0, SEA_ROWS)
    table = np.empty((SEA_ROWS, SEA_COLUMNS, 3), dtype=np.float32)
    for row, value in enumerate(warmth):
        table[row] = _blend(
            _blend(cold, mild, _rise(value, 0.3, 0.25)), hot, _rise(value, 0.75, 0.2)
        )
    return table


def _channels(colour: Colour) -> Channels:
    return float(colour[0]), float(colour[1]), float(colour[2])


def _rise(value: np.ndarray | float, middle: float, half_width: float) -> np.ndarray:
    """Rise smoothly from 0 to 1 about the middle."""
    part = np.clip((value - middle) / (2.0 * half_width) + 0.5, 0.0, 1.0)
    return np.asarray(part * part * (3.0 - 2.0 * part))


def _blend(first: np.ndarray, second: np.ndarray, share: np.ndarray) -> np.ndarray:
    return np.asarray(first + (second - first) * share)
