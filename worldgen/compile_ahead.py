"""Compiling ahead all kernels that play needs."""

from __future__ import annotations

from collections.abc import Callable

import worldgen.render.overlays
import worldgen.world  # noqa: F401  (a kernel is declared when its module is imported)
from worldgen.kernels import warm_up as kernels


def warm_up(processes: int = 1, progress: Callable[[int, int], object] | None = None) -> None:
    """Compile the kernels of a world and of its picture, and all others that are declared.

    Without it each is compiled when it is first needed. All are kept for later starts.

    Args:
        processes: with 2, a helper process takes part where there is a second core.
        progress: is called with the number of kernels that are done, and of all.
    """
    for done, total in kernels.warm_up(processes):
        if progress:
            progress(done, total)


def must_compile() -> bool:
    """Return whether any of these kernels is missing from the cache, so that a start takes long."""
    return kernels.must_compile()
