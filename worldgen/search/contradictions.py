"""Goals that no world can meet together, found before a single world is made."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from worldgen.biome_table import BIOME_NAMES, WET, BiomeTable
from worldgen.biomes import Biome, Terrain
from worldgen.parameters import WorldParameters
from worldgen.search.goals import Goal, GoalError
from worldgen.search.quantities import biome_figures, quantity_of

_CLIMATE_BIOMES = (Biome.TUNDRA, Biome.TAIGA, Biome.SAVANNA, Biome.JUNGLE)
_ROUNDING = 1e-9

_NEVER_MORE = (
    ("sea_fraction", "water_fraction"),
    ("biome.ocean", "water_fraction"),
    ("biome.lake", "water_fraction"),
    ("biome.river", "water_fraction"),
    ("biome.ocean", "sea_fraction"),
    ("lowest_height", "height_mean"),
    ("lowest_height", "peak_height"),
    ("height_mean", "peak_height"),
    ("longest_river", "river_length"),
    ("river_reaches_sea", "rivers"),
)
"""Pairs of which the first is never more than the second."""


def check_goals(goals: Iterable[Goal], biomes: BiomeTable | None = None) -> None:
    """Refuse goals that contradict one another, of worlds with these own biomes.

    Raises:
        GoalError: naming the goals.
    """
    by_name = {goal.quantity: goal for goal in goals}
    for part, whole in _NEVER_MORE:
        if part in by_name and whole in by_name and by_name[part].low > by_name[whole].high:
            raise GoalError(
                f"{by_name[part]} and {by_name[whole]} can never both be met: "
                f"{part} is never more than {whole}"
            )
    for parts in _partitions(biomes):
        _check_partition([by_name[part] for part in parts if part in by_name], len(parts))


def check_goals_of_world(
    goals: Iterable[Goal], parameters: WorldParameters, biomes: BiomeTable | None = None
) -> None:
    """Refuse goals that no world of these parameters and own biomes can meet.

    Raises:
        GoalError: naming the goal and the parameter.
    """
    for goal in goals:
        reason = _reason_against(goal.quantity, parameters, biomes)
        if reason and not goal.met(0.0):
            raise GoalError(f"{goal} can never be met: {reason}")


def _partitions(biomes: BiomeTable | None) -> Iterator[tuple[str, ...]]:
    """Yield the names of shares that make 1 together."""
    figures = biome_figures(BIOME_NAMES if biomes is None else biomes.biome_names)
    yield "water_fraction", *(name for number, name in enumerate(figures) if number not in WET)
    yield "sea_fraction", "land_fraction"
    yield tuple(figures)
    yield tuple(f"terrain.{terrain.name.lower()}" for terrain in Terrain)


def _reason_against(
    quantity: str, parameters: WorldParameters, biomes: BiomeTable | None
) -> str | None:
    """Return why a quantity is always 0 in such worlds, if it is."""
    if biomes is None and quantity in {f"biome.{biome.name.lower()}" for biome in _CLIMATE_BIOMES}:
        return None if parameters.temperature else "that biome needs temperature to be true"
    if quantity in {"rivers", "river_length", "longest_river", "river_reaches_sea", "biome.river"}:
        return None if parameters.river_density else "river_density is 0"
    if quantity in {"lakes", "lake_area", "biome.lake"}:
        return None if parameters.lakes else "lakes is 0"
    return None


def _check_partition(goals: list[Goal], parts: int) -> None:
    """Refuse shares of one whole that make more than 1, or less though none is left out."""
    least = sum(max(goal.low, 0.0) for goal in goals)
    most = sum(min(goal.high, quantity_of(goal.quantity).high) for goal in goals)
    listed = ", ".join(str(goal) for goal in goals)
    if least > 1.0 + _ROUNDING:
        raise GoalError(f"{listed} can never be met together: they make more than 1")
    if len(goals) == parts and most < 1.0 - _ROUNDING:
        raise GoalError(f"{listed} can never be met together: they make less than 1")
