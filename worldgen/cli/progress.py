"""What a command shows on the error stream while it works."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from tqdm import tqdm

from worldgen.compile_ahead import must_compile
from worldgen.kernels.warm_up import warm_up

_SHOWN_AFTER_SECONDS = 1.0
_LARGE = 10_000


@contextmanager
def progress(
    total: int | None, what: str, unit: str, *, quiet: bool
) -> Iterator[Callable[[int], object]]:
    """Show a bar while the work lasts; ``total`` is None for work without an end."""
    with tqdm(
        total=total,
        desc=what,
        unit=unit,
        unit_scale=(total or 0) >= _LARGE,
        file=sys.stderr,
        leave=False,
        # A terminal shows it at once and takes it away again; a log file has no such way back.
        delay=0.0 if sys.stderr.isatty() else _SHOWN_AFTER_SECONDS,
        disable=quiet,
        dynamic_ncols=True,
    ) as bar:
        yield bar.update


def compile_all(*, quiet: bool) -> None:
    """Compile what has not been compiled yet; only the first start takes long, and says so."""
    quiet = quiet or not must_compile()
    steps = warm_up(processes=2)
    _, total = next(steps)
    with progress(total, "compiling, this once", " kernels", quiet=quiet) as advance:
        for _ in steps:
            advance(1)
