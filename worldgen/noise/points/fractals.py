"""How octaves make one noise: summed as they are, as billows or as ridges."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

FRACTALS = ("fbm", "billow", "ridged")


def add_billows(
    octaves: Iterable[np.ndarray], amplitudes: Iterable[float], out: np.ndarray
) -> None:
    """Add octaves in -1..1 folded at 0: round hills that meet in creases."""
    for octave, amplitude in zip(octaves, amplitudes, strict=True):
        out += amplitude * (2.0 * np.abs(octave) - 1.0)


def add_ridges(octaves: Iterable[np.ndarray], amplitudes: Iterable[float], out: np.ndarray) -> None:
    """Add octaves in -1..1 as ridges along their zeros, sharp where the octave before is high.

    After F. Kenton Musgrave's ridged multifractal, in Ebert et al., "Texturing and Modeling"
    (1994): valleys stay smooth.
    """
    weight: np.ndarray | float = 1.0
    for octave, amplitude in zip(octaves, amplitudes, strict=True):
        ridge = 1.0 - np.abs(octave)
        ridge *= ridge
        ridge *= weight
        out += amplitude * (2.0 * ridge - 1.0)
        weight = np.minimum(2.0 * ridge, 1.0)
