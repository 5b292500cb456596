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
from worldgen.chunk.fields import (
    FarMeans,
    FieldArrays,
    Samples,
    field_types,
    grid_type,
)
from worldgen.kernels.decorators import kernel
from worldgen.noise.hashing import hash_point, hash_row
from worldgen.read_only import read_only_copy
from worldgen.render.changed_ground import lay_changed_ground
from worldgen.render.palette_data import PALETTES
from worldgen.render.palettes import (
    BLADES,
    BLUE,
    GREEN,
    LEAVES,
    MOTTLE,
    RED,
    RIPPLES,
    Palette,
    Pigments,
    any_palette,
)
from worldgen.render.shading import (
    Grain,
    GroundKind,
    GroundSample,
    PictureSettings,
    blend,
    ground_colour,
    ground_place,
    lake_colour,
    plant_colour,
    sea_colour,
    sea_place,
    soil_of,
    with_river,
)
from worldgen.render.texture import Texture, closeness, ground_texture, leaf_light, stone_light
from worldgen.rounding import check_rounding

__all__ = ["PALETTES", "paint"]

_BAND: Final = 256
"""Rows painted at once, so that textures of large regions need little memory."""

_DRAWN_BY_LOD: Final = {
    -4: (0.70, 0.90, 1.0),
    -3: (0.74, 0.92, 1.0),
    -2: (0.82, 0.96, 1.0),
    -1: (0.92, 1.00, 1.0),
    0: (1.00, 1.00, 1.0),
    1: (1.05, 1.00, 1.0),
    2: (1.20, 1.00, 1.0),
    3: (1.45, 0.95, 1.0),
    4: (1.90, 0.90, 1.0),
    5: (1.90, 1.00, 0.85),
    6: (2.70, 1.00, 0.75),
    7: (2.70, 1.00, 0.0),
    8: (3.30, 1.00, 0.0),
    9: (4.50, 1.00, 0.0),
}
"""For each level of detail: what brings its slopes to those of level 0 (samples far apart see a
smoother land, samples within a cell a rougher one; far levels are made of points closer together),
its share of shade, and of the ink of rivers (which would cover all land if every brook kept its
line from afar)."""

_AMBIENT: Final = 0.0022
"""How much light the bottom of a valley loses, for each unit by which slopes are shaded."""

_SOFTEST: Final = 40.0
"""No coast is spread over more cells than this, the farthest that shore distances tell."""

_SHARES: Final = ("land", "depth", "sand", "rock", "snow", "slope")
_LAND, _DEPTH, _SAND, _ROCK, _SNOW, _SLOPE = range(len(_SHARES))
"""What of the means of a far level no field holds; the others take the place of fields."""

_NO_SHARES: Final = read_only_copy(np.zeros((0, 0, 0)), np.float32)
_AVERAGED: Final = [name for name in FarMeans._fields if name not in _SHARES]

_FLAT_LOW: Final = np.float32(0.7)
_FLAT_HIGH: Final = np.float32(1.15)
"""Brightness of the lowest and the highest place in a flat picture."""

LAKE = int(Biome.LAKE)


def paint(
    region: Samples, palette: str | Palette = "natural", out: np.ndarray | None = None
) -> np.ndarray:
    """Return the picture of a region or chunk: uint8 (height, width, 3), red first.

    Args:
        region: a region or chunk. Where a table of own biomes or ``with_fields`` has changed what
            it is covered with, that is shown in its own colour.
        palette: one of ``PALETTES``, or one that ``Palette.from_colours`` has made.
        out: where to paint, an array of this shape of any layout, as it is a part of the pixels
            that a window takes; a new one when left out.

    Raises:
        ValueError: for an unknown palette, or if ``out`` has another shape.
        TypeError: for anything but a region.
    """
    check_rounding()
    if not isinstance(region, Samples):
        raise TypeError(f"paint takes a region or chunk, not {type(region).__name__}")
    if out is None:
        out = np.empty((*region.shape, 3), dtype=np.uint8)
    elif out.shape != (*region.shape, 3):
        raise ValueError(f"out must be of shape {(*region.shape, 3)}, not {out.shape}")
    colours = any_palette(palette).of_world(region.biomes)
    if colours.flat:
        _paint_flat(region, colours, out)
        return out
    settings = _settings(region, colours)
    for top in range(0, region.grid.height, _BAND):
        band = slice(top, min(top + _BAND, region.grid.height))
        grid = region.grid.moved(0, top * region.grid.step)._replace(height=band.stop - top)
        arrays = region.arrays
        if region.grid.height > _BAND:
            arrays = FieldArrays(*(array[band] for array in arrays))
        texture = ground_texture(grid)
        shares, biome_shares = _NO_SHARES, None
        if region.averages is not None:
            means, biome_shares = region.averages(grid)
            shares = np.stack([getattr(means, name) for name in _SHARES], axis=2)
            arrays = arrays._replace(**{name: getattr(means, name) for name in _AVERAGED})
        _paint(
            grid,
            arrays,
            shares,
            texture,
            colours.ground,
            colours.sea,
            colours.pigments,
            settings,
            out[band],
        )
        if region.plain_biome is not None:
            lay_changed_ground(
                region, biome_shares, band, texture.mottle, colours, settings, out[band]
            )
    return out


def _paint_flat(region: Samples, palette: Palette, out: np.ndarray) -> None:
    """One colour a biome, the lighter the higher: the picture of the lesson."""
    shade = _FLAT_LOW + (_FLAT_HIGH - _FLAT_LOW) * region.height
    picture = palette.colours[region.biome] * shade[..., np.newaxis]
    out[...] = np.minimum(picture + 0.5, 255.0).astype(np.uint8)


def _settings(region: Samples, palette: Palette) -> PictureSettings:
    parameters = region.parameters
    desert, forest = parameters.desert_moisture, parameters.forest_moisture
    steepness, shade, ink = _DRAWN_BY_LOD[min(region.lod, max(_DRAWN_BY_LOD))]
    close, emboss = closeness(region.grid.step)
    return PictureSettings(
        water=region.water,
        per_water=1.0 / region.water,
        per_beach=1.0 / max(parameters.beach_level - region.water, 1e-6),
        mountain=parameters.mountain_level,
        snow=parameters.snow_level,
        desert=desert,
        per_desert=1.0 / (3.0 * max(desert, 1e-9)),
        forest=forest,
        per_grass=1.0 / (3.0 * (forest - desert)),
        per_forest=1.0 / (3.0 * max(1.0 - forest, 1e-9)),
        cells=float(region.step),
        shade_gain=palette.shade_gain * shade,
        steepness=steepness,
        foam=palette.foam_share,
        texture=palette.texture,
        close=close * palette.texture,
        emboss=emboss,
        ink=ink,
        ambient=_AMBIENT * palette.shade_gain,
    )


_TABLE = types.Array(types.float32, 3, "C", readonly=True)
_TEXTURE = types.NamedUniTuple(types.float64[:, ::1], len(Texture._fields), Texture)  # type: ignore[no-untyped-call]
_COLOUR = types.UniTuple(types.float64, 3)  # type: ignore[no-untyped-call]
_PIGMENTS = types.NamedUniTuple(_COLOUR, len(Pigments._fields), Pigments)  # type: ignore[no-untyped-call]
_SETTINGS = types.NamedUniTuple(types.float64, len(PictureSettings._fields), PictureSettings)  # type: ignore[no-untyped-call]


@kernel(
    types.void(
        grid_type(),
        field_types(readonly=True),
        _TABLE,
        _TEXTURE,
        _TABLE,
        _TABLE,
        _PIGMENTS,
        _SETTINGS,
        types.Array(types.uint8, 3, "A"),
    ),
    first=True,
)
def _paint(grid, fields, shares, texture, ground, sea, pigments, settings, out):  # type: ignore[no-untyped-def]
    """Paint samples.

    Args:
        grid: where they lie.
        fields: theirs, each (height, width).
        shares: (height, width, 6) of a far level, whose fields are means; or empty.
        texture: each array with an apron above and left, or empty.
        ground, sea: tables of colours and patterns, as ``make_palette`` lays them out.
        pigments, settings: colours, and what is the same for the whole picture.
        out: uint8 (height, width, 3) of any layout; written.
    """
    x, y, step = grid.x, grid.y, grid.step
    heights, moistures, temperatures = fields.height, fields.moisture, fields.temperature
    gradient_x, gradient_y, shores = fields.gradient_x, fields.gradient_y, fields.shore
    water_levels, biomes, river_cover = fields.water_level, fields.biome, fields.river_cover
    relative, mottle, stone_field = fields.relative_height, texture.mottle, texture.stones
    leaf_field, twig_field = texture.leaves, texture.twigs
    soft = min(max(settings.cells, 0.75), _SOFTEST)
    textured, averaged = mottle.shape[0] > 0, shares.shape[0] > 0
    ground_kind = GroundKind(False, 0.0, 0.0, 0.0)
    for r in range(out.shape[0]):
        row_hash = hash_row(np.uint64(0x5EED), y + r * step)
        for c in range(out.shape[1]):
            bits = hash_point(row_hash, x + c * step)
            grain = np.float64(np.int64(bits & np.uint64(0xFFFF))) * 2.0**-16 - 0.5
            round_up = np.float64(np.int64((bits >> np.uint64(16)) & np.uint64(0xFFFF))) * 2.0**-16
            noise = mottle[r + 1, c + 1] if textured else 0.0
            height = np.float64(heights[r, c])
            warmth = np.float64(temperatures[r, c])
            shore = np.float64(shores[r, c])
            land = min(max(shore / soft + 0.5, 0.0), 1.0)
            colour = (0.0, 0.0, 0.0)
            if averaged:
                land = np.float64(shares[r, c, _LAND])
            if land < 1.0:
                depth = max(settings.water - height, 0.0) * settings.per_water
                # The last cells before the shore are shallow, however steep the bed.
                depth *= min(max(0.1 - 0.07 * shore, 0.0), 1.0)
                if averaged:
                    depth = np.float64(shares[r, c, _DEPTH])
                    depth *= depth
                i, j = sea_place(depth, warmth, grain)
                open_sea = (
                    np.float64(sea[i, j, 0]), np.float64(sea[i, j, 1]), np.float64(sea[i, j, 2]),
                )  # fmt: skip
                colour = sea_colour(
                    open_sea, depth, warmth, shore, soft, noise, grain, pigments, settings
                )
            if land > 0.0:
                biome = biomes[r, c]
                stones, leaves = 0.0, 0.0
                if settings.close > 0.0:
                    emboss = settings.emboss
                    stones = stone_light(stone_field[r + 1, c + 1], stone_field[r, c], emboss)
                    leaves = leaf_light(
                        leaf_field[r + 1, c + 1], twig_field[r + 1, c + 1],
                        leaf_field[r, c], twig_field[r, c], emboss,
                    )  # fmt: skip
                glint = settings.texture * 0.04 * noise + settings.close * 0.07 * leaves
                if biome == LAKE:
                    depth = np.float64(water_levels[r, c]) - height
                    dry = lake_colour(depth, warmth, glint, noise, pigments)
                else:
                    gx, gy = np.float64(gradient_x[r, c]), np.float64(gradient_y[r, c])
                    slope = settings.steepness * np.sqrt(gx * gx + gy * gy)
                    if averaged:
                        slope = settings.steepness * np.float64(shares[r, c, _SLOPE])
                        ground_kind = GroundKind(
                            True, np.float64(shares[r, c, _SAND]), np.float64(shares[r, c, _ROCK]),
                            np.float64(shares[r, c, _SNOW]),
                        )  # fmt: skip
                    tilt = settings.shade_gain * (0.62 * gx + 0.78 * gy)
                    light = tilt / np.sqrt(1.0 + tilt * tilt) * min(max(0.4 * shore, 0.0), 1.0)
                    height = max(height, settings.water)
                    soil = soil_of(height, np.float64(moistures[r, c]), noise, grain, settings)
                    i, j = ground_place(soil, warmth, noise, grain)
                    patterns = Grain(noise, grain, stones, leaves)
                    plants = plant_colour(
                        (
                            np.float64(ground[i, j, RED]), np.float64(ground[i, j, GREEN]),
                            np.float64(ground[i, j, BLUE]),
                        ),
                        (
                            np.float64(ground[i, j, MOTTLE]), np.float64(ground[i, j, BLADES]),
                            np.float64(ground[i, j, LEAVES]), np.float64(ground[i, j, RIPPLES]),
                        ),
                        x + c * step, y + r * step, patterns, settings,
                    )  # fmt: skip
                    sample = GroundSample(
                        x + c * step, y + r * step, height, np.float64(relative[r, c]), soil,
                        warmth, shore, slope, light,
                    )  # fmt: skip
                    dry = ground_colour(plants, sample, ground_kind, patterns, pigments, settings)
                    cover = settings.ink * np.float64(river_cover[r, c])
                    if cover > 0.0:
                        dry = with_river(
                            dry, cover, warmth, shore, glint, noise, pigments, settings
                        )
                colour = blend(colour, dry, land)
            out[r, c, 0] = np.uint8(min(max(colour[0], 0.0) + round_up, 255.0))
            out[r, c, 1] = np.uint8(min(max(colour[1], 0.0) + round_up, 255.0))
            out[r, c, 2] = np.uint8(min(max(colour[2], 0.0) + round_up, 255.0))
