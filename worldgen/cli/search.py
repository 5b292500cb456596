"""``python -m worldgen search``: find worlds that meet goals."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace
from concurrent.futures import BrokenExecutor
from pathlib import Path

from tqdm import tqdm

from worldgen.cli.area_arguments import lod
from worldgen.cli.argument_types import whole_number
from worldgen.cli.console import complain, typed
from worldgen.cli.exit_codes import INTERRUPTED, NOTHING_FOUND
from worldgen.cli.progress import compile_all
from worldgen.cli.refusal import Refusal
from worldgen.cli.search_output import hit_lines, report_mapping, summary_lines
from worldgen.cli.search_run import SearchRun, prepare
from worldgen.cli.world_arguments import add_biomes_argument, add_parameter_arguments
from worldgen.search import SCOPES, Outcome, Query
from worldgen.search.jobs import MAX_JOBS
from worldgen.search.query import LARGEST_WINDOW

SUMMARY = "find worlds that meet goals"

MAX_COUNT = 1000


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments of ``search``."""
    _add_goal_arguments(parser)
    tried = parser.add_argument_group("which worlds are tried")
    tried.add_argument(
        "--seeds",
        type=typed,
        default="0..9999",
        help="as in 0.. or 0..99 or 7,atlantis (default: 0..9999)",
    )
    tried.add_argument(
        "--vary",
        metavar="NAME=VALUES",
        nargs="+",
        action="extend",
        default=[],
        help="parameters to try, as in warp=0.3,0.5 or cover=0.2..0.8/4 (four values)",
    )
    add_biomes_argument(tried)
    add_parameter_arguments(parser)
    _add_running_arguments(parser)


def _add_goal_arguments(parser: ArgumentParser) -> None:
    goals = parser.add_argument_group("what is wanted")
    goals.add_argument(
        "goal",
        nargs="*",
        metavar="GOAL",
        help="as in water_fraction=0.30..0.45 or 'peak_height>=0.9' or river_reaches_sea",
    )
    goals.add_argument("--goals", metavar="FILE", help="a file of goals, or home_island")
    goals.add_argument(
        "--scope", choices=SCOPES, help="where goals are looked for (default: island)"
    )
    goals.add_argument(
        "--window",
        metavar="CELLS",
        type=whole_number(1, LARGEST_WINDOW),
        help="look at a square of this side about the origin",
    )
    goals.add_argument(
        "--lod",
        metavar="L",
        type=lod,
        help="look at one cell in 2**L a side (default: every cell of an island, and 512 samples "
        "a side of a window)",
    )
    goals.add_argument(
        "--sketch", action="store_true", help="look at sketches, which need no island plans"
    )


def _add_running_arguments(parser: ArgumentParser) -> None:
    running = parser.add_argument_group("the search")
    running.add_argument(
        "--count",
        metavar="N",
        type=whole_number(1, MAX_COUNT),
        default=5,
        help="stop after so many hits (default: 5)",
    )
    running.add_argument(
        "--jobs",
        metavar="N",
        type=whole_number(1, MAX_JOBS),
        default=1,
        help="processes at work (default: 1); the hits are the same for any number",
    )
    running.add_argument("--resume", action="store_true", help="go on where this search stopped")
    running.add_argument(
        "--state", metavar="FILE", type=Path, help="keep in this file how far the search has come"
    )
    parser.add_argument("--json", action="store_true", help="print the result for programs")
    parser.add_argument("--quiet", action="store_true", help="show no progress")


def run(arguments: Namespace) -> int:
    """Search, and print each hit as it is found."""
    search = prepare(arguments)
    if not arguments.quiet:
        for line in search.announcement():
            complain(line)
        compile_all(quiet=False)
    interrupted = _run(search, arguments)
    if arguments.json:
        result = report_mapping(search.report, interrupted, arguments.biomes)
        print(json.dumps(result, indent=2, ensure_ascii=False, allow_nan=False), flush=True)
    else:
        print("\n".join(summary_lines(search.report, interrupted, arguments.biomes)), flush=True)
    if interrupted:
        return INTERRUPTED
    return 0 if search.report.hits else NOTHING_FOUND


def _show(hit: Outcome, query: Query, biomes: Path | None) -> None:
    # Takes the bar away for as long as it writes.
    tqdm.write("\n".join(hit_lines(hit, query, biomes)), file=sys.stdout)
    sys.stdout.flush()


def _run(search: SearchRun, arguments: Namespace) -> bool:
    """Print the hits as they come; return whether Ctrl-C ended it."""
    shown = [] if arguments.json else list(search.report.hits)
    for hit in shown:
        _show(hit, search.query, arguments.biomes)
    try:
        for hit in search.hits(quiet=arguments.quiet):
            if not arguments.json:
                _show(hit, search.query, arguments.biomes)
    except KeyboardInterrupt:
        return True
    except BrokenExecutor:
        raise Refusal("a process of the search was ended from outside; --resume goes on") from None
    return False
