"""Command lines whose errors are one line, and whose values may be negative."""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from typing import NoReturn

from worldgen.cli.console import complain
from worldgen.cli.exit_codes import BAD_INPUT

_OPTION = re.compile(r"--[a-z][a-z-]*")
_NEGATIVE = re.compile(r"-[0-9.].*", re.DOTALL)


class OneLineParser(argparse.ArgumentParser):
    """A parser whose errors are one line, without the usage."""

    def error(self, message: str) -> NoReturn:
        complain(f"{message} (see {self.prog} --help)", self.prog)
        raise SystemExit(BAD_INPUT)


def with_negative_values(words: Sequence[str]) -> list[str]:
    """Join ``--center -5,3`` into one word: argparse takes ``-5,3`` alone for an option."""
    joined: list[str] = []
    for word in words:
        if joined and _OPTION.fullmatch(joined[-1]) and _NEGATIVE.fullmatch(word):
            joined[-1] += f"={word}"
        else:
            joined.append(word)
    return joined
