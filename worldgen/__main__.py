"""The command line: ``python -m worldgen COMMAND``, with no window."""

from __future__ import annotations

import argparse
import io
import os
import re
import signal
import sys
import threading
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NoReturn

from worldgen.cli import COMMANDS
from worldgen.cli.refusal import Refusal
from worldgen.files.save import SaveError
from worldgen.files.world_file import shown_path
from worldgen.noise.octaves import CoordinateError
from worldgen.parameters import ParameterError
from worldgen.seed import SeedError

PROGRAM = "worldgen"
BAD_INPUT = 2
INTERRUPTED = 130
_LONGEST_COMPLAINT = 700
_BAD_INPUT_ERRORS = (Refusal, SeedError, ParameterError, CoordinateError, SaveError)
_OPTION = re.compile(r"--[a-z][a-z-]*")
_NEGATIVE = re.compile(r"-[0-9.].*", re.DOTALL)


class _OneLineParser(argparse.ArgumentParser):
    """A parser whose errors are one line, without the usage."""

    def error(self, message: str) -> NoReturn:
        _complain(f"{message} (see {self.prog} --help)")
        raise SystemExit(BAD_INPUT)


def main(words: Sequence[str] | None = None) -> int:
    """Run one command and return the exit code of the process: 2 for any bad input."""
    _accept_any_text_on(sys.stdout, sys.stderr)
    arguments = _parser().parse_args(
        _with_negative_values(sys.argv[1:] if words is None else words)
    )
    with _plain_warnings(), _orderly_termination():
        try:
            return int(arguments.run(arguments))
        except _BAD_INPUT_ERRORS as error:
            _complain(str(error))
        except BrokenPipeError:
            # Whoever read our output has gone; Python would complain once more while it ends.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        except OSError as error:
            _complain(_system_error(error))
        except KeyboardInterrupt:
            _complain("interrupted")
            return INTERRUPTED
    return BAD_INPUT


def _parser() -> argparse.ArgumentParser:
    parser = _OneLineParser(
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


def _with_negative_values(words: Sequence[str]) -> list[str]:
    """Join ``--center -5,3`` into one word: argparse takes ``-5,3`` alone for an option."""
    joined: list[str] = []
    for word in words:
        if joined and _OPTION.fullmatch(joined[-1]) and _NEGATIVE.fullmatch(word):
            joined[-1] += f"={word}"
        else:
            joined.append(word)
    return joined


def _accept_any_text_on(*streams: Any) -> None:
    """Let file names that are no proper text, or no text in this code page, be printed too."""
    for stream in streams:
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


@contextmanager
def _plain_warnings() -> Iterator[None]:
    """Show each warning as one line."""
    with warnings.catch_warnings():
        warnings.showwarning = lambda message, *_: _complain(f"warning: {message}")
        yield


@contextmanager
def _orderly_termination() -> Iterator[None]:
    """Turn SIGTERM into an exit that clears up, so that no half-written file stays."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, _leave)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _leave(number: int, _frame: object) -> NoReturn:
    raise SystemExit(128 + number)


def _complain(message: str) -> None:
    """Say what is wrong, in one line of bearable length whatever was typed."""
    plain = "".join(each if each.isprintable() else ascii(each)[1:-1] for each in message)
    if len(plain) > _LONGEST_COMPLAINT:
        plain = plain[: _LONGEST_COMPLAINT // 2] + " ... " + plain[-_LONGEST_COMPLAINT // 2 :]
    print(f"{PROGRAM}: {plain}", file=sys.stderr, flush=True)


def _system_error(error: OSError) -> str:
    reason = error.strerror or str(error)
    return f"{shown_path(error.filename)}: {reason}" if error.filename else reason


if __name__ == "__main__":
    sys.exit(main())
