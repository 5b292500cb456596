"""What a command shows on the error stream while it works."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from tqdm import tqdm

from worldgen.compiled import warm_up

_SHOWN_AFTER_SECONDS = 1.0


@contextmanager
def progress(total: int, what: str, unit: str, *, quiet: bool) -> Iterator[Callable[[int], object]]:
    """Show a bar once the work has taken a second, and take it away at the end."""
    with tqdm(
        total=total,
        desc=what,
        unit=unit,
        unit_scale=True,
        file=sys.stderr,
        leave=False,
        delay=_SHOWN_AFTER_SECONDS,
        disable=quiet,
        dynamic_ncols=True,
    ) as bar:
        yield bar.update


def compile_all(*, quiet: bool) -> None:
    """Compile what has not been compiled yet; only the first start takes long."""
    steps = warm_up()
    _, total = next(steps)
    with progress(total, "compiling, this once", " kernels", quiet=quiet) as advance:
        for _ in steps:
            advance(1)
