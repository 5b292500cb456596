"""What a player can want of a world, in words, and as goals of the library's search."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from worldgen.search import Goal, Query, parse_goal

ANY = "any"
_WINDOW = 2048
_LOD = 2


@dataclass(frozen=True)
class Wish:
    """One thing to choose about; each option is words and a goal, which is empty for ``any``."""

    name: str
    quantity: str
    options: tuple[tuple[str, str], ...]
    tip: str

    @property
    def words(self) -> tuple[str, ...]:
        """The options as they are to be read."""
        return tuple(words for words, _ in self.options)

    def goal(self, number: int) -> Goal | None:
        """Return the goal of an option, None for ``any``."""
        bound = self.options[number][1]
        return parse_goal(f"{self.quantity}{bound}") if bound else None

    def figure_words(self, figure: float) -> str:
        """Return what was found, to be read."""
        shown = f"{figure:,.0f}" if abs(figure) >= 10 or figure == int(figure) else f"{figure:.2f}"
        return f"{self.name} {shown}"


WISHES = (
    Wish(
        "Highest peak",
        "peak_height",
        ((ANY, ""), ("low", "<=0.66"), ("high", ">=0.76"), ("very high", ">=0.79")),
        "How high the land rises, from 0 to 1: low for hills, very high for snow.",
    ),
    Wish(
        "Mountains",
        "mountain_fraction",
        ((ANY, ""), ("hardly any", "<=0.0001"), ("some", ">=0.0003"), ("many", ">=0.002")),
        "How much of the island and its sea is mountain.",
    ),
    Wish(
        "Longest river",
        "longest_river",
        ((ANY, ""), ("short", "<=300"), ("long", ">=1000"), ("very long", ">=1800")),
        "Cells of the longest river: short for many brooks, very long for one great valley.",
    ),
    Wish(
        "Lakes",
        "lakes",
        ((ANY, ""), ("none", "<=0"), ("some", ">=1"), ("many", ">=3")),
        "How many lakes lie on the island.",
    ),
    Wish(
        "Forest",
        "biome.forest",
        ((ANY, ""), ("hardly any", "<=0.01"), ("some", ">=0.08"), ("much", ">=0.17")),
        "How much of the island and its sea is forest.",
    ),
    Wish(
        "Desert",
        "biome.desert",
        ((ANY, ""), ("hardly any", "<=0.001"), ("some", ">=0.02"), ("much", ">=0.1")),
        "How much of the island and its sea is desert.",
    ),
    Wish(
        "Land",
        "land_fraction",
        ((ANY, ""), ("little", "<=0.28"), ("much", ">=0.44")),
        "How much of the rectangle around the island is land.",
    ),
)


def query_for(chosen: Sequence[int], has_islands: bool) -> Query:
    """Return the query for the chosen option of every wish.

    Raises:
        GoalError: nothing is wished for.
    """
    goals = [wish.goal(number) for wish, number in zip(WISHES, chosen, strict=True)]
    wanted = tuple(goal for goal in goals if goal is not None)
    # Land without end has no island to look at.
    scope = "island" if has_islands else "window"
    return Query(wanted, scope=scope, window=_WINDOW, lod=_LOD)
