"""What whoever sits before a terminal or a notebook is told while kernels compile unasked."""

from __future__ import annotations

import sys
from contextlib import suppress

_WORDS = (
    "worldgen is compiling, this once; a world and its picture take a minute or so "
    "(worldgen.warm_up() does it ahead)"
)
_told = False


def tell_of_compiling() -> None:
    """Say once that this takes long and why; nothing where nobody would see it."""
    global _told
    if _told or sys.stderr is None:
        return
    _told = True
    with suppress(OSError, ValueError):  # The stream may be closed, or its reader gone.
        if sys.stderr.isatty() or "ipykernel" in sys.modules:
            print(_WORDS, file=sys.stderr, flush=True)
