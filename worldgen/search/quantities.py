"""What goals can be about: each figure by name, what it may be, and what it needs."""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from math import inf

from worldgen.analysis.spawn_figures import MOUNTAIN_REACH
from worldgen.biome_table import BIOME_NAMES, BiomeTable, biome_label
from worldgen.biomes import Terrain


class Needs(Enum):
    """What must be made before a figure is known, the cheapest first."""

    SPAWN = "spawn"
    PLANS = "plans"
    SAMPLES = "samples"


@dataclass(frozen=True)
class Quantity:
    """One figure of a measurement."""

    name: str
    needs: Needs
    low: float
    high: float
    meaning: str
    whole: bool = False
    flag: bool = False
    windows_only: bool = False

    def described(self) -> str:
        """Return what the figure can be, in words."""
        if self.flag:
            return "true or false"
        kind = "a whole number" if self.whole else "a number"
        if self.high == inf:
            return f"{kind} from {self.low:g}"
        return f"{kind} from {self.low:g} to {self.high:g}"


def _share(name: str, meaning: str) -> Quantity:
    return Quantity(name, Needs.SAMPLES, 0.0, 1.0, meaning)


def _count(name: str, needs: Needs, meaning: str, windows_only: bool = False) -> Quantity:
    return Quantity(name, needs, 0, inf, meaning, whole=True, windows_only=windows_only)


QUANTITIES: dict[str, Quantity] = {
    quantity.name: quantity
    for quantity in (
        Quantity("spawn_flatness", Needs.SPAWN, 0, 1, "height difference within 12 cells of it"),
        Quantity(
            "mountain_distance",
            Needs.SPAWN,
            0,
            MOUNTAIN_REACH,
            "cells from the spawn to the nearest mountain",
        ),
        Quantity(
            "river_reaches_sea", Needs.PLANS, 0, 1, "there is a river, all do reach it", flag=True
        ),
        _count("rivers", Needs.PLANS, "rivers whose mouth lies in the area"),
        Quantity("river_length", Needs.PLANS, 0, inf, "cells of all these rivers together"),
        Quantity("longest_river", Needs.PLANS, 0, inf, "cells of the longest of them"),
        _count("lakes", Needs.PLANS, "lakes whose middle lies in the area"),
        Quantity("lake_area", Needs.PLANS, 0, inf, "cells of all these lakes together"),
        _count("islands", Needs.PLANS, "islands whose peak lies in the area", windows_only=True),
        Quantity("height_mean", Needs.SAMPLES, 0, 1, "mean height"),
        Quantity("height_spread", Needs.SAMPLES, 0, 0.5, "standard deviation of the heights"),
        Quantity("lowest_height", Needs.SAMPLES, 0, 1, "height of the lowest sample"),
        Quantity("peak_height", Needs.SAMPLES, 0, 1, "height of the highest sample"),
        _share("water_fraction", "share of samples under water: sea, lakes and rivers"),
        _share("sea_fraction", "share of samples under the sea"),
        _share("land_fraction", "share of samples that are not sea"),
        _share("mountain_fraction", "share of samples high enough for mountains"),
        *(_share(f"biome.{name}", f"share of {name}") for name in BIOME_NAMES),
        *(_share(f"terrain.{t.name.lower()}", f"share of height class {t.name}") for t in Terrain),
        _count("landmasses", Needs.SAMPLES, "connected pieces of land, of any size"),
        Quantity("largest_land", Needs.SAMPLES, 0, inf, "cells of the largest connected land"),
        _share("largest_land_share", "that land's share of all land"),
    )
}


def quantities_of(biomes: BiomeTable | None) -> dict[str, Quantity]:
    """Return the quantities of worlds with these own biomes, by name."""
    if biomes is None:
        return QUANTITIES
    known = {name: each for name, each in QUANTITIES.items() if not name.startswith("biome.")}
    return known | {
        quantity.name: quantity for quantity in map(quantity_of, biome_figures(biomes.biome_names))
    }


def biome_figures(biome_names: Sequence[str]) -> list[str]:
    """Return the names of the shares of biomes."""
    return [f"biome.{biome_label(name)}" for name in biome_names]


def quantity_of(name: str) -> Quantity:
    """Return a quantity of whatever world has it."""
    return QUANTITIES.get(name) or _share(name, f"share of {name.removeprefix('biome.')}")


def unknown_quantity(name: str, known: Mapping[str, Quantity] = QUANTITIES) -> str:
    """Return a line that says there is no such quantity and names the nearest."""
    near = difflib.get_close_matches(name, known, n=1, cutoff=0.5)
    shown = name if len(name) <= 60 and name.isprintable() else ascii(name)[:60]
    if near:
        quantity = known[near[0]]
        return f"there is no goal {shown}; did you mean {near[0]} ({quantity.described()})?"
    return f"there is no goal {shown}; there are {', '.join(known)}"
