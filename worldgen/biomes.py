"""What grows where: the biome and terrain class of a sample, from height and climate."""

from __future__ import annotations

from enum import IntEnum

from worldgen.kernels.decorators import device


class Biome(IntEnum):
    """What covers a sample. The lesson's seven come first, in its order."""

    OCEAN = 0
    BEACH = 1
    DESERT = 2
    GRASSLAND = 3
    FOREST = 4
    MOUNTAIN = 5
    SNOW = 6
    RIVER = 7
    LAKE = 8
    TUNDRA = 9
    TAIGA = 10
    SAVANNA = 11
    JUNGLE = 12


class Terrain(IntEnum):
    """What height alone makes of a sample."""

    WATER = 0
    PLAINS = 1
    HILLS = 2
    MOUNTAINS = 3


HILLS_FROM = 0.55
MOUNTAINS_FROM = 0.75

OCEAN, BEACH, DESERT, GRASSLAND, FOREST, MOUNTAIN, SNOW = range(7)
RIVER, LAKE, TUNDRA, TAIGA, SAVANNA, JUNGLE = range(7, 13)

FREEZING, COLD, COOL, WARM, HOT = 0.16, 0.28, 0.40, 0.53, 0.72


@device()
def land_biome(  # type: ignore[no-untyped-def]
    height, moisture, temperature, beach, mountain, snow, desert, forest, climate
):
    """Return the biome of dry land. Without ``climate`` these are the lesson's seven alone."""
    if height < beach:
        return BEACH
    if height >= snow:
        return SNOW
    if climate and temperature < FREEZING:
        return SNOW
    if height >= mountain:
        return MOUNTAIN
    if climate:
        if temperature < COLD:
            return TUNDRA
        if temperature < COOL and moisture >= 0.5 * (desert + forest):
            return TAIGA
        if temperature > HOT and moisture >= desert:
            return JUNGLE if moisture >= forest else SAVANNA
    # Dry land that is not warm, or high, is steppe: no desert lies beside taiga, tundra or snow.
    lowland = height < beach + 0.4 * (mountain - beach)
    if moisture < desert and ((temperature >= WARM and lowland) or not climate):
        return DESERT
    return GRASSLAND if moisture < forest else FOREST


@device()
def terrain_class(height, water):  # type: ignore[no-untyped-def]
    """Return the terrain class, from height alone."""
    if height < water:
        return 0
    if height < HILLS_FROM:
        return 1
    return 2 if height < MOUNTAINS_FROM else 3
