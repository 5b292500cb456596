"""The colours of the picture: what each palette holds, as tables the painter's kernels read.

A palette is written down as a few colours (one for each biome, a scale for the sea). From them
``make_palette`` builds a table of ground colours over temperature and moisture, so that biomes
blend into each other, and one of sea colours over temperature and depth.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np

from worldgen.biomes import COLD, COOL, FREEZING, HOT, Biome

Colour = tuple[int, int, int]
Channels = tuple[float, float, float]

PALETTES: Final = ("natural", "contrast", "safe", "lesson")
"""Names of the palettes: as in nature, high contrast, safe for colour-blind eyes (the lighter the
colour, the further from deep water), and the lesson's flat seven colours."""

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
    river: Channels
    river_edge: Channels
    lake: Channels
    shallow: Channels
    light: Channels
    """How much full light adds."""
    dark: Channels
    """How much full shade takes."""


@dataclass(frozen=True)
class Scheme:
    """One palette as it is written down."""

    biomes: tuple[Colour, ...]
    """In the order of ``Biome``."""
    sea: tuple[tuple[float, Colour, Colour, Colour], ...]
    """Depth as a share of the water level, and its colour in cold, mild and hot water."""
    wet_sand: Colour
    cold_sand: Colour
    cliff: Colour
    foam: Colour
    ice: Colour
    river_edge: Colour
    light: tuple[float, float, float]
    """How much full light adds to each channel."""
    dark: tuple[float, float, float]
    """How much full shade takes from each channel."""
    shade_gain: float = 110.0
    """How steep a slope looks, in cells to the whole range of height."""
    foam_share: float = 0.85
    texture: float = 1.0


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


_NATURAL = Scheme(
    biomes=(
        (20, 72, 136),
        (226, 209, 160),
        (217, 190, 126),
        (136, 164, 82),
        (64, 108, 60),
        (128, 117, 108),
        (228, 234, 243),
        (66, 134, 190),
        (50, 118, 172),
        (152, 146, 116),
        (72, 106, 84),
        (180, 169, 88),
        (44, 96, 48),
    ),
    sea=(
        (0.000, (128, 178, 184), (122, 198, 200), (134, 218, 204)),
        (0.030, (86, 146, 168), (84, 178, 196), (90, 202, 204)),
        (0.090, (54, 112, 150), (50, 142, 184), (44, 166, 194)),
        (0.200, (36, 84, 128), (30, 104, 164), (22, 120, 174)),
        (0.420, (24, 62, 106), (18, 72, 136), (14, 82, 148)),
        (0.700, (17, 46, 86), (12, 50, 108), (10, 56, 120)),
        (1.000, (12, 36, 70), (9, 36, 84), (8, 40, 94)),
    ),
    wet_sand=(176, 158, 118),
    cold_sand=(196, 199, 200),
    cliff=(112, 100, 90),
    foam=(238, 246, 244),
    ice=(222, 234, 240),
    river_edge=(112, 174, 204),
    light=(0.28, 0.26, 0.20),
    dark=(0.60, 0.55, 0.44),
)

_CONTRAST = Scheme(
    biomes=(
        (0, 40, 110),
        (255, 236, 160),
        (236, 170, 60),
        (140, 205, 50),
        (10, 110, 40),
        (105, 88, 84),
        (255, 255, 255),
        (0, 190, 255),
        (0, 150, 235),
        (170, 150, 190),
        (0, 120, 110),
        (205, 205, 40),
        (0, 78, 20),
    ),
    sea=(
        (0.000, (120, 220, 255), (120, 225, 255), (120, 240, 245)),
        (0.040, (40, 150, 225), (40, 160, 235), (40, 175, 235)),
        (0.120, (10, 90, 180), (10, 95, 190), (10, 105, 190)),
        (0.300, (0, 50, 125), (0, 52, 135), (0, 58, 138)),
        (1.000, (0, 14, 52), (0, 14, 60), (0, 16, 64)),
    ),
    wet_sand=(190, 150, 80),
    cold_sand=(220, 225, 235),
    cliff=(70, 56, 54),
    foam=(255, 255, 255),
    ice=(225, 240, 255),
    river_edge=(190, 240, 255),
    light=(0.42, 0.42, 0.40),
    dark=(0.78, 0.76, 0.70),
    shade_gain=140.0,
    foam_share=1.0,
    texture=0.7,
)

_SAFE = Scheme(
    biomes=(
        (8, 34, 84),
        (232, 214, 128),
        (214, 190, 96),
        (150, 148, 112),
        (92, 98, 106),
        (182, 172, 160),
        (252, 252, 246),
        (52, 98, 176),
        (44, 84, 156),
        (164, 162, 138),
        (108, 112, 112),
        (176, 160, 94),
        (74, 84, 98),
    ),
    sea=(
        (0.000, (72, 122, 190), (72, 122, 190), (72, 122, 190)),
        (0.100, (36, 82, 154), (36, 82, 154), (36, 82, 154)),
        (0.300, (16, 52, 118), (16, 52, 118), (16, 52, 118)),
        (1.000, (4, 18, 54), (4, 18, 54), (4, 18, 54)),
    ),
    wet_sand=(200, 184, 116),
    cold_sand=(228, 220, 180),
    cliff=(140, 132, 124),
    foam=(210, 226, 246),
    ice=(196, 214, 238),
    river_edge=(86, 136, 204),
    light=(0.22, 0.22, 0.20),
    dark=(0.36, 0.36, 0.34),
    texture=0.6,
)

_LESSON = Scheme(
    biomes=(
        (30, 90, 200),
        (238, 214, 140),
        (230, 190, 100),
        (110, 190, 80),
        (34, 120, 50),
        (130, 125, 120),
        (250, 250, 250),
        (60, 140, 230),
        (50, 125, 220),
        (160, 160, 120),
        (70, 120, 100),
        (185, 180, 90),
        (25, 100, 45),
    ),
    sea=((0.0, (30, 90, 200), (30, 90, 200), (30, 90, 200)),)
    + ((1.0, (30, 90, 200), (30, 90, 200), (30, 90, 200)),),
    wet_sand=(238, 214, 140),
    cold_sand=(238, 214, 140),
    cliff=(130, 125, 120),
    foam=(30, 90, 200),
    ice=(250, 250, 250),
    river_edge=(60, 140, 230),
    light=(0.0, 0.0, 0.0),
    dark=(0.45, 0.45, 0.45),
)

_SCHEMES: Final = dict(zip(PALETTES, (_NATURAL, _CONTRAST, _SAFE, _LESSON), strict=True))

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
def make_palette(name: str) -> Palette:
    """Return the palette of this name.

    Raises:
        ValueError: for an unknown name.
    """
    if name not in _SCHEMES:
        raise ValueError(f"palette must be one of {', '.join(PALETTES)}, not {name!r}")
    scheme = _SCHEMES[name]
    biomes = scheme.biomes
    pigments = Pigments(
        sand=_channels(biomes[Biome.BEACH]),
        wet_sand=_channels(scheme.wet_sand),
        cold_sand=_channels(scheme.cold_sand),
        rock=_channels(biomes[Biome.MOUNTAIN]),
        cliff=_channels(scheme.cliff),
        snow=_channels(biomes[Biome.SNOW]),
        foam=_channels(scheme.foam),
        ice=_channels(scheme.ice),
        river=_channels(biomes[Biome.RIVER]),
        river_edge=_channels(scheme.river_edge),
        lake=_channels(biomes[Biome.LAKE]),
        shallow=_channels(scheme.sea[1][2]),
        light=scheme.light,
        dark=scheme.dark,
    )
    return Palette(
        name=name,
        colours=_frozen(np.array(biomes, dtype=np.uint8)),
        ground=_frozen(_ground_table(scheme)),
        sea=_frozen(_sea_table(scheme)),
        pigments=pigments,
        shade_gain=scheme.shade_gain,
        foam_share=scheme.foam_share,
        texture=scheme.texture,
        flat=name == "lesson",
    )


def _ground_table(scheme: Scheme) -> np.ndarray:
    """Blend the lowland biomes over temperature (rows) and moisture (columns).

    Columns are measured from threshold to threshold: desert ends at a third of the way, forest
    begins at two thirds, whatever the world's own thresholds are.
    """
    warmth = np.linspace(0.0, 1.0, GROUND_ROWS)[:, None, None]
    wet = np.linspace(0.0, 1.0, GROUND_COLUMNS)[None, :, None]
    look = {
        biome: np.array((*scheme.biomes[biome], *_TEXTURES[biome]), dtype=np.float64)
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
    return np.minimum(table, 255.0).astype(np.float32)


def _sea_table(scheme: Scheme) -> np.ndarray:
    """Interpolate the scale of the sea over temperature (rows) and the root of depth (columns)."""
    depth = np.linspace(0.0, 1.0, SEA_COLUMNS) ** 2
    stops = [stop[0] for stop in scheme.sea]
    climates = np.empty((3, SEA_COLUMNS, 3))
    for climate in range(3):
        for band in range(3):
            values = [stop[1 + climate][band] for stop in scheme.sea]
            climates[climate, :, band] = np.interp(depth, stops, values)
    warmth = np.linspace(0.0, 1.0, SEA_ROWS)
    table = np.empty((SEA_ROWS, SEA_COLUMNS, 3), dtype=np.float32)
    for row, value in enumerate(warmth):
        cold, mild, hot = climates
        table[row] = _blend(_blend(cold, mild, _rise(value, 0.3, 0.25)), hot, _rise(value, 0.75, 0.2))
    return table


def _channels(colour: Colour) -> Channels:
    return float(colour[0]), float(colour[1]), float(colour[2])


def _rise(value: np.ndarray | float, middle: float, half_width: float) -> np.ndarray:
    """Rise smoothly from 0 to 1 about the middle."""
    part = np.clip((value - middle) / (2.0 * half_width) + 0.5, 0.0, 1.0)
    return np.asarray(part * part * (3.0 - 2.0 * part))


def _blend(first: np.ndarray, second: np.ndarray, share: np.ndarray) -> np.ndarray:
    return np.asarray(first + (second - first) * share)


def _frozen(array: np.ndarray) -> np.ndarray:
    array.flags.writeable = False
    return array
