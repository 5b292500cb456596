"""Texture of the ground below the size of a sample of height: hashed noise in world position.

Each level of detail adds the octaves that it can show, at least two samples long, and drops those
it cannot. Their mean is 0, so textures vanish from afar and no level is darker than another.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np

from worldgen.coordinates import UNITS_PER_CELL, SampleGrid
from worldgen.kernels.decorators import device
from worldgen.noise.hashing import hash_point, hash_row
from worldgen.noise.octaves import Octaves, add_octaves
from worldgen.seed import layer_key

APRON: Final = 1
"""Samples that a texture holds above and left of its region, for light from there."""

_MOTTLE: Final = (
    (47.0, 0.5),
    (12.0, 0.55),
    (5.0, 0.6),
    (2.5, 0.65),
    (1.25, 0.7),
    (0.625, 0.7),
    (0.3125, 0.65),
    (0.15625, 0.55),
)
_STONES: Final = ((2.3, 1.0), (1.1, 0.5), (0.45, 0.25))
_LEAVES: Final = ((1.2, 1.0), (0.4, 0.2))
_TWIGS: Final = ((1.05, 1.0),)
"""Wavelengths in cells, and amplitudes. No whole numbers, so that no cell looks like the next."""

_SHORTEST: Final = 2.0
"""Wavelength of the finest octave shown, in samples."""


class Texture(NamedTuple):
    """The noise of the ground under a region: float64, with an apron above and left."""

    mottle: np.ndarray
    """Noise about -1..1 of every length that shows; empty where none does."""
    stones: np.ndarray
    """Noise of a cell or two, empty when seen from too far."""
    leaves: np.ndarray
    """Noise of less than a cell; where it or the next is 0, one leaf ends and another begins."""
    twigs: np.ndarray


def ground_texture(grid: SampleGrid) -> Texture:
    """Return the texture of the ground under samples."""
    x, y, step, width, height = grid

    def drawn(octaves: Octaves | None) -> np.ndarray:
        if octaves is None:
            return _NOTHING
        total = np.zeros((height + APRON, width + APRON))
        add_octaves(octaves, x - APRON * step, y - APRON * step, step, total)
        return total

    return Texture(
        drawn(_octaves("mottle", step, _MOTTLE, gradient=False)),
        *(
            drawn(_octaves(name, step, waves, gradient=True) if step < UNITS_PER_CELL else None)
            for name, waves in (("stones", _STONES), ("leaves", _LEAVES), ("twigs", _TWIGS))
        ),
    )


_NOTHING: Final = np.zeros((0, 0))


@lru_cache(maxsize=64)
def _octaves(
    name: str, step: int, waves: tuple[tuple[float, float], ...], gradient: bool
) -> Octaves | None:
    """Return those octaves of a texture that samples this far apart can show."""
    shown = [wave for wave in waves if wave[0] * UNITS_PER_CELL >= _SHORTEST * step]
    if not shown:
        return None
    keys = [layer_key(0, f"ground {name}", index) for index in range(len(shown))]
    return Octaves(
        wavelengths=np.array([round(length * UNITS_PER_CELL) for length, _ in shown]),
        keys=np.array(keys, dtype=np.uint64),
        offsets_x=np.array([(key >> 8) & 0xFFFFFFFF for key in keys], dtype=np.int64),
        offsets_y=np.array([(key >> 24) & 0xFFFFFFFF for key in keys], dtype=np.int64),
        amplitudes=np.array([share for _, share in shown]),
        gradient=gradient,
    )


_MEAN_FOLDED: Final = 0.172
_MEAN_CLOSED: Final = 0.102
"""Means of the folded noise of stones and of leaves, each cut where the formulas below cut it."""


_CLOSENESS: Final = {32: 0.35, 16: 0.65, 8: 0.9, 4: 1.0}
_EMBOSS: Final = {32: 1.5, 16: 2.4, 8: 4.0, 4: 6.6}
"""By step: how strongly patterns smaller than a cell show, and how steep their sides are drawn."""


def closeness(step: int) -> tuple[float, float]:
    """Return how strongly patterns smaller than a cell show at this step, and their steepness."""
    return _CLOSENESS.get(step, 0.0), _EMBOSS.get(step, 0.0)


@device(inline="source")
def blades(x, y):  # type: ignore[no-untyped-def]
    """Return -0.5..0.5: blades of grass, dark at the root and light at the tip."""
    column = x >> 2
    bits = hash_point(hash_row(np.uint64(0xB1ADE), column), 0)
    place = y + np.int64(bits & np.uint64(1023))
    blade = place // 28
    tip = 1.0 - np.float64(place - blade * 28) / 27.0
    bits = hash_point(hash_row(np.uint64(0xB1ADF), column), blade)
    strength = np.float64(np.int64(bits & np.uint64(255))) / 255.0
    return (tip - 0.5) * (0.4 + 0.6 * strength) + 0.6 * (strength - 0.5)


@device(inline="source")
def ripples(x, y, noise):  # type: ignore[no-untyped-def]
    """Return about -0.5..0.5: ripples of wind-blown sand, bent by noise."""
    bent = 38 * x + 100 * y + np.int64(3000.0 * noise)
    part = np.float64(bent & 4095) / 4096.0
    # The lee side is steep: up over two thirds of a ripple, down over the rest.
    return part * 1.5 - 0.5 if part < 2.0 / 3.0 else (1.0 - part) * 3.0 - 0.5


@device(inline="source")
def stone_light(noise, before, emboss):  # type: ignore[no-untyped-def]
    """Return the light on broken rock, about -0.5..0.5: folded noise, lit from above left.

    ``before`` is the noise one sample up and left.
    """
    here = abs(noise)
    return emboss * (here - abs(before)) + 0.9 * (min(here, 0.30) - _MEAN_FOLDED)


@device(inline="source")
def leaf_light(leaf, twig, leaf_before, twig_before, emboss):  # type: ignore[no-untyped-def]
    """Return the light on clumps of leaves, about -0.5..0.5."""
    here = min(abs(leaf), abs(twig))
    slope = here - min(abs(leaf_before), abs(twig_before))
    return 0.35 * emboss * slope + 2.6 * (min(here, 0.24) - _MEAN_CLOSED)
