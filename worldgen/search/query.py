"""A query: goals, and where in each world they are looked for."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from worldgen.biome_table import BiomeTable
from worldgen.coordinates import MAX_LOD, MAX_PLANNED_LOD, MIN_LOD, whole
from worldgen.parameters import WorldParameters
from worldgen.search.contradictions import check_goals, check_goals_of_world
from worldgen.search.goals import Goal, GoalError
from worldgen.search.quantities import Needs, quantities_of, quantity_of, unknown_quantity

SCOPES = ("island", "window")
LARGEST_WINDOW = 1 << 20

_WINDOW_SAMPLES = 512
"""Samples a side that tell enough of a window."""


@dataclass(frozen=True)
class Query:
    """What is searched for, and where in each world it is looked for.

    Raises:
        GoalError: for goals that can never be met, or not where they are looked for.
    """

    goals: tuple[Goal, ...]
    scope: str = "island"
    """``island``: the box of the island one starts on; ``window``: a square about the origin."""
    window: int = 4096
    """Side of the window, in cells."""
    lod: int = 0
    """Look at one cell in ``2**lod`` on each axis only."""
    sketch: bool = False
    """Look at sketches, which need no island plans."""
    biomes: BiomeTable | None = None
    """The own biomes of all worlds."""

    def __post_init__(self) -> None:
        for name in ("window", "lod"):
            object.__setattr__(self, name, whole(getattr(self, name), name))
        object.__setattr__(self, "sketch", bool(self.sketch))
        if not self.goals:
            raise GoalError("there is no goal to search for")
        if self.scope not in SCOPES:
            raise GoalError(f"scope must be one of {', '.join(SCOPES)}, not {self.scope!r}")
        if not 1 <= self.window <= LARGEST_WINDOW:
            raise GoalError(f"window must be from 1 to {LARGEST_WINDOW} cells, not {self.window}")
        if not MIN_LOD <= self.lod <= MAX_LOD:
            raise GoalError(f"lod must be from {MIN_LOD} to {MAX_LOD}, not {self.lod}")
        known = quantities_of(self.biomes)
        for goal in self.goals:
            if goal.quantity not in known:
                raise GoalError(unknown_quantity(goal.quantity, known))
            quantity = known[goal.quantity]
            if quantity.windows_only and self.scope != "window":
                raise GoalError(f"{goal} can only be looked for in a window: give scope = window")
            if self.sketch and quantity.needs is not Needs.SAMPLES:
                raise GoalError(f"{goal} needs island plans, which a sketch has not")
        if self.sketch and self.scope != "window":
            raise GoalError("a sketch knows no home island: give scope = window")
        check_goals(self.goals, self.biomes)

    @property
    def corner(self) -> int:
        """Both x and y of the window's upper left corner, in cells."""
        return -(self.window // 2)

    def check_worlds(self, variants: Iterable[WorldParameters]) -> None:
        """Refuse the query when none of these parameters can make a world that meets it."""
        problem: GoalError | None = None
        for parameters in variants:
            try:
                check_goals_of_world(self.goals, parameters, self.biomes)
                return
            except GoalError as error:
                problem = problem or error
        if problem:
            raise problem

    def goals_that_need(self, needs: Needs) -> list[Goal]:
        """Return the goals whose figures take the same making."""
        return [goal for goal in self.goals if quantity_of(goal.quantity).needs is needs]


def default_lod(scope: str, window: int, sketch: bool) -> int:
    """Return how finely to look where nothing is said of it: every cell of an island."""
    lod = 0
    coarsest = MAX_LOD if sketch else MAX_PLANNED_LOD
    while scope == "window" and lod < coarsest and window > _WINDOW_SAMPLES << lod:
        lod += 1
    return lod
