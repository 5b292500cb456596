"""The arguments that say which file a command writes, and what is refused before the work."""

from __future__ import annotations

from argparse import _ActionsContainer
from collections.abc import Sequence
from pathlib import Path

from worldgen.cli.refusal import Refusal
from worldgen.files.reading import shown_path


def add_output_arguments(group: _ActionsContainer, metavar: str) -> None:
    """Declare ``--output``, ``--force`` and ``--quiet``."""
    group.add_argument(
        "-o",
        "--output",
        metavar=metavar,
        type=Path,
        required=True,
        help="the file it is written to, whole or not at all",
    )
    group.add_argument("--force", action="store_true", help="replace files that are there")
    group.add_argument("--quiet", action="store_true", help="show no progress")


def check_suffix(path: Path, allowed: Sequence[str]) -> None:
    """Refuse a file name that does not end as its contents need.

    Raises:
        Refusal: naming the endings that will do.
    """
    if path.suffix.lower() not in allowed:
        raise Refusal(f"--output must end in {' or '.join(allowed)}, not {shown_path(path)}")


def check_free(*paths: Path, force: bool) -> None:
    """Refuse before the work what would be refused after it.

    Raises:
        Refusal: naming the file or folder that is in the way, or missing.
    """
    for path in paths:
        try:
            if path.is_dir():
                raise Refusal(f"{shown_path(path)} is a folder")
            if path.exists() and not force:
                raise Refusal(f"{shown_path(path)} is there already; --force replaces it")
            if not path.parent.is_dir():
                raise Refusal(f"{shown_path(path.parent)}: there is no such folder")
        except OSError as error:
            raise Refusal(f"{shown_path(path)}: {error.strerror}") from None
