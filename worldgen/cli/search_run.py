"""A search as the command line runs it: its settings, its progress, and where it is kept."""

from __future__ import annotations

import re
import time
from argparse import Namespace
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from platformdirs import user_state_path

from worldgen.biome_table import BiomeTable
from worldgen.cli.console import complain
from worldgen.cli.progress import progress
from worldgen.cli.refusal import Refusal
from worldgen.cli.world_arguments import assigned, biomes_from, parameter_changes, parameter_value
from worldgen.files.reading import FileProblem, shown_path
from worldgen.parameters import ParameterError, WorldParameters
from worldgen.search import (
    GoalError,
    Outcome,
    Query,
    Report,
    Seeds,
    candidates,
    combine_goals,
    make_variants,
    parse_goal,
    parse_seeds,
    search,
)
from worldgen.search.goal_file import GoalFile, read_goal_file
from worldgen.search.query import default_lod
from worldgen.search.report import read_report, search_key, write_report
from worldgen.world import World

_STEPS = re.compile(r"(.+)\.\.(.+)/([0-9]{1,5})")
_SAVED_EVERY = 2.0
_SECONDS_PER_PLAN = 0.1


@dataclass
class SearchRun:
    """One search, begun anew or gone on with."""

    query: Query
    seeds: Seeds
    variants: Sequence[WorldParameters]
    count: int
    jobs: int
    state: Path
    report: Report
    keeps_state: bool = True

    def announcement(self) -> list[str]:
        """Return what to say before it begins: above all, what each world costs."""
        if self.query.scope != "window":
            return []
        side = self.query.window
        if self.query.sketch:
            return [f"looking at sketches of {side} x {side} cells"]
        world = World(next(iter(self.seeds)), self.variants[0])
        spacing = world.parameters.island_spacing
        reach = side / 2 + spacing
        plans = len(world.sites(-reach, -reach, 2 * reach, 2 * reach))
        return [
            f"each world takes the plans of about {plans} islands of a window of {side} cells: "
            f"some {max(plans * _SECONDS_PER_PLAN, 0.1):.1f} s a process, unless it is rejected "
            "before; --sketch needs none"
        ]

    def hits(self, *, quiet: bool) -> Iterator[Outcome]:
        """Yield the hits still wanted; how far it has come is kept whatever ends it."""
        if len(self.report.hits) >= self.count:
            return
        number = self.seeds.count()
        total = None if number is None else number * len(self.variants)
        outcomes = search(
            self.query, candidates(self.seeds, self.variants, self.report.tried), self.jobs
        )
        saved = time.monotonic()
        try:
            with progress(total, "searching", " worlds", quiet=quiet) as advance:
                advance(self.report.tried)
                for outcome in outcomes:
                    self.report.add(outcome)
                    advance(1)
                    if time.monotonic() - saved > _SAVED_EVERY:
                        self._keep()
                        saved = time.monotonic()
                    if outcome.hit:
                        yield outcome
                        if len(self.report.hits) >= self.count:
                            break
        finally:
            self._keep()
            outcomes.close()

    def _keep(self) -> None:
        if not self.keeps_state:
            return
        try:
            self.state.parent.mkdir(parents=True, exist_ok=True)
            write_report(self.state, self.report, search_key(self.query, self.seeds, self.variants))
        except OSError as error:
            self.keeps_state = False
            complain(
                f"warning: {shown_path(self.state)}: {error.strerror}; "
                "this search cannot be resumed",
            )


def prepare(arguments: Namespace) -> SearchRun:
    """Make the search that the arguments describe.

    Raises:
        GoalError, SeedError, ParameterError, Refusal: in one line.
    """
    biomes = biomes_from(arguments)
    file = read_goal_file(arguments.goals, biomes) if arguments.goals else GoalFile(())
    query = _query(arguments, file, biomes)
    seeds = parse_seeds(arguments.seeds)
    fixed = {**file.parameters, **parameter_changes(arguments)}
    vary = {**file.vary, **_varied(arguments.vary)}
    fixed = {name: value for name, value in fixed.items() if name not in file.vary}
    variants = make_variants(fixed, vary)
    query.check_worlds(variants)
    key = search_key(query, seeds, variants)
    state = arguments.state or user_state_path("endless-isles") / "searches" / f"{key}.json"
    report = _resumed(state, key) if arguments.resume else Report()
    return SearchRun(query, seeds, variants, arguments.count, arguments.jobs, state, report)


def _query(arguments: Namespace, file: GoalFile, biomes: BiomeTable | None) -> Query:
    if not arguments.goal and not file.goals:
        raise GoalError("there is no goal: give --goals FILE, or goals like peak_height>=0.9")
    settings: dict[str, Any] = dict(file.settings)
    given = {"scope": arguments.scope, "window": arguments.window, "lod": arguments.lod}
    settings |= {name: value for name, value in given.items() if value is not None}
    if arguments.sketch:
        settings["sketch"] = True
    if arguments.window is not None and arguments.scope is None:
        settings["scope"] = "window"
    settings.setdefault(
        "lod",
        default_lod(
            settings.get("scope", "island"),
            settings.get("window", Query.window),
            settings.get("sketch", False),
        ),
    )
    goals = combine_goals([*file.goals, *(parse_goal(each, biomes) for each in arguments.goal)])
    return Query(goals, **settings, biomes=biomes)


def _resumed(state: Path, key: str) -> Report:
    if not state.exists():
        complain("nothing to resume: this search begins anew")
        return Report()
    try:
        return read_report(state, key)
    except FileProblem as problem:
        raise Refusal(f"{shown_path(state)}: {problem}") from None


def _varied(assignments: Sequence[str]) -> dict[str, list[object]]:
    """Read ``NAME=A,B,C`` and ``NAME=LOW..HIGH/STEPS``."""
    form = "NAME=A,B,C or NAME=LOW..HIGH/STEPS"
    return {
        name: _steps(values) or [parameter_value(value.strip()) for value in values.split(",")]
        for name, values in assigned("--vary", form, assignments).items()
    }


def _steps(text: str) -> list[object]:
    """Return evenly spaced values, both ends among them; whole numbers where all of them are."""
    match = _STEPS.fullmatch(text)
    if not match:
        return []
    low, high, steps = _number(match[1]), _number(match[2]), int(match[3])
    if steps < 2:
        raise ParameterError(f"--vary takes LOW..HIGH/STEPS with at least 2 steps, not {text!r}")
    values: list[object] = []
    for index in range(steps):
        value = low + (high - low) * index / (steps - 1)
        whole = isinstance(low, int) and isinstance(high, int) and value == int(value)
        values.append(int(value) if whole else round(value, 12))
    return values


def _number(text: str) -> float:
    value = parameter_value(text.strip())
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ParameterError(f"--vary takes LOW..HIGH/STEPS with two numbers, not {text!r}")
    return value
