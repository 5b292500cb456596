"""Running commands in this process, which has everything imported and compiled."""

from __future__ import annotations

from game import run
from game.options import parse_options
from worldgen.__main__ import main


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
