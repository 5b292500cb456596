"""Packages that only one of the extras brings, imported when they are first needed."""

from __future__ import annotations

import importlib
from typing import Any


class ExtraError(ImportError):
    """A package that is not installed; the message names the extra that brings it."""


def extra_module(name: str, purpose: str, extra: str) -> Any:
    """Import a package that only one of the extras brings.

    Raises:
        ExtraError: naming the extra to install, when the package is not there.
    """
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise ExtraError(
            f"{purpose} needs {name.partition('.')[0]}, which is not here ({error}): "
            f"pip install 'endless-isles[{extra}]'"
        ) from None
