"""Searching for worlds that meet declared goals.

>>> from worldgen.search import Query, candidates, make_variants, parse_goal, parse_seeds, search
>>> query = Query((parse_goal("water_fraction<=0.9"),), scope="window", window=512, sketch=True)
>>> tried = candidates(parse_seeds("0..3"), make_variants({}, {}))
>>> [outcome.seed for outcome in search(query, tried) if outcome.hit]
[0, 1, 2, 3]
"""

from worldgen.search.candidates import (
    Candidate,
    Seeds,
    candidates,
    changed_parameters,
    make_variants,
    parse_seeds,
)
from worldgen.search.goals import Goal, GoalError, combine_goals, make_goal, parse_goal
from worldgen.search.jobs import search
from worldgen.search.quantities import QUANTITIES, Quantity
from worldgen.search.query import SCOPES, Query
from worldgen.search.report import Report
from worldgen.search.trial import Outcome, evaluate

__all__ = [
    "QUANTITIES",
    "SCOPES",
    "Candidate",
    "Goal",
    "GoalError",
    "Outcome",
    "Quantity",
    "Query",
    "Report",
    "Seeds",
    "candidates",
    "changed_parameters",
    "combine_goals",
    "evaluate",
    "make_goal",
    "make_variants",
    "parse_goal",
    "parse_seeds",
    "search",
]
