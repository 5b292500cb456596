"""What goes wrong when a world is taken elsewhere, in one line."""

from __future__ import annotations

import importlib
from typing import Any


class ExportError(ValueError):
    """An export that cannot be made; the message says why and what is allowed."""


def optional_module(name: str, purpose: str, extra: str) -> Any:
    """Import a package that only one of the extras brings.

    Raises:
        ExportError: naming the extra to install, when the package is not there.
    """
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise ExportError(
            f"{purpose} needs {name.partition('.')[0]}, which is not here ({error}): "
            f"pip install 'endless-isles[{extra}]'"
        ) from None


def check_size(samples: int, most: int, what: str) -> None:
    """Refuse what would not fit memory, before any work is done.

    Raises:
        ExportError: naming the limit.
    """
    if samples > most:
        raise ExportError(
            f"{what} holds at most {most:,} samples, not {samples:,}: take a smaller area or a "
            "higher lod"
        )
