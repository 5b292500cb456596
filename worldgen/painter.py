"""The picture of a region: RGB from its fields alone, with no window.

Every pixel is a function of the fields of its own sample and of its place in the world, so
pictures of neighbouring chunks fit together without a seam. What is narrower than a sample (foam,
the edge of the land) is spread over it by the share it covers, so that pictures of neighbouring
levels of detail have the same mean colour.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numba import types

from worldgen.biomes import Biome
from worldgen.chunk import Region
from worldgen.compiled import FLOATS, GRID, inner, kernel
from worldgen.noise import UNITS_PER_CELL, hash_point, hash_row
from worldgen.palettes import (
    BLADES,
    BLUE,
    CLIFF,
    COLD_SAND,
    FOAM,
    GREEN,
    GROUND_COLUMNS,
    GROUND_ROWS,
    ICE,
    LAKE,
    LEAVES,
    MOTTLE,
    PALETTES,
    RED,
    RIPPLES,
    RIVER,
    RIVER_EDGE,
    ROCK,
    SAND,
    SEA_COLUMNS,
    SEA_ROWS,
    SHALLOW,
    SNOW,
    WET_SAND,
    Palette,
    make_palette,
)
from worldgen.parameters import WorldParameters
from worldgen.texture import blades, closeness, ground_texture, leaf_light, ripples, stone_light

__all__ = ["PALETTES", "paint"]

_BAND: Final = 256
"""Rows painted at once, so that textures of large regions need little memory."""

_NUMBERS: Final = (
    "water_level",
    "beach_level",
    "mountain_level",
    "snow_level",
    "desert_moisture",
    "forest_moisture",
)
WATER, BEACH, MOUNTAIN, SNOWLINE, DESERT, FOREST, STEP, GAIN, FOAMINESS, TEXTURED, CLOSE, EMBOSS, STEEPNESS, INK = range(14)

_LOOK_BY_LOD: Final = {
    -4: (0.42, 0.42, 1.0),
    -3: (0.48, 0.48, 1.0),
    -2: (0.62, 0.62, 1.0),
    -1: (0.80, 0.80, 1.0),
    0: (1.00, 1.00, 1.0),
    1: (1.05, 1.00, 0.9),
    2: (1.20, 1.00, 0.65),
    3: (1.45, 0.95, 0.40),
    4: (1.90, 0.90, 0.22),
    5: (2.70, 1.00, 0.0),
    6: (3.30, 1.00, 0.0),
    7: (4.50, 1.00, 0.0),
}
"""For each level of detail: what brings its slopes to those of level 0 (samples far apart see a
smoother land, samples within a cell a rougher one), its share of shade, and of the ink of rivers
(which would cover all land if every brook kept its line from afar)."""

OCEAN_BIOME, RIVER_BIOME, LAKE_BIOME = int(Biome.OCEAN), int(Biome.RIVER), int(Biome.LAKE)


def paint(region: Region, palette: str = "natural") -> np.ndarray:
    """Return the picture of a region or chunk: uint8 (height, width, 3).

    Raises:
        ValueError: for an unknown palette.
    """
    colours = make_palette(palette)
    picture = np.empty((*region.shape, 3), dtype=np.uint8)
    numbers = _numbers(region, colours)
    x, y = int(region.x * UNITS_PER_CELL), int(region.y * UNITS_PER_CELL)
    step = int(region.step * UNITS_PER_CELL)
    rows, columns = region.shape
    for top in range(0, rows, _BAND):
        band = slice(top, min(top + _BAND, rows))
        at_y = y + top * step
        texture = ground_texture(x, at_y, step, columns, band.stop - top)
        _paint(
            x,
            at_y,
            step,
            region.height[band],
            region.moisture[band],
            region.temperature[band],
            region.gradient_x[band],
            region.gradient_y[band],
            region.water_level[band],
            region.shore[band],
            region.river_cover[band],
            region.biome[band],
            texture.mottle,
            texture.stones,
            texture.leaves,
            texture.twigs,
            colours.ground,
            colours.sea,
            colours.single,
            colours.light,
            numbers,
            picture[band],
        )
    return picture


def _numbers(region: Region, palette: Palette) -> np.ndarray:
    parameters = getattr(region, "parameters", None) or WorldParameters()
    levels = [float(getattr(parameters, name)) for name in _NUMBERS]
    levels[0] = region.water
    steepness, shade, ink = _LOOK_BY_LOD[min(region.lod, max(_LOOK_BY_LOD))]
    close, emboss = closeness(int(region.step * UNITS_PER_CELL))
    return np.array(
        [
            *levels,
            region.step,
            palette.shade_gain * shade,
            palette.foam_share,
            palette.texture,
            close * palette.texture,
            emboss,
            steepness,
            ink,
        ]
    )


@inner
def rise(value, low, high):  # type: ignore[no-untyped-def]
    """Rise smoothly from 0 at ``low`` to 1 at ``high``."""
    part = min(max((value - low) / (high - low), 0.0), 1.0)
    return part * part * (3.0 - 2.0 * part)


@inner
def share_within(place, width, low, high):  # type: ignore[no-untyped-def]
    """Return how much of a stretch of this width about a place lies between two bounds."""
    left, right = place - 0.5 * width, place + 0.5 * width
    return max(min(right, high) - max(left, low), 0.0) / width


@inner
def toward(colour, single, row, share):  # type: ignore[no-untyped-def]
    """Return a colour drawn toward one of the palette's single colours."""
    red, green, blue = colour
    return (
        red + (single[row, 0] - red) * share,
        green + (single[row, 1] - green) * share,
        blue + (single[row, 2] - blue) * share,
    )


@inner
def dryness_column(moisture, desert, forest):  # type: ignore[no-untyped-def]
    """Measure moisture from threshold to threshold: 1/3 where desert ends, 2/3 where forest begins."""
    if moisture < desert:
        return moisture / (3.0 * desert)
    if moisture < forest:
        return (1.0 + (moisture - desert) / (forest - desert)) / 3.0
    return (2.0 + (moisture - forest) / max(1.0 - forest, 1e-9)) / 3.0


@inner
def sea_colour(depth, warmth, shore, width, noise, grain, sea, single, numbers):  # type: ignore[no-untyped-def]
    """Return the colour of the sea, its foam and its ice; ``shore`` is negative at sea."""
    column = min(np.int64(np.sqrt(depth) * (SEA_COLUMNS - 1) + 0.5 + grain), SEA_COLUMNS - 1)
    row = min(np.int64(warmth * (SEA_ROWS - 1) + 0.5 + grain), SEA_ROWS - 1)
    tone = 1.0 + 0.02 * noise
    colour = (sea[row, column, 0] * tone, sea[row, column, 1] * tone, sea[row, column, 2] * tone)
    ice = rise(0.10 - warmth + 0.10 * noise + 0.04 * grain - 0.25 * depth, 0.0, 0.05)
    if ice > 0.0:
        colour = toward(colour, single, ICE, 0.9 * ice)
    reach = 0.9 + 0.9 * noise
    foam = share_within(shore, width, -reach, 0.5)
    swell = share_within(shore, width, -4.0 - 0.7 * noise, -3.2) * rise(noise, -0.1, 0.5)
    return toward(colour, single, FOAM, min(numbers[FOAMINESS] * (foam + 0.35 * swell), 1.0))


@inner
def lake_colour(depth, noise, single):  # type: ignore[no-untyped-def]
    """Return the colour of a lake, lighter where it is shallow."""
    colour = (single[LAKE, 0], single[LAKE, 1], single[LAKE, 2])
    shallow = 1.0 - rise(depth + 0.001 * noise, 0.001, 0.012)
    return toward(colour, single, RIVER_EDGE, 0.8 * shallow)


@inner
def ground_colour(  # type: ignore[no-untyped-def]
    x, y, height, moisture, warmth, shore, slope, light, noise, grain, stones, leaves,
    ground, single, numbers,
):
    """Return the colour of dry land, with its texture but without shade."""
    close = numbers[CLOSE]
    soil = dryness_column(moisture, numbers[DESERT], numbers[FOREST])
    soil += 0.03 * noise + 0.015 * grain
    column = min(max(np.int64(soil * (GROUND_COLUMNS - 1) + 0.5), 0), GROUND_COLUMNS - 1)
    row = np.int64((warmth + 0.012 * (noise + grain)) * (GROUND_ROWS - 1) + 0.5)
    row = min(max(row, 0), GROUND_ROWS - 1)
    tone = 1.0 + numbers[TEXTURED] * ground[row, column, MOTTLE] * (noise + 0.4 * grain)
    warm = 0.5 * numbers[TEXTURED] * ground[row, column, MOTTLE] * noise
    ripple = 0.0
    if close > 0.0:
        ripple = ripples(x, y, noise)
        tone += close * ground[row, column, RIPPLES] * ripple
        if ground[row, column, BLADES] > 0.01:
            tone += close * ground[row, column, BLADES] * blades(x, y)
        tone += close * ground[row, column, LEAVES] * (leaves + 0.2 * stones)
    colour = (
        ground[row, column, RED] * (tone + warm),
        ground[row, column, GREEN] * tone,
        ground[row, column, BLUE] * (tone - warm),
    )
    above = height - numbers[WATER]
    beach = numbers[BEACH] - numbers[WATER]
    steep = rise(slope + 0.002 * noise, 0.013, 0.025)
    reach = 14.0 - 8.0 * rise(slope, 0.002, 0.010) + 3.0 * noise + grain
    sand = 1.0 - rise(shore, 0.6 * reach, reach + 2.0)
    sand *= 1.0 - rise(above + beach * (0.16 * noise + 0.12 * grain), 0.75 * beach, 1.3 * beach)
    if sand > 0.0:
        sand_tone = 1.0 + numbers[TEXTURED] * (0.03 * noise + 0.03 * grain)
        sand_tone += close * 0.10 * ripple
        cold = 1.0 - rise(warmth, 0.12, 0.3)
        beach_colour = toward(
            scaled(single, SAND, sand_tone), single, COLD_SAND, cold
        )
        wet = 1.0 - rise(shore + noise, 0.5, 3.0)
        beach_colour = toward(beach_colour, single, WET_SAND, 0.7 * wet)
        colour = blend(colour, beach_colour, sand * (1.0 - 0.7 * steep))
    rock = rise(
        height + 0.012 * noise + 0.006 * grain, numbers[MOUNTAIN] - 0.03, numbers[MOUNTAIN] + 0.02
    )
    rock = max(0.92 * rock, 0.85 * steep)
    if rock > 0.0:
        rock_tone = 1.0 + numbers[TEXTURED] * (0.12 * noise + 0.05 * grain)
        if close > 0.0:
            rock_tone += close * 0.5 * (stones + 0.2 * leaves)
        stone = scaled(single, ROCK, rock_tone)
        stone = toward(stone, single, CLIFF, 0.7 * steep)
        colour = blend(colour, stone, rock)
    lies = height + 0.016 * noise + 0.005 * grain - 0.025 * light - 0.04 * steep
    snow = rise(lies, numbers[SNOWLINE] - 0.022, numbers[SNOWLINE] + 0.022)
    return toward(colour, single, SNOW, snow)


@inner
def lit(value, light, table, band):  # type: ignore[no-untyped-def]
    """Return one channel in the light, -1 full shade .. 1 full light; white stays below white."""
    if light > 0.0:
        return value * (1.0 + light * table[0, band] * (255.0 - value) * (1.0 / 128.0))
    return value * (1.0 + light * table[1, band])


@inner
def scaled(single, row, tone):  # type: ignore[no-untyped-def]
    """Return one of the palette's single colours, lighter or darker."""
    return single[row, 0] * tone, single[row, 1] * tone, single[row, 2] * tone


@inner
def blend(first, second, share):  # type: ignore[no-untyped-def]
    """Return the colour a share of the way from the first to the second."""
    return (
        first[0] + (second[0] - first[0]) * share,
        first[1] + (second[1] - first[1]) * share,
        first[2] + (second[2] - first[2]) * share,
    )


_FIELD = types.Array(types.float32, 2, "C", readonly=True)
_TABLE = types.Array(types.float32, 3, "C", readonly=True)


@kernel(
    types.void(
        types.int64,
        types.int64,
        types.int64,
        *(_FIELD,) * 8,
        types.Array(types.uint8, 2, "C", readonly=True),
        *(GRID,) * 4,
        _TABLE,
        _TABLE,
        _FIELD,
        _FIELD,
        FLOATS,
        types.uint8[:, :, ::1],
    )
)
def _paint(  # type: ignore[no-untyped-def]
    x, y, step, height, moisture, temperature, gradient_x, gradient_y, water_level, shores, river_cover,
    biome, mottle, stone_field, leaf_field, twig_field, ground, sea, single, light_table, numbers, out,
):  # fmt: skip
    water = numbers[WATER]
    cells = numbers[STEP]
    soft = max(cells, 0.75)
    textured = mottle.shape[0] > 0
    close = stone_field.shape[0] > 0
    for r in range(out.shape[0]):
        row_hash = hash_row(np.uint64(0x5EED), y + r * step)
        for c in range(out.shape[1]):
            bits = hash_point(row_hash, x + c * step)
            grain = np.float64(np.int64(bits & np.uint64(0xFFFF))) * 2.0**-16 - 0.5
            round_up = np.float64(np.int64((bits >> np.uint64(16)) & np.uint64(0xFFFF))) * 2.0**-16
            noise, stones, leaves = 0.0, 0.0, 0.0
            if textured:
                noise = mottle[r + 1, c + 1]
            h = np.float64(height[r, c])
            warmth = np.float64(temperature[r, c])
            gx, gy = np.float64(gradient_x[r, c]), np.float64(gradient_y[r, c])
            slope = numbers[STEEPNESS] * np.sqrt(gx * gx + gy * gy)
            tilt = numbers[GAIN] * (0.62 * gx + 0.78 * gy)
            shore = np.float64(shores[r, c])
            light = tilt / np.sqrt(1.0 + tilt * tilt) * min(max(0.4 * shore, 0.0), 1.0)
            kind = biome[r, c]
            land = min(max(shore / soft + 0.5, 0.0), 1.0)
            colour = (0.0, 0.0, 0.0)
            if land < 1.0:
                depth = max(water - h, 0.0) / water * min(1.0, 0.1 - 0.07 * shore)
                colour = sea_colour(
                    depth, warmth, shore, soft, noise, grain, sea, single, numbers
                )
            if land > 0.0:
                if close:
                    stones = stone_light(stone_field, r, c, numbers[EMBOSS])
                    leaves = leaf_light(leaf_field, twig_field, r, c, numbers[EMBOSS])
                dry = ground_colour(
                    x + c * step, y + r * step, max(h, water), np.float64(moisture[r, c]),
                    warmth, shore, slope, light, noise, grain, stones, leaves, ground, single, numbers,
                )  # fmt: skip
                dry = (
                    lit(dry[0], light, light_table, 0),
                    lit(dry[1], light, light_table, 1),
                    lit(dry[2], light, light_table, 2),
                )
                if kind == LAKE_BIOME:
                    dry = lake_colour(np.float64(water_level[r, c]) - h, noise, single)
                cover = numbers[INK] * np.float64(river_cover[r, c])
                if kind == RIVER_BIOME and cells <= 1.0:
                    cover = 1.0
                if cover > 0.0 and kind != LAKE_BIOME:
                    if cells <= 1.0:
                        dry = toward(dry, single, RIVER_EDGE, min(2.0 * cover, 1.0))
                        cover = max(2.0 * cover - 1.0, 0.0)
                    dry = toward(dry, single, RIVER, cover)
                    dry = toward(dry, single, SHALLOW, cover * max(1.0 - 0.12 * shore, 0.0))
                colour = blend(colour, dry, land)
            out[r, c, 0] = np.uint8(min(max(colour[0], 0.0) + round_up, 255.0))
            out[r, c, 1] = np.uint8(min(max(colour[1], 0.0) + round_up, 255.0))
            out[r, c, 2] = np.uint8(min(max(colour[2], 0.0) + round_up, 255.0))
