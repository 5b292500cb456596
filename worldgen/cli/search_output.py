"""How a search shows what it found."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any

from worldgen.cli.figure_text import figure_text
from worldgen.search import Outcome, Query, Report, changed_parameters
from worldgen.search.report import outcome_mapping


def hit_lines(hit: Outcome, query: Query, biomes: Path | None) -> list[str]:
    """Return the figures of a hit, and lines that make its world elsewhere.

    What is no command stands behind a #, so that all of it can be pasted into a shell.
    ``biomes`` is the file of the worlds' own biomes.
    """
    figures = ", ".join(f"{name} {figure_text(name, f)}" for name, f in hit.figures.items())
    words = _world_words(hit, biomes)
    return [
        f"# seed {_shown_seed(hit)}: {figures}",
        f"python -m worldgen stats {words}{_area_words(query)}",
        f"python -m game {words}",
        f"# {library_call(hit, biomes)}",
    ]


def library_call(outcome: Outcome, biomes: Path | None) -> str:
    """Return the Python expression that makes the world of an outcome."""
    changed = changed_parameters(outcome.parameters)
    arguments = [repr(outcome.seed)]
    if changed:
        given = ", ".join(f"{name}={value!r}" for name, value in changed.items())
        arguments.append(f"worldgen.WorldParameters({given})")
    if biomes is not None:
        arguments.append(f"biomes=worldgen.load_biomes({str(biomes)!r})")
    return f"worldgen.World({', '.join(arguments)})"


def summary_lines(report: Report, interrupted: bool, biomes: Path | None) -> list[str]:
    """Return how many worlds were tried, and what rejected them, most frequent reason first."""
    worlds = f"{report.tried:,} world{'' if report.tried == 1 else 's'}"
    hits = len(report.hits)
    found = "none" if not hits else f"{hits} hit{'' if hits == 1 else 's'}"
    lines = [f"# {found} in {worlds}{'; interrupted, --resume goes on' if interrupted else ''}"]
    if report.nearest and not hits:
        lines.append(f"# nearest was seed {_shown_seed(report.nearest)}: {_missed(report.nearest)}")
        lines.append(f"# {library_call(report.nearest, biomes)}")
    if report.rejected:
        lines.append("# rejected by")
        lines += [f"# {number:8,}  {goal}" for goal, number in report.reasons()]
    return lines


def report_mapping(report: Report, interrupted: bool, biomes: Path | None) -> dict[str, Any]:
    """Return all of a report as plain values that JSON can hold."""
    return {
        "tried": report.tried,
        "interrupted": interrupted,
        "hits": [
            outcome_mapping(hit)
            | {"library": library_call(hit, biomes), "command_line": _world_words(hit, biomes)}
            for hit in report.hits
        ],
        "rejected": dict(report.reasons()),
        "nearest": outcome_mapping(report.nearest) if report.nearest else None,
    }


def _missed(outcome: Outcome) -> str:
    name, figure = list(outcome.figures.items())[-1]
    return f"it missed {outcome.failed} with {figure_text(name, figure)}"


def _world_words(outcome: Outcome, biomes: Path | None) -> str:
    words = [f"--seed={outcome.seed}"]
    if biomes is not None:
        words.append(f"--biomes={biomes}")
    changed = changed_parameters(outcome.parameters)
    if changed:
        words.append("--set")
    for name, value in changed.items():
        words.append(f"{name}={str(value).lower() if isinstance(value, bool) else value}")
    return shlex.join(words)


def _area_words(query: Query) -> str:
    """Return the arguments of ``stats`` for the area that was looked at."""
    words = ""
    if query.scope == "window":
        words += f" --corner={query.corner},{query.corner} --size={query.window}x{query.window}"
    if query.lod:
        words += f" --lod={query.lod}"
    return words + (" --sketch" if query.sketch else "")


def _shown_seed(outcome: Outcome) -> str:
    text = str(outcome.seed)
    return text if text.isprintable() and len(text) <= 60 else repr(text[:57]) + "..."
