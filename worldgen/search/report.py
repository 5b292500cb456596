"""What a search has found so far, and what it goes on from when it is started again."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from worldgen.files.atomic import write_whole
from worldgen.files.reading import FileProblem
from worldgen.files.strict_json import read_object
from worldgen.files.world_fields import read_parameters, read_seed, world_fields
from worldgen.parameters import WorldParameters
from worldgen.search.candidates import Seeds
from worldgen.search.query import Query
from worldgen.search.trial import Outcome
from worldgen.version import GENERATOR_VERSION

FORMAT = "endless-isles search"


@dataclass
class Report:
    """The hits of a search in order, and what rejected the rest."""

    tried: int = 0
    hits: list[Outcome] = field(default_factory=list)
    rejected: Counter[str] = field(default_factory=Counter)
    """How many worlds each goal rejected, by the goal as it is written."""
    nearest: Outcome | None = None
    """The rejected world that came nearest."""

    def add(self, outcome: Outcome) -> None:
        """Take in the outcome of the next candidate."""
        self.tried += 1
        if outcome.failed is None:
            self.hits.append(outcome)
            return
        self.rejected[outcome.failed] += 1
        if self.nearest is None or outcome.rank < self.nearest.rank:
            self.nearest = outcome

    def reasons(self) -> list[tuple[str, int]]:
        """Return the goals that rejected worlds, most frequent first."""
        return sorted(self.rejected.items(), key=lambda item: (-item[1], item[0]))


def search_key(query: Query, seeds: Seeds, variants: Sequence[WorldParameters]) -> str:
    """Return a digest of all that decides what a search finds."""
    described = [
        GENERATOR_VERSION,
        [str(goal) for goal in query.goals],
        [query.scope, query.window, query.lod, query.sketch],
        *([query.biomes.digest] if query.biomes else []),
        str(seeds),
        [parameters.to_mapping() for parameters in variants],
    ]
    text = json.dumps(described, sort_keys=True, allow_nan=False)
    return hashlib.sha256(text.encode()).hexdigest()[:20]


def write_report(path: Path, report: Report, key: str) -> None:
    """Write a report whole or not at all.

    Raises:
        OSError: whatever the system refused.
    """
    fields = {
        "format": FORMAT,
        "search": key,
        "tried": report.tried,
        "hits": [outcome_mapping(outcome) for outcome in report.hits],
        "rejected": dict(report.reasons()),
        "nearest": outcome_mapping(report.nearest) if report.nearest else None,
    }
    write_whole(path, [json.dumps(fields, ensure_ascii=False, allow_nan=False).encode()])


def read_report(path: Path, key: str) -> Report:
    """Read the report of the same search.

    Raises:
        FileProblem: why the file cannot be gone on from, without its name.
    """
    fields = read_object(path)
    if fields.get("format") != FORMAT:
        raise FileProblem("is not the state of a search")
    if fields.get("search") != key:
        raise FileProblem("belongs to another search: other goals, seeds, parameters or version")
    try:
        report = Report(
            tried=_whole(fields["tried"]),
            hits=[_outcome(hit) for hit in fields["hits"]],
            rejected=Counter({str(goal): _whole(n) for goal, n in fields["rejected"].items()}),
            nearest=_outcome(fields["nearest"]) if fields["nearest"] else None,
        )
    except (KeyError, TypeError, ValueError, AttributeError):
        raise FileProblem("is damaged; without --resume the search begins anew") from None
    if report.tried != len(report.hits) + report.rejected.total():
        raise FileProblem("is damaged; without --resume the search begins anew")
    return report


def outcome_mapping(outcome: Outcome) -> dict[str, Any]:
    """Return an outcome as plain values that JSON can hold."""
    return {
        "index": outcome.index,
        **world_fields(outcome.seed, outcome.parameters),
        "figures": outcome.figures,
        "failed": outcome.failed,
        "passed": outcome.passed,
        "miss": outcome.miss,
    }


def _outcome(fields: Mapping[str, Any]) -> Outcome:
    return Outcome(
        index=_whole(fields["index"]),
        seed=read_seed(fields["seed"]),
        parameters=read_parameters(fields["parameters"]),
        figures=dict(fields["figures"]),
        failed=fields["failed"],
        passed=_whole(fields["passed"]),
        miss=float(fields["miss"]),
    )


def _whole(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise ValueError("not a whole number")
    return value
