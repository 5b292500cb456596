"""How one sample gets its colour: sea, lake, river, ground and light, as functions of numbers.

The painter's kernel calls these for every sample. A colour is three floats, 0..255. No arrays are
handed over, since counting references to them would take longer than all else.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from worldgen.biomes import FREEZING
from worldgen.kernels.decorators import device
from worldgen.render.palettes import GROUND_COLUMNS, GROUND_ROWS, SEA_COLUMNS, SEA_ROWS
from worldgen.render.texture import blades, ripples


class PictureSettings(NamedTuple):
    """What is the same for a whole picture: of the world, its level of detail and the palette."""

    water: float
    per_water: float
    per_beach: float
    """One over the height of the beaches."""
    mountain: float
    snow: float
    desert: float
    per_desert: float
    """One over the moisture range of desert, times a third; the next two alike."""
    forest: float
    per_grass: float
    per_forest: float
    cells: float
    """Cells between samples."""
    shade_gain: float
    steepness: float
    foam: float
    texture: float
    close: float
    emboss: float
    ink: float
    ambient: float
    """How much of the light is lost at the bottom of a valley."""


class GroundSample(NamedTuple):
    """A sample of land as its colour is made from it."""

    x: int
    """In sixty-fourths of a cell, for patterns smaller than a cell; ``y`` alike."""
    y: int
    height: float
    relative: float
    """Height above the mean of the neighbourhood."""
    soil: float
    """Moisture from threshold to threshold, 0..1."""
    warmth: float
    shore: float
    """Distance to the coast in cells, > 0 on land."""
    slope: float
    light: float
    """From the slope, -1 full shade .. 1 full light."""


class GroundKind(NamedTuple):
    """What the ground of a sample is, where points in it tell; 0..1 each."""

    known: bool
    sand: float
    rock: float
    snow: float


class Grain(NamedTuple):
    """The texture of one sample: noise about 0."""

    noise: float
    """Of every length that shows, about -1..1."""
    fine: float
    """Of a single sample, -0.5..0.5."""
    stones: float
    leaves: float


_FROST_FROM, _FROST_TO = FREEZING - 0.03, FREEZING + 0.03
"""Temperatures between which snow comes to lie on all land."""

_LAYERS = 170.0
"""Layers of rock in the whole range of height."""

_ICE_FROM, _ICE_TO = 0.06, 0.12
"""Temperatures between which rivers and lakes freeze."""


@device()
def rise(value, low, high):  # type: ignore[no-untyped-def]
    """Rise smoothly from 0 at ``low`` to 1 at ``high``."""
    part = min(max((value - low) * (1.0 / (high - low)), 0.0), 1.0)
    return part * part * (3.0 - 2.0 * part)


@device(inline="source")
def share_within(place, per_width, width, low, high):  # type: ignore[no-untyped-def]
    """Return how much of a stretch of this width about a place lies between two bounds."""
    left, right = place - 0.5 * width, place + 0.5 * width
    return max(min(right, high) - max(left, low), 0.0) * per_width


@device()
def blend(first, second, share):  # type: ignore[no-untyped-def]
    """Return the colour a share of the way from the first to the second."""
    return (
        first[0] + (second[0] - first[0]) * share,
        first[1] + (second[1] - first[1]) * share,
        first[2] + (second[2] - first[2]) * share,
    )


@device()
def scaled(colour, tone):  # type: ignore[no-untyped-def]
    """Return a colour, lighter or darker."""
    return colour[0] * tone, colour[1] * tone, colour[2] * tone


@device(inline="source")
def lit(colour, light, pigments):  # type: ignore[no-untyped-def]
    """Return a colour in the light, -1 full shade .. 1 full light; white stays below white."""
    if light > 0.0:
        gain, gains = light * (1.0 / 128.0), pigments.light
        return (
            colour[0] * (1.0 + gain * gains[0] * (255.0 - colour[0])),
            colour[1] * (1.0 + gain * gains[1] * (255.0 - colour[1])),
            colour[2] * (1.0 + gain * gains[2] * (255.0 - colour[2])),
        )
    losses = pigments.dark
    return (
        colour[0] * (1.0 + light * losses[0]),
        colour[1] * (1.0 + light * losses[1]),
        colour[2] * (1.0 + light * losses[2]),
    )


@device(inline="source")
def in_valley(colour, relative, settings):  # type: ignore[no-untyped-def]
    """Return a colour with less light the deeper its place lies in a valley; blue stays longest."""
    open_sky = settings.ambient * min(max(relative * (1.0 / 0.07), -1.0), 0.5)
    return (
        colour[0] * (1.0 + open_sky),
        colour[1] * (1.0 + 0.85 * open_sky),
        colour[2] * (1.0 + 0.6 * open_sky),
    )


@device(inline="source")
def sea_place(depth, warmth, grain):  # type: ignore[no-untyped-def]
    """Return row and column of the sea's table."""
    column = np.uint64(np.sqrt(depth) * (SEA_COLUMNS - 1) + 0.5 + grain)
    row = np.uint64(warmth * (SEA_ROWS - 1) + 0.5 + grain)
    return min(row, np.uint64(SEA_ROWS - 1)), min(column, np.uint64(SEA_COLUMNS - 1))


@device(inline="source")
def sea_colour(water, depth, warmth, shore, width, noise, grain, pigments, settings):  # type: ignore[no-untyped-def]
    """Lay foam and ice on the water; ``shore`` is negative at sea."""
    colour = scaled(water, 1.0 + 0.02 * noise)
    if warmth < 0.2:
        ice = rise(0.10 - warmth + 0.10 * noise + 0.04 * grain - 0.25 * depth, 0.0, 0.05)
        colour = blend(colour, pigments.ice, 0.9 * ice)
    if shore < -5.0 - 0.5 * width:
        return colour
    per_width = 1.0 / width
    foam = share_within(shore, per_width, width, -0.9 - 0.9 * noise, 0.5)
    swell = share_within(shore, per_width, width, -4.0 - 0.7 * noise, -3.2)
    foam += 0.35 * swell * rise(noise, -0.1, 0.5)
    return blend(colour, pigments.foam, min(settings.foam * foam, 1.0))


@device(inline="source")
def lake_colour(depth, warmth, glint, noise, pigments):  # type: ignore[no-untyped-def]
    """Return the colour of a lake: light in the shallows, dark where it is deep, ice if cold."""
    depth += 0.001 * noise
    shallow = 0.5 * (1.0 - rise(depth, 0.001, 0.012)) + 0.35 * (1.0 - rise(depth, 0.005, 0.03))
    deep = rise(depth, 0.012, 0.045)
    water = scaled(pigments.lake, 1.0 + glint - 0.30 * deep)
    water = blend(water, pigments.river_edge, shallow)
    return under_ice(water, warmth, noise, pigments)


@device(inline="source")
def under_ice(water, warmth, noise, pigments):  # type: ignore[no-untyped-def]
    """Lay ice over a river or a lake."""
    if warmth > _ICE_TO + 0.02:
        return water
    ice = 1.0 - rise(warmth + 0.02 * noise, _ICE_FROM, _ICE_TO)
    return blend(water, pigments.ice, 0.75 * ice)


@device(inline="source")
def with_river(colour, cover, warmth, shore, glint, noise, pigments, settings):  # type: ignore[no-untyped-def]
    """Lay a river over the ground: lighter along its edges, and like the shallows at its mouth."""
    if settings.cells <= 1.0:
        colour = blend(colour, pigments.river_edge, min(2.0 * cover, 1.0))
        cover = max(2.0 * cover - 1.0, 0.0)
    water = under_ice(scaled(pigments.river, 1.0 + glint), warmth, noise, pigments)
    colour = blend(colour, water, cover)
    return blend(colour, pigments.shallow, cover * max(1.0 - 0.08 * shore, 0.0))


@device(inline="source")
def soil_of(height, moisture, noise, grain, settings):  # type: ignore[no-untyped-def]
    """Measure moisture from threshold to threshold: desert ends at 1/3, forest begins at 2/3."""
    if moisture < settings.desert:
        soil = moisture * settings.per_desert
    elif moisture < settings.forest:
        soil = 1.0 / 3.0 + (moisture - settings.desert) * settings.per_grass
    else:
        soil = 2.0 / 3.0 + (moisture - settings.forest) * settings.per_forest
    # Trees grow thinner toward the mountains.
    treeline = rise(height, settings.mountain - 0.14, settings.mountain)
    return min(max(soil - 0.14 * treeline + 0.03 * noise + 0.015 * grain, 0.0), 1.0)


@device(inline="source")
def ground_place(soil, warmth, noise, grain):  # type: ignore[no-untyped-def]
    """Return row and column of the ground's table."""
    warmth = min(max(warmth + 0.012 * (noise + grain), 0.0), 1.0)
    return (
        np.uint64(warmth * (GROUND_ROWS - 1) + 0.5),
        np.uint64(soil * (GROUND_COLUMNS - 1) + 0.5),
    )


@device(inline="source")
def plant_colour(colour, patterns, x, y, grain, settings):  # type: ignore[no-untyped-def]
    """Return the colour of what grows on the lowland, with its texture.

    ``patterns`` is how strongly mottling, blades, leaves and ripples show.
    """
    mottle = settings.texture * patterns[0]
    tone = 1.0 + mottle * (grain.noise + 0.4 * grain.fine)
    warm = 0.5 * mottle * grain.noise
    if settings.close > 0.0:
        pattern = patterns[3] * ripples(x, y, grain.noise)
        pattern += patterns[2] * (grain.leaves + 0.2 * grain.stones)
        if patterns[1] > 0.01:
            pattern += patterns[1] * blades(x, y)
        tone += settings.close * pattern
    return colour[0] * (tone + warm), colour[1] * tone, colour[2] * (tone - warm)


@device(inline="source")
def sand_share(sample, grain, settings):  # type: ignore[no-untyped-def]
    """Return how much of the ground is beach: wide where the coast is flat, or dry."""
    if sample.shore > 20.0:
        return 0.0
    above = sample.height - settings.water
    flat = 1.0 - rise(above - sample.relative, 0.004, 0.026)
    reach = (1.6 + 10.0 * flat) * (1.4 - 0.8 * sample.soil) + 1.8 * grain.noise + grain.fine
    low = above * settings.per_beach + 0.16 * grain.noise + 0.12 * grain.fine
    return (1.0 - rise(sample.shore, 0.6 * reach, reach + 1.5)) * (1.0 - rise(low, 0.75, 1.3))


@device(inline="source")
def sand_colour(sample, grain, pigments, settings):  # type: ignore[no-untyped-def]
    """Return the colour of a beach: wet along the water, pale gravel where it is cold."""
    tone = 1.0 + settings.texture * 0.03 * (grain.noise + grain.fine)
    if settings.close > 0.0:
        tone += settings.close * 0.10 * ripples(sample.x, sample.y, grain.noise)
    colour = scaled(pigments.sand, tone)
    colour = blend(colour, pigments.cold_sand, 1.0 - rise(sample.warmth, 0.12, 0.3))
    wet = 1.0 - rise(sample.shore + grain.noise, 0.5, 3.0)
    return blend(colour, pigments.wet_sand, 0.7 * wet)


@device()
def strata(height, slope, steep, cells):  # type: ignore[no-untyped-def]
    """Return how much lighter or darker rock is for its layers, and for the scree below cliffs."""
    layer = height * _LAYERS
    layer -= np.floor(layer)
    # Where a sample spans several layers none is seen.
    seen = max(1.0 - slope * cells * (0.8 * _LAYERS), 0.0)
    scree = rise(slope, 0.006, 0.011) * (1.0 - steep)
    return 0.35 * steep * seen * (abs(2.0 * layer - 1.0) - 0.5) + 0.06 * scree


@device()
def snow_colour(snow, losses, light, open_sky):  # type: ignore[no-untyped-def]
    """Return the colour of snow: never lighter than its pigment, blue in shade and in valleys."""
    shade = 0.10 - (0.10 if light > 0.0 else 0.85) * light - min(open_sky, 0.0)
    return (
        snow[0] * (1.0 - shade * losses[0]),
        snow[1] * (1.0 - 0.8 * shade * losses[1]),
        snow[2] * (1.0 - 0.5 * shade * losses[2]),
    )


@device()
def glacier_share(warmth, relative, noise):  # type: ignore[no-untyped-def]
    """Return how much of the snow is the blue ice of a glacier: in valleys of the coldest land."""
    cold = rise(0.13 - warmth + 0.03 * noise, 0.0, 0.05)
    return 0.7 * cold * (1.0 - rise(relative + 0.006 * noise, -0.022, -0.008))


@device(inline="source")
def ground_colour(plants, sample, kind, grain, pigments, settings):  # type: ignore[no-untyped-def]
    """Lay sand, rock and snow over what grows, and put it in its light."""
    height, noise, fine = sample.height, grain.noise, grain.fine
    # The step down to the sea bed is no cliff.
    steep = rise(sample.slope + 0.002 * noise, 0.013, 0.025)
    steep *= min(max(0.5 * sample.shore, 0.0), 1.0)
    sand = kind.sand if kind.known else sand_share(sample, grain, settings)
    foot = 0.0
    if sample.shore < 5.0 and not kind.known:
        # Ground that stands high above the water close by is a cliff, wet and dark at its foot.
        above = height - settings.water - 0.0025 * max(sample.shore, 0.0)
        bluff = rise(above + 0.001 * noise, 0.003, 0.010) * (1.0 - rise(sample.shore, 3.0, 5.0))
        steep = max(steep, bluff)
        foot = bluff * (1.0 - rise(sample.shore + 0.4 * noise, 0.4, 2.2))
    sand *= 1.0 - 0.9 * steep
    colour = plants
    if sand > 0.0:
        colour = blend(colour, sand_colour(sample, grain, pigments, settings), sand)
    # Loose sand has no small sharp humps, and desert few.
    bare = max(0.8 * sand, 0.45 * (1.0 - rise(sample.soil, 0.2, 0.37)))
    light = sample.light * (1.0 - settings.close * bare)
    rough = height + 0.012 * noise + 0.006 * fine
    high = rise(rough, settings.mountain - 0.03, settings.mountain + 0.02)
    rock = max(0.92 * (kind.rock if kind.known else high), 0.85 * steep)
    if rock > 0.0:
        tone = 0.94 + 0.8 * (height - settings.mountain) - 0.45 * foot
        tone += settings.texture * (
            0.12 * noise + 0.05 * fine + strata(height, sample.slope, steep, settings.cells)
        )
        tone += settings.close * 0.5 * (grain.stones + 0.2 * grain.leaves)
        stone = blend(scaled(pigments.rock, tone), pigments.cliff, (0.7 - 0.4 * foot) * steep)
        colour = blend(colour, stone, rock)
    colour = in_valley(lit(colour, light, pigments), sample.relative, settings)
    lies = height + 0.016 * noise + 0.005 * fine - 0.025 * light - 0.04 * steep
    snow = rise(lies, settings.snow - 0.022, settings.snow + 0.022)
    if kind.known:
        snow = kind.snow * (1.0 - 0.5 * steep)
    if sample.warmth < _FROST_TO:
        frost = 1.0 - rise(sample.warmth + 0.012 * noise + 0.02 * steep, _FROST_FROM, _FROST_TO)
        snow = max(snow, frost * (1.0 - 0.6 * steep) * (1.0 - 0.7 * sand))
    if snow > 0.0:
        open_sky = settings.ambient * sample.relative * (1.0 / 0.07)
        white = snow_colour(pigments.snow, pigments.dark, light, open_sky)
        glacier = glacier_share(sample.warmth, sample.relative, noise)
        white = blend(white, pigments.glacier, glacier)
        colour = blend(colour, white, snow)
    return colour
