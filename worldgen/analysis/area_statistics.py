"""Sums over samples that come piece by piece, in whole numbers, so that no order changes them."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import zip_longest
from math import sqrt

import numpy as np

from worldgen.biome_table import BIOME_NAMES, biome_label
from worldgen.biomes import Biome, Terrain
from worldgen.region import Region

HEIGHT_UNITS = 1 << 20
"""Heights are summed in whole numbers of this many to 1."""


@dataclass
class AreaStatistics:
    """What has been counted so far; those of separate pieces can be added."""

    samples: int = 0
    wet: int = 0
    """Samples under water of any kind."""
    biome_names: tuple[str, ...] = BIOME_NAMES
    biomes: list[int] = field(default_factory=list)
    """Samples of each biome, by its number."""
    terrains: list[int] = field(default_factory=lambda: [0] * len(Terrain))
    heights: int = 0
    """Sum of all heights, in units."""
    squares: int = 0
    """Sum of the squares of all heights, in units squared."""
    lowest: float = 1.0
    highest: float = 0.0

    @classmethod
    def of(cls, region: Region) -> AreaStatistics:
        """Count the samples of one region."""
        if not region.height.size:
            return cls()
        units = (region.height.ravel() * np.float64(HEIGHT_UNITS) + 0.5).astype(np.int64)
        return cls(
            samples=region.height.size,
            wet=int(np.count_nonzero(~np.isnan(region.water_level))),
            biome_names=region.biome_names,
            biomes=_counts(region.biome, len(region.biome_names)),
            terrains=_counts(region.terrain, len(Terrain)),
            heights=int(units.sum()),
            squares=sum(int(np.dot(part, part)) for part in _blocks(units)),
            lowest=float(region.height.min()),
            highest=float(region.height.max()),
        )

    def __add__(self, other: AreaStatistics) -> AreaStatistics:
        return AreaStatistics(
            samples=self.samples + other.samples,
            wet=self.wet + other.wet,
            biome_names=self.biome_names if self.biomes else other.biome_names,
            biomes=[a + b for a, b in zip_longest(self.biomes, other.biomes, fillvalue=0)],
            terrains=[a + b for a, b in zip(self.terrains, other.terrains, strict=True)],
            heights=self.heights + other.heights,
            squares=self.squares + other.squares,
            lowest=min(self.lowest, other.lowest),
            highest=max(self.highest, other.highest),
        )

    @property
    def sea(self) -> int:
        return self.biomes[Biome.OCEAN] if self.biomes else 0

    @property
    def land(self) -> int:
        """Samples that are not sea; lakes and rivers are part of the land."""
        return self.samples - self.sea

    def shares(self) -> dict[str, int]:
        """Return every count whose share of all samples is a figure, by the figure's name."""
        counts = {
            "water_fraction": self.wet,
            "sea_fraction": self.sea,
            "land_fraction": self.land,
            "mountain_fraction": self.terrains[Terrain.MOUNTAINS],
        }
        for number, name in enumerate(self.biome_names):
            counts[f"biome.{biome_label(name)}"] = self.biomes[number] if self.biomes else 0
        for terrain in Terrain:
            counts[f"terrain.{terrain.name.lower()}"] = self.terrains[terrain]
        return counts

    @property
    def mean_height(self) -> float:
        return self.heights / (self.samples * HEIGHT_UNITS)

    @property
    def height_spread(self) -> float:
        """The standard deviation of the heights."""
        variance = self.samples * self.squares - self.heights * self.heights
        return sqrt(variance / (self.samples * self.samples * HEIGHT_UNITS * HEIGHT_UNITS))


def _blocks(units: np.ndarray) -> list[np.ndarray]:
    """Cut into blocks whose sum of squares fits 64 bits."""
    return np.array_split(units, 1 + (len(units) >> 20))


def _counts(values: np.ndarray, kinds: int) -> list[int]:
    return [int(count) for count in np.bincount(values.ravel(), minlength=kinds)]
