"""The ground of samples whose biome is not what the fields make of it: in one colour, in the light.

The painter blends biomes from climate and height. Where a table of own biomes, or a program, has
made something else of a sample, this lays that colour over its picture: by its share from afar.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from worldgen.biomes import Biome
from worldgen.chunk.fields import Samples
from worldgen.render.palettes import Palette
from worldgen.render.shading import PictureSettings

_MOTTLE: Final = 0.12
"""How much lighter and darker noise makes the ground."""

_SOFTEST: Final = 40.0


def lay_changed_ground(
    region: Samples,
    biome_shares: np.ndarray | None,
    band: slice,
    mottle: np.ndarray,
    palette: Palette,
    settings: PictureSettings,
    picture: np.ndarray,
) -> None:
    """Lay the colour of changed biomes over rows of a picture.

    Args:
        region: whose biomes were changed.
        biome_shares: of the rows, if they are of a far level; see ``FarView``.
        band: which rows of the region they are.
        mottle: float64, noise of the ground with an apron above and left; or empty.
        palette: with the colours of the region's biomes.
        settings: of the picture.
        picture: uint8 (rows, width, 3), read and written.
    """
    share, colour = _shares(region, biome_shares, band, palette)
    rows, columns = np.nonzero(share)
    if not rows.size:
        return
    share, colour = share[rows, columns], colour[rows, columns]
    share = share * (1.0 - settings.ink * _at(region.river_cover, band, rows, columns))
    if mottle.size:
        tone = 1.0 + _MOTTLE * settings.texture * mottle[rows + 1, columns + 1]
        colour = colour * tone[:, np.newaxis]
    slope_x, slope_y, shore = (
        _at(array, band, rows, columns)
        for array in (region.gradient_x, region.gradient_y, region.shore)
    )
    tilt = settings.shade_gain * (0.62 * slope_x + 0.78 * slope_y)
    light = tilt / np.sqrt(1.0 + tilt * tilt) * np.clip(0.4 * shore, 0.0, 1.0)
    light = light[:, np.newaxis]
    bright = 1.0 + light / 128.0 * np.array(palette.pigments.light) * (255.0 - colour)
    dark = 1.0 + light * np.array(palette.pigments.dark)
    colour = colour * np.where(light > 0.0, bright, dark)
    below = picture[rows, columns].astype(np.float64)
    mixed = below + (colour - below) * share[:, np.newaxis]
    picture[rows, columns] = np.clip(mixed + 0.5, 0.0, 255.0).astype(np.uint8)


def _shares(
    region: Samples, biome_shares: np.ndarray | None, band: slice, palette: Palette
) -> tuple[np.ndarray, np.ndarray]:
    """Return how much of each sample was changed, and the mean colour of that."""
    colours = palette.colours.astype(np.float64)
    if biome_shares is not None:
        parts = biome_shares.astype(np.float64)
        shape = parts.shape[:2]
        share, total = np.zeros(shape), np.zeros((*shape, 3))
        for kind, colour in enumerate(colours):
            share += parts[..., kind]
            total += parts[..., kind, np.newaxis] * colour
        return share, total / np.maximum(share, 1e-9)[..., np.newaxis]
    assert region.plain_biome is not None
    biome, plain = region.biome[band], region.plain_biome[band]
    # The edge of the land is spread over a sample, unless the sea itself was changed.
    soft = min(max(float(region.step), 0.75), _SOFTEST)
    land = np.clip(region.shore[band].astype(np.float64) / soft + 0.5, 0.0, 1.0)
    land[plain == Biome.OCEAN] = 1.0
    return land * (biome != plain), colours[biome]


def _at(array: np.ndarray, band: slice, rows: np.ndarray, columns: np.ndarray) -> np.ndarray:
    return np.asarray(array[band][rows, columns].astype(np.float64))
