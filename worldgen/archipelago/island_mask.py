"""The mask of samples, and the keys of the domains they lie in."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from worldgen.archipelago.claim_grid import COLUMN_STRIDE, LEVEL_STRIDE, OPEN_SEA
from worldgen.kernels.decorators import device

IslandKey = tuple[int, int, int]
"""Square i, j and level of an island's site."""


@dataclass(frozen=True)
class Mask:
    """The mask of a grid of samples and the domains they lie in."""

    strength: np.ndarray
    """float64 (height, width) in 0..1; 0 on and beside every border and in open sea."""
    owner: np.ndarray
    """int32 (height, width): a code of the domain, or ``OPEN_SEA``."""
    firsts: tuple[tuple[int, int], ...]
    """First square of each level that codes count from."""

    def island_keys(self) -> list[IslandKey]:
        """Return the keys of the domains under the samples, in the order of their codes."""
        return [self.island_key(int(code)) for code in np.unique(self.owner) if code != OPEN_SEA]

    def key_at(self, row: int, column: int) -> IslandKey | None:
        """Return the key of the domain that a sample lies in; None in open sea."""
        code = int(self.owner[row, column])
        return None if code == OPEN_SEA else self.island_key(code)

    def island_key(self, code: int) -> IslandKey:
        """Return the key of the domain with this code, which is not that of open sea."""
        level, place = divmod(code, LEVEL_STRIDE)
        column, row = divmod(place, COLUMN_STRIDE)
        first_i, first_j = self.firsts[level]
        return first_i + column, first_j + row, level

    def code(self, i: int, j: int, level: int) -> int:
        """Return the code of a domain that may lie under the samples."""
        first_i, first_j = self.firsts[level]
        return level * LEVEL_STRIDE + (i - first_i) * COLUMN_STRIDE + (j - first_j)


@device()
def coast_height(height, coast_noise, amplitude):  # type: ignore[no-untyped-def]
    """Return the height that says whether a place is sea or land, moved by noise."""
    return height + amplitude * min(max(coast_noise, -1.2), 1.2)


@device()
def masked_height(noise, strength, water):  # type: ignore[no-untyped-def]
    """Sink noise with the island mask: under water at 0 for every water level, land at 1."""
    away = 1.0 - strength
    # Far from land the floor is deep and nearly even.
    floor = noise + away * away * (0.30 - 0.78 * noise)
    return away * (0.8 * water * floor) + strength * (0.5 * (noise + strength))
