"""What whoever sits before a terminal or a notebook is told while kernels compile unasked."""

from __future__ import annotations

import sys
from contextlib import suppress

_WORDS = (
    "worldgen is compiling, this once; a world and its picture take a minute or so "
    "(worldgen.warm_up() does it ahead)"
)
_TOLD_EVERY = 10
_begun = 0


def tell_of_compiling() -> None:
    """Say once that this takes long and why, and now and then how far it is.

    It is called for each kernel that is going to be compiled. Nothing is said where nobody would
    see it.
    """
    global _begun
    _begun += 1
    if _begun % _TOLD_EVERY != 1 or sys.stderr is None:
        return
    words = _WORDS if _begun == 1 else f"worldgen has compiled {_begun - 1} kernels so far"
    with suppress(OSError, ValueError):  # The stream may be closed, or its reader gone.
        if sys.stderr.isatty() or "ipykernel" in sys.modules:
            print(words, file=sys.stderr, flush=True)
