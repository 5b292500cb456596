"""A tile set painted by the painter itself: one row a biome, a few variants of each."""

from __future__ import annotations

import zlib
from dataclasses import replace
from xml.etree.ElementTree import Element, SubElement

import numpy as np

from worldgen.biome_table import BIOME_NAMES, BiomeTable
from worldgen.biomes import Biome, Terrain
from worldgen.chunk.fields import FIELDS
from worldgen.parameters import WorldParameters
from worldgen.region import Region
from worldgen.render.painter import paint
from worldgen.world import World

TILE_PIXELS = 16
VARIANTS = 4
"""Tiles of each biome, so that wide areas do not look like wallpaper."""

_WET = (Biome.OCEAN, Biome.RIVER, Biome.LAKE)
_FAR_FROM_SHORE = 40.0
_BESIDE_SHORE = 2.0
_SHORES = {Biome.OCEAN: -_FAR_FROM_SHORE, Biome.BEACH: _BESIDE_SHORE}
_DEPTH = 0.3
_RIVER_DISCHARGE = 4000.0
_TEMPERATURES = {
    Biome.SNOW: 0.1,
    Biome.TUNDRA: 0.22,
    Biome.TAIGA: 0.34,
    Biome.DESERT: 0.7,
    Biome.SAVANNA: 0.85,
    Biome.JUNGLE: 0.85,
}


def tileset_picture(world: World) -> np.ndarray:
    """Return the picture of the tile set: uint8, a row of ``VARIANTS`` tiles for each biome."""
    width, height = TILE_PIXELS * VARIANTS, TILE_PIXELS
    base = world.region(0, 0, width, height, sketch=True)
    return np.concatenate(
        [
            paint(_flat(base, Biome(int(like)), number, world.parameters))
            for number, like in enumerate(_likes(world.biomes))
        ]
    )


def _likes(biomes: BiomeTable | None) -> np.ndarray:
    return np.arange(len(Biome)) if biomes is None else biomes.likes


def tileset_element(image: str, biomes: BiomeTable | None = None) -> Element:
    """Return the ``tileset`` element of a .tsx file whose picture is ``image``."""
    names = BIOME_NAMES if biomes is None else biomes.biome_names
    tileset = Element(
        "tileset",
        version="1.10",
        name="biomes",
        tilewidth=str(TILE_PIXELS),
        tileheight=str(TILE_PIXELS),
        tilecount=str(VARIANTS * len(names)),
        columns=str(VARIANTS),
    )
    SubElement(
        tileset,
        "image",
        source=image,
        width=str(TILE_PIXELS * VARIANTS),
        height=str(TILE_PIXELS * len(names)),
    )
    for biome, name in enumerate(names):
        for variant in range(VARIANTS):
            number = str(biome * VARIANTS + variant)
            tile = SubElement(tileset, "tile", id=number, type=name)
            properties = SubElement(tile, "properties")
            SubElement(properties, "property", name="biome", value=name)
            wet = "true" if biome in _WET else "false"
            SubElement(properties, "property", name="water", type="bool", value=wet)
    return tileset


def tile_numbers(biome: np.ndarray, left: int, top: int) -> np.ndarray:
    """Return the tile of each sample, counted from 0; the variant follows from the place alone."""
    rows, columns = biome.shape
    across = _scrambled(left, columns)
    down = _scrambled(top, rows)
    variants = ((across ^ down[:, np.newaxis]) >> 7) % VARIANTS
    numbers: np.ndarray = biome.astype(np.int64) * VARIANTS + variants
    return numbers


def _scrambled(first: int, count: int) -> np.ndarray:
    """Return a few hashed bits for each of some whole numbers of any size."""
    words = (str(number).encode() for number in range(first, first + count))
    return np.fromiter((zlib.crc32(word) for word in words), dtype=np.int64, count=count)


def _flat(base: Region, biome: Biome, number: int, parameters: WorldParameters) -> Region:
    """Return a level region that one biome covers: the one of a number, which is like ``biome``."""

    wet = biome in _WET
    height = _height(biome, parameters)
    surface = parameters.water_level if biome is Biome.OCEAN else height + 0.05
    values = {
        "height": height,
        "moisture": _moisture(biome, parameters),
        "temperature": _TEMPERATURES.get(biome, 0.5),
        "biome": number,
        "terrain": Terrain.WATER if biome is Biome.OCEAN else Terrain.PLAINS,
        "water_level": surface if wet else np.nan,
        "discharge": _RIVER_DISCHARGE if biome is Biome.RIVER else 0.0,
        "gradient_x": 0.0,
        "gradient_y": 0.0,
        "shore": _SHORES.get(biome, _FAR_FROM_SHORE),
        "river_cover": 1.0 if biome is Biome.RIVER else 0.0,
        "relative_height": 0.0,
    }
    level = base.with_fields(
        **{name: np.full(base.shape, value, FIELDS[name].dtype) for name, value in values.items()}
    )
    # One's own biome shows its own colour, the others what their fields make of them.
    return (
        level if number == biome else replace(level, plain_biome=np.full_like(level.biome, biome))
    )


def _height(biome: Biome, parameters: WorldParameters) -> float:
    sea, beach = parameters.water_level, parameters.beach_level
    mountain, snow = parameters.mountain_level, parameters.snow_level
    heights = {
        Biome.OCEAN: sea * (1.0 - _DEPTH),
        Biome.BEACH: 0.5 * (sea + beach),
        Biome.MOUNTAIN: 0.5 * (mountain + snow),
        Biome.SNOW: 0.5 * (snow + 1.0),
    }
    return heights.get(biome, 0.7 * beach + 0.3 * mountain)


def _moisture(biome: Biome, parameters: WorldParameters) -> float:
    desert, forest = parameters.desert_moisture, parameters.forest_moisture
    if biome is Biome.DESERT:
        return 0.5 * desert
    if biome in (Biome.FOREST, Biome.JUNGLE, Biome.TAIGA):
        return 0.5 * (forest + 1.0)
    return 0.5 * (desert + forest)
