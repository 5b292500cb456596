"""The colours of the picture: what each palette holds, as tables the painter's kernels read.

A palette is written down as a few colours. From them ``build_palette`` makes a table of
ground colours over temperature and moisture, so that biomes blend into each other, and one of sea
colours over temperature and depth.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from functools import lru_cache
from typing import Any, Final, NamedTuple

import numpy as np

from worldgen.biome_table import BIOME_NAMES, BiomeTable, checked_colour
from worldgen.biomes import COLD, COOL, FREEZING, HOT, Biome
from worldgen.parameters import ParameterError
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
    """The colours of pictures: one of ``PALETTES``, or one of your own; arrays are read-only."""

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
    data: PaletteData = field(repr=False)
    """What it was made from."""
    own: tuple[tuple[str, Colour], ...] = ()
    """Colours of biomes that a world adds, by their names."""

    @staticmethod
    def from_colours(
        colours: Mapping[str, Colour], base: str = "natural", *, flat: bool | None = None
    ) -> Palette:
        """Return a palette with colours of your own: ``paint(region, palette)``.

        Args:
            colours: red, green and blue by name: of a biome (the sea's shades follow that of
                ``ocean``), of a biome that a world adds, or of ``wet_sand``, ``cold_sand``,
                ``cliff``, ``foam``, ``ice``, ``glacier`` and ``river_edge``.
            base: the palette that gives all other colours, one of ``PALETTES``.
            flat: whether each biome has one colour, and nothing is shaded; as in ``base`` for
                None.

        Raises:
            ParameterError: for what is no colour.
            ValueError: for an unknown base.
        """
        if not isinstance(colours, Mapping):
            raise ParameterError(f"colours must be given by name, not as {colours!r:.60}")
        kept = make_palette(base)
        given = {name: checked_colour(colour) for name, colour in colours.items()}
        known = {name: colour for name, colour in given.items() if name in BIOME_NAMES}
        details: dict[str, Any] = {
            name: colour for name, colour in given.items() if name in _DETAILS
        }
        own = {name: colour for name, colour in given.items() if name not in {*known, *details}}
        data = _coloured(kept.data, {BIOME_NAMES.index(name): known[name] for name in known})
        data = replace(data, **details)
        return build_palette(
            "own", data, kept.flat if flat is None else flat, tuple(sorted(own.items()))
        )

    def of_world(self, biomes: BiomeTable | None) -> Palette:
        """Return the palette for a world: with a colour for each of its own biomes."""
        if biomes is None:
            return self
        given = dict(self.own)
        known = {
            number: colour
            for number, colour in biomes.biome_colours.items()
            if number < len(BIOME_NAMES)
        }
        own = tuple(
            (name, given.get(name, biomes.biome_colours[number]))
            for number, name in enumerate(biomes.biome_names)
            if number >= len(BIOME_NAMES)
        )
        data = _coloured(self.data, known) if known else self.data
        return build_palette(self.name, data, self.flat, own)


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
    return build_palette(name, PALETTE_DATA[name], name == "lesson", ())


def any_palette(palette: str | Palette) -> Palette:
    """Return the palette of a name, or the palette itself.

    Raises:
        ValueError: for an unknown name.
    """
    return palette if isinstance(palette, Palette) else make_palette(str(palette))


@lru_cache(maxsize=16)
def build_palette(
    name: str, data: PaletteData, flat: bool, own: tuple[tuple[str, Colour], ...]
) -> Palette:
    """Make the tables of a palette from its colours."""
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
        colours=read_only_copy([*biomes, *(colour for _, colour in own)], np.uint8),
        ground=read_only_copy(_ground_table(data), np.float32),
        sea=read_only_copy(_sea_table(data), np.float32),
        pigments=pigments,
        shade_gain=data.shade_gain,
        foam_share=data.foam_share,
        texture=data.texture,
        flat=flat,
        data=data,
        own=own,
    )


_DETAILS: Final = tuple(
    each.name for each in fields(PaletteData) if each.type in ("Colour", Colour)
)
"""Names of the single colours of a palette besides those of biomes."""


def _coloured(data: PaletteData, colours: Mapping[int, Colour]) -> PaletteData:
    """Return a palette as it is written down, with other colours of some biomes."""
    biomes = tuple(colours.get(number, colour) for number, colour in enumerate(data.biomes))
    sea = data.sea
    if Biome.OCEAN in colours:
        before, after = data.biomes[Biome.OCEAN], biomes[Biome.OCEAN]
        sea = tuple(
            (
                depth,
                _shifted(cold, before, after),
                _shifted(mild, before, after),
                _shifted(hot, before, after),
            )
            for depth, cold, mild, hot in sea
        )
    return replace(data, biomes=biomes, sea=sea)


def _shifted(colour: Colour, before: Colour, after: Colour) -> Colour:
    """Return a colour as far from ``after`` as it was from ``before``."""
    red, green, blue = (
        min(max(part + end - start, 0), 255)
        for part, start, end in zip(colour, before, after, strict=True)
    )
    return red, green, blue


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
