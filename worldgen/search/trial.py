"""Trying one world against a query: the cheap tests first, and no more of each than needed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import ceil, isfinite

from worldgen.analysis.area_statistics import AreaStatistics
from worldgen.analysis.feature_counts import Features, features_in
from worldgen.analysis.home import home_area
from worldgen.analysis.measure import TILE, Figure, SampleCount
from worldgen.analysis.spawn_figures import MOUNTAIN_REACH, flatness, mountain_distance
from worldgen.area import Area
from worldgen.parameters import WorldParameters
from worldgen.search.candidates import Candidate
from worldgen.search.goals import Goal
from worldgen.search.quantities import Needs
from worldgen.search.query import Query
from worldgen.seed import Seed
from worldgen.world import World

_FORESEEN = ("water_fraction", "sea_fraction", "land_fraction")
_GLANCE_LOD = 2
SKETCH_ERROR = 0.15
"""A sketch that misses these by more than this tells that the world does: islands nearly keep their
coasts when they are solved, and their lakes and rivers hardly ever cover as much."""


@dataclass(frozen=True)
class Outcome:
    """What became of one candidate."""

    index: int
    seed: Seed
    parameters: WorldParameters
    figures: dict[str, Figure]
    """Of the goals of a hit; of a rejected world those that were found up to the goal it missed."""
    failed: str | None
    """The goal that it missed, as it is written; None for a hit."""
    passed: int
    """How many goals it was known to meet before that."""
    miss: float
    """By how much it missed that goal at least, as a share of what was wanted."""

    @property
    def hit(self) -> bool:
        return self.failed is None

    @property
    def rank(self) -> tuple[int, float, int]:
        """The smaller, the nearer to a hit."""
        return -self.passed, self.miss, self.index


def evaluate(query: Query, candidate: Candidate) -> Outcome:
    """Try one world; stop at the first goal that it misses, or is bound to miss."""
    world = World(candidate.seed, candidate.parameters, biomes=query.biomes)
    figures: dict[str, Figure] = {}
    failed, miss = None, 0.0
    for goal, figure in _findings(query, world):
        figures[goal.quantity] = figure
        if not goal.met(figure):
            failed, miss = str(goal), goal.miss(figure)
            break
    if failed is None:
        figures = {goal.quantity: figures[goal.quantity] for goal in query.goals}
        if "mountain_distance" in figures:
            figures["mountain_distance"] = mountain_distance(world, *world.spawn())
    return Outcome(
        index=candidate.index,
        seed=candidate.seed,
        parameters=candidate.parameters,
        figures=figures,
        failed=failed,
        passed=len(figures) - (failed is not None),
        miss=miss,
    )


def _findings(query: Query, world: World) -> Iterator[tuple[Goal, Figure]]:
    """Yield goals and their figures; a goal that cannot be met any more comes before its turn."""
    sampled = query.goals_that_need(Needs.SAMPLES)
    lost = _foreseen_loss(query, world, sampled)
    if lost:
        yield lost
        return
    for goal in query.goals_that_need(Needs.SPAWN):
        yield goal, _spawn_figure(world, goal)
    goals = query.goals_that_need(Needs.PLANS)
    if goals:
        figures = _feature_figures(query, world)
        yield from ((goal, figures[goal.quantity]) for goal in goals)
    if sampled:
        yield from _sample_findings(query, world, sampled)


def _foreseen_loss(query: Query, world: World, goals: list[Goal]) -> tuple[Goal, Figure] | None:
    """Return a goal that a quick sketch shows to be out of reach, if there is one."""
    goals = [goal for goal in goals if goal.quantity in _FORESEEN]
    rules = world.parameters
    if query.sketch or not goals or not rules.island or rules.relief != "fbm":
        return None
    area = _area(query, world, max(query.lod, _GLANCE_LOD))
    if area is None:
        return None
    count = SampleCount(area, sketch=True)
    for tile in area.tiles(TILE):
        for _ in count.read(world, tile):
            pass
    shares = count.statistics.shares()
    for goal in goals:
        share = shares[goal.quantity] / area.samples
        if goal.too_high(share - SKETCH_ERROR) or goal.too_low(share + SKETCH_ERROR):
            return goal, share
    return None


def _spawn_figure(world: World, goal: Goal) -> Figure:
    x, y = world.spawn()
    if goal.quantity == "spawn_flatness":
        return flatness(world, x, y)
    # Looking no farther than the goal speaks of is enough to tell whether it is met.
    bound = goal.high if isfinite(goal.high) else goal.low
    return mountain_distance(world, x, y, min(max(ceil(bound), 1), MOUNTAIN_REACH))


def _feature_figures(query: Query, world: World) -> dict[str, Figure]:
    area = _area(query, world, query.lod)
    return (features_in(world, area) if area else Features()).figures()


def _sample_findings(
    query: Query, world: World, goals: list[Goal]
) -> Iterator[tuple[Goal, Figure]]:
    area = _area(query, world, query.lod)
    if area is None:
        yield goals[0], None
        return
    count = SampleCount(area, query.sketch)
    for tile in area.tiles(TILE):
        for _ in count.read(world, tile):
            lost = _lost_goal(goals, count.statistics, area.samples)
            if lost:
                yield lost
                return
    figures = count.measurement(None, None).figures()
    yield from ((goal, figures[goal.quantity]) for goal in goals)


def _area(query: Query, world: World, lod: int) -> Area | None:
    if query.scope == "window":
        return Area.of_cells(query.corner, query.corner, query.window, query.window, lod)
    return home_area(world, lod)


def _lost_goal(
    goals: Iterable[Goal], statistics: AreaStatistics, total: int
) -> tuple[Goal, Figure] | None:
    """Return a goal that is missed whatever the samples still unread may be."""
    counts, unread = statistics.shares(), total - statistics.samples
    for goal in goals:
        if goal.quantity not in counts:
            continue
        count = counts[goal.quantity]
        so_far = count / statistics.samples
        if goal.too_high(count / total) or goal.too_low((count + unread) / total):
            return goal, so_far
    return None
