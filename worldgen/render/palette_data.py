"""The palettes as they are written down: a colour for each biome, a scale for the sea, and more."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

Colour = tuple[int, int, int]

PALETTES: Final = ("natural", "contrast", "safe", "lesson")
"""Names of the palettes: as in nature, high contrast, safe for colour-blind eyes (the lighter the
colour, the further from deep water), and the lesson's flat seven colours."""


@dataclass(frozen=True)
class PaletteData:
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
    glacier: Colour
    river_edge: Colour
    light: tuple[float, float, float]
    """How much full light adds to each channel."""
    dark: tuple[float, float, float]
    """How much full shade takes from each channel."""
    shade_gain: float = 110.0
    """How steep a slope looks, in cells to the whole range of height."""
    foam_share: float = 0.85
    texture: float = 1.0


_NATURAL = PaletteData(
    biomes=(
        (20, 72, 136),
        (226, 209, 160),
        (217, 190, 126),
        (136, 164, 82),
        (64, 108, 60),
        (128, 117, 108),
        (226, 231, 235),
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
        (0.200, (34, 80, 124), (27, 98, 159), (20, 114, 170)),
        (0.420, (23, 62, 104), (17, 72, 135), (13, 82, 147)),
        (0.700, (18, 50, 90), (13, 56, 115), (10, 63, 127)),
        (1.000, (14, 41, 77), (10, 43, 95), (8, 48, 105)),
    ),
    wet_sand=(176, 158, 118),
    cold_sand=(196, 199, 200),
    cliff=(112, 100, 90),
    foam=(238, 246, 244),
    ice=(222, 234, 240),
    glacier=(172, 200, 222),
    river_edge=(112, 174, 204),
    light=(0.28, 0.26, 0.20),
    dark=(0.60, 0.55, 0.44),
)

_CONTRAST = PaletteData(
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
    glacier=(160, 205, 250),
    river_edge=(190, 240, 255),
    light=(0.42, 0.42, 0.40),
    dark=(0.78, 0.76, 0.70),
    shade_gain=140.0,
    foam_share=1.0,
    texture=0.7,
)

_SAFE = PaletteData(
    biomes=(
        (6, 26, 72),
        (238, 222, 146),
        (220, 196, 102),
        (144, 146, 114),
        (100, 106, 108),
        (184, 177, 168),
        (252, 252, 246),
        (32, 70, 144),
        (22, 50, 112),
        (172, 167, 146),
        (118, 122, 116),
        (168, 156, 96),
        (80, 88, 98),
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
    glacier=(190, 206, 232),
    river_edge=(86, 136, 204),
    light=(0.22, 0.22, 0.20),
    dark=(0.36, 0.36, 0.34),
    texture=0.6,
)

_BLUE, _SAND, _DRY, _GREEN, _WOOD, _STONE, _WHITE = (
    (30, 90, 200),
    (238, 214, 140),
    (226, 184, 96),
    (110, 190, 80),
    (34, 120, 50),
    (132, 126, 120),
    (250, 250, 250),
)
_LESSON = PaletteData(
    biomes=(
        *(_BLUE, _SAND, _DRY, _GREEN, _WOOD, _STONE, _WHITE),
        *(_BLUE, _BLUE, _GREEN, _WOOD, _GREEN, _WOOD),
    ),
    sea=((0.0, _BLUE, _BLUE, _BLUE), (1.0, _BLUE, _BLUE, _BLUE)),
    wet_sand=_SAND,
    cold_sand=_SAND,
    cliff=_STONE,
    foam=_BLUE,
    ice=_WHITE,
    glacier=_WHITE,
    river_edge=_BLUE,
    light=(0.0, 0.0, 0.0),
    dark=(0.0, 0.0, 0.0),
)
"""What the lesson does not know is given the colour of the nearest thing it does."""

PALETTE_DATA: Final = dict(zip(PALETTES, (_NATURAL, _CONTRAST, _SAFE, _LESSON), strict=True))
