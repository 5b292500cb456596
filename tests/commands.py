"""Running commands in this process, which has everything imported and compiled."""

from __future__ import annotations

import signal

import pytest

from game import run
from game.options import parse_options
from worldgen.__main__ import main

_HANGUP = getattr(signal, "SIGHUP", None)
HANGUP = pytest.param(
    _HANGUP,
    marks=pytest.mark.skipif(
        _HANGUP is None or signal.getsignal(_HANGUP) == signal.SIG_IGN,
        reason="a closed terminal is no signal here, or ignored (nohup)",
    ),
)
"""What a program gets when its terminal is closed, as a parameter of a test."""


def run_main(*words: str) -> int:
    """Run a command of the library and return its exit code."""
    try:
        return main(words)
    except SystemExit as leaving:
        assert isinstance(leaving.code, int)
        return leaving.code


def run_game(*words: str) -> int:
    """Run the game and return its exit code."""
    return run.run_game(parse_options(words))
