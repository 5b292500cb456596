"""The command line: one command after another kind of trouble, each told in one line."""

from __future__ import annotations

import os
import signal
import sys
import threading
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import NoReturn

from worldgen.bake.address import BakeError
from worldgen.cli.commands import COMMANDS
from worldgen.cli.console import PROGRAM, complain, usable_streams
from worldgen.cli.exit_codes import BAD_INPUT, INTERRUPTED, READER_GONE
from worldgen.cli.parser import OneLineParser, with_negative_values
from worldgen.cli.refusal import Refusal
from worldgen.coordinates import CoordinateError
from worldgen.export.failure import ExportError
from worldgen.extras import ExtraError
from worldgen.files.reading import shown_path
from worldgen.files.world_file import SaveError
from worldgen.parameters import ParameterError
from worldgen.search.goals import GoalError
from worldgen.seed import SeedError

_ENDING = [signal.SIGTERM]
# The terminal was closed; under nohup that is to end nothing.
if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) != signal.SIG_IGN:
    _ENDING.append(signal.SIGHUP)

_BAD_INPUT_ERRORS = (
    Refusal, SeedError, ParameterError, CoordinateError, SaveError, ExportError, BakeError,
    ExtraError, GoalError,
)  # fmt: skip


def main(words: Sequence[str] | None = None) -> int:
    """Run one command and return the exit code of the process: 2 for any bad input."""
    words = with_negative_values(sys.argv[1:] if words is None else words)
    with usable_streams(), _plain_warnings(), _orderly_termination():
        try:
            try:
                arguments = make_parser().parse_args(words)
                return int(arguments.run(arguments))
            finally:
                sys.stdout.flush()
        except _BAD_INPUT_ERRORS as error:
            complain(str(error))
        except BrokenPipeError:
            # Python would complain once more while it ends.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return READER_GONE
        except OSError as error:
            complain(_system_error(error))
        except KeyboardInterrupt:
            complain("interrupted")
            return INTERRUPTED
    return BAD_INPUT


def make_parser() -> OneLineParser:
    """Return the parser of all commands."""
    parser = OneLineParser(
        prog=PROGRAM, description="Endless islands on the command line.", allow_abbrev=False
    )
    commands = parser.add_subparsers(metavar="COMMAND", required=True, title="commands")
    for name, command in COMMANDS.items():
        subparser = commands.add_parser(
            name, help=command.SUMMARY, description=command.SUMMARY, allow_abbrev=False
        )
        command.add_arguments(subparser)
        subparser.set_defaults(run=command.run)
    return parser


@contextmanager
def _plain_warnings() -> Iterator[None]:
    """Show each warning as one line."""
    with warnings.catch_warnings():
        warnings.showwarning = lambda message, *_: complain(f"warning: {message}")
        yield


@contextmanager
def _orderly_termination() -> Iterator[None]:
    """Turn signals that end into an exit that clears up, so that no half-written file stays."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.signal(number, _leave) for number in _ENDING}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _leave(number: int, _frame: object) -> NoReturn:
    raise SystemExit(128 + number)


def _system_error(error: OSError) -> str:
    reason = error.strerror or str(error)
    return f"{shown_path(error.filename)}: {reason}" if error.filename else reason
