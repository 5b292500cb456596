"""The commands of ``python -m worldgen`` by name, each a module of its own."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import Protocol

from worldgen.cli import bake, export, gallery, render, search, stats, warm_up


class Command(Protocol):
    """What a module must hold to be a command."""

    SUMMARY: str
    """One line for the list of commands."""

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the command's own arguments."""

    def run(self, arguments: Namespace) -> int:
        """Do the work and return the exit code; bad input raises ``Refusal``."""


COMMANDS: dict[str, Command] = {
    "render": render,
    "stats": stats,
    "search": search,
    "export": export,
    "bake": bake,
    "gallery": gallery,
    "warm-up": warm_up,
}
