"""Compiling ahead all kernels that play needs."""

from __future__ import annotations

from collections.abc import Iterator

import worldgen.render.overlays
import worldgen.world  # noqa: F401  (a kernel is declared when its module is imported)
from worldgen.kernels import warm_up as kernels


def warm_up(processes: int = 1) -> Iterator[tuple[int, int]]:
    """Compile the kernels of a world and of its picture, and all others that are declared.

    See ``worldgen.kernels.warm_up``.
    """
    return kernels.warm_up(processes)
